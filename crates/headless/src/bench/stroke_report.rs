//! The report of brush strokes, as a table and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::gradient::DRAGS;
use super::setup::{BUILD, FRAME};
use super::stroke::{OPERATIONS, StepTimes, Tube};
use super::{BenchJob, BenchSubject};
use crate::Failure;
use crate::source::subject::Size;

/// The JSON document of `--stroke --json`; its members are described in `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrokeReport {
    /// The unit that is measured repeatedly: a step or a frame.
    #[serde(skip)]
    pub what: &'static str,
    /// Vertices of the mesh.
    pub vertices: usize,
    /// Joints that the skin lists.
    pub joints: usize,
    /// The largest number of influences of a vertex.
    pub influences: usize,
    /// How this program was built: `release` or `debug`.
    pub build: &'static str,
    /// One row per operation.
    pub strokes: Vec<StrokeRow>,
}

/// The result of one stroke; times are medians over its steps, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrokeRow {
    /// The name of the operation.
    pub operation: &'static str,
    /// The number of steps.
    pub steps: usize,
    /// The median number of points under the brush.
    pub points: usize,
    /// Time to find the points, along the surface.
    pub falloff_ms: f64,
    /// Time to compute their new rows.
    pub paint_ms: f64,
    /// Time to write the rows into new influences.
    pub write_ms: f64,
    /// The sum of the three times.
    pub median_ms: f64,
    /// The 95th percentile of the sum.
    pub p95_ms: f64,
    /// The median relative to the time of a frame at 60 frames per second.
    pub share_of_frame: f64,
}

/// Measures brush strokes.
///
/// # Errors
///
/// The subject is a file instead of numbers, or there are more influences than joints.
pub fn measure_strokes(job: &BenchJob, brush: u32) -> Result<StrokeReport, Failure> {
    let (tube, size) = tube(job, "--stroke")?;
    let mut strokes = Vec::new();
    for (name, operation) in OPERATIONS {
        let times = tube.stroke(operation, brush).map_err(Failure::Data)?;
        strokes.push(StrokeRow::new(name, &times));
    }
    Ok(report("step of a brush", &tube, size, strokes))
}

/// Measures frames of gradients.
///
/// # Errors
///
/// The subject is a file instead of numbers, or there are more influences than joints.
pub fn measure_gradients(job: &BenchJob) -> Result<StrokeReport, Failure> {
    let (tube, size) = tube(job, "--gradient")?;
    let mut strokes = Vec::new();
    for (name, share) in DRAGS {
        let times = tube.gradient(share).map_err(Failure::Data)?;
        strokes.push(StrokeRow::new(name, &times));
    }
    Ok(report("frame of a gradient", &tube, size, strokes))
}

fn tube(job: &BenchJob, option: &str) -> Result<(Tube, Size), Failure> {
    let BenchSubject::Synthetic(size) = job.subject else {
        let text = format!("{option} measures a synthetic mesh; leave the file out.");
        return Err(Failure::Usage(text));
    };
    let tube = Tube::new(size.vertices, size.joints, size.influences).map_err(Failure::Usage)?;
    Ok((tube, size))
}

fn report(what: &'static str, tube: &Tube, size: Size, strokes: Vec<StrokeRow>) -> StrokeReport {
    StrokeReport {
        what,
        vertices: tube.vertex_count(),
        joints: usize::from(size.joints),
        influences: usize::from(size.influences),
        build: BUILD,
        strokes,
    }
}

impl StrokeRow {
    fn new(operation: &'static str, times: &StepTimes) -> Self {
        let parts = times.falloff.iter().zip(&times.paint).zip(&times.write);
        let whole: Vec<f64> = parts.map(|((a, b), c)| a + b + c).collect();
        let mut points = times.points.clone();
        points.sort_unstable();
        let median_ms = percentile(&whole, 50);
        Self {
            operation,
            steps: whole.len(),
            points: points.get(points.len() / 2).copied().unwrap_or(0),
            falloff_ms: percentile(&times.falloff, 50),
            paint_ms: percentile(&times.paint, 50),
            write_ms: percentile(&times.write, 50),
            median_ms,
            p95_ms: percentile(&whole, 95),
            share_of_frame: median_ms / FRAME,
        }
    }
}

fn percentile(values: &[f64], of_hundred: usize) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    // Without interpolation: a value that was measured.
    let place = values.len() * of_hundred / 100;
    values.get(place).copied().unwrap_or(0.0)
}

impl StrokeReport {
    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let Self {
            what,
            vertices,
            joints,
            influences,
            build,
            strokes,
        } = self;
        let mut table = format!(
            "one {what}: {vertices} vertices in random order, {joints} joints, {influences} influences, {build} build; \
             medians in milliseconds\n\n\
             {:<18}{:>8}{:>10}{:>8}{:>8}{:>8}{:>8}{:>18}",
            "operation", "points", "falloff", "paint", "write", "step", "p95", "share of a frame"
        );
        for row in strokes {
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\n{:<18}{:>8}{:>10.2}{:>8.2}{:>8.2}{:>8.2}{:>8.2}{:>16.0} %",
                row.operation,
                row.points,
                row.falloff_ms,
                row.paint_ms,
                row.write_ms,
                row.median_ms,
                row.p95_ms,
                100.0 * row.share_of_frame
            );
        }
        table
    }
}
