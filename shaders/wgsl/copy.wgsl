#import viewport

// Draws one texture onto the whole viewport, for mip levels.

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

@fragment
fn fragment(in: Corner) -> @location(0) vec4<f32> {
    return textureSample(picture, picture_sampler, in.tex_coord);
}
