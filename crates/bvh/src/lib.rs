//! Motion captures in the BVH format: a tree of joints with offsets and channels, and one row of numbers a frame.
//!
//! ```text
//! bytes ─ tokens ─► hierarchy (joints, channels) ─ rows ─► numbers, frame by frame ─ Bvh::local ─► rotation and position of a joint
//! ```
//!
//! The format has no standard. What is read, and what a number means, follows Meredith and Maddock, "Motion Capture File Formats Explained"
//! (University of Sheffield, 2001), and the files that programs write:
//!
//! - Angles are degrees. A joint's channels are turns about axes of its own, multiplied in the order in which they are listed:
//!   `Zrotation Xrotation Yrotation` is `R = R_z R_x R_y` on column vectors.
//! - Rest is all angles zero: every joint's axes are those of the file, and its head lies its offset from that of its parent.
//! - Channels of position give the place in the parent, in the place of the offset: see [`Bvh::local`].
//! - Lengths have no unit and the up axis no name; this crate passes them on.
//!
//! Memory is at most four times the file: what a header claims is never believed.
#![forbid(unsafe_code)]

mod model;

mod error;

mod lines;

mod read;

mod write;

pub use error::{BvhError, BvhNote};
pub use glam;
pub use model::{Axis, Bvh, Channel, ChannelKind, Joint, LocalTransform};

/// The example of this crate's README, which runs with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
