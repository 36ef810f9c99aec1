//! Painting: single changes, strokes, floods.

mod changes;
mod support;
