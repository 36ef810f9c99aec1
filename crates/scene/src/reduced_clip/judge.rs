//! Measures what fewer keys make of vertices and joints, and has keys put back where that is too far off.

use std::borrow::Cow;

use glam::Affine3A;
use rig::{Clip, DrivenMemory, GoOn, KeptKeys, Pose, forward, times_to_measure};

use super::joint_cubes::{JointCubes, frames_into};
use super::{ClipReduction, JointError, MeasuredCounts, SAFE, SEARCH, SkinError};
use crate::pose::deform::{DeformedPrimitive, deform_posed};
use crate::pose::helper_rows::with_helper_rows;
use crate::pose::parallel::for_each_parallel;
use crate::pose::posed_character::PosedCharacter;
use crate::surface::vertex_facts::VertexPlace;

/// Share of the largest distance from which on a maximum is looked for between times.
const REFINED: f32 = 0.5;
/// The largest number of such maxima, and of halvings of their surroundings.
const MOST_MAXIMA: usize = 24;
const HALVINGS: usize = 5;
/// One of so many parts of the bound of work is for a first look at all times.
const FIRST_LOOK: usize = 2;
/// One of so many parts of it is for what changes where keys are put back because the others are used up.
const RESERVE: usize = 4;
/// So many skinned vertices take as long as the frame of a joint.
const VERTICES_OF_A_FRAME: usize = 8;

/// The vertex and the joint that are farthest off at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MotionError {
    pub(super) time: f32,
    pub(super) vertex: Option<SkinError>,
    pub(super) joint: Option<JointError>,
}

/// The largest of such errors, of vertices and of joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Largest {
    pub(super) vertex: Option<SkinError>,
    pub(super) joint: Option<JointError>,
}

/// What measuring came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeasureOutcome {
    pub(super) largest: Largest,
    /// Whether it ended at its bound of work, and keys were put back instead.
    pub(super) is_cut: bool,
}

impl MotionError {
    /// The larger distance of both.
    pub(super) fn distance(&self) -> f32 {
        let [vertex, joint] = self.distances();
        vertex.max(joint)
    }

    /// Of the vertex and of the joint; zero where none is off.
    pub(super) fn distances(&self) -> [f32; 2] {
        [
            self.vertex.map_or(0.0, |it| it.distance),
            self.joint.map_or(0.0, |it| it.distance),
        ]
    }
}

/// What one clip shows at a time.
#[derive(Debug, Default)]
struct ClipSample {
    skin: Vec<DeformedPrimitive>,
    frames: Vec<Affine3A>,
}

/// Measures skin and joints.
pub(super) struct Judge<'a> {
    of: &'a ClipReduction<'a>,
    base: Pose,
    cubes: &'a JointCubes,
    shown: [ClipSample; 2],
    checks: usize,
    /// Frames of joints that measuring at a time counts as.
    cost: usize,
    /// Frames that measuring may compute in all.
    bound: usize,
    /// Those of them that are left to measure with.
    left: usize,
    /// Those that are kept back to measure once more what is left when keys are put back for want of frames.
    reserve: usize,
    /// Whether too few are left.
    is_short: bool,
    /// Whether keys were put back for that.
    is_cut: bool,
}

impl<'a> Judge<'a> {
    /// `most` is the bound on frames of joints, as [`WorkLimits::measuring`](super::WorkLimits::measuring) has it.
    pub(super) fn new(
        of: &'a ClipReduction<'a>,
        base: Pose,
        cubes: &'a JointCubes,
        most: usize,
    ) -> Self {
        Self {
            of,
            base,
            cubes,
            shown: [ClipSample::default(), ClipSample::default()],
            checks: 0,
            cost: frames_of(of.measured_counts()),
            bound: most,
            left: most - most / RESERVE,
            reserve: most / RESERVE,
            is_short: false,
            is_cut: false,
        }
    }

    /// How often it has measured.
    pub(super) const fn checks(&self) -> usize {
        self.checks
    }

    /// Puts keys back until vertices and joints are near enough wherever they are measured; where the bound of work would end that, all
    /// keys from a time on. None if `go_on` breaks.
    pub(super) fn settle(
        &mut self,
        kept: &mut KeptKeys,
        go_on: &GoOn<'_>,
    ) -> Option<MeasureOutcome> {
        let times = times_to_measure(self.of.clip, self.of.targets);
        let mut errors = vec![None; times.len()];
        let most = SAFE * self.of.tolerance;
        let looks = self.bound / FIRST_LOOK / self.cost.max(1);
        if let Some(&from) = times.get(looks) {
            self.restore_keys_from(from, kept, &times, &mut errors);
        }
        // This ends: every round that goes on puts back a key, uses up the reserve, or puts back all keys.
        loop {
            let now = self.of.with(kept);
            self.measure(&now, &times, &mut errors, go_on)?;
            let found: Vec<MotionError> = errors.iter().flatten().copied().collect();
            let mut maxima = maxima(&found);
            let mut wrong = too_far(&maxima, most);
            // Between the times only once these are near enough, for that is up to 240 measurements.
            if wrong.is_empty() && !self.is_short {
                maxima = self.refine_maxima(&now, &times, &found, maxima, go_on)?;
                wrong = too_far(&maxima, most);
            }
            if self.is_short {
                self.restore_keys(kept, &times, &mut errors);
                continue;
            }
            if wrong.is_empty() {
                return Some(MeasureOutcome {
                    largest: largest(maxima.iter().chain(&found)),
                    is_cut: self.is_cut,
                });
            }
            // Only what these keys may have changed is measured again.
            for place in self.of.restore(kept, &wrong, &times) {
                errors[place] = None;
            }
        }
    }

    /// Goes on with the reserve of the bound of work, with all keys from the first time on that is not measured; with all keys where it was
    /// used already.
    fn restore_keys(
        &mut self,
        kept: &mut KeptKeys,
        times: &[f32],
        errors: &mut [Option<MotionError>],
    ) {
        self.is_short = false;
        let reserve = std::mem::take(&mut self.reserve);
        self.left = self.left.saturating_add(reserve);
        let unknown = errors.iter().position(Option::is_none);
        let from = match (reserve, unknown) {
            (0, _) => f32::NEG_INFINITY,
            (_, Some(place)) => times[place],
            (_, None) => return,
        };
        self.restore_keys_from(from, kept, times, errors);
    }

    /// Puts back all keys from a time on, where there is nothing to be measured then, and forgets what that changes before.
    fn restore_keys_from(
        &mut self,
        from: f32,
        kept: &mut KeptKeys,
        times: &[f32],
        errors: &mut [Option<MotionError>],
    ) {
        self.is_cut = true;
        let changed = self.of.restore_from(kept, from, times);
        for (place, (&time, error)) in times.iter().zip(errors).enumerate() {
            if from <= time {
                *error = Some(MotionError {
                    time,
                    ..MotionError::default()
                });
            } else if changed.contains(&place) {
                *error = None;
            }
        }
    }

    /// Whether the bound of work leaves so many measurements.
    fn may_measure(&mut self, count: usize) -> bool {
        self.is_short |= self.left < count.saturating_mul(self.cost);
        !self.is_short
    }

    /// Measures where nothing is known, as long as the bound of work allows.
    fn measure(
        &mut self,
        clip: &Clip,
        times: &[f32],
        errors: &mut [Option<MotionError>],
        go_on: &GoOn<'_>,
    ) -> Option<()> {
        let all = times.len();
        let unknown = times.iter().zip(errors).enumerate();
        for (place, (&time, error)) in unknown.filter(|(_, (_, error))| error.is_none()) {
            if !self.may_measure(1) {
                break;
            }
            *error = Some(self.error(clip, time));
            if go_on(SEARCH + (1.0 - SEARCH) * share(place, all)).is_break() {
                return None;
            }
        }
        Some(())
    }

    /// How far the vertex and the joint that are farthest off are at a time.
    fn error(&mut self, clip: &Clip, time: f32) -> MotionError {
        let of = self.of;
        let skeleton = &of.character.rig.skeleton;
        self.checks += 1;
        self.left = self.left.saturating_sub(self.cost);
        let poses = [of.clip, clip].map(|clip| of.seen(clip.sample(skeleton, &self.base, time)));
        let mut error = MotionError {
            time,
            ..MotionError::default()
        };
        // Poses that are equal are skinned alike.
        if poses[0] == poses[1] {
            return error;
        }
        let both = poses.iter().zip(&mut self.shown);
        for_each_parallel(both, poses.len(), |(pose, shown)| show(of, pose, shown));
        let [one, other] = &self.shown;
        let vertex = farthest([&one.skin, &other.skin]);
        error.vertex = vertex.map(|(place, distance)| SkinError {
            place,
            time,
            distance,
        });
        let joint = self.cubes.farthest([&one.frames, &other.frames]);
        error.joint = joint.map(|(joint, distance)| JointError {
            joint,
            time,
            distance,
            over: self.cubes.over(joint),
        });
        error
    }

    /// The maxima between times, looked for where the largest are.
    fn refine_maxima(
        &mut self,
        clip: &Clip,
        times: &[f32],
        errors: &[MotionError],
        mut maxima: Vec<MotionError>,
        go_on: &GoOn<'_>,
    ) -> Option<Vec<MotionError>> {
        let largest = errors.iter().map(MotionError::distance);
        let largest = largest.fold(0.0, f32::max);
        maxima.retain(|it| it.distance() > REFINED * largest && it.distance() > 0.0);
        maxima.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
        maxima.truncate(MOST_MAXIMA);
        for found in &mut maxima {
            if go_on(1.0).is_break() {
                return None;
            }
            self.refine(clip, times, found);
        }
        Some(maxima)
    }

    /// Looks on both sides of a maximum for a higher one.
    fn refine(&mut self, clip: &Clip, times: &[f32], found: &mut MotionError) {
        let place = times.partition_point(|&time| time < found.time);
        // At either end the surroundings lie on one side alone.
        let beside = [place.saturating_sub(1), place + 1];
        let [mut from, mut to] = beside.map(|it| times.get(it).copied().unwrap_or(found.time));
        for _ in 0..HALVINGS {
            if !self.may_measure(2) {
                return;
            }
            let middles = [from, to].map(|end| 0.5 * (end + found.time));
            let [left, right] = middles.map(|time| self.error(clip, time));
            let [at_left, at_right] = [left, right].map(|it| it.distance());
            // Whichever of the three is highest, half of the surroundings is left.
            if at_left > found.distance() && at_left >= at_right {
                (to, *found) = (found.time, left);
            } else if at_right > found.distance() {
                (from, *found) = (found.time, right);
            } else {
                [from, to] = middles;
            }
        }
    }
}

impl ClipReduction<'_> {
    /// A pose of a clip with what follows its joints; as it is where it does not fit, which the search has refused.
    fn seen(&self, mut pose: Pose) -> Pose {
        if !self.driven.is_empty() {
            let mut memory = DrivenMemory::default();
            self.driven.apply(&mut pose, &mut [], &mut memory);
        }
        let followed = match with_helper_rows(self.character, &pose, self.scale_inheritance) {
            Ok(Cow::Owned(followed)) => Some(followed),
            Ok(Cow::Borrowed(_)) | Err(_) => None,
        };
        followed.unwrap_or(pose)
    }
}

/// Skins the character and keeps the frames of its joints; nothing of either if the pose does not fit, which the search has refused.
fn show(of: &ClipReduction<'_>, pose: &Pose, shown: &mut ClipSample) {
    let ClipSample { skin, frames } = shown;
    let skeleton = &of.character.rig.skeleton;
    let Ok(posed) = forward(skeleton, pose.user_transforms(), of.scale_inheritance) else {
        skin.clear();
        frames.clear();
        return;
    };
    frames_into(&posed, frames);
    let posed = PosedCharacter::new(of.character, pose, &posed, of.look);
    let skinned = posed.map(|posed| deform_posed(of.character, &posed, skin));
    if !matches!(skinned, Ok(Ok(()))) {
        skin.clear();
    }
}

/// Frames of joints that measuring so much at a time counts as, with all keys and with fewer.
fn frames_of(measured: MeasuredCounts) -> usize {
    let skinned = measured.vertices / VERTICES_OF_A_FRAME;
    measured.joints.saturating_add(skinned).saturating_mul(2)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}

/// The largest of each kind, where anything is off.
fn largest<'a>(errors: impl Iterator<Item = &'a MotionError>) -> Largest {
    errors.fold(Largest::default(), |mut largest, error| {
        let [vertex, joint] = error.distances();
        if vertex > largest.vertex.map_or(0.0, |it| it.distance) {
            largest.vertex = error.vertex;
        }
        if joint > largest.joint.map_or(0.0, |it| it.distance) {
            largest.joint = error.joint;
        }
        largest
    })
}

fn too_far(errors: &[MotionError], most: f32) -> Vec<MotionError> {
    let wrong = errors.iter().filter(|error| error.distance() > most);
    wrong.copied().collect()
}

/// Those that no neighbor exceeds.
fn maxima(errors: &[MotionError]) -> Vec<MotionError> {
    let at = |place: Option<usize>| {
        let error = place.and_then(|place| errors.get(place));
        error.map_or(f32::NEG_INFINITY, MotionError::distance)
    };
    let all = errors.iter().enumerate();
    let highest = all.filter(|(place, error)| {
        error.distance() >= at(place.checked_sub(1)) && error.distance() >= at(Some(place + 1))
    });
    highest.map(|(_, error)| *error).collect()
}

/// The vertex that is farthest off. What is no number with all keys cannot be measured; with fewer it is as far off as can be.
fn farthest(skins: [&[DeformedPrimitive]; 2]) -> Option<(VertexPlace, f32)> {
    let mut found: Option<(VertexPlace, f32)> = None;
    for (primitive, (one, other)) in skins[0].iter().zip(skins[1]).enumerate() {
        for (vertex, (from, to)) in one.positions.iter().zip(&other.positions).enumerate() {
            let square = match from.distance_squared(*to) {
                square if square.is_finite() => square,
                _ if from.is_finite() => f32::INFINITY,
                _ => continue,
            };
            if found.is_none_or(|(_, most)| square > most) {
                found = Some((VertexPlace { primitive, vertex }, square));
            }
        }
    }
    found.map(|(place, square)| (place, square.sqrt()))
}
