//! Colour ramps for legends: twins of shaders/wgsl/include/ramps.wgsl and color.wgsl, same names, same numbers.

use glam::Vec3;

const DIVERGING_KNOTS: [Vec3; 9] = [
    Vec3::new(0.068, 0.299, 0.751),
    Vec3::new(0.258, 0.439, 0.787),
    Vec3::new(0.429, 0.563, 0.808),
    Vec3::new(0.599, 0.675, 0.810),
    Vec3::new(0.768, 0.768, 0.768),
    Vec3::new(0.799, 0.623, 0.600),
    Vec3::new(0.778, 0.465, 0.430),
    Vec3::new(0.730, 0.291, 0.259),
    Vec3::new(0.656, 0.012, 0.065),
];

const GREEN_PURPLE_KNOTS: [Vec3; 9] = [
    Vec3::new(0.006, 0.418, 0.182),
    Vec3::new(0.281, 0.515, 0.336),
    Vec3::new(0.457, 0.608, 0.485),
    Vec3::new(0.620, 0.695, 0.632),
    Vec3::new(0.768, 0.768, 0.768),
    Vec3::new(0.718, 0.635, 0.773),
    Vec3::new(0.652, 0.484, 0.755),
    Vec3::new(0.579, 0.317, 0.722),
    Vec3::new(0.500, 0.065, 0.680),
];

const SEQUENTIAL_KNOTS: [Vec3; 9] = [
    Vec3::new(0.098, 0.113, 0.307),
    Vec3::new(0.269, 0.114, 0.464),
    Vec3::new(0.471, 0.107, 0.521),
    Vec3::new(0.675, 0.117, 0.486),
    Vec3::new(0.847, 0.205, 0.383),
    Vec3::new(0.955, 0.371, 0.246),
    Vec3::new(0.986, 0.567, 0.184),
    Vec3::new(0.965, 0.745, 0.280),
    Vec3::new(0.965, 0.915, 0.400),
];

/// The colour of exactly no weight, encoded sRGB.
pub const WEIGHT_ZERO: Vec3 = Vec3::new(0.345, 0.357, 0.380);
/// The colour of exactly full weight, encoded sRGB.
pub const WEIGHT_ONE: Vec3 = Vec3::new(1.000, 0.992, 0.925);
/// The colour of vertices that no joint moves, encoded sRGB.
pub const WEIGHT_UNBOUND: Vec3 = Vec3::new(0.100, 0.850, 0.720);
/// The weight by which such vertices are told.
pub const UNBOUND: f32 = -1.0;

/// The colours of signed differences. Both pairs are told apart with colour-vision deficiencies too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diverging {
    /// Inside blue, outside red.
    #[default]
    BlueRed,
    /// Inside green, outside purple.
    GreenPurple,
}

impl Diverging {
    /// The colour of a difference over its range, encoded sRGB in 0 … 1: see [`diverging_ramp`].
    pub fn color(self, value: f32) -> Vec3 {
        match self {
            Self::BlueRed => diverging_ramp(value),
            Self::GreenPurple => between_ends(&GREEN_PURPLE_KNOTS, value),
        }
    }

    /// Keep in sync with the DIVERGING_ constants of ramps.wgsl.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::BlueRed => 0,
            Self::GreenPurple => 1,
        }
    }
}

/// Blue (−1) over grey (0) to red (1), encoded sRGB in 0 … 1; for signed differences divided by their range.
///
/// Even in lightness and equal on both sides of zero. Values beyond ±1 take the last colour, NaN takes grey.
pub fn diverging_ramp(value: f32) -> Vec3 {
    between_ends(&DIVERGING_KNOTS, value)
}

/// `value` in −1 … 1, clamped; NaN is 0.
fn between_ends(knots: &[Vec3; 9], value: f32) -> Vec3 {
    let value = if value.is_nan() { 0.0 } else { value };
    between_knots(knots, (value.clamp(-1.0, 1.0) + 1.0) * 4.0)
}

/// Dark blue (0) over red to light yellow (1), encoded sRGB in 0 … 1; for weights.
///
/// Lightness rises evenly. Values out of 0 … 1 take the last colour, NaN that of 0.
pub fn sequential_ramp(value: f32) -> Vec3 {
    let value = if value.is_nan() { 0.0 } else { value };
    between_knots(&SEQUENTIAL_KNOTS, value.clamp(0.0, 1.0) * 8.0)
}

/// [`sequential_ramp`] with [`WEIGHT_ZERO`] for exactly 0 (or less), [`WEIGHT_ONE`] for exactly 1 (or more) and
/// [`WEIGHT_UNBOUND`] for [`UNBOUND`].
pub fn weight_color(weight: f32) -> Vec3 {
    if weight <= UNBOUND {
        return WEIGHT_UNBOUND;
    }
    if weight <= 0.0 {
        return WEIGHT_ZERO;
    }
    if weight >= 1.0 {
        return WEIGHT_ONE;
    }
    sequential_ramp(weight)
}

/// The sRGB transfer curve undone, per channel; 0 … 1 to 0 … 1.
pub fn linear_from_encoded(encoded: Vec3) -> Vec3 {
    encoded.map(|x| {
        if x <= 0.04045 {
            x / 12.92
        } else {
            ((x + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// The sRGB transfer curve, per channel; negative light counts as none.
pub fn encoded_from_linear(linear: Vec3) -> Vec3 {
    let encode = |x: f32| {
        if x <= 0.003_130_8 {
            12.92 * x
        } else {
            1.055 * x.powf(1.0 / 2.4) - 0.055
        }
    };
    linear.map(|x| encode(x.max(0.0)))
}

/// `place` in 0 … 8.
fn between_knots(knots: &[Vec3; 9], place: f32) -> Vec3 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "callers clamp to 0 … 8"
    )]
    let knot = (place as usize).min(7);
    knots[knot].lerp(knots[knot + 1], place - knot as f32)
}
