//! Skinning on the CPU: every method as one function on slices, influences and a palette.
//!
//! ```text
//! vertices ─┐
//! influences ─┼─ linear_blend · dual_quat_blend · two_phase_blend · affine_blend ─► skinned vertices
//! palette ──┘
//! ```
//!
//! | function | palette | reference |
//! |---|---|---|
//! | [`linear_blend`] | [`MatrixPalette`](rig::MatrixPalette) | matrices blended linearly |
//! | [`dual_quat_blend`] | [`DualQuatPalette`](rig::DualQuatPalette) | Kavan et al. 2008, Algorithm 1 |
//! | [`two_phase_blend`] | [`TwoPhasePalette`](rig::TwoPhasePalette) | Kavan et al. 2008, section 4.2; with dual quaternions or another [`RigidBlend`](rig::RigidBlend) behind the first phase |
//! | [`affine_blend`] | [`AffineDualQuatPalette`](rig::AffineDualQuatPalette) | the rule of Blender 4 and later, here with any rotation |
//!
//! [`skinned_vertex`] and [`weight_slopes_vertex`] are one vertex by any method, and its derivative by the weights. [`RowMaps`] gives the affine map that carries a vertex. [`carry`] moves what has no joints. [`skin`] (or [`skin_vertices`], into new memory) is all of them behind one [`Palette`](rig::Palette), made for a [`Method`](rig::Method).
//!
//! # Conventions
//!
//! - All functions have one shape: `f(vertices, &influences, &palette, out) -> Result<(), SkinError>`. Memory is the
//!   caller's, in and out. Lengths are checked on entry; after that nothing can fail.
//! - A mesh may have a blend map, by which a method gives way to linear blending, and a bulge map, by which vertices that stand out at
//!   bends are drawn back: all functions but [`linear_blend`] take a [`Weighting`] in the place of influences.
//! - Vertices go from the model space of the bind to the model space of the pose.
//! - Normals are *usual* normals: those of the blended map with the weights, and the numbers of maps, held constant
//!   over the surface. [`skin_by_normals`] has the others, [`NormalTransform`] says which. They come out with length one, or zero
//!   where the map leaves no direction (it flattens space to a line, or the normal was zero).
//! - Tangents, where there are any, go by the same rule and come out at right angles to the normals.
//! - A vertex without influences stays at rest.
//! - A blend whose rotations cancel but for rounding (half and half a full turn apart) follows its first influence.
//!
//! # Layout
//!
//! One file per method. In each, `*_blend` is the public function and `*_blend_vertex` the blend of a single vertex: the map
//! that its influences make, to be applied to its position and its normal; `*_jacobian_vertex` is for exact normals. What the rest of
//! the crate asks of a method is one trait, `PaletteBlend`. The per-vertex functions are the counterparts
//! of shader functions of the same name, and all of them are the readable reference.
//!
//! The faster way is the folder `simd`: kernels for all methods, with maps and exact normals, that move 4 to 16 vertices
//! at once, by whatever vector instructions the processor has ([`SimdPath`]). [`skin`] and [`skin_by_normals`] take it, and [`Skinner`], which keeps its
//! memory, skins ranges, takes vertices [interleaved](Skinner::skin_interleaved) in one buffer and uses threads; what has no kernel they leave to the reference, vertex by vertex where need be. The functions named in the table above, and
//! those of single vertices, are always the reference, which the kernels equal but for rounding.

#![forbid(unsafe_code)]

// In suggested reading order.
mod vertices;

mod palette_blend;

mod linear;

mod signs;

mod dual_quat;

mod two_phase;

mod rigid;

mod direct_quaternion;
mod iterative;
mod log_matrix;
mod quaternion_translation;
mod spherical;

mod rigid_blends;

mod affine;

mod normals;

mod jacobian;

mod log_slopes;

mod jacobian_rigid;

mod bulge;

mod mapped;

mod each;

mod reference;

mod interleaved;

mod simd;

mod skin;

mod weight_slopes;

mod rest_delta;

mod sdef;

mod twisted;

mod row_maps;

mod threads;

pub use affine::{affine_blend, affine_blend_vertex, affine_jacobian_vertex};
pub use bulge::{Bulge, PosedBone, bulge_jacobian_vertex, bulge_vertex};
pub use direct_quaternion::direct_quaternion_blend_vertex;
pub use dual_quat::{dual_quat_blend, dual_quat_blend_vertex, dual_quat_jacobian_vertex};
pub use each::{carry, carry_by};
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use interleaved::{InterleavedMesh, InterleavedOut, VertexLayout};
pub use iterative::{ITERATIVE_PRECISION, ITERATIVE_STEPS, Iterated, iterative_blend_vertex};
pub use jacobian::{MapNumber, MethodVertex, SurfaceVertex, mapped_jacobian_vertex};
pub use jacobian_rigid::two_phase_jacobian_vertex;
pub use linear::{linear_blend, linear_blend_vertex, linear_jacobian_vertex};
pub use log_matrix::log_matrix_blend_vertex;
pub use mapped::mapped_blend_vertex;
pub use normals::NormalTransform;
pub use quaternion_translation::quaternion_translation_blend_vertex;
pub use rest_delta::{REST_DELTA_THRESHOLD, RestDelta, rest_delta, vertex_map};
pub use rig::{Vertices, Weighting};
pub use rigid_blends::two_phase_blend;
pub use row_maps::RowMaps;
pub use sdef::{SdefPlace, SdefVertex, sdef_vertex};
pub use simd::{Mesh, PreparedSkin, SimdPath, Skinner, UnknownSimdPath};
pub use skin::{SkinnedVertices, skin, skin_by_normals, skin_vertices};
pub use spherical::{
    AVERAGE_PRECISION, AVERAGE_STEPS, spherical_average_blend_vertex, spherical_blend_vertex,
};
pub use twisted::TwistedMesh;
pub use two_phase::{TwoPhase, two_phase_blend_vertex};
pub use vertices::{SkinError, SkinOutput, Slice};
pub use weight_slopes::{WeightedVertex, skinned_vertex, weight_slopes_vertex};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
