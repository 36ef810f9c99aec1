//! Pending poses as project data.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;
use glam::Quat;
use rig::{
    AddressMatch, Addresses, JointChannel, JointIndex, KeyValue, Pose, Rigid, Stretch, Target,
};
use serde::{Deserialize, Serialize};

use super::angles::degrees;
use super::keyed;
use super::keyed::Keyed;
use super::restore::{Finder, is_usable, unit};
use super::shape::{ClipMoment, JointPose, Project};
use crate::document::Document;
use crate::document::moment::Moment;
use crate::document::pending::{Changes, PendingPoses, value_of};
use crate::document::waiting_poses::{WaitingClip, WaitingPose, node_of_weight};

/// What was posed over a clip at a time and is not keyed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingShape {
    /// The clip and the time where it was posed.
    pub at: ClipMoment,
    /// The joints posed; what is none follows the clip.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub pose: Keyed<JointPose>,
    /// Morph weights of meshes, by the joint that is the mesh's node and the place among its weights.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub morphs: Keyed<BTreeMap<usize, f32>>,
}

/// All pending poses of a document.
pub(super) fn pending_of(document: &Document, addresses: &Addresses<'_>) -> Vec<PendingShape> {
    let shapes = document.pending.all().iter().map(|pending| PendingShape {
        at: ClipMoment::of(document, pending.moment),
        pose: joints_of(named_changes(&pending.changes, addresses)),
        morphs: morphs_of(weights(&document.character, &pending.changes, addresses)),
    });
    shapes.collect()
}

/// Those that wait for clips or joints that the character lacks.
pub(super) fn unplaced_shapes(document: &Document) -> Vec<PendingShape> {
    let shapes = document.pending.waiting().iter().map(|waiting| {
        let time = waiting.time;
        let at = match &waiting.clip {
            WaitingClip::There(clip) => ClipMoment::of(document, Moment { clip: *clip, time }),
            WaitingClip::Gone { place, name } => ClipMoment {
                clip: *place,
                name: name.clone(),
                time,
            },
        };
        PendingShape {
            at,
            pose: joints_of(waiting.joints.iter().cloned()),
            morphs: morphs_of(waiting.morphs.iter().cloned()),
        }
    });
    shapes.collect()
}

fn named_changes(
    changes: &Changes,
    addresses: &Addresses<'_>,
) -> impl Iterator<Item = (String, JointChannel, KeyValue)> {
    changes.iter().filter_map(|(target, value)| match *target {
        Target::Joint(joint, channel) => Some((addresses.of(joint), channel, *value)),
        Target::Morph(_) => None,
    })
}

fn weights(
    character: &Character,
    changes: &Changes,
    addresses: &Addresses<'_>,
) -> impl Iterator<Item = (String, usize, f32)> {
    changes
        .iter()
        .filter_map(|(target, value)| match (*target, *value) {
            (Target::Morph(weight), KeyValue::Number(value)) => {
                let (node, place) = node_of_weight(character, weight)?;
                Some((addresses.of(node), place, value))
            }
            _ => None,
        })
}

/// The value of a name in the list, a new one at its end if there is none.
fn entry<T: Default>(list: &mut Keyed<T>, name: String) -> Option<&mut T> {
    // From the end: values of one joint come one after another.
    let place = list.iter().rposition(|(other, _)| *other == name);
    let place = place.unwrap_or_else(|| {
        list.push((name, T::default()));
        list.len() - 1
    });
    list.get_mut(place).map(|(_, value)| value)
}

fn joints_of(values: impl Iterator<Item = (String, JointChannel, KeyValue)>) -> Keyed<JointPose> {
    let mut joints: Keyed<JointPose> = Vec::new();
    for (name, channel, value) in values {
        let Some(pose) = entry(&mut joints, name) else {
            continue;
        };
        match (channel, value) {
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
    joints
}

fn morphs_of(values: impl Iterator<Item = (String, usize, f32)>) -> Keyed<BTreeMap<usize, f32>> {
    let mut morphs: Keyed<BTreeMap<usize, f32>> = Vec::new();
    for (name, place, value) in values {
        if let Some(weights) = entry(&mut morphs, name) {
            weights.insert(place, value);
        }
    }
    morphs
}

/// The pending poses of a project. What finds no clip or no joint waits, and is told if it did not wait before.
pub(super) fn restore_pending(
    character: &Character,
    project: &Project,
    finder: &mut Finder<'_>,
) -> Arc<PendingPoses> {
    let addresses = Addresses::new(&character.rig.skeleton);
    let mut all = PendingPoses::default();
    let told = project.pending.iter().map(|shape| (shape, true));
    let known = project.pending_unplaced.iter().map(|shape| (shape, false));
    for (shape, is_told) in told.chain(known) {
        let pose = waiting(shape, finder);
        if is_told {
            tell(&pose, character, &addresses, finder);
        }
        all = all.placing(&pose, character, &addresses);
    }
    Arc::new(all)
}

/// A pose of a project by names; numbers that cannot be are told.
fn waiting(shape: &PendingShape, finder: &mut Finder<'_>) -> WaitingPose {
    let mut joints = Vec::new();
    for (name, set) in &shape.pose {
        // A pose of one joint stands in: setting it checks the numbers, and tells those that cannot be.
        let mut pose = Pose {
            rigid: vec![Rigid::IDENTITY],
            stretch: vec![Stretch::IDENTITY],
            ..Pose::default()
        };
        finder.set_joint(&mut pose, JointIndex(0), name, set);
        let values = posed_channels(&pose, JointIndex(0), set);
        joints.extend(values.filter_map(|(target, value)| match target {
            Target::Joint(_, channel) => Some((name.clone(), channel, value)),
            Target::Morph(_) => None,
        }));
    }
    let of_node = |(name, weights): &(String, BTreeMap<usize, f32>)| {
        let usable = weights.iter().filter(|(_, value)| is_usable(&[**value]));
        let usable = usable.map(|(place, value)| (name.clone(), *place, *value));
        usable.collect::<Vec<_>>()
    };
    let time = shape.at.time;
    WaitingPose {
        clip: WaitingClip::Gone {
            place: shape.at.clip,
            name: shape.at.name.clone(),
        },
        time: if time.is_finite() { time.max(0.0) } else { 0.0 },
        joints,
        morphs: shape.morphs.iter().flat_map(of_node).collect(),
    }
}

fn tell(
    pose: &WaitingPose,
    character: &Character,
    addresses: &Addresses<'_>,
    finder: &mut Finder<'_>,
) {
    if let (WaitingClip::Gone { place, name }, None) = (&pose.clip, pose.clip.of(character)) {
        let name = name.clone().unwrap_or_else(|| place.to_string());
        return finder.tell(format!(
            "{name}: there is no such clip now; what was posed over it waits in the project until there is"
        ));
    }
    let joints = pose.joints.iter().map(|(name, ..)| name);
    let nodes = pose.morphs.iter().map(|(name, ..)| name);
    for name in joints.chain(nodes) {
        if !matches!(addresses.find(name), AddressMatch::One(_)) {
            finder.tell(format!(
                "{name}: the character has no such joint; its pending pose waits in the project until there is"
            ));
        }
    }
}

fn posed_channels(
    pose: &Pose,
    joint: JointIndex,
    set: &JointPose,
) -> impl Iterator<Item = (Target, KeyValue)> {
    let has = |numbers: Option<[f32; 3]>| numbers.is_some_and(|numbers| is_usable(&numbers));
    let given = [
        (JointChannel::Translation, has(set.translation)),
        (
            JointChannel::Rotation,
            has(set.rotation)
                || set
                    .quaternion
                    .is_some_and(|turn| unit(Quat::from_array(turn)).is_some()),
        ),
        (JointChannel::Scale, has(set.scale)),
        (JointChannel::Shear, has(set.shear)),
    ];
    let given = given.into_iter().filter(|(_, is_set)| *is_set);
    given.filter_map(move |(channel, _)| {
        let value = value_of(pose, joint, channel)?;
        Some((Target::Joint(joint, channel), value))
    })
}
