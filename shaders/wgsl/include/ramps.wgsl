// Color ramps of signed differences, as encoded sRGB. Equal to those of crates/scene/src/view/ramps.rs, knot by knot
// (a test compares them); between knots encoded values are interpolated.
//
// Laid out in OKLCh (Ottosson 2020) with even steps of lightness, symmetric about zero. The first one runs along
// blue - red, which color-blind people can distinguish.

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

// Keep in sync with `Diverging` in crates/scene/src/view/ramps.rs.
const DIVERGING_GREEN_PURPLE = 1u;

// `value` in -1 … 1, clamped; `colors` is one of the DIVERGING_ constants, 0 blue - red.
fn diverging_ramp(value: f32, colors: u32) -> vec3<f32> {
    let place = (clamp(value, -1.0, 1.0) + 1.0) * 4.0;
    let knot = min(u32(place), 7u);
    // A local copy, since constant arrays cannot be indexed by a variable.
    var knots = DIVERGING_KNOTS;
    if colors == DIVERGING_GREEN_PURPLE {
        knots = DIVERGING_GREEN_PURPLE_KNOTS;
    }
    return mix(knots[knot], knots[knot + 1u], place - f32(knot));
}
