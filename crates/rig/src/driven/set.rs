//! Driven channels that are evaluated together.

use super::channel::Named;
use super::order::{Dependency, depths};
use crate::{
    DrivenChannel, DrivenCombine, DrivenError, DrivenTarget, JointIndex, MappedJoint, Pose,
    PoseInterpolator, Skeleton,
};
use std::collections::BTreeSet;

/// Driven channels of one skeleton, in an order in which each finds its driver as it will stay. None at all is a set too.
///
/// A channel that turns a joint comes before all that this joint drives. Of one joint, channels that replace come before those that add,
/// else by the [key](Skeleton::key) of the joint that drives, and of one driver those given first: files keep channels by their drivers.
/// What moves, scales or shears a joint turns none, so a joint may scale itself by its own bend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrivenSet {
    channels: Vec<DrivenChannel>,
    /// Places in that list.
    order: Vec<usize>,
    /// Morph targets that follow poses: they turn nothing, so they come last.
    interpolators: Vec<PoseInterpolator>,
}

/// The angle that each driver had last: what it has where its angle is undefined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrivenMemory {
    angles: Vec<f32>,
}

/// A set on another skeleton, and what of it could not come along.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MappedDriven {
    /// The channels that are left, in their order.
    pub set: DrivenSet,
    /// Places of those in the old list whose driver or driven joint is gone.
    pub gone: Vec<usize>,
    /// How many interpolators of poses are gone with one of their joints.
    pub gone_interpolators: usize,
}

impl DrivenSet {
    /// The channels, checked and put in order. Their axes are made of length one.
    ///
    /// Several channels may add to one number, if their angles differ; one may replace it besides.
    ///
    /// # Errors
    ///
    /// Joints that the skeleton does not have, axes that are none, a number that is replaced twice or driven twice by one angle,
    /// joints that turn each other in a ring, itself included.
    pub fn new(channels: Vec<DrivenChannel>, skeleton: &Skeleton) -> Result<Self, DrivenError> {
        let mut channels = channels;
        for channel in &mut channels {
            check(channel, skeleton)?;
        }
        check_twice(&channels, skeleton)?;
        let turns = channels.iter().filter_map(|channel| {
            Some(Dependency {
                first: channel.driver.joint,
                then: channel.target.turned_joint()?,
            })
        });
        let depths = depths(skeleton, &turns.collect::<Vec<_>>())?;
        let mut order: Vec<usize> = (0..channels.len()).collect();
        // What turns nothing comes after all turns.
        order.sort_by_key(|&place| {
            let channel = channels.get(place);
            let turned = channel.and_then(|channel| channel.target.turned_joint());
            let depth = turned.and_then(|joint| depths.get(joint.index()).copied());
            let adds = channel.is_some_and(|channel| channel.combine == DrivenCombine::Adds);
            let driver = channel.map(|channel| skeleton.key(channel.driver.joint));
            (depth.unwrap_or(usize::MAX), adds, driver)
        });
        Ok(Self {
            channels,
            order,
            interpolators: Vec::new(),
        })
    }

    /// The set with these interpolators in place of its own.
    ///
    /// # Errors
    ///
    /// Joints that the skeleton does not have, a morph target that follows two poses, or a pose and an angle.
    pub fn with_interpolators(
        self,
        interpolators: Vec<PoseInterpolator>,
        skeleton: &Skeleton,
    ) -> Result<Self, DrivenError> {
        let channels = self.channels.iter();
        let mut driven: BTreeSet<usize> = channels
            .filter_map(|channel| channel.target.morph())
            .collect();
        for own in &interpolators {
            let mut joints = own.joints().iter();
            if let Some(joint) = joints.find(|joint| joint.index() >= skeleton.len()) {
                return Err(DrivenError::NoJoint {
                    what: "an interpolator of poses".to_owned(),
                    joint: joint.0,
                    joints: skeleton.len(),
                });
            }
            let mut poses = own.poses().iter();
            if let Some(twice) = poses.find(|pose| !driven.insert(pose.morph)) {
                return Err(DrivenError::Twice {
                    what: DrivenTarget::Morph(twice.morph).describe(skeleton),
                    how: "and one pose or angle alone can drive it",
                });
            }
        }
        Ok(Self {
            interpolators,
            ..self
        })
    }

    /// The set with those of these interpolators that fit it and those before them, and why each of the others does not.
    #[must_use]
    pub fn with_interpolators_that_can(
        self,
        interpolators: Vec<PoseInterpolator>,
        skeleton: &Skeleton,
    ) -> (Self, Vec<DrivenError>) {
        let (mut set, mut refused) = (self, Vec::new());
        for own in interpolators {
            let mut more = set.interpolators.clone();
            more.push(own);
            match set.clone().with_interpolators(more, skeleton) {
                Ok(with) => set = with,
                Err(error) => refused.push(error),
            }
        }
        (set, refused)
    }

    /// Those of the channels, one after another, that fit those before them, and why each of the others does not.
    #[must_use]
    pub fn of_those_that_can(
        channels: Vec<DrivenChannel>,
        skeleton: &Skeleton,
    ) -> (Self, Vec<DrivenError>) {
        if let Ok(set) = Self::new(channels.clone(), skeleton) {
            return (set, Vec::new());
        }
        let (mut set, mut refused) = (Self::default(), Vec::new());
        for channel in channels {
            let mut more = set.channels.clone();
            more.push(channel);
            match Self::new(more, skeleton) {
                Ok(with) => set = with,
                Err(error) => refused.push(error),
            }
        }
        (set, refused)
    }

    /// The channels as they were given, with axes of length one.
    #[must_use]
    pub fn channels(&self) -> &[DrivenChannel] {
        &self.channels
    }

    /// The interpolators of poses, as they were given.
    #[must_use]
    pub fn interpolators(&self) -> &[PoseInterpolator] {
        &self.interpolators
    }

    /// Places of the weights of all morph targets that follow an angle or a pose.
    #[must_use]
    pub fn driven_morphs(&self) -> BTreeSet<usize> {
        let channels = self.channels.iter();
        let by_angle = channels.filter_map(|channel| channel.target.morph());
        let poses = self.interpolators.iter().flat_map(PoseInterpolator::poses);
        by_angle.chain(poses.map(|pose| pose.morph)).collect()
    }

    /// Whether nothing is driven.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.channels.is_empty() && self.interpolators.is_empty()
    }

    /// Whether any channel is switched on.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.channels.iter().any(|channel| !channel.muted)
    }

    /// Whether any channel is about a joint, muted or not.
    #[must_use]
    pub fn drives(&self, joint: JointIndex) -> bool {
        let driven = |channel: &DrivenChannel| channel.target.joint() == Some(joint);
        self.channels.iter().any(driven)
    }

    /// Whether a joint is a helper: without children, and with something of it driven in the place of what is posed, as of a twist joint.
    #[must_use]
    pub fn is_helper(&self, skeleton: &Skeleton, joint: JointIndex) -> bool {
        let replaces = |channel: &DrivenChannel| {
            let is_own = channel.target.joint() == Some(joint);
            is_own && channel.combine == DrivenCombine::Replaces && !channel.muted
        };
        self.channels.iter().any(replaces) && skeleton.children(joint).next().is_none()
    }

    /// Evaluates all channels that are not muted on a pose as somebody made it, or a clip has it, and on a list of strengths.
    ///
    /// Joints and numbers that no channel drives keep their bits. What channels add is added anew each time: the pose that was driven
    /// is not the one to begin with again. Places that the pose or the list does not have are passed over. Nothing is allocated but
    /// the first time with new memory.
    pub fn apply(&self, pose: &mut Pose, strengths: &mut [f32], memory: &mut DrivenMemory) {
        self.evaluate(pose, memory, |pose, channel, value| {
            let target = &channel.target;
            target.apply(channel.combine, value, pose, strengths);
        });
        for own in &self.interpolators {
            own.apply(pose);
        }
    }

    /// What [`apply`](Self::apply) added, taken off again: the pose that it made becomes the one that it was given, but for rounding.
    ///
    /// Drivers stand in the pose as they were measured, so the same angles are found. What channels replace stays as it is: made again it
    /// is the same, but where the turns of one joint about several axes are replaced and it swings besides.
    pub fn take_back(&self, pose: &mut Pose, memory: &mut DrivenMemory) {
        let mut added = Vec::new();
        self.evaluate(pose, memory, |_, channel, value| {
            if channel.combine == DrivenCombine::Adds {
                added.push((channel, value));
            }
        });
        // The last first: turns about different axes do not commute.
        for (channel, value) in added.iter().rev() {
            let target = &channel.target;
            target.apply(channel.combine, -value, pose, &mut []);
        }
    }

    /// Calls `take` with each channel in order, and its value by the pose as those before have left it.
    fn evaluate<'a>(
        &'a self,
        pose: &mut Pose,
        memory: &mut DrivenMemory,
        mut take: impl FnMut(&mut Pose, &'a DrivenChannel, f64),
    ) {
        memory.angles.resize(self.channels.len(), 0.0);
        for &place in &self.order {
            let (Some(channel), Some(last)) =
                (self.channels.get(place), memory.angles.get_mut(place))
            else {
                continue;
            };
            if channel.muted {
                continue;
            }
            let driver = &channel.driver;
            let Some(own) = pose.rigid.get(driver.joint.index()) else {
                continue;
            };
            *last = driver.measure.angle(own.rotation, *last);
            take(pose, channel, channel.curve.value64(f64::from(*last)));
        }
    }

    /// Whether a channel adds to what is posed; those that are muted do not.
    #[must_use]
    pub fn adds(&self) -> bool {
        let adds =
            |channel: &DrivenChannel| channel.combine == DrivenCombine::Adds && !channel.muted;
        self.channels.iter().any(adds)
    }

    /// The set on another skeleton, on which joints are what `map` says.
    ///
    /// # Errors
    ///
    /// What [`new`](Self::new) refuses: a map that makes two joints one can do that.
    pub fn with_joints_mapped(
        &self,
        skeleton: &Skeleton,
        map: impl Fn(JointIndex) -> Option<MappedJoint>,
    ) -> Result<MappedDriven, DrivenError> {
        let mut gone = Vec::new();
        let mut left = Vec::new();
        for (place, channel) in self.channels.iter().enumerate() {
            match channel.with_joints_mapped(&map) {
                Some(channel) => left.push(channel),
                None => gone.push(place),
            }
        }
        let had = self.interpolators.len();
        let interpolators = self.interpolators.iter();
        let interpolators = interpolators.filter_map(|own| own.with_joints_mapped(&map));
        let interpolators: Vec<PoseInterpolator> = interpolators.collect();
        Ok(MappedDriven {
            gone_interpolators: had - interpolators.len(),
            set: Self::new(left, skeleton)?.with_interpolators(interpolators, skeleton)?,
            gone,
        })
    }

    /// The set with morph targets at other places; what drives those that are gone is gone.
    ///
    /// # Errors
    ///
    /// Two targets that become one.
    pub fn with_morphs_mapped(
        &self,
        skeleton: &Skeleton,
        map: impl Fn(usize) -> Option<usize>,
    ) -> Result<Self, DrivenError> {
        let channels = self.channels.iter().filter_map(|channel| {
            let mut channel = channel.clone();
            if let DrivenTarget::Morph(weight) = &mut channel.target {
                *weight = map(*weight)?;
            }
            Some(channel)
        });
        let interpolators = self.interpolators.iter();
        let interpolators = interpolators.filter_map(|own| own.with_morphs_mapped(&map));
        Self::new(channels.collect(), skeleton)?
            .with_interpolators(interpolators.collect(), skeleton)
    }
}

/// Makes a channel's axes of length one, or says what is wrong with it.
fn check(channel: &mut DrivenChannel, skeleton: &Skeleton) -> Result<(), DrivenError> {
    let what = |channel: &DrivenChannel| {
        let driver = Named(skeleton, channel.driver.joint);
        format!(
            "the channel from {driver} to {}",
            channel.target.describe(skeleton)
        )
    };
    let joints = [Some(channel.driver.joint), channel.target.joint()];
    let mut joints = joints.into_iter().flatten();
    if let Some(joint) = joints.find(|joint| joint.index() >= skeleton.len()) {
        return Err(DrivenError::NoJoint {
            what: what(channel),
            joint: joint.0,
            joints: skeleton.len(),
        });
    }
    let checked = (channel.driver.measure.checked(), channel.target.checked());
    let (Some(measure), Some(target)) = checked else {
        return Err(DrivenError::NoAxis {
            what: what(channel),
        });
    };
    channel.driver.measure = measure;
    channel.target = target;
    Ok(())
}

/// Refuses what drives one number so that one of the channels would say nothing, or would say it twice.
fn check_twice(channels: &[DrivenChannel], skeleton: &Skeleton) -> Result<(), DrivenError> {
    // Only channels of one joint or slot can clash: sorted by these, few are compared.
    let kept = |channel: &DrivenChannel| {
        let joint = channel.target.joint().map(JointIndex::index);
        (joint, channel.target.slot())
    };
    let mut sorted: Vec<&DrivenChannel> = channels.iter().collect();
    sorted.sort_by_key(|channel| kept(channel));
    for same in sorted.chunk_by(|one, next| kept(one) == kept(next)) {
        for (place, one) in same.iter().enumerate() {
            let others = same.iter().skip(place + 1);
            let how = others
                .filter(|other| one.target.is_same(&other.target))
                .find_map(|other| clash(one, other));
            if let Some(how) = how {
                let what = one.target.describe(skeleton);
                return Err(DrivenError::Twice { what, how });
            }
        }
    }
    Ok(())
}

/// How two channels of one number clash.
fn clash(one: &DrivenChannel, other: &DrivenChannel) -> Option<&'static str> {
    let replaces = |channel: &DrivenChannel| channel.combine == DrivenCombine::Replaces;
    if replaces(one) && replaces(other) {
        Some("and only one channel can replace it")
    } else if one.driver == other.driver && one.combine == other.combine {
        Some("by one angle")
    } else {
        None
    }
}
