//! The tracks of a clip by the joints of the source.

use super::frames::Frames;
use glam::{DQuat, Quat, Vec3};
use rig::{Channel, Clip, Interpolation, JointIndex, Pose, Skeleton, Track, UserTransform};

/// Where keys are far from each other, so many a second are set between them.
const RATE: f32 = 30.0;
/// Keys that are set at most between others.
const MOST_BETWEEN: f32 = 2e6;

/// What moves one joint.
#[derive(Clone, Copy, Default)]
pub(super) struct JointTracks<'a> {
    pub(super) translation: Option<&'a Track<Vec3>>,
    pub(super) rotation: Option<&'a Track<Quat>>,
    pub(super) scale: Option<&'a Track<Vec3>>,
    pub(super) shear: Option<&'a Track<Vec3>>,
}

pub(crate) struct SourceTracks<'a> {
    skeleton: &'a Skeleton,
    frames: &'a Frames,
    of_joints: Vec<JointTracks<'a>>,
    /// What joints without tracks are, relative to rest.
    still: Pose,
}

impl<'a> SourceTracks<'a> {
    pub(crate) fn new(skeleton: &'a Skeleton, frames: &'a Frames, clip: &'a Clip) -> Self {
        let mut of_joints = vec![JointTracks::default(); skeleton.len()];
        for track in clip.tracks() {
            let Some(own) = of_joints.get_mut(track.joint.index()) else {
                continue;
            };
            match &track.channel {
                Channel::Translation(keys) => own.translation = Some(keys),
                Channel::Rotation(keys) => own.rotation = Some(keys),
                Channel::Scale(keys) => own.scale = Some(keys),
                Channel::Shear(keys) => own.shear = Some(keys),
            }
        }
        Self {
            skeleton,
            frames,
            of_joints,
            still: Pose::of_file(skeleton),
        }
    }

    pub(super) fn of(&self, joint: usize) -> JointTracks<'a> {
        self.of_joints.get(joint).copied().unwrap_or_default()
    }

    fn index(&self, joint: usize) -> Option<JointIndex> {
        let index = u16::try_from(joint).ok().map(JointIndex)?;
        (joint < self.skeleton.len()).then_some(index)
    }

    /// Whether the channels of a joint are those of what a user does to it.
    pub(super) fn is_even(&self, joint: usize) -> bool {
        let index = self.index(joint);
        index.is_some_and(|index| self.skeleton.has_even_rest(index))
    }

    /// What a joint does relative to rest.
    pub(super) fn user(&self, joint: usize, time: f32) -> UserTransform {
        let Some(index) = self.index(joint) else {
            return UserTransform::IDENTITY;
        };
        let tracks = self.of(joint);
        if tracks.is_still() {
            let still = self
                .still
                .rigid
                .get(joint)
                .zip(self.still.stretch.get(joint));
            return still.map_or(UserTransform::IDENTITY, |(rigid, stretch)| UserTransform {
                rigid: *rigid,
                linear: stretch.to_mat3(),
            });
        }
        let mut local = self.skeleton.local_keys(index);
        if let Some(keys) = tracks.translation {
            local.translation = keys.sample(time);
        }
        if let Some(keys) = tracks.rotation {
            local.rotation = keys.sample(time);
        }
        if let Some(keys) = tracks.scale {
            local.stretch.scale = keys.sample(time);
        }
        if let Some(keys) = tracks.shear {
            local.stretch.shear = keys.sample(time);
        }
        self.skeleton.user_of_local_keys(index, &local)
    }

    /// The orientation of a joint in the model.
    pub(super) fn world(&self, joint: usize, time: f32) -> DQuat {
        let mut world = DQuat::IDENTITY;
        // From the joint upwards, so that no list is made.
        for joint in self.frames.upwards(joint) {
            let turn = self.user(joint, time).rigid.rotation.as_dquat().normalize();
            world = self.frames.rest_rotation(joint) * turn * world;
        }
        (self.frames.turn * world).normalize()
    }

    /// The whole pose.
    pub(crate) fn pose(&self, time: f32) -> Pose {
        let mut pose = Pose::rest(self.skeleton);
        let joints = pose.rigid.iter_mut().zip(&mut pose.stretch).enumerate();
        for (joint, (rigid, stretch)) in joints {
            let user = self.user(joint, time);
            *rigid = user.rigid;
            *stretch = rig::Stretch::from_symmetric(user.linear);
        }
        pose
    }

    /// Whether the orientation of a joint in its parent changes over time.
    pub(super) fn turns(&self, joint: usize) -> bool {
        let tracks = self.of(joint);
        let is_stretched = tracks.scale.is_some() || tracks.shear.is_some();
        tracks.rotation.is_some() || (is_stretched && !self.is_even(joint))
    }
}

impl JointTracks<'_> {
    pub(super) const fn is_still(&self) -> bool {
        self.translation.is_none()
            && self.rotation.is_none()
            && self.scale.is_none()
            && self.shear.is_none()
    }

    /// Adds the times at which the joint turns, or moves at all.
    pub(super) fn add_times(&self, times: &mut Times, with_translation: bool) {
        if let Some(keys) = self.rotation {
            times.add(keys.times(), keys.interpolation());
        }
        for keys in [self.scale, self.shear].into_iter().flatten() {
            times.add(keys.times(), keys.interpolation());
        }
        if let Some(keys) = self.translation.filter(|_| with_translation) {
            times.add(keys.times(), keys.interpolation());
        }
    }
}

/// The times at which something is sampled, and how it passes between them.
#[derive(Debug, Default)]
pub(super) struct Times {
    times: Vec<f32>,
    has_other: bool,
    has_step: bool,
    has_curve: bool,
}

impl Times {
    fn add(&mut self, times: &[f32], interpolation: Interpolation) {
        match interpolation {
            Interpolation::Step => self.has_step = true,
            Interpolation::Linear => self.has_other = true,
            Interpolation::CubicSpline => self.has_curve = true,
        }
        // Most tracks of a capture have the same times.
        if !self.times.ends_with(times) {
            self.times.extend_from_slice(times);
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    pub(super) fn interpolation(&self) -> Interpolation {
        match self.has_step && !self.has_other && !self.has_curve {
            true => Interpolation::Step,
            false => Interpolation::Linear,
        }
    }

    /// The times in order, with more between the keys of curves.
    pub(super) fn into_list(mut self) -> Vec<f32> {
        self.times.sort_by(f32::total_cmp);
        self.times.dedup();
        match self.has_curve {
            true => densified(&self.times),
            false => self.times,
        }
    }
}

/// Times in order with others between them, so that there are 30 a second at least; the same where that would be too many.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are not negative, and few"
)]
pub(crate) fn densified(times: &[f32]) -> Vec<f32> {
    let span = times.last().zip(times.first());
    let span = span.map_or(0.0, |(last, first)| last - first);
    if span.is_nan() || span * RATE > MOST_BETWEEN {
        return times.to_vec();
    }
    let mut all: Vec<f32> = Vec::with_capacity(times.len());
    for (&from, &to) in times.iter().zip(times.iter().skip(1)) {
        all.push(from);
        let count = ((to - from) * RATE).ceil() as u32;
        let between = (1..count).map(|place| {
            let share = f64::from(place) / f64::from(count);
            (f64::from(from) + share * (f64::from(to) - f64::from(from))) as f32
        });
        // Far from zero f32 has no times between two others.
        all.extend(between.filter(|time| from < *time && *time < to));
    }
    all.extend(times.last());
    all.dedup();
    all
}
