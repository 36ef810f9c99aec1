//! Strokes, gradients, maps, layers and masks, as the brush is led over a pane.

mod gradient;
mod layer_steps;
mod layers;
mod maps;
mod mask;
mod sculpt;
mod strokes;
mod whole_meshes;

use glam::Vec2;

/// The way of a short stroke, in points.
const ALONG: Vec2 = Vec2::new(12.0, 6.0);
