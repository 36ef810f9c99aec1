//! The first stage: heat along the surface.

use std::ops::Range;

use mesh::{PointIndex, vertex_normals};
use rig::JointSlot;

use super::AutomaticMethod;
use super::islands::without_islands;
use super::outcome::{AutomaticStage, Refusal};
use super::parts::Parts;
use super::sight::{Sight, look};
use super::solver::{Factors, LowerColumns};
use super::sparse::{NOTHING, SparseRows, narrow};
use super::threads::{LARGE, in_halves};
use super::watch::{Canceled, Phase, Watch};
use super::{AutomaticInput, firmness};
use crate::fill::operator::Operator;

/// At least this share of a part's points has to see a bone: one in so many.
const ONE_IN: usize = 5;

/// Joints that are solved for at once.
const BATCH: usize = 8;

/// Heat below this share of what a point's sides lead is raised to it: it keeps far, small parts solvable.
const COLDEST: f64 = 1e-8;

/// Solutions whose sum at a point is farther than this from one are none.
const ASTRAY: f64 = 1e-3;

/// Carries the parts that see their bones.
pub(super) fn climb(
    given: &AutomaticInput<'_>,
    parts: &mut Parts,
    rows: &mut SparseRows,
    watch: &Watch<'_>,
) -> Result<(), Canceled> {
    if given.options.method != AutomaticMethod::FallbackChain {
        for part in 0..parts.len() {
            parts.refuse_surface(part, Refusal::NotAsked);
        }
        return Ok(());
    }
    let mut taken = HeatPoints::default();
    let normals = vertex_normals(given.surface.positions(), given.surface.triangles());
    for part in 0..parts.len() {
        if parts.triangles(part).is_empty() {
            parts.refuse_surface(part, Refusal::NoSurface);
            continue;
        }
        let seen = look(given, parts, &normals, part, watch)?;
        let seeing = seen.iter().filter(|sight| sight.heat > 0.0).count();
        if seeing * ONE_IN < seen.len() {
            parts.refuse_surface(part, Refusal::OutOfSight);
        } else {
            let seen = without_islands(given.surface, parts.points(part), seen);
            taken.add(part, parts.points(part), seen);
        }
    }
    watch.at(Phase::Factors, 0, 1)?;
    let solved = taken.solve(given, watch)?;
    taken.write(solved.as_deref(), parts, rows);
    Ok(())
}

/// The points of all parts that see their bones. They make one matrix: parts do not touch, so neither do their blocks in it.
#[derive(Default)]
struct HeatPoints {
    points: Vec<PointIndex>,
    sights: Vec<Sight>,
    parts: Vec<(usize, Range<usize>)>,
}

/// One joint's weights: places in the list of points, in rising order.
type Column = (JointSlot, Vec<(usize, f64)>);

impl HeatPoints {
    fn add(&mut self, part: usize, points: &[PointIndex], sights: Vec<Sight>) {
        let start = self.points.len();
        self.points.extend(points);
        self.sights.extend(sights);
        self.parts.push((part, start..self.points.len()));
    }

    /// One column a joint; nothing if the equations cannot be solved.
    fn solve(
        &self,
        given: &AutomaticInput<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Column>>, Canceled> {
        if self.points.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let (lower, heats) = self.equations(given);
        let Some(factors) = Factors::of(lower) else {
            return Ok(None);
        };
        let mut joints: Vec<JointSlot> = self
            .sights
            .iter()
            .flat_map(|sight| sight.joints.iter().map(|&(joint, _)| joint))
            .collect();
        joints.sort_unstable();
        joints.dedup();
        let batches: Vec<&[JointSlot]> = joints.chunks(BATCH).collect();
        let of_range = |lane: usize, range: Range<usize>| {
            let mut columns: Vec<Column> = Vec::new();
            let count = range.len();
            for (done, joints) in batches[range].iter().enumerate() {
                watch.step(lane, (Phase::Surface, done, count))?;
                columns.extend(self.solve_batch(&factors, &heats, joints));
            }
            Ok(columns)
        };
        let [mut columns, rest] = in_halves(
            batches.len(),
            self.points.len() * joints.len() >= LARGE,
            of_range,
        )?;
        columns.extend(rest);
        Ok(Some(columns))
    }

    /// `−Δ + H`, with the areas multiplied in, and its heats `area · H`.
    fn equations(&self, given: &AutomaticInput<'_>) -> (LowerColumns, Vec<f64>) {
        let operator = Operator::of(given.surface);
        let mut places = vec![usize::MAX; given.surface.point_count()];
        for (place, &point) in self.points.iter().enumerate() {
            places[point.index()] = place;
        }
        let firmness = firmness(given.options);
        let mut lower = LowerColumns::default();
        let mut heats = Vec::with_capacity(self.points.len());
        let mut column: Vec<(usize, f64)> = Vec::new();
        for ((place, &point), sight) in self.points.iter().enumerate().zip(&self.sights) {
            column.clear();
            let sides = operator.sides(given.surface, point);
            let below = sides.filter(|&(neighbor, _)| place < places[neighbor.index()]);
            column.extend(below.map(|(neighbor, lead)| (places[neighbor.index()], -lead)));
            let led: f64 = operator
                .sides(given.surface, point)
                .map(|(_, lead)| lead)
                .sum();
            let mut heat = firmness * operator.areas[point.index()] * sight.heat;
            if sight.heat > 0.0 {
                heat = heat.max(led * COLDEST);
            }
            heats.push(heat);
            column.push((place, led + heat));
            column.sort_unstable_by_key(|&(row, _)| row);
            lower.column(column.iter().copied());
        }
        (lower, heats)
    }

    fn solve_batch(&self, factors: &Factors, heats: &[f64], joints: &[JointSlot]) -> Vec<Column> {
        let solved = factors.solve(joints.len(), |place, column| {
            let sight = &self.sights[place];
            let mut seen = sight.joints.iter();
            let own = seen.find(|&&(joint, _)| joint == joints[column]);
            own.map_or(0.0, |&(_, share)| heats[place] * share)
        });
        let columns = joints.iter().enumerate();
        columns
            .map(|(column, &joint)| {
                let weights = solved.col_as_slice(column).iter().copied().enumerate();
                // What is not a number is kept, to be found.
                let kept =
                    weights.filter(|&(_, weight)| weight.is_nan() || weight.abs() >= NOTHING);
                (joint, kept.collect())
            })
            .collect()
    }

    /// Writes the weights of the parts that have some; the others are refused.
    fn write(&self, solved: Option<&[Column]>, parts: &mut Parts, rows: &mut SparseRows) {
        // Rows of −Δ sum to zero, so weights sum to one in exact arithmetic: a sum that does not is of a failed solution.
        let mut sums = vec![0.0; self.points.len()];
        for (_, column) in solved.unwrap_or_default() {
            for &(place, weight) in column {
                sums[place] += weight;
            }
        }
        let mut is_sound = vec![true; self.points.len()];
        for (part, range) in &self.parts {
            // NaN is not near one.
            let near_one = |sum: &f64| (sum - 1.0).abs() < ASTRAY;
            if sums[range.clone()].iter().all(near_one) {
                parts.assign(*part, AutomaticStage::Surface);
            } else {
                parts.refuse_surface(*part, Refusal::NotFinite);
                is_sound[range.clone()].fill(false);
            }
        }
        // Columns come in the order of their joints, as rows need them. Weights are below zero by rounding alone, for the
        // matrix is an M-matrix.
        for (joint, column) in solved.unwrap_or_default() {
            let sound = column
                .iter()
                .filter(|&&(place, weight)| is_sound[place] && weight > 0.0);
            for &(place, weight) in sound {
                rows.push(self.points[place], *joint, narrow(weight));
            }
        }
    }
}
