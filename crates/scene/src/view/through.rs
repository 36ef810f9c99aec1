//! What a camera of the file sees, as an orbit camera.

use character::CameraLens;
use glam::{Affine3A, Vec3};

use super::bounds::Bounds;
use super::camera::Camera;

/// The least distance of the target, as a share of the scene's radius.
const NEAREST: f32 = 0.05;

/// The orbit camera that stands where a camera of the file stands, looks where it looks, and has its angle of view.
///
/// `model_from_camera` is the frame of its node. The target is the point of its axis beside the middle of the scene, so that depths fit what is seen.
///
/// It is tilted to its side as that is; the scale of its node is left out. None where the frame has no direction, as in a node that is
/// scaled to nothing.
#[must_use]
pub fn camera_through(
    model_from_camera: &Affine3A,
    lens: CameraLens,
    scene: &Bounds,
) -> Option<Camera> {
    let eye = Vec3::from(model_from_camera.translation);
    let backwards = Vec3::from(model_from_camera.matrix3.z_axis).try_normalize()?;
    if !eye.is_finite() {
        return None;
    }
    let beside = (eye - scene.center()).dot(backwards);
    let least = (NEAREST * scene.radius()).max(1e-3);
    let distance = if beside.is_finite() {
        beside.max(least)
    } else {
        least
    };
    let upright = Camera {
        target: eye - distance * backwards,
        distance,
        ..Camera::default()
    };
    let upright = upright.facing_normal(backwards);
    let right = Vec3::from(model_from_camera.matrix3.x_axis);
    // Straight up or down the direction says nothing of the turn about the vertical.
    let upright = match backwards.x.hypot(backwards.z) < 1e-3 && right.x.hypot(right.z) > 0.0 {
        true => Camera {
            yaw: (-right.z).atan2(right.x),
            ..upright
        },
        false => upright,
    };
    let tilted = upright.with_up(Vec3::from(model_from_camera.matrix3.y_axis));
    Some(match lens {
        CameraLens::Perspective { fov_y } => Camera { fov_y, ..tilted },
        CameraLens::Orthographic { height } => {
            let seen_as_high = Camera {
                fov_y: 2.0 * (0.5 * height / distance).atan(),
                ..tilted
            };
            seen_as_high.perspective_toggled()
        }
    })
}
