//! The kernels on a real device: parity with the processor, bad input, limits, and skinning in the vertex shader.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod device;
mod models;
mod parity;
mod random;
mod validity;
mod vertex_shader;
