//! Problems that a point has by itself.

use mesh::{Adjacency, PointIndex};

use super::patches::{Marks, largest, patches};
use super::{Checks, Problem, ProblemKind};
use crate::Rows;
use crate::rows::row::narrow;
use rig::InfluenceRow;

/// Points with one kind of problem, and how bad each is.
struct ProblemPoints {
    kind: ProblemKind,
    points: Vec<PointIndex>,
    sizes: Vec<f32>,
}

impl ProblemPoints {
    const fn new(kind: ProblemKind) -> Self {
        Self {
            kind,
            points: Vec::new(),
            sizes: Vec::new(),
        }
    }

    fn add(&mut self, point: PointIndex, size: f32) {
        self.points.push(point);
        self.sizes.push(size);
    }

    /// One problem a patch, as bad as its worst point.
    fn problems(&self, surface: &Adjacency, marks: &mut Marks) -> Vec<Problem> {
        let size = |point: &PointIndex| {
            let place = self.points.binary_search(point);
            place.map_or(0.0, |place| self.sizes[place])
        };
        let whole = largest(patches(&self.points, surface, marks));
        let problem = |points: Vec<PointIndex>| Problem {
            kind: self.kind,
            joint: None,
            size: points.iter().map(size).fold(0.0, f32::max),
            points,
        };
        whole.into_iter().map(problem).collect()
    }
}

/// Bad numbers, sums, unbound points, and points over the limit.
pub(super) fn problems(rows: &dyn Rows, surface: &Adjacency, checks: &Checks<'_>) -> Vec<Problem> {
    let mut numbers = ProblemPoints::new(ProblemKind::BadNumber);
    let mut sums = ProblemPoints::new(ProblemKind::SumOff);
    let mut unbound = ProblemPoints::new(ProblemKind::Unbound);
    let mut limits = ProblemPoints::new(ProblemKind::OverLimit);
    for point in surface.all_points() {
        let here = PointState::of(rows, point);
        if here.badness > 0.0 {
            numbers.add(point, here.badness);
        } else if here.is_unbound {
            unbound.add(point, 0.0);
        } else if here.off > checks.thresholds.sum {
            sums.add(point, here.off);
        }
        let limit = checks.rules.limit;
        if limit.is_some_and(|limit| here.count > limit.max(1)) {
            let count = u16::try_from(here.count).unwrap_or(u16::MAX);
            limits.add(point, f32::from(count));
        }
    }
    let mut marks = Marks::new(surface);
    let all = [numbers, sums, unbound, limits];
    let mut found: Vec<Problem> = all
        .iter()
        .flat_map(|found| found.problems(surface, &mut marks))
        .collect();
    for problem in &mut found {
        if problem.kind == ProblemKind::Unbound {
            problem.size = count(problem.points.len());
        }
    }
    found
}

/// The worst of all vertices of a point.
struct PointState {
    badness: f32,
    is_unbound: bool,
    /// The distance of a sum from one.
    off: f32,
    count: usize,
}

impl PointState {
    fn of(rows: &dyn Rows, point: PointIndex) -> Self {
        let mut here = Self {
            badness: 0.0,
            is_unbound: true,
            off: 0.0,
            count: 0,
        };
        for copy in 0..rows.copies(point) {
            let InfluenceRow { weights, .. } = rows.copy(point, copy);
            let bad = weights.iter().map(|&weight| badness(weight));
            here.badness = bad.fold(here.badness, f32::max);
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            // NaN is not zero, but then the number is bad, which is graver.
            if sum != 0.0 {
                here.is_unbound = false;
                here.off = here.off.max(narrow((sum - 1.0).abs()));
            }
            let count = weights.iter().filter(|&&weight| weight != 0.0).count();
            here.count = here.count.max(count);
        }
        here
    }
}

/// 0 for a weight as it should be.
fn badness(weight: f32) -> f32 {
    if weight.is_finite() {
        (-weight).max(0.0)
    } else {
        f32::INFINITY
    }
}

fn count(points: usize) -> f32 {
    points as f32
}
