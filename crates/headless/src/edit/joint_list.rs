//! A file that lists joints: a name, or a node as `node 12`, a line; empty lines, and lines that begin with `#`, are passed over.

use std::collections::BTreeSet;
use std::path::Path;

use rig::{AddressMatch, JointIndex, Skeleton};
use scene::names::JointLabels;
use whole_file::read_regular;

use crate::terminal::printable::list_names;
use crate::{Failure, FailureKind};

/// The size limit in bytes: ten thousand joints take a tenth of it.
const LARGEST: u64 = 4 << 20;

/// The joints of a skeleton that a file names, in the order of the skeleton; all of those that have a name in common. What is no name is read
/// as a [label](JointLabels) of one joint.
///
/// # Errors
///
/// The file cannot be read, names none, or names some that the skeleton lacks.
pub(crate) fn read(path: &Path, skeleton: &Skeleton) -> Result<Vec<JointIndex>, Failure> {
    let file = path.display();
    let failed = |kind, what: String| Failure::Known(kind, format!("--joints {file}: {what}"));
    let bytes = read_regular(path, LARGEST).map_err(|error| {
        let words = "used, deform, all, or a file that names joints, one a line";
        let why = format!("{error}; give {words}, or {}.", error.remedy());
        failed(FailureKind::of_reading(&error), why)
    })?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(failed(
            FailureKind::BadText,
            "this is no text in UTF-8; list the names of joints, one a line.".to_owned(),
        ));
    };
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(str::trim);
    let names: BTreeSet<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if names.is_empty() {
        return Err(failed(
            FailureKind::BadText,
            "it names no joint; list their names, one a line.".to_owned(),
        ));
    }
    let labels = JointLabels::new(skeleton);
    let called = |name: &str| -> Vec<JointIndex> {
        let joints = skeleton.joints();
        let named: Vec<JointIndex> = joints
            .filter(|joint| skeleton.name(*joint) == name)
            .collect();
        match (named.as_slice(), labels.find(name)) {
            ([], AddressMatch::One(joint)) => vec![joint],
            _ => named,
        }
    };
    let (mut joints, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        let found = called(name);
        if found.is_empty() {
            missing.push(name.to_owned());
        }
        joints.extend(found);
    }
    if !missing.is_empty() {
        return Err(failed(
            FailureKind::NoMatch,
            format!(
                "the character has no joints called {}; `dualskin inspect` lists their names, and the numbers of their nodes, as “node 12”.",
                list_names(missing.into_iter())
            ),
        ));
    }
    joints.sort_unstable();
    joints.dedup();
    Ok(joints)
}
