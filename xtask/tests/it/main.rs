//! Tests of the crate `xtask`: the built-in characters, tidy and its report.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod module_rings;
mod support;

mod assets;
mod assets_figures;
mod assets_meshes;

mod supply;
mod survey;
mod tidy;
