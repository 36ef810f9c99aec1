//! Chains of any joints that reach for pins, by damped least squares.

use glam::{Mat3, Quat, Vec3};
use rig::{ForwardError, JointIndex, Pin, PinGoal, Pose, forward, solve_pins};

use super::{LEFT, PinSolver, WantedPin, size_of};

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
        let pins = self.points(pose, wanted)?;
        let goal = PinGoal {
            pins: &pins,
            free,
            limits: self.limits,
        };
        let solve = |pose: &Pose| solve_pins(self.skeleton, pose, self.scale_inheritance, &goal);
        let unsolved = PinGoal { free: &[], ..goal };
        let given = solve_pins(self.skeleton, pose, self.scale_inheritance, &unsolved)?;
        let mut best = solve(pose)?;
        let least = LEFT * size_of(self.skeleton);
        if sum(&best.residuals) > least
            && let Some(bent) = self.bent(pose, free)?
        {
            let other = solve(&bent)?;
            if sum(&other.residuals) < sum(&best.residuals) - least {
                best = other;
            }
        }
        let is_nearer = sum(&best.residuals) < sum(&given.residuals);
        Ok(if is_nearer { best.pose } else { given.pose })
    }

    /// The points that are held: one for each pin, and two more for its orientation.
    fn points(&self, pose: &Pose, wanted: &[WantedPin<'_>]) -> Result<Vec<Pin>, ForwardError> {
        let posed = forward(
            self.skeleton,
            pose.user_transforms(),
            self.scale_inheritance,
        )?;
        let frames = self.frames(pose)?;
        let lever = LEVER * size_of(self.skeleton);
        let mut points = Vec::new();
        for WantedPin { pin, target } in wanted {
            let Some(now) = frames.rotation(pin.joint) else {
                continue;
            };
            points.push(Pin {
                joint: pin.joint,
                offset: pin.offset,
                target: target.place,
            });
            // A limb turns its end by itself: here it would be weighed against the place.
            if !pin.holds_orientation || self.is_of_limb(pin, pin.joint) {
                continue;
            }
            // What the joint's own stretch makes of the way goes along with its turn.
            let frame = Mat3::from(posed.model_from_posed_joint(pin.joint).matrix3);
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
        Ok(points)
    }

    /// The pose with a small bend in a straight chain; none in one that is bent.
    fn bent(&self, pose: &Pose, free: &[JointIndex]) -> Result<Option<Pose>, ForwardError> {
        let frames = self.frames(pose)?;
        let heads = free
            .iter()
            .filter_map(|&joint| frames.point(joint, Vec3::ZERO));
        let heads: Vec<Vec3> = heads.collect();
        let (Some(first), Some(last)) = (heads.first(), heads.last()) else {
            return Ok(None);
        };
        let way: f32 = heads.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let apart = first.distance(*last);
        if way > apart * (1.0 + STRAIGHT) && heads.len() > 2 {
            return Ok(None);
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
        Ok(Some(bent))
    }
}

fn sum(residuals: &[f32]) -> f32 {
    residuals.iter().sum()
}
