//! Painting: single changes, strokes, floods.

mod changes;
mod floods;
mod numbers;
mod strokes;
mod support;
