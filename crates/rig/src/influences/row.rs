//! One row on its way in: checked, added up and divided by its sum.

use super::error::InfluenceError;
use crate::{JointSlot, JointWeight};

/// A row as rows are kept, of joints named in any way.
pub(crate) fn slots<W>(
    row: impl IntoIterator<Item = (impl Into<JointSlot>, W)>,
) -> impl Iterator<Item = (JointSlot, W)> {
    row.into_iter()
        .map(|(joint, weight)| (joint.into(), weight))
}

/// A row being taken, in f64: denormal and huge weights still have a sum to be divided by.
#[derive(Clone, Debug)]
pub(crate) struct RowBuffer {
    joint_count: usize,
    row: Vec<(JointSlot, f64)>,
}

/// What a row adds up to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowSums {
    pub(crate) sum: f64,
    /// The sum of sizes.
    size: f64,
}

impl RowBuffer {
    pub(crate) const fn new(joint_count: usize) -> Self {
        Self {
            joint_count,
            row: Vec::new(),
        }
    }

    pub(crate) const fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Takes a row that has weight.
    pub(crate) fn take(
        &mut self,
        vertex: usize,
        influences: impl IntoIterator<Item = JointWeight>,
    ) -> Result<RowSums, InfluenceError> {
        self.row.clear();
        let mut sums = RowSums::default();
        for JointWeight { joint, weight } in influences {
            self.check(vertex, joint, weight)?;
            sums.sum += f64::from(weight);
            sums.size += f64::from(weight).abs();
            self.add(joint, f64::from(weight));
        }
        if sums.sum.abs() <= sums.size * CANCELLED {
            return Err(InfluenceError::ZeroSum { vertex });
        }
        Ok(sums)
    }

    /// Whether influences can still be counted with this row beside so many.
    pub(crate) fn check_room(&self, vertex: usize, pairs: usize) -> Result<(), InfluenceError> {
        check_room(vertex, pairs + self.row.len())
    }

    /// Whether a row would be taken as it stands, bit for bit: it has joints of the list, each once, and no zeros, and sums to one but for
    /// rounding. Nearly all rows of an edit are so, and need not be taken.
    pub(crate) fn is_sound(&self, row: &(impl Iterator<Item = JointWeight> + Clone)) -> bool {
        let mut sums = RowSums::default();
        for (place, JointWeight { joint, weight }) in row.clone().enumerate() {
            let is_known = || row.clone().take(place).any(|other| other.joint == joint);
            if joint.index() >= self.joint_count
                || weight == 0.0
                || !weight.is_finite()
                || is_known()
            {
                return false;
            }
            sums.sum += f64::from(weight);
            sums.size += f64::from(weight).abs();
        }
        sums.sum.abs() > sums.size * CANCELLED && sums.is_one()
    }

    /// The row divided by a number, with zeros where underflow or duplicates of opposite sign have left nothing.
    pub(crate) fn divide(&self, by: f64) -> impl Iterator<Item = (JointSlot, f32)> {
        let row = self.row.iter();
        row.map(move |&(joint, weight)| (joint, narrow(weight / by)))
    }

    fn check(&self, vertex: usize, joint: JointSlot, weight: f32) -> Result<(), InfluenceError> {
        let joint_count = self.joint_count;
        // Files fill rows up with weights of zero and joints of any number.
        if joint.index() >= joint_count && weight != 0.0 {
            return Err(InfluenceError::JointOutOfRange {
                vertex,
                joint,
                joint_count,
            });
        }
        if !weight.is_finite() {
            return Err(InfluenceError::NotFinite {
                vertex,
                joint,
                weight,
            });
        }
        Ok(())
    }

    fn add(&mut self, joint: JointSlot, weight: f64) {
        match self.row.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, total)) => *total += weight,
            None if weight == 0.0 => {}
            None => self.row.push((joint, weight)),
        }
    }
}

impl RowSums {
    /// What to divide by: one where the sum is one but for the rounding of its weights, so that such rows keep their bits.
    pub(crate) fn divisor(self) -> f64 {
        if self.is_one() { 1.0 } else { self.sum }
    }

    fn is_one(self) -> bool {
        (self.sum - 1.0).abs() <= self.size * ROUNDING
    }
}

/// Whether so many influences can be counted.
pub(crate) fn check_room(vertex: usize, pairs: usize) -> Result<(), InfluenceError> {
    let counted = u32::try_from(pairs);
    counted.map_err(|_too_large| InfluenceError::TooMany { vertex })?;
    Ok(())
}

/// Weights of both signs whose sum is below this fraction of their sizes say nothing but rounding.
const CANCELLED: f64 = 1e-6;

/// What a weight may have lost when it was rounded, as a fraction of its size: 2⁻²⁴, and as much again for sums in f32.
const ROUNDING: f64 = 1.0 / 8_388_608.0;

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose; f64 to f32 saturates to infinity"
)]
pub(crate) fn narrow(value: f64) -> f32 {
    value as f32
}
