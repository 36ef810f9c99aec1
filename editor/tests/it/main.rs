//! Tests of the editor in one binary, ordered by where their subject lives: what has neither window nor pixels (`session`),
//! pictures on the graphics device (`render`), the commands without a window (`headless`), and the window (`window`).

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

mod headless;
mod render;
mod session;
mod window;
