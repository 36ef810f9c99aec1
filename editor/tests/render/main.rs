//! The render module: cameras, boxes and ramps on paper, pictures on any device.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first broken promise; helpers are not exempt by themselves"
)]

mod blended;
mod camera;
mod looks;
mod pictures;
mod ramps;
mod reload;
mod skins;
mod subjects;
