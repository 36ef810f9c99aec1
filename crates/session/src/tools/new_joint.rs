//! Where a click into the mesh puts a new joint: below which joint, and at which place, at rest and as posed.

use std::collections::BTreeMap;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{JointIndex, Skeleton};
use scene::vertex_facts::VertexFacts;
use scene::view::bounds::Bounds;
use weights::Plane;

use crate::tools::pointing::Pointed;
use crate::tools::rest_drag::Bearer;

/// Largest distance from the plane of symmetry that counts as in the middle, as a share of the figure's largest extent.
const MIDDLE: f32 = 0.03;

/// A joint that a click would add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewJoint {
    /// The joint it hangs on; none makes it a root.
    pub parent: Option<JointIndex>,
    /// Its place at rest in the model.
    pub rest: Vec3,
    /// Its place in the pose that is shown.
    pub seen: Vec3,
    /// The side of its figure it is on; none if no joints show the plane of that, and it does not stand in the middle of it.
    pub side: Option<Side>,
}

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
    /// The figure's left.
    Left,
    /// On the plane.
    Middle,
    /// The figure's right.
    Right,
}

impl NewJoint {
    /// The joint for a place of the surface: halfway through the volume, below the active joint, else below the one with the
    /// largest weight there. `frames` are the joints' frames in the pose that is shown.
    ///
    /// A joint near the plane of its figure is moved onto it, if joints show that plane, or the figure stands in the middle of it.
    #[must_use]
    pub fn at(
        character: &Character,
        found: &Pointed,
        active: Option<JointIndex>,
        (frames, sides): (&[Affine3A], &SceneSides),
    ) -> Self {
        let skeleton = &character.rig.skeleton;
        // The "dominant joint" of a mesh without a skin is its node, which is no parent for a joint.
        let is_node = |joint: &JointIndex| character.instances.iter().any(|one| one.node == *joint);
        let dominant = || VertexFacts::of(character, found.place)?.dominant();
        let parent = active.or_else(|| dominant().filter(|joint| !is_node(joint)));
        let parent = parent.filter(|joint| joint.index() < skeleton.len());
        let bearer = parent.and_then(|joint| {
            Some(Bearer {
                joint,
                rest: skeleton.rest_model_from_joint(joint),
                posed: *frames.get(joint.index())?,
            })
        });
        let rest = bearer.map_or(found.middle, |bearer| bearer.at_rest(found.middle));
        let figure = sides.of(skeleton, parent);
        let (plane, side) = (figure.plane, side_of(&figure, rest));
        let on_plane = side == Some(Side::Middle);
        let rest = match on_plane {
            true => rest - plane.normal * plane.height(rest),
            false => rest,
        };
        let seen = match bearer {
            Some(bearer) if on_plane => bearer.as_posed(rest),
            Some(_) => found.middle,
            None => rest,
        };
        Self {
            parent,
            rest,
            seen,
            side,
        }
    }
}

/// None if no joints show the plane of the figure, and it does not stand in the middle of it.
fn side_of(figure: &FigureSides, place: Vec3) -> Option<Side> {
    let (Bounds { min, max }, plane) = (figure.around, figure.plane);
    let size = (max - min).max_element();
    let middle = plane.height(0.5 * (min + max));
    let is_known = figure.by_joints || 2.0 * middle.abs() < MIDDLE * size;
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
