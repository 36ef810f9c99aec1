#import color
#import frame
#import viewport

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> Corner {
    let place = viewport_triangle(corner);
    return Corner(vec4<f32>(place, 0.0, 1.0), 0.5 + 0.5 * place.y);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4<f32> {
    // Encoded values are even to the eye; the smooth step takes the kinks off the upper and lower edge.
    let encoded = mix(frame.encoded_background_bottom, frame.encoded_background_top, smoothstep(0.0, 1.0, in.height));
    return vec4<f32>(dithered(linear_from_encoded(encoded.rgb), in.clip.xy), 1.0);
}
