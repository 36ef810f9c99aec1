//! The commands that need no window, one module each: opening the source, the work, and printing the result. Reading the
//! command line and laying out text over pictures belong to the program.

#![forbid(unsafe_code)]

// What commands share, lowest first.
mod terminal;

mod source;

mod draw;

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
    advise, bake, bind, clip_changes, clips, convert, export, fit, helper_joints, joint_limits,
    retarget, rigging, skeleton, skeleton_changes, skeleton_names, transfer, weights,
};
pub use source::{hardware, instructions, opened, pose, preset, props, subject};
pub use terminal::failure::{Failure, FailureKind};
pub use terminal::{console, destination, printable, progress, report, several, sources, stdin};
