//! The shortest mean of a few vectors.

/// Products `G_ij = a_i · a_j` of vectors.
#[derive(Clone, Debug)]
pub(super) struct Gram {
    products: Vec<f64>,
    count: usize,
    /// What is added to the diagonal, so that equal vectors share evenly instead of anyhow.
    ridge: f64,
}

impl Gram {
    /// Of vectors of one length.
    pub(super) fn new(vectors: &[Vec<f64>]) -> Self {
        let count = vectors.len();
        let dot =
            |one: &[f64], other: &[f64]| -> f64 { one.iter().zip(other).map(|(a, b)| a * b).sum() };
        let rows = vectors.iter();
        let products: Vec<f64> = rows
            .flat_map(|one| vectors.iter().map(|other| dot(one, other)))
            .collect();
        let most = (0..count)
            .map(|place| products[place * count + place])
            .fold(0.0, f64::max);
        Self {
            products,
            count,
            ridge: most * 1e-13,
        }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.products[row * self.count + column]
    }

    /// `|Σ x_i a_i|²`, with the vectors of `set`.
    pub(super) fn length_squared(&self, set: &[usize], shares: &[f64]) -> f64 {
        let pairs = set.iter().zip(shares);
        let sum = |&row: &usize| -> f64 {
            pairs
                .clone()
                .map(|(&column, share)| self.at(row, column) * share)
                .sum()
        };
        let sum: f64 = pairs.clone().map(|(row, share)| share * sum(row)).sum();
        sum.max(0.0)
    }

    /// The shares `x_i ≥ 0`, `Σ x_i = 1` of the vectors of `set` with the shortest `Σ x_i a_i`, by active sets: as long as a
    /// share would be negative, one goes as far towards the solution as none is and leaves out the one that stops it; then the
    /// one that would shorten the sum most comes in again.
    ///
    /// Reference: Nocedal and Wright, "Numerical Optimization", 2006, algorithm 16.3.
    pub(super) fn shortest(&self, set: &[usize]) -> Vec<f64> {
        let count = set.len();
        let mut free: Vec<usize> = (0..count).collect();
        let mut shares = vec![1.0 / float(count); count];
        // Every round leaves out one or lets one in; more than that is rounding going round in a ring.
        for _ in 0..4 * count + 4 {
            let Some(wanted) = self.unbounded(set, &free) else {
                break;
            };
            if let Some(stop) = step(&mut shares, &free, &wanted) {
                free.retain(|&place| place != stop);
                continue;
            }
            let Some(place) = self.best_to_free(set, &free, &shares) else {
                break;
            };
            free.push(place);
        }
        shares
    }

    /// The solution without bounds: `G x = μ 1`, `Σ x = 1`.
    fn unbounded(&self, set: &[usize], free: &[usize]) -> Option<Vec<f64>> {
        let count = free.len();
        let mut matrix: Vec<Vec<f64>> = free
            .iter()
            .map(|&row| {
                let columns = free.iter().map(|&column| self.at(set[row], set[column]));
                columns.chain([1.0]).collect()
            })
            .collect();
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] += self.ridge;
        }
        let solution = solve(&mut matrix)?;
        let sum: f64 = solution.iter().sum();
        (sum.is_finite() && sum > 0.0 && count > 0)
            .then(|| solution.into_iter().map(|value| value / sum).collect())
    }

    /// The place left out whose gradient is lowest, if it is below that of the free ones.
    fn best_to_free(&self, set: &[usize], free: &[usize], shares: &[f64]) -> Option<usize> {
        let gradient = |place: usize| -> f64 {
            let terms = set.iter().zip(shares);
            terms
                .map(|(&column, share)| self.at(set[place], column) * share)
                .sum()
        };
        let level = free
            .iter()
            .map(|&place| gradient(place))
            .fold(f64::INFINITY, f64::min);
        let bound = (0..set.len()).filter(|place| !free.contains(place));
        let best = bound.min_by(|&one, &other| gradient(one).total_cmp(&gradient(other)))?;
        (gradient(best) < level - 10.0 * self.ridge).then_some(best)
    }
}

/// Goes towards the wanted shares until one is zero: which one; nothing if none is on the way.
fn step(shares: &mut [f64], free: &[usize], wanted: &[f64]) -> Option<usize> {
    let mut length = 1.0;
    let mut stop = None;
    for (&place, &wanted) in free.iter().zip(wanted) {
        if wanted < 0.0 {
            let until = shares[place] / (shares[place] - wanted);
            if until < length || stop.is_none() {
                length = until.min(length);
                stop = Some(place);
            }
        }
    }
    for (&place, &wanted) in free.iter().zip(wanted) {
        shares[place] += (wanted - shares[place]) * length;
    }
    if let Some(place) = stop {
        shares[place] = 0.0;
    }
    stop
}

/// Solves linear equations, each a row with its right side last, by elimination with pivots. None if they have no one solution.
fn solve(rows: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).max_by(|&one, &other| {
            let size = |row: usize| rows[row][column].abs();
            size(one).total_cmp(&size(other))
        })?;
        rows.swap(column, pivot);
        let scale = rows[column][column];
        if scale == 0.0 || !scale.is_finite() {
            return None;
        }
        let pivot_row = rows[column].clone();
        for row in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / scale;
            for (value, above) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count)
            .map(|column| rows[row][column] * solution[column])
            .sum();
        solution[row] = (rows[row][count] - known) / rows[row][row];
    }
    Some(solution)
}

fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
