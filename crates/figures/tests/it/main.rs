//! Tests of the crate `figures`: a module a topic.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod cards;
mod claims;
mod diagrams;
mod numbers;
mod oracle;
mod svg;
