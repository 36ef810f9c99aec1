//! One point: where it should be in some poses, and what weights make of that.

use std::cell::RefCell;

use glam::DVec3;
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};
use smallvec::SmallVec;

use super::quadratic::Quadratic;
use super::{PosedPoint, SkinnedPoints};
use crate::rows::row::narrow;
use crate::{Row, Rules};

/// Where the point should be in a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub(crate) pose: usize,
    pub(crate) place: DVec3,
    /// How much the pose counts.
    pub(crate) share: f64,
}

/// What is to be made small: the squares of the distances from the aims, and a little of the change of weights.
pub(crate) struct Problem<'a> {
    pub(crate) skinned: &'a dyn SkinnedPoints,
    pub(crate) point: PointIndex,
    pub(crate) aims: Vec<Aim>,
    pub(crate) is_signed: bool,
    /// What a change of weights costs, as a share of what it does.
    pub(crate) ridge: f64,
    /// The weights that it counts from.
    pub(crate) anchor: Row,
    scratch: RefCell<Scratch>,
}

/// Memory of `model`, kept from step to step.
#[derive(Debug, Default)]
struct Scratch {
    slopes: Vec<DVec3>,
    joints: Vec<JointSlot>,
}

/// Weights on the way to a solution. The order of the joints stays, since signs of rotations may depend on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guess {
    pub(crate) joints: Vec<JointSlot>,
    pub(crate) weights: Vec<f64>,
    /// Places of those that may change.
    pub(crate) free: Vec<usize>,
}

/// Signed weights beyond this say that the poses do not decide them.
pub(crate) const MOST_SIGNED: f64 = 8.0;
/// Weights nearer to zero than this are none.
pub(crate) const LEAST_WEIGHT: f64 = 1e-6;
/// What f32 leaves of a place, as a share of its distance from the origin.
const ROUNDING: f64 = 1e-7;
/// The square of a ten-thousandth of what the weights move the point by: for less no search goes on.
const NEXT_TO_NOTHING: f64 = 1e-8;

impl Guess {
    /// A row with the joints to which it may go, those of the row first; locked ones stay.
    pub(crate) fn new(row: &Row, candidates: &[JointSlot], rules: &Rules<'_>) -> Self {
        let mut guess = Self::default();
        for (joint, weight) in row.pairs() {
            if !rules.is_locked(joint) {
                guess.free.push(guess.joints.len());
            }
            guess.joints.push(joint);
            guess.weights.push(f64::from(weight));
        }
        for &joint in candidates {
            if !guess.joints.contains(&joint) && !rules.is_locked(joint) {
                guess.free.push(guess.joints.len());
                guess.joints.push(joint);
                guess.weights.push(0.0);
            }
        }
        guess
    }

    /// What the free joints have together.
    pub(crate) fn budget(&self) -> f64 {
        let held = (0..self.joints.len()).filter(|place| !self.free.contains(place));
        1.0 - held.map(|place| self.weights[place]).sum::<f64>()
    }

    pub(crate) fn free_weights(&self) -> Vec<f64> {
        self.free.iter().map(|&place| self.weights[place]).collect()
    }

    /// The same with other weights of the free joints.
    pub(crate) fn with(&self, shares: &[f64]) -> Self {
        let mut guess = self.clone();
        for (&place, &share) in self.free.iter().zip(shares) {
            guess.weights[place] = share;
        }
        guess
    }

    /// Only the free joints at some places among the free ones stay free; others lose their weight.
    pub(crate) fn with_free(&self, kept: &[usize], shares: &[f64]) -> Self {
        let mut guess = self.with(&vec![0.0; self.free.len()]);
        guess.free = kept.iter().map(|&place| self.free[place]).collect();
        guess.free.sort_unstable();
        let weights = kept.iter().map(|&place| self.free[place]).zip(shares);
        for (place, &share) in weights {
            guess.weights[place] = share;
        }
        guess
    }

    /// Places among the free joints of those with weight.
    pub(crate) fn support(&self) -> Vec<usize> {
        let has_weight = |place: &usize| self.weights[self.free[*place]].abs() > LEAST_WEIGHT;
        (0..self.free.len()).filter(has_weight).collect()
    }

    /// As a row: the weights of free joints again divided to their sum, those near zero left out. Locked ones keep their bits.
    pub(crate) fn row(&self) -> Row {
        let is_kept = |&place: &usize| {
            let least = if self.free.contains(&place) {
                LEAST_WEIGHT
            } else {
                0.0
            };
            self.weights[place].abs() > least
        };
        let places: Vec<usize> = (0..self.joints.len()).filter(is_kept).collect();
        let free = places.iter().filter(|place| self.free.contains(place));
        let sum: f64 = free.map(|&place| self.weights[place]).sum();
        // What is left out, and what rounding has missed, is shared out in proportion.
        let factor = self.budget() / sum;
        let pair = |&place: &usize| {
            let weight = self.weights[place];
            let is_free = self.free.contains(&place);
            (
                self.joints[place],
                narrow(if is_free { weight * factor } else { weight }),
            )
        };
        let pairs: SmallVec<[(JointSlot, f32); 6]> = places.iter().map(pair).collect();
        let is_fit = pairs
            .iter()
            .all(|(_, weight)| weight.is_finite() && *weight != 0.0);
        if is_fit {
            Row::exact(pairs)
        } else {
            Row::unbound()
        }
    }
}

impl<'a> Problem<'a> {
    pub(crate) fn new(skinned: &'a dyn SkinnedPoints, point: PointIndex, aims: Vec<Aim>) -> Self {
        Self {
            skinned,
            point,
            aims,
            is_signed: false,
            ridge: 0.0,
            anchor: Row::unbound(),
            scratch: RefCell::default(),
        }
    }

    pub(super) const fn at(&self, pose: usize) -> PosedPoint {
        PosedPoint {
            pose,
            point: self.point,
        }
    }

    /// The squares of the distances from the aims, each as its pose counts.
    pub(crate) fn squares(&self, row: &Row) -> f64 {
        let distances = self.distances_squared(row).zip(&self.aims);
        distances.map(|(square, aim)| square * aim.share).sum()
    }

    /// The squares of the distances from the aims.
    pub(crate) fn distances_squared(&self, row: &Row) -> impl Iterator<Item = f64> {
        let (joints, weights): (Vec<JointSlot>, Vec<f32>) = row.pairs().unzip();
        self.aims.iter().map(move |aim| {
            let row = InfluenceRow {
                joints: &joints,
                weights: &weights,
            };
            let place = self.skinned.place(self.at(aim.pose), row);
            let square = place.distance_squared(aim.place);
            if square.is_finite() {
                square
            } else {
                f64::INFINITY
            }
        })
    }

    /// What rounding alone may come to.
    pub(crate) fn noise(&self) -> f64 {
        let noise = |aim: &Aim| (aim.place.length() * ROUNDING).powi(2) * aim.share;
        self.aims.iter().map(noise).sum()
    }

    /// Squares that need no better weights: what rounding may come to, or next to nothing beside how far the weights move the point.
    pub(super) fn enough(&self, guess: &Guess) -> f64 {
        let scale = self.model(guess).map_or(0.0, |model| model.scale());
        (4.0 * self.noise()).max(NEXT_TO_NOTHING * scale)
    }

    /// What is to be made small, with this ridge.
    pub(crate) fn objective(&self, guess: &Guess, ridge: f64) -> f64 {
        let is_wild = |weight: &f64| weight.abs() > MOST_SIGNED || !weight.is_finite();
        // Infinite, so that no step leads there.
        if guess.weights.iter().any(is_wild) {
            return f64::INFINITY;
        }
        let (joints, weights) = weighted_joints(guess);
        let mut sum = 0.0;
        for aim in &self.aims {
            let row = InfluenceRow {
                joints: &joints,
                weights: &weights,
            };
            let place = self.skinned.place(self.at(aim.pose), row);
            sum += place.distance_squared(aim.place) * aim.share;
        }
        for &place in &guess.free {
            sum += ridge * (guess.weights[place] - self.anchor_of(guess.joints[place])).powi(2);
        }
        if sum.is_finite() { sum } else { f64::INFINITY }
    }

    /// The squares as a quadratic function of the free weights, exact to first order in the places; none where something is not finite.
    pub(super) fn model(&self, guess: &Guess) -> Option<Quadratic> {
        let mut model = Quadratic::new(guess.free.len());
        let (joints, weights) = weighted_joints(guess);
        let free = guess.free_weights();
        let mut scratch = self.scratch.borrow_mut();
        let Scratch {
            slopes,
            joints: asked,
        } = &mut *scratch;
        asked.clear();
        asked.extend(guess.free.iter().map(|&place| guess.joints[place]));
        slopes.resize(asked.len(), DVec3::ZERO);
        for aim in &self.aims {
            let row = InfluenceRow {
                joints: &joints,
                weights: &weights,
            };
            let at = self.at(aim.pose);
            let place = self.skinned.slopes(at, row, asked, slopes);
            // A function of the weights themselves, not of steps from them: what the present ones move goes into `rest`.
            let moved: DVec3 = slopes.iter().zip(&free).map(|(slope, w)| *slope * *w).sum();
            let rest = place - aim.place - moved;
            if !rest.is_finite() || slopes.iter().any(|slope| !slope.is_finite()) {
                return None;
            }
            model.add(slopes, rest, aim.share);
        }
        Some(model)
    }

    /// The weights that the free joints are drawn to.
    pub(crate) fn anchors(&self, guess: &Guess) -> Vec<f64> {
        let free = guess.free.iter();
        free.map(|&place| self.anchor_of(guess.joints[place]))
            .collect()
    }

    fn anchor_of(&self, joint: JointSlot) -> f64 {
        f64::from(self.anchor.weight(joint))
    }
}

/// Joints with weight, as methods take them.
fn weighted_joints(guess: &Guess) -> (SmallVec<[JointSlot; 8]>, SmallVec<[f32; 8]>) {
    let pairs = guess.joints.iter().zip(&guess.weights);
    // In f32, as meshes keep them: what is fitted is what will be shown.
    let pairs = pairs.map(|(&joint, &weight)| (joint, narrow(weight)));
    pairs.filter(|&(_, weight)| weight != 0.0).unzip()
}
