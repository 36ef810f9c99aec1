#import color
#import viewport

// One texture onto the whole viewport. Used for mip levels and to put a pane into the window.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) tex_coord: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> Corner {
    let place = viewport_triangle(corner);
    return Corner(vec4<f32>(place, 0.0, 1.0), vec2<f32>(0.5, -0.5) * place + 0.5);
}

// The texture's values as they are.
@fragment
fn fragment(in: Corner) -> @location(0) vec4<f32> {
    return textureSample(picture, picture_sampler, in.tex_coord);
}

// For a picture of encoded values onto a target that encodes once more.
@fragment
fn fragment_decoded(in: Corner) -> @location(0) vec4<f32> {
    let encoded = textureSample(picture, picture_sampler, in.tex_coord);
    return vec4<f32>(linear_from_encoded(encoded.rgb), encoded.a);
}
