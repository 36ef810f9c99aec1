//! Options for showing weights on surfaces.

use super::weight_ramps::WeightRamp;

/// Options for showing weights on surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightLook {
    /// The ramp that turns weights into colors.
    pub ramp: WeightRamp,
    /// The step from one isoline to the next, 0 … 1; none without isolines.
    pub isolines: Option<f32>,
    /// The radius of a dot at every vertex, in pixels; none without dots.
    pub dots: Option<f32>,
    /// The radius of the dots of marked vertices, in pixels.
    pub marked: f32,
    /// Whether parts without weight are left out.
    pub isolated: bool,
}

impl WeightLook {
    /// Whether any dots may be drawn.
    pub fn has_dots(&self) -> bool {
        self.dots.is_some() || self.marked > 0.0
    }
}
