//! `dualskin skeleton twist`, `pushers`, `muscles` and `face`: joints that follow others by themselves, with their weights.

use std::path::PathBuf;

use rig::JointIndex;
use session::document::Document;
use session::features::skeleton::face_joints::{FaceOptions, insert_face};
use session::features::skeleton::helper_joints::WithHelperJoints;
use session::features::skeleton::hinge_helpers::{MuscleOptions, insert_muscles, insert_pushers};
use session::features::skeleton::hinges::HelperAsk;
use session::features::skeleton::twist_joints::insert_twist_joints;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use super::joint_list;
use crate::terminal::report::{JointCounts, Report};
use crate::{Failure, FailureKind};

/// Helper joints to insert.
#[derive(Clone, Debug, PartialEq)]
pub struct HelperChange {
    /// Which of them.
    pub kind: HelperJoints,
    /// A file that names the joints that get them, one a line; none for all that usually have them.
    pub joints: Option<PathBuf>,
}

/// Kinds of helper joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HelperJoints {
    /// So many joints along each limb, 1 to 4, which share a twist.
    Twist(u8),
    /// Joints at elbows and knees, which move out by this share of what linear blending loses.
    Pushers(f32),
    /// Joints that swell as elbows and knees bend.
    Muscles(MuscleOptions),
    /// Eyes and jaw.
    Face(FaceOptions),
}

impl HelperJoints {
    /// The command, as typed.
    pub(crate) const fn command(&self) -> &'static str {
        match self {
            Self::Twist(_) => "skeleton twist",
            Self::Pushers(_) => "skeleton pushers",
            Self::Muscles(_) => "skeleton muscles",
            Self::Face(_) => "skeleton face",
        }
    }
}

/// The document with helper joints, and what is to be told of them.
pub(crate) fn helper_joints(
    source: &str,
    change: &HelperChange,
    document: &Document,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let character = &document.character;
    let joints: Option<Vec<JointIndex>> = match &change.joints {
        Some(file) => Some(joint_list::read(file, &character.rig.skeleton)?),
        None => None,
    };
    let bones = FoundBones::of(character, None, &Files::default());
    let ask = HelperAsk {
        document,
        map: bones.map(),
        joints: joints.as_deref(),
        work: &WeightsWork::default(),
    };
    let made = match change.kind {
        HelperJoints::Twist(count) => {
            let count = usize::from(count);
            insert_twist_joints(document, ask.map, ask.work, ask.joints, count)
        }
        HelperJoints::Pushers(push) => insert_pushers(&ask, push),
        HelperJoints::Muscles(options) => insert_muscles(&ask, options),
        HelperJoints::Face(options) => insert_face(&ask, options),
    };
    let WithHelperJoints {
        after,
        added,
        sentences,
    } = made.map_err(|why| Failure::Known(FailureKind::NoJoints, format!("{source}: {why}")))?;
    let mut report = report.with_joints(JointCounts {
        added: added.len(),
        ..JointCounts::default()
    });
    for sentence in &sentences {
        report = report.remark(sentence);
    }
    Ok((after, report))
}
