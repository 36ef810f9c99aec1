//! Joints of a ready skeleton, added to a document.

use std::collections::BTreeSet;

use character::{EditError, RestFrame, SkeletonEdit};
use rig::{DrivenChannel, FittedJoint, JointIndex, NamePatterns, TwistSource, TwistedLimb};

use crate::document::Document;

/// The document with the joints, and their keys, in the order of the joints.
///
/// They are roots beside the joints that there are, and a name that is taken gets a number. Twist joints are driven as those that are
/// inserted later ([`rig::Skeleton::with_twist_joints`]).
///
/// # Errors
///
/// A joint that cannot be added.
pub fn with_joints(
    document: &Document,
    joints: &[FittedJoint],
    patterns: &NamePatterns,
) -> Result<(Document, Vec<u32>), EditError> {
    let mut after = document.clone();
    let skeleton = &document.character.rig.skeleton;
    let names = skeleton
        .joints()
        .map(|joint| skeleton.name(joint).to_owned());
    let mut taken: BTreeSet<String> = names.collect();
    let mut keys: Vec<u32> = Vec::new();
    for joint in joints {
        let key = after.character.next_joint_key();
        let name = free_name(&with_marks(&joint.name, patterns), &taken);
        let edit = SkeletonEdit::Add {
            // By key: indices may change with each edit.
            parent: joint.parent.and_then(|parent| keys.get(parent).copied()),
            name: name.clone(),
            frame: RestFrame::new(joint.model_from_joint),
        };
        (after, _) = after.with_skeleton_edit(&edit)?;
        taken.insert(name);
        keys.push(key);
    }
    Ok((with_twist_driven(after, joints, &keys), keys))
}

/// What stands in the names of twist joints, before their numbers.
const TWIST: &str = "_twist_";

/// The document in which twist joints among new ones follow the twist of their limbs.
fn with_twist_driven(document: Document, joints: &[FittedJoint], keys: &[u32]) -> Document {
    let skeleton = &document.character.rig.skeleton;
    let now = |place: usize| skeleton.joint_of_key(*keys.get(place)?);
    let children = |limb: usize, twists: bool| {
        let joints = joints.iter().enumerate();
        joints.filter_map(move |(place, joint)| {
            let is_meant = joint.parent == Some(limb) && joint.name.contains(TWIST) == twists;
            is_meant.then_some(place)
        })
    };
    let mut channels: Vec<DrivenChannel> = document.driven.channels().to_vec();
    for (limb, own) in joints.iter().enumerate() {
        let twists: Vec<JointIndex> = children(limb, true).filter_map(now).collect();
        let end = children(limb, false).next().and_then(now);
        let (Some(at), Some(end), false) = (now(limb), end, twists.is_empty()) else {
            continue;
        };
        let source = match own.name.starts_with("forearm") {
            true => TwistSource::End,
            false => TwistSource::Own,
        };
        let twisted = TwistedLimb::of_joints(skeleton, at, end, &twists, source);
        channels.extend(twisted.into_iter().flat_map(|limb| limb.channels));
    }
    // A limb without length twists nothing: its joints stay as they are posed.
    document.with_driven(channels).unwrap_or(document)
}

/// The name with the user's marks of sides, where `.L` and `.R` are not among them.
fn with_marks(name: &str, patterns: &NamePatterns) -> String {
    let side = [".L", ".R"].into_iter().find(|side| name.ends_with(side));
    let (Some(side), None) = (side, patterns.mirror_name(name)) else {
        return name.to_owned();
    };
    let Some((left, right)) = patterns.pairs().first() else {
        return name.to_owned();
    };
    let stem = name.strip_suffix(side).unwrap_or(name);
    let mark = if side == ".L" { left } else { right };
    if mark.ends_with(['_', '-']) {
        format!("{mark}{stem}")
    } else {
        format!("{stem}{mark}")
    }
}

/// The name, with a number before its side where it is taken.
pub(crate) fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    let side = [".L", ".R"].into_iter().find(|side| name.ends_with(side));
    let side = side.unwrap_or_default();
    let stem = name.strip_suffix(side).unwrap_or(name);
    let mut names = (2..=u32::MAX).map(|number| format!("{stem}_{number}{side}"));
    let free = names.find(|name| !taken.contains(name));
    free.unwrap_or_else(|| name.to_owned())
}
