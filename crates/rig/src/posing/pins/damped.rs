//! Damped least squares.

/// The length of a list of numbers as a vector.
pub(super) fn length(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .map(|number| number * number)
        .sum::<f64>()
        .sqrt()
}

/// `Jᵀ (J Jᵀ + μ² 1)⁻¹ e`, J given by its columns; zeros where that is singular.
pub(super) fn damped_step(columns: &[Vec<f64>], ways: &[f64], damping: f64) -> Vec<f64> {
    let rows = ways.len();
    let entry = |row: usize, other: usize| {
        let products = columns.iter().map(|column| column[row] * column[other]);
        let own = if row == other { damping * damping } else { 0.0 };
        products.sum::<f64>() + own
    };
    let square = (0..rows).map(|row| (0..rows).map(|other| entry(row, other)).collect());
    let Some(solved) = solve(square.collect(), ways) else {
        return vec![0.0; columns.len()];
    };
    let dot = |column: &Vec<f64>| column.iter().zip(&solved).map(|(a, b)| a * b).sum();
    columns.iter().map(dot).collect()
}

/// The solution of a symmetric system without negative eigenvalues, by Cholesky; none where a pivot is not above zero.
fn solve(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Option<Vec<f64>> {
    let count = right.len();
    for k in 0..count {
        let (above, own) = matrix.split_at_mut(k);
        let own = own.first_mut()?;
        for (j, row) in above.iter().enumerate() {
            let sum: f64 = row[..j].iter().zip(&own[..j]).map(|(a, b)| a * b).sum();
            own[j] = (own[j] - sum) / row[j];
        }
        let pivot = own[k] - own[..k].iter().map(|part| part * part).sum::<f64>();
        // What is no number is no pivot either.
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        own[k] = pivot.sqrt();
    }
    let mut solved = right.to_vec();
    for k in 0..count {
        let sum: f64 = matrix[k][..k].iter().zip(&solved).map(|(a, b)| a * b).sum();
        solved[k] = (solved[k] - sum) / matrix[k][k];
    }
    for k in (0..count).rev() {
        let later = matrix.iter().zip(&solved).skip(k + 1);
        let sum: f64 = later.map(|(row, part)| row[k] * part).sum();
        solved[k] = (solved[k] - sum) / matrix[k][k];
    }
    Some(solved)
}
