#import frame

// A silhouette in one color. The renderer gives each one a depth of its own, farther away than every surface, so that
// a pixel is colored once, however many triangles lie over it.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) color: vec4<f32>,
}

// `color`: linear, alpha straight.
@vertex
fn vertex(@location(0) position: vec3<f32>, @location(1) color: vec4<f32>) -> Varying {
    return Varying(frame.clip_from_world * vec4<f32>(position, 1.0), color);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    return in.color;
}
