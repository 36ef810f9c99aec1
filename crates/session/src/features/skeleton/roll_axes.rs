//! Roll constraints that take over the twist about another axis, once one of their joints has another parent.

use character::Character;
use glam::Vec3;
use rig::{ConstraintKind, NodeConstraint, Skeleton};
use scene::names::joint_name;

/// Axes nearer than this, as a cosine, are one: rests are rounded.
const SAME: f32 = 1e-5;

/// One sentence for each roll constraint of a character whose axis an edit has turned in the joint that is followed.
///
/// A roll reads the twist about `S₀⁻¹ D₀ a`, with both local rotations at rest: other parents have others. Constraints that are gone are told
/// elsewhere.
pub(super) fn turned_rolls(before: &Character, after: &Character) -> Vec<String> {
    let [old, new] = [before, after].map(|character| &character.rig.skeleton);
    let sentences = before.constraints.constraints().iter().filter_map(|own| {
        let joint = |of| new.joint_of_key(old.key(of));
        let now = NodeConstraint {
            source: joint(own.source)?,
            destination: joint(own.destination)?,
            ..*own
        };
        let is_kept = after.constraints.of(now.destination) == Some(&now);
        let [axis_before, axis_after] = [axis_read(old, own)?, axis_read(new, &now)?];
        // About the opposite axis a twist has the opposite sign.
        let is_turned = axis_before.dot(axis_after) < 1.0 - SAME;
        (is_kept && is_turned).then(|| {
            format!(
                "{} follows the twist of {} about another axis now, since one of them has another parent: look at it in a pose, and parent the other one there too, or remove the constraint.",
                joint_name(new, now.destination),
                joint_name(new, now.source)
            )
        })
    });
    sentences.collect()
}

/// The axis that a roll reads, in the frame of the joint that is followed.
fn axis_read(skeleton: &Skeleton, constraint: &NodeConstraint) -> Option<Vec3> {
    let ConstraintKind::Roll(axis) = constraint.kind else {
        return None;
    };
    let rest = |joint| skeleton.local_keys(joint).rotation;
    let own = rest(constraint.destination) * axis.direction();
    Some(rest(constraint.source).conjugate() * own)
}
