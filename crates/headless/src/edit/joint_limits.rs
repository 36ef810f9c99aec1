//! `dualskin skeleton limit`: how far joints may turn.

use std::path::PathBuf;
use std::sync::Arc;

use glam::Quat;
use rig::{JointIndex, JointLimits, NamePatterns};
use scene::names::joint_name;
use scene::report::pluralize;
use session::document::Document;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::posing::found_limits::{limits_from_clips, limits_from_names};
use whole_file::Files;

use super::joint_list;
use crate::Failure;
use crate::terminal::printable::list_names;
use crate::terminal::report::{JointCounts, Report};

/// Where limits come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitSource {
    /// The range that the clips use, with a margin.
    Clips,
    /// The range that people and animals have, by what their bones are called.
    Names,
    /// There are to be none any longer.
    Nothing,
}

/// Limits to set.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitChange {
    /// Where they come from.
    pub from: LimitSource,
    /// A file that names the joints, one a line; none for all.
    pub joints: Option<PathBuf>,
}

/// The document with limits of its joints, and what is to be told of them.
pub(crate) fn limit_joints(
    change: &LimitChange,
    document: &Document,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let joints = match &change.joints {
        Some(file) => joint_list::read(file, skeleton)?,
        None => skeleton.joints().collect(),
    };
    let pairs = character.joint_pairs(&NamePatterns::default());
    let limits = &document.joint_limits;
    let with_limits = |found: Vec<(JointIndex, JointLimits)>| {
        let found = found.into_iter();
        found.map(|(joint, own)| (joint, Some(own))).collect()
    };
    let set: Vec<(JointIndex, Option<JointLimits>)> = match change.from {
        LimitSource::Clips => with_limits(limits_from_clips(character, limits, &pairs, &joints)),
        LimitSource::Names => {
            let bones = FoundBones::of(character, None, &Files::default());
            with_limits(limits_from_names(character, &bones, &pairs, &joints))
        }
        LimitSource::Nothing => {
            let has_limits =
                |joint: &JointIndex| matches!(limits.get(joint.index()), Some(Some(_)));
            let limited = joints.iter().copied().filter(has_limits);
            limited.map(|joint| (joint, None)).collect()
        }
    };
    let mut all = limits.to_vec();
    for (joint, own) in &set {
        if let Some(slot) = all.get_mut(joint.index()) {
            *slot = *own;
        }
    }
    let mut report = report.with_joints(JointCounts {
        limited: set.len(),
        ..JointCounts::default()
    });
    report = report.remark(&words(change.from, set.len(), joints.len()));
    let excludes_rest = |own: &JointLimits| !own.allows(Quat::IDENTITY, 0.0);
    let beyond = set
        .iter()
        .filter(|(_, own)| own.as_ref().is_some_and(excludes_rest));
    let beyond: Vec<String> = beyond
        .map(|(joint, _)| joint_name(skeleton, *joint))
        .collect();
    if !beyond.is_empty() {
        let names = list_names(beyond.into_iter());
        report = report.remark(&format!("The rest pose is beyond the limits of {names}."));
    }
    let after = Document {
        joint_limits: Arc::from(all),
        ..document.clone()
    };
    Ok((after, report))
}

fn words(from: LimitSource, set: usize, meant: usize) -> String {
    let counted = pluralize(set, "joint");
    let left = match meant - set {
        0 => String::new(),
        left => pluralize(left, "other"),
    };
    let (done, why) = match from {
        LimitSource::Clips => (
            format!("{counted} limited to what the clips use"),
            "that no clip turns",
        ),
        LimitSource::Names => (
            format!("{counted} limited to what people and animals do"),
            "of which that is not known",
        ),
        LimitSource::Nothing => (format!("{counted} may turn freely"), "that had no limits"),
    };
    match left.is_empty() {
        true => format!("{done}."),
        false => format!("{done}; left out: {left} {why}."),
    }
}
