//! Shear in clips: a node cannot hold it, two nodes can.
//!
//! A node as clips key it is `L = (t, Q H)`, H symmetric. With the principal axes V of H and its factors Σ, `H = V Σ Vᵀ`, that is
//! `L = (t, U, Σ) (Vᵀ)` with `U = Q V`: one node that is moved, turned and scaled, and below it one that is turned. The axes are
//! followed from key to key, so that they keep their order and do not jump where shear passes through zero.
//!
//! Translation keeps its own keys. The two rotations and Σ are keyed [`RATE`] times a second, at all key times, and one float before
//! a key that ends a held value; between they go straight, as `LINEAR` does. Where Q turns evenly and H stays what it is, that is exact.

use std::borrow::Cow;
use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use rig::{
    Channel, Clip, Interpolation, JointIndex, JointTrack, Keyed, LocalKeys, LocalTransform,
    PrincipalAxes, Segment, Skeleton, Track,
};

use super::Writing;
use super::nodes::{channels_of, is_near};
use crate::clips::still_shear::shears;
use crate::write::curves::{rising, still};

/// Keys per second, as often as most screens show a picture.
pub(super) const RATE: f64 = 60.0;

/// Most keys beside those at the times of the clip's own: clips of half an hour keep the rate.
const MOST: f64 = 131_072.0;

/// A joint of a clip over two nodes: what of each node moves, by the name of its channel.
pub(super) struct TwoNodes<'a> {
    pub(super) above: Vec<(&'static str, Cow<'a, Channel>)>,
    pub(super) node: Vec<(&'static str, Cow<'a, Channel>)>,
}

/// The times and what both nodes are at them.
pub(super) struct Resampling {
    pub(super) joint: JointIndex,
    /// Keys per second between its own; below [`RATE`] only for very long clips.
    pub(super) rate: f64,
    pub(super) times: Vec<f32>,
    /// The rotations `U = Q V` of the node above, one for each time.
    pub(super) left: Vec<Quat>,
    /// The scales Σ of the node above, the factors along the principal axes.
    pub(super) factors: Vec<Vec3>,
    /// The rotations `Vᵀ` of the node that stands for the joint.
    pub(super) right: Vec<Quat>,
}

impl Writing<'_, '_> {
    /// The joints that clips shear.
    pub(super) fn sheared_joints(&self) -> BTreeSet<JointIndex> {
        let skeleton = &self.character.rig.skeleton;
        let clips = self.character.clips.iter();
        clips
            .flat_map(|clip| joints_of(skeleton, clip))
            .filter(|(joint, tracks)| is_sheared(skeleton, *joint, tracks))
            .map(|(joint, _)| joint)
            .collect()
    }
}

/// The joints that a clip moves, with their tracks.
pub(super) fn joints_of<'a>(
    skeleton: &Skeleton,
    clip: &'a Clip,
) -> impl Iterator<Item = (JointIndex, &'a [JointTrack])> + use<'a> {
    let n_joints = skeleton.len();
    let tracks = clip
        .tracks()
        .chunk_by(|one, next| one.joint == next.joint)
        .filter_map(|tracks| Some((tracks.first()?.joint, tracks)));
    tracks.filter(move |(joint, _)| joint.index() < n_joints)
}

/// Whether a joint rests so that one node cannot hold it.
pub(super) fn is_rest_sheared(skeleton: &Skeleton, joint: JointIndex) -> bool {
    match skeleton.local(joint) {
        LocalTransform::Trs(_) => false,
        LocalTransform::Matrix(matrix) => !is_near(
            &channels_of(&skeleton.local_keys(joint)).to_affine(),
            matrix,
        ),
    }
}

/// Whether a clip with these tracks of a joint shears it, or leaves it as sheared as it rests.
pub(super) fn is_sheared(skeleton: &Skeleton, joint: JointIndex, tracks: &[JointTrack]) -> bool {
    let shear = tracks.iter().find_map(|track| match &track.channel {
        Channel::Shear(shear) => Some(shear),
        Channel::Translation(_) | Channel::Rotation(_) | Channel::Scale(_) => None,
    });
    let Some(shear) = shear else {
        return is_rest_sheared(skeleton, joint);
    };
    shears(skeleton, joint, shear)
}

/// Whether there is a track of shear, whatever it does.
pub(super) fn has_shear(tracks: &[JointTrack]) -> bool {
    let mut channels = tracks.iter().map(|track| &track.channel);
    channels.any(|channel| matches!(channel, Channel::Shear(_)))
}

/// A joint at a time, as a clip with these tracks of it has it.
pub(super) fn sample_joint(
    skeleton: &Skeleton,
    joint: JointIndex,
    tracks: &[JointTrack],
    time: f32,
) -> LocalKeys {
    let mut local = skeleton.local_keys(joint);
    for track in tracks {
        match &track.channel {
            Channel::Translation(track) => local.translation = track.sample(time),
            Channel::Rotation(track) => local.rotation = track.sample(time),
            Channel::Scale(track) => local.stretch.scale = track.sample(time),
            Channel::Shear(track) => local.stretch.shear = track.sample(time),
        }
    }
    local
}

impl Resampling {
    pub(super) fn of(skeleton: &Skeleton, joint: JointIndex, tracks: &[JointTrack]) -> Self {
        let (times, rate) = times_of(tracks);
        let locals = times
            .iter()
            .map(|&time| sample_joint(skeleton, joint, tracks, time));
        let locals: Vec<LocalKeys> = locals.collect();
        let axes = follow_axes(&locals);
        let pairs = locals.iter().zip(&axes);
        Self {
            joint,
            rate,
            left: pairs
                // A product of rounded quaternions is a little longer or shorter than one.
                .map(|(local, found)| (local.rotation * found.axes).normalize())
                .collect(),
            factors: axes.iter().map(|found| found.factors).collect(),
            right: axes.iter().map(|found| found.axes.conjugate()).collect(),
            times,
        }
    }

    /// The channels of both nodes. Nothing where a number is not finite, which no clip has.
    pub(super) fn channels<'a>(
        &self,
        skeleton: &Skeleton,
        tracks: &'a [JointTrack],
    ) -> Option<TwoNodes<'a>> {
        let translation = tracks.iter().find_map(|track| match &track.channel {
            own @ Channel::Translation(_) => Some(Cow::Borrowed(own)),
            Channel::Rotation(_) | Channel::Scale(_) | Channel::Shear(_) => None,
        });
        let at_rest = skeleton.local_keys(self.joint).translation;
        let translation = match translation {
            Some(own) => own,
            None => Cow::Owned(Channel::Translation(still(at_rest)?)),
        };
        let left = Channel::Rotation(self.track(&self.left)?);
        let factors = Channel::Scale(self.track(&self.factors)?);
        let right = Channel::Rotation(self.track(&self.right)?);
        let nowhere = Channel::Translation(still(Vec3::ZERO)?);
        let unscaled = Channel::Scale(still(Vec3::ONE)?);
        Some(TwoNodes {
            above: vec![
                ("translation", translation),
                ("rotation", Cow::Owned(left)),
                ("scale", Cow::Owned(factors)),
            ],
            node: vec![
                ("translation", Cow::Owned(nowhere)),
                ("rotation", Cow::Owned(right)),
                ("scale", Cow::Owned(unscaled)),
            ],
        })
    }

    fn track<T: Keyed>(&self, values: &[T]) -> Option<Track<T>> {
        Track::new(
            self.times.as_slice(),
            values.to_vec(),
            Interpolation::Linear,
        )
        .ok()
    }
}

/// When a joint is keyed anew, and how often a second.
fn times_of(tracks: &[JointTrack]) -> (Vec<f32>, f64) {
    let mut times: Vec<f32> = Vec::new();
    for track in tracks {
        match &track.channel {
            // Written as it is.
            Channel::Translation(_) => {}
            Channel::Rotation(track) => add_times(track, &mut times),
            Channel::Scale(track) | Channel::Shear(track) => add_times(track, &mut times),
        }
    }
    let mut times = rising(times);
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
        return (vec![0.0], RATE);
    };
    let (first, last) = (f64::from(first), f64::from(last));
    // One time alone divides by zero; infinity leaves the rate as it is.
    let rate = RATE.min(MOST / (last - first));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most MOST"
    )]
    let steps = ((last - first) * rate).floor() as u32;
    let even = (1..=steps).map(|step| crate::json::value::narrow(first + f64::from(step) / rate));
    times.extend(even.filter(|&time| f64::from(time) < last));
    (rising(times), rate)
}

/// The times of keys, and of the ends of what is held.
fn add_times<T: Keyed>(track: &Track<T>, times: &mut Vec<f32>) {
    let own = track.times();
    times.extend(own);
    let ends = own.windows(2).enumerate().filter_map(|(key, pair)| {
        let &[from, to] = pair else { return None };
        let last = to.next_down();
        (track.mode(key).out == Segment::Hold && from < last).then_some(last)
    });
    times.extend(ends);
}

/// Principal axes and factors, followed both ways from the key that is sheared most: where there is no shear all axes are principal
/// ones, and those of the keys beside it go on.
fn follow_axes(locals: &[LocalKeys]) -> Vec<PrincipalAxes> {
    let shear = |local: &LocalKeys| local.stretch.shear.length_squared();
    let most = (0..locals.len()).max_by(|&one, &other| {
        let of = |place: usize| locals.get(place).map_or(0.0, shear);
        of(one).total_cmp(&of(other))
    });
    let (before, from) = locals.split_at(most.unwrap_or(0));
    let start = from
        .first()
        .map(|local| local.stretch.principal_axes(Quat::IDENTITY));
    let start = start.map_or(Quat::IDENTITY, |found| found.axes);
    let follow = |near: &mut Quat, local: &LocalKeys| {
        let found = local.stretch.principal_axes(*near);
        *near = found.axes;
        Some(found)
    };
    let mut axes: Vec<PrincipalAxes> = before.iter().rev().scan(start, follow).collect();
    axes.reverse();
    axes.extend(from.iter().scan(start, follow));
    axes
}
