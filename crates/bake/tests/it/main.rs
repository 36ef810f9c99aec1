//! Baked characters against the methods they were made of.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod support;
mod twitch;

mod chains;
mod exact;
mod fresh;
mod living;
mod pose_clips;
mod promise;
mod refusals;
mod slow;
mod stretched;
