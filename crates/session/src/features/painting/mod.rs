//! Brush strokes and gradients, and the engine that makes edits of them.

pub(crate) mod actions;
mod apply;
mod blend_layer;
mod donor;
mod gradient;
mod gradient_job;
mod gradient_region;
mod gradients;
pub mod image;
mod mask_change;
pub mod number_task;
mod overlap;
pub mod paint_engine;
pub mod posed;
pub mod sculpting;
mod stroke_kind;
pub mod strokes;
pub mod whole;
