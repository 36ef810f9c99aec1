//! Joints of a ready skeleton, added to a document.

use std::collections::BTreeSet;

use character::{EditError, RestFrame, SkeletonEdit};
use rig::{FittedJoint, NamePatterns};

use crate::document::Document;

/// The document with the joints, and their keys, in the order of the joints.
///
/// They are roots beside the joints that there are, and a name that is taken gets a number.
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
    Ok((after, keys))
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
fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
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
