//! Skinning many vertices at once, by the vector instructions of the processor that is there.
//!
//! ```text
//! influences, once ─► packed rows, lists of joints          (rig::PackedInfluences)
//! palette, once a pose ─► rows of 16, 8 or 4 numbers, signed (pose.rs)
//! block of 64 vertices ─► rows blended whole (blend.rs) ─► columns (lanes.rs) ─► maps of 4 to 16 vertices (maps.rs) ─► written (run.rs)
//! ```
//!
//! Nothing is written twice for different instructions but the turning of rows into columns and back. All else is generic over
//! [`Simd`](fearless_simd::Simd), inlined into one function for each method and instruction set, [`run::run`]. What is not inlined there would be
//! compiled without the instructions, so everything below it says `inline(always)`, and closures are avoided.
//!
//! Exact normals and the maps of a mesh go to the reference: `skinner.rs` decides.

mod average;
mod behind;
mod blend;
mod gather;
mod interleaved;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_x86;
mod maps;
mod method;
mod path;
mod pose;
mod pose_behind;
mod rows;
mod run;
mod running;
mod series;
mod skinner;
mod stages;

pub use path::{SimdPath, UnknownSimdPath};
pub use skinner::{Mesh, Skinner};
