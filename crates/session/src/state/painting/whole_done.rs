//! What comes of an operation on all points.

use character::WeightEdit;
use rig::NamePatterns;
use weights::Report;

use super::mirror_report::MirrorReport;
use crate::settings::CheckSettings;
use crate::state::weight_operations::weight_changes::OperationNotes;

/// What problems of weights are counted by.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedBy {
    /// Which kinds, and within which limits.
    pub checks: CheckSettings,
    /// The marks of sides in names.
    pub patterns: NamePatterns,
}

/// The result of an operation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WholeDone {
    /// Rows and numbers of maps to be set, by primitive.
    pub edits: Vec<WeightEdit>,
    /// What was changed, and what was skipped and why.
    pub report: Report,
    /// A further message, such as joints without a partner.
    pub remark: Option<String>,
    /// What is said beside what comes of comparing before with after.
    pub told: OperationNotes,
    /// Why nothing is to be changed, as one sentence with a remedy.
    pub refused: Option<String>,
    /// For a mirror, how both sides were found.
    pub mirror: Option<MirrorReport>,
    /// By what problems are to be counted before and after, where open seams were smoothed; none else.
    pub checked_by: Option<CheckedBy>,
}
