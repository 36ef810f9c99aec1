//! Clips of one skeleton on another.

use super::links::Link;
use super::retargeter::Retargeter;
use super::source_tracks::{SourceTracks, Times};
use glam::{DQuat, Quat};
use rig::{Channel, Clip, ClipId, GoOn, Interpolation, JointIndex, JointTrack, Track, TrackError};
use std::collections::BTreeSet;
use thiserror::Error;

/// Two maps within this of each other are one; so is a key that differs no more from rest.
pub(super) const SAME: f64 = 1e-7;
/// A still joint that is turned by no more than this from rest gets no key.
pub(super) const STILL: f32 = 1e-6;
/// After so many keys it is asked whether to go on.
pub(super) const KEYS_AT_ONCE: usize = 4096;

/// Why a clip cannot be brought to another skeleton.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// The clip has tracks for no joint that the target follows.
    #[error(
        "the clip moves none of the joints that the bone map of its skeleton names: map the joints that it moves, or choose \
         another clip"
    )]
    NothingMoves,
    /// Keys that are beyond numbers.
    #[error(
        "the keys of `{joint}` would not be finite: scale the source to the size of the target first"
    )]
    NotFinite {
        /// The joint of the target.
        joint: String,
    },
    /// It was told to stop.
    #[error("stopped before the clip was done")]
    Stopped,
}

/// A clip on its way.
pub(super) struct ClipTransfer<'r, 'a> {
    pub(super) retargeter: &'r Retargeter<'a>,
    pub(super) tracks: SourceTracks<'r>,
    go_on: &'r GoOn<'r>,
    /// For each joint of the target the nearest one above that is linked.
    linked_above: Vec<Option<usize>>,
    pub(super) found: Vec<JointTrack>,
}

impl Retargeter<'_> {
    /// The clip of the target that shows a clip of the source: same name, length, markers and repeat, a new identity.
    ///
    /// Where what turns a joint relative to its parent is one track of the source, all keys are kept, tangents and modes too, and only carried to the other axes:
    /// a clip brought to its own skeleton is the same. Where several tracks take part, as in chains with other joints and twist joints, keys are at the times
    /// of all of them, and 30 a second more along curves; between them the passage is straight. Signs of rotations run on from key to key. Joints without
    /// tracks that stand otherwise than at rest get one key. Morph tracks are not carried.
    ///
    /// # Errors
    ///
    /// A clip that moves no joint of the map, keys that would not be finite, and `go_on` that said no.
    pub fn clip(&self, clip: &Clip, go_on: &GoOn<'_>) -> Result<Clip, RetargetError> {
        let tracks = SourceTracks::new(self.source.skeleton, &self.source.frames, clip);
        let mut transfer = ClipTransfer {
            retargeter: self,
            tracks,
            go_on,
            linked_above: self.linked_above(),
            found: Vec::new(),
        };
        if !transfer.moves_any() {
            return Err(RetargetError::NothingMoves);
        }
        for joint in 0..self.links.len() {
            transfer.go_on(joint)?;
            transfer.take_joint(joint)?;
        }
        let name = clip.name().map(str::to_owned);
        let moved = Clip::new(ClipId(0), name, clip.duration())
            .with_tracks(transfer.found, Vec::new())
            .with_duration(clip.duration())
            .with_repeat(clip.repeat())
            .with_markers(clip.markers().to_vec());
        Ok(moved)
    }

    fn linked_above(&self) -> Vec<Option<usize>> {
        let mut above: Vec<Option<usize>> = Vec::with_capacity(self.links.len());
        for parent in &self.target.frames.parents {
            above.push(parent.and_then(|parent| match self.links.get(parent) {
                Some(Link::Rest) | None => above.get(parent).copied().flatten(),
                Some(_) => Some(parent),
            }));
        }
        above
    }
}

impl ClipTransfer<'_, '_> {
    pub(super) fn go_on(&self, done: usize) -> Result<(), RetargetError> {
        let [done, all] = [done, self.retargeter.links.len().max(1)]
            .map(|count| f32::from(u16::try_from(count).unwrap_or(u16::MAX)));
        match (self.go_on)(done / all).is_continue() {
            true => Ok(()),
            false => Err(RetargetError::Stopped),
        }
    }

    fn moves_any(&self) -> bool {
        let links = self.retargeter.links.iter();
        let joints: BTreeSet<usize> = links.flat_map(Link::nodes).flatten().collect();
        let frames = &self.retargeter.source.frames;
        let is_moved = |joint: usize| {
            let mut path = frames.upwards(joint);
            path.any(|joint| !self.tracks.of(joint).is_still())
        };
        joints.into_iter().any(is_moved)
    }

    fn take_joint(&mut self, joint: usize) -> Result<(), RetargetError> {
        let is_hips = self
            .retargeter
            .hips
            .is_some_and(|hips| hips.target == joint);
        let is_linked = self
            .retargeter
            .links
            .get(joint)
            .is_some_and(|link| *link != Link::Rest);
        let index = u16::try_from(joint).ok().map(JointIndex);
        let Some(index) = index.filter(|_| is_linked || is_hips) else {
            return Ok(());
        };
        if !self.retargeter.target.skeleton.has_even_rest(index) {
            return self.take_uneven(joint, index);
        }
        let mut channels = Vec::new();
        if is_linked {
            channels.extend(self.rotation(joint, index)?.map(Channel::Rotation));
            channels.extend(self.stretch(joint, index)?);
        }
        channels.extend(self.translation(joint, index)?.map(Channel::Translation));
        let tracks = channels.into_iter().map(|channel| JointTrack {
            joint: index,
            channel,
        });
        self.found.extend(tracks);
        Ok(())
    }

    /// An error of a track of a joint.
    pub(super) fn fault(&self, joint: JointIndex) -> impl Fn(TrackError) -> RetargetError + use<> {
        let name = text_files::shorten(self.retargeter.target.skeleton.name(joint));
        move |_| RetargetError::NotFinite {
            joint: name.clone(),
        }
    }

    // ---- rotation ---------------------------------------------------------------------------------------------------

    /// The joints of the source whose turns change that of a joint of the target relative to its parent.
    pub(super) fn dependencies(&self, joint: usize) -> Vec<usize> {
        let link = |joint: Option<usize>| joint.and_then(|joint| self.retargeter.links.get(joint));
        let mut nodes = link(Some(joint)).map_or_else(Vec::new, Link::nodes);
        let above = self.linked_above.get(joint).copied().flatten();
        nodes.extend(link(above).map_or_else(|| vec![None], Link::nodes));
        let paths = nodes.iter().map(|node| {
            let Some(node) = node else {
                return Vec::new();
            };
            let mut path: Vec<usize> = self.retargeter.source.frames.upwards(*node).collect();
            path.reverse();
            path
        });
        let paths: Vec<Vec<usize>> = paths.collect();
        // What stands above all of them turns all alike.
        let common = (0..).find(|&place| {
            let mut joints = paths.iter().map(|path| path.get(place));
            let first = joints.next().flatten();
            first.is_none() || joints.any(|joint| joint != first)
        });
        let own = paths
            .iter()
            .flat_map(|path| path.iter().skip(common.unwrap_or(0)));
        let own: BTreeSet<usize> = own.copied().collect();
        own.into_iter()
            .filter(|&joint| self.tracks.turns(joint))
            .collect()
    }

    /// The turn of a joint of the target relative to rest.
    fn turn_at(&self, joint: usize, time: f32) -> DQuat {
        let frames = &self.retargeter.target.frames;
        let reference = |joint: usize| {
            frames
                .reference
                .get(joint)
                .copied()
                .unwrap_or(DQuat::IDENTITY)
        };
        let rest = |joint: usize| {
            frames
                .rest_world
                .get(joint)
                .copied()
                .unwrap_or(DQuat::IDENTITY)
        };
        let world = |joint: usize| {
            let link = self.retargeter.links.get(joint)?;
            let turn = self
                .retargeter
                .turn(link, &|joint| Some(self.tracks.world(joint, time)))?;
            Some(turn * reference(joint))
        };
        let above = self.linked_above.get(joint).copied().flatten();
        // Down from what is linked above all is at rest.
        let still = match above {
            Some(above) => {
                let posed = world(above).unwrap_or_else(|| rest(above));
                posed * rest(above).conjugate() * rest(joint)
            }
            None => rest(joint),
        };
        world(joint).map_or(DQuat::IDENTITY, |world| {
            (still.conjugate() * world).normalize()
        })
    }

    fn rotation(
        &self,
        joint: usize,
        index: JointIndex,
    ) -> Result<Option<Track<Quat>>, RetargetError> {
        let dependencies = self.dependencies(joint);
        let rest = self.retargeter.target.skeleton.keyed_rest(index).rotation;
        if let [only] = dependencies.as_slice()
            && let Some(track) = self.direct_rotation(joint, *only, rest)
        {
            return track.map(Some).map_err(self.fault(index));
        }
        let key = |time: f32| {
            (rest.as_dquat() * self.turn_at(joint, time))
                .normalize()
                .as_quat()
        };
        let mut times = Times::default();
        for dependency in dependencies {
            self.tracks.of(dependency).add_times(&mut times, false);
        }
        if times.is_empty() {
            let still = key(0.0);
            let still = if still.dot(rest) < 0.0 { -still } else { still };
            let is_rest = still.abs_diff_eq(rest, STILL);
            let track = (!is_rest).then(|| Track::new([0.0], vec![still], Interpolation::Linear));
            return track.transpose().map_err(self.fault(index));
        }
        let interpolation = times.interpolation();
        let times = times.into_list();
        let mut before = rest;
        let mut keys = Vec::with_capacity(times.len());
        for (count, &time) in times.iter().enumerate() {
            if count % KEYS_AT_ONCE == 0 {
                self.go_on(joint)?;
            }
            let value = key(time);
            before = if value.dot(before) < 0.0 {
                -value
            } else {
                value
            };
            keys.push(before);
        }
        Track::new(times, keys, interpolation)
            .map(Some)
            .map_err(self.fault(index))
    }

    /// The keys of one track, carried to other axes: `L q R`. None where that is not all there is to it.
    fn direct_rotation(
        &self,
        joint: usize,
        turning: usize,
        keyed_rest: Quat,
    ) -> Option<Result<Track<Quat>, TrackError>> {
        let retargeter = self.retargeter;
        let track = self.tracks.of(turning).rotation?;
        let Some(&Link::Plain(node)) = retargeter.links.get(joint) else {
            return None;
        };
        let above = self.linked_above.get(joint).copied().flatten();
        let above = match above.map(|above| (above, retargeter.links.get(above))) {
            None => None,
            Some((above, Some(&Link::Plain(node)))) => Some((above, node)),
            Some(_) => return None,
        };
        let (source, target) = (&retargeter.source.frames, &retargeter.target.frames);
        let is_on_way = source.upwards(node).any(|joint| joint == turning);
        let is_above = above.is_some_and(|(_, node)| source.upwards(node).any(|it| it == turning));
        if !is_on_way || is_above || !self.tracks.is_even(turning) {
            return None;
        }
        let of = |list: &[DQuat], joint: usize| list.get(joint).copied().unwrap_or(DQuat::IDENTITY);
        // Any time will do: what changes besides turns both alike.
        let world = |joint: usize| self.tracks.world(joint, 0.0);
        let parent = source.parents.get(turning).copied().flatten();
        let parent = parent.map_or(source.turn, world);
        let local_rest = target.above(&target.rest_world, joint);
        let left = match above {
            Some((above, node)) => {
                let down = of(&target.rest_world, above).conjugate() * local_rest;
                let axes = of(&target.reference, above).conjugate() * of(&source.reference, node);
                down.conjugate() * axes * world(node).conjugate() * parent
            }
            None => local_rest.conjugate() * parent,
        };
        let below = world(turning).conjugate() * world(node);
        let right = below * of(&source.reference, node).conjugate() * of(&target.reference, joint);
        let (mut left, right) = (left.normalize(), right.normalize());
        let index = u16::try_from(turning).ok().map(JointIndex)?;
        let rest = retargeter
            .source
            .skeleton
            .keyed_rest(index)
            .rotation
            .as_dquat();
        if (left * rest * right).dot(keyed_rest.as_dquat()) < 0.0 {
            left = -left;
        }
        let is_one = |turn: DQuat| turn.w.abs() > 0.5 && turn.xyz().length() < SAME;
        if is_one(left) && is_one(right) && left.w * right.w > 0.0 {
            return Some(Ok(track.clone()));
        }
        let value = |key: Quat| (left * key.as_dquat() * right).as_quat();
        Some(track.map(|key| value(key).normalize(), value))
    }
}
