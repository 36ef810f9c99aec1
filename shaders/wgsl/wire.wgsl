#import frame

// Edges of triangles, as lines one pixel wide over the surface.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) strength: f32,
}

// `edge_length`: the mean length of the edges at this vertex, in world space.
@vertex
fn vertex(@location(0) position: vec3<f32>, @location(5) edge_length: f32) -> Varying {
    var clip = frame.clip_from_world * vec4<f32>(position, 1.0);
    // Moved closer by most of a pixel's width, so that a slope does not hide half of the line. With reversed infinite
    // depth z is the near distance for every point: scaling it scales 1 / distance.
    clip.z *= 1.0 + 0.8 * frame.pixel_angle;
    // Where edges are hardly longer than pixels, lines would cover the surface: they fade out before.
    let pixels = edge_length / max(clip.w * frame.pixel_angle, 1e-30);
    return Varying(clip, mix(0.12, 1.0, smoothstep(2.0, 9.0, pixels)));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    return vec4<f32>(frame.wire.rgb, frame.wire.a * in.strength);
}
