//! The weights with which the neighbors of a point enter its average.

use mesh::{Adjacency, PointIndex};
use thiserror::Error;

use crate::rows::change::float;

/// The neighbors of the points of a surface, and how much each counts in an average.
#[derive(Clone, Copy, Debug)]
pub struct NeighborWeights<'a> {
    surface: &'a Adjacency,
    /// One for each neighbor of each point; none if all count alike.
    strengths: Option<&'a [f32]>,
}

impl<'a> NeighborWeights<'a> {
    /// All neighbors of a point count alike.
    #[must_use]
    pub const fn uniform(surface: &'a Adjacency) -> Self {
        Self {
            surface,
            strengths: None,
        }
    }

    /// Neighbors count as a list says that has a number for each neighbor of each point, as [`mesh::cotangents`] makes it: then how
    /// a surface is cut into triangles matters little. Numbers below zero, or not finite, count as zero; where all of
    /// a point's do, its neighbors count alike.
    ///
    /// # Errors
    ///
    /// A list of another length.
    pub fn with_strengths(
        surface: &'a Adjacency,
        strengths: &'a [f32],
    ) -> Result<Self, NeighborWeightsError> {
        let expected = surface.neighbor_total();
        let found = strengths.len();
        if found != expected {
            return Err(NeighborWeightsError { expected, found });
        }
        Ok(Self {
            surface,
            strengths: Some(strengths),
        })
    }

    /// The surface whose points these are.
    #[must_use]
    pub const fn surface(&self) -> &'a Adjacency {
        self.surface
    }

    /// The neighbors of a point, each with its share of their average: shares sum to one. None for a point alone.
    pub(crate) fn shares(&self, point: PointIndex) -> impl Iterator<Item = (PointIndex, f64)> {
        let neighbors = self.surface.neighbors(point);
        let strengths = self.strengths.and_then(|strengths| {
            let strengths = strengths.get(self.surface.neighbor_range(point))?;
            let sum: f64 = strengths.iter().map(|&strength| positive(strength)).sum();
            (sum > 0.0).then_some((strengths, sum))
        });
        let even = 1.0 / float(neighbors.len().max(1));
        let neighbors = neighbors.iter().copied().enumerate();
        neighbors.map(move |(place, neighbor)| {
            let share = strengths.map_or(even, |(strengths, sum)| positive(strengths[place]) / sum);
            (neighbor, share)
        })
    }
}

fn positive(strength: f32) -> f64 {
    if strength.is_finite() {
        f64::from(strength.max(0.0))
    } else {
        0.0
    }
}

/// A list that does not belong to the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{found} numbers for {expected} neighbors; give one for each neighbor of each point of this surface"
)]
pub struct NeighborWeightsError {
    /// What the surface has.
    pub expected: usize,
    /// What the list has.
    pub found: usize,
}
