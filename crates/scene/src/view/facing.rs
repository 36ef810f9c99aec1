//! Named views of a character: where its front is.

use std::f32::consts::PI;

use character::{Character, HumanoidFormat};

use super::camera::{Camera, Viewpoint};

/// The camera in the direction of a named view of a character, about the same target.
///
/// The front is at +Z, as glTF asks for; characters of VRM 0.x look along −Z, so that their views are turned half round about the
/// vertical axis.
#[must_use]
pub fn viewpoint_camera(character: &Character, camera: Camera, viewpoint: Viewpoint) -> Camera {
    let camera = camera.with_viewpoint(viewpoint);
    let humanoid = character.humanoid.as_ref();
    let format = humanoid.map(|humanoid| humanoid.format);
    if format.is_some_and(HumanoidFormat::looks_along_negative_z) {
        let yaw = (camera.yaw + 2.0 * PI).rem_euclid(2.0 * PI) - PI;
        Camera { yaw, ..camera }
    } else {
        camera
    }
}
