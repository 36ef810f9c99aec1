//! Boxes along the axes, around points that need not all be finite.

use glam::Vec3;

/// The smallest axis-parallel box around points; may be empty.
///
/// Points with a coordinate that is not finite are ignored, so that one broken vertex does not lose the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least coordinates; +∞ where there was no point.
    pub min: Vec3,
    /// The greatest coordinates; −∞ where there was no point.
    pub max: Vec3,
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bounds {
    /// The box around no points: the neutral element of [`union`](Self::union).
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The box around all finite points.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with_point)
    }

    /// The box around `self` and one more point.
    #[must_use]
    fn with_point(self, point: Vec3) -> Self {
        if !point.is_finite() {
            return self;
        }
        Self {
            min: self.min.min(point),
            max: self.max.max(point),
        }
    }

    /// The box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether there was no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The middle of the box; the origin if it is empty.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            return Vec3::ZERO;
        }
        // Halved before adding: the sum of two huge coordinates may overflow.
        0.5 * self.min + 0.5 * self.max
    }

    /// The lengths of the edges; zero if the box is empty.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            self.max - self.min
        }
    }

    /// The radius of the circumscribed sphere; zero if the box is empty or a point.
    pub fn radius(&self) -> f32 {
        0.5 * self.size().length()
    }
}
