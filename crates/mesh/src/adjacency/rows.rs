//! Lists of different lengths, one for each point, kept in one.

use std::ops::Range;

/// A row of numbers of some kind for each of many points, all in one list.
#[derive(Clone)]
pub(crate) struct Rows<T> {
    /// Where each row begins, and after the last one its end.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default + Ord> Rows<T> {
    /// Sorts pairs (row, item) into rows, each in the order of the pairs. `pairs` is asked twice: to count, and to fill.
    ///
    /// All rows are below `row_count`, and there are fewer than 2³² pairs.
    pub(crate) fn new<I: Iterator<Item = (u32, T)>>(
        row_count: usize,
        pairs: impl Fn() -> I,
    ) -> Self {
        // Counted one further on, so that the running sums are where rows begin.
        let mut ends = vec![0_u32; row_count + 1];
        for (row, _) in pairs() {
            ends[row as usize + 1] += 1;
        }
        for row in 0..row_count {
            ends[row + 1] += ends[row];
        }
        let starts = ends.clone();
        let mut items = vec![T::default(); starts[row_count] as usize];
        // Each end is still its row's beginning, and moves on as the row is filled.
        for (row, item) in pairs() {
            let next = &mut ends[row as usize];
            items[*next as usize] = item;
            *next += 1;
        }
        Self { starts, items }
    }

    /// The same rows, sorted and without repetitions.
    pub(crate) fn sets(mut self) -> Self {
        let mut sets = Self {
            starts: Vec::with_capacity(self.starts.len()),
            items: Vec::new(),
        };
        sets.starts.push(0);
        for ends in self.starts.windows(2) {
            let row = &mut self.items[ends[0] as usize..ends[1] as usize];
            row.sort_unstable();
            let distinct = row.chunk_by(|a, b| a == b);
            sets.items.extend(distinct.map(|equal| equal[0]));
            sets.starts.push(index(sets.items.len()));
        }
        sets.items.shrink_to_fit();
        sets
    }

    /// Where a row stands in the one list; empty for a row out of range.
    pub(crate) fn range(&self, row: u32) -> Range<usize> {
        let row = row as usize;
        match (self.starts.get(row), self.starts.get(row + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// A row; empty for one out of range.
    pub(crate) fn row(&self, row: u32) -> &[T] {
        &self.items[self.range(row)]
    }

    /// All rows, in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[T]> {
        let ends = self.starts.windows(2);
        ends.map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }

    /// The length of the one list.
    pub(crate) fn total(&self) -> usize {
        self.items.len()
    }
}

/// A place in a list as it is kept: no list here is longer than 2³².
pub(crate) fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
