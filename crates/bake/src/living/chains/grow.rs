//! Chains chosen greedily: one for the vertex that is farthest off, kept if that comes nearer.

use std::collections::BTreeSet;

use super::chain::Chain;
use super::poses::{ChainPoses, ChainTarget};
use super::tune::tuned;
use crate::greedy::{Fit, Greedy, Helper, Stop};
use crate::motions::{Motions, ratio};
use crate::points::Points;

/// Another order than the plain one is taken if it is better by so much: each link that is halved is one node more.
const BETTER: f64 = 0.9;

/// Weights are rounded to steps of one over so many, so that more nodes are shared, where that leaves no more than so much of the error
/// before rounding, or of the one that the vertex has without the chain.
const STEPS: f64 = 16.0;
const ROUNDED: f64 = 1.1;
const SMALL: f64 = 0.1;

/// Errors below this part of the size are not worth a chain, whatever the number of helpers asked for.
const FLOOR: f32 = 1e-4;

/// So many vertices in a row that no chain brings nearer end the search: those left are less far off still.
const FRUITLESS: usize = 256;

/// What chains grow in.
#[derive(Clone, Copy, Debug)]
pub(in crate::living) struct GrowingChains<'a, 'b> {
    pub(in crate::living) points: &'a Points,
    pub(in crate::living) motions: &'a Motions,
    pub(in crate::living) poses: &'b ChainPoses<'a>,
    /// The size of the character, in scene units.
    pub(in crate::living) size: f32,
    pub(in crate::living) threads: usize,
}

/// The chains that were found.
#[derive(Clone, Debug, Default)]
pub(in crate::living) struct ChainGrowth {
    /// The points whose rows chains come near to.
    pub(in crate::living) points: Vec<u32>,
    pub(in crate::living) chains: Vec<Chain>,
    pub(in crate::living) fits: Vec<Fit>,
    /// Whether there are as many as may be.
    pub(in crate::living) is_full: bool,
    /// The largest error that no chain brought down, in scene units: with more of them it would stay.
    pub(in crate::living) stuck: f32,
}

impl GrowingChains<'_, '_> {
    /// Adds chains until the target is reached, no more are allowed, or none helps. Where `prunes` says so, those that are not needed for
    /// the target go. None if `go_on` breaks.
    pub(in crate::living) fn run(
        &self,
        before: ChainGrowth,
        stop: Stop,
        prunes: bool,
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Option<ChainGrowth> {
        let pairs = before.points.iter().zip(&before.chains);
        let helpers = pairs.map(|(point, chain)| self.helper(*point, chain));
        let mut greedy = Greedy::new(self.points, self.motions, helpers.collect(), self.threads);
        let mut chains = before.chains;
        let target = stop.target.max(FLOOR * self.size);
        let first = greedy.largest().max(f32::MIN_POSITIVE);
        let (mut given_up, mut fruitless) = (BTreeSet::new(), 0);
        while greedy.count() < stop.helpers && fruitless < FRUITLESS {
            let Some(worst) = greedy.worst(&given_up) else {
                break;
            };
            let error = greedy.error_of(worst);
            if error <= target {
                break;
            }
            let kept = self.kept(&mut greedy, &chains, worst, target);
            match kept {
                Some(chain) => {
                    chains.push(chain);
                    fruitless = 0;
                }
                None => {
                    given_up.insert(worst);
                    fruitless += 1;
                }
            }
            let by_error = (first / error).ln() / (first / target).ln().max(f32::MIN_POSITIVE);
            let by_count = ratio(greedy.count(), stop.helpers);
            if !go_on(by_error.max(by_count).clamp(0.0, 1.0)) {
                return None;
            }
        }
        if prunes {
            greedy.prune(target);
        }
        // Where some were dropped, others have their places.
        let is_full = greedy.count() >= stop.helpers;
        let stuck = given_up.iter().map(|point| greedy.error_of(*point));
        let stuck = stuck.fold(0.0, f32::max);
        let numbers = greedy.remaining_numbers();
        let (points, fits) = greedy.remaining_helpers();
        let left = numbers.into_iter().filter_map(|number| chains.get(number));
        Some(ChainGrowth {
            points,
            chains: left.cloned().collect(),
            fits,
            is_full,
            stuck,
        })
    }

    /// The chain of a point, if it was added; none where it brings the point no nearer.
    fn kept(
        &self,
        greedy: &mut Greedy<'_>,
        chains: &[Chain],
        point: u32,
        target: f32,
    ) -> Option<Chain> {
        if greedy.has_row_of(point) {
            return None;
        }
        // Skins list a node once.
        let chain = self.best(greedy, point).filter(|it| !chains.contains(it))?;
        let is_kept = greedy.offer(self.helper(point, &chain), target);
        is_kept.then_some(chain)
    }

    fn helper(&self, point: u32, chain: &Chain) -> Helper {
        Helper::near_row(point, self.poses.maps(chain, point))
    }

    /// The chain that comes nearest to a point; none where nodes cannot stand for its joints, and where it would be a joint.
    fn best(&self, greedy: &Greedy<'_>, point: u32) -> Option<Chain> {
        let skeleton = self.poses.skeleton();
        let target = ChainTarget {
            point,
            maps: greedy.maps_of_point(point),
        };
        let plain = Chain::of_row(skeleton, &self.poses.row(point));
        if plain.links.is_empty() || !self.poses.has_frames(&plain) {
            return None;
        }
        let error = |chain: &Chain| self.poses.largest_error(chain, &target);
        let mut best: Option<(f64, Chain)> = None;
        for order in plain.orders(skeleton) {
            let order = tuned(self.poses, &order, &target).simplified(skeleton, None);
            let own = error(&order);
            let is_better = (best.as_ref()).is_none_or(|(least, _)| own < least * BETTER);
            if is_better {
                best = Some((own, order));
            }
        }
        let (least, best) = best?;
        let rounded = best.simplified(skeleton, Some(STEPS));
        let most = (ROUNDED * least).max(SMALL * f64::from(greedy.error_of(point)));
        let is_near = !rounded.links.is_empty() && error(&rounded) <= most;
        let chosen = if is_near { rounded } else { best };
        (!chosen.links.is_empty()).then_some(chosen)
    }
}
