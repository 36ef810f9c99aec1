//! What is known of the polar rotations of frames without decomposing anything.
//!
//! With `E_p = Q H` and the stretch S of the joint, `W_p = Q (H S)` has the rotation Q if `H S` is symmetric and positive definite: where either is a multiple
//! of the identity and the other positive definite. So rotations are products of quaternions wherever no more than one joint above is stretched unevenly.

use lanes::Row8;

use crate::carried::NO_STRETCH;
use crate::lane_pose::Posed;
use crate::prepared_rig::RigConstants;

/// Most known first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StretchKind {
    /// A positive multiple of the identity.
    Even,
    /// Positive definite.
    Positive,
    /// Nothing is known.
    Nothing,
}

/// The least share of the trace that leading minors have where a stretch counts as positive definite.
const POSITIVE: f32 = 1e-3;
/// What differs by no more from a multiple of the identity turns nothing.
const EVEN: f32 = 1e-7;

impl StretchKind {
    fn of(stretch: &Row8) -> Self {
        let [xx, yy, zz, xy, yz, zx, ..] = stretch.0;
        let trace = xx + yy + zz;
        if !(trace > f32::MIN_POSITIVE && trace.is_finite()) {
            return Self::Nothing;
        }
        let apart = [xx - yy, yy - zz, xy, yz, zx];
        if apart.iter().all(|apart| apart.abs() <= EVEN * trace) {
            return Self::Even;
        }
        let minor = (xx * yy - xy * xy) / trace;
        let determinant =
            xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
        let last = determinant / (trace * trace);
        let least = [xx, minor, last].into_iter().fold(f32::INFINITY, f32::min);
        if least > POSITIVE * trace {
            Self::Positive
        } else {
            Self::Nothing
        }
    }

    fn times(self, own: Self) -> Self {
        if self.min(own) == Self::Even {
            self.max(own)
        } else {
            Self::Nothing
        }
    }
}

/// What has to be done for the elongated rest of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretching {
    /// Every stretch stays with its joint.
    Kept,
    /// Rotations of frames are products of quaternions.
    Known,
    /// Some have to be found.
    Found,
}

/// Of a pose with stretches; `kinds` is memory: of `E_i`, behind that of what roots hang on.
pub(crate) fn stretching(
    rig: &RigConstants,
    posed: &Posed,
    kinds: &mut Vec<[StretchKind; 2]>,
) -> Stretching {
    if rig.keeps_all {
        return Stretching::Kept;
    }
    kinds.clear();
    kinds.push([StretchKind::Even; 2]);
    let (mut is_kept, mut worst) = (true, StretchKind::Even);
    let joints = rig.slots.iter().zip(&posed.stretches).enumerate();
    for (joint, (&slot, stretch)) in joints {
        let slot = slot as usize;
        let is_with = slot == 0 || !rig.keeps[slot - 1];
        let own = kinds[slot][usize::from(is_with)];
        worst = worst.max(own);
        let is_plain = *stretch == NO_STRETCH;
        is_kept &= is_plain || rig.keeps[joint] || rig.is_leaf[joint];
        if !is_kept && worst == StretchKind::Nothing {
            return Stretching::Found;
        }
        let with = if is_plain {
            own
        } else {
            own.times(StretchKind::of(stretch))
        };
        kinds.push([own, with]);
    }
    match (is_kept, worst) {
        (true, _) => Stretching::Kept,
        (false, StretchKind::Nothing) => Stretching::Found,
        (false, _) => Stretching::Known,
    }
}
