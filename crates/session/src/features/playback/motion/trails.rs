//! Motion trails: where joints are in every frame of the clip, and at their keys.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use rig::{Clip, JointIndex, Pose, Target};
use scene::view::pane_shows::PaneInheritance;

use super::{GoesOn, clip_at, moves_alike};
use crate::document::Document;
use crate::document::keyed::seen_pose;
use crate::document::moment::Moment;
use crate::document::pending::Pending;
use crate::session::Session;
use crate::shown::joint_frames;
use crate::state::playback::motion::key_times_of;
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The largest number of frames of a trail: of a longer clip, those around the current time.
const MOST_FRAMES: u32 = 2000;

/// A place of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailPoint {
    /// Seconds from the beginning of the clip.
    pub time: f32,
    /// Where the joint's origin is then, in scene space.
    pub place: Vec3,
}

/// The way of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// Index in the skeleton of the joint whose origin is followed.
    pub joint: JointIndex,
    /// Its place in every frame, in order of time.
    pub frames: Vec<TrailPoint>,
    /// Its place at each of its own keys, in order of time.
    pub keys: Vec<TrailPoint>,
    /// Its place where it was posed at other times than the current one and is not keyed; not on the way of the clip.
    pub pending: Vec<TrailPoint>,
}

/// Everything that the trails depend on.
#[derive(Clone, Debug)]
struct Key {
    document: Document,
    clip: Moment,
    joints: Vec<JointIndex>,
    /// What is posed of these joints at other times and not keyed.
    pending: Vec<Pending>,
    /// The ways in which panes inherit scale, each once.
    inheritances: Vec<PaneInheritance>,
    /// Frames per second.
    rate: f64,
    /// The first frame of the trails, from 0 at the beginning of the clip; above 0 only in clips of more than [`MOST_FRAMES`].
    first: u32,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        moves_alike(&self.document, &other.document)
            && (self.clip, self.rate, self.first) == (other.clip, other.rate, other.first)
            && (&self.joints, &self.inheritances) == (&other.joints, &other.inheritances)
            && self.pending == other.pending
    }
}

/// One list of trails for each way in which panes inherit scale.
type PaneTrails = Vec<(PaneInheritance, Vec<Trail>)>;

/// The trails of what panes show, and the work that makes the next ones.
#[derive(Debug, Default)]
pub struct Trails {
    found: PaneTrails,
    is_shown: bool,
    /// What [`find`](Self::find) has found them for.
    found_for: Option<Key>,
    job: Latest<Key, Option<PaneTrails>>,
    fault: Fault,
}

impl Trails {
    pub(super) fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let Some(key) = find_key(document, session) else {
            if self.is_shown {
                *self = Self::default();
            }
            return;
        };
        self.is_shown = true;
        match self.job.poll() {
            Some((_, Ok(Some(found)))) => {
                self.found = found;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The motion trails were not computed, for {error}. Turn them off and on again to try once more."
            )),
            Some((_, Ok(None))) | None => {}
        }
        // While a clip is edited the trails of the last edit but one are not thrown away.
        self.job.follow_up(key.clone(), || {
            Task::start(spawner, "motion trails", move |handle| {
                make_trails(&key, &|| !handle.is_canceled())
            })
        });
    }

    /// Makes the trails of what is shown now before it returns, for pictures that wait for them.
    pub(super) fn find(&mut self, document: &Document, session: &Session, goes_on: GoesOn<'_>) {
        let key = find_key(document, session);
        if key == self.found_for {
            return;
        }
        let found = key.as_ref().and_then(|key| make_trails(key, goes_on));
        (self.found, self.found_for) = (found.unwrap_or_default(), key);
    }

    pub(super) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The trails in a pane that inherits scale in this way; none while they are off or not there yet.
    #[must_use]
    pub fn of(&self, inheritance: PaneInheritance) -> &[Trail] {
        let mut found = self.found.iter();
        let found = found.find(|(other, _)| *other == inheritance);
        found.map_or(&[], |(_, trails)| trails)
    }

    /// Whether trails are being computed.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }
}

fn find_key(document: &Document, session: &Session) -> Option<Key> {
    let moment = session.moment_in_motion()?;
    let joints = session.joints_with_trail();
    if !session.motion.trails || joints.is_empty() {
        return None;
    }
    let clip = clip_at(document, moment)?;
    let rate = session.frames_per_second();
    let mut inheritances: Vec<PaneInheritance> = Vec::new();
    for pane in &session.comparing.panes {
        if !inheritances.contains(&pane.scale_inheritance) {
            inheritances.push(pane.scale_inheritance);
        }
    }
    Some(Key {
        document: document.clone(),
        clip: Moment {
            time: 0.0,
            ..moment
        },
        pending: pending_of(document, moment, &joints),
        joints,
        inheritances,
        rate,
        first: first_frame(clip.duration(), moment.time, rate),
    })
}

/// What is pending of these joints in the clip; not at the current time, where the panes show it.
fn pending_of(document: &Document, now: Moment, joints: &[JointIndex]) -> Vec<Pending> {
    let here = document.pending.at(now);
    let all = document.pending.of_clip(now.clip);
    let others = all.filter(|&pending| here.is_none_or(|here| here.moment != pending.moment));
    let is_of_joints = |pending: &&Pending| joints.iter().any(|&joint| poses(pending, joint));
    others.filter(is_of_joints).cloned().collect()
}

/// Whether something of a joint is pending.
fn poses(pending: &Pending, joint: JointIndex) -> bool {
    let mut targets = pending.changes.keys();
    targets.any(|target| matches!(target, Target::Joint(other, _) if *other == joint))
}

/// The number of the last frame at or before a time.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "frames of a clip; saturates"
)]
fn frame_at(time: f32, rate: f64) -> u32 {
    // Times are f32: a thousandth of a frame keeps one that was rounded down on its own frame.
    (f64::from(time) * rate + 1e-3).floor().max(0.0) as u32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a time of a clip, which are f32"
)]
fn time_of(frame: u32, rate: f64) -> f32 {
    (f64::from(frame) / rate.max(1e-3)) as f32
}

/// The first frame of the trails: of a long clip it moves along in large steps, so that trails are rarely made anew.
fn first_frame(duration: f32, now: f32, rate: f64) -> u32 {
    let last = frame_at(duration, rate);
    if last <= MOST_FRAMES {
        return 0;
    }
    let step = MOST_FRAMES / 4;
    // One step back, so that at least 500 frames before the current one are seen, and 1000 after it.
    let block = (frame_at(now, rate) / step).saturating_sub(1) * step;
    block.min(last - MOST_FRAMES)
}

/// The times of all frames of the trails; the end of the clip is one, whether it is on a frame or not.
fn frame_times(clip: &Clip, first: u32, rate: f64) -> Vec<f32> {
    let last = frame_at(clip.duration(), rate).min(first.saturating_add(MOST_FRAMES));
    let mut times: Vec<f32> = (first..=last).map(|frame| time_of(frame, rate)).collect();
    let reaches_end = last == frame_at(clip.duration(), rate);
    let end = times.last().copied().unwrap_or_default();
    if reaches_end && clip.duration() - end > 1e-4 {
        times.push(clip.duration());
    }
    times
}

/// None if nobody wants them any more.
fn make_trails(key: &Key, goes_on: GoesOn<'_>) -> Option<PaneTrails> {
    let clip = clip_at(&key.document, key.clip)?;
    let frames = frame_times(clip, key.first, key.rate);
    let (from, to) = (*frames.first()?, *frames.last()?);
    let keys = key.joints.iter().map(|&joint| {
        let mut times = key_times_of(clip, joint);
        times.retain(|&time| time >= from - 1e-4 && time <= to + 1e-4);
        times
    });
    let keys: Vec<Vec<f32>> = keys.collect();
    // One pose for each time, however many joints have a key there.
    // By their bits, since f32 has no total order; bits of numbers that are not negative have the same order.
    let times: BTreeSet<u32> = (frames.iter().chain(keys.iter().flatten()))
        .map(|time| time.to_bits())
        .collect();
    let mut places = vec![BTreeMap::new(); key.inheritances.len()];
    for bits in times {
        if !goes_on() {
            return None;
        }
        let moment = Moment {
            time: f32::from_bits(bits),
            ..key.clip
        };
        let pose = seen_pose(&key.document, moment, false)?;
        for (&inheritance, places) in key.inheritances.iter().zip(&mut places) {
            places.insert(bits, places_in(key, &pose, inheritance));
        }
    }
    let found = key.inheritances.iter().zip(&places);
    let found = found.map(|(&inheritance, places)| {
        let mut trails = trails_of(&key.joints, &frames, &keys, places);
        add_pending(key, inheritance, &mut trails);
        (inheritance, trails)
    });
    Some(found.collect())
}

/// Where the joints are in a pose.
fn places_in(key: &Key, pose: &Pose, inheritance: PaneInheritance) -> Vec<Vec3> {
    let flags = key.document.scale_inheritance.iter();
    let flags: Vec<_> = flags.map(|&set| inheritance.of(set)).collect();
    let of_joints = joint_frames(&key.document.character, pose, &flags);
    let at = |joint: &JointIndex| {
        let frame = of_joints.get(joint.index());
        // A joint that the pose lacks has no place: `trails_of` leaves out what is not finite.
        frame.map_or(Vec3::NAN, |frame| frame.translation.into())
    };
    key.joints.iter().map(at).collect()
}

fn add_pending(key: &Key, inheritance: PaneInheritance, trails: &mut [Trail]) {
    for pending in &key.pending {
        let Some(pose) = seen_pose(&key.document, pending.moment, true) else {
            continue;
        };
        let places = places_in(key, &pose, inheritance);
        let posed = trails.iter_mut().zip(places);
        for (trail, place) in posed.filter(|(trail, _)| poses(pending, trail.joint)) {
            trail.pending.push(TrailPoint {
                time: pending.moment.time,
                place,
            });
        }
    }
}

fn trails_of(
    joints: &[JointIndex],
    frames: &[f32],
    keys: &[Vec<f32>],
    places: &BTreeMap<u32, Vec<Vec3>>,
) -> Vec<Trail> {
    let point = |time: f32, of: usize| {
        let place = places.get(&time.to_bits())?.get(of).copied()?;
        place.is_finite().then_some(TrailPoint { time, place })
    };
    let trail = |(of, (&joint, keys)): (usize, (&JointIndex, &Vec<f32>))| Trail {
        joint,
        frames: frames.iter().filter_map(|&time| point(time, of)).collect(),
        keys: keys.iter().filter_map(|&time| point(time, of)).collect(),
        pending: Vec::new(),
    };
    joints.iter().zip(keys).enumerate().map(trail).collect()
}
