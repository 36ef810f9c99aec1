//! How far pinned joints are from their pins along a clip: the lanes of sliding.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;
use rig::{ClipId, JointIndex, Pose, ScaleInheritance};
use scene::deform::base_pose;

use crate::document::layered_clips::seen_at;
use crate::document::moment::Moment;
use crate::document::pending::{PendingPoses, apply_changes};
use crate::document::pins::{JointFrames, JointPin, PinRange};

/// Sliding of one joint over a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct SlidingLane {
    /// The joint that is pinned.
    pub joint: JointIndex,
    /// In each range, times and how far it is off there, meters.
    pub ranges: Vec<Vec<SlidingPoint>>,
}

/// How far a joint is from its pin at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidingPoint {
    /// Seconds from the clip's beginning.
    pub time: f32,
    /// Meters.
    pub off: f32,
}

impl SlidingLane {
    /// All points, range by range.
    pub fn points(&self) -> impl Iterator<Item = &SlidingPoint> {
        self.ranges.iter().flatten()
    }

    /// Where it is off most; none without a point.
    #[must_use]
    pub fn worst(&self) -> Option<SlidingPoint> {
        let by_distance =
            |one: &&SlidingPoint, other: &&SlidingPoint| one.off.total_cmp(&other.off);
        self.points().max_by(by_distance).copied()
    }

    /// Where it is off most within so many seconds of a time; none where no range is so near.
    #[must_use]
    pub fn worst_near(&self, time: f32, within: f32) -> Option<SlidingPoint> {
        let near = self.points().filter(|at| (at.time - time).abs() <= within);
        near.max_by(|one, other| one.off.total_cmp(&other.off))
            .copied()
    }
}

/// What lanes of sliding are found from.
#[derive(Clone, Debug)]
pub struct SlidingWork {
    /// The character with the clip.
    pub character: Arc<Character>,
    /// The clip whose pins have lanes.
    pub clip: ClipId,
    /// What was posed over it and is not keyed.
    pub pending: Arc<PendingPoses>,
    /// Of each joint of the character.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// The pins of all clips, and of none.
    pub pins: Arc<[JointPin]>,
    /// Times of the frames, rising.
    pub times: Arc<[f32]>,
}

/// The range of a pin, and what was found in it.
#[derive(Debug)]
struct FoundRange<'a> {
    pin: &'a JointPin,
    range: PinRange,
    points: Vec<SlidingPoint>,
}

impl SlidingWork {
    /// Whether any joint is pinned in the clip: else there are no lanes.
    #[must_use]
    pub fn has_pins(&self) -> bool {
        self.pins.iter().any(|pin| pin.is_of(Some(self.clip)))
    }

    /// One lane for each pinned joint, at the frames and at the ends of ranges. It stops where `goes_on` says so, with what was found.
    #[must_use]
    pub fn run(&self, goes_on: &dyn Fn() -> bool) -> Vec<SlidingLane> {
        let pins = self.pins.iter().filter(|pin| pin.is_of(Some(self.clip)));
        let found = pins.filter_map(|pin| {
            let range = pin.range?;
            let points = Vec::new();
            Some(FoundRange { pin, range, points })
        });
        let mut found: Vec<FoundRange<'_>> = found.collect();
        let times = self.times_with_ends(&found);
        let base = base_pose(&self.character);
        for time in times.into_iter().take_while(|_| goes_on()) {
            let mut held = found.iter_mut().filter(|of| of.range.contains(time));
            let Some(first) = held.next() else { continue };
            // Joints are posed once for all pins that hold then.
            let Some(frames) = self.frames(&base, time) else {
                continue;
            };
            for of in std::iter::once(first).chain(held) {
                let off = of.pin.residual(&frames);
                of.points.extend(off.map(|off| SlidingPoint { time, off }));
            }
        }
        let mut lanes: BTreeMap<JointIndex, Vec<Vec<SlidingPoint>>> = BTreeMap::new();
        for of in found.into_iter().filter(|of| !of.points.is_empty()) {
            lanes.entry(of.pin.joint).or_default().push(of.points);
        }
        let lanes = lanes.into_iter();
        lanes
            .map(|(joint, ranges)| SlidingLane { joint, ranges })
            .collect()
    }

    /// Times of frames, and of the ends of ranges that are within the clip.
    fn times_with_ends(&self, found: &[FoundRange<'_>]) -> Vec<f32> {
        let mut times = self.times.to_vec();
        if let Some(&last) = self.times.last() {
            let ends = found.iter().flat_map(|of| [of.range.from, of.range.to]);
            times.extend(ends.filter(|end| *end <= last));
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        times
    }

    /// The joints at a time, with what is pending there.
    fn frames(&self, base: &Pose, time: f32) -> Option<JointFrames> {
        let (character, clip) = (&*self.character, self.clip);
        let mut pose = seen_at(character, character.clip(clip)?, base, time);
        if let Some(pending) = self.pending.at(Moment { clip, time }) {
            apply_changes(&pending.changes, &mut pose);
        }
        JointFrames::of(&character.rig.skeleton, &pose, &self.scale_inheritance).ok()
    }
}
