//! Projects: the user's work on a character, as a text file beside the character's file, which it names and does not
//! contain.
//!
//! [`Project`] is the file as data. `projects/text.rs` converts it to text and back, `projects/work.rs` takes the work
//! from a document, `projects/restore.rs` applies it to a character. docs/projects.md describes the file.
//!
//! `features/projects/capture.rs` takes what it is made of from document and session, `projects/capture.rs` makes it in
//! the background, `features/projects/apply.rs` puts it back, `projects/open.rs` reads it with its character in the
//! task that opens files, `features/projects/saving.rs` writes it.

mod angles;
mod camera_place;
mod capture;
mod clip_euler;
mod clip_layers;
mod clips;
pub mod command;
mod driven;
mod file_shape;
mod inheritance;
mod interpolators;
mod joint_limits;
mod kept_weights;
mod keyed;
mod layers;
mod named;
pub mod open;
mod packed;
mod packed_keys;
mod pending;
mod pins;
mod props;
mod recovery;
mod reference;
mod renamed;
mod restore;
mod shape;
mod source;
mod state;
mod text;
mod told_faults;
mod work;
mod worn;

pub use camera_place::CameraPlace;
pub use capture::Capture;
pub(crate) use capture::StayingVersion;
pub use clip_euler::EulerShape;
pub use clip_layers::{ClipLayerKind, ClipLayerShape};
pub use clips::{ChannelShape, ClipNameShape, ClipShape, ClipsShape, RepeatShape, TrackShape};
pub use driven::{AngleShape, DrivenShape, DrivesShape};
pub use file_shape::{FileJoint, FileMesh, FilePrimitive, FileShape};
pub use inheritance::StoredInheritance;
pub use interpolators::{InterpolatedShape, InterpolatorShape, KernelShape};
pub use joint_limits::{LimitsShape, StoredLimits};
pub use kept_weights::{kept_shape, with_kept};
pub use layers::{AsFileShape, LayerShape, LayersShape};
pub use pending::PendingShape;
pub use pins::{PinRangeShape, PinShape};
pub use props::{AimShape, HolderSwitchShape, PropShape, WayShape};
pub use recovery::{Left, MOST_PICTURE, Recovery, free_place, recovery_folder};
pub use reference::{PicturesShape, SoundShape};
pub use restore::{Restored, restore_project};
pub use shape::{
    BoneShape, ClipMoment, JointPose, KeptShape, MeshMethodShape, PaintedShape, PaneShape, Project,
    Sight, SourceName, StoredVersion,
};
pub use source::{Fingerprint, absolute, hash_of, is_project, project_name_for, source_from};
pub use state::{Next, OnDisk, ProjectDialog, ProjectState, SavePath, Trouble};
pub use text::{MOST_BYTES, read, write};
pub use told_faults::untold;
pub use work::work_of;
pub use worn::WornShape;

/// Version of the project format that is read and written.
pub const VERSION: u32 = 1;

/// File ending of projects, without the dot.
pub const EXTENSION: &str = "dualskin";
