//! Direct quaternion blending: rotations about the nearest joint.

use glam::Vec3;
use rig::{JointSlot, TwoPhasePalette};

use crate::linear::blend_matrices;
use crate::rigid::{blend_images, blend_rotations, first_motion, turn_about};
use crate::two_phase::TwoPhase;

/// The map of one vertex under direct quaternion blending: `v' = Q (v1 − h) + Σ w_i G_i h`.
///
/// h is the head that lies nearest to the stretched vertex `v1` among those of its own joints, in whose order one counts as nearer than
/// the nearest so far if it is by more than 0.005 % of the distance, and Q the rotation of `Σ w_i s_i g_i`.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences), `position` is that of the vertex at the bind; an empty row gives the
/// identity. Where the rotations cancel, the motion of the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
///
/// Reference: Hejl 2004, as Kavan et al. 2008, section 2.3, have it.
#[must_use]
#[inline]
pub fn direct_quaternion_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
    position: Vec3,
) -> TwoPhase {
    let stretched_from_bind = blend_matrices(joints, weights, &palette.stretched_from_bind);
    let stretched = stretched_from_bind.transform_point3(position);
    let rotation = blend_rotations(joints, weights, palette);
    let motion = match (rotation, nearest_head(joints, palette, stretched)) {
        (Some(rotation), Some(head)) => {
            let image = blend_images(joints, weights, palette, head);
            turn_about(rotation, head, image)
        }
        _ => first_motion(joints, palette),
    };
    TwoPhase {
        stretched_from_bind,
        posed_from_stretched: motion,
    }
}

/// How much smaller the square of a distance has to be for a head to count as nearer. Points of a mesh often lie midway between two
/// heads, where rounding would choose, and differently on each processor.
pub(crate) const CLEARLY_NEARER: f32 = 0.9999;

/// The head of the joint nearest to a point, the first of several ([`CLEARLY_NEARER`]); none of no joints.
#[inline]
pub(crate) fn nearest_head(
    joints: &[JointSlot],
    palette: &TwoPhasePalette,
    point: Vec3,
) -> Option<Vec3> {
    let mut nearest = None;
    let mut shortest = f32::INFINITY;
    for &joint in joints {
        let head = palette.heads[usize::from(joint)];
        let distance = head.distance_squared(point);
        // `is_none` takes the first head even where its distance is infinite or NaN, so that any row has one.
        if distance < CLEARLY_NEARER * shortest || nearest.is_none() {
            (nearest, shortest) = (Some(head), distance);
        }
    }
    nearest
}
