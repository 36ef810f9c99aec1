//! Choosing signs before a blend.
//!
//! `q̂` and `−q̂` are the same motion, but a linear blend of quaternions is only a blend of rotations when the summands lie
//! in one half space (K08 equation 16). The functions here fill slices of the caller with +1 and −1, one for each rotation;
//! a dual quaternion is multiplied by the sign of its non-dual part. No rule serves every case: three rotations 120° apart
//! have no valid signs at all.

use core::fmt;
use core::str::FromStr;

use glam::Quat;

/// How signs are chosen among the rotations that meet in a blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SignRule {
    /// Against the first influence of non-zero weight: the paper's own rule, for rotations of which nothing else is known, as those
    /// that matrices give. Reference: K08 Algorithm 2.
    First,
    /// Against the influence of the largest weight.
    Largest,
    /// Each joint against its parent, once per pose: no work at a vertex, and safe up to a full turn between a joint and
    /// its neighbor when kept along a clip by [`continue_from`].
    Hierarchical,
    /// Against the weighted sum of the influences before, as Blender has it.
    Running,
    /// As each joint was turned since rest, once per pose: no work at a vertex, and safe up to a full turn between a joint and its
    /// neighbor. Where joints of one vertex are turned further apart, no choice is valid: see [`least_agreement`].
    ///
    /// It needs no history but the pose: the quaternion of a local rotation says by its sign which way the joint was turned, up to
    /// a full turn, and the turns along the skeleton are multiplied with their signs. Where nobody turned a joint further than
    /// half a turn, as in poses that were read without a clip, that is the short way of each joint against its parent.
    #[default]
    Followed,
}

impl SignRule {
    /// Every rule, in the order of their definition.
    pub const ALL: [Self; 5] = [
        Self::First,
        Self::Largest,
        Self::Hierarchical,
        Self::Running,
        Self::Followed,
    ];

    /// The name of the rule on a command line: `first`, `largest`, `hierarchical`, `running`, `followed`.
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Largest => "largest",
            Self::Hierarchical => "hierarchical",
            Self::Running => "running",
            Self::Followed => "followed",
        }
    }

    /// Whether signs are decided once per pose, so that those of a palette are final.
    #[must_use]
    #[inline]
    pub const fn is_per_pose(self) -> bool {
        matches!(self, Self::Hierarchical | Self::Followed)
    }
}

impl fmt::Display for SignRule {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SignRule {
    type Err = UnknownSignRule;

    #[inline]
    fn from_str(name: &str) -> Result<Self, UnknownSignRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or(UnknownSignRule)
    }
}

/// The name is of no [`SignRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSignRule;

impl fmt::Display for UnknownSignRule {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a sign rule: first, largest, hierarchical, running or followed")
    }
}

impl core::error::Error for UnknownSignRule {}

/// Below this size, `⟨pivot, q⟩` counts as zero: what rounding leaves of it for rotations half a turn apart.
///
/// Poses with exact half turns are common, and only rounding would choose their sign: one way in one build or on one
/// device, the other way on the next. The difference that it makes is the whole arc.
pub const TIE: f32 = 1e-6;

/// The sign that brings `q` into the half space of `pivot`: −1 when `⟨pivot, q⟩ < 0` by more than [`TIE`], else +1.
///
/// On a tie (half a turn apart) q stays as it is; a pivot that is not a number changes nothing. Under
/// [`running`] the pivot is a sum of any length: one that is all but zero ties with everything.
#[must_use]
#[inline]
pub fn toward(pivot: Quat, q: Quat) -> f32 {
    if pivot.dot(q) < -TIE { -1.0 } else { 1.0 }
}

/// The index of the first non-zero weight, or `None`.
///
/// An influence of weight zero is none: it must not decide the signs of the others.
#[must_use]
#[inline]
pub fn pivot_first(weights: &[f32]) -> Option<usize> {
    weights.iter().position(|&w| w != 0.0)
}

/// The index of the largest weight, the first of several equal ones, or `None` when no weight differs from zero.
#[must_use]
#[inline]
pub fn pivot_largest(weights: &[f32]) -> Option<usize> {
    let larger = |best: usize, i: usize| if weights[i] > weights[best] { i } else { best };
    let start = pivot_first(weights)?;
    // A negative first weight must not win against a zero that is no influence, so zeros are passed over.
    Some(
        (start..weights.len())
            .filter(|&i| weights[i] != 0.0)
            .fold(start, larger),
    )
}

/// Signs against the first rotation of non-zero weight; without one all are +1.
///
/// `rotations`, `weights` and `signs` are of one length; what is beyond the shortest is left alone.
///
/// Reference: K08 Algorithm 2. Its Lemma 5 (if any signs are valid, these are) fails on exact ties: 1, i, −i.
#[inline]
pub fn first(rotations: &[Quat], weights: &[f32], signs: &mut [f32]) {
    against(rotations, weights, signs, pivot_first);
}

/// Signs against the rotation of the largest weight; without one all are +1. Lengths as for [`first`].
#[inline]
pub fn largest(rotations: &[Quat], weights: &[f32], signs: &mut [f32]) {
    against(rotations, weights, signs, pivot_largest);
}

/// Signs against the weighted sum of those before, in the order given; the first of non-zero weight is +1.
///
/// `s_i = −1` when `⟨Σ_{k<i} w_k s_k q_k, q_i⟩ < 0` by more than [`TIE`]. Depends on the order, as Blender's result does.
/// Lengths as for [`first`].
#[inline]
pub fn running(rotations: &[Quat], weights: &[f32], signs: &mut [f32]) {
    let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for ((&q, &w), sign) in rotations.iter().zip(weights).zip(signs) {
        // A sum of zero ties, so the first influence of non-zero weight gets +1.
        *sign = toward(sum, q);
        sum += q * (w * *sign);
    }
}

/// Signs of each joint against its parent; roots are +1.
///
/// `parent_of(i)` is the parent of joint i and less than i, or `None` for a root; a parent that is not less counts as none.
/// `rotations` and `signs` are of one length, one element for each joint; what is beyond the shorter is left alone. Different
/// trees are not aligned with each other.
#[inline]
pub fn hierarchical(
    rotations: &[Quat],
    parent_of: impl Fn(usize) -> Option<usize>,
    signs: &mut [f32],
) {
    let joints = rotations.len().min(signs.len());
    for i in 0..joints {
        // Only a parent before its child has its sign already.
        let parent = parent_of(i).filter(|&p| p < i);
        signs[i] = parent.map_or(1.0, |p| signs[p] * toward(rotations[p], rotations[i]));
    }
}

/// Signs that keep each rotation in the half space of its own value a moment before.
///
/// `previous[i]` is the rotation of joint i at the previous key **with the sign it had there**. From the first key of a
/// clip on, with [`hierarchical`] signs there, this follows turns beyond half a turn, as long as no joint turns by more than a
/// half between two keys; start from the first key each time, so that scrubbing equals playing.
///
/// All three slices are of one length; what is beyond the shortest is left alone.
#[inline]
pub fn continue_from(previous: &[Quat], rotations: &[Quat], signs: &mut [f32]) {
    for ((&before, &q), sign) in previous.iter().zip(rotations).zip(signs) {
        *sign = toward(before, q);
    }
}

/// The smallest `⟨s_a q_a, s_b q_b⟩` over all pairs of rotations, 1 where there is no pair: how well the signs fit together.
///
/// Signs are **valid** where it is not negative: all rotations then lie in one half space (K08 section 4.1). It is the
/// cosine of half the angle between the two that are furthest apart, the way their signs say: 0 where that is half a turn,
/// where a rule that looks at each vertex flips; −1 at a whole one. The rotations are of unit length; of slices of different
/// lengths what is beyond the shorter is left alone.
///
/// # Examples
///
/// ```
/// use dq_math::signs::least_agreement;
/// use glam::Quat;
///
/// let turned = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
/// let rotations = [turned(0.0), turned(300.0)];
/// assert!(least_agreement(&rotations, &[1.0, 1.0]) < 0.0, "the long way round");
/// assert!(least_agreement(&rotations, &[1.0, -1.0]) > 0.8, "the short one, 60 degrees");
/// ```
#[must_use]
#[inline]
pub fn least_agreement(rotations: &[Quat], signs: &[f32]) -> f32 {
    let count = rotations.len().min(signs.len());
    let mut least = 1.0_f32;
    // Every pair: a vertex has few influences, and agreement with one pivot does not imply agreement among the others.
    for b in 1..count {
        for a in 0..b {
            least = least.min(signs[a] * signs[b] * rotations[a].dot(rotations[b]));
        }
    }
    least
}

/// Signs against the rotation that `pivot` picks by the weights, +1 where it picks none.
#[inline]
fn against(
    rotations: &[Quat],
    weights: &[f32],
    signs: &mut [f32],
    pivot: fn(&[f32]) -> Option<usize>,
) {
    let count = rotations.len().min(weights.len()).min(signs.len());
    let (rotations, signs) = (&rotations[..count], &mut signs[..count]);
    let Some(pivot) = pivot(&weights[..count]) else {
        signs.fill(1.0);
        return;
    };
    for (&q, sign) in rotations.iter().zip(signs) {
        *sign = toward(rotations[pivot], q);
    }
}
