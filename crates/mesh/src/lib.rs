//! Triangle meshes as plain slices: welding, normals, measures, the question "is it closed?", what a ray hits, and what
//! lies beside what.
//!
//! # Conventions
//!
//! - A mesh is `positions: &[Vec3]` and `triangles: &[[u32; 3]]`; a triangle lists vertices.
//! - Counter-clockwise triangles, seen from outside, point outwards (right-handed, as in glTF).
//! - Two vertices are *welded* when their positions are equal number for number. Files split vertices
//!   along texture seams and hard edges; welding undoes that, so that a surface is one surface.
//! - A *point* is a place of the surface, with all vertices welded there; [`Adjacency`] numbers them, and a
//!   [`PointIndex`] is such a number, which no vertex has.
//! - Sums run in f64 and in the order of the input, so the same mesh gives the same bits every time.
//! - Nothing here fails or panics on data: a triangle that names a vertex out of range, has a corner that is not
//!   finite, or has no area is left out of sums and named by [`check_closed_manifold`].
//!
//! This crate is a leaf: it knows vectors and nothing else.

#![forbid(unsafe_code)]

// In suggested reading order.
mod weld;

mod threads;

mod triangle;

mod normals;

mod measure;

mod point_distance;
mod point_index;

mod adjacency;

mod point_sets;

mod geodesic;

mod operators;
mod outer;

mod gradient_stencils;

mod corrective_smooth;

mod closed;
mod manifold;

mod bvh;

mod crossings;

mod openness;

pub use adjacency::Adjacency;
pub use bvh::{Bvh, Hit, Nearest};
pub use closed::is_closed_across;
pub use corrective_smooth::{SmoothDetail, SmoothPose, SmoothRule, Smoother};
pub use crossings::self_crossings;
pub use geodesic::{Geodesics, geodesic_distances};
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use gradient_stencils::{GradientStencils, StencilTerm};
pub use manifold::{ManifoldReport, check_closed_manifold};
pub use measure::{Bounds, bounds, volume};
pub use normals::{UNDEFINED_NORMAL, vertex_normals, vertex_normals_across};
pub use openness::{Openness, Stand};
pub use operators::{cotangents, gradients, point_areas};
pub use outer::{VisibleSide, visible_sides};
pub use point_distance::PointDistance;
pub use point_index::PointIndex;
pub use point_sets::{connected_points, edge_loops, grow_points, shrink_points};
pub use weld::weld;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
