//! The colors of signed differences for legends. Must equal shaders/wgsl/include/ramps.wgsl and color.wgsl, with the
//! same names and numbers.

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

/// The colors of signed differences. Both pairs can be distinguished with color-vision deficiencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diverging {
    /// Inside blue, outside red.
    #[default]
    BlueRed,
    /// Inside green, outside purple.
    GreenPurple,
}

impl Diverging {
    /// The color of a difference over its range, encoded sRGB in 0 … 1: see [`diverging_ramp`].
    pub fn color(self, value: f32) -> Vec3 {
        match self {
            Self::BlueRed => diverging_ramp(value),
            Self::GreenPurple => between_ends(&GREEN_PURPLE_KNOTS, value),
        }
    }

    /// Keep in sync with the DIVERGING_ constants of ramps.wgsl.
    pub fn code(self) -> u32 {
        match self {
            Self::BlueRed => 0,
            Self::GreenPurple => 1,
        }
    }
}

/// Blue (−1) over gray (0) to red (1), encoded sRGB in 0 … 1; for signed differences divided by their range.
///
/// Perceptually even, and symmetric about zero. Values beyond ±1 have the last color, NaN is gray.
pub fn diverging_ramp(value: f32) -> Vec3 {
    between_ends(&DIVERGING_KNOTS, value)
}

/// `value` in −1 … 1, clamped; NaN is 0.
fn between_ends(knots: &[Vec3; 9], value: f32) -> Vec3 {
    let value = if value.is_nan() { 0.0 } else { value };
    between_knots(knots, (value.clamp(-1.0, 1.0) + 1.0) * 4.0)
}

/// The inverse sRGB transfer curve, per channel; 0 … 1 to 0 … 1.
pub fn linear_from_encoded(encoded: Vec3) -> Vec3 {
    encoded.map(|x| {
        if x <= 0.04045 {
            x / 12.92
        } else {
            ((x + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// The sRGB transfer curve, per channel; negative values count as zero.
pub fn srgb_from_linear(linear: Vec3) -> Vec3 {
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
pub(super) fn between_knots(knots: &[Vec3; 9], place: f32) -> Vec3 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "callers clamp to 0 … 8"
    )]
    let knot = (place as usize).min(7);
    knots[knot].lerp(knots[knot + 1], place - knot as f32)
}
