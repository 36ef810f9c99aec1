//! Time: the clock of the clip, and poses of other times.

pub mod clock;
pub mod frames_shown;
pub mod motion;
pub mod trail_drag;
