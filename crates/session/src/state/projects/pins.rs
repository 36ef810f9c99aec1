//! Pins of joints as project data.

use std::sync::Arc;

use character::Character;
use glam::{Quat, Vec3};
use rig::Addresses;
use serde::{Deserialize, Serialize};

use super::restore::{Finder, is_usable, unit};
use super::shape::{ClipMoment, Project};
use crate::document::Document;
use crate::document::moment::Moment;
use crate::document::pins::{JointPin, PinRange};
use crate::document::waiting_poses::clip_named;

/// A place of a joint that is held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinShape {
    /// The address of the joint.
    pub joint: String,
    /// What is held of it, in its frame, meters; none for its head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<[f32; 3]>,
    /// Where it is held, meters.
    pub place: [f32; 3],
    /// How the joint is turned there, as (x, y, z, w).
    pub rotation: [f32; 4],
    /// The address of the joint that the place goes along with; none holds it in the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Whether the orientation is held too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orientation: bool,
    /// When it is held; none without a clip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<PinRangeShape>,
}

/// The part of a clip in which a pin holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinRangeShape {
    /// The clip, and the time from which it is held.
    pub at: ClipMoment,
    /// Seconds from the clip's beginning until which it is held.
    pub until: f32,
    /// Seconds before and after that in which the clip passes over to it.
    #[serde(default)]
    pub fade: f32,
}

/// All pins of a document.
pub(super) fn pins_of(document: &Document, addresses: &Addresses<'_>) -> Vec<PinShape> {
    let shape = |pin: &JointPin| PinShape {
        joint: addresses.of(pin.joint),
        offset: (pin.offset != Vec3::ZERO).then(|| pin.offset.to_array()),
        place: pin.place.to_array(),
        rotation: pin.rotation.to_array(),
        to: pin.to.map(|to| addresses.of(to)),
        orientation: pin.holds_orientation,
        range: pin.range.map(|range| PinRangeShape {
            at: ClipMoment::of(
                document,
                Moment {
                    clip: range.clip,
                    time: range.from,
                },
            ),
            until: range.to,
            fade: range.fade,
        }),
    };
    document.pins.iter().map(shape).collect()
}

/// The pins of a project; those that the character has no joint or no clip for are left out and told.
pub(super) fn restore_pins(
    character: &Character,
    project: &Project,
    finder: &mut Finder<'_>,
) -> Arc<[JointPin]> {
    let pins = project
        .pins
        .iter()
        .filter_map(|shape| restored(character, shape, finder));
    pins.collect()
}

fn restored(character: &Character, shape: &PinShape, finder: &mut Finder<'_>) -> Option<JointPin> {
    const THEN: &str = "its pin is left out";
    let joint = finder.find(&shape.joint, THEN)?;
    let to = match &shape.to {
        Some(to) => Some(finder.find(to, "what is pinned to it is left out")?),
        None => None,
    };
    let offset = shape.offset.unwrap_or_default();
    let rotation = unit(Quat::from_array(shape.rotation));
    let (Some(rotation), true) = (rotation, is_usable(&shape.place) && is_usable(&offset)) else {
        finder.tell(format!(
            "{}: its pin holds numbers that are no place; it is left out",
            shape.joint
        ));
        return None;
    };
    let range = match &shape.range {
        Some(range) => Some(range_of(character, &shape.joint, range, finder)?),
        None => None,
    };
    Some(JointPin {
        joint,
        offset: Vec3::from_array(offset),
        place: Vec3::from_array(shape.place),
        rotation,
        to: to.filter(|to| *to != joint),
        holds_orientation: shape.orientation,
        range,
    })
}

fn range_of(
    character: &Character,
    joint: &str,
    shape: &PinRangeShape,
    finder: &mut Finder<'_>,
) -> Option<PinRange> {
    let name = shape.at.name.as_deref();
    let Some(clip) = clip_named(character, shape.at.clip, name) else {
        let name = name.map_or_else(|| shape.at.clip.to_string(), str::to_owned);
        finder.tell(format!(
            "{joint}: there is no clip {name}; its pin in that is left out"
        ));
        return None;
    };
    let times = [shape.at.time, shape.until, shape.fade];
    if !times.iter().all(|time| (0.0..=1e6).contains(time)) || shape.until < shape.at.time {
        finder.tell(format!(
            "{joint}: its pin holds from {} to {} s, which is no range; it is left out",
            shape.at.time, shape.until
        ));
        return None;
    }
    Some(PinRange {
        clip: clip.id(),
        from: shape.at.time,
        to: shape.until,
        fade: shape.fade,
    })
}
