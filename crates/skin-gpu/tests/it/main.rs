//! The kernels on a real device: parity with the processor, bad input, limits, skinning in the vertex shader, and
//! the example.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod as_turned;
mod blended;
mod device;
mod exact;
mod example;
mod models;
mod packed;
mod parity;
mod random;
mod reweighed;
mod turns;
mod validity;
mod vertex_shader;
