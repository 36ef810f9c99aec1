//! The report of the paths, as a table and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::joined::JoinedMesh;
use super::setup::{Counts, Setup};

/// The JSON document; members in the order of `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathsReport {
    /// What was measured, and how.
    #[serde(flatten)]
    pub setup: Setup,
    /// Copies, plain loops, ozz-animation where it is given, and every method with a kernel by every path of the processor.
    pub rows: Vec<PathRow>,
    /// What each method's palettes take, in the order of the methods.
    pub palettes: Vec<PaletteRow>,
}

/// Names of what is measured beside methods.
pub(super) const COPY: &str = "copy";
pub(super) const PLAIN_LOOP: &str = "plain loop";
pub(super) const OZZ_ANIMATION: &str = "ozz-animation";

/// What one way to skin takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathRow {
    /// The name of the method, `ozz-animation`, `plain loop` or `copy`.
    pub method: &'static str,
    /// The name of the path; empty for what has none.
    pub path: &'static str,
    /// `unit`, `forward` or `none`.
    pub normals: &'static str,
    /// The median time per vertex, in nanoseconds, with what is prepared once a pose.
    pub nanoseconds_per_vertex: f64,
    /// How many times as fast as the plain loop with the same normals.
    pub speed_to_plain: f64,
    /// How many times as fast as ozz-animation with the same normals, or where those are unit ones, with forward ones, since it has no
    /// others; none without it.
    pub speed_to_ozz: Option<f64>,
    /// The time relative to a copy of positions, and of normals where there are some.
    pub ratio_to_copy: f64,
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
    pub(super) fn new(subject: &str, mesh: &JoinedMesh, threads: usize) -> Self {
        let counts = Counts {
            vertices: mesh.positions.len(),
            joints: mesh.influences.joint_count(),
            influences: mesh.influences.max_per_vertex(),
        };
        Self {
            setup: Setup::new(subject, counts, threads),
            rows: Vec::new(),
            palettes: Vec::new(),
        }
    }

    fn time_of(&self, method: &str, path: &str, normals: &str) -> Option<f64> {
        let same =
            |row: &&PathRow| row.method == method && row.path == path && row.normals == normals;
        let found = self.rows.iter().find(same);
        found.map(|row| row.nanoseconds_per_vertex)
    }

    pub(super) fn set_ratios(&mut self) {
        for place in 0..self.rows.len() {
            let PathRow {
                path,
                normals,
                nanoseconds_per_vertex: own,
                ..
            } = self.rows[place];
            let linear = if path.is_empty() {
                PLAIN_LOOP
            } else {
                "linear"
            };
            // It has no unit normals.
            let of_ozz = if normals == "unit" {
                "forward"
            } else {
                normals
            };
            let of_copy = if normals == "none" { "none" } else { "unit" };
            // What was not measured has no ratio.
            let time = |method, path, normals| {
                let time = self.time_of(method, path, normals);
                time.unwrap_or(f64::NAN)
            };
            let plain = time(PLAIN_LOOP, "", normals);
            let ozz = self.time_of(OZZ_ANIMATION, "", of_ozz);
            let (copy, linear) = (time(COPY, "", of_copy), time(linear, path, normals));
            let row = &mut self.rows[place];
            row.speed_to_plain = plain / own;
            row.speed_to_ozz = ozz.map(|ozz| ozz / own);
            row.ratio_to_copy = own / copy;
            row.ratio_to_linear = own / linear;
        }
    }

    pub(super) fn has_ozz(&self) -> bool {
        self.rows.iter().any(|row| row.method == OZZ_ANIMATION)
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
            "{heading}\n\n{:<24}{:<9}{:<9}{:>10}{:>16}{:>14}{:>15}{:>17}",
            "method",
            "path",
            "normals",
            "ns/vertex",
            "speed to plain",
            "speed to ozz",
            "ratio to copy",
            "ratio to linear"
        );
        for row in rows {
            let (method, path, normals) = (row.method, row.path, row.normals);
            let (ns, speed) = (row.nanoseconds_per_vertex, row.speed_to_plain);
            let to_ozz = row.speed_to_ozz;
            let to_ozz = to_ozz.map_or_else(|| "–".to_owned(), |speed| format!("{speed:.2}"));
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\n{method:<24}{path:<9}{normals:<9}{ns:>10.2}{speed:>16.2}{to_ozz:>14}{:>15.2}{:>17.2}",
                row.ratio_to_copy, row.ratio_to_linear
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
