//! The colors of weights. Must equal `shaders/wgsl/include/weight_ramps.wgsl`, with the same names and numbers.

use glam::Vec3;

use super::ramps::between_knots;

pub use crate::measure::weight_channel::UNBOUND;

/// The colors of weights between 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WeightRamp {
    /// Blue, green, yellow, red: as most tools have it.
    Classic,
    /// Dark blue over red to light yellow; lightness rises evenly.
    #[default]
    Perceptual,
    /// Dark to light gray, without hue.
    Gray,
    /// Blue over gray to yellow: safe for red-green color blindness.
    Safe,
}

/// The colors outside a ramp, encoded sRGB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightMarks {
    /// For a weight of exactly 0.
    pub zero: Vec3,
    /// For a weight of exactly 1.
    pub one: Vec3,
    /// For vertices that no joint moves.
    pub unbound: Vec3,
}

const CLASSIC_KNOTS: [Vec3; 9] = [
    Vec3::new(0.050, 0.100, 0.850),
    Vec3::new(0.000, 0.420, 0.950),
    Vec3::new(0.000, 0.660, 0.800),
    Vec3::new(0.000, 0.740, 0.450),
    Vec3::new(0.200, 0.780, 0.100),
    Vec3::new(0.650, 0.830, 0.050),
    Vec3::new(0.970, 0.850, 0.050),
    Vec3::new(0.980, 0.500, 0.040),
    Vec3::new(0.860, 0.080, 0.060),
];

const PERCEPTUAL_KNOTS: [Vec3; 9] = [
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

const GRAY_KNOTS: [Vec3; 9] = [
    Vec3::new(0.131, 0.131, 0.131),
    Vec3::new(0.214, 0.214, 0.214),
    Vec3::new(0.302, 0.302, 0.302),
    Vec3::new(0.394, 0.394, 0.394),
    Vec3::new(0.491, 0.491, 0.491),
    Vec3::new(0.590, 0.590, 0.590),
    Vec3::new(0.694, 0.694, 0.694),
    Vec3::new(0.800, 0.800, 0.800),
    Vec3::new(0.909, 0.909, 0.909),
];

const SAFE_KNOTS: [Vec3; 9] = [
    Vec3::new(0.011, 0.249, 0.698),
    Vec3::new(0.168, 0.347, 0.697),
    Vec3::new(0.296, 0.432, 0.685),
    Vec3::new(0.427, 0.509, 0.657),
    Vec3::new(0.579, 0.579, 0.579),
    Vec3::new(0.691, 0.656, 0.498),
    Vec3::new(0.797, 0.730, 0.436),
    Vec3::new(0.903, 0.805, 0.362),
    Vec3::new(1.000, 0.882, 0.331),
];

const CLASSIC_MARKS: WeightMarks = WeightMarks {
    zero: Vec3::new(0.345, 0.357, 0.380),
    one: Vec3::new(1.000, 0.992, 0.925),
    unbound: Vec3::new(0.930, 0.250, 0.880),
};

const PERCEPTUAL_MARKS: WeightMarks = WeightMarks {
    zero: Vec3::new(0.345, 0.357, 0.380),
    one: Vec3::new(1.000, 0.992, 0.925),
    unbound: Vec3::new(0.100, 0.850, 0.720),
};

const GRAY_MARKS: WeightMarks = WeightMarks {
    zero: Vec3::new(0.125, 0.200, 0.420),
    one: Vec3::new(1.000, 0.730, 0.200),
    unbound: Vec3::new(0.930, 0.250, 0.880),
};

const SAFE_MARKS: WeightMarks = WeightMarks {
    zero: Vec3::new(0.250, 0.255, 0.270),
    one: Vec3::new(1.000, 1.000, 1.000),
    unbound: Vec3::new(0.420, 0.850, 1.000),
};

impl WeightRamp {
    /// All ramps, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Classic, Self::Perceptual, Self::Gray, Self::Safe];

    /// The color of a weight, encoded sRGB in 0 … 1; for legends and gradients, where 0 and 1 are ends of the ramp.
    ///
    /// Values out of 0 … 1 have the last color, NaN that of 0.
    #[must_use]
    pub fn color(self, value: f32) -> Vec3 {
        let value = if value.is_nan() { 0.0 } else { value };
        between_knots(self.knots(), value.clamp(0.0, 1.0) * 8.0)
    }

    /// [`color`](Self::color) with the [marks](Self::marks) for exactly 0 (or less), exactly 1 (or more) and [`UNBOUND`].
    #[must_use]
    pub fn weight_color(self, weight: f32) -> Vec3 {
        let marks = self.marks();
        match weight {
            weight if weight <= UNBOUND => marks.unbound,
            weight if weight <= 0.0 => marks.zero,
            weight if weight >= 1.0 => marks.one,
            weight => self.color(weight),
        }
    }

    /// The marks that can be distinguished from this ramp's colors.
    #[must_use]
    pub const fn marks(self) -> WeightMarks {
        match self {
            Self::Classic => CLASSIC_MARKS,
            Self::Perceptual => PERCEPTUAL_MARKS,
            Self::Gray => GRAY_MARKS,
            Self::Safe => SAFE_MARKS,
        }
    }

    const fn knots(self) -> &'static [Vec3; 9] {
        match self {
            Self::Classic => &CLASSIC_KNOTS,
            Self::Perceptual => &PERCEPTUAL_KNOTS,
            Self::Gray => &GRAY_KNOTS,
            Self::Safe => &SAFE_KNOTS,
        }
    }

    /// Keep in sync with the RAMP_ constants of `weight_ramps.wgsl`; a test compares them.
    pub const fn code(self) -> u32 {
        match self {
            Self::Classic => 0,
            Self::Perceptual => 1,
            Self::Gray => 2,
            Self::Safe => 3,
        }
    }
}
