#import skin_motion

// Differentials of exp and log of motions: crates/skin-cpu/src/log_slopes.rs, which computes them in f64. Here all fractions
// that cancel are series, or have what cancels taken off.

// A matrix of dual numbers.
struct DualMat3 {
    real: mat3x3<f32>,
    dual: mat3x3<f32>,
}

const NO_SLOPES = DualMat3(mat3x3<f32>(), mat3x3<f32>());

// From here on the fractions are computed as they stand.
const SERIES_END = 1.0;
const PI_SQUARED = 9.8696044;

fn add_scaled(sum: ptr<function, DualMat3>, other: DualMat3, factor: f32) {
    (*sum).real += other.real * factor;
    (*sum).dual += other.dual * factor;
}

// Whether a matrix of dual numbers has an inverse, and it.
struct Inverse {
    exists: bool,
    matrix: DualMat3,
}

// `(A + ε B)⁻¹ = A⁻¹ − ε A⁻¹ B A⁻¹`.
fn inverse(matrix: DualMat3) -> Inverse {
    let x = matrix.real[0];
    let y = matrix.real[1];
    let z = matrix.real[2];
    let rows = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    let determinant = dot(x, rows[0]);
    if determinant == 0.0 {
        return Inverse(false, NO_SLOPES);
    }
    let real = transpose(rows) * (1.0 / determinant);
    let dual = (real * matrix.dual * real) * -1.0;
    let is_finite = largest_of(real) <= LARGEST && largest_of(dual) <= LARGEST;
    return Inverse(is_finite, DualMat3(real, dual));
}

fn apply(matrix: DualMat3, vector: DualVec3) -> DualVec3 {
    return DualVec3(matrix.real * vector.real, matrix.real * vector.dual + matrix.dual * vector.real);
}

// D of a dual vector, with `exp(x + dx) = exp(D dx) exp(x)`: `1 + sin²h/h² X + (h − sin h cos h)/h³ X²`.
fn exp_differential(x: DualVec3) -> DualMat3 {
    let h = length(x.real);
    let z = h * h;
    if h < SERIES_END {
        // Taylor's series of the fractions: near zero both terms of each are alike but for digits that f32 does not have.
        let f = 1.0 + z * (-0.333333333 + z * (4.44444444e-2 + z * (-3.17460317e-3 + z * (1.41093474e-4 + z * (-4.27556011e-6 + z * 9.39683541e-8)))));
        let f_h = -0.666666667 + z * (0.177777778 + z * (-1.90476190e-2 + z * (1.12874780e-3 + z * (-4.27556011e-5 + z * 1.12762025e-6))));
        let g = 0.666666667 + z * (-0.133333333 + z * (1.26984127e-2 + z * (-7.05467372e-4 + z * (2.56533607e-5 + z * (-6.57778478e-7 + z * 1.25291139e-8)))));
        let g_h = -0.266666667 + z * (5.07936508e-2 + z * (-4.23280423e-3 + z * (2.05226885e-4 + z * (-6.57778478e-6 + z * 1.50349367e-7))));
        return of_powers(x, vec2<f32>(f, f_h), vec2<f32>(g, g_h));
    }
    let turn = sin_cos(h);
    let odd = h - turn.x * turn.y;
    let once = vec2<f32>(turn.x * turn.x / z, 2.0 * turn.x * (h * turn.y - turn.x) / (z * z));
    let twice = vec2<f32>(odd / (z * h), (2.0 * h * turn.x * turn.x - 3.0 * odd) / (z * z * h));
    return of_powers(x, once, twice);
}

// L of a dual vector, the inverse of D: `1 − X + (1 − h cot h)/h² X²`, h below π. `h cot h = 1 − 2 Σ ζ(2n) (h/π)²ⁿ`, of which what
// the pole at π makes up is `−2 h²/(π² − h²)`, and the rest vanishes like `(h/2π)²ⁿ`.
fn log_differential(x: DualVec3) -> DualMat3 {
    let z = dot(x.real, x.real);
    let to_pole = 1.0 / (PI_SQUARED - z);
    let series = LOG_SERIES;
    var g = 0.0;
    var g_z = 0.0;
    // Horner's scheme for the value and, from the same partial sums, its derivative by z.
    for (var term = 0u; term < LOG_TERMS; term++) {
        g_z = g_z * z + g;
        g = g * z + series[LOG_TERMS - 1u - term];
    }
    g += 2.0 * to_pole;
    g_z += 2.0 * to_pole * to_pole;
    // By z = h² the derivative is half of that by h over h.
    return of_powers(x, vec2<f32>(-1.0, 0.0), vec2<f32>(g, 2.0 * g_z));
}

// `2 (ζ(2n) − 1) / π²ⁿ` for n from 1 on.
const LOG_TERMS = 12u;
const LOG_SERIES = array<f32, LOG_TERMS>(1.306909655e-01, 1.690257713e-03, 3.607916981e-05, 8.594283332e-07, 2.124070185e-08, 5.324997484e-10, 1.342841169e-11, 3.394842261e-13, 8.591872294e-15, 2.175522767e-16, 5.509739156e-18, 1.395529363e-19);

// `1 + f X + g X²` with its derivative along the dual part; f and g as (value, derivative by h / h).
fn of_powers(x: DualVec3, f: vec2<f32>, g: vec2<f32>) -> DualMat3 {
    let a = cross_matrix(x.real);
    let b = cross_matrix(x.dual);
    let along = dot(x.real, x.dual);
    let one = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    return DualMat3(
        one + a * f.x + a * a * g.x,
        b * f.x + a * (f.y * along) + (a * b + b * a) * g.x + a * a * (g.y * along),
    );
}

// X with `X y = x × y`.
fn cross_matrix(x: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(0.0, x.z, -x.y, -x.z, 0.0, x.x, x.y, -x.x, 0.0);
}
