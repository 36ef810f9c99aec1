//! How surfaces show weights.

use super::weight_ramps::WeightRamp;

/// How surfaces show weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightLook {
    /// In which colours.
    pub ramp: WeightRamp,
    /// What weights differ by from one line of equal weight to the next, 0 … 1; none without.
    pub isolines: Option<f32>,
    /// The radius of a dot at every vertex, in pixels; none without.
    pub dots: Option<f32>,
    /// The radius of the dots of marked vertices, in pixels.
    pub marked: f32,
    /// Whether only what has some weight is drawn.
    pub isolated: bool,
}

impl WeightLook {
    /// Whether there may be dots.
    pub fn has_dots(&self) -> bool {
        self.dots.is_some() || self.marked > 0.0
    }
}
