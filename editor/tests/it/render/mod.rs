//! The render module: cameras, boxes and ramps on paper, pictures on any device.

mod blended;
mod camera;
mod looks;
mod pictures;
mod ramps;
mod reload;
mod skins;
mod subjects;
