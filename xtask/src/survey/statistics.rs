//! Median, percentile and percentage.

/// The middle one of `values`; of an even number of them the mean of the middle two, rounded down; 0 for none.
pub fn median(values: &[usize]) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let half = sorted.len() / 2;
    match sorted.get(half) {
        Some(&upper) if sorted.len().is_multiple_of(2) => (sorted[half - 1] + upper) / 2,
        Some(&middle) => middle,
        None => 0,
    }
}

/// The least of `values` that at least `percent` of a hundred of them do not exceed; 0 for none.
pub fn percentile(values: &[usize], percent: usize) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

/// The percentage that `part` is of `whole`; 0 if that is 0.
pub fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    100.0 * part as f64 / whole as f64
}
