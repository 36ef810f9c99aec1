//! Painting: single changes, strokes, floods.

mod changes;
mod floods;
mod limbs;
mod numbers;
mod strokes;
mod support;
