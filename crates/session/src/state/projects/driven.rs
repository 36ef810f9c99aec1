//! What follows the angles of joints, in a project.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{
    Addresses, DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenSet, DrivenTarget,
    DriverAngle, DriverMeasure, JointIndex,
};
use serde::{Deserialize, Serialize};

use super::angles::{degrees_of, radians_of};
use super::restore::{Finder, is_usable};
use crate::document::Document;
use crate::document::driven::driven_of_file;
use crate::document::waiting_poses::{node_of_weight, weight_of_node};

const THEN: &str = "what follows it is left out";

/// A number that follows the angle of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrivenShape {
    /// The address of the joint that drives.
    pub driver: String,
    /// Which angle of it.
    pub angle: AngleShape,
    /// The address of the joint that is driven, or that shows the mesh whose morph target is.
    pub joint: String,
    /// What of it.
    pub drives: DrivesShape,
    /// The curve: pairs of an angle in degrees and a value, which is in degrees too for a rotation.
    pub keys: Vec<(f64, f64)>,
    /// Whether the value takes the place of what is posed, in place of being added to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces: bool,
    /// Whether it is switched off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// Which angle of a joint drives, by axes of its rest frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AngleShape {
    /// The twist about an axis.
    Twist([f32; 3]),
    /// The part of the swing about the first axis, with the second one along the bone.
    Swing([f32; 3], [f32; 3]),
}

/// What is driven, by axes of the driven joint's rest frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrivesShape {
    /// The twist about an axis.
    Rotation([f32; 3]),
    /// The place along an axis, meters.
    Translation([f32; 3]),
    /// The factor along an axis.
    Scale([f32; 3]),
    /// The shear between two axes.
    Shear([f32; 3], [f32; 3]),
    /// The weight of a morph target, by its place in the mesh.
    Morph(usize),
}

impl DrivenShape {
    fn of(
        character: &Character,
        channel: &DrivenChannel,
        addresses: &Addresses<'_>,
    ) -> Option<Self> {
        let (joint, drives) = match channel.target {
            DrivenTarget::Rotation { joint, axis } => {
                (joint, DrivesShape::Rotation(axis.to_array()))
            }
            DrivenTarget::Translation { joint, axis } => {
                (joint, DrivesShape::Translation(axis.to_array()))
            }
            DrivenTarget::Scale { joint, axis } => (joint, DrivesShape::Scale(axis.to_array())),
            DrivenTarget::Shear {
                joint,
                axes: [one, other],
            } => (joint, DrivesShape::Shear(one.to_array(), other.to_array())),
            DrivenTarget::Morph(weight) => {
                let (joint, place) = node_of_weight(character, weight)?;
                (joint, DrivesShape::Morph(place))
            }
            DrivenTarget::Strength(_) => return None,
        };
        let value = |value: f32| match drives {
            DrivesShape::Rotation(_) => degrees_of(value),
            DrivesShape::Translation(_)
            | DrivesShape::Scale(_)
            | DrivesShape::Shear(..)
            | DrivesShape::Morph(_) => shortest(value),
        };
        let keys = channel.curve.keys().iter();
        Some(Self {
            driver: addresses.of(channel.driver.joint),
            angle: match channel.driver.measure {
                DriverMeasure::Twist { axis } => AngleShape::Twist(axis.to_array()),
                DriverMeasure::Swing { axis, bone } => {
                    AngleShape::Swing(axis.to_array(), bone.to_array())
                }
            },
            joint: addresses.of(joint),
            drives,
            keys: keys
                .map(|key| (degrees_of(key.angle), value(key.value)))
                .collect(),
            replaces: channel.combine == DrivenCombine::Replaces,
            muted: channel.muted,
        })
    }

    /// The channel; none, and told, where it cannot be used.
    fn channel(&self, character: &Character, work: &mut Finder<'_>) -> Option<DrivenChannel> {
        let driver = work.find(&self.driver, THEN)?;
        let joint = work.find(&self.joint, "what drives it is left out")?;
        let numbers = self.keys.iter().flat_map(|(angle, value)| [*angle, *value]);
        let are_usable = numbers
            .map(narrow)
            .chain(self.axes())
            .all(|number| is_usable(&[number]));
        let Some(target) = self.target(character, joint).filter(|_| are_usable) else {
            work.tell(format!(
                "{}: what {} drives of it holds numbers that cannot be used, or names no morph target; it is left out",
                self.joint, self.driver
            ));
            return None;
        };
        let is_angle = matches!(self.drives, DrivesShape::Rotation(_));
        let value = |value: f64| match is_angle {
            true => radians_of(value),
            false => narrow(value),
        };
        let keys = self.keys.iter().map(|&(angle, of)| DrivenKey {
            angle: radians_of(angle),
            value: value(of),
        });
        let curve = match DrivenCurve::new(keys) {
            Ok(curve) => curve,
            Err(why) => {
                work.tell(format!(
                    "{}: what {} drives of it is left out: {why}",
                    self.joint, self.driver
                ));
                return None;
            }
        };
        let measure = match self.angle {
            AngleShape::Twist(axis) => DriverMeasure::Twist {
                axis: Vec3::from_array(axis),
            },
            AngleShape::Swing(axis, bone) => DriverMeasure::Swing {
                axis: Vec3::from_array(axis),
                bone: Vec3::from_array(bone),
            },
        };
        Some(DrivenChannel {
            driver: DriverAngle {
                joint: driver,
                measure,
            },
            target,
            curve,
            combine: match self.replaces {
                true => DrivenCombine::Replaces,
                false => DrivenCombine::Adds,
            },
            muted: self.muted,
        })
    }

    fn axes(&self) -> impl Iterator<Item = f32> {
        let of_driver = match self.angle {
            AngleShape::Twist(axis) => [axis, axis],
            AngleShape::Swing(axis, bone) => [axis, bone],
        };
        let driven = match self.drives {
            DrivesShape::Rotation(axis)
            | DrivesShape::Translation(axis)
            | DrivesShape::Scale(axis) => [axis, axis],
            DrivesShape::Shear(one, other) => [one, other],
            DrivesShape::Morph(_) => [[0.0; 3]; 2],
        };
        of_driver.into_iter().chain(driven).flatten()
    }

    fn target(&self, character: &Character, joint: JointIndex) -> Option<DrivenTarget> {
        Some(match self.drives {
            DrivesShape::Rotation(axis) => DrivenTarget::Rotation {
                joint,
                axis: Vec3::from_array(axis),
            },
            DrivesShape::Translation(axis) => DrivenTarget::Translation {
                joint,
                axis: Vec3::from_array(axis),
            },
            DrivesShape::Scale(axis) => DrivenTarget::Scale {
                joint,
                axis: Vec3::from_array(axis),
            },
            DrivesShape::Shear(one, other) => DrivenTarget::Shear {
                joint,
                axes: [one, other].map(Vec3::from_array),
            },
            DrivesShape::Morph(place) => {
                DrivenTarget::Morph(weight_of_node(character, joint, place)?)
            }
        })
    }
}

/// The channels; none where they are those of the file.
pub(super) fn changed_driven(
    document: &Document,
    addresses: &Addresses<'_>,
) -> Option<Vec<DrivenShape>> {
    let character = &*document.character;
    if document.driven.channels() == driven_of_file(character).channels() {
        return None;
    }
    let channels = document.driven.channels().iter();
    let shapes = channels.filter_map(|channel| DrivenShape::of(character, channel, addresses));
    Some(shapes.collect())
}

/// The channels of a project, or without those of the file; what cannot be used is told, and the rest is kept.
pub(super) fn restore_driven(
    character: &Character,
    stored: Option<&[DrivenShape]>,
    work: &mut Finder<'_>,
) -> Arc<DrivenSet> {
    let Some(stored) = stored else {
        return driven_of_file(character);
    };
    let channels = stored.iter();
    let channels = channels.filter_map(|shape| shape.channel(character, work));
    let channels: Vec<DrivenChannel> = channels.collect();
    let (set, refused) = DrivenSet::of_those_that_can(channels, &character.rig.skeleton);
    for error in refused {
        work.tell(format!("{error}; one of them is left out"));
    }
    Arc::new(set)
}

/// With as few digits as give the number again.
fn shortest(value: f32) -> f64 {
    value
        .to_string()
        .parse()
        .unwrap_or_else(|_| f64::from(value))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is what is wanted; too large ones become infinite, and are refused"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
