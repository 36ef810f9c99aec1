//! Spherical blend skinning: rotations about the point that a vertex's joints agree on best.

use dq_math::quaternion::{exp, log};
use glam::{Quat, Vec3};
use rig::{InfluenceRow, JointSlot, TwoPhasePalette};

use crate::rigid::{
    behind_stretch, blend_images, blend_rotations, first_motion, signed_influences, turn_about,
};
use crate::two_phase::TwoPhase;

/// The map of one vertex under spherical blend skinning: `v' = Q (v1 − r) + Σ w_i G_i r`, with r the
/// [rotation center](rig::RotationCenters) of the vertex's joints and Q the rotation of `Σ w_i s_i g_i`.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel, the
/// motion of the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
///
/// Reference: Kavan and Žára 2005, equation 9.
#[must_use]
#[inline]
pub fn spherical_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    center: Vec3,
) -> TwoPhase {
    let rotation = blend_rotations(joints, weights, palette);
    about_center(InfluenceRow { joints, weights }, palette, rotation, center)
}

/// As [`spherical_blend_vertex`], with the spherical average of the rotations for Q: `Σ w_i log(Q* s_i g_i) = 0`.
///
/// At most [`AVERAGE_STEPS`] steps from the linear blend, fewer where a step is below [`AVERAGE_PRECISION`].
///
/// # Panics
///
/// If a joint is beyond the palette.
///
/// Reference: Kavan and Žára 2005, section 4.2; S. Buss and J. Fillmore, "Spherical averages", 2001.
#[must_use]
#[inline]
pub fn spherical_average_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    center: Vec3,
) -> TwoPhase {
    let start = blend_rotations(joints, weights, palette);
    let rotation = start.map(|start| average_rotation(joints, weights, palette, start));
    about_center(InfluenceRow { joints, weights }, palette, rotation, center)
}

/// The most steps towards a spherical average; each leaves about φ²/3 of the error for half angles φ between it and the rotations.
pub const AVERAGE_STEPS: usize = 16;
/// Half the angle in radians below which a step is the last.
pub const AVERAGE_PRECISION: f32 = 1e-6;

/// The unit quaternion Q with `Σ w_i log(Q* s_i g_i) = 0`, from the linear blend on.
#[inline]
pub(crate) fn average_rotation(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    start: Quat,
) -> Quat {
    let signed = signed_influences(joints, weights, palette);
    let mut average = start.normalize();
    for _ in 0..AVERAGE_STEPS {
        let back = average.conjugate();
        let mut step = Vec3::ZERO;
        for (joint, weight) in signed.clone() {
            // A negative weight is a positive one of the quaternion of the other sign, as it is in `Σ w_i q_i`.
            let toward = palette.posed_from_stretched[joint].real * weight.signum();
            step += log(back * toward) * weight.abs();
        }
        // Products drift from unit length by a rounding a step, and the logarithm reads its argument as unit.
        average = (average * exp(step)).normalize();
        if step.length() < AVERAGE_PRECISION {
            break;
        }
    }
    average
}

#[inline]
fn about_center(
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    palette: &TwoPhasePalette,
    rotation: Option<Quat>,
    center: Vec3,
) -> TwoPhase {
    let motion = match rotation {
        None => first_motion(joints, palette),
        Some(rotation) => {
            let image = blend_images(joints, weights, palette, center);
            turn_about(rotation, center, image)
        }
    };
    behind_stretch(joints, weights, palette, motion)
}
