//! Tests of the crate `generator`: what the built-in characters are like.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod support;

mod characters;
mod figures;
mod meshes;
mod sheets;
