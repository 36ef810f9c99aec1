//! How the strength of a brush falls from its middle to its rim.

use crate::Curve;

/// How the strength of a brush falls from 1 in the middle to the rim, as a function of the distance as a share of the radius, `x`.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Shape {
    /// Level in the middle and at the rim: `3t² − 2t³`, `t = 1 − x`.
    #[default]
    Smooth,
    /// A cone: `1 − x`.
    Linear,
    /// A spike: `(1 − x)²`.
    Sharp,
    /// A half sphere, full in the middle and steep at the rim: `√(1 − x²)`.
    Round,
    /// The same everywhere: 1.
    Constant,
    /// A curve through control points, drawn freely.
    Curve(Curve),
}

impl Shape {
    /// All that are not drawn freely.
    pub const PRESETS: [Self; 5] = [
        Self::Smooth,
        Self::Linear,
        Self::Sharp,
        Self::Round,
        Self::Constant,
    ];

    /// What artists call it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Smooth => "Smooth",
            Self::Linear => "Linear",
            Self::Sharp => "Sharp",
            Self::Round => "Sphere",
            Self::Constant => "Constant",
            Self::Curve(_) => "Curve",
        }
    }

    /// The strength at a distance as a share of the radius: 0 to 1, and 0 beyond the rim and for what is no number.
    #[must_use]
    pub fn at(&self, x: f32) -> f32 {
        if x.is_nan() || 1.0 < x {
            return 0.0;
        }
        let x = x.max(0.0);
        let t = 1.0 - x;
        match self {
            Self::Smooth => t * t * (3.0 - 2.0 * t),
            Self::Linear => t,
            Self::Sharp => t * t,
            // `1 − x²` as a product, which keeps its digits near the rim.
            Self::Round => (t * (1.0 + x)).sqrt(),
            Self::Constant => 1.0,
            Self::Curve(curve) => curve.at(x),
        }
    }

    /// Whether it rises nowhere, so that the least of many distances gives the greatest of many strengths.
    #[must_use]
    pub fn is_falling(&self) -> bool {
        match self {
            Self::Curve(curve) => curve.is_falling(),
            _ => true,
        }
    }
}
