// For web pages: how far a method's vertex lies outside of the reference's, along the normal, as `along_normal` of
// crates/scene/src/compare.rs. The result is captured into a buffer, which mesh.wgsl draws as its channel.

struct Captured {
    @builtin(position) nowhere: vec4<f32>,
    @location(0) along_normal: f32,
}

@vertex
fn difference(@location(0) reference: vec3<f32>, @location(1) position: vec3<f32>, @location(2) normal: vec3<f32>) -> Captured {
    return Captured(vec4<f32>(0.0, 0.0, 0.0, 1.0), dot(position - reference, normal));
}
