//! The helpers that were chosen, and meshes that they do not help: these go back to their joints.

use super::chains::Chain;
use crate::greedy::{Fit, Follows};
use crate::points::{Points, index};

/// Helpers and what follows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    /// The points whose rows they are, or come near to.
    pub(super) helpers: Vec<u32>,
    /// By helper, where these are chains; else there are none.
    pub(super) chains: Vec<Chain>,
    pub(super) fits: Vec<Fit>,
    /// Meshes that helpers were taken from.
    pub(super) meshes_without: Vec<usize>,
}

impl Chosen {
    /// Whether a vertex of a placed primitive follows a helper.
    pub(super) fn follows_helpers(&self, primitive: usize, points: &Points) -> bool {
        let of = points.of.get(primitive).into_iter().flatten();
        let fits = of.flatten().filter_map(|it| self.fits.get(*it as usize));
        let mut pairs = fits.flat_map(Fit::pairs);
        pairs.any(|(follows, _)| follows.helper().is_some())
    }

    /// Gives the points of these placed primitives the fits that they have without helpers, and drops helpers that nothing follows then.
    pub(super) fn give_back(&mut self, base: &[Fit], points: &Points, primitives: &[usize]) {
        let of = primitives.iter().filter_map(|it| points.of.get(*it));
        for point in of.flatten().flatten() {
            let place = *point as usize;
            if let (Some(fit), Some(base)) = (self.fits.get_mut(place), base.get(place)) {
                *fit = *base;
            }
        }
        self.drop_unused();
    }

    /// Leaves only the helpers that something follows, and numbers them anew.
    fn drop_unused(&mut self) {
        let mut is_used = vec![false; self.helpers.len()];
        for (follows, weight) in self.fits.iter().flat_map(Fit::pairs) {
            if let Some(used) = follows.helper().and_then(|it| is_used.get_mut(it)) {
                *used = *used || weight > 0.0;
            }
        }
        let mut numbers = Vec::with_capacity(is_used.len());
        let mut kept = 0;
        for is_used in &is_used {
            numbers.push(is_used.then_some(index(kept)));
            kept += usize::from(*is_used);
        }
        let renumbered = |follows: Follows| {
            let Some(helper) = follows.helper() else {
                return follows;
            };
            let number = numbers.get(helper).copied().flatten();
            number.map_or(Follows::None, Follows::Helper)
        };
        for fit in &mut self.fits {
            fit.follows = fit.follows.map(renumbered);
        }
        let is_kept = |place: usize| is_used.get(place) == Some(&true);
        let mut places = 0..;
        self.helpers.retain(|_| places.next().is_some_and(is_kept));
        let mut places = 0..;
        self.chains.retain(|_| places.next().is_some_and(is_kept));
    }
}
