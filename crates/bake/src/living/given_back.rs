//! Meshes whose helpers do not help: they go back to their joints.

use crate::greedy::{Fit, Follows};
use crate::points::{Points, index};

/// Gives the points of these placed primitives the fits that they have without helpers.
pub(super) fn give_back(fits: &mut [Fit], base: &[Fit], points: &Points, primitives: &[usize]) {
    let of = primitives.iter().filter_map(|it| points.of.get(*it));
    for point in of.flatten().flatten() {
        let place = *point as usize;
        if let (Some(fit), Some(base)) = (fits.get_mut(place), base.get(place)) {
            *fit = *base;
        }
    }
}

/// Only the helpers that something follows, and the fits by their new numbers.
pub(super) fn without_unused(helpers: &[u32], fits: &mut [Fit]) -> Vec<u32> {
    let mut is_used = vec![false; helpers.len()];
    for (follows, weight) in fits.iter().flat_map(Fit::pairs) {
        if let Some(used) = follows.helper().and_then(|it| is_used.get_mut(it)) {
            *used = *used || weight > 0.0;
        }
    }
    let mut kept = Vec::new();
    let mut numbers = Vec::with_capacity(helpers.len());
    for (helper, is_used) in helpers.iter().zip(&is_used) {
        numbers.push(is_used.then(|| index(kept.len())));
        if *is_used {
            kept.push(*helper);
        }
    }
    for fit in fits {
        fit.follows = fit.follows.map(|follows| {
            let Some(helper) = follows.helper() else {
                return follows;
            };
            let number = numbers.get(helper).copied().flatten();
            number.map_or(Follows::None, Follows::Helper)
        });
    }
    kept
}
