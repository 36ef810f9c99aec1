//! The signs of the rotations that meet at one vertex, without memory of their own.

use dq_math::SignRule;
use dq_math::signs::{pivot_first, pivot_largest, toward};
use glam::Quat;
use rig::JointSlot;

/// The influences of one vertex with the sign of each rotation multiplied into its weight: `(joint, ±w)`.
///
/// A clone starts over, for blends that need a second pass.
#[derive(Clone)]
pub(crate) struct SignedInfluences<'a, R> {
    joints: &'a [JointSlot],
    weights: &'a [f32],
    rotation: R,
    against: Against,
}

/// What the next rotation must agree with.
#[derive(Clone, Copy)]
enum Against {
    /// Nothing: the palette's signs are final.
    Nothing,
    /// One rotation for the whole vertex.
    Pivot(Quat),
    /// The signed, weighted sum of the rotations before.
    Sum(Quat),
}

impl<'a, R: Fn(usize) -> Quat> SignedInfluences<'a, R> {
    /// `joints` and `weights` are a row of influences, `rotation` looks a joint up in the palette.
    #[inline]
    pub(crate) fn new(
        rule: SignRule,
        joints: &'a [JointSlot],
        weights: &'a [f32],
        rotation: R,
    ) -> Self {
        Self {
            joints,
            weights,
            against: against(rule, joints, weights, &rotation),
            rotation,
        }
    }

    /// The rotation of a joint, as the palette has it.
    #[inline]
    pub(crate) fn rotation(&self, joint: usize) -> Quat {
        (self.rotation)(joint)
    }

    /// The sign of any joint's rotation at this vertex. One that has no influence there goes against what the vertex's own do: the
    /// pivot, or the whole running sum.
    #[inline]
    pub(crate) fn sign_of(&self, joint: usize) -> f32
    where
        R: Clone,
    {
        let mut rest = match self.against {
            Against::Nothing => return 1.0,
            Against::Pivot(pivot) => return toward(pivot, self.rotation(joint)),
            Against::Sum(_) => self.clone(),
        };
        let weights = self.weights.iter();
        let own = weights.zip(&mut rest).find(|(_, (own, _))| *own == joint);
        if let Some((weight, (_, signed))) = own {
            // The product has the sign of the rotation: weights may be negative themselves. Rows have no zero weights.
            return (signed * weight).signum();
        }
        match rest.against {
            Against::Sum(sum) => toward(sum, self.rotation(joint)),
            Against::Nothing | Against::Pivot(_) => 1.0,
        }
    }

    #[inline]
    fn apply_sign(&mut self, joint: usize, weight: f32) -> f32 {
        match &mut self.against {
            Against::Nothing => weight,
            Against::Pivot(pivot) => weight * toward(*pivot, (self.rotation)(joint)),
            Against::Sum(sum) => {
                let rotation = (self.rotation)(joint);
                let signed = weight * toward(*sum, rotation);
                *sum += rotation * signed;
                signed
            }
        }
    }
}

#[inline]
fn against(
    rule: SignRule,
    joints: &[JointSlot],
    weights: &[f32],
    rotation: impl Fn(usize) -> Quat,
) -> Against {
    let pivot = |place: Option<usize>| match place {
        Some(place) => Against::Pivot(rotation(usize::from(joints[place]))),
        None => Against::Nothing,
    };
    match rule {
        SignRule::First => pivot(pivot_first(weights)),
        SignRule::Largest => pivot(pivot_largest(weights)),
        SignRule::Hierarchical | SignRule::Followed => Against::Nothing,
        // Zero agrees with everything, so the first rotation keeps its sign.
        SignRule::Running => Against::Sum(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
    }
}

impl<R: Fn(usize) -> Quat> Iterator for SignedInfluences<'_, R> {
    type Item = (usize, f32);

    #[inline]
    fn next(&mut self) -> Option<(usize, f32)> {
        let (&joint, joints) = self.joints.split_first()?;
        let (&weight, weights) = self.weights.split_first()?;
        (self.joints, self.weights) = (joints, weights);
        let joint = usize::from(joint);
        Some((joint, self.apply_sign(joint, weight)))
    }
}
