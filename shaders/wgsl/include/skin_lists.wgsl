#import skin_layout

// The lists of skinning data in storage buffers. `skin`, the parameters, is declared by who imports this.

@group(0) @binding(1) var<storage, read> rest: array<u32>;
@group(0) @binding(2) var<storage, read> influences: array<u32>;
@group(0) @binding(3) var<storage, read> poses: array<vec4<f32>>;

fn load_rest(at: u32) -> f32 {
    return bitcast<f32>(rest[at]);
}

fn load_rest_bits(at: u32) -> u32 {
    return rest[at];
}

fn load_influence(at: u32) -> u32 {
    return influences[at];
}

fn load_pose(at: u32) -> vec4<f32> {
    return poses[at];
}
