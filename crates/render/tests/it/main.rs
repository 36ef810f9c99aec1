//! Pictures on any graphics device, down to one in software; without one, what needs it is skipped.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod blended;
mod crowd;
mod ground;
mod looks;
mod many;
mod onion;
mod pictures;
mod reload;
mod skins;
mod subjects;
mod versions;
