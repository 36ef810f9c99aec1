//! An edit in the making.

use std::collections::BTreeMap;

use mesh::PointIndex;

use crate::rows::shares::settle_row;
use crate::rows::spot::PointRows;
use crate::{Edit, Report, Row, Rows, Rules, Skip};

/// Rows with changes that are not written yet, and what was left out.
pub(crate) struct Draft<'a> {
    rows: &'a dyn Rows,
    changed: BTreeMap<PointIndex, PointRows>,
    report: Report,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(rows: &'a dyn Rows) -> Self {
        Self {
            rows,
            changed: BTreeMap::new(),
            report: Report::default(),
        }
    }

    /// What is at a point with all changes so far.
    pub(crate) fn spot(&self, point: PointIndex) -> PointRows {
        let changed = self.changed.get(&point).cloned();
        changed.unwrap_or_else(|| PointRows::of(self.rows, point))
    }

    /// The row of a point with all changes so far; the mean where its vertices differ.
    pub(crate) fn row(&self, point: PointIndex) -> Row {
        self.spot(point).mean().into_owned()
    }

    /// The row that a point was given; none if it keeps its own.
    pub(crate) fn changed_row(&self, point: PointIndex) -> Option<Row> {
        let spot = self.changed.get(&point)?;
        Some(spot.mean().into_owned())
    }

    /// Gives all vertices of a point a row, or counts why they keep their own.
    pub(crate) fn set(&mut self, point: PointIndex, row: Result<Row, Skip>) {
        self.put(point, row.map(PointRows::whole));
    }

    /// Makes another row of that of each vertex of a point. A vertex for which there is none keeps its own, which is counted if it is
    /// so of all of them.
    pub(crate) fn set_each(
        &mut self,
        point: PointIndex,
        make: impl FnMut(&Row) -> Result<Row, Skip>,
    ) {
        let made = self.spot(point).each(make);
        self.put(point, made);
    }

    /// Gives each vertex of a point its row, as far as the rules allow.
    pub(crate) fn settle<'r>(
        &mut self,
        point: PointIndex,
        wanted: impl Fn(usize) -> &'r Row,
        rules: &Rules<'_>,
    ) {
        let spot = self.spot(point);
        // One row stands for all vertices where they are alike.
        let own = spot.rows().iter().cycle().take(self.rows.copies(point));
        let made = own.clone().enumerate();
        let made = made.map(|(vertex, own)| settle_row(own, wanted(vertex), rules));
        self.put(point, PointRows::from_results(own.cloned(), made));
    }

    /// The same for rows that are made already.
    pub(crate) fn put(&mut self, point: PointIndex, spot: Result<PointRows, Skip>) {
        match spot {
            Ok(spot) => {
                self.changed.insert(point, spot);
            }
            Err(reason) => self.report.skip(reason, 1),
        }
    }

    pub(crate) fn skip(&mut self, reason: Skip) {
        self.report.skip(reason, 1);
    }

    /// Counts a point that takes the mean of vertices that differ.
    pub(crate) fn count_averaged(&mut self) {
        self.report.averaged += 1;
    }

    /// The rows that differ from what was there, bit for bit.
    pub(crate) fn finish(self) -> Edit {
        let mut edit = Edit {
            report: self.report,
            ..Edit::default()
        };
        for (point, spot) in self.changed {
            // What comes out as it was is no change.
            if differs(self.rows, point, &spot) {
                edit.push(point, spot);
            }
        }
        edit.report.changed = edit.rows.len() + edit.split.len();
        edit
    }
}

/// Whether any vertex of a point has something else.
fn differs(rows: &dyn Rows, point: PointIndex, spot: &PointRows) -> bool {
    let new = spot.rows().iter().cycle();
    (0..rows.copies(point)).zip(new).any(|(copy, row)| {
        let was = rows.copy(point, copy).pairs();
        was.len() != row.len() || !was.eq(row.pairs())
    })
}
