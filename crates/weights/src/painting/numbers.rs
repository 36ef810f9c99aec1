//! A stroke over one number a point, such as how much a point follows one method or the other.

use std::fmt;

use mesh::PointIndex;

use crate::painting::smear::{Falloffs, Smear, Sources};
use crate::painting::touches::{Dab, DabResult, Medium, Touch, Touched, Touches};
use crate::rows::report::SideEffects;
use crate::{Effect, NeighborWeights, PointValue, Report, Skip};

/// New numbers of some points.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NumberEdit {
    /// Points in ascending order, each once, with their new numbers, 0…1.
    pub numbers: Vec<PointValue>,
    /// What was done and what not.
    pub report: Report,
}

/// Where operations read numbers: a closure from points to numbers will do where no point is split.
pub trait Numbers {
    /// The number of a point, of a split one the mean.
    fn number(&self, point: PointIndex) -> f32;

    /// Whether vertices of the point have different numbers: then it is written wherever it is painted on, even with the number
    /// that is their mean.
    fn is_seam_split(&self, point: PointIndex) -> bool {
        let _every = point;
        false
    }
}

impl<F: Fn(PointIndex) -> f32> Numbers for F {
    fn number(&self, point: PointIndex) -> f32 {
        self(point)
    }
}

/// What is at a point.
#[derive(Clone, Copy, PartialEq)]
struct PointNumber {
    number: f32,
    is_seam_split: bool,
}

/// A stroke over one number 0…1 a point: what [`Stroke`](crate::Stroke) is over weights, without joints and rules.
///
/// Operations clamp to 0…1; smoothing and sharpening are for the number alone, sharpening clamped too. A number that is not
/// one reads as 1, one out of range as the nearest that is in it.
pub struct NumberStroke {
    touches: Touches<PointNumber, f64>,
}

impl NumberStroke {
    /// Begins a stroke over so many points.
    #[must_use]
    pub fn new(effect: Effect, point_count: usize) -> Self {
        Self {
            touches: Touches::new(effect, point_count),
        }
    }

    /// One step, see [`Stroke::step`](crate::Stroke::step). Of a point under both brushes the larger falloff counts.
    pub fn step(
        &mut self,
        numbers: &dyn Numbers,
        neighbor_weights: &NeighborWeights<'_>,
        falloffs: &[PointValue],
        mirrored: &[PointValue],
    ) -> NumberEdit {
        self.step_from(numbers, neighbor_weights, (falloffs, mirrored), None)
    }

    /// A step of [`Operation::Smear`](crate::Operation::Smear), see [`Stroke::drag`](crate::Stroke::drag).
    pub fn drag(
        &mut self,
        numbers: &dyn Numbers,
        neighbor_weights: &NeighborWeights<'_>,
        smear: &Smear<'_>,
    ) -> NumberEdit {
        let falloffs = (smear.falloffs, smear.mirrored);
        self.step_from(numbers, neighbor_weights, falloffs, Some(smear.sources))
    }

    fn step_from(
        &mut self,
        numbers: &dyn Numbers,
        neighbor_weights: &NeighborWeights<'_>,
        (falloffs, mirrored): (Falloffs<'_>, Falloffs<'_>),
        sources: Option<&Sources<'_>>,
    ) -> NumberEdit {
        let effect = *self.touches.effect();
        let paper = NumberCanvas {
            numbers,
            neighbor_weights,
            effect,
        };
        let step = self.touches.step(
            &paper,
            neighbor_weights,
            sources,
            [(0, falloffs), (0, mirrored)],
        );
        let changed = step.changed.into_iter();
        let changed = changed.map(|(point, _, now)| PointValue::new(point, now.number));
        NumberEdit {
            numbers: changed.collect(),
            report: step.report,
        }
    }

    /// The effect that it was begun with.
    #[must_use]
    pub const fn effect(&self) -> &Effect {
        self.touches.effect()
    }

    /// What became of a point; `None` if the stroke did not touch it.
    #[must_use]
    pub fn at(&self, point: PointIndex) -> Option<Touched<f32>> {
        Some(to_touched(self.touches.touch(point)?))
    }

    /// The points touched, in the order in which they were touched.
    pub fn touched_points(&self) -> impl ExactSizeIterator<Item = Touched<f32>> {
        self.touches.list().iter().map(to_touched)
    }

    /// What the whole stroke did so far, each point counted once.
    #[must_use]
    pub fn report(&self) -> Report {
        self.touches.report(|_| false)
    }
}

fn to_touched(touch: &Touch<PointNumber, f64>) -> Touched<f32> {
    Touched {
        point: touch.point,
        before: touch.before.number,
        now: touch.now.number,
    }
}

impl fmt::Debug for NumberStroke {
    /// How much it touched; all numbers would be a wall of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NumberStroke")
            .field("effect", self.effect())
            .field("touched", &self.touched_points().len())
            .finish_non_exhaustive()
    }
}

/// Numbers as something to paint on.
struct NumberCanvas<'a> {
    numbers: &'a dyn Numbers,
    neighbor_weights: &'a NeighborWeights<'a>,
    effect: Effect,
}

impl Medium for NumberCanvas<'_> {
    type Value = PointNumber;
    type Mean = f64;

    fn read(&self, point: PointIndex) -> PointNumber {
        let number = self.numbers.number(point);
        let number = if number.is_nan() {
            1.0
        } else {
            number.clamp(0.0, 1.0)
        };
        PointNumber {
            number,
            is_seam_split: self.numbers.is_seam_split(point),
        }
    }

    fn mean_of(&self, here: &PointNumber) -> f64 {
        f64::from(here.number)
    }

    fn paint(&self, dab: &Dab<'_, Self>) -> Result<DabResult<PointNumber>, Skip> {
        let f = dab.amounts[0];
        let before = f64::from(dab.base.number);
        let value = match self.effect.operation.mixing() {
            None => self.effect.operation.target(before, f),
            Some(sign) => {
                let is_alone = self.effect.operation.smoothing().is_some()
                    && self
                        .neighbor_weights
                        .surface()
                        .neighbors(dab.point)
                        .is_empty();
                // A point without neighbors would be its own average.
                let mean = dab.mean.filter(|_| !is_alone).ok_or(Skip::NothingToTake)?;
                Some(before + sign * f * (mean - before))
            }
        };
        let value = value.ok_or(Skip::NotFinite)?.clamp(0.0, 1.0);
        Ok(DabResult {
            value: PointNumber {
                number: crate::rows::row::narrow(value),
                // A brush without strength writes nothing.
                is_seam_split: dab.base.is_seam_split && f == 0.0,
            },
            side_effects: SideEffects::default(),
        })
    }

    fn is_unbound(&self, _: &PointNumber) -> bool {
        false
    }
}
