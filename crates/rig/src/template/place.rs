//! Places as affine combinations of markers.

use glam::DVec3;

/// A weight for each marker; the weights sum to one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MarkerWeights(Vec<f64>);

impl MarkerWeights {
    /// The place of a marker, of so many.
    pub(super) fn of(marker: usize, n_markers: usize) -> Self {
        Self(
            (0..n_markers)
                .map(|other| f64::from(u8::from(other == marker)))
                .collect(),
        )
    }

    /// On the way to another place: 0 is here, 1 there.
    pub(super) fn toward(&self, other: &Self, share: f64) -> Self {
        self.offset_by(self, other, share)
    }

    /// Moved by a share of the way between two places.
    pub(super) fn offset_by(&self, from: &Self, to: &Self, share: f64) -> Self {
        let ways = from.0.iter().zip(&to.0).map(|(from, to)| to - from);
        let moved = self.0.iter().zip(ways).map(|(own, way)| own + share * way);
        Self(moved.collect())
    }

    /// Midway between two places.
    pub(super) fn between(one: &Self, other: &Self) -> Self {
        one.toward(other, 0.5)
    }

    /// The same place of the other side.
    pub(super) fn mirrored(&self, partners: &[usize]) -> Self {
        let weight = |partner: &usize| self.0.get(*partner).copied().unwrap_or_default();
        Self(partners.iter().map(weight).collect())
    }

    /// Whether it depends on a marker.
    pub(super) fn uses(&self, marker: usize) -> bool {
        // Weights that cancel leave what rounding does.
        self.0.get(marker).is_some_and(|weight| weight.abs() > 1e-9)
    }

    /// Where it is, with the markers there.
    pub(super) fn at(&self, markers: &[DVec3]) -> DVec3 {
        let weights = self.0.iter().zip(markers);
        weights.map(|(weight, marker)| *marker * *weight).sum()
    }
}
