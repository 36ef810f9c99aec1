//! `dualskin skeleton`: joints added, renamed, turned, mirrored, limited and driven.

use std::path::{Path, PathBuf};

use character::SkeletonEdit;
use rig::{JointIndex, NamePatterns};
use scene::names::joint_name;
use scene::report::pluralize;
use session::document::Document;
use session::features::skeleton::figure_planes::{FigurePlanes, MirroredFigures, mirror_figures};
use session::state::skeleton::joint_work::OrientChoice;
use session::state::weight_operations::weight_request::joints_to_bind;
use weights::Direction;

use super::document_change::change_document;
use super::helper_joints::{HelperChange, helper_joints};
use super::joint_limits::{LimitChange, limit_joints};
use super::joint_list;
use super::skeleton::{BesideFile, Skeleton, refuse_skinned, with_skeleton};
use super::skeleton_names::{NameChange, rename_joints};
use crate::source::opened::OpenedDocument;
use crate::terminal::printable::list_names;
use crate::terminal::report::{JointCounts, Report};
use crate::terminal::several::{Several, character_name};
use crate::{Failure, FailureKind};

/// What is done to a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub enum SkeletonChange {
    /// Joints for meshes that have none.
    Add(Skeleton),
    /// Other names.
    Rename(NameChange),
    /// Axes that follow the bones.
    Orient {
        /// The axes.
        choice: OrientChoice,
        /// A file that names the joints, one a line; none for those that a mesh can be bound to.
        joints: Option<PathBuf>,
    },
    /// The joints that one side lacks.
    Mirror {
        /// The side that is read; none for both.
        from: Option<Direction>,
        /// How names tell left from right.
        names: NamePatterns,
        /// A file that names the joints that are read; none for all of the side.
        joints: Option<PathBuf>,
    },
    /// How far joints may turn.
    Limit(LimitChange),
    /// Joints that follow others by themselves.
    Helpers(HelperChange),
}

/// The options of these commands.
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonJob {
    /// The characters, where the results go, and how that is told.
    pub files: Several,
    /// What is done to each of the sources.
    pub change: SkeletonChange,
}

impl SkeletonChange {
    /// The command, as typed.
    const fn command(&self) -> &'static str {
        match self {
            Self::Add(Skeleton::Ready(_)) => "skeleton fit",
            Self::Add(Skeleton::Foreign { .. }) => "skeleton from",
            Self::Rename(_) => "skeleton rename",
            Self::Orient { .. } => "skeleton orient",
            Self::Mirror { .. } => "skeleton mirror",
            Self::Limit(_) => "skeleton limit",
            Self::Helpers(helpers) => helpers.kind.command(),
        }
    }

    /// The file that is read beside the sources.
    fn file_beside(&self) -> Option<&str> {
        match self {
            Self::Add(skeleton) => skeleton.read_file(),
            Self::Rename(names) => names.map.as_ref().and_then(|path| path.to_str()),
            Self::Orient { joints, .. }
            | Self::Mirror { joints, .. }
            | Self::Limit(LimitChange { joints, .. })
            | Self::Helpers(HelperChange { joints, .. }) => {
                joints.as_ref().and_then(|path| path.to_str())
            }
        }
    }
}

/// Changes the skeletons of characters, writes them as glTF or as projects, and reports what was changed.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources, and files that are to be corrected: markers, and
/// maps of names.
pub fn run(job: &SkeletonJob) -> Result<(), Failure> {
    let read: Vec<&str> = job.change.file_beside().into_iter().collect();
    match &job.change {
        SkeletonChange::Add(skeleton) => skeleton.check_markers_out(&job.files)?,
        SkeletonChange::Rename(names) => {
            if let Some(file) = &names.map_out {
                let beside = BesideFile {
                    option: "--map-out",
                    what: "names",
                    file,
                };
                beside.check(&read, &job.files)?;
            }
        }
        SkeletonChange::Orient { .. }
        | SkeletonChange::Mirror { .. }
        | SkeletonChange::Limit(_)
        | SkeletonChange::Helpers(_) => {}
    }
    job.files.refuse_stdin_for_each(&read)?;
    job.files.run(&read, &character_name, &|source, output| {
        change_document(source, &read, output, &|opened| {
            let report = Report::new(job.change.command(), source);
            apply_change(source, &job.change, opened, report)
        })
    })
}

fn apply_change(
    source: &str,
    change: &SkeletonChange,
    opened: &OpenedDocument,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let document = &opened.document;
    match change {
        SkeletonChange::Add(skeleton) => {
            refuse_skinned(source, &document.character, "this command is")?;
            let (after, facts) = with_skeleton(source, skeleton, opened)?;
            let counts = JointCounts {
                added: facts.joints,
                ..JointCounts::default()
            };
            let report = report.with_skeleton(Some(facts)).with_joints(counts);
            Ok((after, report))
        }
        SkeletonChange::Rename(names) => rename_joints(source, names, opened, report),
        SkeletonChange::Orient { choice, joints } => {
            orient_joints(source, *choice, joints.as_deref(), document, report)
        }
        SkeletonChange::Mirror {
            from,
            names,
            joints,
        } => {
            let meant = match joints {
                Some(file) => joint_list::read(file, &document.character.rig.skeleton)?,
                None => joints_of_side(document, *from, names),
            };
            mirror_joints(source, &meant, names, document, report)
        }
        SkeletonChange::Limit(limits) => limit_joints(limits, document, report),
        SkeletonChange::Helpers(helpers) => helper_joints(source, helpers, document, report),
    }
}

fn orient_joints(
    source: &str,
    choice: OrientChoice,
    listed: Option<&Path>,
    document: &Document,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let pairs = character.joint_pairs(&NamePatterns::default());
    let mut joints = match listed {
        Some(file) => joint_list::read(file, skeleton)?,
        None => joints_to_bind(document),
    };
    if joints.is_empty() {
        return Err(Failure::Known(
            FailureKind::NoJoints,
            format!(
                "{source}: there is no joint to turn; fit a skeleton first: dualskin skeleton fit."
            ),
        ));
    }
    if choice.mirrored {
        let partners = joints.iter().filter_map(|&joint| pairs.partner(joint));
        let partners: Vec<JointIndex> = partners.collect();
        joints.extend(partners);
    }
    joints.sort_unstable();
    joints.dedup();
    let skipped = joints.iter().filter_map(|&joint| {
        let why = character.why_not_turned(joint)?;
        Some(format!("{} ({why})", joint_name(skeleton, joint)))
    });
    let skipped: Vec<String> = skipped.collect();
    let report = match skipped.is_empty() {
        true => report,
        false => report.remark(&format!("Skipped: {}.", list_names(skipped.into_iter()))),
    };
    let edit = SkeletonEdit::orient(character, &joints, &choice.orientation(), &pairs);
    let turned = match &edit {
        SkeletonEdit::Orient { axes } => axes.len(),
        _ => 0,
    };
    let counts = JointCounts {
        turned,
        ..JointCounts::default()
    };
    let report = report.with_joints(counts);
    if turned == 0 {
        let words = "No joint was turned: all have these axes already, or no bone to follow.";
        return Ok((document.clone(), report.remark(words)));
    }
    let (after, edited) = edit_skeleton(source, document, &edit)?;
    let said = format!(
        "{} got other axes; clips and skin look as before.",
        pluralize(turned, "joint")
    );
    Ok((after, with_sentences(report.remark(&said), &edited)))
}

/// The joints that names put on a side; all without one. Nodes of meshes are none of them.
fn joints_of_side(
    document: &Document,
    from: Option<Direction>,
    names: &NamePatterns,
) -> Vec<JointIndex> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let has_mesh = |joint| character.instances.iter().any(|own| own.node == joint);
    let is_meant = |joint: &JointIndex| {
        let is_left = names.is_left(skeleton.name(*joint));
        match from {
            None => true,
            Some(Direction::LeftToRight) => is_left == Some(true),
            Some(Direction::RightToLeft) => is_left == Some(false),
        }
    };
    let joints = skeleton.joints().filter(is_meant);
    joints.filter(|&joint| !has_mesh(joint)).collect()
}

/// Joints of the other side for those that have none there.
fn mirror_joints(
    source: &str,
    joints: &[JointIndex],
    names: &NamePatterns,
    document: &Document,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let has_side = |joint: &JointIndex| names.mirror_name(skeleton.name(*joint)).is_some();
    if !joints.iter().any(has_side) {
        let (kind, why) = match joints_of_side(document, None, names).is_empty() {
            true => (
                FailureKind::NoJoints,
                "there is no joint to mirror; fit a skeleton first: dualskin skeleton fit",
            ),
            false => (
                FailureKind::NoMatch,
                "no name of a joint tells the side that is to be copied; say how names tell left from right, as with --names L/R",
            ),
        };
        return Err(Failure::Known(kind, format!("{source}: {why}.")));
    }
    let figures = FigurePlanes::new(character, names).by_figure(joints);
    let MirroredFigures {
        after,
        added,
        sentences,
        ..
    } = mirror_figures(document, figures, names);
    let counts = JointCounts {
        added: added.len(),
        ..JointCounts::default()
    };
    let mut report = report.with_joints(counts).remark(&match added.len() {
        0 => "No joint was added: none lacks its partner.".to_owned(),
        count => format!("Mirrored: {} more.", pluralize(count, "joint")),
    });
    for sentence in &sentences {
        report = report.remark(sentence);
    }
    Ok((after, report))
}

/// The document with an edit made, and what is to be told of it.
pub(crate) fn edit_skeleton(
    source: &str,
    document: &Document,
    edit: &SkeletonEdit,
) -> Result<(Document, Vec<String>), Failure> {
    let (after, edited) = document
        .with_skeleton_edit(edit)
        .map_err(|error| Failure::Data(format!("{source}: {error}.")))?;
    Ok((after, edited.report.sentences()))
}

pub(crate) fn with_sentences(report: Report, sentences: &[String]) -> Report {
    let add = |report: Report, sentence: &String| report.remark(sentence);
    sentences.iter().fold(report, add)
}
