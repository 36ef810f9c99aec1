//! Tests of the crate `pose-lanes`: a module a topic.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod oracle;
mod support;

mod clips;
mod crowds;
mod methods;
mod poses;
mod short_keys;
mod two_phase;
