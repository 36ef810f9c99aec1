// Colour ramps of per-vertex values, as encoded sRGB. Twins of `diverging_ramp` and `sequential_ramp` in
// editor/src/render/ramps.rs, knot by knot (a test compares them); between knots encoded values are mixed.
//
// Both were laid out in OKLCh (Ottosson 2020) with even steps of lightness. The diverging one has equal lightness at
// equal distance from zero and runs along blue - red, the axis that colour-blind people see.

const DIVERGING_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.068, 0.299, 0.751),
    vec3<f32>(0.258, 0.439, 0.787),
    vec3<f32>(0.429, 0.563, 0.808),
    vec3<f32>(0.599, 0.675, 0.810),
    vec3<f32>(0.768, 0.768, 0.768),
    vec3<f32>(0.799, 0.623, 0.600),
    vec3<f32>(0.778, 0.465, 0.430),
    vec3<f32>(0.730, 0.291, 0.259),
    vec3<f32>(0.656, 0.012, 0.065),
);

// Green - purple, of the same lightness.
const DIVERGING_GREEN_PURPLE_KNOTS = array<vec3<f32>, 9>(
    vec3<f32>(0.006, 0.418, 0.182),
    vec3<f32>(0.281, 0.515, 0.336),
    vec3<f32>(0.457, 0.608, 0.485),
    vec3<f32>(0.620, 0.695, 0.632),
    vec3<f32>(0.768, 0.768, 0.768),
    vec3<f32>(0.718, 0.635, 0.773),
    vec3<f32>(0.652, 0.484, 0.755),
    vec3<f32>(0.579, 0.317, 0.722),
    vec3<f32>(0.500, 0.065, 0.680),
);

// Keep in sync with `Diverging` in editor/src/render/ramps.rs.
const DIVERGING_GREEN_PURPLE = 1u;

const SEQUENTIAL_KNOTS = array<vec3<f32>, 9>(
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

// Exactly no weight, exactly full weight and vertices that no joint moves stand apart from the ramp.
const WEIGHT_ZERO = vec3<f32>(0.345, 0.357, 0.380);
const WEIGHT_ONE = vec3<f32>(1.000, 0.992, 0.925);
const WEIGHT_UNBOUND = vec3<f32>(0.100, 0.850, 0.720);
// Above 1 minus this a mark interpolated from marks of 1 counts as 1: rasterisers round.
const MARK_SLACK = 2e-3;

// `value` in -1 … 1, clamped; `colors` is one of the DIVERGING_ constants, 0 blue - red.
fn diverging_ramp(value: f32, colors: u32) -> vec3<f32> {
    let place = (clamp(value, -1.0, 1.0) + 1.0) * 4.0;
    let knot = min(u32(place), 7u);
    // A local copy: constant arrays take no computed index.
    var knots = DIVERGING_KNOTS;
    if colors == DIVERGING_GREEN_PURPLE {
        knots = DIVERGING_GREEN_PURPLE_KNOTS;
    }
    return mix(knots[knot], knots[knot + 1u], place - f32(knot));
}

// `value` in 0 … 1, clamped.
fn sequential_ramp(value: f32) -> vec3<f32> {
    let place = clamp(value, 0.0, 1.0) * 8.0;
    let knot = min(u32(place), 7u);
    var knots = SEQUENTIAL_KNOTS;
    return mix(knots[knot], knots[knot + 1u], place - f32(knot));
}

// Whether a weight is exactly 0 (x), exactly 1 (y), and that of a vertex that no joint moves (z; such a weight is −1).
// Decided at vertices, where numbers are exact.
fn weight_marks(weight: f32) -> vec3<f32> {
    return vec3<f32>(f32(weight <= 0.0), f32(weight >= 1.0), f32(weight <= -1.0));
}

// The sequential ramp with its marked ends, where all corners of the triangle have the mark. One unbound corner is enough
// to be seen.
fn weight_color(weight: f32, marks: vec3<f32>) -> vec3<f32> {
    if marks.z > MARK_SLACK {
        return mix(WEIGHT_ZERO, WEIGHT_UNBOUND, smoothstep(0.0, 0.5, marks.z));
    }
    if marks.x >= 1.0 - MARK_SLACK {
        return WEIGHT_ZERO;
    }
    if marks.y >= 1.0 - MARK_SLACK {
        return WEIGHT_ONE;
    }
    return sequential_ramp(weight);
}
