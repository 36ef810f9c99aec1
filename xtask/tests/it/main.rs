//! Tests of the crate `xtask`: tidy and its report, supply.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod module_rings;

mod supply;
mod survey;
mod tidy;
mod unit_tests;
