//! The brush, what it paints on, and how weights look.

pub mod brush_bar;
pub mod brush_options;
mod layer_choice;
pub(crate) mod layers;
pub mod vertex_mask;
pub mod weight_look;
