//! The brush, gradients, layers and masks.

mod blend_map;
mod brush_keys;
mod bulge;
mod cesium;
mod donor;
mod gradient;
mod layers;
mod mask;
mod paint;
