//! An edit in the making.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Edit, Report, Row, Rows, Skip};

/// Rows with changes that are not written yet, and what was left out.
pub(crate) struct Draft<'a> {
    rows: &'a dyn Rows,
    changed: BTreeMap<u32, Row>,
    /// Points whose vertices differ, or have what is no row: all are written, whatever the first of them has.
    written: BTreeSet<u32>,
    report: Report,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(rows: &'a dyn Rows) -> Self {
        Self {
            rows,
            changed: BTreeMap::new(),
            written: BTreeSet::new(),
            report: Report::default(),
        }
    }

    /// The row of a point with all changes so far.
    pub(crate) fn row(&self, point: u32) -> Row {
        let changed = self.changed(point);
        changed.unwrap_or_else(|| self.rows.row(point))
    }

    /// The row that a point was given; none if it keeps its own.
    pub(crate) fn changed(&self, point: u32) -> Option<Row> {
        self.changed.get(&point).cloned()
    }

    /// Gives a point a row, or counts why it keeps its own.
    pub(crate) fn set(&mut self, point: u32, row: Result<Row, Skip>) {
        match row {
            Ok(row) => {
                self.changed.insert(point, row);
            }
            Err(reason) => self.report.skip(reason, 1),
        }
    }

    /// As [`set`](Self::set), for all vertices of the point.
    pub(crate) fn set_all(&mut self, point: u32, row: Result<Row, Skip>) {
        if row.is_ok() {
            self.written.insert(point);
        }
        self.set(point, row);
    }

    pub(crate) fn skip(&mut self, reason: Skip) {
        self.report.skip(reason, 1);
    }

    /// The rows that differ from what was there, bit for bit.
    pub(crate) fn finish(self) -> Edit {
        let differs = |(point, row): &(u32, Row)| {
            let copies = match self.written.contains(point) {
                true => self.rows.copies(*point),
                false => 1,
            };
            (0..copies).any(|copy| {
                let (joints, weights) = self.rows.copy(*point, copy);
                let was = joints.iter().copied().zip(weights.iter().copied());
                joints.len() != row.len() || !was.eq(row.pairs())
            })
        };
        let rows: Vec<(u32, Row)> = self.changed.into_iter().filter(differs).collect();
        let mut report = self.report;
        report.changed = rows.len();
        Edit { rows, report }
    }
}
