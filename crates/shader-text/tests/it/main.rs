//! Tests of the texts: compilers take them, and what they compute is what the processor computes.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]
#![expect(clippy::disallowed_methods, reason = "files for the length of a test")]

mod compared;
mod compiled;
mod conversions;
mod operations;
mod tools;
mod web;
