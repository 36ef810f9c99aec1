//! A clip while it is prepared.

use std::collections::{BTreeSet, HashMap};

use glam::DVec3;
use lanes::{Row8, Row16};
use rig::Interpolation;

use crate::PreparedRig;
use crate::carried::{Carried, NO_STRETCH};
use crate::frame_keys::FrameKeys;
use crate::key_times::KeyTimes;
use crate::order::{BLOCK, blocks_of, place_in_block, quads_mut};
use crate::prepared_clip::{PreparedClip, SlowJoint, is_any_stretched};
use crate::prepared_rig::{RigConstants, set_column};
use crate::rotation_tracks::{KeyTrack, RotationFrames, RotationTracks};
use crate::shared_times::{rotations_at, union, vectors_at};
use crate::vector_tracks::VectorTracks;

/// How a track passes between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Straightness {
    Held,
    Straight,
    Cubic,
}

impl Straightness {
    pub(crate) const fn of(interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Step => Self::Held,
            Interpolation::Linear => Self::Straight,
            Interpolation::CubicSpline => Self::Cubic,
        }
    }
}

/// Keys of rotations of one joint.
struct Rotations {
    track: KeyTrack,
    straightness: Straightness,
    quads: Vec<[f32; 4]>,
    instead: [f32; 4],
}

pub(crate) struct ClipDraft<'a> {
    pub(crate) rig: &'a RigConstants,
    lanes: usize,
    lists: Vec<KeyTimes>,
    /// Which list has these times, by their bits.
    known_lists: HashMap<Vec<u32>, usize>,
    base_rotations: Vec<[Row16; 4]>,
    /// Joint by joint.
    base_quads: Vec<[f32; 4]>,
    base_places: Vec<[Row16; 3]>,
    base_stretches: Vec<Row8>,
    rotations: Vec<Rotations>,
    pub(crate) places: VectorTracks<1>,
    pub(crate) stretches: VectorTracks<2>,
    pub(crate) slow: Vec<SlowJoint>,
}

impl<'a> ClipDraft<'a> {
    pub(crate) fn new(rig: &'a RigConstants, lanes: usize) -> Self {
        let joints = rig.slots.len();
        let blocks = blocks_of(joints);
        Self {
            rig,
            lanes,
            lists: Vec::new(),
            known_lists: HashMap::new(),
            base_rotations: vec![identities(); blocks],
            base_quads: vec![[0.0, 0.0, 0.0, 1.0]; joints],
            base_places: vec![[Row16::default(); 3]; blocks],
            base_stretches: vec![NO_STRETCH; BLOCK * blocks],
            rotations: Vec::new(),
            places: VectorTracks::default(),
            stretches: VectorTracks::default(),
            slow: Vec::new(),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounded to f32")]
    pub(crate) fn set_base(&mut self, joint: usize, carried: &Carried) {
        let (block, place) = (joint / BLOCK, place_in_block(self.lanes, joint));
        set_column(&mut self.base_rotations[block], place, &carried.rotation);
        set_column(&mut self.base_places[block], place, &carried.place);
        self.base_quads[joint] = carried.rotation.map(|number| number as f32);
        self.base_stretches[joint] = carried.stretch;
    }

    pub(crate) fn set_stretch(&mut self, joint: usize, stretch: Row8) {
        self.base_stretches[joint] = stretch;
    }

    /// A track of a joint, still without keys.
    pub(crate) fn track(&mut self, joint: usize, times: &[f32], how: Straightness) -> KeyTrack {
        let list = self.list(times);
        if how == Straightness::Cubic {
            self.lists[list].set_cubic();
        }
        KeyTrack {
            list,
            first: 0,
            is_held: how == Straightness::Held,
            joint,
            at: (joint / BLOCK, place_in_block(self.lanes, joint)),
        }
    }

    /// The list of these times, which tracks share.
    fn list(&mut self, times: &[f32]) -> usize {
        let key = times.iter().map(|time| time.to_bits()).collect();
        *self.known_lists.entry(key).or_insert_with(|| {
            self.lists.push(KeyTimes::new(times));
            self.lists.len() - 1
        })
    }

    pub(crate) fn add_rotation(
        &mut self,
        track: KeyTrack,
        straightness: Straightness,
        quads: Vec<[f32; 4]>,
        instead: [f32; 4],
    ) {
        self.rotations.push(Rotations {
            track,
            straightness,
            quads,
            instead,
        });
    }

    pub(crate) fn finish(mut self, rig: &PreparedRig) -> PreparedClip {
        self.share_times();
        let mut frames = self.take_frames();
        self.drop_lists(&mut frames);
        let mut rotations = RotationTracks::default();
        for own in self.rotations {
            let track = KeyTrack {
                first: rotations.keys.len(),
                ..own.track
            };
            rotations.keys.extend(own.quads);
            if own.straightness == Straightness::Cubic {
                rotations.cubic.push(track);
                rotations.instead.push(own.instead);
            } else {
                rotations.straight.push(track);
            }
        }
        let is_slow = !self.slow.is_empty();
        let is_stretched = is_slow || is_any_stretched(&self.base_stretches);
        PreparedClip {
            rig: rig.clone(),
            lists: self.lists,
            base_rotations: self.base_rotations,
            base_places: self.base_places,
            base_stretches: if is_stretched || !self.stretches.is_empty() {
                self.base_stretches
            } else {
                Vec::new()
            },
            frames,
            rotations,
            places: self.places,
            stretches: self.stretches,
            slow: self.slow,
        }
    }

    /// Gives straight tracks keys at the times of all of them, where those are not many more.
    fn share_times(&mut self) {
        /// Frames may have so many times as many rotations as tracks have keys: a frame costs less to read than tracks do.
        const MORE: usize = 3;
        let is_straight = |own: &&Rotations| own.straightness == Straightness::Straight;
        let straight = || self.rotations.iter().filter(is_straight);
        let lists: BTreeSet<usize> = straight().map(|own| own.track.list).collect();
        let keys: usize = straight().map(|own| own.quads.len()).sum();
        if lists.len() < 2 {
            return;
        }
        let times = union(lists.iter().map(|&list| self.lists[list].times()));
        if times.len() * self.base_quads.len() > MORE * keys {
            return;
        }
        let list = self.list(&times);
        for own in &mut self.rotations {
            if own.straightness == Straightness::Straight {
                own.quads = rotations_at(self.lists[own.track.list].times(), &own.quads, &times);
                own.track.list = list;
            }
        }
        self.share_times_of_places(list, &times);
    }

    /// The same of places whose times are among these.
    fn share_times_of_places(&mut self, list: usize, times: &[f32]) {
        let old = std::mem::take(&mut self.places);
        let keys_of = |track: &KeyTrack, per_key: usize, lists: &[KeyTimes]| {
            let count = per_key * lists[track.list].keys();
            old.keys[track.first..track.first + count].to_vec()
        };
        for track in &old.straight {
            let own = self.lists[track.list].times();
            let is_among = |time: &f32| times.binary_search_by(|at| at.total_cmp(time)).is_ok();
            let mut track = *track;
            let mut keys = keys_of(&track, 1, &self.lists);
            if !track.is_held && own.iter().all(is_among) {
                keys = vectors_at(own, &keys, times);
                track.list = list;
            }
            self.places.add(track, Straightness::Straight, keys);
        }
        for track in &old.cubic {
            let keys = keys_of(track, 3, &self.lists);
            self.places.add(*track, Straightness::Cubic, keys);
        }
    }

    /// Forgets lists of times that no track has any more.
    fn drop_lists(&mut self, frames: &mut Option<RotationFrames>) {
        let of_frames = frames.iter_mut().map(|frames| &mut frames.list);
        let of_rotations = self.rotations.iter_mut().map(|own| &mut own.track.list);
        let of_places = self.places.lists_mut();
        let of_stretches = self.stretches.lists_mut();
        let mut kept = Vec::new();
        let mut numbers = vec![None; self.lists.len()];
        for list in of_frames
            .chain(of_rotations)
            .chain(of_places)
            .chain(of_stretches)
        {
            *list = *numbers[*list].get_or_insert_with(|| {
                kept.push(self.lists[*list].clone());
                kept.len() - 1
            });
        }
        self.lists = kept;
    }

    /// Frames of all joints for what most joints have in common, if that is many enough.
    fn take_frames(&mut self) -> Option<RotationFrames> {
        let kind = |own: &Rotations| (own.track.list, own.track.is_held);
        let shares = |own: &&Rotations| own.straightness != Straightness::Cubic;
        let mut counts = vec![[0_usize; 2]; self.lists.len()];
        for (list, is_held) in self.rotations.iter().filter(shares).map(kind) {
            counts[list][usize::from(is_held)] += 1;
        }
        let count = |(list, is_held): (usize, bool)| counts[list][usize::from(is_held)];
        let kinds = self.rotations.iter().filter(shares).map(kind);
        let most = kinds.max_by_key(|&of| count(of))?;
        if 4 * count(most) < self.base_quads.len() {
            return None;
        }
        let (list, is_held) = most;
        let (taken, left): (Vec<Rotations>, Vec<Rotations>) = std::mem::take(&mut self.rotations)
            .into_iter()
            .partition(|own| shares(&own) && kind(own) == most);
        self.rotations = left;
        let blocks = self.base_rotations.len();
        let keys = self.lists[list].keys();
        let mut frame = vec![identity_quads(); blocks];
        quads_mut(&mut frame)[..self.base_quads.len()].copy_from_slice(&self.base_quads);
        let mut rotations = Vec::with_capacity(keys * blocks);
        for key in 0..keys {
            let quads = quads_mut(&mut frame);
            for own in &taken {
                quads[own.track.joint] = own.quads[key];
            }
            rotations.extend_from_slice(&frame);
        }
        Some(RotationFrames {
            list,
            is_held,
            rotations: FrameKeys::Wide(rotations),
        })
    }
}

impl<const QUADS: usize> VectorTracks<QUADS> {
    /// The lists of times of all tracks.
    fn lists_mut(&mut self) -> impl Iterator<Item = &mut usize> {
        let tracks = self.straight.iter_mut().chain(&mut self.cubic);
        tracks.map(|track| &mut track.list)
    }

    pub(crate) fn add(
        &mut self,
        track: KeyTrack,
        straightness: Straightness,
        values: Vec<[[f32; 4]; QUADS]>,
    ) {
        let track = KeyTrack {
            first: self.keys.len(),
            ..track
        };
        self.keys.extend(values);
        let tracks = if straightness == Straightness::Cubic {
            &mut self.cubic
        } else {
            &mut self.straight
        };
        tracks.push(track);
    }
}

pub(crate) fn quad_of(v: DVec3) -> [f32; 4] {
    v.as_vec3().extend(0.0).to_array()
}

/// Columns of unit quaternions that turn nothing.
fn identities() -> [Row16; 4] {
    let zero = Row16::default();
    [zero, zero, zero, Row16([1.0; 16])]
}

/// The same, joint by joint.
fn identity_quads() -> [Row16; 4] {
    let row = [0.0, 0.0, 0.0, 1.0];
    let mut quads = [Row16::default(); 4];
    quads_mut(std::slice::from_mut(&mut quads)).fill(row);
    quads
}
