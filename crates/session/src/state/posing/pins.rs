//! Pins held while a pose changes: arms and legs reach by two bones, all other chains by damped least squares.
//!
//! Pure: poses in, poses out. What is held, and when, is [`JointPin`]'s.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use rig::{ForwardError, JointIndex, JointLimits, Limb, Pose, ScaleInheritance, Skeleton};

use crate::document::Document;
use crate::document::driven::Followers;
use crate::document::moment::Moment;
use crate::document::pins::{JointFrames, JointPin, PinTarget};

mod chain;
mod driven;
mod limb;

/// A pin counts as reached up to this share of the skeleton's size.
pub const REACHED: f32 = 1e-3;
/// Below this share of the size nothing has moved, and nothing is left to do.
const NOTHING: f32 = 1e-6;
/// The same for orientations, radians.
const NO_TURN: f32 = 1e-5;
/// An orientation that is held counts as reached up to this, radians.
const AWAY: f32 = 1e-3;
/// What two bones leave up to this share is no reason to turn more joints.
const LEFT: f32 = 1e-5;

/// A skeleton whose joints turn so that pins hold.
#[derive(Clone, Copy, Debug)]
pub struct PinSolver<'a> {
    /// The skeleton.
    pub skeleton: &'a Skeleton,
    /// Scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// Limits of joints by their numbers; joints beyond it, and none, have no limits.
    pub limits: &'a [Option<JointLimits>],
    /// Joints that must not turn.
    pub locked: &'a BTreeSet<JointIndex>,
    /// What joints drive, and what follows them by constraints: pins hold what is seen of a pose.
    pub followers: Followers<'a>,
}

/// A change of a pose by hand.
#[derive(Clone, Copy, Debug)]
pub struct PoseChange<'a> {
    /// The pose before it.
    pub before: &'a Pose,
    /// The pose after it.
    pub after: &'a Pose,
    /// The joints that the hand holds: they stay as they are after it.
    pub moved: &'a [JointIndex],
}

/// A pin, and the arm or leg that reaches for it.
#[derive(Clone, Copy, Debug)]
pub struct LimbPin<'a> {
    /// The pin.
    pub pin: &'a JointPin,
    /// What reaches for it by two bones; none in other chains.
    pub limb: Option<Limb>,
}

impl<'a> LimbPin<'a> {
    /// A pin with its limb, for which names are parsed: once for each pin.
    #[must_use]
    pub fn of(skeleton: &Skeleton, pin: &'a JointPin) -> Self {
        let limb = Limb::find_for_pin(skeleton, pin.joint);
        Self { pin, limb }
    }
}

/// A pin, and where it is to be.
#[derive(Clone, Copy, Debug)]
pub struct WantedPin<'a> {
    /// The pin with its limb.
    pub held: LimbPin<'a>,
    /// Where it is to be, in the model.
    pub target: PinTarget,
}

/// The size of a skeleton: the diagonal of the box around its joints at rest, meters; 1 where that is nothing.
#[must_use]
pub fn size_of(skeleton: &Skeleton) -> f32 {
    let heads = skeleton.joints();
    let heads = heads.map(|joint| skeleton.rest_model_from_joint(joint).translation);
    let heads: Vec<Vec3> = heads.collect();
    let size = mesh::bounds(&heads).map_or(0.0, mesh::Bounds::diagonal);
    if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    }
}

/// The angle from one rotation to another where it is small, radians; the arc cosine of a product that is nearly 1 has no digits left.
pub(crate) fn small_angle(one: Quat, other: Quat) -> f32 {
    let other = if one.dot(other) < 0.0 { -other } else { other };
    2.0 * (one - other).length()
}

/// The pins that hold what is posed at a moment.
pub fn pins_at(document: &Document, moment: Option<Moment>) -> impl Iterator<Item = &JointPin> {
    document.pins.iter().filter(move |pin| pin.holds_at(moment))
}

impl PinSolver<'_> {
    /// The frames of a pose as it is seen, with what follows its joints.
    ///
    /// # Errors
    ///
    /// A pose or flags that do not fit the skeleton.
    pub fn frames(&self, pose: &Pose) -> Result<JointFrames, ForwardError> {
        match self.followers.is_empty() {
            true => self.posed_frames(pose),
            false => self.posed_frames(&self.followers.seen(pose)?),
        }
    }

    /// The frames of a pose as it is posed, in which joints turn for pins.
    fn posed_frames(&self, pose: &Pose) -> Result<JointFrames, ForwardError> {
        JointFrames::of(self.skeleton, pose, self.scale_inheritance)
    }

    /// The pose after a change by hand, in which the pins hold as well as they can.
    ///
    /// Only pins that the change has moved, against the model or against what they go along with, are put back; those of a joint that the hand
    /// holds go with the hand. Arms and legs reach by two bones ([`rig::solve_two_bone_ik`]); where these are not enough, or are no arm and no leg,
    /// all joints turn between the pin and what the hand holds ([`rig::solve_pins`]). What the hand holds turns only where it is a part of
    /// the arm or leg itself: so a thigh that is turned while its foot is held swings the knee about the leg.
    ///
    /// # Errors
    ///
    /// Poses or flags that do not fit the skeleton.
    pub fn hold(&self, change: PoseChange<'_>, pins: &[JointPin]) -> Result<Pose, ForwardError> {
        let mut pose = change.after.clone();
        if pins.is_empty() {
            return Ok(pose);
        }
        let frames = [self.frames(change.before)?, self.frames(change.after)?];
        let is_free = |pin: &&JointPin| !change.moved.contains(&pin.joint);
        let held = pins.iter().filter(is_free);
        let held = held.map(|pin| LimbPin::of(self.skeleton, pin));
        let held: Vec<LimbPin<'_>> = held.collect();
        let meant = held.iter().copied();
        let meant = meant.filter(|of| self.has_moved(of.pin, &frames));
        let mut meant: Vec<LimbPin<'_>> = meant.collect();
        // What goes along with a joint comes after what holds that joint.
        meant.sort_by_key(|of| of.pin.to.is_some());
        for of in &meant {
            pose = self.with_limb(pose, *of)?;
        }
        let Some(chained) = self.with_chains(&pose, &meant, &held, change.moved)? else {
            return Ok(pose);
        };
        // Limbs that hang on what has turned now reach again, with the orientations that they hold.
        meant
            .iter()
            .try_fold(chained, |pose, of| self.with_limb(pose, *of))
    }

    /// Whether a change has moved what a pin holds, against what it is held by.
    fn has_moved(&self, pin: &JointPin, frames: &[JointFrames; 2]) -> bool {
        let [before, after] = frames.each_ref().map(|frames| pin.moved_to(frames));
        let (Some(before), Some(after)) = (before, after) else {
            return false;
        };
        let is_turned = small_angle(before.rotation, after.rotation) > NO_TURN;
        before.place.distance(after.place) > NOTHING * size_of(self.skeleton)
            || pin.holds_orientation && is_turned
    }

    fn with_limb(&self, pose: Pose, held: LimbPin<'_>) -> Result<Pose, ForwardError> {
        let frames = self.frames(&pose)?;
        let Some(target) = held.pin.target(&frames) else {
            return Ok(pose);
        };
        let reached = self.by_limb(&pose, WantedPin { held, target }, None)?;
        Ok(reached.unwrap_or(pose))
    }

    /// Turns whole chains for the pins that are not reached, while all others are held; nothing where limbs are all that may turn.
    fn with_chains(
        &self,
        pose: &Pose,
        meant: &[LimbPin<'_>],
        held: &[LimbPin<'_>],
        moved: &[JointIndex],
    ) -> Result<Option<Pose>, ForwardError> {
        let frames = self.frames(pose)?;
        let size = size_of(self.skeleton);
        let mut free = BTreeSet::new();
        for of in meant {
            let left = of.pin.residual(&frames).unwrap_or_default();
            if left > LEFT * size || Self::is_turned_away(of.pin, &frames) {
                let joints = self.free_joints(of.pin, moved);
                let has_more = !joints.iter().all(|joint| self.is_of_limb(*of, *joint));
                free.extend(joints.into_iter().filter(|_| has_more));
            }
        }
        if free.is_empty() {
            return Ok(None);
        }
        let turns = |of: &LimbPin<'_>| self.path(of.pin.joint).any(|it| free.contains(&it));
        let concerned = held.iter().copied().filter(turns);
        let wanted = concerned.filter_map(|held| {
            let target = held.pin.target(&frames)?;
            Some(WantedPin { held, target })
        });
        let wanted: Vec<WantedPin<'_>> = wanted.collect();
        let free: Vec<JointIndex> = free.into_iter().collect();
        self.by_chain(pose, &wanted, &free).map(Some)
    }

    /// Whether a joint is one of the arm or leg that reaches for a pin by two bones; none where limits ask for more than these do.
    pub(crate) fn is_of_limb(&self, held: LimbPin<'_>, joint: JointIndex) -> bool {
        let has_limits = |joint: JointIndex| {
            let limits = self.limits.get(joint.index());
            limits.is_some_and(Option::is_some)
        };
        held.limb.is_some_and(|limb| {
            let joints = [limb.root, limb.middle, limb.end, held.pin.joint];
            joints.contains(&joint) && !joints.into_iter().any(has_limits)
        })
    }

    /// Whether a pin holds an orientation that its joint does not have.
    pub(crate) fn is_turned_away(pin: &JointPin, frames: &JointFrames) -> bool {
        let ends = pin.target(frames).zip(frames.rotation(pin.joint));
        pin.holds_orientation
            && ends.is_some_and(|(target, now)| small_angle(target.rotation, now) > AWAY)
    }

    /// The joints that may turn for a pin: those above it, up to what carries what the hand holds or what it goes along with; no root.
    fn free_joints(&self, pin: &JointPin, moved: &[JointIndex]) -> Vec<JointIndex> {
        let others = moved.iter().copied().chain(pin.to);
        let stops: BTreeSet<JointIndex> = others.flat_map(|joint| self.path(joint)).collect();
        self.free_below(pin, |joint| stops.contains(&joint))
    }

    /// The joints above a pin that may turn, from where `stops` says so downwards.
    pub(crate) fn free_below(
        &self,
        pin: &JointPin,
        stops: impl Fn(JointIndex) -> bool,
    ) -> Vec<JointIndex> {
        let turns_itself = pin.holds_orientation || pin.offset != Vec3::ZERO;
        let path = self.path(pin.joint).take_while(|&joint| !stops(joint));
        let path = path.filter(|&joint| turns_itself || joint != pin.joint);
        // Nobody sees how a joint is turned that has a constraint.
        let may_turn = |joint: &JointIndex| {
            let has_constraint = self.followers.character.constraints.of(*joint).is_some();
            !self.locked.contains(joint) && !has_constraint
        };
        path.filter(|joint| self.skeleton.parent(*joint).is_some() && may_turn(joint))
            .collect()
    }

    /// A joint and all above it.
    pub(crate) fn path(&self, joint: JointIndex) -> impl Iterator<Item = JointIndex> + '_ {
        let is_there = joint.index() < self.skeleton.len();
        std::iter::successors(is_there.then_some(joint), |&joint| {
            self.skeleton.parent(joint)
        })
    }
}
