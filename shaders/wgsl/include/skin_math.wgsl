#import skin_layout

// Applying blended maps to points and normals. Every function has a counterpart of the same name in Rust, except the
// first two, which are those of glam.

const IDENTITY = Affine(mat3x4<f32>(
    vec4<f32>(1.0, 0.0, 0.0, 0.0),
    vec4<f32>(0.0, 1.0, 0.0, 0.0),
    vec4<f32>(0.0, 0.0, 1.0, 0.0),
));
const NO_MOTION = DualQuat(vec4<f32>(0.0, 0.0, 0.0, 1.0), vec4<f32>(0.0));
const ZERO_MOTION = DualQuat(vec4<f32>(0.0), vec4<f32>(0.0));

// Rotations whose dot product is closer to zero count as half a turn apart; see `TIE` in crates/dq-math/src/signs.rs.
const TIE = 1e-6;
// Weights that sum to one give a smaller |b0|² only where rotations cancel; see crates/skin-cpu/src/dual_quat.rs.
const CANCELLED = 1e-13;
// A determinant below this share of the largest cofactor is rounding; see crates/skin-cpu/src/normals.rs.
const FLAT = 1e-6;
// The largest finite magnitude. Shaders may treat comparisons with NaN in any way, so none is used.
const LARGEST = 3.4e38;

// Hamilton's product of (x, y, z, w) quaternions.
fn quaternion_product(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    let vector = a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz);
    return vec4<f32>(vector, a.w * b.w - dot(a.xyz, b.xyz));
}

fn move_point(map: Affine, point: vec3<f32>) -> vec3<f32> {
    return vec4<f32>(point, 1.0) * map.rows;
}

// `R v` for a rotation quaternion of any length but zero.
fn transform_vector3(motion: DualQuat, vector: vec3<f32>) -> vec3<f32> {
    let real = motion.real;
    // Divided by the squared length at the end, so blended quaternions need no normalization, and no root.
    let turned = cross(real.xyz, cross(real.xyz, vector) + real.w * vector);
    return vector + turned * (2.0 / dot(real, real));
}

// `R v + t`, t = 2 (w0 vε − wε v0 + v0 × vε) / |q0|².
fn transform_point3(motion: DualQuat, point: vec3<f32>) -> vec3<f32> {
    let real = motion.real;
    let dual = motion.dual;
    let turned = cross(real.xyz, cross(real.xyz, point) + real.w * point);
    let shift = real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz);
    return point + (turned + shift) * (2.0 / dot(real, real));
}

// The direction of `M⁻ᵀ n`, as `sign(det M) cof(M) n`. The rows of cof(M) are cross products of M's rows. A map that
// flattens space to a plane counts as not mirroring.
fn normal_of_linear(map: Affine, normal: vec3<f32>) -> vec3<f32> {
    let linear = mat3x3<f32>(map.rows[0].xyz, map.rows[1].xyz, map.rows[2].xyz);
    let size = largest_of(linear);
    if !(size > 0.0 && size <= LARGEST) {
        return vec3<f32>(0.0);
    }
    // Scaled first: products of very small or large rows would under- or overflow.
    let x = linear[0] / size;
    let y = linear[1] / size;
    let z = linear[2] / size;
    let cofactor = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    let turned = normal * cofactor;
    let mirrored = dot(x, cofactor[0]) < -FLAT * largest_of(cofactor);
    return unit_or_zero(select(turned, -turned, mirrored));
}

// Whether a map turns left hands into right ones. One that flattens space to a plane does not.
fn mirrors(map: Affine) -> bool {
    let linear = mat3x3<f32>(map.rows[0].xyz, map.rows[1].xyz, map.rows[2].xyz);
    let size = largest_of(linear);
    if !(size > 0.0 && size <= LARGEST) {
        return false;
    }
    let x = linear[0] / size;
    let y = linear[1] / size;
    let z = linear[2] / size;
    let cofactor = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    return dot(x, cofactor[0]) < -FLAT * largest_of(cofactor);
}

// A moved tangent at right angles to the skinned normal; zero where no direction is left.
fn tangent_across(moved: vec3<f32>, skinned_normal: vec3<f32>) -> vec3<f32> {
    let unit = unit_or_zero(moved);
    let across = unit - skinned_normal * dot(skinned_normal, unit);
    if dot(across, across) < FLAT * FLAT {
        return vec3<f32>(0.0);
    }
    // Once more, since a direction that is nearly the normal's leaves little but rounding.
    let once = unit_or_zero(across);
    return unit_or_zero(once - skinned_normal * dot(skinned_normal, once));
}

// The largest component in magnitude.
fn largest_of(matrix: mat3x3<f32>) -> f32 {
    let largest = max(max(abs(matrix[0]), abs(matrix[1])), abs(matrix[2]));
    return max(max(largest.x, largest.y), largest.z);
}

// Scaled first: squares of very small or large components would under- or overflow.
fn unit_or_zero(vector: vec3<f32>) -> vec3<f32> {
    let size = max(max(abs(vector.x), abs(vector.y)), abs(vector.z));
    if !(size > 0.0 && size <= LARGEST) {
        return vec3<f32>(0.0);
    }
    return normalize(vector / size);
}
