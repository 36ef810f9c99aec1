//! Names of bones as programs write them, to be given to joints.

use super::bone_map::BoneMap;
use super::slot::Slot;
use rig::{BodySide, HumanBone, JointIndex};

/// Whose names joints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameConvention {
    /// `leftUpperArm`, as VRM 1.0 names bones.
    Vrm,
    /// `LeftUpperArm`, as Unity's `HumanBodyBones`.
    Unity,
    /// `mixamorig:LeftArm`, as Mixamo and what was made with it.
    Mixamo,
    /// `upperarm_l`, as the mannequin of Unreal Engine.
    Unreal,
}

impl NameConvention {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Vrm, Self::Unity, Self::Mixamo, Self::Unreal];

    /// The name of the convention, as options and messages have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vrm => "vrm",
            Self::Unity => "unity",
            Self::Mixamo => "mixamo",
            Self::Unreal => "unreal",
        }
    }

    /// What a bone is called.
    ///
    /// [`BoneMap::find`] finds the bone again by each of these names.
    #[must_use]
    pub fn bone_name(self, bone: HumanBone) -> String {
        match self {
            Self::Vrm => bone.name().to_owned(),
            Self::Unity => unity(bone),
            Self::Mixamo => format!(
                "mixamorig:{}{}",
                side(bone, ["Left", "Right"]),
                mixamo(bone)
            ),
            Self::Unreal => format!("{}{}", unreal(bone), side(bone, ["_l", "_r"])),
        }
    }
}

impl BoneMap {
    /// The joints that are bones of a person, each with the name of its bone in a convention, in the order of the bones.
    ///
    /// Of a bone of several joints the first gets the name, and the others are left out, as twist joints and free slots are.
    #[must_use]
    pub fn bone_names(&self, convention: NameConvention) -> Vec<(JointIndex, String)> {
        let named = self.slots().filter_map(|(slot, mapped)| match slot {
            Slot::Human(bone) => Some((*mapped.joints.first()?, convention.bone_name(*bone))),
            Slot::Animal(_) | Slot::Free(_) => None,
        });
        named.collect()
    }
}

fn side(bone: HumanBone, [left, right]: [&'static str; 2]) -> &'static str {
    match bone.side() {
        None => "",
        Some(BodySide::Left) => left,
        Some(BodySide::Right) => right,
    }
}

/// The name in VRM without its side and with a capital: `UpperArm`.
fn of_either_side(bone: HumanBone) -> String {
    let name = bone.name();
    let plain = name.strip_prefix("left").or(name.strip_prefix("right"));
    let mut letters = plain.unwrap_or(name).chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Thumbs have the names that VRM 0 has, after it.
fn unity(bone: HumanBone) -> String {
    let plain = of_either_side(bone);
    let plain = match plain.as_str() {
        "ThumbMetacarpal" => "ThumbProximal",
        "ThumbProximal" => "ThumbIntermediate",
        other => other,
    };
    format!("{}{plain}", side(bone, ["Left", "Right"]))
}

fn mixamo(bone: HumanBone) -> String {
    let plain = of_either_side(bone);
    if let Some((finger, number)) = finger(&plain) {
        let finger = if finger == "Little" { "Pinky" } else { finger };
        return format!("Hand{finger}{number}");
    }
    match plain.as_str() {
        "Chest" => "Spine1",
        "UpperChest" => "Spine2",
        "UpperLeg" => "UpLeg",
        "LowerLeg" => "Leg",
        "Toes" => "ToeBase",
        "UpperArm" => "Arm",
        "LowerArm" => "ForeArm",
        other => other,
    }
    .to_owned()
}

fn unreal(bone: HumanBone) -> String {
    let plain = of_either_side(bone);
    if let Some((finger, number)) = finger(&plain) {
        let finger = match finger {
            "Little" => "pinky".to_owned(),
            other => other.to_lowercase(),
        };
        return format!("{finger}_0{number}");
    }
    match plain.as_str() {
        "Hips" => "pelvis",
        "Spine" => "spine_01",
        "Chest" => "spine_02",
        "UpperChest" => "spine_03",
        "Neck" => "neck_01",
        "UpperLeg" => "thigh",
        "LowerLeg" => "calf",
        "Toes" => "ball",
        "Shoulder" => "clavicle",
        "UpperArm" => "upperarm",
        "LowerArm" => "lowerarm",
        other => return other.to_lowercase(),
    }
    .to_owned()
}

/// The finger of a bone, and which of its joints it is, from 1.
fn finger(plain: &str) -> Option<(&'static str, u8)> {
    let fingers = ["Thumb", "Index", "Middle", "Ring", "Little"];
    let finger = fingers
        .into_iter()
        .find(|finger| plain.starts_with(finger))?;
    let number = match (finger, plain.strip_prefix(finger)?) {
        ("Thumb", "Metacarpal") => 1,
        ("Thumb", "Proximal") => 2,
        (_, "Proximal") => 1,
        (_, "Intermediate") => 2,
        (_, "Distal") => 3,
        _ => return None,
    };
    Some((finger, number))
}
