// Directions in 32 bits: the octahedron folded onto a square, two signed 16-bit numbers. The same in Rust:
// crates/skin-gpu/src/packed_normal.rs.

// Where there is no direction. No direction is packed into it: -32,768 is no number of the square.
const NO_DIRECTION = 0x80008000u;

// Of a unit normal, or of zero.
fn octahedral_from_normal(normal: vec3<f32>) -> u32 {
    let size = abs(normal.x) + abs(normal.y) + abs(normal.z);
    // Denied, so that NaN counts as no direction on devices that compare it by the rules.
    if !(size > 0.0) {
        return NO_DIRECTION;
    }
    var square = normal.xy / size;
    if normal.z < 0.0 {
        square = fold_corners(square);
    }
    return pack2x16snorm(square);
}

// Of unit length, or zero.
fn normal_from_octahedral(bits: u32) -> vec3<f32> {
    if bits == NO_DIRECTION {
        return vec3<f32>(0.0);
    }
    var square = unpack2x16snorm(bits);
    let z = 1.0 - abs(square.x) - abs(square.y);
    if z < 0.0 {
        square = fold_corners(square);
    }
    return normalize(vec3<f32>(square, z));
}

// The corners of the square are the half of the octahedron that faces away.
fn fold_corners(square: vec2<f32>) -> vec2<f32> {
    let sides = select(vec2<f32>(-1.0), vec2<f32>(1.0), square >= vec2<f32>(0.0));
    return (vec2<f32>(1.0) - abs(square.yx)) * sides;
}
