//! Clips edited as a whole, with their markers.

mod animation_layers;
pub(crate) mod apply;
pub(crate) mod clip_tool_actions;
mod clip_tools;
mod held_pins;
mod key_reduction;
pub mod key_reduction_worker;
pub(crate) mod marker_actions;
mod markers;
mod merged_clips;
pub(crate) mod mix_pad;
