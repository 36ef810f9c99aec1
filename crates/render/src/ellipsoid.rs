//! The uniforms for drawing an ellipsoid's rings.

use glam::{Affine3A, Mat3, Mat4};
use scene::view::ellipsoid::Ellipsoid;

use super::layouts::RingsUniform;

/// The frames of the ball and of the stretched ball, both rotated, in world space.
pub(super) fn rings(ellipsoid: &Ellipsoid, colors: [[f32; 4]; 3]) -> RingsUniform {
    let turned = ellipsoid.radius * Mat3::from_quat(ellipsoid.rotation);
    let placed = |matrix: Mat3| {
        Mat4::from(Affine3A::from_mat3_translation(matrix, ellipsoid.center)).to_cols_array_2d()
    };
    RingsUniform {
        world_from_ellipsoid: placed(turned * ellipsoid.stretch),
        world_from_ball: placed(turned),
        colors,
    }
}
