//! Tests of the facade: the table of cases that all languages run, and what callers may hand in.
#![cfg(feature = "session")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod bad_input;
mod cases;
mod whole_way;
