//! Sound and pictures that the user works from: what is done with them, and the worker that reads them.

pub(in crate::features) mod actions;
mod apply;
mod file_reading;
pub mod picture_worker;
pub mod sound_worker;
