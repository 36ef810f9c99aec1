//! Any skinning method as plain linear blending, with the error measured.
//!
//! Files know joints and weights, and every engine blends them linearly. What another method shows, with its signs, maps and scale, is
//! written down here as **helper joints**: each is a virtual row of weights, and its matrix in every pose is what the method makes of that
//! row. A vertex is then a linear blend of at most four joints and helpers.
//!
//! ```text
//! character, method, clips ─► points and their matrices ─► helpers (greedy) ─► nodes and keys ─► character, GLB, errors
//! ```
//!
//! [`BakeJob::run`] does it all. [`LivingJob::run`] makes helpers of the same kind that follow every pose, where the rows are known that
//! the file keeps in its `extras`; or chains of rotation constraints, where these are known. [`exact_scale`] is the part of it that needs
//! no fit: scale that stays with its joint, which files do not know, over joints of its own.
//!
//! Plain data in and out: no file is read or written, no window, no graphics device.

#![forbid(unsafe_code)]

// In suggested reading order.
mod moments;

mod own_keys;

mod points;

mod motions;

mod subsets;

mod greedy;

mod frames;

mod nodes;

mod written;

mod measure;

mod report;

mod exact;

mod error;

mod worst;

mod context;

mod job;

mod pose_clips;

mod living;

pub use error::BakeError;
pub use exact::{ExactScale, exact_scale};
pub use job::{BakeJob, Baked, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE, USUAL_TOLERANCE};
pub use living::{
    CHAINS_TOLERANCE, LIVING_TOLERANCE, LivingClip, LivingErrors, LivingJob, LivingKind,
    LivingReport, USUAL_POSES, USUAL_UNSEEN, WorstRow, random_poses,
};
pub use measure::SkinErrors;
pub use moments::Moment;
pub use nodes::HelperKind;
pub use pose_clips::with_pose_clips;
pub use report::{BakeReport, BakedHelper, Reason, WorstVertex};
