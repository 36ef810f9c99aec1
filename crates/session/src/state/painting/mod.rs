//! Painting weights: the surface under the brush, the running stroke, and the edits that result. Knows no window.
//!
//! The surface to paint on is a [`PaintMesh`]: all primitives of one skin as one surface. The [`PaintEngine`](crate::features::painting::paint_engine::PaintEngine) keeps them,
//! poses them for the pane under the pointer, and turns pointer samples into edits; an operation on all points is a
//! [`WholeTask`](crate::features::painting::whole::WholeTask); the painting state of the session is [`Painting`](crate::state::painting::brush_work::Painting).

pub(crate) mod alike_skins;
pub mod brush_work;
pub(crate) mod mask;
pub(crate) mod mesh_sides;
pub(crate) mod mirror_images;
pub(crate) mod mirror_report;
pub(crate) mod paint_mesh;
pub mod sculpt;
pub(crate) mod skin_seams;
pub(crate) mod visited;
pub(crate) mod whole_done;

pub use mask::Mask;
pub(crate) use mesh_sides::{Sides, symmetry_by_vertex, symmetry_of, towards_left, usual_plane};
pub use mirror_report::{BY_TOPOLOGY, MirrorPair, MirrorReport, NAMES, NOT_BY_TOPOLOGY};
pub use paint_mesh::{MeshNumbers, MeshRows, PaintMesh, meters_per_unit};
pub use skin_seams::{OpenSeamPoint, seams_between_skins};
pub use visited::{VisitedPrimitives, unbound_points};
pub use whole_done::{CheckedBy, WholeDone};
