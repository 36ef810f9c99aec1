//! A falloff drawn freely.

use glam::Vec2;
use thiserror::Error;

/// A curve through control points without overshoot: between two points it stays between their heights.
///
/// Of a control point, `x` is the distance from the middle of the brush as a share of its radius, and `y` the strength there, both
/// 0 to 1. Before the first point and after the last the curve is level.
///
/// Between neighbors it is the cubic with their heights and slopes. A slope is 0 at a peak, a valley and at both ends, else the
/// weighted harmonic mean of the slopes of the chords on both sides, `h` their widths:
///
/// ```text
/// (w₁ + w₂) / m = w₁ / m₁ + w₂ / m₂,   w₁ = 2 h₂ + h₁,   w₂ = h₂ + 2 h₁
/// ```
///
/// Reference: F. N. Fritsch and J. Butland, "A Method for Constructing Local Monotone Piecewise Cubic Interpolants", 1984.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    points: Vec<Vec2>,
    /// One for each point.
    slopes: Vec<f32>,
}

impl Curve {
    /// A curve through these points.
    ///
    /// # Errors
    ///
    /// Fewer than two points, a coordinate that is not 0 to 1, or an `x` that is not beyond that of the point before.
    pub fn new(points: impl Into<Vec<Vec2>>) -> Result<Self, CurveError> {
        let points = points.into();
        if points.len() < 2 {
            return Err(CurveError::TooFew {
                count: points.len(),
            });
        }
        for (place, point) in points.iter().enumerate() {
            let is_outside = |value: &f32| !(0.0..=1.0).contains(value);
            if let Some(value) = point.to_array().into_iter().find(is_outside) {
                return Err(CurveError::OutOfRange { place, value });
            }
            if place > 0 && point.x <= points[place - 1].x {
                return Err(CurveError::NotRising { place });
            }
        }
        let slopes = slopes(&points);
        Ok(Self { points, slopes })
    }

    /// The control points, in rising order of `x`.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// The height at a place; 0 for a place that is no number.
    #[must_use]
    pub fn at(&self, x: f32) -> f32 {
        let next = self.points.partition_point(|point| point.x < x);
        let before = next.checked_sub(1);
        let ends = before.and_then(|before| Some((before, self.points.get(next)?)));
        let Some((before, to)) = ends else {
            let end = if before.is_some() {
                self.points.last()
            } else {
                self.points.first()
            };
            return end.filter(|_| !x.is_nan()).map_or(0.0, |end| end.y);
        };
        let from = self.points[before];
        let width = to.x - from.x;
        let (m, n) = (self.slopes[before] * width, self.slopes[next] * width);
        let t = (x - from.x) / width;
        let rise = to.y - from.y;
        // Hermite's cubic with the heights and slopes of both ends, by powers of t.
        let height = from.y + t * (m + t * (3.0 * rise - 2.0 * m - n + t * (m + n - 2.0 * rise)));
        // Beyond by rounding alone: with these slopes the cubic is monotone.
        height.clamp(from.y.min(to.y), from.y.max(to.y))
    }

    /// Whether it rises nowhere.
    #[must_use]
    pub fn is_falling(&self) -> bool {
        self.points.is_sorted_by(|one, next| next.y <= one.y)
    }
}

impl Default for Curve {
    /// Nearly [`Shape::Smooth`](crate::Shape::Smooth), with a point to take hold of in its middle.
    fn default() -> Self {
        let points = vec![Vec2::Y, Vec2::splat(0.5), Vec2::X];
        Self {
            slopes: slopes(&points),
            points,
        }
    }
}

fn slopes(points: &[Vec2]) -> Vec<f32> {
    let mut slopes = vec![0.0; points.len()];
    for (slope, near) in slopes.iter_mut().skip(1).zip(points.windows(3)) {
        let (left, right) = (near[1] - near[0], near[2] - near[1]);
        let (m, n) = (left.y / left.x, right.y / right.x);
        // Of one sign: neither a peak nor a valley.
        if 0.0 < m * n {
            let (v, w) = (2.0 * right.x + left.x, right.x + 2.0 * left.x);
            *slope = (v + w) / (v / m + w / n);
        }
    }
    slopes
}

/// Why points make no curve.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CurveError {
    /// Nothing to draw between.
    #[error("a falloff curve needs two points or more, and has {count}")]
    TooFew {
        /// How many there are.
        count: usize,
    },
    /// Beyond the square, or no number.
    #[error("point {} of the falloff curve has {value}; both its numbers are 0 to 1", place + 1)]
    OutOfRange {
        /// The point, counted from 0.
        place: usize,
        /// The coordinate that is not 0 to 1.
        value: f32,
    },
    /// Two points above one another, or in the wrong order.
    #[error("point {} of the falloff curve is not to the right of the one before", place + 1)]
    NotRising {
        /// The point, counted from 0.
        place: usize,
    },
}
