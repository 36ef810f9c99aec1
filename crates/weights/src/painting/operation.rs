//! What a brush does, and how much.

/// What a brush, or a flood, does to the weight `w` of its joint at a point.
///
/// `f` is the strength times the falloff there, 0…1. What an operation asks for is clamped to 0…1; how others make up for
/// it [`Row::with_all`](crate::Row::with_all) says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// Gives the joint more: `w + f`.
    Add,
    /// Takes weight from the joint: `w − f`.
    Subtract,
    /// Towards a value v: `w + f (v − w)`.
    Replace(f32),
    /// By a factor s: `w (1 + f (s − 1))`.
    Scale(f32),
    /// All joints that are not locked, not the brush's alone, towards the average m of the surroundings: `w + f (m − w)`. Where the
    /// vertices of a point differ, w is their mean for all of them: an open seam closes, unless a locked joint has other weights on
    /// its two sides.
    Smooth(Smoothing),
    /// All joints that are not locked away from the average m of the surroundings: `w + f (w − m)`; what falls below zero is zero,
    /// and the row divided by its sum.
    Sharpen(Smoothing),
    /// All joints that are not locked towards one average for all points of a step, those under the brush, each counted by its own `f`:
    /// `w + f (m − w)`. Both sides of a mirrored brush have an average of their own.
    Average,
    /// All joints that are not locked towards what lies where the brush came from, `w + f (s − w)`, by [`Stroke::drag`](crate::Stroke::drag);
    /// always upon what was there before. Without a drag there is nothing to take.
    Smear,
}

impl Operation {
    /// The value asked for; `None` for those that need an average, or if it is not finite.
    pub(crate) fn target(self, weight: f64, f: f64) -> Option<f64> {
        let target = match self {
            Self::Add => weight + f,
            Self::Subtract => weight - f,
            Self::Replace(value) => weight + f * (f64::from(value).clamp(0.0, 1.0) - weight),
            Self::Scale(factor) => weight * (1.0 + f * (f64::from(factor) - 1.0)),
            Self::Smooth(_) | Self::Sharpen(_) | Self::Average | Self::Smear => return None,
        };
        target.is_finite().then(|| target.clamp(0.0, 1.0))
    }

    /// +1 if it goes towards rows found elsewhere, −1 if away from them; `None` if it sets the weight of a joint.
    pub(crate) const fn mixing(self) -> Option<f64> {
        match self {
            Self::Smooth(_) | Self::Average | Self::Smear => Some(1.0),
            Self::Sharpen(_) => Some(-1.0),
            Self::Add | Self::Subtract | Self::Replace(_) | Self::Scale(_) => None,
        }
    }

    /// The average over neighbors that it needs.
    pub(crate) const fn smoothing(self) -> Option<Smoothing> {
        match self {
            Self::Smooth(smoothing) | Self::Sharpen(smoothing) => Some(smoothing),
            _ => None,
        }
    }

    /// Whether its numbers are numbers.
    pub(crate) const fn is_finite(self) -> bool {
        match self {
            Self::Replace(number) | Self::Scale(number) => number.is_finite(),
            Self::Add
            | Self::Subtract
            | Self::Smooth(_)
            | Self::Sharpen(_)
            | Self::Average
            | Self::Smear => true,
        }
    }

    /// Whether it only changes weights that there are.
    pub(crate) const fn needs_weights(self) -> bool {
        matches!(self, Self::Subtract | Self::Scale(_) | Self::Sharpen(_))
    }
}

/// An average over the surroundings of a point.
///
/// One pass puts in the place of every row the mean of it and of the mean of its neighbors, as [`NeighborWeights`](crate::NeighborWeights) say;
/// several passes see further. Locked joints take no part; the average is multiplied so that it comes to what joints that are not locked
/// have together at the point. Unbound points have nothing to give, and get what is around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Smoothing {
    /// How many passes; zero counts as one.
    pub passes: u8,
}

impl Smoothing {
    pub(crate) fn count(self) -> usize {
        usize::from(self.passes.max(1))
    }
}

impl Default for Smoothing {
    /// Two passes, which come to about the mean of the neighbors.
    fn default() -> Self {
        Self { passes: 2 }
    }
}

/// What a stroke does, whatever it paints on and wherever its brush is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// What is done to the weight, or the number, of a point.
    pub operation: Operation,
    /// How much of it where the falloff is one, 0…1; clamped.
    pub strength: f32,
    /// Whether every step adds to the one before. If not, a point gets what the largest falloff of the whole stroke asks
    /// for, counted from its weights before the stroke: then it does not matter how often the pointer was looked at.
    pub builds_up: bool,
}

impl Effect {
    /// One that does not build up.
    #[must_use]
    pub const fn new(operation: Operation, strength: f32) -> Self {
        Self {
            operation,
            strength,
            builds_up: false,
        }
    }

    /// Whether steps add to each other, asked for or not.
    pub(crate) const fn adds_up(&self) -> bool {
        self.builds_up || matches!(self.operation, Operation::Smear)
    }

    pub(crate) const fn is_finite(&self) -> bool {
        self.strength.is_finite() && self.operation.is_finite()
    }

    /// Strength times falloff, of a finite falloff.
    pub(crate) fn amount(&self, falloff: f32) -> f64 {
        f64::from(self.strength.clamp(0.0, 1.0)) * f64::from(falloff.clamp(0.0, 1.0))
    }
}
