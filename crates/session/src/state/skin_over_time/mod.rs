//! The skin over time: its lanes along a clip, and how they are measured.

pub mod sliding;
pub mod strip;
