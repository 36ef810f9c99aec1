//! What a driven value does to a pose.

use crate::motion::joint_limits::{narrow, turn, twist_about, unit};
use crate::{DrivenCombine, DrivenTarget, Pose, Stretch};
use glam::{DVec3, Quat, Vec3};

impl DrivenCombine {
    /// By how much a number changes that is `now`.
    fn change(self, now: f64, value: f64) -> f64 {
        match self {
            Self::Adds => value,
            Self::Replaces => value - now,
        }
    }

    fn of(self, now: f32, value: f64) -> f32 {
        match self {
            Self::Adds => narrow(f64::from(now) + value),
            Self::Replaces => narrow(value),
        }
    }
}

impl DrivenTarget {
    /// Puts a value on a pose, or into a list of strengths. Axes have length one. What is not there stays out.
    pub(super) fn apply(
        &self,
        combine: DrivenCombine,
        value: f64,
        pose: &mut Pose,
        strengths: &mut [f32],
    ) {
        // Nothing added is nothing changed, to the bit.
        if combine == DrivenCombine::Adds && value == 0.0 {
            return;
        }
        match *self {
            Self::Rotation { joint, axis } => {
                if let Some(own) = pose.rigid.get_mut(joint.index()) {
                    own.rotation = turned(own.rotation, axis.as_dvec3(), combine, value);
                }
            }
            Self::Translation { joint, axis } => {
                if let Some(own) = pose.rigid.get_mut(joint.index()) {
                    own.translation = moved(own.translation, axis.as_dvec3(), combine, value);
                }
            }
            Self::Scale { joint, axis } => {
                if let Some(own) = pose.stretch.get_mut(joint.index()) {
                    let axis = axis.as_dvec3();
                    let by = combine.change(component(*own, [axis, axis]), value);
                    // Half of a aᵀ + a aᵀ.
                    *own = stretched(*own, [axis, axis], 0.5 * by);
                }
            }
            Self::Shear { joint, axes } => {
                if let Some(own) = pose.stretch.get_mut(joint.index()) {
                    let axes = axes.map(|axis| axis.as_dvec3());
                    let by = combine.change(component(*own, axes), value);
                    *own = stretched(*own, axes, by);
                }
            }
            Self::Morph(place) => {
                if let Some(own) = pose.morph_weights.get_mut(place) {
                    *own = combine.of(*own, value);
                }
            }
            Self::Strength(place) => {
                if let Some(own) = strengths.get_mut(place) {
                    *own = combine.of(*own, value);
                }
            }
        }
    }
}

/// `q exp(a v/2)`; where the twist is replaced, the same of the swing alone.
fn turned(rotation: Quat, axis: DVec3, combine: DrivenCombine, value: f64) -> Quat {
    let q = unit(rotation);
    let before = match combine {
        DrivenCombine::Adds => q,
        DrivenCombine::Replaces => {
            // A swing of half a turn has no twist: it is all swing.
            let swing = q * turn(axis * -twist_about(q, axis).unwrap_or(0.0));
            // The sign of the swing says nothing, that of the twist is the value's.
            if swing.w < 0.0 { -swing } else { swing }
        }
    };
    (before * turn(axis * value)).normalize().as_quat()
}

fn moved(place: Vec3, axis: DVec3, combine: DrivenCombine, value: f64) -> Vec3 {
    let place = place.as_dvec3();
    (place + axis * combine.change(place.dot(axis), value)).as_vec3()
}

/// `aᵀ S b`.
fn component(stretch: Stretch, [a, b]: [DVec3; 2]) -> f64 {
    a.dot(stretch.to_mat3().as_dmat3() * b)
}

/// `S + v (a bᵀ + b aᵀ)`.
fn stretched(stretch: Stretch, [a, b]: [DVec3; 2], value: f64) -> Stretch {
    let on = 2.0 * a * b;
    // (xy, yz, zx), as the stretch has them.
    let off = DVec3::new(
        a.x * b.y + a.y * b.x,
        a.y * b.z + a.z * b.y,
        a.z * b.x + a.x * b.z,
    );
    Stretch {
        scale: (stretch.scale.as_dvec3() + on * value).as_vec3(),
        shear: (stretch.shear.as_dvec3() + off * value).as_vec3(),
    }
}
