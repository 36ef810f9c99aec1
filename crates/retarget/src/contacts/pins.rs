//! Feet that stay where they stand.

use super::stands::{ContactOptions, Limb, Path, Span, Stand, legs, spans};
use crate::transfer::clip::RetargetError;
use crate::transfer::frames::PosedFrames;
use crate::transfer::retargeter::Retargeter;
use crate::transfer::source_tracks::{SourceTracks, densified};
use glam::{DQuat, DVec3, Quat, Vec3};
use rig::{
    Channel, Clip, GoOn, Interpolation, JointChannel, JointIndex, JointTrack, Pose, Target, Track,
    TrackHints, TwoBoneGoal, TwoBones, UserTransform,
};

/// A limb is stretched to no more than this share of its length before the hips come down.
const REACH: f64 = 0.999;
/// The hips come down by no more than this share of the leg.
const MOST_DOWN: f64 = 0.25;
/// After so many samples it is asked whether to go on.
pub(super) const SAMPLES_AT_ONCE: usize = 1024;

/// Both motions at the same times.
pub(crate) struct Footage {
    pub(crate) times: Vec<f32>,
    pub(crate) legs: Vec<LegFootage>,
}

/// One leg of both.
pub(crate) struct LegFootage {
    pub(crate) target: Limb,
    pub(crate) target_path: Path,
    /// When the leg of the source stands.
    pub(crate) spans: Vec<Span>,
}

/// How far the end of a limb is put aside at each sample, and where that holds.
pub(super) struct Shift {
    leg: Limb,
    ways: Vec<DVec3>,
    is_shifted: Vec<bool>,
}

/// What turns and moves differently in the end, at every sample.
pub(super) struct Pinned {
    joints: Vec<JointIndex>,
    turns: Vec<Vec<Quat>>,
    hips: Option<JointIndex>,
    places: Vec<Vec3>,
}

impl LegFootage {
    /// When it stands, in the order of time.
    pub(super) fn stands(&self, times: &[f32]) -> Vec<Stand> {
        let time = |sample: usize| times.get(sample).copied().unwrap_or_default();
        let stand = |span: &Span| Stand {
            side: self.target.side,
            is_front: self.target.is_front,
            from: time(span.first),
            until: time(span.last),
        };
        self.spans.iter().map(stand).collect()
    }
}

impl Retargeter<'_> {
    /// When the feet of the source stand in a clip: while toes, or a foot where either map lacks toes, are slow and low, as the options say.
    #[must_use]
    pub fn stands(&self, source: &Clip, options: &ContactOptions) -> Vec<Stand> {
        let go_on: &GoOn<'_> = &|_| std::ops::ControlFlow::Continue(());
        let Ok(footage) = self.footage(source, None, options, go_on) else {
            return Vec::new();
        };
        let legs = footage.legs.iter();
        let mut stands: Vec<Stand> = legs.flat_map(|leg| leg.stands(&footage.times)).collect();
        stands.sort_by(|one, other| one.from.total_cmp(&other.from));
        stands
    }

    /// The clip of the target in which its feet stay where they are while those of the source stand.
    ///
    /// `moved` is what [`clip`](Self::clip) made of `source`. While toes stand, or a foot without toes, they are held at the mean of the places that
    /// they go through meanwhile, not below the floor; the foot keeps its orientation and goes along, and thigh and shin reach for it by
    /// [`TwoBones`], so that the knee keeps to its side. Before and after, the way to that place is blended over `blend` seconds, so that nothing jumps.
    /// Where a leg is too short the hips come down, over the same time, by up to a quarter of the leg.
    ///
    /// Rotations of thighs, shins and feet, and the hips' translation where they come down, get keys at the times of all keys of both clips, and 30 a second
    /// at least. All else stays as it is, as does a clip without stands, or without whole legs in both maps. Scale is not looked at.
    ///
    /// # Errors
    ///
    /// Keys that would not be finite, and `go_on` that said no.
    pub fn pin_feet(
        &self,
        source: &Clip,
        moved: &Clip,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Clip, RetargetError> {
        let footage = self.footage(source, Some(moved), options, go_on)?;
        let shifts: Vec<Shift> = footage
            .legs
            .iter()
            .filter(|leg| !leg.spans.is_empty())
            .map(|leg| self.shift(&footage.times, leg, options))
            .collect();
        if shifts.is_empty() {
            return Ok(moved.clone());
        }
        let down = self.hips_down(&footage, moved, &shifts, options, go_on)?;
        let pinned = self.pin(&footage.times, moved, &shifts, &down, go_on)?;
        self.with_pinned(moved, &footage.times, pinned)
    }

    /// Samples both motions. Without a clip of the target only the source's stands count.
    pub(crate) fn footage(
        &self,
        source: &Clip,
        moved: Option<&Clip>,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Footage, RetargetError> {
        let times = sample_times(source, moved);
        let pairs = legs(self.maps[0]).into_iter().zip(legs(self.maps[1]));
        let pairs: Vec<(Limb, Limb)> = pairs
            .filter_map(|(from, to)| from.zip(to))
            .map(|(from, to)| (from.without_toes_of(&to), to))
            .collect();
        let mut paths: Vec<[Path; 2]> = pairs.iter().map(|_| [Path::new(), Path::new()]).collect();
        let tracks = SourceTracks::new(self.source.skeleton, &self.source.frames, source);
        let mut sampler = moved.map(|moved| Sampler::new(self, moved));
        for (sample, &time) in times.iter().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let from = self.source.frames.posed(&tracks.pose(time));
            let to = sampler.as_mut().map(|sampler| sampler.posed(time));
            for ((source, target), paths) in pairs.iter().zip(&mut paths) {
                let [of_source, of_target] = paths;
                of_source.push(source, &from);
                let to = to.iter();
                to.for_each(|to| of_target.push(target, to));
            }
        }
        let up = self.up();
        let height = self.source.frames.heights(0, up).body;
        let legs = pairs.into_iter().zip(paths);
        let legs = legs.map(|((_, target), [of_source, of_target])| LegFootage {
            target,
            target_path: of_target,
            spans: spans(&times, &of_source.sole, (up, height), options),
        });
        Ok(Footage {
            legs: legs.collect(),
            times,
        })
    }

    /// How far the sole of a leg is put aside at each sample.
    fn shift(&self, times: &[f32], leg: &LegFootage, options: &ContactOptions) -> Shift {
        let up = self.up();
        let sole = &leg.target_path.sole;
        let heights = self.target.frames.heights(leg.target.tip, up);
        let floor = options.floor.map(|floor| f64::from(floor) + heights.joint);
        let held: Vec<(Span, DVec3)> = leg
            .spans
            .iter()
            .map(|&span| (span, held_place(sole, span, up, floor)))
            .collect();
        let place = |sample: usize| sole.get(sample).copied().unwrap_or(DVec3::ZERO);
        let spans: Vec<Span> = held.iter().map(|(span, _)| *span).collect();
        let way = |held_in: usize, sample: usize| {
            let at = held.get(held_in).map_or(DVec3::ZERO, |(_, at)| *at);
            at - place(sample)
        };
        Shift::blended(leg.target, times, &spans, way, f64::from(options.blend))
    }

    /// How far the hips come down at each sample.
    fn hips_down(
        &self,
        footage: &Footage,
        moved: &Clip,
        shifts: &[Shift],
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Vec<f64>, RetargetError> {
        let up = self.up();
        let mut sampler = Sampler::new(self, moved);
        let mut down = vec![0.0_f64; footage.times.len()];
        for (sample, down) in down.iter_mut().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let Some(&time) = footage.times.get(sample) else {
                continue;
            };
            let shifted = shifts
                .iter()
                .filter_map(|shift| Some((&shift.leg, shift.at(sample)?)));
            let shifted: Vec<(&Limb, DVec3)> = shifted.collect();
            if shifted.is_empty() {
                continue;
            }
            let posed = sampler.posed(time);
            let needed = shifted
                .into_iter()
                .map(|(leg, way)| too_far(leg, &posed, way, up));
            *down = needed.fold(0.0, f64::max);
        }
        if self.hips.is_none() {
            down.fill(0.0);
        }
        Ok(widened(&footage.times, &down, f64::from(options.blend)))
    }

    /// What turns differently, at every sample.
    pub(super) fn pin(
        &self,
        times: &[f32],
        moved: &Clip,
        shifts: &[Shift],
        down: &[f64],
        go_on: &GoOn<'_>,
    ) -> Result<Pinned, RetargetError> {
        let joints = shifts
            .iter()
            .flat_map(|shift| [shift.leg.upper, shift.leg.lower, shift.leg.end]);
        let joints: Vec<usize> = joints.collect();
        let comes_down = down.iter().any(|&down| down > 0.0);
        let hips = self.hips.filter(|_| comes_down).map(|hips| hips.target);
        let mut pinned = Pinned {
            joints: joints.iter().filter_map(|&joint| index(joint)).collect(),
            turns: vec![Vec::with_capacity(times.len()); joints.len()],
            hips: hips.and_then(index),
            places: Vec::new(),
        };
        let bends: Vec<DVec3> = shifts
            .iter()
            .map(|shift| self.preferred_bend(&shift.leg))
            .collect();
        let mut sampler = Sampler::new(self, moved);
        for (sample, &time) in times.iter().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let mut pose = sampler.pose(time);
            let before = self.target.frames.posed(&pose);
            let lower = down.get(sample).copied().unwrap_or(0.0);
            if let Some(hips) = hips {
                self.lower_hips(&mut pose, &before, hips, lower);
                pinned
                    .places
                    .push(pose.rigid.get(hips).map_or(Vec3::ZERO, |it| it.translation));
            }
            let posed = if lower > 0.0 {
                self.target.frames.posed(&pose)
            } else {
                before
            };
            // Where the hips come down a foot that goes through the air stays as high as it was.
            let moved = shifts.iter().zip(&bends).filter_map(|(shift, bend)| {
                let way = shift.at(sample).or((lower > 0.0).then_some(DVec3::ZERO))?;
                Some((&shift.leg, way + lower * self.up(), *bend))
            });
            for (leg, way, bend) in moved {
                let goal = posed.place(leg.end) + way;
                self.reach(&mut pose, &posed, leg, goal, bend);
            }
            for (turns, joint) in pinned.turns.iter_mut().zip(&joints) {
                let turn = pose
                    .rigid
                    .get(*joint)
                    .map_or(Quat::IDENTITY, |it| it.rotation);
                turns.push(turn);
            }
        }
        Ok(pinned)
    }

    fn lower_hips(&self, pose: &mut Pose, posed: &PosedFrames, hips: usize, lower: f64) {
        let frames = &self.target.frames;
        let axes = frames.above(&posed.world, hips) * frames.rest_rotation(hips);
        let way = axes.conjugate() * (-lower * self.up());
        if let Some(rigid) = pose.rigid.get_mut(hips) {
            rigid.translation += way.as_vec3();
        }
    }

    /// Turns thigh and shin until the foot is at a place; it keeps its orientation.
    fn reach(&self, pose: &mut Pose, posed: &PosedFrames, leg: &Limb, goal: DVec3, bend: DVec3) {
        // Near the hip all digits of f32 are the leg's own.
        let from = posed.place(leg.upper);
        let near = |joint: usize| (posed.place(joint) - from).as_vec3();
        let bones = TwoBones {
            root: Vec3::ZERO,
            middle: near(leg.lower),
            end: near(leg.end),
            root_rotation: posed.world(leg.upper).as_quat(),
            middle_rotation: posed.world(leg.lower).as_quat(),
        };
        let reach = bones.reach(&TwoBoneGoal {
            target: (goal - from).as_vec3(),
            pole: None,
            preferred_bend: bend.as_vec3(),
        });
        let frames = &self.target.frames;
        let [upper, lower] =
            [reach.root_rotation, reach.middle_rotation].map(|it| it.as_dquat().normalize());
        let turned = [
            upper * posed.world(leg.upper).conjugate(),
            lower * posed.world(leg.lower).conjugate(),
        ];
        // What hangs between them goes along.
        let above = |joint: usize, turn: DQuat| {
            turn * frames.above(&posed.world, joint) * frames.rest_rotation(joint)
        };
        let turns = [
            (leg.upper, above(leg.upper, DQuat::IDENTITY), upper),
            (leg.lower, above(leg.lower, turned[0]), lower),
            (leg.end, above(leg.end, turned[1]), posed.world(leg.end)),
        ];
        for (joint, above, world) in turns {
            if let Some(rigid) = pose.rigid.get_mut(joint) {
                let turn = (above.conjugate() * world).normalize().as_quat();
                *rigid = rig::Rigid::new(turn, rigid.translation).with_sign_near(rigid.rotation);
            }
        }
    }

    /// Where the middle joint goes in a straight limb, in the axes of the upper one: as in the reference pose; else a knee to where the toes
    /// point, an elbow to the back.
    fn preferred_bend(&self, leg: &Limb) -> DVec3 {
        let frames = &self.target.frames;
        let [hip, knee, foot, sole] =
            [leg.upper, leg.lower, leg.end, leg.tip].map(|it| frames.place(it));
        let along = (foot - hip).normalize_or(DVec3::NEG_Y);
        let bent = (knee - hip).reject_from_normalized(along);
        let is_bent = bent.length() > 1e-3 * foot.distance(hip);
        let forward = (sole - foot).reject_from_normalized(along);
        let way = match (is_bent, leg.is_arm) {
            (true, _) => bent,
            (false, true) => self.back().reject_from_normalized(along),
            (false, false) => forward,
        };
        let axes = frames
            .reference
            .get(leg.upper)
            .copied()
            .unwrap_or(DQuat::IDENTITY);
        axes.conjugate() * way.normalize_or(DVec3::Z)
    }

    /// The clip with these keys in place of its own.
    pub(super) fn with_pinned(
        &self,
        moved: &Clip,
        times: &[f32],
        pinned: Pinned,
    ) -> Result<Clip, RetargetError> {
        let skeleton = self.target.skeleton;
        let fault = |joint: JointIndex| RetargetError::NotFinite {
            joint: text_files::shorten(skeleton.name(joint)),
        };
        let mut tracks = moved.tracks().to_vec();
        for (joint, turns) in pinned.joints.iter().zip(pinned.turns) {
            let key = |turn: Quat| {
                let user = UserTransform {
                    rigid: rig::Rigid::new(turn, Vec3::ZERO),
                    ..UserTransform::IDENTITY
                };
                skeleton.local_keys_of_user(*joint, &user).rotation
            };
            let keys = continued(
                turns.into_iter().map(key),
                skeleton.keyed_rest(*joint).rotation,
            );
            let keys = Track::new(times, keys, Interpolation::Linear);
            let keys = keys.map_err(|_not_finite| fault(*joint))?;
            tracks.push(JointTrack {
                joint: *joint,
                channel: Channel::Rotation(keys),
            });
        }
        if let Some(hips) = pinned.hips {
            let key = |place: Vec3| {
                let user = UserTransform {
                    rigid: rig::Rigid::new(Quat::IDENTITY, place),
                    ..UserTransform::IDENTITY
                };
                skeleton.local_keys_of_user(hips, &user).translation
            };
            let keys = pinned.places.into_iter().map(key).collect();
            let keys = Track::new(times, keys, Interpolation::Linear);
            tracks.push(JointTrack {
                joint: hips,
                channel: Channel::Translation(keys.map_err(|_not_finite| fault(hips))?),
            });
        }
        let end = moved.duration();
        // Of two over one target the later counts.
        Ok(moved
            .clone()
            .with_tracks(tracks, moved.morphs().to_vec())
            .with_duration(end))
    }
}

impl Shift {
    /// Ways within spans, which are in order of time, blended over so many seconds before and after: there with the way of the nearest
    /// end.
    pub(super) fn blended(
        limb: Limb,
        times: &[f32],
        spans: &[Span],
        way_in: impl Fn(usize, usize) -> DVec3,
        blend: f64,
    ) -> Self {
        let blend = blend.max(1e-6);
        let time = |sample: usize| times.get(sample).copied().map_or(0.0, f64::from);
        let mut shift = Self {
            leg: limb,
            ways: vec![DVec3::ZERO; times.len()],
            is_shifted: vec![false; times.len()],
        };
        // Of each sample only the last span before and the next one matter.
        for (sample, (way, is_shifted)) in
            shift.ways.iter_mut().zip(&mut shift.is_shifted).enumerate()
        {
            let next = spans.partition_point(|span| span.last < sample);
            let mut whole = 0.0;
            let near = [next.checked_sub(1), Some(next)].into_iter().flatten();
            for (place, span) in near.filter_map(|place| Some((place, spans.get(place)?))) {
                let inside = sample.clamp(span.first, span.last);
                let away = (time(sample) - time(inside)).abs() / blend;
                let weight = smooth(1.0 - away);
                whole += weight;
                *way += weight * way_in(place, inside);
            }
            *way /= f64::max(whole, 1.0);
            *is_shifted = whole > 0.0;
        }
        shift
    }

    /// Ways at all samples.
    pub(super) fn throughout(limb: Limb, ways: Vec<DVec3>) -> Self {
        Self {
            leg: limb,
            is_shifted: vec![true; ways.len()],
            ways,
        }
    }

    fn at(&self, sample: usize) -> Option<DVec3> {
        let is_shifted = self.is_shifted.get(sample).copied().unwrap_or(false);
        self.ways.get(sample).copied().filter(|_| is_shifted)
    }
}

/// Poses of the target's clip, one after another.
pub(crate) struct Sampler<'r, 'a> {
    retargeter: &'r Retargeter<'a>,
    clip: &'r Clip,
    hints: TrackHints,
    pose: Pose,
}

impl<'r, 'a> Sampler<'r, 'a> {
    pub(crate) fn new(retargeter: &'r Retargeter<'a>, clip: &'r Clip) -> Self {
        Self {
            pose: Pose::of_file(retargeter.target.skeleton),
            hints: TrackHints::default(),
            retargeter,
            clip,
        }
    }

    fn pose(&mut self, time: f32) -> Pose {
        let skeleton = self.retargeter.target.skeleton;
        self.clip
            .sample_into(skeleton, time, &mut self.hints, &mut self.pose);
        self.pose.clone()
    }

    pub(crate) fn posed(&mut self, time: f32) -> PosedFrames {
        let pose = self.pose(time);
        self.retargeter.target.frames.posed(&pose)
    }
}

/// Rotations whose signs run on from one to the next.
fn continued(turns: impl Iterator<Item = Quat>, mut before: Quat) -> Vec<Quat> {
    let next = |turn: Quat| {
        before = if turn.dot(before) < 0.0 { -turn } else { turn };
        before
    };
    turns.map(next).collect()
}

fn index(joint: usize) -> Option<JointIndex> {
    u16::try_from(joint).ok().map(JointIndex)
}

/// Where a sole is held: the mean of where it goes, not below the floor.
fn held_place(sole: &[DVec3], span: Span, up: DVec3, floor: Option<f64>) -> DVec3 {
    let places = sole.iter().take(span.last + 1).skip(span.first);
    let count = f64::from(u32::try_from(places.len().max(1)).unwrap_or(u32::MAX));
    let mean = places.sum::<DVec3>() / count;
    let below = floor.map_or(0.0, |floor| (floor - mean.dot(up)).max(0.0));
    mean + below * up
}

/// How far the hips have to come down so that a foot is in reach; nothing where that does not help.
fn too_far(leg: &Limb, posed: &PosedFrames, way: DVec3, up: DVec3) -> f64 {
    let [hip, knee, foot] = [leg.upper, leg.lower, leg.end].map(|joint| posed.place(joint));
    let length = hip.distance(knee) + knee.distance(foot);
    let reach = REACH * length;
    let to = foot + way - hip;
    if to.length() <= reach || foot.distance(hip) >= reach && way.length() < 1e-9 {
        return 0.0;
    }
    // |to + down · up| = reach, the smaller one.
    let along = to.dot(up);
    let inside = along * along - to.length_squared() + reach * reach;
    let down = -along - inside.max(0.0).sqrt();
    down.clamp(0.0, MOST_DOWN * length)
}

/// What is asked for, rising before and falling after it by so much a second as takes the most of it to nothing in twice these seconds: never
/// less than what is asked for, and without jumps.
fn widened(times: &[f32], down: &[f64], seconds: f64) -> Vec<f64> {
    let most = down.iter().copied().fold(0.0, f64::max);
    let slope = most / (2.0 * seconds).max(1e-6);
    let mut all = down.to_vec();
    let mut last: Option<(f64, f64)> = None;
    let mut ease = |time: f32, here: &mut f64| {
        let time = f64::from(time);
        if let Some((before, depth)) = last {
            *here = here.max(depth - slope * (time - before).abs());
        }
        last = Some((time, *here));
    };
    times
        .iter()
        .zip(&mut all)
        .for_each(|(&time, here)| ease(time, here));
    let back = times.iter().zip(&mut all).rev();
    back.for_each(|(&time, here)| ease(time, here));
    all
}

/// 0 below 0, 1 above 1, without a kink between.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// The times of all keys of both clips that turn or move something, with 30 a second at least.
pub(super) fn sample_times(source: &Clip, moved: Option<&Clip>) -> Vec<f32> {
    let end = source.duration();
    let mut times: Vec<f32> = vec![0.0, end];
    for clip in std::iter::once(source).chain(moved) {
        for target in clip.targets() {
            let Target::Joint(_, JointChannel::Rotation | JointChannel::Translation) = target
            else {
                continue;
            };
            let keys = clip.keys(target).map_or(&[][..], |keys| keys.times());
            // Most tracks of a capture have the same times.
            if !times.ends_with(keys) {
                times.extend_from_slice(keys);
            }
        }
    }
    times.retain(|time| (0.0..=end).contains(time));
    times.sort_by(f32::total_cmp);
    times.dedup();
    densified(&times)
}
