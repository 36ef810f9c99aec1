//! Which few of many shares do best.

use super::problem::LEAST_WEIGHT;
use super::quadratic::{Bounds, Quadratic};

/// More sets than this are not tried one by one.
const MOST_SETS: usize = 600;

/// The set of at most `slots` of `left` with the least q, and the shares.
///
/// All sets are tried, as long as they are few; of more those go first without which the others do best.
pub(super) fn best(
    of: &Quadratic,
    mut left: Vec<usize>,
    slots: usize,
    bounds: Bounds,
) -> (Vec<usize>, Vec<f64>) {
    while left.len() > slots && sets(left.len(), slots) > MOST_SETS {
        let without = |place: usize| {
            let mut set = left.clone();
            set.remove(place);
            let shares = of.least_of_even(&set, bounds);
            (of.value(&set, &shares), set)
        };
        let offers = (0..left.len()).map(without);
        let Some((_, set)) = offers.min_by(|one, other| one.0.total_cmp(&other.0)) else {
            break;
        };
        left = set;
    }
    let mut best: Option<(f64, Vec<usize>, Vec<f64>)> = None;
    let mut places: Vec<usize> = (0..slots.min(left.len())).collect();
    loop {
        let set: Vec<usize> = places.iter().map(|&place| left[place]).collect();
        let shares = of.least_of_even(&set, bounds);
        let value = of.value(&set, &shares);
        if best.as_ref().is_none_or(|(least, ..)| value < *least) {
            best = Some((value, set, shares));
        }
        if !advance(&mut places, left.len()) {
            break;
        }
    }
    best.map_or_else(Default::default, |(_, set, shares)| (set, shares))
}

/// All sets of at most `slots` of `left`, with their shares, the least q first.
pub(super) fn rank_sets(
    of: &Quadratic,
    left: &[usize],
    slots: usize,
    bounds: Bounds,
) -> Vec<(Vec<usize>, Vec<f64>)> {
    let mut all: Vec<(f64, Vec<usize>, Vec<f64>)> = Vec::new();
    for size in 1..=slots.min(left.len()) {
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            let set: Vec<usize> = places.iter().map(|&place| left[place]).collect();
            let shares = of.least_of_even(&set, bounds);
            // A set with a share of nothing is a smaller one.
            if shares.iter().all(|share| share.abs() > LEAST_WEIGHT) {
                all.push((of.value(&set, &shares), set, shares));
            }
            if !advance(&mut places, left.len()) {
                break;
            }
        }
    }
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.into_iter()
        .map(|(_, set, shares)| (set, shares))
        .collect()
}

/// The next set of places below `count` in order; whether there is one.
fn advance(places: &mut [usize], count: usize) -> bool {
    let slots = places.len();
    let Some(last) = (0..slots)
        .rev()
        .find(|&place| places[place] < count - slots + place)
    else {
        return false;
    };
    places[last] += 1;
    for place in last + 1..slots {
        places[place] = places[place - 1] + 1;
    }
    true
}

/// How many sets of `slots` there are among `count`, or more than anybody counts.
fn sets(count: usize, slots: usize) -> usize {
    let mut sets = 1_usize;
    for place in 0..slots.min(count - slots) {
        // Divides without rest: it is the number of sets of so many.
        sets = sets.saturating_mul(count - place) / (place + 1);
        if sets > usize::MAX / (count + 1) {
            return usize::MAX;
        }
    }
    sets
}
