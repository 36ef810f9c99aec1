//! What a picture shows, on paper: cameras, boxes, framing and ramps of colours.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod aspects;
mod camera;
mod exact_normals;
mod framing;
mod joints;
mod ramps;
