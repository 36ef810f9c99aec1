//! Tests of the shaders: every text is built in, can be resolved, and is valid.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]
#![expect(clippy::disallowed_methods, reason = "files of the repository")]

mod sources;
mod validation;
