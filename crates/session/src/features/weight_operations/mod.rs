//! Operations on all weights at once, most in the background.

pub(crate) mod actions;
pub(crate) mod apply;
pub mod worker;
