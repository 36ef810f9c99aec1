//! How a character is written: numbers, limits, and what is kept.

use super::attached_props::AttachedProp;
use crate::model::constraint::KeyedConstraint;
use crate::model::kept::SavedState;

/// How a character is written. As it is by default: numbers that were not edited stay what they are.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaveOptions {
    /// The numbers of joints in rows of influences.
    pub joints: JointNumbers,
    /// How weights in rows of influences are stored.
    pub weights: WeightNumbers,
    /// How many joints a skin may list; none for as many as can be read again.
    pub max_joints: Option<usize>,
    /// What `extras` are to keep; none leaves what they say.
    pub kept: Option<SavedState>,
    /// Whether `extras` leave out the keys of joints that clips shear, so that the file is read back with the two nodes, and the
    /// keys, that other programs see. What the file came with is left out too, edited or not.
    pub plain_shear: bool,
    /// The constraints (`VRMC_node_constraint`) that say what driven channels say, beside [those of the
    /// character](crate::Character::constraints); none leaves those that the file came with.
    pub driven_constraints: Option<Vec<KeyedConstraint>>,
    /// What other files show and this one is to show too.
    pub props: Vec<AttachedProp>,
}

/// How the numbers of joints are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum JointNumbers {
    /// As they came; of rows that were edited in eight bits where they fit, else in sixteen.
    #[default]
    AsNeeded,
    /// In eight bits: skins of at most 256 joints.
    U8,
    /// In sixteen bits, also where eight would do.
    U16,
}

/// How weights are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WeightNumbers {
    /// As they came; those of rows that were edited as 32-bit floats.
    #[default]
    AsTheyAre,
    /// As 32-bit floats, rows that were not edited too.
    Float,
    /// In sixteen bits: multiples of 1/65535 that sum to one.
    U16,
    /// In eight bits: multiples of 1/255 that sum to one.
    U8,
}

impl WeightNumbers {
    /// What weights are multiples of one part of; none for floats.
    pub(super) const fn steps(self) -> Option<u32> {
        match self {
            Self::AsTheyAre | Self::Float => None,
            Self::U16 => Some(65_535),
            Self::U8 => Some(255),
        }
    }
}

impl SaveOptions {
    /// Whether rows of influences are written anew that were not edited.
    pub(super) fn rewrites_rows(&self) -> bool {
        self.joints != JointNumbers::AsNeeded || self.weights != WeightNumbers::AsTheyAre
    }
}

/// Weights as whole parts of `steps` that sum to it, each off by less than one part: `⌊w steps⌋`, and one more for those of the
/// largest remainders. Of none, or of a sum that is not positive, the first takes all.
pub(super) fn in_steps(weights: &[f32], steps: u32) -> Vec<u32> {
    // `max` also takes NaN to zero.
    let positive = |weight: &f32| f64::from(weight.max(0.0));
    let sum: f64 = weights.iter().map(positive).sum();
    if !(sum > 0.0 && sum.is_finite()) {
        let first = std::iter::once(steps).chain(std::iter::repeat(0));
        return first.take(weights.len()).collect();
    }
    let exact = weights
        .iter()
        .map(|weight| positive(weight) / sum * f64::from(steps));
    let exact: Vec<f64> = exact.collect();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to `steps`"
    )]
    let mut parts: Vec<u32> = exact.iter().map(|part| part.floor() as u32).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let rest = |place: &usize| exact.get(*place).map_or(0.0, |part| part.fract());
    // A stable sort: of equal remainders the first influences get one more.
    order.sort_by(|one, other| rest(other).total_cmp(&rest(one)));
    // The floors miss the sum by less than one part each, so that one pass gives all that is missing.
    let missing = steps.saturating_sub(parts.iter().sum());
    let missing = usize::try_from(missing).unwrap_or(0);
    for place in order.into_iter().take(missing) {
        parts.get_mut(place).into_iter().for_each(|part| *part += 1);
    }
    parts
}
