//! The kernels on a real device: parity with the processor, bad input, limits, skinning in the vertex shader, and
//! the example.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod blended;
mod device;
mod example;
mod models;
mod parity;
mod random;
mod reweighed;
mod validity;
mod vertex_shader;
