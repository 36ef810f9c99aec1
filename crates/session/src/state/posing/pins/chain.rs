//! Chains of any joints that reach for pins, by damped least squares.

use glam::{Quat, Vec3};
use rig::{ForwardError, JointIndex, Pin, PinGoal, Pose, solve_pins};

use super::{LEFT, PinSolver, WantedPin, size_of};
use crate::document::joint_limits::clamp_pose;
use crate::document::pins::JointFrames;

/// How far from a pin the two other points are that hold its orientation, as a share of the skeleton's size.
const LEVER: f32 = 0.1;
/// The bend that a straight chain gets first, radians.
const BEND: f32 = 0.15;
/// A chain is straight if its joints make a way longer than its ends are apart by less than this share.
const STRAIGHT: f32 = 1e-4;

impl PinSolver<'_> {
    /// The pose in which these joints turn for the pins, or the one that was given where that comes no nearer.
    ///
    /// A straight chain that is to become shorter gets a small bend first: pulled along itself it would have no step to take.
    pub(crate) fn by_chain(
        &self,
        pose: &Pose,
        wanted: &[WantedPin<'_>],
        free: &[JointIndex],
    ) -> Result<Pose, ForwardError> {
        let turned = self.as_seen(pose, wanted, |posed| {
            self.turned(pose, posed, free).map(Some)
        })?;
        Ok(turned.unwrap_or_else(|| pose.clone()))
    }

    /// The same for pins of the pose as it is posed.
    fn turned(
        &self,
        pose: &Pose,
        wanted: &[WantedPin<'_>],
        free: &[JointIndex],
    ) -> Result<Pose, ForwardError> {
        let frames = self.posed_frames(pose)?;
        let pins = self.points(&frames, wanted);
        let goal = PinGoal {
            pins: &pins,
            free,
            limits: self.limits,
        };
        let solve = |pose: &Pose| solve_pins(self.skeleton, pose, self.scale_inheritance, &goal);
        let off = |pin: &Pin| {
            let place = frames.point(pin.joint, pin.offset);
            place.map_or(f32::INFINITY, |place| place.distance(pin.target))
        };
        let given: f32 = pins.iter().map(off).sum();
        let mut best = solve(pose)?;
        let least = LEFT * size_of(self.skeleton);
        if sum(&best.residuals) > least
            && let Some(bent) = self.bent(pose, &frames, free)
        {
            let other = solve(&bent)?;
            if sum(&other.residuals) < sum(&best.residuals) - least {
                best = other;
            }
        }
        let is_nearer = sum(&best.residuals) < given;
        Ok(if is_nearer { best.pose } else { pose.clone() })
    }

    /// The points that are held: one for each pin, and two more for its orientation.
    fn points(&self, frames: &JointFrames, wanted: &[WantedPin<'_>]) -> Vec<Pin> {
        let lever = LEVER * size_of(self.skeleton);
        let mut points = Vec::new();
        for WantedPin { held, target } in wanted {
            let pin = held.pin;
            let seen = frames.rotation(pin.joint).zip(frames.linear(pin.joint));
            let Some((now, frame)) = seen else {
                continue;
            };
            points.push(Pin {
                joint: pin.joint,
                offset: pin.offset,
                target: target.place,
            });
            // A limb turns its end by itself: here it would be weighed against the place.
            if !pin.holds_orientation || self.is_of_limb(*held, pin.joint) {
                continue;
            }
            // What the joint's own stretch makes of the way goes along with its turn.
            let stretch = frame.x_axis.length().max(f32::MIN_POSITIVE);
            for axis in [Vec3::X, Vec3::Y] {
                let way = axis * (lever / stretch);
                points.push(Pin {
                    joint: pin.joint,
                    offset: pin.offset + way,
                    target: target.place + target.rotation * (now.conjugate() * (frame * way)),
                });
            }
        }
        points
    }

    /// The pose with a small bend, within limits, in a straight chain; none in one that is bent.
    fn bent(&self, pose: &Pose, frames: &JointFrames, free: &[JointIndex]) -> Option<Pose> {
        let heads = free
            .iter()
            .filter_map(|&joint| frames.point(joint, Vec3::ZERO));
        let heads: Vec<Vec3> = heads.collect();
        let (first, last) = (heads.first()?, heads.last()?);
        let way: f32 = heads.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let apart = first.distance(*last);
        if way > apart * (1.0 + STRAIGHT) && heads.len() > 2 {
            return None;
        }
        let along = (*last - *first).try_normalize().unwrap_or(Vec3::Y);
        // Forwards, as files of people face, or any way at right angles.
        let across = along.cross(Vec3::Z).try_normalize();
        let axis = across.unwrap_or_else(|| along.any_orthonormal_vector());
        let mut bent = pose.clone();
        for (place, joint) in free.iter().enumerate() {
            let Some(rotation) = frames.rotation(*joint) else {
                continue;
            };
            let sign = if place % 2 == 0 { 1.0 } else { -1.0 };
            let turn = Quat::from_axis_angle(rotation.conjugate() * axis, sign * BEND);
            if let Some(own) = bent.rigid.get_mut(joint.index()) {
                own.rotation = (own.rotation * turn).normalize();
            }
        }
        // The solver lets a joint that is out of its limits stay out.
        let _beyond = clamp_pose(self.limits, pose, &mut bent);
        Some(bent)
    }
}

fn sum(residuals: &[f32]) -> f32 {
    residuals.iter().sum()
}
