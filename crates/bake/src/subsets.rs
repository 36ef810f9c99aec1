//! The best few of a few candidates: all subsets, each by one small factorization.
//!
//! With the residuals `r_h` of the candidates at a vertex (what candidate h alone would leave), stacked over all poses, and weights that
//! sum to one, `|Σ w_h r_h|² = wᵀ Γ w` with the Gram matrix `Γ = r rᵀ`. On a subset S its least value is
//!
//! ```text
//! z = (Γ_S + 1e-10 max diag Γ)⁻¹ 1,   w = z / 1ᵀz,   cost = 1 / 1ᵀz
//! ```
//!
//! and `w ≥ 0` where `z ≥ 0`. A subset with a negative z has its best weights on a smaller one, which is tried too, so that the cheapest
//! feasible subset is the optimum over all weights on at most [`MOST_WEIGHTS`] of the candidates.

/// Candidates that are looked at for a vertex.
pub(crate) const MOST_CANDIDATES: usize = 8;

/// Influences of a vertex in the result, as many as every engine takes.
pub(crate) const MOST_WEIGHTS: usize = 4;

/// Γ of at most [`MOST_CANDIDATES`] candidates.
pub(crate) type Gram = [[f64; MOST_CANDIDATES]; MOST_CANDIDATES];

/// What is added to the diagonal, relative to its largest number: equal candidates would make Γ singular.
const RIDGE: f64 = 1e-10;

/// A subset with its weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// Places in the list of candidates.
    pub(crate) places: [usize; MOST_WEIGHTS],
    /// Not negative, of sum one.
    pub(crate) weights: [f64; MOST_WEIGHTS],
    /// How many of both there are.
    pub(crate) len: usize,
    /// `wᵀ Γ w`, with the ridge.
    pub(crate) cost: f64,
}

/// The cheapest subset of the first `count` candidates; none without a candidate, and where a number is not finite.
pub(crate) fn cheapest(gram: &Gram, count: usize) -> Option<Choice> {
    let count = count.min(MOST_CANDIDATES);
    let diagonal = (0..count).map(|place| gram[place][place]);
    // All residuals zero leave a ridge that is above zero, so that pivots are.
    let ridge = RIDGE * diagonal.fold(0.0, f64::max) + f64::MIN_POSITIVE;
    let mut best: Option<Choice> = None;
    // 162 subsets of up to four of eight: the exact optimum, without an iteration that might end early.
    let sets = (1_u32..1 << count).filter(|set| set.count_ones() as usize <= MOST_WEIGHTS);
    for set in sets {
        let Some(found) = on_subset(gram, set, ridge) else {
            continue;
        };
        // Of subsets that do as well the one with fewer weights, and then the first, stays.
        let is_better = best.is_none_or(|best| {
            let margin = best.cost * 1e-9 + ridge;
            found.cost < best.cost - margin
                || (found.cost <= best.cost + margin && found.len < best.len)
        });
        if is_better {
            best = Some(found);
        }
    }
    best
}

fn on_subset(gram: &Gram, set: u32, ridge: f64) -> Option<Choice> {
    let mut places = [0; MOST_WEIGHTS];
    let mut len = 0;
    for place in (0..MOST_CANDIDATES).filter(|place| set >> place & 1 == 1) {
        places[len] = place;
        len += 1;
    }
    let z = solve_ridge(gram, &places[..len], ridge)?;
    let sum: f64 = z[..len].iter().sum();
    let is_feasible = sum > 0.0 && sum.is_finite() && z[..len].iter().all(|it| *it >= 0.0);
    is_feasible.then(|| Choice {
        places,
        weights: z.map(|it| it / sum),
        len,
        cost: 1.0 / sum,
    })
}

/// `(Γ_S + ridge)⁻¹ 1` by Cholesky; none where a pivot is not above zero.
fn solve_ridge(gram: &Gram, places: &[usize], ridge: f64) -> Option<[f64; MOST_WEIGHTS]> {
    let mut lower = [[0.0; MOST_WEIGHTS]; MOST_WEIGHTS];
    let mut y = [0.0; MOST_WEIGHTS];
    for (row, &at) in places.iter().enumerate() {
        for (column, &other) in places.iter().enumerate().take(row + 1) {
            let own = if row == column { ridge } else { 0.0 };
            let before: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let left = gram[at][other] + own - before;
            lower[row][column] = match row == column {
                false => left / lower[column][column],
                true if left > 0.0 && left.is_finite() => left.sqrt(),
                true => return None,
            };
        }
        let before: f64 = (0..row).map(|k| lower[row][k] * y[k]).sum();
        y[row] = (1.0 - before) / lower[row][row];
    }
    let mut z = [0.0; MOST_WEIGHTS];
    for row in (0..places.len()).rev() {
        let after: f64 = (row + 1..places.len()).map(|k| lower[k][row] * z[k]).sum();
        z[row] = (y[row] - after) / lower[row][row];
    }
    Some(z)
}

#[cfg(test)]
mod tests {
    use super::{Gram, MOST_CANDIDATES, cheapest};

    /// Residuals in a space of five, by a small generator of numbers.
    fn residuals(seed: u64) -> [[f64; 5]; MOST_CANDIDATES] {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 40) as f64 / f64::from(1 << 24) - 0.3
            })
        })
    }

    fn gram(residuals: &[[f64; 5]; MOST_CANDIDATES]) -> Gram {
        std::array::from_fn(|one| {
            std::array::from_fn(|other| {
                let pairs = residuals[one].iter().zip(&residuals[other]);
                pairs.map(|(a, b)| a * b).sum()
            })
        })
    }

    /// No weights on four candidates that a fine grid tries are better than what is found.
    #[test]
    fn nothing_on_a_grid_is_cheaper() {
        for seed in 1..12 {
            let residuals = residuals(seed);
            let gram = gram(&residuals);
            let found = cheapest(&gram, 5).unwrap();
            assert!((found.weights[..found.len].iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for tried in grid() {
                let pairs = (0..5).flat_map(|i| (0..5).map(move |j| (i, j)));
                let cost: f64 = pairs.map(|(i, j)| tried[i] * tried[j] * gram[i][j]).sum();
                assert!(cost > found.cost * (1.0 - 1e-6), "{seed}: {cost} {found:?}");
            }
        }
    }

    /// Weights on four of five places, in twentieths.
    fn grid() -> impl Iterator<Item = [f64; 5]> {
        let all = 0..21_u32.pow(3);
        let parts = all.map(|it| [it % 21, it / 21 % 21, it / 441]);
        let within = parts.filter(|parts| parts.iter().sum::<u32>() <= 20);
        within.flat_map(|[a, b, c]| {
            let parts = [a, b, c, 20 - a - b - c].map(|part| f64::from(part) / 20.0);
            (0..5).map(move |skipped| {
                let mut weights = [0.0; 5];
                let places = (0..5).filter(|place| *place != skipped);
                places
                    .zip(parts)
                    .for_each(|(place, part)| weights[place] = part);
                weights
            })
        })
    }

    /// A candidate that leaves nothing is taken alone.
    #[test]
    fn an_exact_candidate_is_taken_alone() {
        let mut residuals = residuals(3);
        residuals[4] = [0.0; 5];
        let found = cheapest(&gram(&residuals), MOST_CANDIDATES).unwrap();
        assert_eq!((found.len, found.places[0]), (1, 4));
    }

    /// A number that is none, or no candidate at all: nothing is chosen, and never something broken.
    #[test]
    fn what_is_no_number_is_never_chosen() {
        assert_eq!(
            cheapest(&[[0.0; MOST_CANDIDATES]; MOST_CANDIDATES], 0),
            None
        );
        let all = cheapest(&[[f64::NAN; MOST_CANDIDATES]; MOST_CANDIDATES], 5);
        assert_eq!(all, None);
        for broken in [f64::NAN, f64::INFINITY] {
            let mut gram = gram(&residuals(5));
            gram[2] = [broken; MOST_CANDIDATES];
            for row in &mut gram {
                row[2] = broken;
            }
            if let Some(found) = cheapest(&gram, MOST_CANDIDATES) {
                assert!(!found.places[..found.len].contains(&2), "{found:?}");
                assert!(found.weights.iter().all(|weight| weight.is_finite()));
            }
        }
    }

    /// A candidate more never makes it worse, whatever the candidates.
    #[test]
    fn more_candidates_are_never_worse() {
        for seed in 1..200 {
            let gram = gram(&residuals(seed));
            let costs = (1..=MOST_CANDIDATES).map(|count| cheapest(&gram, count).unwrap().cost);
            let costs: Vec<f64> = costs.collect();
            let falls = costs
                .windows(2)
                .all(|pair| pair[1] <= pair[0] * (1.0 + 1e-6));
            assert!(falls, "{seed}: {costs:?}");
        }
    }
}
