//! What a user does to a joint, and keys of a joint, in the axes of the model at rest.

use glam::{DMat3, DQuat, DVec3, Mat3};
use lanes::Row8;
use rig::{JointIndex, Skeleton, Stretch, UserTransform};

use crate::prepared_rig::RigConstants;

/// `r_i`, `p_i` and `S'_i` of a joint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub(crate) rotation: [f64; 4],
    pub(crate) place: [f64; 3],
    pub(crate) stretch: Row8,
}

/// No stretch.
pub(crate) const NO_STRETCH: Row8 = Row8([1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

impl Carried {
    /// `r = b T b*`, `p = h + b t`, `S' = b S bᵀ`.
    pub(crate) fn of_user(rig: &RigConstants, joint: usize, user: &UserTransform) -> Self {
        let (axes, head) = rig.frames[joint];
        let turn = axes * user.rigid.rotation.as_dquat() * axes.conjugate();
        let place = head + axes * user.rigid.translation.as_dvec3();
        Self {
            rotation: turn.to_array(),
            place: place.to_array(),
            stretch: if user.linear == Mat3::IDENTITY {
                NO_STRETCH
            } else {
                numbers_of(carried(axes, user.linear.as_dmat3()))
            },
        }
    }
}

/// `b S bᵀ`.
pub(crate) fn carried(axes: DQuat, stretch: DMat3) -> DMat3 {
    let axes = DMat3::from_quat(axes);
    axes * stretch * axes.transpose()
}

/// `(xx, yy, zz, xy)` and `(yz, zx)`.
#[expect(clippy::cast_possible_truncation, reason = "rounded to f32")]
pub(crate) fn numbers_of(m: DMat3) -> Row8 {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis];
    let numbers = [
        x.x,
        y.y,
        z.z,
        0.5 * (x.y + y.x),
        0.5 * (y.z + z.y),
        0.5 * (z.x + x.z),
    ];
    let [xx, yy, zz, xy, yz, zx] = numbers.map(|number| number as f32);
    Row8([xx, yy, zz, xy, yz, zx, 0.0, 0.0])
}

/// How keys of a joint with an even rest are carried: each channel is one of the motion, but for constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyCarrier {
    /// What turns the keys' rotations: `b_i ρ_i*`, and `b_i*` behind.
    before: DQuat,
    axes: DQuat,
    /// The parent's rest frame, and how much it is scaled.
    above: (DQuat, DVec3, f64),
    /// How much more the parent's rest is scaled than the joint's.
    factor: f64,
}

impl KeyCarrier {
    /// None where rotation, scale and shear hang together.
    pub(crate) fn new(rig: &RigConstants, joint: JointIndex) -> Option<Self> {
        let skeleton = &rig.rig.skeleton;
        if !skeleton.has_even_rest(joint) || !skeleton.local(joint).is_finite() {
            return None;
        }
        let (axes, _) = rig.frames[joint.index()];
        let rest = skeleton.keyed_rest(joint).rotation.as_dquat().normalize();
        let parent = skeleton.parent(joint);
        let (rotation, head) =
            parent.map_or((DQuat::IDENTITY, DVec3::ZERO), |p| rig.frames[p.index()]);
        let above = parent.map_or(1.0, |parent| even_factor(skeleton, parent));
        Some(Self {
            before: axes * rest.conjugate(),
            axes,
            above: (rotation, head, above),
            factor: above / even_factor(skeleton, joint),
        })
    }

    /// Of a quaternion as the keys have it; linear.
    pub(crate) fn rotation(&self, key: DQuat) -> DQuat {
        self.before * key * self.axes.conjugate()
    }

    /// Of a translation.
    pub(crate) fn place(&self, key: DVec3) -> DVec3 {
        self.above.1 + self.change_of_place(key)
    }

    /// Of a tangent of translations.
    pub(crate) fn change_of_place(&self, key: DVec3) -> DVec3 {
        let (rotation, _, factor) = self.above;
        rotation * (key * factor)
    }

    /// Of scale alone or shear alone; linear.
    pub(crate) fn stretch(&self, key: Stretch) -> Row8 {
        numbers_of(carried(self.axes, key.to_mat3().as_dmat3() * self.factor))
    }
}

/// The factor of a rest stretch that is a multiple of the identity.
fn even_factor(skeleton: &Skeleton, joint: JointIndex) -> f64 {
    let stretch = skeleton.rest_stretch(joint).as_dmat3();
    (stretch.x_axis.x + stretch.y_axis.y + stretch.z_axis.z) / 3.0
}
