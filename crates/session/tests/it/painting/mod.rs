//! The brush, gradients and layers.

mod brush_work;
mod bulge;
mod gradient;
mod layer_speed;
mod layers;
