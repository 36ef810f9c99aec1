//! `dualskin skeleton twist`: twist joints along limbs.

use std::path::PathBuf;

use rig::JointIndex;
use session::document::Document;
use session::features::skeleton::twist_joints::{WithTwistJoints, insert_twist_joints};
use session::state::motion_in::kept_maps::FoundBones;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use super::joint_list;
use crate::terminal::report::{JointCounts, Report};
use crate::{Failure, FailureKind};

/// Twist joints to insert.
#[derive(Clone, Debug, PartialEq)]
pub struct TwistChange {
    /// How many on each limb, 1 to 4.
    pub count: u8,
    /// A file that names the joints at which limbs begin, one a line; none for all arms and legs.
    pub joints: Option<PathBuf>,
}

/// The document with twist joints, and what is to be told of them.
pub(crate) fn twist_joints(
    source: &str,
    change: &TwistChange,
    document: &Document,
    report: Report,
) -> Result<(Document, Report), Failure> {
    let character = &document.character;
    let joints: Option<Vec<JointIndex>> = match &change.joints {
        Some(file) => Some(joint_list::read(file, &character.rig.skeleton)?),
        None => None,
    };
    let bones = FoundBones::of(character, None, &Files::default());
    let work = WeightsWork::default();
    let count = usize::from(change.count);
    let made = insert_twist_joints(document, bones.map(), &work, joints.as_deref(), count);
    let WithTwistJoints {
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
