//! Pins of a clip held by its keys: at every frame of their ranges the joints above them get keys that hold them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use glam::Vec3;
use rig::{
    Clip, ClipEdit, ClipError, ForwardError, JointChannel, JointIndex, JointLimits, KeyAt, KeyMode,
    Limb, NewKey, Pose, SAME_KEY, Segment, Tangents, Target,
};
use scene::deform::base_pose;
use thiserror::Error;
use web_time::Instant;

use crate::document::Document;
use crate::document::keyed::keys_of_pose;
use crate::document::pins::{JointFrames, JointPin, PinRange, PinTarget};
use crate::state::posing::pins::{LimbPin, PinSolver, WantedPin, size_of};

/// Between frames pins may be off by this share of the skeleton's size; where they are not, there are keys between them too.
const BETWEEN: f32 = 1e-4;
/// A pin that is off by up to this share holds already: what holding leaves, and rounding.
const HOLDS: f32 = 1.2 * BETWEEN;
/// Frames of a range at most, a quarter of an hour at usual rates.
const MOST_FRAMES: f64 = 3e4;
/// So often keys are put between frames.
const ROUNDS: usize = 3;
/// After a frame a limb's bend counts if it is more than this share of its length.
const BENT: f32 = 0.01;

/// A clip whose pins hold.
#[derive(Clone, Debug)]
pub struct PinnedClip {
    /// The clip; as it was where all pins hold already.
    pub clip: Clip,
    /// What became of each pin of the clip.
    pub pins: Vec<PinSlide>,
}

/// How far what a pin holds is from where it wants it, at most, in its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinSlide {
    /// The joint that is held.
    pub joint: JointIndex,
    /// In the clip as it was, meters.
    pub before: f32,
    /// With the new keys: what is out of reach.
    pub after: f32,
}

/// Why pins cannot be held by keys.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum NotPinned {
    /// The document has no such clip.
    #[error("there is no such clip")]
    NoClip,
    /// It took longer than it may.
    #[error("the clip is too long to wait for; pin a shorter range")]
    TooLong,
    /// Keys that make no track.
    #[error(transparent)]
    Keys(#[from] ClipError),
    /// Flags that do not fit the skeleton.
    #[error(transparent)]
    Pose(#[from] ForwardError),
}

/// How the pins of a clip are held.
#[derive(Clone, Copy, Debug)]
pub struct PinKeys<'a> {
    /// Frames a second at which there are keys.
    pub rate: f64,
    /// Limits of joints, as [`PinSolver`] takes them.
    pub limits: &'a [Option<JointLimits>],
    /// Joints that must not turn.
    pub locked: &'a BTreeSet<JointIndex>,
    /// The longest that it may take.
    pub patience: Duration,
}

/// A clip with keys at every frame of the ranges of its pins, in which these hold as well as they can.
///
/// One pin after another, those that go along with a joint last. An arm or leg reaches by two bones, its knee on the side where it was the frame
/// before; in other chains all joints turn from the first that branches downwards. In the fades the clip passes over to the pin, so that
/// nothing jumps. Keys are linear, at frames, and between them where the pin would be off by more than a ten-thousandth of the skeleton's size;
/// keys of the same joints that lie there go. Outside of range and fades the clip stays as it is. A pin that holds already gets no keys, so that
/// doing it again changes nothing.
///
/// # Errors
///
/// See [`NotPinned`].
pub fn pinned_clip(
    document: &Document,
    clip: &Clip,
    keys: PinKeys<'_>,
) -> Result<PinnedClip, NotPinned> {
    let begun = Instant::now();
    let mut works: Vec<PinWork<'_>> = document
        .pins
        .iter()
        .filter(|pin| pin.is_of(Some(clip.id())))
        .filter_map(|pin| {
            Some(PinWork {
                base: base_pose(&document.character),
                document,
                keys,
                pin,
                limb: Limb::find_for_pin(&document.character.rig.skeleton, pin.joint),
                range: pin.range?,
                begun,
            })
        })
        .collect();
    if works.iter().any(|work| work.is_too_long(clip)) {
        return Err(NotPinned::TooLong);
    }
    works.sort_by_key(|work| work.pin.to.is_some());
    let mut after = clip.clone();
    for work in &works {
        if !work.holds(&after)? {
            after = work.held(&after)?;
        }
    }
    let slides = works.iter().map(|work| {
        let [before, after] = [clip, &after].map(|clip| work.slide(clip));
        Ok(PinSlide {
            joint: work.pin.joint,
            before: before?,
            after: after?,
        })
    });
    let pins = slides.collect::<Result<_, NotPinned>>()?;
    Ok(PinnedClip { clip: after, pins })
}

/// One pin of a clip.
struct PinWork<'a> {
    document: &'a Document,
    keys: PinKeys<'a>,
    pin: &'a JointPin,
    /// What reaches for the pin by two bones.
    limb: Option<Limb>,
    range: PinRange,
    base: Pose,
    begun: Instant,
}

/// A pose at a time, in seconds.
struct TimedPose {
    time: f32,
    pose: Pose,
}

/// Poses by the bits of their times, which are not negative, so that they lie in the order of time.
type Solved = BTreeMap<u32, Pose>;

impl PinWork<'_> {
    fn solver(&self) -> PinSolver<'_> {
        PinSolver {
            skeleton: &self.document.character.rig.skeleton,
            scale_inheritance: &self.document.scale_inheritance,
            limits: self.keys.limits,
            locked: self.keys.locked,
            followers: self.document.followers(),
        }
    }

    fn pose(&self, clip: &Clip, time: f32) -> Pose {
        clip.sample(&self.document.character.rig.skeleton, &self.base, time)
    }

    /// From where to where keys change, within the clip.
    fn window(&self, clip: &Clip) -> [f32; 2] {
        let end = clip.duration();
        [
            (self.range.from - self.range.fade).clamp(0.0, end),
            (self.range.to + self.range.fade).clamp(0.0, end),
        ]
    }

    /// The clip in which the pin holds.
    fn held(&self, clip: &Clip) -> Result<Clip, NotPinned> {
        let joints = self.turning();
        if joints.is_empty() {
            return Ok(clip.clone());
        }
        let targets = joints
            .iter()
            .map(|&joint| Target::Joint(joint, JointChannel::Rotation));
        let targets: Vec<Target> = targets.collect();
        let mut times = self.frames(clip);
        let mut solved = Solved::new();
        let mut after = clip.clone();
        for _ in 0..=ROUNDS {
            for time in &times {
                self.go_on(1)?;
                let before = solved.range(..time.to_bits()).next_back();
                let before = before.map(|(bits, pose)| TimedPose {
                    time: f32::from_bits(*bits),
                    pose: pose.clone(),
                });
                let pose = self.solved(clip, *time, before)?;
                solved.insert(time.to_bits(), pose);
            }
            after = self.with_keys(clip, &solved, &targets)?;
            times = self.times_between(clip, &after, &solved)?;
            if times.is_empty() {
                break;
            }
        }
        Ok(after)
    }

    /// The frames of the window with its ends and those of the range.
    fn frames(&self, clip: &Clip) -> Vec<f32> {
        let [from, to] = self.window(clip);
        let rate = self.keys.rate;
        let mut times = vec![from, to];
        for end in [self.range.from, self.range.to] {
            times.push(end.clamp(from, to));
        }
        let first = (f64::from(from) * rate).ceil();
        let count = (f64::from(to - from) * rate).floor().max(0.0);
        let mut frame = 0.0;
        while frame <= count {
            times.push(narrow((first + frame) / rate));
            frame += 1.0;
        }
        times.retain(|time| (from..=to).contains(time));
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier <= SAME_KEY);
        times
    }

    /// The joints that turn for the pin.
    fn turning(&self) -> Vec<JointIndex> {
        let mut joints: Vec<JointIndex> = match self.limb {
            Some(limb) => {
                let own = self.pin.holds_orientation.then_some(self.pin.joint);
                let end = Some(limb.end).filter(|end| {
                    self.pin.joint != *end || self.pin.offset != Vec3::ZERO || own.is_some()
                });
                let more = own.into_iter().chain(end);
                [limb.root, limb.middle].into_iter().chain(more).collect()
            }
            None => self.chain(),
        };
        joints.retain(|joint| !self.keys.locked.contains(joint));
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    /// All joints above the pin, from below the first that branches.
    fn chain(&self) -> Vec<JointIndex> {
        let solver = self.solver();
        let branches = |joint: &JointIndex| solver.skeleton.children(*joint).count() > 1;
        let above = solver.path(self.pin.joint).skip(1);
        let first = above.filter(branches).last();
        let from: BTreeSet<JointIndex> = first.into_iter().flat_map(|it| solver.path(it)).collect();
        solver.free_below(self.pin, |joint| from.contains(&joint))
    }

    /// Where the pin is to be at a time, between where the clip has it and where it is held; none for joints that are not there.
    fn target(&self, frames: &JointFrames, time: f32) -> Option<PinTarget> {
        let weight = self.range.weight(time);
        let held = self.pin.target(frames)?;
        let place = frames.point(self.pin.joint, self.pin.offset)?;
        let rotation = frames.rotation(self.pin.joint)?;
        Some(PinTarget {
            place: place.lerp(held.place, weight),
            rotation: rotation.slerp(held.rotation, weight),
        })
    }

    /// The pose of a time in which the pin holds, near to the one of the time before.
    fn solved(&self, clip: &Clip, time: f32, before: Option<TimedPose>) -> Result<Pose, NotPinned> {
        let solver = self.solver();
        let pose = self.pose(clip, time);
        let frames = solver.frames(&pose)?;
        let Some(target) = self
            .target(&frames, time)
            .filter(|_| self.range.weight(time) > 0.0)
        else {
            return Ok(pose);
        };
        let held = LimbPin {
            pin: self.pin,
            limb: self.limb,
        };
        let wanted = WantedPin { held, target };
        if let Some(reached) = solver.by_limb(&pose, wanted, None)? {
            let pole = match &before {
                Some(before) => self.flipped_pole(&before.pose, &reached)?,
                None => None,
            };
            let again = match pole {
                Some(pole) => solver.by_limb(&pose, wanted, Some(pole))?,
                None => None,
            };
            return Ok(again.unwrap_or(reached));
        }
        let free = self.turning();
        let start = match before {
            Some(before) => self.carried_on(clip, &before, TimedPose { time, pose }),
            None => pose,
        };
        Ok(solver.by_chain(&start, &[wanted], &free)?)
    }

    /// Where the middle of a limb was on its side the frame before, if it is on the other now.
    fn flipped_pole(&self, before: &Pose, now: &Pose) -> Result<Option<Vec3>, NotPinned> {
        let solver = self.solver();
        let Some(limb) = self.limb else {
            return Ok(None);
        };
        let places = |pose: &Pose| -> Result<Option<[Vec3; 3]>, NotPinned> {
            let frames = solver.frames(pose)?;
            let head = |joint| frames.point(joint, Vec3::ZERO);
            let places = (head(limb.root), head(limb.middle), head(limb.end));
            let (Some(root), Some(middle), Some(end)) = places else {
                return Ok(None);
            };
            Ok(Some([root, middle, end]))
        };
        let (Some(was), Some(is)) = (places(before)?, places(now)?) else {
            return Ok(None);
        };
        let bend = |[root, middle, end]: [Vec3; 3]| {
            let along = (end - root).normalize_or(Vec3::Y);
            (middle - root).reject_from_normalized(along)
        };
        let length = is[0].distance(is[1]) + is[1].distance(is[2]);
        let (was, way) = (bend(was), bend(is));
        let is_flipped = was.dot(way) < 0.0 && was.length().min(way.length()) > BENT * length;
        Ok(is_flipped.then(|| is[0].midpoint(is[2]) + was.normalize_or_zero() * length))
    }

    /// The pose of a time with what was changed for the pin the frame before, as far as it holds now.
    fn carried_on(&self, clip: &Clip, before: &TimedPose, now: TimedPose) -> Pose {
        let plain = self.pose(clip, before.time);
        let weights = [before.time, now.time].map(|time| self.range.weight(time));
        let share = if weights[0] > 0.0 {
            (weights[1] / weights[0]).min(1.0)
        } else {
            0.0
        };
        let mut start = now.pose;
        for joint in self.turning() {
            let place = joint.index();
            let turns =
                [&plain, &before.pose].map(|pose| pose.rigid.get(place).map(|it| it.rotation));
            if let ([Some(plain), Some(before)], Some(own)) = (turns, start.rigid.get_mut(place)) {
                let change = plain.conjugate() * before;
                let change = glam::Quat::IDENTITY.slerp(change, share);
                own.rotation = (own.rotation * change).normalize();
            }
        }
        start
    }

    /// The clip with keys of these poses, in place of what it has there.
    fn with_keys(
        &self,
        clip: &Clip,
        solved: &Solved,
        targets: &[Target],
    ) -> Result<Clip, NotPinned> {
        let skeleton = &self.document.character.rig.skeleton;
        // Keys are deleted by the times of quaternions, which Euler curves would make anew.
        let plain = targets
            .iter()
            .fold(clip.clone(), |clip, target| match target {
                Target::Joint(joint, _) => clip.with_euler(*joint, None),
                Target::Morph(_) => clip,
            });
        let clip = &plain;
        let [from, to] = self.window(clip);
        let mut keys: Vec<NewKey> = Vec::new();
        for (bits, pose) in solved {
            let time = f32::from_bits(*bits);
            let of_pose = keys_of_pose(skeleton, pose, targets.iter().copied(), time);
            keys.extend(of_pose.into_iter().map(|key| {
                let out = match time < to {
                    true => Segment::Linear,
                    false => out_at(clip, key.target, to),
                };
                let tangents = Tangents::Free;
                NewKey {
                    mode: Some(KeyMode {
                        out,
                        tangents,
                        ..KeyMode::default()
                    }),
                    ..key
                }
            }));
        }
        // Where rotation, scale and shear hang together, all three have keys.
        let keyed: BTreeSet<Target> = keys.iter().map(|key| key.target).collect();
        let (mut beside, mut gone) = (Vec::new(), Vec::new());
        for target in keyed {
            let times = clip.keys(target).map_or(&[][..], |keys| keys.times());
            let at = |time: f32| KeyAt { target, time };
            let is_new = |time: f32| {
                let near = solved.range((time - SAME_KEY).max(0.0).to_bits()..);
                let mut near = near.map(|(bits, _)| f32::from_bits(*bits));
                near.next().is_some_and(|other| other <= time + SAME_KEY)
            };
            let inside = times.iter().filter(|time| (from..=to).contains(*time));
            gone.extend(inside.filter(|time| !is_new(**time)).map(|time| at(*time)));
            beside.extend(
                times
                    .iter()
                    .rfind(|time| **time < from)
                    .map(|time| at(*time)),
            );
            beside.extend(times.iter().find(|time| **time > to).map(|time| at(*time)));
        }
        // Automatic tangents beside the window would follow its new keys, and change what lies outside.
        let stay = ClipEdit::SetModes {
            keys: beside,
            out: None,
            tangents: Some(Tangents::Free),
        };
        let after = clip.with_edit(&stay)?.0;
        let after = after.with_edit(&ClipEdit::SetKeys(keys))?.0;
        Ok(after.with_edit(&ClipEdit::DeleteKeys(gone))?.0)
    }

    /// Times halfway between keys where the pin is off by too much.
    fn times_between(
        &self,
        clip: &Clip,
        after: &Clip,
        solved: &Solved,
    ) -> Result<Vec<f32>, NotPinned> {
        let least = BETWEEN * size_of(&self.document.character.rig.skeleton);
        let times: Vec<f32> = solved.keys().map(|bits| f32::from_bits(*bits)).collect();
        let mut between = Vec::new();
        for pair in times.windows(2) {
            let &[from, to] = pair else { continue };
            let time = 0.5 * (from + to);
            let frames = self.solver().frames(&self.pose(clip, time))?;
            let moved = self.solver().frames(&self.pose(after, time))?;
            let wanted = self.target(&frames, time);
            let held = moved.point(self.pin.joint, self.pin.offset);
            let ends = self.pin.to.is_none().then_some(()).and(wanted.zip(held));
            let off = match ends {
                Some((wanted, held)) => wanted.place.distance(held),
                None => self.pin.residual(&moved).unwrap_or(0.0) * self.range.weight(time),
            };
            // What is out of reach at the frames is no nearer between them.
            let left = [from, to].map(|time| self.left_at(after, time));
            let [one, other] = left;
            if off > least + one?.max(other?) && to - from > 8.0 * SAME_KEY {
                between.push(time);
            }
        }
        Ok(between)
    }

    /// How far the pin is from where it is to be at a frame, in its range.
    fn left_at(&self, after: &Clip, time: f32) -> Result<f32, NotPinned> {
        if !self.range.contains(time) {
            return Ok(0.0);
        }
        let frames = self.solver().frames(&self.pose(after, time))?;
        Ok(self.pin.residual(&frames).unwrap_or(0.0))
    }

    /// Whether there are more frames than are looked at.
    fn is_too_long(&self, clip: &Clip) -> bool {
        let [from, to] = self.window(clip);
        let frames = f64::from(to - from) * self.keys.rate;
        !frames.is_finite() || frames > MOST_FRAMES
    }

    /// How far what the pin holds is off at most.
    fn slide(&self, clip: &Clip) -> Result<f32, NotPinned> {
        let mut most = 0.0_f32;
        for time in self.times_seen(clip) {
            self.go_on(4)?;
            most = most.max(self.left_at(clip, time)?);
        }
        Ok(most)
    }

    /// Whether the pin holds in a clip as it is.
    fn holds(&self, clip: &Clip) -> Result<bool, NotPinned> {
        let least = HOLDS * size_of(&self.document.character.rig.skeleton);
        for time in self.times_seen(clip) {
            self.go_on(1)?;
            let frames = self.solver().frames(&self.pose(clip, time))?;
            let off = self.pin.residual(&frames).unwrap_or(0.0);
            if off > least || PinSolver::is_turned_away(self.pin, &frames) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The times of the range at which it is looked how far the pin is off: frames, and three between two of them.
    fn times_seen(&self, clip: &Clip) -> impl Iterator<Item = f32> {
        let from = self.range.from;
        let length = self.range.to.min(clip.duration()) - from;
        let steps = (f64::from(length) * self.keys.rate * 4.0).ceil().max(0.0);
        let all = std::iter::successors(Some(0.0_f64), |step| Some(step + 1.0));
        let all = all.take_while(move |step| *step <= steps);
        all.map(move |step| {
            let share = if steps > 0.0 { step / steps } else { 0.0 };
            narrow(share).mul_add(length, from)
        })
    }

    /// An error after so many times the patience.
    fn go_on(&self, times: u32) -> Result<(), NotPinned> {
        let is_patient = self.begun.elapsed() <= times * self.keys.patience;
        is_patient.then_some(()).ok_or(NotPinned::TooLong)
    }
}

/// How a track passes on at a time; linearly where it has no keys.
fn out_at(clip: &Clip, target: Target, time: f32) -> Segment {
    let keys = clip.keys(target);
    keys.map_or(Segment::Linear, |keys| {
        let place = keys.times().partition_point(|key| *key <= time + SAME_KEY);
        place
            .checked_sub(1)
            .map_or(Segment::Linear, |key| keys.mode(key).out)
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
