//! The image of a ball under a stretch.

use glam::{Mat3, Quat, Vec3};

/// A stretched and rotated ball: shows the part of a map that is not rigid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    /// Its center, world space.
    pub center: Vec3,
    /// The radius before stretching, world space.
    pub radius: f32,
    /// The rotation R of the polar decomposition M = R S.
    pub rotation: Quat,
    /// The stretch S of the decomposition: symmetric.
    pub stretch: Mat3,
}

/// A stretch closer to the identity than this, in every entry, is invisible.
const LEAST_STRETCH: f32 = 1e-4;

impl Ellipsoid {
    /// Whether the stretch is visible and its numbers are finite.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        let finite = self.center.is_finite()
            && self.rotation.is_finite()
            && self.stretch.is_finite()
            && self.radius.is_finite();
        finite && self.radius > 0.0 && !self.stretch.abs_diff_eq(Mat3::IDENTITY, LEAST_STRETCH)
    }
}
