//! What an editor of characters does without a window and without pixels.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

mod background;
mod clips;
mod commands;
mod comparing;
mod engine;
mod judging;
mod painting;
mod posing;
mod projects;
mod skeleton;
mod support;
mod timeline;
mod weights;
