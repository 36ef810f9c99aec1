#import skin_math

// Exponentials and logarithms of quaternions and motions: dq-math's, whose names begin with `quaternion_` or `motion_` where
// WGSL has functions of those names.
//
// Sines and arcs are computed here: a driver may give those of its own with 1/2048 or some thousand roundings of error,
// which exponentials of small angles divide by the angle.

const HALF_PI = 1.57079637;

// Sine and cosine of an angle that is not negative, to rounding. Cephes' polynomials, about the nearest multiple of π/2.
fn sin_cos(angle: f32) -> vec2<f32> {
    // The nearest multiple, so that what is left is within π/4, where the polynomials hold.
    let quarters = floor(angle / HALF_PI + 0.5);
    // π/2 in three parts, of which the first two have few digits: their products are exact.
    let x = ((angle - quarters * 1.5703125) - quarters * 4.83751297e-4) - quarters * 7.54978995e-8;
    let z = x * x;
    let sine = x + x * z * ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1);
    let cosine = 1.0 - 0.5 * z + z * z * ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2);
    switch u32(quarters) % 4u {
        case 0u: { return vec2<f32>(sine, cosine); }
        case 1u: { return vec2<f32>(cosine, -sine); }
        case 2u: { return vec2<f32>(-sine, -cosine); }
        default: { return vec2<f32>(-cosine, sine); }
    }
}

// The angle in [0, π] with this sine, which is above zero, and this cosine, both times any factor. Cephes' polynomial.
fn half_angle(sine: f32, cosine: f32) -> f32 {
    let shorter = min(sine, abs(cosine));
    let longer = max(sine, abs(cosine));
    // Beyond π/8 from π/4 on: arctan s/c = π/4 + arctan (s − c)/(s + c).
    let is_wide = shorter > 0.414213562 * longer;
    let x = select(shorter / longer, (shorter - longer) / (shorter + longer), is_wide);
    let z = x * x;
    let polynomial = ((8.05374449538e-2 * z - 1.38776856032e-1) * z + 1.99777106478e-1) * z - 3.33329491539e-1;
    var angle = select(0.0, 0.5 * HALF_PI, is_wide) + (x + x * z * polynomial);
    if sine > abs(cosine) {
        angle = HALF_PI - angle;
    }
    return select(angle, 2.0 * HALF_PI - angle, cosine < 0.0);
}

// `exp x`, of half an angle along its axis.
fn quaternion_exp(x: vec3<f32>) -> vec4<f32> {
    let h = length(x);
    let turn = sin_cos(h);
    return vec4<f32>(x * sinc(h, turn.x), turn.y);
}

// `log q` of a quaternion of any length but zero, with half an angle in [0, π]: the sign is taken as it is.
fn quaternion_log(q: vec4<f32>) -> vec3<f32> {
    let sine = length(q.xyz);
    if sine > 0.0 {
        return q.xyz * (half_angle(sine, q.w) / sine);
    }
    if q.w < 0.0 {
        return vec3<f32>(2.0 * HALF_PI, 0.0, 0.0);
    }
    return q.xyz / q.w;
}

// `sin h / h`, continuous at 0.
fn sinc(h: f32, sine: f32) -> f32 {
    if h == 0.0 {
        return 1.0;
    }
    return sine / h;
}

// The unit dual quaternion `exp(x0 + ε xε)`.
fn motion_exp(x: DualVec3) -> DualQuat {
    let h = length(x.real);
    let turn = sin_cos(h);
    let c = sinc(h, turn.x);
    let along = dot(x.real, x.dual);
    var dual = c * x.dual;
    if h > 0.0 {
        let axis = x.real / h;
        dual += dot(axis, x.dual) * (turn.y - c) * axis;
    }
    return DualQuat(vec4<f32>(c * x.real, turn.y), vec4<f32>(dual, -c * along));
}

// The logarithm of a unit dual quaternion, its sign taken as it is.
fn motion_log(motion: DualQuat) -> DualVec3 {
    let real = motion.real;
    let dual = motion.dual;
    let sine = length(real.xyz);
    if sine > 0.0 {
        let axis = real.xyz / sine;
        let along = dot(dual.xyz, axis);
        let leaning = dual.xyz - along * axis;
        // Once more, since h / sin h may magnify what rounding has left along the axis.
        let across = leaning - dot(leaning, axis) * axis;
        let half_shift = real.w * along - dual.w * sine;
        let h = half_angle(sine, real.w);
        return DualVec3(h * axis, half_shift * axis + (h / sine) * across);
    }
    let half_translation = dual.xyz * real.w;
    if real.w < 0.0 {
        let shift = unit_or_zero(half_translation);
        let axis = select(vec3<f32>(1.0, 0.0, 0.0), shift, dot(shift, shift) > 0.0);
        return DualVec3(2.0 * HALF_PI * axis, half_translation);
    }
    return DualVec3(real.xyz, half_translation);
}

// The second motion, then the first.
fn motion_product(a: DualQuat, b: DualQuat) -> DualQuat {
    return DualQuat(
        quaternion_product(a.real, b.real),
        quaternion_product(a.real, b.dual) + quaternion_product(a.dual, b.real),
    );
}

// The inverse of a unit dual quaternion.
fn conjugate_quaternion(motion: DualQuat) -> DualQuat {
    let real = motion.real;
    let dual = motion.dual;
    return DualQuat(vec4<f32>(-real.xyz, real.w), vec4<f32>(-dual.xyz, dual.w));
}

// Of unit length, with the dual part at right angles to the real one.
fn unit_motion(motion: DualQuat) -> DualQuat {
    let size = length(motion.real);
    let real = motion.real / size;
    let dual = motion.dual / size;
    return DualQuat(real, dual - real * dot(real, dual));
}

// `x → R x + t`, of the length of the rotation.
fn from_rotation_translation(rotation: vec4<f32>, translation: vec3<f32>) -> DualQuat {
    return DualQuat(rotation, quaternion_product(vec4<f32>(0.5 * translation, 0.0), rotation));
}
