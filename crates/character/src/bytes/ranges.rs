//! Ranges of bytes.

use std::ops::Range;

/// Ranges in order, those that touch as one.
pub(crate) fn merge_ranges(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut united: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match united.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => united.push(range),
        }
    }
    united
}
