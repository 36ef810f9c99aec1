//! What a picture shows, on paper: cameras, boxes, framing and ramps of colors; and skinned vertices.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod aspects;
mod camera;
mod deformer;
mod exact_normals;
mod framing;
mod joints;
mod per_mesh;
mod ramps;
