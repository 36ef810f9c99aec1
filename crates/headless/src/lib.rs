//! The commands that need no window, one module each: opening the source, the work, and printing the result. Reading the
//! command line and laying out text over pictures belong to the program.

#![forbid(unsafe_code)]

use ::figures::error::FigureError;
use scene::deform::DeformError;
use session::state::opening::load::LoadError;
use thiserror::Error;
use whole_file::WriteError;

// What commands share, lowest first.
mod terminal;

mod source;

mod draw;

mod obj;

// The commands; those of a room are public at the root.
mod edit;

pub mod bench;
pub mod check;
pub mod figures;
pub mod inspect;
pub mod picture;
pub mod shader;
pub mod share;
pub mod skin;

pub use draw::{animated, arrangement, moving, pose_sheet, render, sheet};
pub use edit::{
    bake, bind, clips, convert, export, fit, retarget, rigging, several, skeleton, transfer,
    weights,
};
pub use source::{hardware, instructions, opened, pose, preset, subject};
pub use terminal::{console, destination, printable, progress, report, stdin};

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
            "error": printable::cap_message(&self.to_string()),
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

impl From<FigureError> for Failure {
    fn from(error: FigureError) -> Self {
        Self::Data(format!("{error}."))
    }
}
