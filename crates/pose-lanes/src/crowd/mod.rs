//! Crowds: lanes are characters.

// In suggested reading order.
mod plan;

mod work;

pub(crate) mod lane_crowd;
