//! From clips and poses to palettes, by vectors of as many joints or characters as the processor has lanes.
//!
//! ```text
//! rig, once ─► PreparedRig: rests in the axes of the model
//! clip, once ─► PreparedClip: keys in the axes of the model, frame by frame
//! LanePose: sample(clip, time) or set(pose) ─► linear, dual_quaternion, two_phase ─► rig's palettes, as skinning takes them
//! ```
//!
//! # The idea
//!
//! Nothing is in axes of joints. With `B_i` the rest frames, `b_i` their rotations and `h_i` their heads, keys and poses are carried to the model's axes
//! at rest, which interpolation commutes with; then `M_i = (R(r_i), p_i − R h_i)` and the product down the chain, `C_i = C_p M_i`, **is** the skinning
//! matrix: no inverse bind and no second product. Dual quaternions go the same way, and stretches are carried like rotations.
//!
//! Palettes are `rig`'s own: entries of 64 and 32 bytes, written once from registers, which kernels read as they are.
//!
//! # What is left to the way joint by joint
//!
//! Single joints of a clip that [`PreparedClip`] names; signs that are decided once per pose, of two-phase palettes and of skins that are bound elsewhere than at rest;
//! two-phase palettes of other splits than the elongated rest and of other blends than dual quaternions. All come out right, at the speed of `rig`.

#![forbid(unsafe_code)]

// In suggested reading order.
mod error;

mod lane_count;

mod order;

mod algebra;

mod carry_stretch;

mod bind_rest;

mod prepared_skin;

mod prepared_rig;

mod carried;

mod key_times;

mod slerp;

mod frame_keys;

mod rotation_tracks;

mod vector_tracks;

mod shared_times;

mod clip_draft;

mod prepared_clip;

mod cursor;

mod sample;

mod set_pose;

mod motions;

mod chain;

mod stretched;

mod dual_chain;

mod signs;

mod polar_turn;

mod stretch_kind;

mod doubt;

mod two_phase;

mod reference;

mod lane_pose;

mod crowd;

mod threads;

pub use crowd::lane_crowd::{CrowdMember, DualRows, LaneCrowd, MatrixRows, set_from_rows};
pub use cursor::ClipCursor;
pub use error::LaneError;
pub use lane_pose::LanePose;
pub use lanes::SimdPath;
pub use prepared_clip::PreparedClip;
pub use prepared_rig::PreparedRig;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
