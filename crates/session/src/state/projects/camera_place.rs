//! Cameras as project data.

use glam::Vec3;
use scene::view::camera::Camera;
use serde::{Deserialize, Serialize};

use super::angles::{degrees_of, radians_of};

/// The camera, with angles in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPlace {
    /// Point in the middle of the picture, in meters.
    pub target: [f32; 3],
    /// Angle to the right, in degrees.
    pub yaw: f64,
    /// Angle from above, in degrees.
    pub pitch: f64,
    /// Angle about its axis, in degrees; nothing where it is upright.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub roll: f64,
    /// Distance from the target, in meters.
    pub distance: f32,
    /// Vertical angle of view, in degrees.
    pub view_angle: f64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape that serde takes"
)]
fn is_upright(roll: &f64) -> bool {
    *roll == 0.0
}

impl CameraPlace {
    /// The place of a camera; [`camera`](Self::camera) gives exactly this camera back.
    #[must_use]
    pub fn of(camera: &Camera) -> Self {
        Self {
            target: camera.target.to_array(),
            yaw: degrees_of(camera.yaw),
            pitch: degrees_of(camera.pitch),
            roll: degrees_of(camera.roll),
            distance: camera.distance,
            view_angle: degrees_of(camera.fov_y),
        }
    }

    /// The camera; numbers that are not usable are taken from `other`.
    #[must_use]
    pub fn camera(&self, other: &Camera) -> Camera {
        let number = |number: f32, other: f32| if number.abs() <= 1e9 { number } else { other };
        let [x, y, z] = self.target;
        let target = Vec3::new(
            number(x, other.target.x),
            number(y, other.target.y),
            number(z, other.target.z),
        );
        let view_angle = radians_of(self.view_angle);
        // In radians: at no angle, or at half a turn, there is no picture.
        let angles = 0.01..=3.0;
        Camera {
            target,
            yaw: number(radians_of(self.yaw), other.yaw),
            pitch: number(radians_of(self.pitch), other.pitch),
            roll: number(radians_of(self.roll), other.roll),
            distance: if self.distance > 0.0 {
                number(self.distance, other.distance)
            } else {
                other.distance
            },
            fov_y: if angles.contains(&view_angle) {
                view_angle
            } else {
                other.fov_y
            },
        }
    }
}
