//! Arms and legs that reach for a pin by two bones.

use glam::{Quat, Vec3};
use rig::{ForwardError, JointIndex, Limb, LimbGoal, Pose, Rigid, solve_two_bone_ik};

use super::{LimbPin, PinSolver, WantedPin, small_angle};

/// Below this share of its length a bend is none.
const STRAIGHT: f32 = 1e-3;

impl PinSolver<'_> {
    /// The pose in which an arm or leg reaches for a pin; none where there is none, its joints are locked, or their limits are in the way.
    ///
    /// The end keeps its orientation in the model, but where its head alone is held: then it follows the limb. The middle joint goes towards
    /// `pole` where there is one.
    pub(crate) fn by_limb(
        &self,
        pose: &Pose,
        wanted: WantedPin<'_>,
        pole: Option<Vec3>,
    ) -> Result<Option<Pose>, ForwardError> {
        let WantedPin { held, target } = wanted;
        let LimbPin {
            pin,
            limb: Some(limb),
        } = held
        else {
            return Ok(None);
        };
        let turns_end = pin.holds_orientation && self.locked.contains(&pin.joint);
        if turns_end
            || [limb.root, limb.middle]
                .iter()
                .any(|it| self.locked.contains(it))
        {
            return Ok(None);
        }
        let wanted = WantedPin { held, target };
        self.as_seen(pose, &[wanted], |posed| match posed {
            [posed] => self.reach(pose, *posed, limb, pole),
            _ => Ok(None),
        })
    }

    /// The pose in which a limb has a pin where it is to be, as it is posed.
    fn reach(
        &self,
        pose: &Pose,
        WantedPin { held, target }: WantedPin<'_>,
        limb: Limb,
        pole: Option<Vec3>,
    ) -> Result<Option<Pose>, ForwardError> {
        let pin = held.pin;
        let mut turned = pose.clone();
        if pin.holds_orientation {
            self.turn_to(&mut turned, pin.joint, target.rotation)?;
        }
        let frames = self.posed_frames(&turned)?;
        let places = (
            frames.point(pin.joint, pin.offset),
            frames.point(limb.end, Vec3::ZERO),
        );
        let (Some(point), Some(head)) = places else {
            return Ok(None);
        };
        let is_head = pin.joint == limb.end && pin.offset == Vec3::ZERO;
        let goal = LimbGoal {
            target: head + (target.place - point),
            pole,
            hinge: self.hinge(limb),
            keeps_orientation: pin.holds_orientation || !is_head,
        };
        let solved =
            solve_two_bone_ik(self.skeleton, &turned, self.scale_inheritance, limb, &goal)?;
        let joints = [limb.root, limb.middle, limb.end, pin.joint];
        let is_within = joints
            .iter()
            .all(|&joint| self.is_within(joint, pose, &solved));
        Ok(is_within.then_some(solved))
    }

    /// Turns a joint until its frame has a rotation in the model.
    fn turn_to(
        &self,
        pose: &mut Pose,
        joint: JointIndex,
        rotation: Quat,
    ) -> Result<(), ForwardError> {
        let now = self.posed_frames(pose)?.rotation(joint);
        if let (Some(now), Some(own)) = (now, pose.rigid.get_mut(joint.index())) {
            let turn = now.conjugate() * rotation;
            let turned = (own.rotation * turn).normalize();
            if turned.is_finite() {
                *own = Rigid::new(turned, own.translation).with_sign_near(own.rotation);
            }
        }
        Ok(())
    }

    fn is_within(&self, joint: JointIndex, before: &Pose, after: &Pose) -> bool {
        let limits = self.limits.get(joint.index()).copied().flatten();
        let rotation = |pose: &Pose| pose.rigid.get(joint.index()).map(|own| own.rotation);
        let (Some(limits), Some(from), Some(to)) = (limits, rotation(before), rotation(after))
        else {
            return true;
        };
        small_angle(limits.clamp_from(to, from, 0.0), to) < 1e-4
    }

    /// The axis about which a limb bends that is straight at rest, in the middle's rest frame: a knee goes to where the toes point, an elbow
    /// away from there.
    fn hinge(&self, limb: Limb) -> Option<Vec3> {
        let rest = |joint| self.skeleton.rest_model_from_joint(joint);
        let [root, middle, end] = [limb.root, limb.middle, limb.end].map(|it| rest(it).translation);
        let along = (end - root).try_normalize()?;
        let bent = (middle - root).reject_from_normalized(along);
        if bent.length() > STRAIGHT * root.distance(end) {
            return None;
        }
        let is_foot = limb.end_is_foot(self.skeleton);
        let toes = self.skeleton.children(limb.end).next().filter(|_| is_foot);
        let toes = toes.map(|toes| (rest(toes).translation - end).reject_from_normalized(along));
        let toes = toes.filter(|way| way.length() > 0.05 * root.distance(end));
        let forward = toes.unwrap_or(Vec3::Z).reject_from_normalized(along);
        // The lower bone goes to where the axis turns the upper one's direction: backwards in a leg, forwards in an arm.
        let axis = if is_foot {
            forward.cross(along)
        } else {
            along.cross(forward)
        };
        let axis = rest(limb.middle).rotation.conjugate() * axis.try_normalize()?;
        axis.is_finite().then_some(axis)
    }
}
