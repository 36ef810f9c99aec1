//! Corrective shapes: made from a pose, shaped in it by the brush, driven by it, and what they change in other poses.

pub(crate) mod actions;
mod apply;
pub mod loss_worker;
mod sculpt;
