// Color ramps of weights, as encoded sRGB. Equal to `WeightRamp` of crates/scene/src/view/weight_ramps.rs, knot by
// knot (a test compares them); between knots encoded values are interpolated.

// Keep in sync with `WeightRamp` in crates/scene/src/view/weight_ramps.rs.
const RAMP_CLASSIC = 0u;
const RAMP_PERCEPTUAL = 1u;
const RAMP_GRAY = 2u;
const RAMP_SAFE = 3u;

// Blue, green, yellow, red: as in most tools. Its lightness rises and falls.
const CLASSIC_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.050, 0.100, 0.850),
    vec3<f32>(0.000, 0.420, 0.950),
    vec3<f32>(0.000, 0.660, 0.800),
    vec3<f32>(0.000, 0.740, 0.450),
    vec3<f32>(0.200, 0.780, 0.100),
    vec3<f32>(0.650, 0.830, 0.050),
    vec3<f32>(0.970, 0.850, 0.050),
    vec3<f32>(0.980, 0.500, 0.040),
    vec3<f32>(0.860, 0.080, 0.060),
);

// Dark blue over red to light yellow: lightness rises evenly (OKLCh, Ottosson 2020).
const PERCEPTUAL_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.098, 0.113, 0.307),
    vec3<f32>(0.269, 0.114, 0.464),
    vec3<f32>(0.471, 0.107, 0.521),
    vec3<f32>(0.675, 0.117, 0.486),
    vec3<f32>(0.847, 0.205, 0.383),
    vec3<f32>(0.955, 0.371, 0.246),
    vec3<f32>(0.986, 0.567, 0.184),
    vec3<f32>(0.965, 0.745, 0.280),
    vec3<f32>(0.965, 0.915, 0.400),
);

// Lightness only.
const GRAY_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.131, 0.131, 0.131),
    vec3<f32>(0.214, 0.214, 0.214),
    vec3<f32>(0.302, 0.302, 0.302),
    vec3<f32>(0.394, 0.394, 0.394),
    vec3<f32>(0.491, 0.491, 0.491),
    vec3<f32>(0.590, 0.590, 0.590),
    vec3<f32>(0.694, 0.694, 0.694),
    vec3<f32>(0.800, 0.800, 0.800),
    vec3<f32>(0.909, 0.909, 0.909),
);

// Blue over gray to yellow, with evenly rising lightness: safe for red-green color blindness.
const SAFE_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.011, 0.249, 0.698),
    vec3<f32>(0.168, 0.347, 0.697),
    vec3<f32>(0.296, 0.432, 0.685),
    vec3<f32>(0.427, 0.509, 0.657),
    vec3<f32>(0.579, 0.579, 0.579),
    vec3<f32>(0.691, 0.656, 0.498),
    vec3<f32>(0.797, 0.730, 0.436),
    vec3<f32>(0.903, 0.805, 0.362),
    vec3<f32>(1.000, 0.882, 0.331),
);

// Marks for weights of exactly 0, weights of exactly 1 and unbound vertices, distinct from each ramp's colors, in the
// order of the RAMP_ constants.
const WEIGHT_ZERO = array<vec3<f32>, 4>(
    vec3<f32>(0.345, 0.357, 0.380),
    vec3<f32>(0.345, 0.357, 0.380),
    vec3<f32>(0.125, 0.200, 0.420),
    vec3<f32>(0.250, 0.255, 0.270),
);
const WEIGHT_ONE = array<vec3<f32>, 4>(
    vec3<f32>(1.000, 0.992, 0.925),
    vec3<f32>(1.000, 0.992, 0.925),
    vec3<f32>(1.000, 0.730, 0.200),
    vec3<f32>(1.000, 1.000, 1.000),
);
const WEIGHT_UNBOUND = array<vec3<f32>, 4>(
    vec3<f32>(0.930, 0.250, 0.880),
    vec3<f32>(0.100, 0.850, 0.720),
    vec3<f32>(0.930, 0.250, 0.880),
    vec3<f32>(0.420, 0.850, 1.000),
);

// An interpolated mark above 1 minus this counts as 1, since rasterizers round.
const MARK_SLACK = 2e-3;

// `value` in 0 … 1, clamped; `ramp` is one of the RAMP_ constants.
fn weight_ramp(value: f32, ramp: u32) -> vec3<f32> {
    let place = clamp(value, 0.0, 1.0) * 8.0;
    let knot = min(u32(place), 7u);
    // A local copy, since constant arrays cannot be indexed by a variable.
    var knots = PERCEPTUAL_KNOTS;
    switch ramp {
        case RAMP_CLASSIC: {
            knots = CLASSIC_KNOTS;
        }
        case RAMP_GRAY: {
            knots = GRAY_KNOTS;
        }
        case RAMP_SAFE: {
            knots = SAFE_KNOTS;
        }
        default: {}
    }
    return mix(knots[knot], knots[knot + 1u], place - f32(knot));
}

// Whether a weight is exactly 0 (x), exactly 1 (y), or -1 for an unbound vertex (z). Decided at vertices, where numbers
// are exact.
fn weight_marks(weight: f32) -> vec3<f32> {
    return vec3<f32>(f32(weight <= 0.0), f32(weight >= 1.0), f32(weight <= -1.0));
}

// A ramp with marks at its ends, used where all corners of the triangle have the mark. One unbound corner is enough.
fn weight_color(weight: f32, marks: vec3<f32>, ramp: u32) -> vec3<f32> {
    var zero = WEIGHT_ZERO;
    var one = WEIGHT_ONE;
    var unbound = WEIGHT_UNBOUND;
    if marks.z > MARK_SLACK {
        return mix(zero[ramp], unbound[ramp], smoothstep(0.0, 0.5, marks.z));
    }
    if has_no_weight(weight, marks) {
        return zero[ramp];
    }
    if marks.y >= 1.0 - MARK_SLACK {
        return one[ramp];
    }
    return weight_ramp(weight, ramp);
}

// Whether all corners have a weight of exactly 0. At the edge of a sliver, marks of 1 may be interpolated to any value,
// but weights of 0 only to 0.
fn has_no_weight(weight: f32, marks: vec3<f32>) -> bool {
    return marks.x >= 1.0 - MARK_SLACK || (weight == 0.0 && !(marks.x < 0.5));
}

// The weight of the nearest isoline.
fn isoline_level(weight: f32, step: f32) -> f32 {
    return round(weight / step) * step;
}

// Coverage of an isoline, 0 … 1. `step` is the step of weight between isolines, `slope` the change of weight over one
// pixel. Isolines have a constant width in pixels, thicker at one half; they fade out where they would be closer than a
// few pixels. There are none at 0 and 1.
fn isoline(weight: f32, step: f32, slope: f32) -> f32 {
    let level = isoline_level(weight, step);
    if !(slope > 1e-7) || level < 0.5 * step || level > 1.0 - 0.5 * step {
        return 0.0;
    }
    let away = abs(weight - level) / slope;
    let half_width = select(0.6, 1.1, abs(level - 0.5) < 1e-3);
    let apart = smoothstep(2.5, 6.0, step / slope);
    return apart * (1.0 - smoothstep(half_width - 0.5, half_width + 0.5, away));
}
