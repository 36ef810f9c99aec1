#import skin_layout

// Skinning data in textures, for vertex shaders of devices without compute and without storage buffers (WebGL 2).
// A list is folded into rows of SKIN_TEXTURE_WIDTH texels.
//
// The group is the last of the four that every device has, so that a renderer's own groups can begin at 0.

const SKIN_TEXTURE_WIDTH = 2048u;

@group(3) @binding(0) var<uniform> skin: SkinParams;
@group(3) @binding(1) var rest: texture_2d<f32>;
@group(3) @binding(2) var influences: texture_2d<u32>;
@group(3) @binding(3) var poses: texture_2d<f32>;

fn load_rest(at: u32) -> f32 {
    return textureLoad(rest, load_place(at), 0).x;
}

// Normals are not packed here: on its way through a texture a number may change its bits.
fn load_rest_bits(at: u32) -> u32 {
    return bitcast<u32>(load_rest(at));
}

fn load_influence(at: u32) -> u32 {
    return textureLoad(influences, load_place(at), 0).x;
}

fn load_pose(at: u32) -> vec4<f32> {
    return textureLoad(poses, load_place(at), 0);
}

fn load_place(at: u32) -> vec2<u32> {
    return vec2<u32>(at % SKIN_TEXTURE_WIDTH, at / SKIN_TEXTURE_WIDTH);
}
