#import skin_layout

// Skinning data as most engines have it: up to four influences a vertex, in vertex attributes, and the palette of one pose in
// a texture of 32-bit floats, which is read texel by texel. For the programs of snippet.wgsl.

// The texels of a row of the texture. Longer palettes go on in the next row.
const PALETTE_WIDTH = 2048u;

@group(0) @binding(0) var palette: texture_2d<f32>;

// The attributes of the vertex that is being skinned.
var<private> vertex_joints: vec4<u32>;
var<private> vertex_weights: vec4<f32>;
var<private> vertex_center: u32;

// One of the SIGNS_ constants.
const SIGNS = SIGNS_FIRST;
// No maps, no morph targets, one instance; with tangents.
const skin = SkinParams(0u, 1u, 0u, SIGNS, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 1u, 0u, 0u, 0u);

// The influences of the vertex, up to the last one with a weight.
fn load_row() -> Row {
    var end = 4u;
    while end > 0u && vertex_weights[end - 1u] == 0.0 {
        end--;
    }
    return Row(0u, end);
}

// The joint of an influence.
fn load_joint(pair: u32) -> u32 {
    return vertex_joints[pair];
}

// The weight of an influence.
fn load_weight(pair: u32) -> f32 {
    return vertex_weights[pair];
}

// The point about which the joints of the vertex turn.
fn load_center() -> vec3<f32> {
    return load_pose(vertex_center).xyz;
}

// A texel of the palette.
fn load_pose(at: u32) -> vec4<f32> {
    return textureLoad(palette, vec2<u32>(at % PALETTE_WIDTH, at / PALETTE_WIDTH), 0);
}
