//! Painting weights: the surface under the brush, the running stroke, and the edits that result. Knows no window.
//!
//! The surface to paint on is a [`PaintMesh`]: all primitives of one skin as one surface. The [`Desk`] keeps them,
//! poses them for the pane under the pointer, and turns pointer samples into edits; an operation on all points is a
//! [`WholeTask`]; the painting state of the session is [`Painting`](crate::tools::brush_work::Painting).

mod blend_map;
mod desk;
mod gradient_job;
mod gradient_reach;
mod gradients;
mod image;
mod ink;
mod mirror_images;
mod paint_mesh;
mod posed;
mod shared;
mod strokes;
mod whole;

pub use blend_map::BlendTask;
pub use desk::{Desk, Under};
pub use paint_mesh::{MeshNumbers, MeshRows, PaintMesh};
pub use posed::PosedMeshes;
pub use shared::Met;
pub use strokes::Ghost;
pub use whole::{WholeDone, WholeTask};
