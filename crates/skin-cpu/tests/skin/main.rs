//! Tests of the skinning methods: golden vectors, a reference from Blender, identities, and what the door refuses.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod common;

mod golden;
mod reference;
mod reference_models;

mod arbitrary;
mod blend_map;
mod identities;
mod properties;

mod mirror;
mod validity;
