//! Tests of the skinning methods: golden vectors, a reference from Blender, identities, validation, and edited skeletons.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod support;

mod golden;
mod reference;
mod reference_models;

mod arbitrary;
mod blend_map;
mod bulge;
mod exact_normals;
mod field;
mod identities;
mod interleaved;
mod iterative;
mod properties;
mod rest_delta;
mod row_maps;
mod running;
mod sdef;

mod as_turned;
mod mirror;
mod packed;
mod simd;
mod simd_batches;
mod simd_beside;
mod slope_batches;
mod validity;
mod weight_slopes;

mod edited;
