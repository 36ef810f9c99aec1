//! Projects: what a user did to a character, as a text file beside the character's own, which it names and does not hold.
//!
//! [`Project`] is the file as data. `project/text.rs` turns it into text and back, `project/work.rs` takes the user's work out
//! of a document, `project/restore.rs` does it to a character again. docs/projects.md describes the file.

mod angles;
mod keyed;
mod packed;
mod recovery;
mod restore;
mod shape;
mod source;
mod state;
mod text;
mod work;

pub use recovery::{Left, Recovery, free_place, recovery_folder};
pub use restore::{Restored, restored};
pub use shape::{
    BoneShape, CameraPlace, ClipMoment, JointPose, PaintedShape, PaneShape, Project, Sight,
    SourceName, StoredInheritance,
};
pub use source::{Fingerprint, absolute, hash_of, is_project, project_name_for, source_from};
pub use state::{Next, OnDisk, ProjectDialog, ProjectState, Trouble};
pub use text::{read, write};
pub use work::work_of;

/// The version of the file that is written and read.
pub const VERSION: u32 = 1;

/// What the names of projects end in.
pub const EXTENSION: &str = "dualskin";
