//! Transfer: reference poses, links between joints, poses and clips.

pub(crate) mod clip;
mod clip_ways;
pub(crate) mod facing;
pub(crate) mod frames;
pub(crate) mod links;
pub(crate) mod reference;
pub(crate) mod retargeter;
pub(crate) mod source_tracks;
