//! The humanoid map of an avatar: which joint is which bone of a person, as the VRM extensions say it.
//!
//! | file | extension | where the map is |
//! |---|---|---|
//! | VRM 0.x | `VRM` | `humanoid.humanBones`: a list of `{ bone, node }` |
//! | VRM 1.0 | `VRMC_vrm` | `humanoid.humanBones`: an object of `bone: { node }` |
//! | VRM animation 1.0 (`.vrma`) | `VRMC_vrm_animation` | as VRM 1.0 |
//!
//! A file with several of them has the map of the newest, in the order 1.0, 0.x, animation.

use std::collections::BTreeSet;

use crate::json::At;
use crate::reader::Reader;
use crate::skeleton::Joints;
use crate::tree::{Members, Node};
use crate::warning::WarningKind;

/// Which joints of a character are which bones of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Humanoid {
    /// The specification that the map is written by.
    pub format: HumanoidFormat,
    /// The bones that have a joint, in the order of the body: hips, spine, head, legs, arms, fingers. Every bone and every joint
    /// occurs at most once.
    pub bones: Vec<HumanoidBone>,
}

/// A bone of the humanoid map and its joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanoidBone {
    /// The bone's name in VRM 1.0, as `leftUpperArm`. What VRM 0.x calls `leftThumbProximal` and `leftThumbIntermediate` is
    /// `leftThumbMetacarpal` and `leftThumbProximal` here.
    pub role: &'static str,
    /// The key of the joint (`Skeleton::key`), which edits of the skeleton keep.
    pub joint: u32,
}

/// Two joints that are each other's mirror image, by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SidePair {
    /// The key of the joint of the character's left side.
    pub left: u32,
    /// The key of the joint of its right side.
    pub right: u32,
}

/// The specifications that have a humanoid map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HumanoidFormat {
    /// The extension `VRM`: avatars that look along −Z.
    Vrm0,
    /// The extension `VRMC_vrm`: avatars that look along +Z, as glTF asks for.
    Vrm1,
    /// The extension `VRMC_vrm_animation`: clips for avatars.
    VrmAnimation,
}

impl HumanoidFormat {
    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vrm0 => "VRM 0.x",
            Self::Vrm1 => "VRM 1.0",
            Self::VrmAnimation => "VRM animation 1.0",
        }
    }

    /// Whether characters of the format look along −Z; all others look along +Z.
    #[must_use]
    pub fn looks_along_negative_z(self) -> bool {
        self == Self::Vrm0
    }
}

impl Humanoid {
    /// The key of the joint that is the bone of this name in VRM 1.0; none where the map lacks it.
    #[must_use]
    pub fn joint(&self, role: &str) -> Option<u32> {
        let mut bones = self.bones.iter();
        bones.find(|bone| bone.role == role).map(|bone| bone.joint)
    }

    /// The joints of both sides that are one bone but for its side, as `leftFoot` and `rightFoot`. A bone that only one side has is
    /// in no pair.
    pub fn side_pairs(&self) -> impl Iterator<Item = SidePair> {
        self.bones.iter().filter_map(|bone| {
            let other = format!("right{}", bone.role.strip_prefix("left")?);
            Some(SidePair {
                left: bone.joint,
                right: self.joint(&other)?,
            })
        })
    }
}

/// The humanoid bones of VRM 1.0, in the order of the body.
const ROLES: [&str; 55] = [
    "hips",
    "spine",
    "chest",
    "upperChest",
    "neck",
    "head",
    "leftEye",
    "rightEye",
    "jaw",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "leftToes",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "rightToes",
    "leftShoulder",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightShoulder",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
    "leftThumbMetacarpal",
    "leftThumbProximal",
    "leftThumbDistal",
    "leftIndexProximal",
    "leftIndexIntermediate",
    "leftIndexDistal",
    "leftMiddleProximal",
    "leftMiddleIntermediate",
    "leftMiddleDistal",
    "leftRingProximal",
    "leftRingIntermediate",
    "leftRingDistal",
    "leftLittleProximal",
    "leftLittleIntermediate",
    "leftLittleDistal",
    "rightThumbMetacarpal",
    "rightThumbProximal",
    "rightThumbDistal",
    "rightIndexProximal",
    "rightIndexIntermediate",
    "rightIndexDistal",
    "rightMiddleProximal",
    "rightMiddleIntermediate",
    "rightMiddleDistal",
    "rightRingProximal",
    "rightRingIntermediate",
    "rightRingDistal",
    "rightLittleProximal",
    "rightLittleIntermediate",
    "rightLittleDistal",
];

/// The bones of VRM 0.x that VRM 1.0 calls otherwise.
const RENAMED: [(&str, &str); 4] = [
    ("leftThumbProximal", "leftThumbMetacarpal"),
    ("leftThumbIntermediate", "leftThumbProximal"),
    ("rightThumbProximal", "rightThumbMetacarpal"),
    ("rightThumbIntermediate", "rightThumbProximal"),
];

/// An entry of the file's map: the bone's name there, and the value that holds its node.
type Entry<'a> = (&'a str, At<'a>);

/// The humanoid map of the file; none where it has none of the extensions.
///
/// Entries that name no bone, no joint, or one of an earlier entry are left out, with a warning.
pub(crate) fn read_humanoid(reader: &Reader<'_>, joints: &Joints) -> Option<Humanoid> {
    let extensions = reader.root.get("extensions")?;
    let formats = [
        ("VRMC_vrm", HumanoidFormat::Vrm1),
        ("VRM", HumanoidFormat::Vrm0),
        ("VRMC_vrm_animation", HumanoidFormat::VrmAnimation),
    ];
    let found = formats.into_iter().find_map(|(name, format)| {
        let extension = extensions.get(name)?;
        extension.value.as_object().map(|_| (extension, format))
    });
    let (extension, format) = found?;
    let list = extension
        .get("humanoid")
        .and_then(|humanoid| humanoid.get("humanBones"));
    let mut bones: Vec<HumanoidBone> = Vec::new();
    let mut taken = BTreeSet::new();
    let mut n_ignored = 0;
    for (name, entry) in list.into_iter().flat_map(|list| entries(list, format)) {
        let bone = bone_of(name, &entry, (format, joints));
        match bone.filter(|bone| {
            let is_new = bones.iter().all(|other| other.role != bone.role);
            is_new && taken.insert(bone.joint)
        }) {
            Some(bone) => bones.push(bone),
            None => n_ignored += 1,
        }
    }
    if let Some(list) = &list {
        reader.warn_of(WarningKind::HumanoidBoneIgnored, list, n_ignored);
    }
    bones.sort_by_key(|bone| ROLES.iter().position(|role| *role == bone.role));
    Some(Humanoid { format, bones })
}

/// The entries of the map. Bones that VRM 0.x lists with the node −1, as `UniVRM` writes those that are not there, are none.
fn entries<'a>(list: At<'a>, format: HumanoidFormat) -> Box<dyn Iterator<Item = Entry<'a>> + 'a> {
    if format != HumanoidFormat::Vrm0 {
        let names = list.value.as_object().into_iter().flat_map(Members::names);
        return Box::new(names.filter_map(move |name| Some((name, list.get(name)?))));
    }
    let is_there = |entry: &At<'_>| {
        let node = entry.value.get("node").and_then(Node::as_f64);
        node.is_none_or(|node| 0.0 <= node)
    };
    let elements = list.elements().into_iter().flatten().filter(is_there);
    Box::new(elements.filter_map(|entry| Some((entry.value.get("bone")?.as_str()?, entry))))
}

fn bone_of(
    name: &str,
    entry: &At<'_>,
    (format, joints): (HumanoidFormat, &Joints),
) -> Option<HumanoidBone> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == name);
    let name = match renamed.filter(|_| format == HumanoidFormat::Vrm0) {
        Some((_, new)) => new,
        None => name,
    };
    let node = usize::try_from(entry.get("node")?.integer().ok()?).ok()?;
    let joint = *joints.of_node.get(&node)?;
    Some(HumanoidBone {
        role: ROLES.into_iter().find(|role| *role == name)?,
        joint: joints.skeleton.key(joint),
    })
}
