//! The boxes of the tree: as `Bounds`, but one may hold nothing, and distances are asked of it.

use glam::{DVec3, Vec3};

/// A box along the axes; one that holds nothing has its least above its greatest.
#[derive(Clone, Copy)]
pub(super) struct Cube {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl Cube {
    /// The least above the greatest, so that a union with it is the other box.
    pub(super) const NOTHING: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// Around a triangle; nothing if one of its corners is not finite.
    pub(super) fn around([a, b, c]: &[Vec3; 3]) -> Self {
        if !(a.is_finite() && b.is_finite() && c.is_finite()) {
            return Self::NOTHING;
        }
        Self {
            min: a.min(*b).min(*c),
            max: a.max(*b).max(*c),
        }
    }

    /// The smallest box around both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether they have a point in common; a box of nothing has none.
    pub(super) fn touches(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether nothing is in it.
    pub(super) fn is_nothing(&self) -> bool {
        // Only `NOTHING` has a greatest below its least, on all axes alike.
        self.max.x < self.min.x
    }

    /// The largest coordinate in it, whatever its sign.
    pub(super) fn reach(&self) -> f64 {
        if self.is_nothing() {
            return 0.0;
        }
        f64::from(self.min.abs().max(self.max.abs()).max_element())
    }

    /// The squared distance of a point from the box, 0 inside; infinite for a box of nothing.
    pub(super) fn distance_squared(&self, point: DVec3) -> f64 {
        if self.is_nothing() {
            return f64::INFINITY;
        }
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        point.distance_squared(point.clamp(min, max))
    }
}
