//! The effect of a joint on vertices that follow it alone, as a rotation and a stretch.

use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{Polar, Rigid, polar};

use crate::report::Stretches;

/// The rigid and the non-rigid factor of a joint's motion from rest.
///
/// `W B⁻¹ = R S`: W is the joint's final matrix, B its rest frame; R a rotation, S symmetric, both in model space.
/// It is what linear blending does to a vertex that follows this joint alone, if the skin was bound at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// R, as a unit quaternion; the short way round, unless it was [turned so that its sign is near another](Self::with_sign_near).
    pub rotation: Quat,
    /// S of `W B⁻¹ = R S`: symmetric, in the axes of the model.
    pub stretch: Mat3,
    /// Eigenvalues of S, ascending: factors of length along the three axes of the stretch. A negative one mirrors.
    pub principal: [f32; 3],
    /// det S: the factor of volumes.
    pub volume: f32,
    /// How far the joint's head has moved from rest, in the axes of the model.
    pub moved: Vec3,
}

/// A rotation as people read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisAngle {
    /// A unit vector; none for the identity.
    pub axis: Option<Vec3>,
    /// 0 … 360, counter-clockwise about the axis.
    pub degrees: f32,
}

/// Below this many degrees an axis would only be noise.
const LEAST_TURN: f32 = 0.005;

impl Factors {
    /// The factors for a final matrix and a rest frame.
    #[must_use]
    pub fn of(model_from_posed_joint: Affine3A, rest_model_from_joint: Rigid) -> Self {
        let posed_from_rest = model_from_posed_joint * rest_model_from_joint.inverse().to_affine();
        let Polar { rotation, stretch } = polar(Mat3::from(posed_from_rest.matrix3));
        let of_short_way = Self {
            rotation,
            stretch,
            principal: Stretches::of_symmetric(stretch).0,
            volume: stretch.determinant(),
            moved: Vec3::from(model_from_posed_joint.translation)
                - rest_model_from_joint.translation,
        };
        of_short_way.with_sign_near(Quat::IDENTITY)
    }

    /// The same, R with the sign nearer to how the joint was turned since rest: what the matrices do not tell.
    #[must_use]
    pub fn with_sign_near(self, turn: Quat) -> Self {
        let is_near = self.rotation.dot(turn) >= 0.0;
        Self {
            rotation: if is_near {
                self.rotation
            } else {
                -self.rotation
            },
            ..self
        }
    }

    /// The rotation as an axis and an angle, the way round that its sign says.
    #[must_use]
    pub fn axis_angle(&self) -> AxisAngle {
        let (axis, angle) = self.rotation.to_axis_angle();
        match angle.to_degrees() {
            degrees if degrees >= LEAST_TURN => AxisAngle {
                axis: Some(axis),
                degrees,
            },
            _ => AxisAngle {
                axis: None,
                degrees: 0.0,
            },
        }
    }
}
