//! Rotations of a clip: frames of all joints for the most common list of times, single tracks for the rest.

use fearless_simd::SimdBase as _;
use lanes::{Lanes, Row16};

use crate::algebra::{Quad, dot4, scaled4, splat};
use crate::frame_keys::{FrameKeys, KeyBlock};
use crate::key_times::Found;
use crate::order::{BLOCK, store4};
use crate::slerp::slerp;

/// As many lanes as any vector has.
const MOST_LANES: usize = 16;

/// One list of times for all joints, frame by frame: what is read of a frame lies together.
#[derive(Clone, Debug)]
pub(crate) struct RotationFrames {
    /// Number of the list of times.
    pub(crate) list: usize,
    /// Whether keys are held up to the next.
    pub(crate) is_held: bool,
    pub(crate) rotations: FrameKeys,
}

/// A track of one joint, with times of its own or such as few share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyTrack {
    /// Number of the list of times.
    pub(crate) list: usize,
    /// Where its first key is among all.
    pub(crate) first: usize,
    /// Whether keys are held up to the next.
    pub(crate) is_held: bool,
    pub(crate) joint: usize,
    /// Block and place of the joint in columns.
    pub(crate) at: (usize, usize),
}

/// Tracks of single joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct RotationTracks {
    pub(crate) keys: Vec<[f32; 4]>,
    /// One key after another.
    pub(crate) straight: Vec<KeyTrack>,
    /// In-tangent, value and out-tangent, key after key.
    pub(crate) cubic: Vec<KeyTrack>,
    /// What stands for a sum of no length, by cubic track.
    pub(crate) instead: Vec<[f32; 4]>,
}

impl RotationFrames {
    /// Sets the rotations of all joints.
    #[inline(always)]
    pub(crate) fn sample<S: Lanes>(&self, simd: S, found: &[Found], rotations: &mut [[Row16; 4]]) {
        let found = &found[self.list];
        let u = splat(simd, found.of(self.is_held));
        match &self.rotations {
            FrameKeys::Wide(keys) => {
                sample_frames(simd, frames_at(keys, rotations.len(), found), u, rotations);
            }
            FrameKeys::Short(keys) => {
                sample_frames(simd, frames_at(keys, rotations.len(), found), u, rotations);
            }
        }
    }
}

/// The earlier frame and the later one.
#[inline(always)]
fn frames_at<'a, K>(keys: &'a [K], blocks: usize, found: &Found) -> [&'a [K]; 2] {
    let from = found.key as usize * blocks;
    [
        &keys[from..from + blocks],
        &keys[from + blocks..from + 2 * blocks],
    ]
}

#[inline(always)]
fn sample_frames<S: Lanes, K: KeyBlock>(
    simd: S,
    [earlier, later]: [&[K]; 2],
    u: S::f32s,
    rotations: &mut [[Row16; 4]],
) {
    for ((a, b), to) in earlier.iter().zip(later).zip(rotations) {
        let mut at = 0;
        while at < BLOCK {
            let keys = [a.columns(simd, at), b.columns(simd, at)];
            store4(simd, slerp(simd, keys, u, K::UNIT), to, at);
            at += S::LANES;
        }
    }
}

impl RotationTracks {
    /// Sets the rotations of the joints that the tracks move.
    #[inline(always)]
    pub(crate) fn sample<S: Lanes>(&self, simd: S, found: &[Found], rotations: &mut [[Row16; 4]]) {
        let mut from = 0;
        while from < self.straight.len() {
            let tracks = &self.straight[from..];
            let (mut at, mut u) = ([0; MOST_LANES], [0.0; MOST_LANES]);
            let mut lane = 0;
            while lane < S::LANES {
                let track = &tracks[lane.min(tracks.len() - 1)];
                let found = &found[track.list];
                at[lane] = track.first + found.key as usize;
                u[lane] = found.of(track.is_held);
                lane += 1;
            }
            let (earlier, later) = (self.gather(simd, &at, 0), self.gather(simd, &at, 1));
            let u = S::f32s::from_slice(simd, &u[..S::LANES]);
            scatter(
                simd,
                slerp(simd, [earlier, later], u, 1.0),
                tracks,
                rotations,
            );
            from += S::LANES;
        }
        let mut from = 0;
        while from < self.cubic.len() {
            self.sample_cubic(simd, found, from, rotations);
            from += S::LANES;
        }
    }

    /// The cubic tracks from one on, as many as there are lanes.
    #[inline(always)]
    fn sample_cubic<S: Lanes>(
        &self,
        simd: S,
        found: &[Found],
        from: usize,
        rotations: &mut [[Row16; 4]],
    ) {
        let (tracks, instead) = (&self.cubic[from..], &self.instead[from..]);
        let (mut at, mut weights) = ([0; MOST_LANES], [[0.0; 4]; MOST_LANES]);
        let mut lane = 0;
        while lane < S::LANES {
            let track = &tracks[lane.min(tracks.len() - 1)];
            let found = &found[track.list];
            at[lane] = track.first + 3 * found.key as usize;
            weights[lane] = found.hermite;
            lane += 1;
        }
        let [of_value, of_out, of_next, of_in] = simd.gather(
            #[inline(always)]
            |lane| &weights[lane],
        );
        let (value, out) = (self.gather(simd, &at, 1), self.gather(simd, &at, 2));
        let (next, into) = (self.gather(simd, &at, 4), self.gather(simd, &at, 3));
        let mut sum = scaled4(simd, value, of_value);
        let mut letter = 0;
        while letter < 4 {
            let others = next[letter] * of_next + into[letter] * of_in;
            sum[letter] += out[letter] * of_out + others;
            letter += 1;
        }
        let length_squared = dot4(simd, sum, sum);
        let sum = scaled4(simd, sum, simd.inverse_root(length_squared));
        scatter(simd, sum, tracks, rotations);
        set_instead::<S>(length_squared, tracks, instead, rotations);
    }

    #[inline(always)]
    fn gather<S: Lanes>(&self, simd: S, at: &[usize; MOST_LANES], after: usize) -> Quad<S> {
        simd.gather(
            #[inline(always)]
            |lane| &self.keys[at[lane] + after],
        )
    }
}

/// The identity in the place of sums that have no direction.
#[inline(always)]
fn set_instead<S: Lanes>(
    length_squared: S::f32s,
    tracks: &[KeyTrack],
    instead: &[[f32; 4]],
    rotations: &mut [[Row16; 4]],
) {
    let lengths = length_squared.as_slice().iter();
    for ((track, rotation), length) in tracks.iter().zip(instead).zip(lengths) {
        if !length.is_normal() {
            set(rotations, track, *rotation);
        }
    }
}

/// Writes lanes where their joints are.
#[inline(always)]
fn scatter<S: Lanes>(
    simd: S,
    rotation: Quad<S>,
    tracks: &[KeyTrack],
    rotations: &mut [[Row16; 4]],
) {
    let mut quads = [[0.0; 4]; MOST_LANES];
    simd.join_quads(rotation, &mut quads[..S::LANES]);
    for (track, quad) in tracks.iter().zip(&quads[..S::LANES]) {
        set(rotations, track, *quad);
    }
}

#[inline(always)]
fn set(rotations: &mut [[Row16; 4]], track: &KeyTrack, quad: [f32; 4]) {
    let (block, place) = track.at;
    for (column, number) in rotations[block].iter_mut().zip(quad) {
        column.0[place] = number;
    }
}
