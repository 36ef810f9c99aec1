//! The marks of the ruler: as close as can be read, at round frames or seconds.

use super::axis::Axis;
use super::frames::TimeUnit;

/// A mark of the ruler.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Its time in seconds.
    pub time: f64,
    /// What is written beside it; none beside the small ones.
    pub label: Option<String>,
}

/// Least distance of two labels in points.
const BETWEEN_LABELS: f64 = 56.0;
/// Least distance of two marks in points.
const BETWEEN_MARKS: f64 = 7.0;
/// Most marks that are ever made.
const MOST: usize = 2000;

/// The marks in sight, from left to right.
#[must_use]
pub fn ticks(axis: &Axis, unit: TimeUnit) -> Vec<Tick> {
    // The distance of two marks that counts as 1: a frame, or a second.
    let one = unit.rate().map_or(1.0, |rate| 1.0 / rate.per_second());
    let points = axis.points_per_second() * one;
    let in_frames = unit.rate().is_some();
    let labeled = round_step(BETWEEN_LABELS / points, in_frames);
    let marked = small_step(labeled, points, in_frames);
    let per_label = (labeled / marked).round().max(1.0);
    let range = axis.range();
    let first = (range.start() / (one * marked)).ceil();
    let last = (range.end() / (one * marked)).floor();
    let mut found = Vec::new();
    let mut number = first;
    while number <= last && found.len() < MOST {
        let value = number * marked;
        // Both are whole numbers in f64, so that the quotient of a labeled mark is exact.
        let is_labeled = (number / per_label).fract() == 0.0;
        found.push(Tick {
            time: value * one,
            label: is_labeled.then(|| label(value, labeled, in_frames)),
        });
        number += 1.0;
    }
    found
}

/// The smallest round step that is not below `least`: 1, 2 or 5 times a power of ten; for frames at least 1.
fn round_step(least: f64, in_frames: bool) -> f64 {
    let least = if in_frames { least.max(1.0) } else { least };
    let power = 10.0_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    // A power of ten may be off by a rounding, and would else be passed over.
    let fits = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(fits).unwrap_or(10.0 * power)
}

/// The step between marks that divides a labeled one and can still be seen.
fn small_step(labeled: f64, points: f64, in_frames: bool) -> f64 {
    let parts = [10.0, 5.0, 4.0, 2.0].map(|parts| labeled / parts);
    let fits = |step: &f64| {
        let is_whole = !in_frames || (step.fract() == 0.0 && *step >= 1.0);
        is_whole && *step * points >= BETWEEN_MARKS
    };
    parts.into_iter().find(fits).unwrap_or(labeled)
}

fn label(value: f64, step: f64, in_frames: bool) -> String {
    // Adding zero turns −0 into 0.
    let value = value + 0.0;
    if in_frames || step >= 1.0 {
        return format!("{value:.0}");
    }
    let decimals = (1..=6_usize).find(|&decimals| {
        let scaled = step * 10.0_f64.powi(i32::try_from(decimals).unwrap_or(6));
        (scaled - scaled.round()).abs() < 1e-6
    });
    let decimals = decimals.unwrap_or(6);
    format!("{value:.decimals$}")
}
