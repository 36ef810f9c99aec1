//! Reader of presets, with errors that name their place.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use glam::{DVec3, Quat, Vec3};
use rig::{JointPreset, PosePreset};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use text_files::{
    FileFault, Format, TextFault, TextPlace, Version, offset_of, place_of, shorten, without_mark,
};

use super::{PresetFile, VERSION, angles, limit};

const FORMAT: Format = Format {
    name: "PosePreset",
    version: VERSION,
    implicit_some: true,
    hint: example,
    ..Format::PLAIN
};

/// An example of the syntax where brackets are missing, for the message.
const fn example(fault: &ron::Error) -> Option<&'static str> {
    Some(match fault {
        ron::Error::ExpectedStructLike | ron::Error::ExpectedNamedStructLike(_) => {
            ", as in `rotation: (0, 45, 0)` or `\"head\": (scale: (1, 2, 1))`"
        }
        ron::Error::ExpectedMap => ", as in `joints: { \"head\": (rotation: (0, 45, 0)) }`",
        _ => return None,
    })
}

/// Parses a preset; `file` is its name for messages, and names a preset without a name.
///
/// # Errors
///
/// The first error, with its place and a remedy.
pub fn read(text: &str, file: &str) -> Result<PresetFile, FileFault> {
    let text = without_mark(text);
    let fault = |fault| FileFault::new(file, fault);
    let document: Document<'_> = FORMAT.read(text).map_err(fault)?;
    if let Some((first, second)) = document.joints.find_repeated() {
        let [before, here] = [first, second].map(|joint| joint.place(text));
        let what = format!(
            "the joint {:?} stands here and in line {}; make one line of both",
            shorten(&second.name),
            before.line
        );
        let TextPlace { line, column } = here;
        return Err(fault(TextFault { line, column, what }));
    }
    Ok(document.into_file(file))
}

/// The file field by field.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "PosePreset")]
struct Document<'a> {
    #[serde(rename = "version")]
    _version: Version<VERSION>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    made_for: Option<String>,
    #[serde(borrow)]
    joints: Joints<'a>,
}

/// Channels of one joint; those left out do not change.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Joint")]
struct Channels {
    #[serde(default)]
    rotation: Option<Rotation>,
    #[serde(default)]
    translation: Option<Translation>,
    #[serde(default)]
    scale: Option<Scale>,
    #[serde(default)]
    shear: Option<Shear>,
}

impl Document<'_> {
    fn into_file(self, file: &str) -> PresetFile {
        let stem = || {
            Path::new(file)
                .file_stem()
                .map(|stem| stem.to_string_lossy())
        };
        let joints = self
            .joints
            .0
            .into_iter()
            .map(|(joint, channels)| JointPreset {
                joint: joint.name.into_owned(),
                rotation: channels.rotation.map(|rotation| rotation.0),
                translation: channels.translation.map(|translation| translation.0),
                scale: channels.scale.map(|scale| scale.0),
                shear: channels.shear.map(|shear| shear.0),
            });
        PresetFile {
            preset: PosePreset {
                joints: joints.collect(),
            },
            name: self
                .name
                .filter(|name| !name.trim().is_empty())
                .unwrap_or_else(|| stem().unwrap_or_default().into_owned()),
            note: self.note,
            made_for: self.made_for,
        }
    }
}

/// The joints in the order of the file; one may occur twice.
struct Joints<'a>(Vec<(JointName<'a>, Channels)>);

impl Joints<'_> {
    /// The first joint that occurs twice: its first and its second place.
    fn find_repeated(&self) -> Option<(&JointName<'_>, &JointName<'_>)> {
        let mut seen = std::collections::HashMap::new();
        self.0.iter().find_map(|(joint, _)| {
            let first = seen.insert(joint.name.as_ref(), joint)?;
            Some((first, joint))
        })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Joints<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Joints<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("joints as \"head\": (rotation: (0, 45, 0))")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut joints = Vec::new();
        while let Some(entry) = map.next_entry::<JointName<'de>, Channels>()? {
            joints.push(entry);
        }
        Ok(Joints(joints))
    }
}

/// A name that remembers where it stands: a part of the text, unless it has escapes.
struct JointName<'a> {
    name: Cow<'a, str>,
}

impl JointName<'_> {
    fn place(&self, text: &str) -> TextPlace {
        let offset = match &self.name {
            Cow::Borrowed(name) => offset_of(text, name),
            // Searched as it may have been written; an escape has many spellings.
            Cow::Owned(name) => text.rfind(&format!("{name:?}")).map(|quote| quote + 1),
        };
        // The place is that of the quote before the name.
        place_of(text, offset.unwrap_or_default().saturating_sub(1))
    }
}

impl<'de> Deserialize<'de> for JointName<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InPlace;
        impl<'de> Visitor<'de> for InPlace {
            type Value = Cow<'de, str>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a joint")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(name))
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(name.to_owned()))
            }
        }
        let name = from.deserialize_str(InPlace)?;
        if name.is_empty() {
            return Err(D::Error::custom(
                "a joint has no name here; write its path, as \"hand.L/#2\" for the second child of hand.L",
            ));
        }
        Ok(Self { name })
    }
}

struct Rotation(Quat);
struct Translation(Vec3);
struct Scale(Vec3);
struct Shear(Vec3);

impl<'de> Deserialize<'de> for Rotation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let numbers = from.deserialize_tuple(4, Numbers("rotation"))?;
        match numbers[..] {
            [x, y, z] => {
                within::<D::Error>("rotation", &numbers)?;
                Ok(Self(angles::rotation(DVec3::new(x, y, z))))
            }
            [x, y, z, w] => {
                within::<D::Error>("quaternion", &numbers)?;
                let length = x.hypot(y).hypot(z).hypot(w);
                // Below this the direction is made of the last digits that were written.
                if length < 1e-6 {
                    return Err(D::Error::custom(
                        "a quaternion of length 0 is no rotation; write (0, 0, 0, 1) for none",
                    ));
                }
                let unit = glam::DQuat::from_xyzw(x, y, z, w) * length.recip();
                Ok(Self(exact(
                    unit,
                    Quat::from_array([x, y, z, w].map(single)),
                )))
            }
            _ => Err(D::Error::custom(format!(
                "a rotation has three angles in degrees, or the four numbers of a quaternion, but here are {}; \
                 write it as (0, 45, 0)",
                numbers.len()
            ))),
        }
    }
}

/// The numbers as written if f32 cannot come nearer to unit length, so that a written rotation is read bit for bit;
/// else normalized.
fn exact(unit: glam::DQuat, written: Quat) -> Quat {
    if (written.as_dquat().length() - 1.0).abs() < 2e-7 {
        written
    } else {
        unit.as_quat()
    }
}

/// Three numbers of a field, within its limit.
fn three<'de, D: Deserializer<'de>>(from: D, field: &'static str) -> Result<Vec3, D::Error> {
    let numbers = from.deserialize_tuple(3, Numbers(field))?;
    within::<D::Error>(field, &numbers)?;
    match numbers[..] {
        [x, y, z] => Ok(Vec3::from_array([x, y, z].map(single))),
        _ => Err(D::Error::custom(format!(
            "a {field} has three numbers, but here are {}; write it as {}",
            numbers.len(),
            if field == "scale" {
                "(1, 1, 1)"
            } else {
                "(0, 0, 0)"
            }
        ))),
    }
}

impl<'de> Deserialize<'de> for Translation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        three(from, "translation").map(Self)
    }
}

impl<'de> Deserialize<'de> for Scale {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        three(from, "scale").map(Self)
    }
}

impl<'de> Deserialize<'de> for Shear {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        three(from, "shear").map(Self)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "within limits that f32 holds; rounding is meant"
)]
fn single(number: f64) -> f32 {
    number as f32
}

fn within<E: serde::de::Error>(field: &str, numbers: &[f64]) -> Result<(), E> {
    let limit = limit(field);
    let is_inside = |number: f64| number.abs() <= f64::from(limit);
    match numbers.iter().find(|&&number| !is_inside(number)) {
        None => Ok(()),
        Some(number) => Err(E::custom(format!(
            "{number:?} is beyond what a {field} can be; give a number from -{limit} to {limit}"
        ))),
    }
}

/// Any number of numbers in brackets, of which the first 16 are kept: enough for the error to count.
struct Numbers(&'static str);

impl<'de> Visitor<'de> for Numbers {
    type Value = Vec<f64>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the numbers of a {} in brackets", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = seq.next_element::<f64>()? {
            if numbers.len() < 16 {
                numbers.push(number);
            }
        }
        Ok(numbers)
    }
}
