//! Where a click into the mesh puts a new joint: below which joint, and at which place, at rest and as posed.

use character::Character;
use glam::{Affine3A, Vec3};
use rig::JointIndex;
use scene::vertex_facts::VertexFacts;
use scene::view::bounds::Bounds;

use crate::tools::pointing::Pointed;
use crate::tools::rest_drag::Bearer;

/// Largest distance from the plane x = 0 that counts as in the middle, as a share of the figure's largest extent.
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

/// A side of a figure that stands in the middle. `x` grows to the figure's left, as in glTF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The figure's left.
    Left,
    /// On the plane x = 0.
    Middle,
    /// The figure's right.
    Right,
}

impl NewJoint {
    /// The joint for a place of the surface: halfway through the volume, below the active joint, else below the one with the
    /// largest weight there. `frames` are the joints' frames in the pose that is shown, and `bounds` is around the figure at
    /// rest.
    ///
    /// In a figure that stands symmetric to the plane x = 0, a joint near that plane is moved onto it.
    #[must_use]
    pub fn at(
        character: &Character,
        found: &Pointed,
        active: Option<JointIndex>,
        (frames, bounds): (&[Affine3A], &Bounds),
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
        let side = side_of(bounds, rest.x);
        let on_plane = side == Some(Side::Middle);
        let rest = if on_plane { rest.with_x(0.0) } else { rest };
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
fn side_of(&Bounds { min, max }: &Bounds, x: f32) -> Option<Side> {
    let size = (max - min).max_element();
    let is_in_the_middle = size > 0.0 && (min.x + max.x).abs() < MIDDLE * size;
    if !is_in_the_middle {
        return None;
    }
    Some(if x.abs() < MIDDLE * size {
        Side::Middle
    } else if x > 0.0 {
        Side::Left
    } else {
        Side::Right
    })
}
