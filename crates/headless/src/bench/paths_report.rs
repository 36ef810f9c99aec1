//! The report of the paths, as a table and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::setup::{Counts, Setup};
use crate::source::subject::Piece;

/// The JSON document; members in the order of `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathsReport {
    /// What was measured, and how.
    #[serde(flatten)]
    pub setup: Setup,
    /// A copy, plain loops, and every method with a kernel by every path of the processor.
    pub rows: Vec<PathRow>,
    /// What each method's palettes take, in the order of the methods.
    pub palettes: Vec<PaletteRow>,
}

/// What one way to skin takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathRow {
    /// The name of the method, `plain loop` or `copy`.
    pub method: &'static str,
    /// The name of the path; empty for a loop and a copy.
    pub path: &'static str,
    /// `unit`, `forward` or `none`.
    pub normals: &'static str,
    /// The median time per vertex, in nanoseconds, with what is prepared once a pose.
    pub nanoseconds_per_vertex: f64,
    /// How many times as fast as the plain loop with the same normals.
    pub speed_to_plain: f64,
    /// The time relative to linear blending by the same path with the same normals.
    pub ratio_to_linear: f64,
}

/// What a palette takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaletteRow {
    /// The name of the method.
    pub method: &'static str,
    /// From a pose to a palette, forward pass and all, in nanoseconds per joint.
    pub nanoseconds_per_joint: f64,
}

impl PathsReport {
    pub(super) fn new(subject: &str, piece: &Piece, threads: usize) -> Self {
        let counts = Counts {
            vertices: piece.positions.len(),
            joints: piece.influences.joint_count(),
            influences: piece.influences.max_per_vertex(),
        };
        Self {
            setup: Setup::new(subject, counts, threads),
            rows: Vec::new(),
            palettes: Vec::new(),
        }
    }

    fn time_of(&self, like: &PathRow, method: &str, path: &str) -> f64 {
        let same = |row: &&PathRow| {
            row.method == method && row.path == path && row.normals == like.normals
        };
        let found = self.rows.iter().find(same);
        // NaN, so that a ratio to what was not measured is none.
        found.map_or(f64::NAN, |row| row.nanoseconds_per_vertex)
    }

    pub(super) fn set_ratios(&mut self) {
        let ratios: Vec<[f64; 2]> = self
            .rows
            .iter()
            .map(|row| {
                let path = row.path;
                let linear = if path.is_empty() {
                    "plain loop"
                } else {
                    "linear"
                };
                [
                    self.time_of(row, "plain loop", "") / row.nanoseconds_per_vertex,
                    row.nanoseconds_per_vertex / self.time_of(row, linear, path),
                ]
            })
            .collect();
        for (row, [speed, ratio]) in self.rows.iter_mut().zip(ratios) {
            (row.speed_to_plain, row.ratio_to_linear) = (speed, ratio);
        }
    }

    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let Self {
            setup,
            rows,
            palettes,
        } = self;
        let heading = setup.heading();
        let mut table = format!(
            "{heading}\n\n{:<24}{:<9}{:<9}{:>12}{:>16}{:>18}",
            "method", "path", "normals", "ns/vertex", "speed to plain", "ratio to linear"
        );
        for row in rows {
            let (method, path, normals) = (row.method, row.path, row.normals);
            let (ns, speed) = (row.nanoseconds_per_vertex, row.speed_to_plain);
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\n{method:<24}{path:<9}{normals:<9}{ns:>12.2}{speed:>16.2}{:>18.2}",
                row.ratio_to_linear
            );
        }
        let _ = write!(table, "\n\n{:<24}{:>12}", "palette of", "ns/joint");
        for row in palettes {
            let ns = row.nanoseconds_per_joint;
            let _ = write!(table, "\n{:<24}{ns:>12.1}", row.method);
        }
        table
    }
}
