//! Signs of the entries of a palette, under the rules that decide them once per pose.

use crate::{JointIndex, PosedSkin};
use dq_math::{SignRule, signs};
use glam::Quat;

/// Memory for [`align`], of the size of the skeleton.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignMemory {
    /// One per joint of the skeleton.
    rotations: Vec<Quat>,
    /// One per joint of the skeleton.
    agreeing: Vec<f32>,
    /// One per joint of the skeleton.
    turns: Vec<Quat>,
}

/// Gives the entries their signs, under rules that are decided once per pose. `entries`: one per joint of the skin's list.
pub(crate) fn align<T: Copy + core::ops::Neg<Output = T>>(
    skin: &PosedSkin<'_>,
    rule: SignRule,
    memory: &mut SignMemory,
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
    unlisted_rotation: impl Fn(JointIndex) -> Quat,
) {
    let SignMemory {
        rotations,
        agreeing,
        turns,
    } = memory;
    // All other rules choose at each vertex.
    if !matches!(rule, SignRule::Hierarchical | SignRule::Followed) {
        return;
    }
    let listed = entries.iter().map(&real);
    set_rotations_of_all(skin, listed, unlisted_rotation, rotations);
    if rule == SignRule::Hierarchical {
        agree_along_hierarchy(skin, rotations, agreeing);
    } else {
        skin.posed_skeleton().signed_turns_into(turns);
        follow_turns(skin, turns, rotations);
    }
    for (entry, joint) in entries.iter_mut().zip(skin.bind().joints()) {
        // Against the joint's rotation, not by its sign alone: a joint that a skin lists twice, with different binds, may
        // have another rotation at its second place.
        if signs::toward(rotations[joint.index()], real(entry)) < 0.0 {
            *entry = -*entry;
        }
    }
}

/// Below this, `⟨turn, rotation⟩` says nothing: the two are then more than 151° apart, as where scale mirrors a joint, or where
/// it rests half a turn from its bind. Rounding would choose.
const NO_EVIDENCE: f32 = 0.25;

/// Gives every rotation the sign with which its joint was turned: [`SignRule::Followed`]. Both slices: one per joint of the skeleton.
///
/// A rotation that its turn says nothing about agrees with its parent's, as under [`SignRule::Hierarchical`].
fn follow_turns(skin: &PosedSkin<'_>, turns: &[Quat], rotations: &mut [Quat]) {
    for (joint, parent) in skin
        .posed_skeleton()
        .skeleton()
        .parents()
        .iter()
        .enumerate()
    {
        let rotation = rotations[joint];
        let turn = turns[joint];
        let pivot = match parent {
            // Parents come first, so that theirs has its sign by now.
            Some(parent) if turn.dot(rotation).abs() < NO_EVIDENCE => rotations[parent.index()],
            _ => turn,
        };
        rotations[joint] = rotation * signs::toward(pivot, rotation);
    }
}

/// Lets each joint's rotation agree with its parent's, roots first: [`SignRule::Hierarchical`]. `rotations`: one per joint of the
/// skeleton.
fn agree_along_hierarchy(skin: &PosedSkin<'_>, rotations: &mut [Quat], agreeing: &mut Vec<f32>) {
    let parents = skin.posed_skeleton().skeleton().parents();
    agreeing.clear();
    agreeing.resize(rotations.len(), 1.0);
    signs::hierarchical(
        rotations,
        |joint| parents[joint].map(JointIndex::index),
        agreeing,
    );
    for (rotation, sign) in rotations.iter_mut().zip(agreeing) {
        *rotation *= *sign;
    }
}

/// One rotation per joint of the skeleton. `listed` are those of the skin's list, in its order; of a joint listed twice the
/// first counts.
fn set_rotations_of_all(
    skin: &PosedSkin<'_>,
    listed: impl DoubleEndedIterator<Item = Quat> + ExactSizeIterator,
    unlisted: impl Fn(JointIndex) -> Quat,
    rotations: &mut Vec<Quat>,
) {
    /// Of no length, and so no rotation of an entry.
    const NONE: Quat = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let skeleton = skin.posed_skeleton().skeleton();
    rotations.clear();
    rotations.resize(skeleton.len(), NONE);
    // Backwards, so that the first of several places of a joint stays.
    for (joint, rotation) in skin.bind().joints().iter().zip(listed).rev() {
        rotations[joint.index()] = rotation;
    }
    for (joint, rotation) in skeleton.joints().zip(rotations) {
        if *rotation == NONE {
            *rotation = unlisted(joint);
        }
    }
}
