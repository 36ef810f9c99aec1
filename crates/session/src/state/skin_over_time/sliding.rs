//! How far pinned joints are from their pins along a clip, and feet that stand from where they stand: the lanes of sliding.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use glam::{DVec3, Vec3};
use retarget::{ContactOptions, Stand, StandingFoot, standing_feet};
use rig::{ClipId, DrivenSet, JointIndex, LayeredClip, Pose, ScaleInheritance};
use scene::constraints::with_constraints;
use scene::deform::base_pose;
use scene::view::bounds::Bounds;
use whole_file::Files;

use crate::document::driven::drive;
use crate::document::layered_clips::{MERGE_RATE, seen_at};
use crate::document::moment::Moment;
use crate::document::pending::{PendingPoses, apply_changes};
use crate::document::pins::{JointFrames, JointPin, PinRange};
use crate::state::motion_in::kept_maps::FoundBones;

/// What a joint slides away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlidingFrom {
    /// Its pin.
    Pin,
    /// The mean of its places while it stands: it is a foot that is not pinned.
    Stand,
}

/// Sliding of one joint over a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct SlidingLane {
    /// The joint that is pinned, or that stands.
    pub joint: JointIndex,
    /// What it slides away from.
    pub from: SlidingFrom,
    /// In each range, times and how far it is off there, meters.
    pub ranges: Vec<Vec<SlidingPoint>>,
}

/// How far a joint is from where it should be at a time.
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
    /// What follows the angles of its joints.
    pub driven: Arc<DrivenSet>,
    /// The pins of all clips, and of none.
    pub pins: Arc<[JointPin]>,
    /// Times of the frames, rising.
    pub times: Arc<[f32]>,
    /// What the bones of feet are found by; none where feet that stand have no lanes.
    pub feet: Option<FeetSearch>,
}

/// What the bones of feet are found by: names and shape, and the map that was kept for such a skeleton.
#[derive(Clone, Debug)]
pub struct FeetSearch {
    /// The folder of settings; none if no map is kept.
    pub settings: Option<PathBuf>,
    /// Where that is read from.
    pub files: Files,
}

/// A foot that slides by less than this share of the character's size needs no lane.
const HELD: f32 = 1e-3;

/// The range of a pin, and what was found in it.
#[derive(Debug)]
struct FoundRange<'a> {
    pin: &'a JointPin,
    range: PinRange,
    points: Vec<SlidingPoint>,
}

impl SlidingWork {
    /// Whether any joint is pinned in the clip, or feet are looked for: else there are no lanes.
    #[must_use]
    pub fn has_lanes(&self) -> bool {
        self.feet.is_some() || self.pins.iter().any(|pin| pin.is_of(Some(self.clip)))
    }

    /// One lane for each pinned joint, at the frames and at the ends of ranges; then one for each foot that slides where it stands. It stops
    /// where `goes_on` says so, with what was found.
    #[must_use]
    pub fn run(&self, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<SlidingLane> {
        let mut lanes = self.of_pins(goes_on);
        lanes.extend(self.of_feet(goes_on));
        lanes
    }

    fn of_pins(&self, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<SlidingLane> {
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
            .map(|(joint, ranges)| SlidingLane {
                joint,
                from: SlidingFrom::Pin,
                ranges,
            })
            .collect()
    }

    /// Feet that are not pinned, and slide where *Plant feet* would hold them: how far they are from the mean of their places there.
    fn of_feet(&self, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<SlidingLane> {
        let feet = self.standing_feet(goes_on).unwrap_or_default();
        let base = base_pose(&self.character);
        let mut places: Vec<Vec<Vec<(f32, Vec3)>>> = feet
            .iter()
            .map(|foot| vec![Vec::new(); foot.stands.len()])
            .collect();
        for &time in self.times.iter().take_while(|_| goes_on()) {
            let stands = |stand: &Stand| (stand.from..=stand.until).contains(&time);
            if !feet.iter().any(|foot| foot.stands.iter().any(stands)) {
                continue;
            }
            let Some(frames) = self.frames(&base, time) else {
                continue;
            };
            for (foot, places) in feet.iter().zip(&mut places) {
                let place = frames.point(foot.sole, Vec3::ZERO);
                let ranges = foot.stands.iter().zip(places);
                ranges
                    .filter(|(stand, _)| stands(stand))
                    .for_each(|(_, range)| range.extend(place.map(|place| (time, place))));
            }
        }
        let lanes = feet.iter().zip(places).map(|(foot, places)| SlidingLane {
            joint: foot.sole,
            from: SlidingFrom::Stand,
            ranges: places.iter().map(|places| from_mean(places)).collect(),
        });
        let least = HELD * self.size();
        lanes
            .filter(|lane| lane.worst().is_some_and(|worst| worst.off > least))
            .collect()
    }

    /// The feet of the clip as it is seen that stand and are not pinned in it; none where nothing tells which joints are feet.
    fn standing_feet(&self, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<Vec<StandingFoot>> {
        let search = self.feet.as_ref()?;
        let character = &*self.character;
        let skeleton = &character.rig.skeleton;
        let clip = character.clip(self.clip)?;
        let seen = LayeredClip::of(clip, &character.clips);
        let merged = match seen.is_bare() {
            true => None,
            false => Some(
                seen.merged(skeleton, &base_pose(character), MERGE_RATE)
                    .ok()?,
            ),
        };
        let bones = FoundBones::of(character, search.settings.as_deref(), &search.files);
        let go_on = |_: f32| match goes_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let options = ContactOptions::default();
        let clip = merged.as_ref().unwrap_or(clip);
        let feet = standing_feet(skeleton, bones.map(), clip, &options, &go_on).ok()?;
        let is_pinned = |joint: JointIndex| {
            let mut pins = self.pins.iter();
            pins.any(|pin| pin.joint == joint && pin.is_of(Some(self.clip)))
        };
        let is_free = |foot: &StandingFoot| !is_pinned(foot.foot) && !is_pinned(foot.sole);
        Some(feet.into_iter().filter(is_free).collect())
    }

    /// The size of the skeleton at rest: the diagonal of the box of its joints.
    fn size(&self) -> f32 {
        let skeleton = &self.character.rig.skeleton;
        let joints = skeleton.joints();
        let places = joints.map(|joint| skeleton.rest_model_from_joint(joint).translation);
        Bounds::from_points(places).size().length()
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
        drive(&self.driven, &mut pose);
        let pose = with_constraints(character, &pose, &self.scale_inheritance).ok()?;
        JointFrames::of(&character.rig.skeleton, &pose, &self.scale_inheritance).ok()
    }
}

/// How far places are from their mean.
fn from_mean(places: &[(f32, Vec3)]) -> Vec<SlidingPoint> {
    let sum: DVec3 = places.iter().map(|(_, place)| place.as_dvec3()).sum();
    #[expect(clippy::cast_precision_loss, reason = "frames of a clip")]
    let mean = (sum / places.len().max(1) as f64).as_vec3();
    let points = places.iter().map(|(time, place)| SlidingPoint {
        time: *time,
        off: place.distance(mean),
    });
    points.collect()
}
