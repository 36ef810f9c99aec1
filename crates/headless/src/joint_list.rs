//! A file that lists joints: a name a line; empty lines, and lines that begin with `#`, are passed over.

use std::path::Path;

use rig::{JointIndex, Skeleton};
use whole_file::read_regular;

use super::Failure;
use super::printable::listed;

/// The size limit in bytes: ten thousand joints take a tenth of it.
const LARGEST: u64 = 4 << 20;

/// The joints of a skeleton that a file names, in the order of the skeleton; all of those that have a name in common.
///
/// # Errors
///
/// The file cannot be read, names none, or names some that the skeleton lacks.
pub(super) fn read(path: &Path, skeleton: &Skeleton) -> Result<Vec<JointIndex>, Failure> {
    let file = path.display();
    let failed = |what: String| Failure::Data(format!("--joints {file}: {what}"));
    let bytes = read_regular(path, LARGEST).map_err(|error| {
        let words = "used, deform, all, or a file that names joints, one a line";
        failed(format!("{error}; give {words}, or {}.", error.remedy()))
    })?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(failed(
            "this is no text in UTF-8; list the names of joints, one a line.".to_owned(),
        ));
    };
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(str::trim);
    let names: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if names.is_empty() {
        return Err(failed(
            "it names no joint; list their names, one a line.".to_owned(),
        ));
    }
    let has = |name: &str| skeleton.joints().any(|joint| skeleton.name(joint) == name);
    let missing = names.iter().filter(|name| !has(name));
    let missing: Vec<String> = missing.map(|name| (*name).to_owned()).collect();
    if !missing.is_empty() {
        return Err(failed(format!(
            "the character has no joints called {}; `dualskin inspect` lists their names.",
            listed(missing.into_iter())
        )));
    }
    let is_named = |joint: &JointIndex| names.contains(&skeleton.name(*joint));
    Ok(skeleton.joints().filter(is_named).collect())
}
