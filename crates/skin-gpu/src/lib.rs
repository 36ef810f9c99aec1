//! Skinning on the GPU: the methods of `skin-cpu`, as compute kernels for wgpu.
//!
//! ```text
//!  Vertices, Weighting, MorphTargets ─► MeshData ─► SkinMesh ─┐
//!         Palette, morph weights, influences ─► InstancePose ─┴─► SkinInstances ─ Skinner::skin ─► a vertex buffer
//! ```
//!
//! The crate takes a device and never makes one. It opens no window, reads no file and waits for nothing but in
//! [`SkinInstances::read`].
//!
//! # Conventions
//!
//! - Vertices go from the model space of the bind to the model space of the pose. Morph targets are added first.
//! - A mesh may have a blend map, by which methods give way to linear blending, and a bulge map, by which they draw back what stands out
//!   at bends: [`MeshData::new`] and [`SkinMesh::write_influences`] take a [`Weighting`] in the place of influences. For a bulge map
//!   each pose comes with the joints' bones ([`InstancePose::bones`]).
//! - Any number of influences a vertex. A vertex without any stays at rest, morph targets added.
//! - Normals are *usual* normals, as in `skin-cpu`: unit, or zero where the map leaves no direction. With the gradients of its weights
//!   ([`MeshData::with_gradients`]) a mesh can have *exact* ones, by the Jacobian of the skinned surface
//!   ([`SkinInstances::use_exact_normals`]), and tangents along with them.
//! - Palettes for spherical blending come with the mesh's influences ([`InstancePose::influences`]): the points about which vertices
//!   turn are computed here, on the processor, once for each set of joints.
//! - The kernels agree with `skin-cpu` to rounding. Signs of rotations half a turn apart are chosen alike, since both count
//!   what is within [`TIE`](dq_math::signs::TIE) as a tie.
//! - Data are validated before they are uploaded: lengths, finite palettes, sizes against the device's limits. Meshes without vertices and
//!   calls without instances are fine and do nothing.
//!
//! # Which way
//!
//! | device | type | skinned vertices |
//! |---|---|---|
//! | with compute shaders | [`Skinner`], [`SkinInstances`] | once per pose, in a buffer that any number of passes draw from |
//! | without (WebGL 2) | [`VertexSkin`] | in the vertex shader of each pass |
//!
//! Both run the same WGSL. Its functions have counterparts of the same names in `skin-cpu` and `dq-math`.
//!
//! Speed: skinning on a GPU is bound by memory. A vertex costs 24 bytes in, 24 out, 4 for its row, 8 per influence, and 4
//! for its number of each map that there is; [`SkinMesh::with_packing`] has formats of 16, 16, and 3 or 4 an influence. Spherical blends read 4 more, and their centers from a small list. Blends that are
//! found in steps ([`RigidBlend::SphericalAverage`](rig::RigidBlend::SphericalAverage),
//! [`RigidBlend::Iterative`](rig::RigidBlend::Iterative)) look at every influence once more in each, and are bound by arithmetic.
//!
//! Reference: the methods' own, in `skin-cpu`.

#![forbid(unsafe_code)]

// In suggested reading order.
mod mesh_data;
mod patches;

mod gradients;

mod packing;

mod packed_normal;

mod pose_data;

mod layouts;

mod error;

mod limits;

mod mesh;

mod instances;

mod skinner;

mod read_back;

mod vertex_skin;

mod lists;

// What a browser has of a device stays on its thread.
#[cfg(not(target_family = "wasm"))]
mod threads;

pub use error::SkinGpuError;
pub use instances::{PACKED_SKINNED_LAYOUT, SKINNED_LAYOUT, SKINNED_TANGENT_LAYOUT, SkinInstances};
pub use layouts::{SkinVertex, joint_scalars};
pub use lists::PoseLists;
pub use mesh::SkinMesh;
pub use mesh_data::{MeshData, MorphTarget};
pub use packed_normal::{NormalFormat, normal_from_octahedral, octahedral_from_normal};
pub use packing::{InfluenceFormat, Packing};
pub use pose_data::InstancePose;
pub use read_back::SkinnedVertices;
pub use rig::{Vertices, Weighting};
pub use shaders::{ImportError, Sources, resolve};
pub use skinner::Skinner;
pub use vertex_skin::{VERTEX_SKIN_GROUP, VertexSkin};
/// The devices and buffers of the public functions: whoever takes this crate needs no version of its own.
pub use wgpu;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
