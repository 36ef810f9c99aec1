//! Tests of the C library: the functions as C calls them, the header against the sources, and the example, compiled and run.
#![expect(
    unsafe_code,
    clippy::panic,
    clippy::unwrap_used,
    reason = "they call what C calls, and report by panicking"
)]

mod calls;
#[cfg(feature = "session")]
mod cases;
mod example;
mod header;
