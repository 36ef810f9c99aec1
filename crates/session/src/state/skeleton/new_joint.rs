//! Where a click into the mesh puts a new joint: below which joint, and at which place, at rest and as posed.

use character::Character;
use glam::{Affine3A, Vec3};
use rig::JointIndex;
use scene::vertex_facts::VertexFacts;

use crate::state::fitting::figure_sides::{SceneSides, Side};
use crate::state::skeleton::rest_drag::Bearer;
use crate::state::viewport::pointing::Pointed;

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
        let (plane, side) = (figure.plane, figure.side_of(rest));
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
