//! What averages ask of their weights.

use crate::signs::pivot_first;

/// Weights by the size of the largest: no finite ones overflow or vanish, however large or small they all are.
pub(crate) struct Weighting {
    /// The first of non-zero weight, against which signs are chosen.
    pub(crate) pivot: usize,
    largest: f32,
    /// `Σ w / largest`: near zero where weights of both signs cancel.
    total: f32,
}

/// Below this size of its square, a sum with relative weights has canceled: what is left is rounding, a few times the 1e-7 that f32
/// resolves next to one.
pub(crate) const CANCELLED: f32 = 1e-13;

impl Weighting {
    /// `None` when no weight differs from zero.
    #[inline]
    pub(crate) fn of(weights: &[f32]) -> Option<Self> {
        let pivot = pivot_first(weights)?;
        let largest = weights.iter().fold(0.0_f32, |most, w| most.max(w.abs()));
        let total = weights.iter().map(|w| w / largest).sum();
        Some(Self {
            pivot,
            largest,
            total,
        })
    }

    /// `w / max |w|`, for sums that are normalized afterwards.
    #[inline]
    pub(crate) fn relative(&self, weight: f32) -> f32 {
        weight / self.largest
    }

    /// `w / Σ w`, for means. Use it where the weights do not cancel.
    #[inline]
    pub(crate) fn share(&self, weight: f32) -> f32 {
        // One division after the other: the product of the two may overflow.
        weight / self.largest / self.total
    }

    /// Whether the weights sum to zero but for rounding, so that there is no mean.
    #[inline]
    pub(crate) fn cancels(&self) -> bool {
        self.total * self.total < CANCELLED
    }
}
