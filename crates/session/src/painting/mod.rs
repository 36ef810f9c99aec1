//! Painting weights: the surface that the brush finds, a stroke at work, and what becomes of the character. Knows no window.
//!
//! What is painted on is a [`PaintMesh`]: all primitives of one skin as one surface. The [`PaintEngine`] keeps them, poses them for the
//! pane under the pointer, and turns where the pointer has been into edits; what is done to all points at once is a [`WholeTask`]; [`Painting`](crate::tools::brush_work::Painting) is what the session knows of it.

mod blend_map;
mod gradient_job;
mod gradient_region;
mod gradients;
mod image;
mod mirror_images;
mod paint_engine;
mod paint_mesh;
mod posed;
mod stroke_kind;
mod strokes;
mod visited;
mod whole;

pub use blend_map::BlendTask;
pub use paint_engine::{PaintEngine, Under};
pub use paint_mesh::{MeshNumbers, MeshRows, PaintMesh};
pub use posed::PosedMeshes;
pub use strokes::Ghost;
pub use visited::VisitedPrimitives;
pub use whole::{WholeDone, WholeTask};
