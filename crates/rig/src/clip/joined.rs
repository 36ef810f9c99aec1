//! A clip after another, with a fade between them.

use super::baked::{MergeError, PosesInTime, channels_of, frames_between, local_of, straight_key};
use super::split::{freeze, split_at_times};
use super::{
    AnyTrack, Channel, Clip, ClipMarker, JointChannel, JointTrack, MorphTrack, Repeat, SAME_KEY,
    baked::parted,
};
use crate::{
    ForwardError, JointIndex, Key, KeyMode, Keyed, LocalKeys, Mixed, Pose, Rigid, ScaleInheritance,
    Segment, Skeleton, Tangents, Track, TrackError, forward, ground_motion,
};
use glam::{Quat, Vec3};

/// The next clip, and how it follows.
#[derive(Clone, Copy, Debug)]
pub struct JoinedClip<'a> {
    /// The clip that follows.
    pub next: &'a Clip,
    /// Seconds over which the first passes into the next; at most as long as the shorter of them. Without a fade the next begins one frame
    /// after the end of the first.
    pub fade: f32,
    /// Frames a second in the fade.
    pub rate: f64,
    /// The joint whose way over the ground goes on, as the hips; none for a clip that stays where it is.
    pub mover: Option<JointIndex>,
}

impl Clip {
    /// This clip and the next as one.
    ///
    /// In the fade each frame is the mean of both poses ([`Pose::mean`]), with weights of a smoothstep; before it and after it keys stay as
    /// they are, tangents and modes too. Where `mover` is given the next clip goes on from where the first has come to: it is moved over
    /// the ground and turned about the vertical, so that at the beginning of the fade both have the mover at one place and with one yaw
    /// ([`ground_motion`]). What carries that is the uppermost joint above it that is moved by either clip, whose keys are then one a
    /// frame. The vertical is y.
    ///
    /// Markers of both come along. The result plays once.
    ///
    /// # Errors
    ///
    /// Keys that are not finite, lengths that do not fit the skeleton, and more frames than are kept at once.
    pub fn joined(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        scale_inheritance: &[ScaleInheritance],
        join: &JoinedClip<'_>,
    ) -> Result<Self, MergeError> {
        let work = Joining::new(self, skeleton, base, scale_inheritance, join)?;
        let mut tracks = Vec::new();
        for (joint, mut kinds) in channels_of(&[self, join.next]) {
            if work.carrier.is_some_and(|carrier| carrier.joint == joint) {
                kinds = vec![JointChannel::Translation, JointChannel::Rotation];
                let own = channels_of(&[self, join.next]).remove(&joint);
                kinds.extend(
                    own.into_iter()
                        .flatten()
                        .filter(|kind| matches!(kind, JointChannel::Scale | JointChannel::Shear)),
                );
            }
            if joint.index() < skeleton.len() {
                tracks.extend(work.tracks(joint, &kinds)?);
            }
        }
        let mut weights: Vec<usize> = [self, join.next]
            .iter()
            .flat_map(|clip| clip.morphs().iter().map(|morph| morph.weight))
            .collect();
        weights.sort_unstable();
        weights.dedup();
        for weight in weights {
            tracks.push(AnyTrack::Morph(work.morph(weight)?));
        }
        let (joints, morphs) = parted(tracks);
        let duration = work.offset + join.next.duration();
        let later = join.next.markers().iter().map(|marker| ClipMarker {
            time: marker.time + work.offset,
            name: marker.name.clone(),
        });
        let markers = self.markers().iter().cloned().chain(later).collect();
        let name = self.name().map(str::to_owned);
        Ok(Self::new(self.id(), name, duration)
            .with_tracks(joints, morphs)
            .with_duration(duration)
            .with_repeat(Repeat::Once)
            .with_markers(markers))
    }

    /// The uppermost joint above one, or that itself, that any of two clips moves or turns.
    fn carrier(&self, next: &Self, skeleton: &Skeleton, mover: JointIndex) -> JointIndex {
        let moves = |joint: &JointIndex| {
            let kinds = [JointChannel::Translation, JointChannel::Rotation];
            [self, next].into_iter().any(|clip| {
                let mut own = clip.tracks().iter().filter(|track| track.joint == *joint);
                own.any(|track| kinds.contains(&track.channel.kind()))
            })
        };
        let path = std::iter::successors(Some(mover), |&joint| skeleton.parent(joint));
        path.filter(moves).last().unwrap_or(mover)
    }
}

/// What carries the next clip over the ground, and by what it is moved, relative to its rest.
#[derive(Clone, Copy)]
struct Carrier {
    joint: JointIndex,
    by: Rigid,
}

struct Joining<'a> {
    first: &'a Clip,
    join: &'a JoinedClip<'a>,
    skeleton: &'a Skeleton,
    base: &'a Pose,
    /// When the fade begins and ends, and when the next clip begins, in the time of the result.
    begin: f32,
    end: f32,
    offset: f32,
    carrier: Option<Carrier>,
    /// Poses in the fade.
    fade: PosesInTime<'a>,
    /// What carries the next clip over the ground, after the fade.
    later: Vec<(f32, LocalKeys)>,
}

impl<'a> Joining<'a> {
    fn new(
        first: &'a Clip,
        skeleton: &'a Skeleton,
        base: &'a Pose,
        scale_inheritance: &[ScaleInheritance],
        join: &'a JoinedClip<'a>,
    ) -> Result<Self, MergeError> {
        let (length, next_length) = (first.duration(), join.next.duration());
        let fade = if join.fade.is_finite() {
            join.fade.max(0.0)
        } else {
            0.0
        };
        let fade = fade.min(length).min(next_length);
        #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
        let frame = (1.0 / join.rate) as f32;
        let begin = length - fade;
        let offset = if fade > SAME_KEY {
            begin
        } else {
            length + frame
        };
        let mut joining = Self {
            first,
            join,
            skeleton,
            base,
            begin,
            end: length.max(offset),
            offset,
            carrier: None,
            fade: PosesInTime {
                skeleton,
                times: Vec::new(),
                poses: Vec::new(),
            },
            later: Vec::new(),
        };
        joining.carrier = match join.mover.filter(|mover| mover.index() < skeleton.len()) {
            Some(mover) => Some(joining.carried(mover, scale_inheritance)?),
            None => None,
        };
        let pose = |time: f32| joining.pose(time);
        joining.fade = PosesInTime::sampled(skeleton, [begin, joining.end], join.rate, pose)?;
        if let Some(carrier) = joining.carrier {
            // Of all that follows only what carries it changes.
            let times = frames_between(joining.end, offset + next_length, join.rate, 1)?;
            let local = |time: f32| local_of(skeleton, &joining.next_pose(time), carrier.joint);
            let later = times.iter().skip(1).map(|&time| (time, local(time)));
            joining.later = later.collect();
        }
        Ok(joining)
    }

    /// By what the next clip is moved so that its beginning goes on from the first at the beginning of the fade.
    fn carried(
        &self,
        mover: JointIndex,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<Carrier, MergeError> {
        let rest = self.skeleton.rest_model_from_joint(mover);
        let ground = |pose: &Pose| {
            let posed = forward(self.skeleton, pose.user_transforms(), scale_inheritance)?;
            let frame = posed.model_from_posed_frame(mover);
            let place = Vec3::from(frame.translation);
            let turn = Quat::from_mat3a(&frame.matrix3).normalize();
            let motions = ground_motion(&[Rigid::new(turn, place)], rest.rotation, Vec3::Y);
            Ok::<Rigid, ForwardError>(motions.first().map_or(Rigid::IDENTITY, |of| of.ground))
        };
        let here = ground(&self.first.sample(self.skeleton, self.base, self.begin))?;
        let there = ground(&self.join.next.sample(self.skeleton, self.base, 0.0))?;
        let joint = self.first.carrier(self.join.next, self.skeleton, mover);
        let frame = self.skeleton.rest_model_from_joint(joint);
        // Nothing above it moves: seen from its rest it is moved by `M⁻¹ G M`.
        let by = frame.inverse() * (here * there.inverse()) * frame;
        Ok(Carrier { joint, by })
    }

    /// The pose of the next clip at a time of the result.
    fn next_pose(&self, time: f32) -> Pose {
        let mut pose = self
            .join
            .next
            .sample(self.skeleton, self.base, time - self.offset);
        if let Some(Carrier { joint, by }) = self.carrier
            && let Some(own) = pose.rigid.get_mut(joint.index())
        {
            *own = by * *own;
        }
        pose
    }

    /// The pose of the result from the beginning of the fade on.
    fn pose(&self, time: f32) -> Pose {
        let length = self.end - self.begin;
        let u = if length > SAME_KEY {
            ((time - self.begin) / length).clamp(0.0, 1.0)
        } else {
            1.0
        };
        let weight = u * u * (3.0 - 2.0 * u);
        let next = self.next_pose(time);
        if weight >= 1.0 {
            return next;
        }
        let first = self.first.sample(self.skeleton, self.base, time);
        if weight <= 0.0 {
            return first;
        }
        let part = |what, weight, id| Mixed { what, weight, id };
        Pose::mean(&[part(&first, 1.0 - weight, 0), part(&next, weight, 1)])
    }

    fn tracks(
        &self,
        joint: JointIndex,
        kinds: &[JointChannel],
    ) -> Result<Vec<AnyTrack>, TrackError> {
        let own = |clip: &'a Clip, kind: JointChannel| {
            let mut own = clip
                .tracks()
                .iter()
                .filter(move |track| track.joint == joint);
            own.find(move |track| track.channel.kind() == kind)
                .map(|track| &track.channel)
        };
        let is_carrier = self.carrier.is_some_and(|carrier| carrier.joint == joint);
        let faded = self.fade.times.iter().zip(&self.fade.poses);
        let faded = faded.map(|(&time, pose)| (time, local_of(self.skeleton, pose, joint)));
        let mut locals: Vec<(f32, LocalKeys)> = faded.collect();
        if is_carrier {
            locals.extend(&self.later);
        }
        let before = self.first.sample(self.skeleton, self.base, self.begin);
        let before = local_of(self.skeleton, &before, joint);
        let mut tracks = Vec::new();
        for &kind in kinds {
            let is_carried =
                is_carrier && matches!(kind, JointChannel::Translation | JointChannel::Rotation);
            let next = own(self.join.next, kind).filter(|_| !is_carried);
            let vectors = |of: &dyn Fn(&LocalKeys) -> Vec3| {
                let track = |channel: Option<&'a Channel>| match channel {
                    Some(
                        Channel::Translation(track) | Channel::Scale(track) | Channel::Shear(track),
                    ) => Some(track),
                    _ => None,
                };
                let values = locals.iter().map(|(time, local)| (*time, of(local)));
                let values: Vec<(f32, Vec3)> = values.collect();
                self.spliced(
                    [track(own(self.first, kind)), track(next)],
                    of(&before),
                    &values,
                )
            };
            let channel = match kind {
                JointChannel::Translation => Channel::Translation(vectors(&|it| it.translation)?),
                JointChannel::Scale => Channel::Scale(vectors(&|it| it.stretch.scale)?),
                JointChannel::Shear => Channel::Shear(vectors(&|it| it.stretch.shear)?),
                JointChannel::Rotation | JointChannel::Angle(_) => {
                    let track = |channel: Option<&'a Channel>| match channel {
                        Some(Channel::Rotation(track)) => Some(track),
                        _ => None,
                    };
                    let values = locals.iter().map(|(time, local)| (*time, local.rotation));
                    let values: Vec<(f32, Quat)> = values.collect();
                    let both = [track(own(self.first, kind)), track(next)];
                    Channel::Rotation(self.spliced(both, before.rotation, &values)?)
                }
            };
            tracks.push(AnyTrack::Joint(JointTrack { joint, channel }));
        }
        Ok(tracks)
    }

    fn morph(&self, weight: usize) -> Result<MorphTrack, TrackError> {
        let own = |clip: &'a Clip| {
            let mut morphs = clip.morphs().iter();
            morphs
                .find(|morph| morph.weight == weight)
                .map(|morph| &morph.track)
        };
        let of = |pose: &Pose| pose.morph_weights.get(weight).copied().unwrap_or(0.0);
        let values = self.fade.times.iter().zip(&self.fade.poses);
        let values: Vec<(f32, f32)> = values.map(|(&time, pose)| (time, of(pose))).collect();
        let before = of(&self.first.sample(self.skeleton, self.base, self.begin));
        let track = self.spliced([own(self.first), own(self.join.next)], before, &values)?;
        Ok(MorphTrack { weight, track })
    }

    /// The keys of the first until the fade, those of the fade and after it that are given, and those of the next.
    fn spliced<T: Keyed>(
        &self,
        [first, next]: [Option<&Track<T>>; 2],
        before: T,
        faded: &[(f32, T)],
    ) -> Result<Track<T>, TrackError> {
        let mut keys: Vec<Key<T>> = first.map_or_else(
            || vec![straight_key(0.0, before)],
            |track| split_at_times(track, &[self.begin]),
        );
        keys.retain(|key| key.time <= self.begin + SAME_KEY);
        // Where it has ended before it stays as it is until the fade.
        end_straight(&mut keys);
        if keys
            .last()
            .is_none_or(|last| last.time < self.begin - SAME_KEY)
        {
            keys.push(straight_key(self.begin, before));
        }
        let later = next.map_or_else(Vec::new, |track| self.keys_of_next(track));
        // The frame at the end of the fade is the first key of what follows, where that has one there.
        let until = match later.first() {
            Some(first) if first.time <= self.end + SAME_KEY => self.end - SAME_KEY,
            _ => f32::INFINITY,
        };
        let inside = faded
            .iter()
            .filter(|(time, _)| (self.begin + SAME_KEY..until).contains(time));
        let inside: Vec<(f32, T)> = inside.copied().collect();
        keys.extend(without_runs(&inside).map(|(time, value)| straight_key(time, value)));
        keys.extend(later);
        Track::from_keys(keys, None)
    }

    /// The keys of the next clip after the fade, in the time of the result.
    fn keys_of_next<T: Keyed>(&self, track: &Track<T>) -> Vec<Key<T>> {
        let since = self.end - self.offset;
        let mut later = split_at_times(track, &[since]);
        later.retain(|key| key.time >= since - SAME_KEY);
        for key in &mut later {
            key.time += self.offset;
        }
        if let Some(begin) = later.first_mut() {
            freeze(begin);
        }
        later
    }
}

/// What follows the last key is straight, whatever it passed on as.
fn end_straight<T>(keys: &mut [Key<T>]) {
    if let Some(last) = keys.last_mut() {
        // An aligned or automatic tangent would follow what comes now, and bend the curve before it.
        last.mode = KeyMode {
            out: Segment::Linear,
            tangents: Tangents::Free,
            ..last.mode
        };
    }
}

/// Values without those that are as both of their neighbors.
fn without_runs<T: Keyed>(values: &[(f32, T)]) -> impl Iterator<Item = (f32, T)> {
    let value = |place: Option<usize>| place.and_then(|place| values.get(place)).map(|it| it.1);
    values
        .iter()
        .enumerate()
        .filter_map(move |(place, &(time, own))| {
            let beside = [value(place.checked_sub(1)), value(Some(place + 1))];
            (beside != [Some(own); 2]).then_some((time, own))
        })
}
