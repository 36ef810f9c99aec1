//! What is left, middle and right of the figures of a scene at rest.

use std::collections::BTreeMap;

use glam::Vec3;
use rig::{JointIndex, Skeleton};
use scene::view::bounds::Bounds;
use weights::Plane;

/// Largest distance from the plane of symmetry that counts as in the middle, as a share of the figure's largest extent.
const MIDDLE: f32 = 0.03;

/// What is left and right of a figure at rest, in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureSides {
    /// The plane in which it is symmetric, its normal to the left.
    pub plane: Plane,
    /// Whether two of its joints are each other's images in that plane: then it is right wherever the meshes are.
    pub by_joints: bool,
    /// The box around the meshes that its joints move.
    pub around: Bounds,
}

impl FigureSides {
    /// The side of a place; none if no joints show the plane of the figure, and it does not stand in the middle of it.
    #[must_use]
    pub fn side_of(&self, place: Vec3) -> Option<Side> {
        let (Bounds { min, max }, plane) = (self.around, self.plane);
        let size = (max - min).max_element();
        let middle = plane.height(0.5 * (min + max));
        let is_known = self.by_joints || 2.0 * middle.abs() < MIDDLE * size;
        if !(size > 0.0 && is_known) {
            return None;
        }
        let height = plane.height(place);
        Some(if height.abs() < MIDDLE * size {
            Side::Middle
        } else if height > 0.0 {
            Side::Left
        } else {
            Side::Right
        })
    }
}

/// What is left and right of each figure of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneSides {
    /// That of a joint without a parent, or on one that is of no figure, and of all joints where they are of one.
    pub whole: FigureSides,
    /// By the keys of joints, where a scene has several figures.
    pub figures: BTreeMap<u32, FigureSides>,
}

impl SceneSides {
    /// The sides for what hangs on a joint, or on none.
    #[must_use]
    pub fn of(&self, skeleton: &Skeleton, parent: Option<JointIndex>) -> FigureSides {
        let key = parent.map(|parent| skeleton.key(parent));
        let own = key.and_then(|key| self.figures.get(&key));
        own.copied().unwrap_or(self.whole)
    }
}

/// A side of a figure. The normal of its plane goes to its left; in glTF that is x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The figure's left: above the plane, whose normal points there.
    Left,
    /// On the plane, or nearer to it than 3 % of the largest extent.
    Middle,
    /// The figure's right: below the plane.
    Right,
}
