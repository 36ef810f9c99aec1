//! Many right-hand sides, one sparse symmetric matrix.

use faer::linalg::solvers::Solve as _;
use faer::sparse::linalg::solvers::Llt;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Mat, Side};

/// A symmetric matrix that is being written: the diagonal and what is below it, column by column.
#[derive(Debug, Default)]
pub(super) struct LowerColumns {
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
}

impl LowerColumns {
    /// Appends a column: rows in rising order, none above the diagonal.
    pub(super) fn column(&mut self, entries: impl IntoIterator<Item = (usize, f64)>) {
        self.starts.push(self.rows.len());
        for (row, value) in entries {
            self.rows.push(row);
            self.values.push(value);
        }
    }

    fn len(&self) -> usize {
        self.starts.len()
    }
}

/// `L Lᵀ = A`, in an order that keeps L sparse.
pub(super) struct Factors {
    factors: Llt<usize, f64>,
    len: usize,
}

impl Factors {
    /// Nothing, if the matrix is not positive definite or memory runs out.
    pub(super) fn of(mut lower: LowerColumns) -> Option<Self> {
        let len = lower.len();
        if !lower.values.iter().all(|value| value.is_finite()) {
            return None;
        }
        lower.starts.push(lower.rows.len());
        let pattern =
            SymbolicSparseColMatRef::new_checked(len, len, &lower.starts, None, &lower.rows);
        let matrix = SparseColMatRef::new(pattern, &lower.values);
        let factors = matrix.sp_cholesky(Side::Lower).ok()?;
        Some(Self { factors, len })
    }

    /// Solves for several right-hand sides; `given(row, column)` is what they hold.
    pub(super) fn solve(&self, columns: usize, given: impl FnMut(usize, usize) -> f64) -> Mat<f64> {
        let mut solved = Mat::from_fn(self.len, columns, given);
        self.factors.solve_in_place(&mut solved);
        solved
    }
}
