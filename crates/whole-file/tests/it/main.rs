//! Tests of the crate `whole-file`.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may stop, and writes files in its own way"
)]

mod kill;
mod whole_file;
