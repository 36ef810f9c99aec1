//! Quadratic functions of a few shares that have a given sum.

use glam::DVec3;

/// `q(y) = yᵀ H y + 2 gᵀ y`, H positive semidefinite: the squares `Σ s |r + Σ_k y_k a_k|²` but for a constant.
#[derive(Clone, Debug)]
pub(super) struct Quadratic {
    products: Vec<f64>,
    linear: Vec<f64>,
    count: usize,
}

/// What shares have to keep to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// What the shares sum to: what locked joints leave of one.
    pub(super) budget: f64,
    /// Whether they may be below zero.
    pub(super) is_signed: bool,
}

impl Quadratic {
    /// The function of so many shares that is zero everywhere.
    pub(super) fn new(count: usize) -> Self {
        Self {
            products: vec![0.0; count * count],
            linear: vec![0.0; count],
            count,
        }
    }

    /// Adds `share |rest + Σ y_k columns_k|²`.
    pub(super) fn add(&mut self, columns: &[DVec3], rest: DVec3, share: f64) {
        for (row, one) in columns.iter().enumerate() {
            let one = *one * share;
            self.linear[row] += one.dot(rest);
            let products = &mut self.products[row * self.count..][..self.count];
            for (product, other) in products.iter_mut().zip(columns) {
                *product += one.dot(*other);
            }
        }
    }

    /// Adds `amount Σ (y_k − toward_k)²`.
    pub(super) fn pull(&mut self, toward: &[f64], amount: f64) {
        for (place, value) in toward.iter().enumerate() {
            self.products[place * self.count + place] += amount;
            self.linear[place] -= amount * value;
        }
    }

    /// The largest of the diagonal: how much a share weighs.
    pub(super) fn scale(&self) -> f64 {
        let diagonal = (0..self.count).map(|place| self.at(place, place));
        diagonal.fold(0.0, f64::max)
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.products[row * self.count + column]
    }

    /// q, of the shares of `set` where all others are zero.
    pub(super) fn value(&self, set: &[usize], shares: &[f64]) -> f64 {
        let terms = set.iter().zip(shares).zip(self.slopes(set, shares));
        terms
            .map(|((&place, share), slope)| share * (slope + self.linear[place]))
            .sum()
    }

    /// `H y + g`, half the gradient, over `set`.
    fn slopes(&self, set: &[usize], shares: &[f64]) -> Vec<f64> {
        let slope = |&row: &usize| {
            let terms = set.iter().zip(shares);
            let sum: f64 = terms
                .map(|(&column, share)| self.at(row, column) * share)
                .sum();
            sum + self.linear[row]
        };
        set.iter().map(slope).collect()
    }

    /// The shares of `set` with the least q, from shares on that keep to the bounds, by active sets: as long as a share would be
    /// below zero, one goes as far towards the solution as none is and leaves out the one that stops it; then the one that would
    /// lessen q most comes in again. Signed shares take one step.
    ///
    /// Reference: Nocedal and Wright, "Numerical Optimization", 2006, algorithm 16.3.
    pub(super) fn least(&self, set: &[usize], start: &[f64], is_signed: bool) -> Vec<f64> {
        let count = set.len();
        let mut shares = start.to_vec();
        let is_free = |place: &usize| is_signed || shares[*place] > 0.0;
        let mut free: Vec<usize> = (0..count).filter(is_free).collect();
        // Every round leaves out one or lets one in; more than that is rounding going round in a ring.
        for _ in 0..4 * count + 4 {
            let slopes = self.slopes(set, &shares);
            let Some(steps) = self.unbounded_steps(set, &free, &slopes) else {
                break;
            };
            if is_signed {
                let moved = free.iter().zip(steps);
                moved.for_each(|(&place, step)| shares[place] += step);
                break;
            }
            if let Some(stop) = advance(&mut shares, &free, &steps) {
                free.retain(|&place| place != stop);
                continue;
            }
            let slopes = self.slopes(set, &shares);
            let Some(place) = self.best_to_free(&free, &slopes) else {
                break;
            };
            free.push(place);
        }
        shares
    }

    /// Even shares of all of a set, to begin with.
    pub(super) fn least_of_even(&self, set: &[usize], bounds: Bounds) -> Vec<f64> {
        let even = bounds.budget / float(set.len());
        self.least(set, &vec![even; set.len()], bounds.is_signed)
    }

    /// The steps of the free ones to the solution without bounds, which leave the sum: `H d + slopes = μ 1`, `Σ d = 0`.
    fn unbounded_steps(&self, set: &[usize], free: &[usize], slopes: &[f64]) -> Option<Vec<f64>> {
        // What stands for one in the border is of the size of the rest, so that pivots compare.
        let one = self.scale();
        let mut matrix: Vec<Vec<f64>> = free
            .iter()
            .map(|&row| {
                let columns = free.iter().map(|&column| self.at(set[row], set[column]));
                columns.chain([one, -slopes[row]]).collect()
            })
            .collect();
        let border = free.iter().map(|_| one);
        matrix.push(border.chain([0.0, 0.0]).collect());
        let mut solution = solve(&mut matrix)?;
        solution.pop();
        solution
            .iter()
            .all(|step| step.is_finite())
            .then_some(solution)
    }

    /// The place left out whose slope is lowest, if it is below that of the free ones.
    fn best_to_free(&self, free: &[usize], slopes: &[f64]) -> Option<usize> {
        let levels = free.iter().map(|&place| slopes[place]);
        let level = levels.fold(f64::INFINITY, f64::min);
        let bound = (0..slopes.len()).filter(|place| !free.contains(place));
        let best = bound.min_by(|&one, &other| slopes[one].total_cmp(&slopes[other]))?;
        // Lower by more than rounding, else the same place would come in and go out again.
        (slopes[best] < level - 1e-12 * self.scale()).then_some(best)
    }
}

/// Goes by the steps until a share is zero: which one; nothing if none is on the way.
fn advance(shares: &mut [f64], free: &[usize], steps: &[f64]) -> Option<usize> {
    let mut length = 1.0;
    let mut stop = None;
    for (&place, &step) in free.iter().zip(steps) {
        if shares[place] + step < 0.0 {
            let until = shares[place] / -step;
            if until < length || stop.is_none() {
                length = until.min(length);
                stop = Some(place);
            }
        }
    }
    for (&place, step) in free.iter().zip(steps) {
        shares[place] = (shares[place] + step * length).max(0.0);
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
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot_row = &above[column];
        for row in below {
            let factor = row[column] / scale;
            for (value, above) in row[column..].iter_mut().zip(&pivot_row[column..]) {
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
