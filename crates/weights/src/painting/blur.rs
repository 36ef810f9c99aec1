//! Averages over neighborhoods.

use mesh::PointIndex;
use rig::JointSlot;
use smallvec::SmallVec;

use crate::parallel::in_ranges;
use crate::{NeighborWeights, Row, Rules};

/// Points whose means a thread finds at least.
const SHARE: usize = 2048;

/// What can be averaged.
pub(crate) trait Mean: Clone + Default + Send + Sync {
    /// Adds another, multiplied by its share.
    fn add(&mut self, share: f64, other: &Self);
}

impl Mean for f64 {
    fn add(&mut self, share: f64, other: &Self) {
        *self += share * other;
    }
}

/// Weights of joints that need not sum to one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixture(pub(crate) SmallVec<[(JointSlot, f64); 6]>);

impl Mixture {
    /// What a row gives to averages: joints that are not locked.
    pub(crate) fn of(row: &Row, rules: &Rules<'_>) -> Self {
        let free = row.pairs().filter(|&(joint, _)| !rules.is_locked(joint));
        Self(
            free.map(|(joint, weight)| (joint, f64::from(weight)))
                .collect(),
        )
    }

    pub(crate) fn weight(&self, joint: JointSlot) -> f64 {
        let pair = self.0.iter().find(|(other, _)| *other == joint);
        pair.map_or(0.0, |&(_, weight)| weight)
    }
}

impl Mean for Mixture {
    fn add(&mut self, share: f64, other: &Self) {
        for &(joint, weight) in &other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == joint) {
                Some((_, sum)) => *sum += share * weight,
                None => self.0.push((joint, share * weight)),
            }
        }
    }
}

/// Averages around points; its memory is used again and again.
///
/// One pass puts in the place of each value the mean of it and of the mean of its neighbors,
/// `x_i ← ½ x_i + ½ Σ_j c_ij x_j / Σ_j c_ij`. The half that stays is what keeps passes from swinging: no value of the
/// surface's spectrum changes its sign, so that every pass makes the whole smoother.
#[derive(Clone, Debug)]
pub(crate) struct Blur {
    /// Of each point, one more than its place in the list of those that take part; zero between calls.
    places: Vec<u32>,
}

impl Blur {
    pub(crate) fn new(point_count: usize) -> Self {
        Self {
            places: vec![0; point_count],
        }
    }

    /// What is at each of some points, all different, after so many passes over the whole surface; only what reaches them is looked at.
    /// Points alone keep what they have.
    pub(crate) fn means<M: Mean>(
        &mut self,
        points: &[PointIndex],
        passes: usize,
        neighbor_weights: &NeighborWeights<'_>,
        read: impl Fn(PointIndex) -> M,
    ) -> Vec<M> {
        let (reached, ends) = self.collect_rings(points, passes, neighbor_weights);
        let mut values: Vec<M> = reached.iter().map(|&point| read(point)).collect();
        // A mean needs the ring around it, so every pass knows one ring less.
        for &end in ends.iter().rev().skip(1) {
            let inner = reached.get(..end).unwrap_or_default();
            let known = &values;
            // Every mean comes of the values as they were before the pass.
            let parts = in_ranges(end, SHARE, |range| {
                let inner = inner.get(range.clone()).unwrap_or_default();
                let own = inner.iter().zip(known.get(range).unwrap_or_default());
                let means =
                    own.map(|(&point, value)| self.mean(point, value, known, neighbor_weights));
                means.collect::<Vec<M>>()
            });
            let mut parts = parts.into_iter();
            let mut next = parts.next().unwrap_or_default();
            parts.for_each(|part| next.extend(part));
            values = next;
        }
        // Only what was reached is cleared: a dab costs nothing for the rest of the surface.
        for &point in &reached {
            self.places[point.index()] = 0;
        }
        values
    }

    fn mean<M: Mean>(
        &self,
        point: PointIndex,
        value: &M,
        values: &[M],
        neighbor_weights: &NeighborWeights<'_>,
    ) -> M {
        let mut mean = M::default();
        let mut shares = neighbor_weights.shares(point).peekable();
        let own = if shares.peek().is_some() { 0.5 } else { 1.0 };
        mean.add(own, value);
        for (neighbor, share) in shares {
            let place = self.places.get(neighbor.index()).copied().unwrap_or(0);
            if let Some(other) = values.get((place as usize).wrapping_sub(1)) {
                mean.add(0.5 * share, other);
            }
        }
        mean
    }

    /// The points, then those one step away, then those two steps away…, and where each of these rings ends.
    fn collect_rings(
        &mut self,
        points: &[PointIndex],
        steps: usize,
        neighbor_weights: &NeighborWeights<'_>,
    ) -> (Vec<PointIndex>, Vec<usize>) {
        let mut reached: Vec<PointIndex> = Vec::with_capacity(2 * points.len());
        for &point in points {
            self.reach(point, &mut reached);
        }
        let mut ends = vec![reached.len()];
        let mut start = 0;
        for _ in 0..steps {
            let end = reached.len();
            for place in start..end {
                let neighbors = neighbor_weights.surface().neighbors(reached[place]);
                neighbors
                    .iter()
                    .for_each(|&neighbor| self.reach(neighbor, &mut reached));
            }
            start = end;
            ends.push(reached.len());
        }
        (reached, ends)
    }

    fn reach(&mut self, point: PointIndex, reached: &mut Vec<PointIndex>) {
        let Some(place) = self.places.get_mut(point.index()) else {
            return;
        };
        if *place == 0 {
            reached.push(point);
            // Points are counted by PointIndex, so their number fits but for the very last.
            *place = u32::try_from(reached.len()).unwrap_or(u32::MAX);
        }
    }
}
