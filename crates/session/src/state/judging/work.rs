//! The judgment of the open character, as the session has it. It is made by `features/judging/worker.rs`.

use std::sync::Arc;

use character::Character;
use rig::{DrivenSet, JointLimits, ScaleInheritance};

use super::{Purpose, Verdict};
use crate::document::Document;
use crate::document::joint_limits::LimitsOfJoints;

/// State of the judgment.
#[derive(Clone, Debug, Default)]
pub struct JudgingWork {
    /// What the character is for, which says what is too much.
    pub purpose: Purpose,
    /// How often it was asked for; 0 before the first time.
    pub asked: u64,
    /// What was found last.
    pub found: Option<Arc<Findings>>,
    /// Why the last one came to nothing.
    pub refused: Option<String>,
    /// The place that was shown last: check and place.
    pub visited: Option<[usize; 2]>,
}

/// What was found of a character.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The character that was judged.
    pub of: Arc<Character>,
    /// The scale inheritance of each of its joints, by which it was posed.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// How far its joints could turn; empty while limits were not obeyed.
    pub joint_limits: LimitsOfJoints,
    /// What followed the angles of its joints.
    pub driven: Arc<DrivenSet>,
    /// What came of all checks, with their limits.
    pub verdict: Verdict,
}

impl Findings {
    /// Whether skeleton, weights, limits of joints or what they drive have changed since.
    #[must_use]
    pub fn is_old(&self, now: &Document, limits: &[Option<JointLimits>]) -> bool {
        let is_same = Arc::ptr_eq(&self.of, &now.character) && self.driven == now.driven;
        !is_same || *self.joint_limits != *limits
    }
}

/// What can be asked of the report.
#[derive(Clone, Debug, PartialEq)]
pub enum JudgingIntent {
    /// Judges again for the same purpose.
    Begin,
    /// Judges anew, for a purpose.
    For(Purpose),
    /// Shows a place of a check in its pose.
    Visit(Arc<Findings>, [usize; 2]),
}

/// What came of a judgment.
#[derive(Clone, Debug, PartialEq)]
pub enum JudgingOutcome {
    /// The findings, once every check is done.
    Found(Arc<Findings>),
    /// Why nothing was judged, as a sentence.
    Refused(String),
}
