//! Tests of the crate `character`: valid files skin as the references do, hostile ones are refused or repaired, nothing
//! else is read; and what edits and saving make of a character.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

mod skinning;
mod support;

mod editing;
mod reading;
mod saving;
