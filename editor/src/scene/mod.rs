//! What the scene shows of a character, joined and kept: geometry that several parts of the program ask for.
//!
//! Nothing here draws, and nothing here changes the document.

mod combined_surface;
mod surface_cache;

pub use combined_surface::{CombinedSurface, VertexRanges, joined};
pub use surface_cache::SurfaceCache;
