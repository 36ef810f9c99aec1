//! Jacobians behind the first phase: `J = R J1 + Σ_k (∂G/∂w_k) ∇w_kᵀ`.
//!
//! `J1` is that of the first phase, linear blending of the `N_i`, and R the blended rotation. What a blend turns about, the center of
//! spherical blending or the head of direct quaternion blending, counts as constant: it is, wherever the same joints meet and the
//! same head is the nearest.
//!
//! Logarithms go by their differentials (`log_slopes.rs`). Of the averages, which are where `Σ w_i log(b* s_i G_i) = 0`, the slope
//! follows from that equation: with `x_i` the logarithms there, another weight of joint k moves b to `b exp(φ)`,
//! `(Σ w_i L(x_i)) φ = x_k`, L the inverse of the left differential of exp. All in closed form: no step to choose.

use dq_math::{DualQuat, DualVec3};
use glam::{Mat3A, Quat, Vec3};
use rig::{InfluenceRow, RigidBlend, TwoPhasePalette};

use crate::iterative::NEAR_WHOLE_TURN;
use crate::jacobian::{
    IntoJacobian, Slopes, SurfaceVertex, Turns, blend_of_matrices, rotate_columns,
};
use crate::log_slopes::{DualMat3, exp_differential, log_differential};
use crate::normals::BlendedMap as _;
use crate::rigid::signed_influences;
use crate::two_phase::TwoPhase;

/// The Jacobian at one vertex under two-phase blending, by any rigid blend, of which `map` is the outcome there.
///
/// `pivot`, in the space between the two phases, is what the spherical blends and direct quaternion
/// blending turn about, and of no account to others. An empty row gives the identity. Where rotations cancel, the
/// first influence's motion alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn two_phase_jacobian_vertex(
    vertex: SurfaceVertex<'_>,
    palette: &TwoPhasePalette,
    map: &TwoPhase,
    pivot: Vec3,
) -> Mat3A {
    let row = vertex.row;
    if row.joints.is_empty() {
        return Mat3A::IDENTITY;
    }
    let matrices = &palette.stretched_from_bind;
    let first_phase = blend_of_matrices(vertex, matrices);
    let stretched = first_phase.position;
    let motion = map.posed_from_stretched;
    let mut jacobian = rotate_columns(&motion, &first_phase.jacobian);
    let mut slopes = IntoJacobian {
        jacobian: &mut jacobian,
        gradients: vertex.gradients,
    };
    add_second_phase(&mut slopes, row, palette, &motion, stretched, pivot);
    jacobian
}

/// `∂G/∂w_k` of the second phase at the vertex that the first has stretched; nothing where the rotations cancel.
pub(crate) fn add_second_phase(
    slopes: &mut impl Slopes,
    row: InfluenceRow<'_>,
    palette: &TwoPhasePalette,
    motion: &DualQuat,
    stretched: Vec3,
    pivot: Vec3,
) {
    let InfluenceRow { joints, weights } = row;
    let motion = *motion;
    let posed = motion.point(stretched);
    if palette.blend == RigidBlend::LogMatrix {
        add_log_matrix(slopes, row, palette, posed);
        return;
    }
    // Where rotations cancel the motion is the first influence's alone, which does not change with the weights.
    let Some(turns) = Turns::new(signed_influences(joints, weights, palette)) else {
        return;
    };
    let motions = &palette.posed_from_stretched;
    let about = |joint: usize, center: Vec3| {
        let (arm, own) = (stretched - center, motions[joint]);
        let swing = own.transform_vector3(arm) - motion.transform_vector3(arm);
        (swing, own.transform_point3(center) - motion.point(center))
    };
    let away = |joint: usize| motions[joint].transform_point3(stretched) - posed;
    match palette.blend {
        RigidBlend::DualQuaternion => turns.add_blend(slopes, away),
        RigidBlend::Spherical
        | RigidBlend::DirectQuaternion
        | RigidBlend::QuaternionTranslation => slopes.add(|joint| {
            let (swing, carried) = about(joint, pivot_of(palette.blend, pivot));
            turns.turn(joint, swing) + carried
        }),
        RigidBlend::SphericalAverage => {
            if let Some(average) = Average::new(row, palette, without_shift(motion)) {
                let arm = stretched - pivot;
                slopes.add(|joint| {
                    let turned = average.step(joint, true).real;
                    let swing = motion.transform_vector3(2.0 * turned.cross(arm));
                    swing + about(joint, pivot).1
                });
            }
        }
        RigidBlend::Iterative => {
            if let Some(average) = Average::new(row, palette, motion.normalize()) {
                slopes.add(|joint| {
                    let step = average.step(joint, false);
                    let moved = step.real.cross(stretched) + step.dual;
                    motion.transform_vector3(2.0 * moved)
                });
            } else {
                turns.add_blend(slopes, away);
            }
        }
        RigidBlend::LogMatrix => {}
    }
}

/// Quaternion–translation pairs turn about the model's origin.
fn pivot_of(blend: RigidBlend, pivot: Vec3) -> Vec3 {
    if blend == RigidBlend::QuaternionTranslation {
        Vec3::ZERO
    } else {
        pivot
    }
}

// No quaternion: of a dual part, no shift.
const NONE: Quat = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);

fn without_shift(motion: DualQuat) -> DualQuat {
    DualQuat::new(motion.real.normalize(), NONE)
}

/// `exp(Σ w_i l_i)` moves what it has moved by `2 φ0 × v' + 2 φε`, `φ = D(X) (l_k − X)`, D the left differential of exp at the sum X.
fn add_log_matrix(
    slopes: &mut impl Slopes,
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    palette: &TwoPhasePalette,
    posed: Vec3,
) {
    let mut sum = DualVec3::ZERO;
    for (&joint, &weight) in joints.iter().zip(weights) {
        sum += palette.logs[usize::from(joint)] * weight;
    }
    let differential = exp_differential(sum);
    slopes.add(|joint| {
        let step = differential.apply(palette.logs[joint] - sum);
        2.0 * (step.real.cross(posed) + step.dual)
    });
}

/// An average of motions, and how each joint pulls at it.
struct Average<'a> {
    row: InfluenceRow<'a>,
    palette: &'a TwoPhasePalette,
    back: DualQuat,
    /// `(Σ w_i L(x_i))⁻¹`, L as in `log_slopes.rs`; one inverse serves all joints of a vertex.
    inverse: DualMat3,
}

impl<'a> Average<'a> {
    /// `motion` is unit; one without a dual part stands for the average of the rotations alone. None where the average is none:
    /// the logarithms are nearly a whole turn wide.
    fn new(row: InfluenceRow<'a>, palette: &'a TwoPhasePalette, motion: DualQuat) -> Option<Self> {
        let back = motion.conjugate_quaternion();
        let mut sum = DualMat3::ZERO;
        for (joint, weight) in signed_influences(row.joints, row.weights, palette) {
            // The averages read a negative weight as a positive one of the other sign; the slope follows the same reading.
            let toward = palette.posed_from_stretched[joint] * weight.signum();
            let toward = if motion.dual == NONE {
                DualQuat::new(toward.real, NONE)
            } else {
                toward
            };
            let ahead = back * toward;
            // The bound of the average itself, so that no vertex has a slope where it has no average.
            if ahead.real.w < NEAR_WHOLE_TURN {
                return None;
            }
            sum.add_scaled(&log_differential(ahead.log()), weight.abs());
        }
        Some(Self {
            row,
            palette,
            back,
            inverse: sum.inverse()?,
        })
    }

    /// φ of another weight of a joint.
    fn step(&self, joint: usize, is_rotation: bool) -> DualVec3 {
        let InfluenceRow { joints, weights } = self.row;
        let signed = signed_influences(joints, weights, self.palette);
        let place = joints.iter().position(|&own| usize::from(own) == joint);
        // A negative weight pulls towards the quaternion of the other sign, more so the more negative it is.
        let side = place.map_or(1.0, |place| weights[place].signum());
        let mut toward = self.palette.posed_from_stretched[joint] * (signed.sign_of(joint) * side);
        // The spherical average knows rotations alone: the shift must not enter its logarithm.
        if is_rotation {
            toward.dual = NONE;
        }
        self.inverse.apply((self.back * toward).log() * side)
    }
}
