//! Painting weights: the surface under the brush, the running stroke, and the edits that result. Knows no window.
//!
//! The surface to paint on is a [`PaintMesh`]: all primitives of one skin as one surface. The [`PaintEngine`](paint_engine::PaintEngine) keeps them,
//! poses them for the pane under the pointer, and turns pointer samples into edits; an operation on all points is a
//! [`WholeTask`](whole::WholeTask); the painting state of the session is [`Painting`](crate::tools::brush_work::Painting).

mod gradient_job;
mod gradient_region;
mod gradients;
pub mod image;
mod mask;
mod mask_change;
mod mesh_sides;
mod mirror_images;
mod mirror_report;
pub mod number_task;
mod overlap;
pub mod paint_engine;
mod paint_mesh;
pub mod posed;
mod skin_seams;
mod stroke_kind;
pub mod strokes;
mod visited;
pub mod whole;
mod whole_done;

pub use mask::Mask;
pub(crate) use mesh_sides::{Sides, symmetry_by_vertex, symmetry_of, towards_left, usual_plane};
pub use mirror_report::{BY_TOPOLOGY, MirrorPair, MirrorReport, NAMES, NOT_BY_TOPOLOGY};
pub use paint_mesh::{MeshNumbers, MeshRows, PaintMesh, meters_per_unit};
pub use skin_seams::{OpenSeamPoint, seams_between_skins};
pub use visited::{VisitedPrimitives, unbound_points};
pub use whole_done::{CheckedBy, WholeDone};
