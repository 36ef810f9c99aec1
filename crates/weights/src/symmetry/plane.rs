//! The plane in which a mesh is mirrored.

use glam::{Affine3A, Vec3};
use rig::{BindPose, Skeleton};

/// A plane `n · x = d` in the space of a mesh, its normal towards the left side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// The unit normal, towards the left side, in the space of the mesh.
    pub normal: Vec3,
    /// Its distance from the origin along the normal, in units of the mesh.
    pub offset: f32,
}

impl Plane {
    /// x = 0: that of a mesh whose space is the model's.
    pub const X: Self = Self {
        normal: Vec3::X,
        offset: 0.0,
    };

    /// The model's plane x = 0 in the space of a skin's meshes.
    ///
    /// The two spaces differ where a file turns or shifts the skeleton, as some do to put z up. The first joint j of the skin's list
    /// that has no other one above it takes the mesh to the model, at rest, by `M = B_j P_j X_j`, with `B_j` its rest frame
    /// and `P_j X_j` its [`joint_from_bind`](BindPose::joint_from_bind); the plane is that of all p with `(M p)_x = 0`.
    /// Without joints, or if M is singular along x, it is [`X`](Self::X).
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose) -> Self {
        Self::in_mesh(skeleton, bind, Self::X).unwrap_or(Self::X)
    }

    /// A plane `n · x = d` of the model in the space of a skin's meshes: that of all p with `n · M p = d`, M as for
    /// [`of_skin`](Self::of_skin). Nothing without joints, or if M is singular along n.
    #[must_use]
    pub fn in_mesh(skeleton: &Skeleton, bind: &BindPose, plane: Self) -> Option<Self> {
        let model_from_mesh = model_from_mesh(skeleton, bind)?;
        let along = model_from_mesh.matrix3.transpose() * plane.normal;
        let height = plane.height(Vec3::from(model_from_mesh.translation));
        // M makes lengths along the normal so many times as long; the offset is a length of the mesh.
        // Subtracted from zero, so that there is no −0.
        let offset = 0.0 - height / along.length();
        offset.is_finite().then(|| Self {
            normal: snap_to_axis(along.normalize_or(Vec3::X)),
            offset,
        })
    }

    /// This plane of the space of a skin's meshes in the model, the way back from [`in_mesh`](Self::in_mesh): its normal is `(M⁻¹)ᵀ n`, M as
    /// for [`of_skin`](Self::of_skin). Nothing without joints, or if M is singular.
    #[must_use]
    pub fn in_model(self, skeleton: &Skeleton, bind: &BindPose) -> Option<Self> {
        let model_from_mesh = model_from_mesh(skeleton, bind)?;
        let turned = model_from_mesh.matrix3.inverse().transpose() * self.normal;
        let normal = snap_to_axis(turned.normalize_or(Vec3::X));
        let on_plane = model_from_mesh.transform_point3(self.normal * self.offset);
        // Added to zero, so that there is no −0.
        let offset = 0.0 + normal.dot(on_plane);
        (turned.is_finite() && offset.is_finite()).then_some(Self { normal, offset })
    }

    /// The distance of a place from the plane, above zero on the left.
    #[must_use]
    pub fn height(&self, place: Vec3) -> f32 {
        self.normal.dot(place) - self.offset
    }

    /// The mirror image `x − 2 (n · x − d) n` of a place.
    #[must_use]
    pub fn mirror(&self, place: Vec3) -> Vec3 {
        place - self.normal * (2.0 * self.height(place))
    }
}

/// `M`, see [`Plane::of_skin`]; none without joints.
fn model_from_mesh(skeleton: &Skeleton, bind: &BindPose) -> Option<Affine3A> {
    let parents = crate::parents(skeleton, bind);
    let place = parents.iter().position(Option::is_none)?;
    let rest = skeleton.rest_model_from_joint(bind.joints()[place]);
    let model_from_joint = Affine3A::from_rotation_translation(rest.rotation, rest.translation);
    Some(model_from_joint * bind.joint_from_bind(place))
}

impl Default for Plane {
    fn default() -> Self {
        Self::X
    }
}

/// An axis, if it is one but for rounding: then mirroring is exact.
fn snap_to_axis(normal: Vec3) -> Vec3 {
    let axis = normal.round();
    if axis.distance(normal) < 1e-5 {
        axis
    } else {
        normal
    }
}
