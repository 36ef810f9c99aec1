//! Signs of the entries of a palette, under the rules that decide them once per pose.

use crate::{JointIndex, PosedSkin};
use dq_math::{SignRule, signs};
use glam::Quat;

/// Memory for [`align`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SignMemory {
    /// One per joint of the skeleton.
    rotations: Vec<Quat>,
    /// One per joint of the skeleton.
    agreeing: Vec<f32>,
}

/// Gives the entries their signs, under rules that are decided once per pose. `entries`: one per joint of the skin's list.
pub(crate) fn align<T: Copy + core::ops::Neg<Output = T>>(
    (skin, rule, memory): (&PosedSkin<'_>, SignRule, &mut SignMemory),
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
    unlisted_rotation: impl Fn(JointIndex) -> Quat,
) {
    let SignMemory {
        rotations,
        agreeing,
    } = memory;
    match rule {
        SignRule::First | SignRule::Largest | SignRule::Running => {}
        SignRule::Hierarchical => {
            let listed = entries.iter().map(&real);
            set_rotations_of_all(skin, listed, unlisted_rotation, rotations);
            align_along_hierarchy(skin, entries, real, (rotations, agreeing));
        }
        SignRule::Followed => {
            skin.posed().signed_turns_into(rotations);
            for (entry, joint) in entries.iter_mut().zip(skin.bind().joints()) {
                if signs::toward(rotations[joint.index()], real(entry)) < 0.0 {
                    *entry = -*entry;
                }
            }
        }
    }
}

/// Gives every entry the sign of its joint when each joint agrees with its parent, roots first: [`SignRule::Hierarchical`], the
/// only rule that asks for rotations of joints that the skin does not list. `entries`: one per joint of the skin's list.
fn align_along_hierarchy<T: Copy + core::ops::Neg<Output = T>>(
    skin: &PosedSkin<'_>,
    entries: &mut [T],
    real: impl Fn(&T) -> Quat,
    (rotations, agreeing): (&[Quat], &mut Vec<f32>),
) {
    let parents = skin.posed().skeleton().parents();
    agreeing.clear();
    agreeing.resize(rotations.len(), 1.0);
    signs::hierarchical(
        rotations,
        |joint| parents[joint].map(JointIndex::index),
        agreeing,
    );
    for (entry, joint) in entries.iter_mut().zip(skin.bind().joints()) {
        // Against the joint's rotation, not by its sign alone: a joint that a skin lists twice, with different binds, may
        // have another rotation at its second place.
        let pivot = rotations[joint.index()] * agreeing[joint.index()];
        if signs::toward(pivot, real(entry)) < 0.0 {
            *entry = -*entry;
        }
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
    let skeleton = skin.posed().skeleton();
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
