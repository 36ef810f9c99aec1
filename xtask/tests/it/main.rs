//! Tests of the crate `xtask`: tidy and its report, supply, the steps of continuous integration.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod conformance;
mod module_rings;

mod reused_metadata;
mod supply;
mod survey;
mod test_programs;
mod tidy;
mod unit_tests;
