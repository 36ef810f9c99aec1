//! The skeleton at all times that are looked at: as the clip has it, and as it is with the keys that are left.

use super::Reduction;
use crate::motion::frames::{Above, one_frame};
use crate::{
    JointChannel, JointIndex, KeyValue, LocalKeys, Rigid, ScaleInheritance, Stretch, Target,
};
use glam::{Affine3A, Mat3A, Vec3A};
use std::ops::Range;

/// Share of an error that is there whatever rounding does.
const ROUNDED: f32 = 0.999;

/// What a joint does at one time.
#[derive(Clone, Copy, Debug)]
struct Joint {
    local: LocalKeys,
    rigid: Rigid,
    stretch: Mat3A,
    /// `E_i`, before the joint's own stretch, with the keys that are left
    frame: Affine3A,
    /// `W_i`, the final matrix, with the keys that are left
    last: Affine3A,
    /// `W_i` of the clip.
    goal: Affine3A,
}

/// Frames of a joint while something is tried.
#[derive(Clone, Copy, Debug, Default)]
struct TrialFrame {
    stretch: Mat3A,
    frame: Affine3A,
    last: Affine3A,
}

/// Times in a row with all joints that a key of the targets moves. Skeletons have thousands that none does, and what stands
/// still at every time would be most of the memory.
pub(super) struct Samples<'a> {
    of: &'a Reduction<'a>,
    times: Vec<f32>,
    /// The first time that is held and the first after all that are; infinite where there are no others.
    bounds: [f32; 2],
    /// The joints of the targets, those below them and the parents of both; parents first.
    listed: Vec<usize>,
    /// Per joint, its place in `listed`, where it is one.
    places: Vec<usize>,
    /// Time by time, all listed joints.
    joints: Vec<Joint>,
    /// Time by time, all morph weights: now, and those of the clip.
    morphs: Vec<[f32; 2]>,
    /// Per time, how far the joints take the skin, at most; none where that is not known since a joint was taken elsewhere.
    by_joints: Vec<Option<f32>>,
    /// Per joint, the corners of its boxes.
    corners: Vec<Vec<Vec3A>>,
    /// Per joint, itself and all below it; empty until it is needed.
    below: Vec<Vec<u16>>,
    /// Per joint, which of those has the corner that is farthest from it; none until it is needed.
    far: Vec<Option<u16>>,
    tried: Vec<TrialFrame>,
    /// Whether what moves a frame moves all frames below it by the same matrix.
    is_linear: bool,
    /// Frames of joints that were computed.
    frames: usize,
}

impl<'a> Samples<'a> {
    /// Without times, which are to be [loaded](Self::load).
    pub(super) fn new(of: &'a Reduction<'a>) -> Self {
        let count = of.skeleton.len();
        let mut corners: Vec<Vec<Vec3A>> = vec![Vec::new(); count];
        for carried in of.boxes {
            if let Some(own) = corners.get_mut(carried.joint.index()) {
                own.extend(carried.corners.map(Vec3A::from));
            }
        }
        let listed = affected_joints(of);
        let mut places = vec![0; count];
        for (place, &joint) in listed.iter().enumerate() {
            places[joint] = place;
        }
        Self {
            times: Vec::new(),
            bounds: [f32::NEG_INFINITY, f32::INFINITY],
            by_joints: Vec::new(),
            joints: Vec::new(),
            listed,
            places,
            morphs: Vec::new(),
            corners,
            below: vec![Vec::new(); count],
            far: vec![None; count],
            tried: vec![TrialFrame::default(); count],
            frames: 0,
            is_linear: of.scale_inheritance.iter().all(|own| own.is_linear()),
            of,
        }
    }

    /// How many times can be held where joints times times are bounded; some in any case.
    pub(super) fn times_at_once(&self, held: usize) -> usize {
        // A removal needs the times of the segments around the key together.
        (held / self.listed.len().max(1)).max(16)
    }

    /// Holds a part of all times, as the clip has them, in place of what was held.
    pub(super) fn load(&mut self, all: &[f32], part: Range<usize>) {
        let time = |place: usize| all.get(place).copied();
        let first = time(part.start).filter(|_| part.start > 0);
        self.bounds = [
            first.unwrap_or(f32::NEG_INFINITY),
            time(part.end).unwrap_or(f32::INFINITY),
        ];
        self.times = all[part].to_vec();
        self.by_joints = vec![Some(0.0); self.times.len()];
        self.morphs.clear();
        self.joints.clear();
        self.joints.reserve(self.times.len() * self.listed.len());
        for place in 0..self.times.len() {
            self.add(self.times[place]);
        }
    }

    /// Whether a time is between those that are held.
    pub(super) fn has(&self, time: f32) -> bool {
        self.bounds[0] <= time && time < self.bounds[1]
    }

    /// Whether all that lies between two times is held.
    pub(super) fn holds(&self, [from, to]: [f32; 2]) -> bool {
        self.bounds[0] <= from && to <= self.bounds[1]
    }

    /// The frames of joints that were computed so far.
    pub(super) const fn frames(&self) -> usize {
        self.frames
    }

    /// Adds the listed joints at a time.
    fn add(&mut self, time: f32) {
        let Reduction {
            clip,
            skeleton,
            base,
            ..
        } = *self.of;
        let pose = clip.sample(skeleton, base, time);
        self.frames += skeleton.len();
        let mut all: Vec<Joint> = Vec::with_capacity(skeleton.len());
        for (joint, user) in skeleton.joints().zip(pose.user_transforms()) {
            let mut local = skeleton.local_keys(joint);
            let tracks = clip.tracks();
            let from = tracks.partition_point(|track| track.joint < joint);
            let own = tracks[from..]
                .iter()
                .take_while(|track| track.joint == joint);
            own.for_each(|track| track.channel.sample_into(&mut local, &mut 0, time));
            let mut posed = Joint {
                local,
                rigid: user.rigid,
                stretch: user.linear.into(),
                frame: Affine3A::IDENTITY,
                last: Affine3A::IDENTITY,
                goal: Affine3A::IDENTITY,
            };
            let above = skeleton.parent(joint);
            let above = above.map(|above| (above, &all[above.index()]));
            (posed.frame, posed.last) = one_frame(
                above.map(|(above, it)| Above {
                    inheritance: self.of.scale_inheritance[above.index()],
                    before_stretch: it.frame,
                    with_stretch: it.last,
                    stretch: it.stretch,
                }),
                (
                    skeleton.parent_from_joint(joint),
                    posed.rigid,
                    posed.stretch,
                ),
            );
            posed.goal = posed.last;
            all.push(posed);
        }
        self.joints
            .extend(self.listed.iter().map(|&joint| all[joint]));
        let weights = pose.morph_weights.iter();
        self.morphs.extend(weights.map(|&weight| [weight; 2]));
    }

    pub(super) fn time(&self, sample: usize) -> f32 {
        self.times[sample]
    }

    /// Where a listed joint is among `joints` at a time.
    fn place(&self, sample: usize, joint: usize) -> usize {
        sample * self.listed.len() + self.places[joint]
    }

    /// The times after one and before another.
    pub(super) fn between(&self, [from, to]: [f32; 2]) -> Range<usize> {
        // Without the ends, where keys stay and nothing changes.
        let first = self.times.partition_point(|&time| time <= from);
        let end = self.times.partition_point(|&time| time < to);
        first..end.max(first)
    }

    /// How far the skin is off at a time if a channel had this value.
    pub(super) fn error_with(&mut self, sample: usize, target: Target, value: KeyValue) -> f32 {
        // Morph weights are added up in the time of some frames.
        self.frames += 1 + self.of.base.morph_weights.len() / 64;
        match target {
            Target::Joint(joint, channel) => {
                self.try_joint(sample, joint, (channel, value));
                let below = &self.below[joint.index()];
                let errors = below.iter().map(|&it| {
                    let it = usize::from(it);
                    let goal = &self.joints[self.place(sample, it)].goal;
                    farthest(&self.tried[it].last, goal, &self.corners[it])
                });
                // Joints and morph targets move the same vertices: their bounds add up.
                errors.fold(0.0, worse) + self.morph_error(sample, None)
            }
            Target::Morph(weight) => {
                self.joint_error(sample) + self.morph_error(sample, Some((weight, value)))
            }
        }
    }

    /// How far the skin is off at least at a time if a channel had this value: at the joint below that is farthest from the one that moves,
    /// whatever is wrong at all others. Zero where that is not known without the frames of all of them.
    pub(super) fn least_error(&mut self, sample: usize, target: Target, value: KeyValue) -> f32 {
        let Target::Joint(joint, channel) = target else {
            return 0.0;
        };
        let own = joint.index();
        let is_rigid = matches!(channel, JointChannel::Translation | JointChannel::Rotation);
        if !is_rigid && self.of.scale_inheritance[own] != ScaleInheritance::Children {
            return 0.0;
        }
        if !self.is_linear {
            return 0.0;
        }
        let Some(far) = self.far_from(sample, own) else {
            return 0.0;
        };
        // What it reads lies far apart in memory, which takes as long as five frames that lie in a row.
        self.frames += 5;
        let now = &self.joints[self.place(sample, own)];
        // Flat: without an inverse nothing is known of the frames below.
        if now.last.matrix3.determinant() == 0.0 {
            return 0.0;
        }
        let skeleton = self.of.skeleton;
        let local = with_channel(now.local, channel, value);
        let user = skeleton.user_of_local_keys(joint, &local);
        let stretch: Mat3A = Stretch::from_symmetric(user.linear).to_mat3().into();
        let above = skeleton.parents()[own].map(JointIndex::index);
        let above = above.map(|above| self.above(above, (false, sample)));
        let rest = skeleton.parent_from_joint[own];
        let (_, last) = one_frame(above, (rest, user.rigid, stretch));
        // All frames below are multiplied by one matrix.
        let moved = last * now.last.inverse();
        let it = &self.joints[self.place(sample, far)];
        let error = farthest(&(moved * it.last), &it.goal, &self.corners[far]);
        if error.is_finite() {
            ROUNDED * error
        } else {
            0.0
        }
    }

    /// Which joint, below another or itself, has the corner that is farthest from it, as first seen; none where no corner is.
    fn far_from(&mut self, sample: usize, own: usize) -> Option<usize> {
        if let Some(far) = self.far[own] {
            return Some(usize::from(far));
        }
        if self.below[own].is_empty() {
            self.below[own] = below(self.of, own);
        }
        let from = self.joints[self.place(sample, own)].last.translation;
        let mut found: Option<(u16, f32)> = None;
        for &it in &self.below[own] {
            let joint = usize::from(it);
            let last = self.joints[self.place(sample, joint)].last;
            let corners = self.corners[joint].iter();
            let squares = corners.map(|it| last.transform_point3a(*it).distance_squared(from));
            // Below every square: a joint without corners never counts.
            let square = squares.fold(-1.0, f32::max);
            if square > found.map_or(-1.0, |(_, most)| most) {
                found = Some((it, square));
            }
        }
        self.far[own] = found.map(|(it, _)| it);
        self.far[own].map(usize::from)
    }

    /// Has a channel have this value at a time.
    pub(super) fn take(&mut self, sample: usize, target: Target, value: KeyValue) {
        match target {
            Target::Joint(joint, channel) => {
                let (local, rigid) = self.try_joint(sample, joint, (channel, value));
                let own = self.place(sample, joint.index());
                (self.joints[own].local, self.joints[own].rigid) = (local, rigid);
                for &it in &self.below[joint.index()] {
                    let it = usize::from(it);
                    let place = self.place(sample, it);
                    let (taken, tried) = (&mut self.joints[place], self.tried[it]);
                    (taken.frame, taken.last) = (tried.frame, tried.last);
                    taken.stretch = tried.stretch;
                }
                // Made again when a morph weight asks for it.
                self.by_joints[sample] = None;
            }
            Target::Morph(weight) => {
                let weights = self.of.base.morph_weights.len();
                if let (Some(slot), KeyValue::Number(value)) =
                    (self.morphs.get_mut(sample * weights + weight), value)
                {
                    slot[0] = value;
                }
            }
        }
    }

    /// Puts the frames of a joint and all below it into `tried`; returns the joint's own keys and motion.
    fn try_joint(
        &mut self,
        sample: usize,
        joint: JointIndex,
        (channel, value): (JointChannel, KeyValue),
    ) -> (LocalKeys, Rigid) {
        let skeleton = self.of.skeleton;
        let own = joint.index();
        if self.below[own].is_empty() {
            self.below[own] = below(self.of, own);
        }
        let local = with_channel(self.joints[self.place(sample, own)].local, channel, value);
        let user = skeleton.user_of_local_keys(joint, &local);
        let stretch: Mat3A = Stretch::from_symmetric(user.linear).to_mat3().into();
        self.frames += self.below[own].len();
        for &it in &self.below[own] {
            let it = usize::from(it);
            let now = &self.joints[self.place(sample, it)];
            let (rigid, stretch) = if it == own {
                (user.rigid, stretch)
            } else {
                (now.rigid, now.stretch)
            };
            let above = skeleton.parents()[it].map(JointIndex::index);
            let above = above.map(|above| self.above(above, (it != own, sample)));
            let rest = skeleton.parent_from_joint[it];
            let (frame, last) = one_frame(above, (rest, rigid, stretch));
            self.tried[it] = TrialFrame {
                stretch,
                frame,
                last,
            };
        }
        (local, user.rigid)
    }

    /// How far the joints take the skin at most.
    fn joint_error(&mut self, sample: usize) -> f32 {
        if let Some(known) = self.by_joints[sample] {
            return known;
        }
        self.frames += self.listed.len();
        let errors = self.listed.iter().map(|&it| {
            let joint = &self.joints[self.place(sample, it)];
            farthest(&joint.last, &joint.goal, &self.corners[it])
        });
        let error = errors.fold(0.0, worse);
        self.by_joints[sample] = Some(error);
        error
    }

    /// What the children of a joint have of it: as tried, or as it is at a time.
    fn above(&self, joint: usize, (is_tried, sample): (bool, usize)) -> Above {
        let now = &self.joints[self.place(sample, joint)];
        let tried = if is_tried {
            self.tried[joint]
        } else {
            TrialFrame {
                stretch: now.stretch,
                frame: now.frame,
                last: now.last,
            }
        };
        Above {
            inheritance: self.of.scale_inheritance[joint],
            before_stretch: tried.frame,
            with_stretch: tried.last,
            stretch: tried.stretch,
        }
    }

    /// How far morph weights take a vertex at most, where one may have another value.
    fn morph_error(&self, sample: usize, other: Option<(usize, KeyValue)>) -> f32 {
        let count = self.of.base.morph_weights.len();
        let weights = &self.morphs[sample * count..(sample + 1) * count];
        let errors = weights.iter().enumerate().map(|(weight, &[now, goal])| {
            let now = match other {
                Some((it, KeyValue::Number(value))) if it == weight => value,
                _ => now,
            };
            let reach = self.of.morph_reach.get(weight).copied().unwrap_or(0.0);
            (now - goal).abs() * reach
        });
        errors.sum()
    }
}

/// The joints of the targets, all below them, and the parents of both; parents first.
fn affected_joints(of: &Reduction<'_>) -> Vec<usize> {
    let parents = of.skeleton.parents();
    let mut is_moved = vec![false; parents.len()];
    for target in of.targets {
        if let Target::Joint(joint, _) = target
            && let Some(is_moved) = is_moved.get_mut(joint.index())
        {
            *is_moved = true;
        }
    }
    for (joint, above) in parents.iter().enumerate() {
        is_moved[joint] |= above.is_some_and(|above| is_moved[above.index()]);
    }
    let mut is_listed = is_moved.clone();
    let moved = parents.iter().zip(&is_moved).filter(|(_, moved)| **moved);
    for above in moved.filter_map(|(above, _)| *above) {
        is_listed[above.index()] = true;
    }
    let all = is_listed.into_iter().enumerate();
    all.filter_map(|(joint, is_listed)| is_listed.then_some(joint))
        .collect()
}

/// A joint and all below it, parents first.
fn below(of: &Reduction<'_>, joint: usize) -> Vec<u16> {
    let mut is_below = vec![false; of.skeleton.len()];
    is_below[joint] = true;
    for (it, above) in of.skeleton.parents().iter().enumerate().skip(joint + 1) {
        is_below[it] = above.is_some_and(|above| is_below[above.index()]);
    }
    let all = (0_u16..).zip(is_below);
    all.filter_map(|(it, is_below)| is_below.then_some(it))
        .collect()
}

fn with_channel(mut local: LocalKeys, channel: JointChannel, value: KeyValue) -> LocalKeys {
    match (channel, value) {
        (JointChannel::Translation, KeyValue::Vector(value)) => local.translation = value,
        (JointChannel::Rotation, KeyValue::Rotation(value)) => local.rotation = value,
        (JointChannel::Scale, KeyValue::Vector(value)) => local.stretch.scale = value,
        (JointChannel::Shear, KeyValue::Vector(value)) => local.stretch.shear = value,
        (_, KeyValue::Vector(_) | KeyValue::Rotation(_) | KeyValue::Number(_)) => {}
    }
    local
}

/// How far a corner is from where it should be, at most.
fn farthest(now: &Affine3A, goal: &Affine3A, corners: &[Vec3A]) -> f32 {
    if corners.is_empty() || now == goal {
        // Most joints are as the clip has them still.
        return 0.0;
    }
    let matrix = now.matrix3 - goal.matrix3;
    let moved = now.translation - goal.translation;
    let squares = corners
        .iter()
        .map(|corner| (matrix * *corner + moved).length_squared());
    squares.fold(0.0, worse).sqrt()
}

/// The larger one; NaN is larger than all.
fn worse(one: f32, other: f32) -> f32 {
    if one >= other || one.is_nan() {
        one
    } else {
        other
    }
}
