//! The skin over time: volume and deviation from pane A along a clip, one lane per pane and measure.
//!
//! [`Strip`] holds what is known so far, frame by frame; `strip/measure.rs` measures it, `features/skin_over_time/worker.rs` has
//! that done in the background, coarse to fine.

use std::sync::Arc;

use rig::JointIndex;
use scene::vertex_facts::VertexPlace;

use crate::document::pending::SAME_TIME;

pub mod measure;

/// Frames a second where time is counted in seconds.
pub const RATE: f64 = 24.0;
/// About as many frames as are measured first, spread over the clip.
pub const COARSE: usize = 17;
/// Height of a lane in points.
pub const LANE_HEIGHT: f32 = 24.0;
/// The largest number of frames; longer clips are measured at every second, third … frame.
const MOST_FRAMES: f64 = 2400.0;
/// A frame this near the end of the clip, in seconds, is the end.
const AT_END: f64 = 1e-3;

/// What one pane shows of its skin at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PaneMeasurement {
    /// The enclosed volume over that at rest; none for an open surface.
    pub volume: Option<f32>,
    /// The joint around which most volume is lost, and the change: −0.3 where a third is lost. Where none loses as
    /// much as a hundredth, the joint with the largest change. None where no zone of a joint can be measured.
    pub around: Option<(JointIndex, f32)>,
    /// The vertex farthest from where pane A has it, and that distance in scene units; none where none differs.
    pub farthest: Option<(VertexPlace, f32)>,
}

/// What a lane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Volume over that at rest: of the whole, of an open surface around the joint that loses most.
    Volume,
    /// The largest distance of a vertex from where pane A has it.
    Deviation,
}

/// One row of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    /// The index of the pane.
    pub pane: usize,
    /// What it shows of the pane.
    pub measure: Measure,
}

impl Lane {
    /// The lane's number: 1 is the volume at rest, 0 no deviation. None where it cannot be measured.
    #[must_use]
    pub fn value(self, found: &PaneMeasurement) -> Option<f32> {
        match self.measure {
            Measure::Volume => {
                let around = found.around.map(|(_, change)| 1.0 + change);
                found.volume.or(around)
            }
            Measure::Deviation => Some(found.farthest.map_or(0.0, |(_, distance)| distance)),
        }
    }

    /// How far its number is from that of a skin without fault.
    #[must_use]
    pub fn fault(self, found: &PaneMeasurement) -> Option<f32> {
        let value = self.value(found)?;
        Some(match self.measure {
            Measure::Volume => (value - 1.0).abs(),
            Measure::Deviation => value,
        })
    }
}

/// A click on the strip: the time to go to, and what to look at there.
#[derive(Clone, Debug, PartialEq)]
pub struct StripVisit {
    /// The pane of the lane.
    pub pane: usize,
    /// Seconds from the beginning of the clip.
    pub time: f32,
    /// What to look at.
    pub place: StripPlace,
}

/// What is looked at after a click on the strip.
#[derive(Clone, Debug, PartialEq)]
pub enum StripPlace {
    /// The vertex that is farthest from where pane A has it.
    Farthest,
    /// A joint, and the vertices around it.
    Around(JointIndex, Arc<[VertexPlace]>),
    /// Nothing: the skin has no fault there.
    Nowhere,
}

impl StripVisit {
    /// The joint that it names.
    #[must_use]
    pub const fn joint(&self) -> Option<&JointIndex> {
        match &self.place {
            StripPlace::Around(joint, _) => Some(joint),
            StripPlace::Farthest | StripPlace::Nowhere => None,
        }
    }
}

/// Times of the frames of a clip of this length, its end included.
#[must_use]
pub fn frame_times(duration: f32, rate: f64) -> Vec<f32> {
    let duration = f64::from(duration).max(0.0);
    let frames = (duration * rate + AT_END * rate).floor();
    // A whole number of frames, so that times that are left out leave the others on frames.
    let stride = (frames / MOST_FRAMES).ceil().max(1.0);
    let count = whole(frames / stride);
    let mut times: Vec<f32> = (0..=count)
        .map(|frame| narrow((f64::from(frame) * stride / rate).min(duration)))
        .collect();
    let last = times.last().copied().map_or(0.0, f64::from);
    if duration - last > AT_END {
        times.push(narrow(duration));
    }
    times
}

/// The same times with those of poses that are not keyed, which are shown at no other time; without any beyond the end of the
/// clip.
#[must_use]
pub fn with_pending(mut times: Vec<f32>, pending: impl Iterator<Item = f32>) -> Vec<f32> {
    let last = times.last().copied().unwrap_or_default();
    for time in pending.filter(|time| *time <= last) {
        if !times.iter().any(|other| (other - time).abs() <= SAME_TIME) {
            times.push(time);
        }
    }
    times.sort_by(f32::total_cmp);
    times
}

/// The indices of so many frames, coarse to fine: some [`COARSE`] of them with the first and the last, then those in the
/// middle between, and so on.
#[must_use]
pub fn coarse_to_fine(count: usize) -> Vec<usize> {
    let Some(last) = count.checked_sub(1) else {
        return Vec::new();
    };
    let mut order = Vec::with_capacity(count);
    let mut is_taken = vec![false; count];
    let mut take = |frame: usize| {
        if let Some(taken) = is_taken.get_mut(frame)
            && !std::mem::replace(taken, true)
        {
            order.push(frame);
        }
    };
    // A power of two: every halving comes back to the frames of before, and the last one to all.
    let mut stride = (last / (COARSE - 1)).max(1).next_power_of_two();
    take(0);
    take(last);
    while stride > 0 {
        (0..count).step_by(stride).for_each(&mut take);
        stride /= 2;
    }
    order
}

/// What is known of the skin over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    times: Arc<[f32]>,
    panes: usize,
    /// Per frame one entry per pane; empty where nothing is known.
    found: Vec<Vec<PaneMeasurement>>,
    /// Per frame, whether it was measured since the last [`measure_again`](Self::measure_again).
    is_fresh: Vec<bool>,
}

impl Strip {
    /// A strip of which nothing is known.
    #[must_use]
    pub fn new(times: Vec<f32>, panes: usize) -> Self {
        Self {
            found: vec![Vec::new(); times.len()],
            is_fresh: vec![false; times.len()],
            times: times.into(),
            panes,
        }
    }

    /// Has every frame measured again; until then the old numbers stay, unless times or number of panes differ.
    pub fn measure_again(&mut self, times: Vec<f32>, panes: usize) {
        if self.times[..] == times[..] && self.panes == panes {
            self.is_fresh.fill(false);
        } else {
            *self = Self::new(times, panes);
        }
    }

    /// Takes what was measured at a frame.
    pub fn set(&mut self, frame: usize, found: Vec<PaneMeasurement>) {
        if let (Some(slot), Some(is_fresh)) =
            (self.found.get_mut(frame), self.is_fresh.get_mut(frame))
        {
            (*slot, *is_fresh) = (found, true);
        }
    }

    /// The times of its frames, rising.
    #[must_use]
    pub const fn times(&self) -> &Arc<[f32]> {
        &self.times
    }

    /// What is known of a pane at a frame.
    #[must_use]
    pub fn at(&self, frame: usize, pane: usize) -> Option<&PaneMeasurement> {
        self.found.get(frame)?.get(pane)
    }

    /// Frames that are not measured yet, coarse to fine.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        let is_missing = |frame: &usize| !self.is_fresh.get(*frame).copied().unwrap_or(true);
        let order = coarse_to_fine(self.times.len());
        order.into_iter().filter(is_missing).collect()
    }

    /// Whether every frame is measured.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_fresh.iter().all(|is_fresh| *is_fresh)
    }

    /// The lanes in their order: of each pane its volume, unless that cannot be measured, and its deviation from A.
    #[must_use]
    pub fn lanes(&self) -> Vec<Lane> {
        let lane = |pane, measure| Lane { pane, measure };
        let panes = 0..self.panes;
        let lanes = panes.flat_map(|pane| {
            let deviation = (pane > 0).then(|| lane(pane, Measure::Deviation));
            [Some(lane(pane, Measure::Volume)), deviation]
        });
        lanes
            .flatten()
            .filter(|lane| self.can_be_measured(*lane))
            .collect()
    }

    fn can_be_measured(&self, lane: Lane) -> bool {
        let mut known = self.found.iter().filter_map(|found| found.get(lane.pane));
        known.next().is_none_or(|first| {
            lane.value(first).is_some() || known.any(|found| lane.value(found).is_some())
        })
    }

    /// Time and number of the known frames of a lane, in the order of time.
    pub fn values(&self, lane: Lane) -> impl Iterator<Item = (f32, f32)> + '_ {
        let frames = self.times.iter().zip(&self.found);
        frames.filter_map(move |(&time, found)| Some((time, lane.value(found.get(lane.pane)?)?)))
    }

    /// The largest fault of a measure over all panes, for a common scale.
    #[must_use]
    pub fn largest(&self, measure: Measure) -> f32 {
        let faults = self.found.iter().flat_map(|found| {
            let panes = found.iter().enumerate();
            panes.filter_map(move |(pane, found)| Lane { pane, measure }.fault(found))
        });
        faults.filter(|fault| fault.is_finite()).fold(0.0, f32::max)
    }

    /// The largest fault of one lane, for a scale of its own.
    #[must_use]
    pub fn largest_in(&self, lane: Lane) -> f32 {
        let faults = self.found.iter().filter_map(|found| {
            let found = found.get(lane.pane)?;
            lane.fault(found).filter(|fault| fault.is_finite())
        });
        faults.fold(0.0, f32::max)
    }

    /// The known frame with the largest fault in a lane; of equals the first.
    #[must_use]
    pub fn worst(&self, lane: Lane) -> Option<usize> {
        self.worst_of(lane, 0..self.times.len(), 0.0)
    }

    /// The known frame with the largest fault within so many seconds of a time; of equals the nearest. Where no frame is
    /// so near, the nearest of all.
    #[must_use]
    pub fn worst_near(&self, lane: Lane, time: f32, within: f32) -> Option<usize> {
        let from = self.times.partition_point(|&it| it < time - within);
        let to = self.times.partition_point(|&it| it <= time + within);
        let near = self.worst_of(lane, from..to, time);
        near.or_else(|| self.nearest(time))
    }

    /// The frame nearest to a time.
    #[must_use]
    pub fn nearest(&self, time: f32) -> Option<usize> {
        let after = self.times.partition_point(|&it| it < time);
        let distance = |frame: &usize| self.times.get(*frame).map(|it| (it - time).abs());
        let both = [after.checked_sub(1), Some(after)].into_iter().flatten();
        both.filter(|frame| *frame < self.times.len())
            .min_by(|a, b| {
                distance(a)
                    .partial_cmp(&distance(b))
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
    }

    fn worst_of(&self, lane: Lane, frames: std::ops::Range<usize>, time: f32) -> Option<usize> {
        let known = frames.filter_map(|frame| {
            let fault = lane.fault(self.at(frame, lane.pane)?)?;
            let distance = (self.times.get(frame)? - time).abs();
            Some((frame, fault, distance))
        });
        let worst = known.reduce(|best, next| {
            // Of equal faults the nearer one, so that a click on a plateau stays where it was.
            let is_worse = next.1 > best.1 || (next.1 == best.1 && next.2 < best.2);
            if is_worse { next } else { best }
        });
        worst.map(|(frame, ..)| frame)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of frames, not below zero; casts saturate"
)]
const fn whole(value: f64) -> u32 {
    value as u32
}
