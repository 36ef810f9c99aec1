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
mod exact_normals;
mod identities;
mod properties;

mod mirror;
mod validity;
mod weight_slopes;

mod edited;
