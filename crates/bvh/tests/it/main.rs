//! Files as programs write them, hostile ones, and what is read back of what was written.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod files;
mod hostile;
mod round_trip;
