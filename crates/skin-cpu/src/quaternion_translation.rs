//! Quaternion–translation blending: rotations and translations on their own.

use glam::Vec3;
use rig::{JointSlot, TwoPhasePalette};

use crate::rigid::{behind_stretch, blend_images, blend_rotations, first_motion, turn_about};
use crate::two_phase::TwoPhase;

/// The map of one vertex under quaternion–translation blending: `v' = Q v1 + Σ w_i t_i`, with Q the rotation of `Σ w_i s_i g_i` and
/// `t_i` where `G_i` takes the model's origin.
///
/// Everything turns about the model's origin, wherever that is: the result is another one when the model is moved, pose and
/// all. The method is here to show that.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity. Where the rotations cancel, the motion of
/// the first influence alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
///
/// Reference: Kavan et al. 2008, section 3.3.
#[must_use]
#[inline]
pub fn quaternion_translation_blend_vertex(
    joints: &[JointSlot],
    weights: &[f32],
    palette: &TwoPhasePalette,
) -> TwoPhase {
    let motion = match blend_rotations(joints, weights, palette) {
        None => first_motion(joints, palette),
        Some(rotation) => {
            // `t_i` is where `G_i` takes the origin: blended translations are a blend of images of that point.
            let origin = blend_images(joints, weights, palette, Vec3::ZERO);
            turn_about(rotation, Vec3::ZERO, origin)
        }
    };
    behind_stretch(joints, weights, palette, motion)
}
