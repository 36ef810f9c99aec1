//! The built-in characters as the generator makes them.

use std::sync::OnceLock;

use xtask::assets::{self, Shape};

/// All of them, made once for all tests: it takes seconds.
pub(crate) fn shapes() -> &'static [Shape] {
    static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
    SHAPES.get_or_init(assets::shapes)
}

/// The one of that name.
pub(crate) fn shape(name: &str) -> &'static Shape {
    shapes().iter().find(|s| s.name == name).unwrap()
}
