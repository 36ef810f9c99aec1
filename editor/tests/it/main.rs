//! Tests of the program in one binary: the commands without a window (`headless`), which run it, and the window (`window`).

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod headless;
mod support;
mod window;
