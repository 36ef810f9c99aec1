//! Skinning many vertices at once, by the vector instructions of the processor that is there.
//!
//! ```text
//! influences, once ─► packed rows, lists of joints          (rig::PackedInfluences)
//!                  └► batches of 4 to 16 vertices: their joints, weights in columns (rig::InfluenceBatches)
//! gradients of weights, once ─► batches of slopes, three columns a joint           (rig::WeightGradients::batches)
//! palette, once a pose ─► rows of 16, 8 or 4 numbers, signed (pose.rs)
//! page of batches ─► Σ weights · palette numbers, number by number (batches.rs) ─► maps of 4 to 16 vertices
//! block of 64 vertices ─► rows blended whole (blend.rs) ─► columns (crate lanes) ─► maps of 4 to 16 vertices (maps.rs) ─► written (run.rs)
//! ```
//!
//! Nothing is written twice for different instructions but the turning of rows into columns and back. All else is generic over
//! [`Simd`](fearless_simd::Simd), inlined into the functions for each method and instruction set, `run_many` and `run_many_beside`. What is not inlined there would be
//! compiled without the instructions, so everything below it says `inline(always)`, and closures are avoided.
//!
//! Where a mesh has maps, or exact normals are wanted, points and Jacobians go on to a second half, which is the same for all methods:
//!
//! ```text
//! palette, blended by the slopes of weights, in batches too or row by row (slopes.rs) ─► Jacobians (surface.rs)
//!         ─► mixed, drawn back, turned (finish.rs, bulge.rs)
//! ```
//!
//! `pose_batches.rs` decides which pages of a mesh go by batches and which row by row; `skinner.rs` what the reference does.

mod average;
mod average_slopes;
mod batches;
mod behind;
mod beside;
mod blend;
mod bulge;
mod dispatch;
mod finish;
mod gather;
mod interleaved;
mod maps;
mod method;
mod moved;
mod pose;
mod pose_batches;
mod pose_behind;
mod pose_beside;
mod prepared;
mod run;
mod running;
mod series;
mod skinner;
mod slopes;
mod stages;
mod surface;
mod workers;

pub use lanes::{SimdPath, UnknownSimdPath};
pub use prepared::PreparedSkin;
pub use skinner::{Mesh, Skinner};
