//! Keys that are not needed: taken out one after another, the least felt first.
//!
//! What a key's removal does is bounded on the skin of linear blending: where the vertices of each joint lie in boxes that
//! it carries, `|Δv| ≤ max |ΔW_j x|` over joints j and corners x, since weights are shares of one and distances are convex.
//! Frames are those of the whole skeleton, so that what adds up along a chain is counted. Between the times looked at nothing
//! is promised: that, and other methods, are for the caller to measure.

use super::{
    AnyTrack, Channel, Clip, JointChannel, JointTrack, KeyValue, Keys, MorphTrack, Target,
};
use crate::{GoOn, JointIndex, Key, Keyed, Pose, ScaleInheritance, Segment, Skeleton, Track};
use glam::{Quat, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

mod key_list;
mod samples;

use key_list::KeyList;
use samples::Samples;

/// A box of vertices that a joint carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointBox {
    /// The index in the skeleton of the joint that carries it.
    pub joint: JointIndex,
    /// Its corners, which the joint's final matrix `W_i` takes to the model.
    pub corners: [Vec3; 8],
}

/// Which keys of a clip stay, key by key.
pub type KeptKeys = BTreeMap<Target, Vec<bool>>;

/// A clip whose keys are to become fewer.
#[derive(Clone, Copy, Debug)]
pub struct Reduction<'a> {
    /// The clip whose keys are tried; it stays as it is.
    pub clip: &'a Clip,
    /// The skeleton whose joints the tracks name.
    pub skeleton: &'a Skeleton,
    /// What the clip is sampled over, as [`Clip::sample`] takes it.
    pub base: &'a Pose,
    /// How each joint's stretch is inherited; as many as joints.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// What each joint carries.
    pub boxes: &'a [JointBox],
    /// The longest displacement of each morph weight.
    pub morph_reach: &'a [f32],
    /// The tracks whose keys may go.
    pub targets: &'a BTreeSet<Target>,
    /// How far the skin may move at the times looked at, those of [`times_to_measure`].
    pub tolerance: f32,
    /// What the search may cost.
    pub limits: SearchLimits,
}

/// What a search for keys that may go may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Joints times times that are held at once, some 400 bytes each. What is more is searched in parts, one after another, and some keys
    /// stay where two parts meet.
    pub held: usize,
    /// Frames of joints that are computed, some 0.1 µs each: keys that were not tried by then stay.
    pub frames: usize,
    /// [`least_frames`] from which on a key is tried at one joint below it first, and at all of them only if that leaves so little that
    /// the key may be the next one to go. Keys may go in another order then.
    pub quick_from: usize,
}

impl Default for SearchLimits {
    /// 160 MB, and some 40 s.
    fn default() -> Self {
        Self {
            held: 400_000,
            frames: 400_000_000,
            quick_from: 5_000_000,
        }
    }
}

impl SearchLimits {
    /// The usual ones, or four joints held and 2,000 frames for each key of the file where that is more: a large file may cost more than a
    /// small one whose tracks share their keys.
    #[must_use]
    pub fn of(clip: &Clip, targets: &BTreeSet<Target>) -> Self {
        let usual = Self::default();
        let keys = distinct_keys(clip, targets);
        Self {
            held: usual.held.max(keys.saturating_mul(4)),
            frames: usual.frames.max(keys.saturating_mul(2000)),
            ..usual
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedKeys {
    /// The keys that stay.
    pub kept: KeptKeys,
    /// Whether the search ended at [`SearchLimits::frames`], so that more keys may go.
    pub is_cut: bool,
}

/// The frames of joints that a search computes if every key is tried once and none goes, judging included.
#[must_use]
pub fn least_frames(clip: &Clip, skeleton: &Skeleton, targets: &BTreeSet<Target>) -> usize {
    let mut below = vec![1_usize; skeleton.len()];
    for (joint, above) in skeleton.parents().iter().enumerate().rev() {
        if let Some(above) = above {
            below[above.index()] += below[joint];
        }
    }
    let tries = targets.iter().map(|&target| {
        let keys = clip.keys(target).map_or(0, |keys| keys.times().len());
        let frames = match target {
            Target::Joint(joint, _) => below.get(joint.index()).copied().unwrap_or(0),
            Target::Morph(_) => 1,
        };
        // A last key stays. A removal shows at the key and in the middles beside it.
        let keys = if keys > 1 { keys } else { 0 };
        keys.saturating_mul(3).saturating_mul(frames)
    });
    let times = times_to_measure(clip, targets).len();
    // Once to search, and with all keys and with fewer to judge.
    let shown = times.saturating_mul(skeleton.len()).saturating_mul(3);
    tries.fold(shown, usize::saturating_add)
}

/// The number of keys of these tracks, those that several tracks have in common once: so many a file holds.
#[must_use]
pub fn distinct_keys(clip: &Clip, targets: &BTreeSet<Target>) -> usize {
    let mut known = BTreeSet::new();
    let keys = targets.iter().filter_map(|&target| clip.keys(target));
    let new = keys.filter(|keys| known.insert(keys.fingerprint()));
    new.map(|keys| keys.times().len()).sum()
}

/// The times at which fewer keys are measured, in seconds, rising.
///
/// Those of the keys of these tracks, of the clip's beginning and end, the middles between all of them, and the quarters between two
/// keys of a track with curves. Within a segment a cubic curve of vectors or numbers differs from another by a cubic function: where
/// that is d at most at the ends, the middle and the quarters, it is 1.3 d at most everywhere between. Nothing holds between them where
/// tangents have [lengths](crate::HandleLength).
#[must_use]
pub fn times_to_measure(clip: &Clip, targets: &BTreeSet<Target>) -> Vec<f32> {
    let mut times = vec![0.0, clip.duration()];
    let mut quarters = Vec::new();
    for keys in targets.iter().filter_map(|&target| clip.keys(target)) {
        let own = keys.times();
        times.extend(own);
        if (0..own.len()).any(|key| keys.mode(key).out == Segment::Cubic) {
            let segments = own.windows(2);
            quarters.extend(segments.flat_map(|pair| {
                [0.25, 0.5, 0.75].map(|share| pair[0] + share * (pair[1] - pair[0]))
            }));
        }
    }
    rising(&mut times);
    let middles = times
        .windows(2)
        .map(|pair| pair[0] + 0.5 * (pair[1] - pair[0]));
    quarters.extend(middles);
    times.append(&mut quarters);
    rising(&mut times);
    times
}

/// Each time once, in order.
fn rising(times: &mut Vec<f32>) {
    times.sort_by(f32::total_cmp);
    times.dedup();
}

/// The track over a target with these of its keys alone; none without a track, or if no key stays.
#[must_use]
pub fn reduced_track(clip: &Clip, target: Target, keeps: &[bool]) -> Option<AnyTrack> {
    let cycle = clip.cycle();
    match (target, clip.keys(target)?) {
        (Target::Joint(joint, channel), Keys::Vector(track)) => {
            let track = filter_keys(track, keeps, cycle)?;
            let channel = match channel {
                JointChannel::Translation => Channel::Translation(track),
                JointChannel::Scale => Channel::Scale(track),
                JointChannel::Shear => Channel::Shear(track),
                JointChannel::Rotation | JointChannel::Angle(_) => return None,
            };
            Some(AnyTrack::Joint(JointTrack { joint, channel }))
        }
        (Target::Joint(joint, _), Keys::Rotation(track)) => {
            let channel = Channel::Rotation(filter_keys(track, keeps, cycle)?);
            Some(AnyTrack::Joint(JointTrack { joint, channel }))
        }
        (Target::Morph(weight), Keys::Number(track)) => {
            let track = filter_keys(track, keeps, cycle)?;
            Some(AnyTrack::Morph(MorphTrack { weight, track }))
        }
        (Target::Joint(..), Keys::Number(_))
        | (Target::Morph(_), Keys::Vector(_) | Keys::Rotation(_)) => None,
    }
}

fn filter_keys<T: Keyed>(track: &Track<T>, keeps: &[bool], cycle: Option<f32>) -> Option<Track<T>> {
    let keys = track.keys().into_iter().zip(keeps);
    let keys = keys.filter_map(|(key, keeps)| keeps.then_some(key));
    Track::from_keys(keys.collect::<Vec<Key<T>>>(), cycle).ok()
}

impl Reduction<'_> {
    /// Takes keys out as long as the bound stays within the tolerance, the one whose removal leaves the least as far as the limits
    /// allow; of each track one key stays. `go_on` is told the share that is done. None if it breaks, and if the lists do not fit the skeleton.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<ReducedKeys> {
        let count = self.skeleton.len();
        if self.scale_inheritance.len() != count || self.base.len() != count {
            return None;
        }
        let mut work = KeySearch::new(self);
        let times = times_to_measure(self.clip, self.targets);
        let mut done = SearchProgress {
            all: work.keys_left(),
            ..SearchProgress::default()
        };
        let at_once = work.samples.times_at_once(self.limits.held);
        let mut is_cut = false;
        for first in (0..times.len()).step_by(at_once) {
            work.samples
                .load(&times, first..times.len().min(first + at_once));
            is_cut = work.search(&mut done, go_on)?;
            if is_cut {
                break;
            }
        }
        Some(ReducedKeys {
            kept: work.into_kept_keys(),
            is_cut,
        })
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default)]
struct SearchProgress {
    looked: usize,
    /// Keys that went or stay for good.
    settled: usize,
    all: usize,
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}

/// A key that may go.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    /// How far the skin is off at most once it is gone, when last looked at.
    cost: f32,
    list: usize,
    key: usize,
}

impl Eq for Candidate {}

/// The least cost is the greatest, which a heap gives first.
impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let cost = other.cost.total_cmp(&self.cost);
        // Ties go by place, so that the same clip keeps the same keys.
        cost.then_with(|| (other.list, other.key).cmp(&(self.list, self.key)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The keys of one track that are left.
#[derive(Debug)]
enum AnyList {
    Vector(KeyList<Vec3>),
    Rotation(KeyList<Quat>),
    Number(KeyList<f32>),
}

/// A part of a track without one of its keys.
#[derive(Debug)]
enum AnyTrial {
    Vector(Track<Vec3>),
    Rotation(Track<Quat>),
    Number(Track<f32>),
}

/// A track without a key, and the times between which that changes anything.
#[derive(Debug)]
struct Trial {
    track: AnyTrial,
    span: [f32; 2],
}

impl Trial {
    fn value(&self, time: f32) -> KeyValue {
        match &self.track {
            AnyTrial::Vector(track) => KeyValue::Vector(track.sample(time)),
            AnyTrial::Rotation(track) => KeyValue::Rotation(track.sample(time)),
            AnyTrial::Number(track) => KeyValue::Number(track.sample(time)),
        }
    }
}

impl AnyList {
    fn new(keys: Keys<'_>) -> Self {
        match keys {
            Keys::Vector(track) => Self::Vector(KeyList::new(track)),
            Keys::Rotation(track) => Self::Rotation(KeyList::new(track)),
            Keys::Number(track) => Self::Number(KeyList::new(track)),
        }
    }

    fn trial(&self, key: usize, cycle: Option<f32>) -> Option<Trial> {
        let (track, span) = match self {
            Self::Vector(list) => {
                let (track, span) = list.without(key, cycle)?;
                (AnyTrial::Vector(track), span)
            }
            Self::Rotation(list) => {
                let (track, span) = list.without(key, cycle)?;
                (AnyTrial::Rotation(track), span)
            }
            Self::Number(list) => {
                let (track, span) = list.without(key, cycle)?;
                (AnyTrial::Number(track), span)
            }
        };
        Some(Trial { track, span })
    }

    fn remove(&mut self, key: usize) {
        match self {
            Self::Vector(list) => list.remove(key),
            Self::Rotation(list) => list.remove(key),
            Self::Number(list) => list.remove(key),
        }
    }

    fn keep_flags(&self) -> &[bool] {
        match self {
            Self::Vector(list) => list.keep_flags(),
            Self::Rotation(list) => list.keep_flags(),
            Self::Number(list) => list.keep_flags(),
        }
    }
}

struct KeySearch<'a> {
    of: &'a Reduction<'a>,
    is_quick: bool,
    cycle: Option<f32>,
    lists: Vec<(Target, AnyList)>,
    samples: Samples<'a>,
}

impl<'a> KeySearch<'a> {
    fn new(of: &'a Reduction<'a>) -> Self {
        let lists = of.targets.iter().filter_map(|&target| {
            let is_there = match target {
                Target::Joint(joint, _) => joint.index() < of.skeleton.len(),
                Target::Morph(weight) => weight < of.base.morph_weights.len(),
            };
            let keys = of.clip.keys(target).filter(|_| is_there)?;
            Some((target, AnyList::new(keys)))
        });
        Self {
            of,
            is_quick: least_frames(of.clip, of.skeleton, of.targets) >= of.limits.quick_from,
            cycle: of.clip.cycle(),
            lists: lists.collect(),
            samples: Samples::new(of),
        }
    }

    fn keys_left(&self) -> usize {
        let kept = self.lists.iter().flat_map(|(_, keys)| keys.keep_flags());
        kept.filter(|is_left| **is_left).count()
    }

    /// All keys that are left within the times that are held, as if they cost nothing.
    fn candidates(&self) -> BinaryHeap<Candidate> {
        let mut heap = BinaryHeap::new();
        for (list, (target, keys)) in self.lists.iter().enumerate() {
            let times = self.of.clip.keys(*target).map_or(&[][..], |it| it.times());
            let kept = keys.keep_flags().iter().zip(times).enumerate();
            let left = kept.filter(|(_, (is_left, time))| **is_left && self.samples.has(**time));
            heap.extend(left.map(|(key, _)| Candidate {
                cost: 0.0,
                list,
                key,
            }));
        }
        heap
    }

    /// Takes keys out within the times that are held. Returns whether it ended before all were tried; none if `go_on` breaks.
    fn search(&mut self, done: &mut SearchProgress, go_on: &GoOn<'_>) -> Option<bool> {
        let mut heap = self.candidates();
        while let Some(candidate) = heap.pop() {
            // Counted and not timed, so that the same clip keeps the same keys on any machine.
            if self.samples.frames() >= self.of.limits.frames {
                return Some(true);
            }
            done.looked += 1;
            if done.looked.is_multiple_of(64) && go_on(share(done.settled, done.all)).is_break() {
                return None;
            }
            // Costs in the heap are old: looking at all of them anew would take too long. A key goes if its cost now is not above the
            // next one's; else it waits with the new cost.
            let next = heap.peek().map_or(f32::INFINITY, |next| next.cost);
            let most = next.max(candidate.cost);
            let least = self.least_cost(candidate);
            if most < least && least <= self.of.tolerance {
                let cost = least;
                heap.push(Candidate { cost, ..candidate });
                continue;
            }
            let tried = match least <= self.of.tolerance {
                true => self.try_removal(candidate),
                false => None,
            };
            let Some((cost, trial)) = tried else {
                // Too much, and with fewer keys beside it, it would be more.
                done.settled += 1;
                continue;
            };
            if cost <= most {
                self.remove(candidate, &trial);
                done.settled += 1;
            } else {
                heap.push(Candidate { cost, ..candidate });
            }
        }
        Some(false)
    }

    /// What the removal of a key costs at least, by one joint; zero where a quick look is not worth it.
    fn least_cost(&mut self, candidate: Candidate) -> f32 {
        let list = self.lists.get(candidate.list).filter(|_| self.is_quick);
        let Some((target, list)) = list else {
            return 0.0;
        };
        let Some(trial) = list.trial(candidate.key, self.cycle) else {
            return 0.0;
        };
        let mut least = 0.0_f32;
        for sample in self.samples.between(trial.span) {
            let value = trial.value(self.samples.time(sample));
            least = least.max(self.samples.least_error(sample, *target, value));
            if least > self.of.tolerance {
                break;
            }
        }
        least
    }

    /// What the removal of a key costs; none if it is more than the tolerance, if it changes what is not held, or the key is the last of
    /// its track.
    fn try_removal(&mut self, candidate: Candidate) -> Option<(f32, Trial)> {
        let (target, list) = self.lists.get(candidate.list)?;
        let trial = list.trial(candidate.key, self.cycle)?;
        if !self.samples.holds(trial.span) {
            return None;
        }
        let mut cost = 0.0_f32;
        for sample in self.samples.between(trial.span) {
            let value = trial.value(self.samples.time(sample));
            let error = self.samples.error_with(sample, *target, value);
            // False for what is not a number.
            let is_within = error <= self.of.tolerance;
            if !is_within {
                return None;
            }
            cost = cost.max(error);
        }
        Some((cost, trial))
    }

    fn remove(&mut self, candidate: Candidate, trial: &Trial) {
        if let Some((target, list)) = self.lists.get_mut(candidate.list) {
            list.remove(candidate.key);
            for sample in self.samples.between(trial.span) {
                let value = trial.value(self.samples.time(sample));
                self.samples.take(sample, *target, value);
            }
        }
    }

    fn into_kept_keys(self) -> KeptKeys {
        let lists = self.lists.into_iter();
        lists
            .map(|(target, list)| (target, list.keep_flags().to_vec()))
            .collect()
    }
}
