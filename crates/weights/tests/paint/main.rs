//! Painting: single changes, strokes, floods.

mod changes;
mod strokes;
mod support;
