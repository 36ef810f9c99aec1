//! Tests of the crate `whole-file`.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may stop, and writes files in its own way"
)]

mod batch;
#[cfg(unix)]
mod hostile;
mod kill;
mod names;
mod reading;
mod whole_file;
