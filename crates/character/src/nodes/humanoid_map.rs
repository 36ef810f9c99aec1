//! Reading of the humanoid map of an avatar, as the VRM extensions have it.
//!
//! | file | extension | where the map is |
//! |---|---|---|
//! | VRM 0.x | `VRM` | `humanoid.humanBones`: a list of `{ bone, node }` |
//! | VRM 1.0 | `VRMC_vrm` | `humanoid.humanBones`: an object of `bone: { node }` |
//! | VRM animation 1.0 (`.vrma`) | `VRMC_vrm_animation` | as VRM 1.0 |
//!
//! A file with several of them has the map of the newest, in the order 1.0, 0.x, animation.

use std::collections::BTreeSet;
use std::str::FromStr as _;

use rig::HumanBone;

use crate::bytes::reader::Reader;
use crate::fault::warning::WarningKind;
use crate::json::tree::{Members, Node};
use crate::json::value::At;
use crate::model::humanoid::{Humanoid, HumanoidBone, HumanoidFormat};
use crate::nodes::skeleton::Joints;

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
        let bone = bone_of(name, &entry, format, joints);
        match bone.filter(|bone| {
            // There are 55 roles at most, so that looking through all is quick.
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
    bones.sort_by_key(|bone| HumanBone::from_str(bone.role).ok());
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
    format: HumanoidFormat,
    joints: &Joints,
) -> Option<HumanoidBone> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == name);
    let name = match renamed.filter(|_| format == HumanoidFormat::Vrm0) {
        Some((_, new)) => new,
        None => name,
    };
    let node = usize::try_from(entry.get("node")?.integer().ok()?).ok()?;
    let joint = *joints.of_node.get(&node)?;
    Some(HumanoidBone {
        role: HumanBone::from_str(name).ok()?.name(),
        joint: joints.skeleton.key(joint),
    })
}
