//! Pins of joints in the `extras` of a character's file.

use std::sync::Arc;

use character::{Character, KeptPin, KeptPinRange};
use glam::{Quat, Vec3};

use super::Document;
use super::pins::{JointPin, PinRange};

/// The pins that a file keeps; those of joints or clips that are not there are left out.
#[must_use]
pub fn pins_of_file(character: &Character) -> Arc<[JointPin]> {
    let skeleton = &character.rig.skeleton;
    let pin = |kept: &KeptPin| {
        let to = match kept.to {
            Some(to) => Some(skeleton.joint_of_key(to)?),
            None => None,
        };
        let range = match kept.range {
            Some(range) => Some(PinRange {
                clip: character.clips.get(range.clip)?.id(),
                from: range.from,
                to: range.to,
                fade: range.fade,
            }),
            None => None,
        };
        Some(JointPin {
            joint: skeleton.joint_of_key(kept.joint)?,
            offset: Vec3::from_array(kept.offset),
            place: Vec3::from_array(kept.place),
            // To the bit where that is its length already.
            rotation: unit(Quat::from_array(kept.rotation)),
            to,
            holds_orientation: kept.holds_orientation,
            range,
        })
    };
    character.source.kept.pins.iter().filter_map(pin).collect()
}

fn unit(rotation: Quat) -> Quat {
    match rotation.is_normalized() {
        true => rotation,
        false => rotation.normalize(),
    }
}

/// The pins of a document as its file keeps them, in the order of the joints' keys.
#[must_use]
pub fn kept_pins(document: &Document) -> Vec<KeptPin> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let kept = |pin: &JointPin| {
        let range = match pin.range {
            Some(range) => Some(KeptPinRange {
                clip: (character.clips.iter()).position(|clip| clip.id() == range.clip)?,
                from: range.from,
                to: range.to,
                fade: range.fade,
            }),
            None => None,
        };
        Some(KeptPin {
            joint: skeleton.key(pin.joint),
            offset: pin.offset.to_array(),
            place: pin.place.to_array(),
            rotation: pin.rotation.to_array(),
            to: pin.to.map(|to| skeleton.key(to)),
            holds_orientation: pin.holds_orientation,
            range,
        })
    };
    let mut all: Vec<KeptPin> = document.pins.iter().filter_map(kept).collect();
    all.sort_by_key(|pin| pin.joint);
    all
}
