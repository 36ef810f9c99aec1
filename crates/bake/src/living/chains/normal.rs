//! The normal equations of a Gauss–Newton step, which come together residual by residual.

/// What is added to the diagonal, as a part of its sum: turns that do the same leave the equations open.
const RIDGE: f64 = 1e-9;

/// Normal equations of the residuals r and their derivatives D.
#[derive(Clone, Debug)]
pub(crate) struct Normal {
    /// `Dᵀ D` by rows, up to the diagonal of each; what is beyond is the same mirrored, and stays zero.
    matrix: Vec<f64>,
    /// `Dᵀ r`.
    right: Vec<f64>,
    /// `rᵀ r`.
    pub(crate) cost: f64,
}

impl Normal {
    pub(crate) fn new(links: usize) -> Self {
        Self {
            matrix: vec![0.0; links * links],
            right: vec![0.0; links],
            cost: 0.0,
        }
    }

    /// Adds a residual with its derivative by each weight.
    pub(crate) fn add(&mut self, residual: f64, derivatives: &[f64]) {
        self.cost += residual * residual;
        let rows = self.matrix.chunks_mut(derivatives.len().max(1));
        let rows = rows.zip(&mut self.right).zip(derivatives).enumerate();
        for (number, ((row, right), own)) in rows {
            *right += own * residual;
            for (sum, other) in row.iter_mut().zip(derivatives).take(number + 1) {
                *sum += own * other;
            }
        }
    }

    /// The step `−(Dᵀ D + ridge)⁻¹ Dᵀ r`; none where a pivot is not above zero.
    pub(crate) fn step(&self) -> Option<Vec<f64>> {
        let count = self.right.len();
        let at = |row: usize, column: usize| self.matrix.get(row * count + column).copied();
        let trace: f64 = (0..count).filter_map(|place| at(place, place)).sum();
        let ridge = RIDGE * trace + f64::MIN_POSITIVE;
        // Cholesky, by rows.
        let mut lower: Vec<Vec<f64>> = Vec::with_capacity(count);
        for row in 0..count {
            let mut own: Vec<f64> = Vec::with_capacity(row + 1);
            for (column, above) in lower.iter().enumerate() {
                let before = dot(&own, above);
                own.push((at(row, column)? - before) / above.last()?);
            }
            let left = at(row, row)? + ridge - dot(&own, &own);
            if left.is_nan() || left <= 0.0 {
                return None;
            }
            own.push(left.sqrt());
            lower.push(own);
        }
        let mut forward: Vec<f64> = Vec::with_capacity(count);
        for (row, right) in lower.iter().zip(&self.right) {
            forward.push((-right - dot(&forward, row)) / row.last()?);
        }
        let mut step = vec![0.0; count];
        for row in (0..count).rev() {
            let below = (row + 1..count)
                .filter_map(|other| Some(lower.get(other)?.get(row)? * step.get(other)?));
            let sum: f64 = below.sum();
            let pivot = lower.get(row)?.last()?;
            *step.get_mut(row)? = (forward.get(row)? - sum) / pivot;
        }
        Some(step)
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::Normal;

    /// Of residuals that are linear in the weights one step leads to where the cost cannot fall.
    #[test]
    fn a_step_solves_what_is_linear() {
        let rows = [
            [1.0, 2.0, 0.5],
            [0.0, 1.0, -1.0],
            [2.0, -1.0, 0.0],
            [0.3, 0.2, 0.9],
        ];
        let wanted = [0.25, -0.5, 0.75];
        let mut normal = Normal::new(3);
        for row in rows {
            let residual: f64 = row.iter().zip(wanted).map(|(a, b)| -a * b).sum();
            normal.add(residual, &row);
        }
        let step = normal.step().unwrap();
        for (found, wanted) in step.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-6, "{step:?}");
        }
        // Derivatives that are none leave nothing to step along, and nothing breaks.
        let mut flat = Normal::new(2);
        flat.add(1.0, &[0.0, 0.0]);
        assert!(
            flat.step()
                .is_none_or(|step| step.iter().all(|by| by.is_finite()))
        );
        let mut none = Normal::new(1);
        none.add(1.0, &[f64::NAN]);
        assert_eq!(none.step(), None);
    }
}
