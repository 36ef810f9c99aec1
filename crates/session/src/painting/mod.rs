//! Painting weights: the surface under the brush, the running stroke, and the edits that result. Knows no window.
//!
//! The surface to paint on is a [`PaintMesh`]: all primitives of one skin as one surface. The [`PaintEngine`] keeps them,
//! poses them for the pane under the pointer, and turns pointer samples into edits; an operation on all points is a
//! [`WholeTask`]; the painting state of the session is [`Painting`](crate::tools::brush_work::Painting).

mod gradient_job;
mod gradient_region;
mod gradients;
mod image;
mod mask;
mod mesh_sides;
mod mirror_images;
mod mirror_report;
mod number_task;
mod overlap;
mod paint_engine;
mod paint_mesh;
mod posed;
mod skin_seams;
mod stroke_kind;
mod strokes;
mod visited;
mod whole;

pub use image::PosedMirrorPlane;
pub use mask::Mask;
pub(crate) use mesh_sides::{Sides, symmetry_by_vertex, symmetry_of, towards_left, usual_plane};
pub use mirror_report::{BY_TOPOLOGY, MirrorPair, MirrorReport, NAMES, NOT_BY_TOPOLOGY};
pub use number_task::NumberTask;
pub use paint_engine::{PaintEngine, Under};
pub use paint_mesh::{MeshNumbers, MeshRows, PaintMesh, meters_per_unit};
pub use posed::PosedMeshes;
pub use skin_seams::{OpenSeamPoint, seams_between_skins};
pub use strokes::Ghost;
pub use visited::{VisitedPrimitives, unbound_points};
pub use whole::{CheckedBy, WholeDone, WholeTask};
