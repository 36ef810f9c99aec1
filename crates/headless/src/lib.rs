//! The commands that need no window, one module each: opening the source, the work, and printing the result. Reading the
//! command line and laying out text over pictures belong to the program.

#![forbid(unsafe_code)]

use scene::deform::DeformError;
use session::files::load::LoadError;
use thiserror::Error;
use whole_file::WriteError;

pub mod animated;
pub mod arrangement;
pub mod bake;
mod baked;
pub mod bench;
pub mod bind;
pub mod check;
pub mod clips;
pub mod console;
pub mod destination;
pub mod export;
mod extremes;
pub mod fit;
mod hand_pairs;
pub mod hardware;
pub mod inspect;
pub mod instructions;
mod joint_list;
pub mod moving;
mod obj;
pub mod opened;
mod panes;
pub mod picture;
pub mod pose;
pub mod pose_sheet;
pub mod preset;
pub mod printable;
pub mod progress;
mod remedies;
pub mod render;
pub mod report;
pub mod rigging;
pub mod shader;
pub mod share;
pub mod sheet;
pub mod skeleton;
pub mod skin;
mod stage;
pub mod stdin;
pub mod subject;
pub mod transfer;
pub mod weights;

/// Why a command has failed, as one sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The command line cannot be carried out as it is written, or names a thing that the file it is about lacks: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// Files, devices or data cannot be used: exit status 1.
    #[error("{0}")]
    Data(String),
    /// The result was printed, and is itself a reason to fail, as problems are under `--strict`: exit status 1.
    #[error("{0}")]
    Findings(String),
}

impl Failure {
    /// The exit status of the program.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Data(_) | Self::Findings(_) => 1,
        }
    }

    /// The failure as the JSON document that `--json` asks for; none where the result is the document already.
    #[must_use]
    pub fn document(&self) -> Option<String> {
        let document = serde_json::json!({
            "format": FAILURE_FORMAT,
            "status": self.status(),
            "error": printable::capped(&self.to_string()),
        });
        let is_new = !matches!(self, Self::Findings(_));
        is_new.then(|| printable::json_for_terminals(&document.to_string()))
    }
}

/// The version of [`Failure::document`] for readers to check.
const FAILURE_FORMAT: &str = "dualskin-error/1";

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Data(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Data(error.to_string())
    }
}

impl From<DeformError> for Failure {
    fn from(error: DeformError) -> Self {
        Self::Data(error.to_string())
    }
}
