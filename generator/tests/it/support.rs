//! The built-in characters as the generator makes them.

use std::path::Path;
use std::sync::OnceLock;

use generator::Shape;

/// All of them, made once for all tests: it takes seconds.
pub(crate) fn shapes() -> &'static [Shape] {
    static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
    SHAPES.get_or_init(generator::shapes)
}

/// The one of that name.
pub(crate) fn shape(name: &str) -> &'static Shape {
    shapes().iter().find(|s| s.name == name).unwrap()
}

/// The folder that holds `assets/`.
pub(crate) fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
