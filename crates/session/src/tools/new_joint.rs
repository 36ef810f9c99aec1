//! Where a click into the mesh puts a new joint: below which joint, and at which place, at rest and as posed.

use character::Character;
use glam::{Affine3A, Vec3};
use rig::JointIndex;
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
    /// The side of the figure it is on; none if the figure does not stand in the middle.
    pub side: Option<Side>,
}

/// A side of a figure that stands in the middle. The normal of its plane goes to its left; in glTF that is x.
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
    /// largest weight there. `frames` are the joints' frames in the pose that is shown, `bounds` is around the figure at
    /// rest, and `plane` is the one in which it is symmetric, its normal to the left.
    ///
    /// In a figure that stands in the middle of the plane, a joint near that plane is moved onto it.
    #[must_use]
    pub fn at(
        character: &Character,
        found: &Pointed,
        active: Option<JointIndex>,
        (frames, bounds, plane): (&[Affine3A], &Bounds, &Plane),
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
        let side = side_of(bounds, plane, rest);
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

/// None if the figure does not stand in the middle.
fn side_of(&Bounds { min, max }: &Bounds, plane: &Plane, place: Vec3) -> Option<Side> {
    let size = (max - min).max_element();
    let middle = plane.height(0.5 * (min + max));
    if !(size > 0.0 && 2.0 * middle.abs() < MIDDLE * size) {
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
