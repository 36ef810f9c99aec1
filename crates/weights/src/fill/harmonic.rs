//! What is known around holes of a surface, led on into them as smoothly as can be.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use smallvec::SmallVec;

use crate::fill::operator::Operator;

/// Numbers of some joints at a point; those of all others are zero.
pub(crate) type JointNumbers = SmallVec<[(JointSlot, f64); 6]>;

/// The residual, as a share of the right-hand side, that a solution may have: weights are kept in 24 bits.
const PRECISION: f64 = 1e-9;

/// Steps of the conjugate gradients at most: where so many do not do, the surface is so broken that nothing would.
const MOST_STEPS: usize = 5_000;

/// Entries of matrices that are looked at, in all steps for all joints of all holes together, at most; and so many for each open point, where
/// that is more. A step looks at seven for a point of a regular mesh.
const MOST_WORK: usize = 1_000_000_000;
const WORK_PER_POINT: usize = 10_000;

/// Joints with numbers at a point, at most: the least beyond them go.
const MOST_JOINTS: usize = 16;

/// Numbers nearer to zero than this are zero: a hundredth of what a finished row keeps.
const NOTHING: f64 = 1e-7;

/// Points that hang together and at which nothing is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hole {
    /// In rising order, as `numbers` goes.
    pub(crate) points: Vec<PointIndex>,
    /// What the numbers come to at each; none where nothing is known around the hole, the equations have no finite solution, or it would
    /// take too long.
    pub(crate) numbers: Option<Vec<JointNumbers>>,
}

/// The harmonic extension into all holes: `Σ_j c_ij (x_i − x_j) = 0` at each open point i, with the cotangents `c_ij` of its sides, and x as
/// `known` where it is known. Exact at the border, and nowhere beyond what is known there.
///
/// Points that are neither open nor known count as not there. Solved by conjugate gradients, scaled by the
/// diagonal: time grows with the points of a hole, with its width and with the joints around it, and is bounded. The sixteen largest
/// numbers of a point are kept.
///
/// Reference: P. Joshi et al., "Harmonic coordinates for character articulation", ACM TOG 26(3), 2007.
pub(crate) fn extend_into_holes(
    surface: &Adjacency,
    is_open: &[bool],
    known: &dyn Fn(PointIndex) -> Option<JointNumbers>,
) -> Vec<Hole> {
    let operator = Operator::of(surface);
    let open = is_open.iter().filter(|is_open| **is_open).count();
    let mut left = MOST_WORK.max(WORK_PER_POINT.saturating_mul(open));
    holes(surface, is_open)
        .into_iter()
        .map(|points| {
            let equations = Equations::of(surface, &operator, &points, is_open, known);
            Hole {
                numbers: equations.and_then(|equations| equations.solve(&mut left)),
                points,
            }
        })
        .collect()
}

/// Open points by connection, each list in rising order.
fn holes(surface: &Adjacency, is_open: &[bool]) -> Vec<Vec<PointIndex>> {
    let mut left = is_open.to_vec();
    let mut take = |point: PointIndex| {
        let is_left = left.get_mut(point.index());
        is_left.is_some_and(|is_left| std::mem::replace(is_left, false))
    };
    let mut holes = Vec::new();
    for first in surface.all_points() {
        if !take(first) {
            continue;
        }
        let (mut points, mut next) = (vec![first], 0);
        while let Some(&point) = points.get(next) {
            let beside = surface.neighbors(point).iter().copied();
            points.extend(beside.filter(|&beside| take(beside)));
            next += 1;
        }
        points.sort_unstable();
        holes.push(points);
    }
    holes
}

/// One hole's linear equations: one symmetric positive definite matrix, and a right-hand side for each joint.
struct Equations {
    diagonal: Vec<f64>,
    /// What is beside the diagonal: places and numbers above zero, which are to be taken away.
    beside: Vec<Vec<(usize, f64)>>,
    /// What comes in over the border at each point.
    given: Vec<JointNumbers>,
}

impl Equations {
    /// None where nothing is known around.
    fn of(
        surface: &Adjacency,
        operator: &Operator,
        points: &[PointIndex],
        is_open: &[bool],
        known: &dyn Fn(PointIndex) -> Option<JointNumbers>,
    ) -> Option<Self> {
        let places: BTreeMap<PointIndex, usize> = points.iter().copied().zip(0..).collect();
        let mut equations = Self {
            diagonal: Vec::with_capacity(points.len()),
            beside: Vec::with_capacity(points.len()),
            given: Vec::with_capacity(points.len()),
        };
        let mut has_border = false;
        for &point in points {
            let sides = operator.sides(surface, point);
            let row = EquationRow::of(sides, &places, is_open, known);
            has_border |= row.is_at_border;
            equations.diagonal.push(row.diagonal);
            equations.beside.push(row.beside);
            equations.given.push(row.given.into_iter().collect());
        }
        has_border.then_some(equations)
    }

    /// None if there is no solution, or not enough work `left` for it.
    fn solve(self, left: &mut usize) -> Option<Vec<JointNumbers>> {
        let mut solved = vec![JointNumbers::new(); self.given.len()];
        let entries = self.diagonal.len() + self.beside.iter().map(Vec::len).sum::<usize>();
        // One matrix for all: joints differ in what comes in over the border.
        for (joint, given) in self.given_by_joint() {
            let mut step = || spend(left, entries);
            let numbers = solved.iter_mut().zip(self.solution(&given, &mut step)?);
            for (own, number) in numbers.filter(|(_, number)| number.abs() > NOTHING) {
                keep(own, (joint, number));
            }
        }
        Some(solved)
    }

    /// By joint the points where something of it comes in, and how much.
    fn given_by_joint(&self) -> BTreeMap<JointSlot, Vec<(usize, f64)>> {
        let mut by_joint: BTreeMap<JointSlot, Vec<(usize, f64)>> = BTreeMap::new();
        for (place, pairs) in self.given.iter().enumerate() {
            for &(joint, number) in pairs {
                by_joint.entry(joint).or_default().push((place, number));
            }
        }
        by_joint
    }

    /// By conjugate gradients; none if they do not come to an end, or `may_step` says so.
    ///
    /// `given`: places and numbers of the right-hand side; the others are zero.
    ///
    /// Reference: M. Hestenes, E. Stiefel, "Methods of conjugate gradients for solving linear systems", 1952.
    fn solution(
        &self,
        given: &[(usize, f64)],
        may_step: &mut dyn FnMut() -> Option<()>,
    ) -> Option<Vec<f64>> {
        // What is done before the first step counts as one.
        may_step()?;
        let mut residual = vec![0.0; self.given.len()];
        for &(place, number) in given {
            residual[place] = number;
        }
        let scaled = |residual: &[f64]| -> Vec<f64> {
            let pairs = residual.iter().zip(&self.diagonal);
            pairs.map(|(number, diagonal)| number / diagonal).collect()
        };
        let goal = dot(&residual, &residual) * PRECISION * PRECISION;
        let mut found = vec![0.0; residual.len()];
        let mut way = scaled(&residual);
        let mut gain = dot(&residual, &way);
        for _ in 0..MOST_STEPS {
            let error = dot(&residual, &residual);
            if error <= goal {
                return Some(found);
            }
            may_step()?;
            let pushed = self.times(&way);
            let step = gain / dot(&way, &pushed);
            // Where the matrix is singular, or a place is not finite.
            if !(error.is_finite() && step.is_finite()) {
                return None;
            }
            add(&mut found, step, &way);
            add(&mut residual, -step, &pushed);
            let next = scaled(&residual);
            let next_gain = dot(&residual, &next);
            let share = next_gain / gain;
            gain = next_gain;
            for (old, new) in way.iter_mut().zip(next) {
                *old = new + share * *old;
            }
        }
        None
    }

    fn times(&self, numbers: &[f64]) -> Vec<f64> {
        let rows = self.diagonal.iter().zip(&self.beside).zip(numbers);
        rows.map(|((diagonal, beside), own)| {
            let others = beside.iter();
            let others = others.map(|&(place, lead)| lead * numbers.get(place).unwrap_or(&0.0));
            diagonal * own - others.sum::<f64>()
        })
        .collect()
    }
}

/// What the equations say of one point; see [`Equations`].
#[derive(Default)]
struct EquationRow {
    diagonal: f64,
    beside: Vec<(usize, f64)>,
    given: BTreeMap<JointSlot, f64>,
    /// Whether something is known right beside the point.
    is_at_border: bool,
}

impl EquationRow {
    /// Of a point by its sides; `places` are those of the hole's points in the equations.
    fn of(
        sides: impl Iterator<Item = (PointIndex, f64)>,
        places: &BTreeMap<PointIndex, usize>,
        is_open: &[bool],
        known: &dyn Fn(PointIndex) -> Option<JointNumbers>,
    ) -> Self {
        let mut row = Self::default();
        for (other, lead) in sides {
            if is_open.get(other.index()) == Some(&true) {
                // An open neighbor is in the same hole: holes are what hangs together.
                let place = places.get(&other);
                row.diagonal += lead;
                row.beside.extend(place.map(|&place| (place, lead)));
            } else if let Some(numbers) = known(other) {
                row.add_known(lead, numbers);
            }
        }
        row
    }

    /// Adds what is known beyond a side.
    fn add_known(&mut self, lead: f64, numbers: JointNumbers) {
        self.is_at_border = true;
        self.diagonal += lead;
        for (joint, number) in numbers {
            *self.given.entry(joint).or_default() += lead * number;
        }
    }
}

/// Takes work away from what is left; none if that is not so much.
fn spend(left: &mut usize, work: usize) -> Option<()> {
    *left = left.checked_sub(work)?;
    Some(())
}

/// Adds a number to those of a point, or puts it in place of the least where there are as many as are kept.
fn keep(own: &mut JointNumbers, pair: (JointSlot, f64)) {
    if own.len() < MOST_JOINTS {
        own.push(pair);
        return;
    }
    let least = own
        .iter_mut()
        .min_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
    if let Some(least) = least.filter(|least| least.1.abs() < pair.1.abs()) {
        *least = pair;
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], share: f64, other: &[f64]) {
    for (to, other) in to.iter_mut().zip(other) {
        *to += share * other;
    }
}
