//! `dualskin skeleton rename`: other names for joints, by a convention, by search and replace, by a map or one by one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use character::SkeletonEdit;
use retarget::NameConvention;
use rig::{AddressMatch, JointIndex, Skeleton};
use scene::names::JointLabels;
use scene::report::pluralize;
use session::document::Document;
use session::state::motion_in::bring::bone_map;
use session::state::skeleton::joint_names::{NewNames, ReplaceChoice};
use session::state::skeleton::name_map::{MOST_BYTES, NameMap};
use session::state::weight_operations::weight_request::WhichJoints;
use whole_file::read_regular;

use super::skeleton_changes::{edit_skeleton, with_sentences};
use crate::source::opened::OpenedDocument;
use crate::terminal::destination::Destination;
use crate::terminal::printable::{list_names, short};
use crate::terminal::report::{JointCounts, Report};
use crate::terminal::stdin;
use crate::{Failure, FailureKind};

/// Which names joints get. Where several say one, the later member counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameChange {
    /// Bones of a person are called as here.
    pub convention: Option<NameConvention>,
    /// A text in names, and what takes its place.
    pub replace: Option<[String; 2]>,
    /// A file with names by those that joints have, or `-` for stdin.
    pub map: Option<PathBuf>,
    /// `OLD=NEW` for single joints.
    pub names: Vec<String>,
    /// Where the names of all joints are written, old and new, to be corrected and given as `map`.
    pub map_out: Option<Destination>,
}

type Names = BTreeMap<JointIndex, String>;
type JointNames = Vec<(JointIndex, String)>;

/// The document with other names of joints, and what is told of that.
pub(crate) fn rename_joints(
    source: &str,
    change: &NameChange,
    opened: &OpenedDocument,
    mut report: Report,
) -> Result<(Document, Report), Failure> {
    let document = &opened.document;
    let skeleton = &document.character.rig.skeleton;
    let mut names = Names::new();
    if let Some(convention) = change.convention {
        names.extend(names_of_bones(source, document, convention)?);
    }
    if let Some([find, replace]) = &change.replace {
        if find.is_empty() {
            return Err(Failure::Usage(
                "--find: give a text to look for.".to_owned(),
            ));
        }
        names.extend(replace_in_names(skeleton, find, replace));
    }
    if let Some(path) = &change.map {
        let (mapped, absent) = names_of_map(source, path, skeleton)?;
        names.extend(mapped);
        if !absent.is_empty() {
            let absent = list_names(absent.into_iter());
            report = report.remark(&format!("No joint is called {absent}."));
        }
    }
    for text in &change.names {
        names.extend([single_name(source, text, skeleton)?]);
    }
    names.retain(|&joint, name| skeleton.name(joint) != name);
    if let Some(output) = &change.map_out {
        let text = NameMap::of(skeleton, &names).to_text();
        output.write_with_backup(text.as_bytes(), opened.access())?;
    }
    let counts = JointCounts {
        renamed: names.len(),
        ..JointCounts::default()
    };
    report = report.with_joints(counts);
    if names.is_empty() {
        let words = "No joint was renamed: all are called so already, or nothing meant them.";
        return Ok((document.clone(), report.remark(words)));
    }
    let new = NewNames::from_names(skeleton, names.into_iter().collect());
    refuse_clashes(source, &new)?;
    report = report.remark(&format!("{} renamed.", pluralize(new.names.len(), "joint")));
    let names = new.names.into_iter();
    let names = names.map(|(joint, name)| (skeleton.key(joint), name));
    let edit = SkeletonEdit::RenameAll {
        names: names.collect(),
    };
    let (after, sentences) = edit_skeleton(source, document, &edit)?;
    Ok((after, with_sentences(report, &sentences)))
}

fn names_of_bones(
    source: &str,
    document: &Document,
    convention: NameConvention,
) -> Result<JointNames, Failure> {
    let named = bone_map(&document.character).bone_names(convention);
    if named.is_empty() {
        return Err(Failure::Known(
            FailureKind::NoMatch,
            format!(
                "{source}: no joint of it is a bone of a person, by its name or by the shape of the skeleton; name joints with --map or --name."
            ),
        ));
    }
    Ok(named)
}

fn replace_in_names(skeleton: &Skeleton, find: &str, replace: &str) -> JointNames {
    let choice = ReplaceChoice {
        find: find.to_owned(),
        replace: replace.to_owned(),
        joints: WhichJoints::All,
    };
    NewNames::from_replacement(skeleton, &[], &choice).names
}

/// The names that a file says, and those of it that no joint has.
fn names_of_map(
    source: &str,
    path: &Path,
    skeleton: &Skeleton,
) -> Result<(JointNames, Vec<String>), Failure> {
    let (file, bytes) = if path == Path::new(stdin::DASH) {
        (stdin::NAME.to_owned(), stdin::bytes(MOST_BYTES)?)
    } else {
        let file = path.display().to_string();
        let bytes = read_regular(path, MOST_BYTES).map_err(|error| {
            let remedy = error.remedy();
            let why = format!("{file}: the names cannot be read ({error}); {remedy}.");
            Failure::Known(FailureKind::of_reading(&error), why)
        })?;
        (file, bytes)
    };
    let map =
        NameMap::read(&bytes, &file).map_err(|why| Failure::Known(FailureKind::BadText, why))?;
    let (names, absent) = map.for_skeleton(skeleton);
    if absent.len() == map.names.len() {
        return Err(Failure::Known(
            FailureKind::NoMatch,
            format!(
                "{file}: no joint of {source} has a name that it lists before a colon; write names as `dualskin inspect` does, or begin with a list that --map-out writes."
            ),
        ));
    }
    Ok((names, absent))
}

/// A joint and its new name, of `OLD=NEW`.
fn single_name(
    source: &str,
    text: &str,
    skeleton: &Skeleton,
) -> Result<(JointIndex, String), Failure> {
    let labels = JointLabels::new(skeleton);
    let failed = |why: String| {
        let text = short(text);
        Failure::Usage(format!("{source}: --name {text}: {why}."))
    };
    // Names may have the sign in them: the first that leaves the name of a joint counts.
    for (place, _) in text.match_indices('=') {
        let (old, new) = text.split_at(place);
        let new = new.strip_prefix('=').unwrap_or_default();
        match labels.find(old) {
            AddressMatch::One(joint) => return Ok((joint, new.to_owned())),
            AddressMatch::Several => {
                let old = short(old);
                return Err(failed(format!(
                    "several joints are called {old}; give the names above it too, as hips/hand, or the number of its node, as “node 12”, which `dualskin inspect` lists"
                )));
            }
            AddressMatch::None => {}
        }
    }
    Err(failed(match text.split_once('=') {
        None => "write the name that the joint has and the new one with = between, as hand=wrist"
            .to_owned(),
        Some((old, _)) => format!(
            "no joint is called {}; `dualskin inspect` lists their names",
            short(old)
        ),
    }))
}

fn refuse_clashes(source: &str, new: &NewNames) -> Result<(), Failure> {
    if !new.empty.is_empty() {
        let joints = list_names(new.empty.clone().into_iter());
        return Err(Failure::Data(format!(
            "{source}: {joints} would have no name; give them one with --name."
        )));
    }
    if !new.taken.is_empty() {
        let names = list_names(new.taken.clone().into_iter());
        return Err(Failure::Data(format!(
            "{source}: more than one joint would be called {names}; give the others another name with --name."
        )));
    }
    Ok(())
}
