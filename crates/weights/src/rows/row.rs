//! The weights of one point.

use rig::{InfluenceRow, JointSlot, JointWeight};
use smallvec::SmallVec;
use thiserror::Error;

/// Sums this near to one are what rounding leaves of one: such a row keeps its bits.
const ROUNDING: f64 = 1e-6;

/// The weights of one point: pairs of joint and weight, every weight above zero, no joint twice, sum one to within rounding. Or
/// no pair at all: the point is **unbound** and stays at rest.
///
/// The order of the pairs is kept: the first is the pivot of the papers' sign rule.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Row {
    pairs: SmallVec<[JointWeight; 6]>,
}

impl Row {
    /// No joint moves the point.
    #[must_use]
    pub fn unbound() -> Self {
        Self::default()
    }

    /// One joint moves the point, with weight one.
    #[must_use]
    pub fn rigid(joint: JointSlot) -> Self {
        Self {
            pairs: SmallVec::from_slice(&[JointWeight { joint, weight: 1.0 }]),
        }
    }

    /// Divides weights by their sum, `w_j / Σ w_k`: zero weights are dropped, and a joint named twice gets both at its first place.
    ///
    /// # Errors
    ///
    /// A weight that is not finite or below zero, or none above zero.
    pub fn new(pairs: impl IntoIterator<Item = impl Into<JointWeight>>) -> Result<Self, RowError> {
        let mut sums: SmallVec<[(JointSlot, f64); 8]> = SmallVec::new();
        for pair in pairs {
            let JointWeight { joint, weight } = pair.into();
            if !weight.is_finite() {
                return Err(RowError::NotFinite { joint, weight });
            }
            if weight < 0.0 {
                return Err(RowError::Negative { joint, weight });
            }
            add(&mut sums, joint, f64::from(weight));
        }
        Self::from_sums(&sums).ok_or(RowError::ZeroSum)
    }

    /// A row as it stands in a mesh. One that keeps the rules keeps its bits; else what breaks them goes: weights below zero or
    /// not finite are dropped, and the others divided by their sum. Unbound if nothing is left.
    ///
    /// Where joints and weights are not of one length, what the longer list has beyond the other is left out.
    #[must_use]
    pub fn of(row: InfluenceRow<'_>) -> Self {
        let (joints, pairs) = (row.joints, row.pairs());
        let sum: f64 = pairs.clone().map(|(_, weight)| f64::from(weight)).sum();
        let is_fit = (sum - 1.0).abs() <= ROUNDING
            && pairs.clone().all(|(_, weight)| weight > 0.0)
            // Rows are short, so each joint is compared with those before it.
            && (1..joints.len()).all(|place| !joints[..place].contains(&joints[place]));
        if is_fit {
            return Self {
                pairs: pairs.map(JointWeight::from).collect(),
            };
        }
        Self::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))))
    }

    /// Divides weights in double precision by their sum; those not above zero, or not finite, are left out, and a joint named
    /// twice gets both at its first place. Unbound if nothing is left.
    #[must_use]
    pub fn from_weights(pairs: impl IntoIterator<Item = (impl Into<JointSlot>, f64)>) -> Self {
        let mut sums: SmallVec<[(JointSlot, f64); 8]> = SmallVec::new();
        for (joint, weight) in pairs {
            if weight.is_finite() {
                add(&mut sums, joint.into(), weight.max(0.0));
            }
        }
        Self::from_sums(&sums).unwrap_or_default()
    }

    /// Pairs of joint and weight, in order.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = (JointSlot, f32)> + Clone {
        self.pairs.iter().map(|pair| (pair.joint, pair.weight))
    }

    /// The same as they lie in memory.
    #[must_use]
    pub fn as_slice(&self) -> &[JointWeight] {
        &self.pairs
    }

    /// The weight of a joint, 0 if the row does not name it.
    #[must_use]
    pub fn weight(&self, joint: JointSlot) -> f32 {
        let pair = self.pairs.iter().find(|pair| pair.joint == joint);
        pair.map_or(0.0, |pair| pair.weight)
    }

    /// How many joints move the point.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether no joint moves the point; the same as [`is_unbound`](Self::is_unbound).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether no joint moves the point.
    #[must_use]
    pub fn is_unbound(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The joint of the largest weight, the first of equals; none if the point is unbound.
    #[must_use]
    pub fn dominant(&self) -> Option<JointSlot> {
        let mut best: Option<JointWeight> = None;
        for &pair in &self.pairs {
            if best.is_none_or(|best| pair.weight > best.weight) {
                best = Some(pair);
            }
        }
        best.map(|best| best.joint)
    }

    /// Pairs that keep the rules, as whoever calls this has seen to.
    pub(crate) fn exact(pairs: impl IntoIterator<Item = (JointSlot, f32)>) -> Self {
        Self {
            pairs: pairs.into_iter().map(JointWeight::from).collect(),
        }
    }

    /// Adds a pair that keeps the rules, as [`exact`](Self::exact).
    pub(crate) fn push(&mut self, joint: JointSlot, weight: f32) {
        self.pairs.push(JointWeight { joint, weight });
    }

    /// `None` if nothing is above zero. A weight that the division leaves below what f32 can tell from zero is dropped.
    fn from_sums(sums: &[(JointSlot, f64)]) -> Option<Self> {
        let total: f64 = sums.iter().map(|(_, weight)| weight).sum();
        // NaN is not above zero either.
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        let divided = sums.iter().map(|&(joint, weight)| JointWeight {
            joint,
            weight: narrow(weight / total),
        });
        Some(Self {
            pairs: divided.filter(|pair| pair.weight > 0.0).collect(),
        })
    }
}

fn add(sums: &mut SmallVec<[(JointSlot, f64); 8]>, joint: JointSlot, weight: f64) {
    match sums.iter_mut().find(|(other, _)| *other == joint) {
        Some((_, sum)) => *sum += weight,
        None if weight == 0.0 => {}
        None => sums.push((joint, weight)),
    }
}

/// Why pairs are no row.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RowError {
    /// A weight that is NaN or infinite.
    #[error("the weight of joint {joint} is {weight}, not a finite number")]
    NotFinite {
        /// The joint that the weight was given to.
        joint: JointSlot,
        /// The weight as given: NaN or infinite.
        weight: f32,
    },
    /// A weight below zero.
    #[error("the weight of joint {joint} is {weight}; weights are 0 or more")]
    Negative {
        /// The joint that the weight was given to.
        joint: JointSlot,
        /// The weight as given, below zero.
        weight: f32,
    },
    /// Nothing to divide by.
    #[error("no weight is above zero; give a joint some, or say that the point is unbound")]
    ZeroSum,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose; what is rounded is 0 to 1"
)]
pub(crate) fn narrow(value: f64) -> f32 {
    value as f32
}
