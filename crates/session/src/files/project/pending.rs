//! Pending poses as project data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::Character;
use rig::{Addresses, JointChannel, JointIndex, KeyValue, Pose, Target};
use serde::{Deserialize, Serialize};

use super::angles::degrees;
use super::keyed;
use super::keyed::Keyed;
use super::restore::Work;
use super::shape::{ClipMoment, JointPose};
use crate::document::Document;
use crate::document::keyed::clip_pose;
use crate::document::pending::{Changes, Pending, PendingPoses, value_of};

/// What was posed over a clip at a time and is not keyed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingShape {
    /// Clip and time.
    pub at: ClipMoment,
    /// The joints posed; what is none follows the clip.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub pose: Keyed<JointPose>,
    /// Morph weights by their place in the character.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub morphs: BTreeMap<usize, f32>,
}

/// All pending poses of a document.
pub(super) fn pending_of(document: &Document, addresses: &Addresses<'_>) -> Vec<PendingShape> {
    let shapes = document.pending.all().iter().map(|pending| PendingShape {
        at: ClipMoment::of(document, pending.moment),
        pose: joints_of(&pending.changes, addresses),
        morphs: morphs_of(&pending.changes),
    });
    shapes.collect()
}

fn joints_of(changes: &Changes, addresses: &Addresses<'_>) -> Keyed<JointPose> {
    let mut joints: BTreeMap<JointIndex, JointPose> = BTreeMap::new();
    for (target, value) in changes {
        let Target::Joint(joint, channel) = *target else {
            continue;
        };
        let pose = joints.entry(joint).or_default();
        match (channel, *value) {
            (JointChannel::Rotation, KeyValue::Rotation(rotation)) => match degrees(rotation) {
                Some(angles) => pose.rotation = Some(angles.to_array()),
                None => pose.quaternion = Some(rotation.to_array()),
            },
            (JointChannel::Translation, KeyValue::Vector(value)) => {
                pose.translation = Some(value.to_array());
            }
            (JointChannel::Scale, KeyValue::Vector(value)) => pose.scale = Some(value.to_array()),
            (JointChannel::Shear, KeyValue::Vector(value)) => pose.shear = Some(value.to_array()),
            _ => {}
        }
    }
    let named = joints
        .into_iter()
        .map(|(joint, pose)| (addresses.of(joint), pose));
    named.collect()
}

fn morphs_of(changes: &Changes) -> BTreeMap<usize, f32> {
    let morphs = changes
        .iter()
        .filter_map(|(target, value)| match (target, value) {
            (Target::Morph(weight), KeyValue::Number(value)) => Some((*weight, *value)),
            _ => None,
        });
    morphs.collect()
}

/// The pending poses of a project that fit the character; what does not is told.
pub(super) fn restored_pending(
    document: &Document,
    shapes: &[PendingShape],
    work: &mut Work<'_>,
) -> Arc<PendingPoses> {
    let mut all = PendingPoses::default();
    for shape in shapes {
        let character = &document.character;
        let Some(moment) = work.moment(character, Some(&shape.at)) else {
            continue;
        };
        let Some(mut pose) = clip_pose(document, moment, false) else {
            continue;
        };
        let mut changes = Changes::new();
        for (name, joint_pose) in &shape.pose {
            if let Some(joint) = work.find(name, "its unkeyed pose is left out") {
                work.set_joint(&mut pose, joint, (name, joint_pose));
                changes.extend(set_channels(&pose, joint, joint_pose));
            }
        }
        changes.extend(fitting_morphs(character, &pose, &shape.morphs));
        let pending = Pending { moment, changes };
        all = all.with(pending.moment, pending.changes);
    }
    Arc::new(all)
}

fn set_channels(
    pose: &Pose,
    joint: JointIndex,
    set: &JointPose,
) -> impl Iterator<Item = (Target, KeyValue)> {
    let given = [
        (JointChannel::Translation, set.translation.is_some()),
        (
            JointChannel::Rotation,
            set.rotation.is_some() || set.quaternion.is_some(),
        ),
        (JointChannel::Scale, set.scale.is_some()),
        (JointChannel::Shear, set.shear.is_some()),
    ];
    let channels: BTreeSet<JointChannel> = (given.into_iter())
        .filter_map(|(channel, is_set)| is_set.then_some(channel))
        .collect();
    let values = channels.into_iter().filter_map(move |channel| {
        let value = value_of(pose, joint, channel)?;
        Some((Target::Joint(joint, channel), value))
    });
    values.collect::<Vec<_>>().into_iter()
}

fn fitting_morphs(
    character: &Character,
    pose: &Pose,
    morphs: &BTreeMap<usize, f32>,
) -> Vec<(Target, KeyValue)> {
    let count = if character.instances.is_empty() {
        0
    } else {
        pose.morph_weights.len()
    };
    let fitting = morphs
        .iter()
        .filter(|(weight, value)| **weight < count && value.is_finite());
    fitting
        .map(|(weight, value)| (Target::Morph(*weight), KeyValue::Number(*value)))
        .collect()
}
