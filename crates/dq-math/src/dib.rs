//! Dual quaternion iterative blending.

use crate::dlb::dlb;
use crate::dual_quat::DualQuat;
use crate::dual_vec3::DualVec3;
use crate::signs::{pivot_first, toward};

/// The most steps [`dib`] takes. Few are needed unless motions lie half a turn apart; a `precision`
/// below the rounding of the input is never met, and must not keep a program busy.
pub const DIB_MAX_STEPS: usize = 32;

/// Dual quaternion iterative blending: the exact average of any number of rigid motions, by iteration.
///
/// Starts from [`dlb`] and repeats `x = Σ w_i log(b* s_i q̂_i)`, `b ← b exp x` until the Euclidean norm of the six numbers of x
/// is below `precision`, or [`DIB_MAX_STEPS`] are done. The limit has `Σ w_i log(b* s_i q̂_i) = 0`; for two motions it is
/// [`sclerp`](crate::sclerp), for rotations alone their spherical average.
///
/// Signs, lengths of slices and weights as for [`dlb`]; without any non-zero weight, or where the weights sum to zero, there
/// is no average and the result is that of [`dlb`]. In f32 a `precision` of 1e-6 times the size of the translations is about
/// the finest that can be met. The result is unit.
///
/// # Examples
///
/// ```
/// use dq_math::{DualQuat, dib};
/// use glam::{Quat, Vec3};
///
/// let turn = |angle| DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::ZERO);
/// // About one axis, the weighted mean of the angles.
/// let mean = dib(&[turn(0.0), turn(0.6), turn(3.0)], &[0.5, 0.25, 0.25], 1e-6);
/// assert!(mean.rotation().abs_diff_eq(Quat::from_rotation_z(0.9), 1e-6));
/// ```
///
/// Reference: K08 Algorithm 3; for rotations S. Buss and J. Fillmore, "Spherical averages", 2001.
#[must_use]
pub fn dib(motions: &[DualQuat], weights: &[f32], precision: f32) -> DualQuat {
    let mut b = dlb(motions, weights);
    let total: f32 = motions.iter().zip(weights).map(|(_, w)| w).sum();
    let Some(pivot) = pivot_first(weights)
        .and_then(|i| motions.get(i))
        .filter(|_| total != 0.0)
    else {
        return b;
    };
    for _ in 0..DIB_MAX_STEPS {
        let mut x = DualVec3::ZERO;
        for (&motion, &weight) in motions.iter().zip(weights) {
            let aligned = motion * toward(pivot.real, motion.real);
            x += (b.conjugate_quaternion() * aligned).log() * (weight / total);
        }
        // Products of unit dual quaternions drift from unit by rounding; log reads them as unit.
        b = (b * DualQuat::exp(x)).normalize();
        if x.length() < precision {
            break;
        }
    }
    b
}
