//! The part of a motion that goes over the ground and turns on it, and what remains.

use crate::Rigid;
use glam::{DQuat, DVec3, Quat, Vec3};
use std::f64::consts::TAU;

/// Below this sine and cosine of half the yaw a joint is upside down, and has none.
const UPSIDE_DOWN: f64 = 1e-6;

/// A frame of the model, parted so that `ground · remainder` is the frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundMotion {
    /// The turn about the vertical, in radians; it goes on over whole turns from frame to frame.
    pub yaw: f32,
    /// The motion over the ground: that turn, and the translation without its height.
    pub ground: Rigid,
    /// Height, lean and nod.
    pub remainder: Rigid,
}

/// Parts the frames of a joint in the model, key after key, into motion over the ground and what remains.
///
/// With u the vertical, of length one, and H = (q, p) a frame: the yaw is the twist about u of `q rest⁻¹`, `2 atan2(v·u, w)`, with that multiple
/// of 2π which brings it nearest to the yaw of the frame before, of the first one to 0. Then
///
/// ```text
/// G = (exp(u yaw/2), p − u (p·u))      N = G⁻¹ H
/// ```
///
/// Signs of quaternions do not matter. Upside down, where |(w, v·u)| < 1e-6, the last yaw stays, at first 0.
#[must_use]
pub fn ground_motion(frames: &[Rigid], rest: Quat, up: Vec3) -> Vec<GroundMotion> {
    let (rest, up) = (
        rest.as_dquat().normalize(),
        up.as_dvec3().normalize_or(DVec3::Y),
    );
    let mut yaw = 0.0;
    let part = |frame: &Rigid| {
        let turned = frame.rotation.as_dquat().normalize();
        yaw = continued_yaw(turned * rest.conjugate(), up, yaw);
        let place = frame.translation.as_dvec3();
        let (turn, height) = (DQuat::from_axis_angle(up, yaw), up * place.dot(up));
        let back = turn.conjugate();
        GroundMotion {
            yaw: narrow(yaw),
            ground: Rigid::new(turn.as_quat().normalize(), (place - height).as_vec3()),
            remainder: Rigid::new(
                (back * turned).as_quat().normalize(),
                (back * height).as_vec3(),
            ),
        }
    };
    frames.iter().map(part).collect()
}

/// The yaw of a rotation that is nearest to the last one; upside down that one.
pub(super) fn continued_yaw(since: DQuat, up: DVec3, last: f64) -> f64 {
    let (sine, cosine) = (since.xyz().dot(up), since.w);
    if sine.hypot(cosine) < UPSIDE_DOWN {
        return last;
    }
    let found = 2.0 * sine.atan2(cosine);
    found + ((last - found) / TAU).round() * TAU
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
const fn narrow(number: f64) -> f32 {
    number as f32
}
