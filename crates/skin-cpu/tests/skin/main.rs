//! Tests of the skinning methods: golden vectors, a reference from Blender, identities, and what the door refuses.
#![expect(
    clippy::unwrap_used,
    clippy::float_cmp_const,
    reason = "the helpers of tests report by panicking, and compare what must be exact"
)]

mod common;

mod golden;
mod reference;

mod arbitrary;
mod identities;
mod properties;

mod validity;
