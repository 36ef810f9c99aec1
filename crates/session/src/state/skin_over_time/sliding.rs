//! How far pinned joints are from their pins along a clip: the lanes of sliding.

use std::collections::BTreeMap;

use rig::{ClipId, JointIndex};

use crate::document::Document;
use crate::document::keyed::clip_pose;
use crate::document::moment::Moment;
use crate::document::pins::{JointFrames, JointPin};

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

/// The lanes of a clip's pins: one for each joint, at these times and at the ends of ranges, with what is posed over the clip and not keyed.
#[must_use]
pub fn sliding_lanes(document: &Document, clip: ClipId, times: &[f32]) -> Vec<SlidingLane> {
    let mut lanes: BTreeMap<JointIndex, Vec<Vec<SlidingPoint>>> = BTreeMap::new();
    for pin in document.pins.iter().filter(|pin| pin.is_of(Some(clip))) {
        let points = points_of(document, pin, times);
        if !points.is_empty() {
            lanes.entry(pin.joint).or_default().push(points);
        }
    }
    let lanes = lanes.into_iter();
    lanes
        .map(|(joint, ranges)| SlidingLane { joint, ranges })
        .collect()
}

fn points_of(document: &Document, pin: &JointPin, times: &[f32]) -> Vec<SlidingPoint> {
    let (Some(range), Some(last)) = (pin.range, times.last()) else {
        return Vec::new();
    };
    let inside = times.iter().filter(|time| range.contains(**time));
    let mut times: Vec<f32> = inside.copied().collect();
    times.extend([range.from, range.to].iter().filter(|end| *end <= last));
    times.sort_by(f32::total_cmp);
    times.dedup();
    let skeleton = &document.character.rig.skeleton;
    let point = |time: f32| {
        let clip = range.clip;
        let pose = clip_pose(document, Moment { clip, time }, true)?;
        let frames = JointFrames::of(skeleton, &pose, &document.scale_inheritance).ok()?;
        let off = pin.residual(&frames)?;
        Some(SlidingPoint { time, off })
    };
    times.into_iter().filter_map(point).collect()
}
