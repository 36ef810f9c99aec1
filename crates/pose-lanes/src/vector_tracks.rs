//! Translations and stretches of a clip: three numbers or six for a key, track by track.

use fearless_simd::{SimdBase as _, SimdFloat as _, f32x4};
use lanes::{Lanes, Row8, Row16};

use crate::key_times::Found;
use crate::rotation_tracks::KeyTrack;

/// Keys of vectors, carried to the axes of the model.
#[derive(Clone, Debug)]
pub(crate) struct VectorTracks<const QUADS: usize> {
    pub(crate) keys: Vec<[[f32; 4]; QUADS]>,
    pub(crate) straight: Vec<KeyTrack>,
    /// In-tangent, value and out-tangent, key after key.
    pub(crate) cubic: Vec<KeyTrack>,
}

impl<const QUADS: usize> Default for VectorTracks<QUADS> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            straight: Vec::new(),
            cubic: Vec::new(),
        }
    }
}

impl<const QUADS: usize> VectorTracks<QUADS> {
    pub(crate) const fn is_empty(&self) -> bool {
        self.straight.is_empty() && self.cubic.is_empty()
    }

    /// Of a straight track.
    #[inline(always)]
    fn straight<S: Lanes>(&self, simd: S, track: &KeyTrack, found: &[Found]) -> [f32x4<S>; QUADS] {
        let found = &found[track.list];
        let at = track.first + found.key as usize;
        let (earlier, later) = (&self.keys[at], &self.keys[at + 1]);
        let u = found.of(track.is_held);
        let mut value = [f32x4::splat(simd, 0.0); QUADS];
        let mut quad = 0;
        while quad < QUADS {
            let from = f32x4::load_array_ref(simd, &earlier[quad]);
            let to = f32x4::load_array_ref(simd, &later[quad]);
            value[quad] = (to - from).mul_add(f32x4::splat(simd, u), from);
            quad += 1;
        }
        value
    }

    /// Of a cubic track.
    #[inline(always)]
    fn cubic<S: Lanes>(&self, simd: S, track: &KeyTrack, found: &[Found]) -> [f32x4<S>; QUADS] {
        let found = &found[track.list];
        let at = track.first + 3 * found.key as usize;
        let keys = &self.keys[at..at + 6];
        let mut value = [f32x4::splat(simd, 0.0); QUADS];
        let mut quad = 0;
        while quad < QUADS {
            // Value, out-tangent, next value and its in-tangent, as the weights are.
            for (weight, key) in found.hermite.iter().zip([1, 2, 4, 3]) {
                let number = f32x4::load_array_ref(simd, &keys[key][quad]);
                value[quad] = number.mul_add(f32x4::splat(simd, *weight), value[quad]);
            }
            quad += 1;
        }
        value
    }
}

impl VectorTracks<1> {
    /// Sets the places of the joints that the tracks move.
    #[inline(always)]
    pub(crate) fn set_places<S: Lanes>(&self, simd: S, found: &[Found], places: &mut [[Row16; 3]]) {
        for track in &self.straight {
            let [place] = self.straight(simd, track, found);
            set_place(places, track, place.to_array());
        }
        for track in &self.cubic {
            let [place] = self.cubic(simd, track, found);
            set_place(places, track, place.to_array());
        }
    }
}

#[inline(always)]
fn set_place(places: &mut [[Row16; 3]], track: &KeyTrack, [x, y, z, _]: [f32; 4]) {
    let (block, place) = track.at;
    let [to_x, to_y, to_z] = &mut places[block];
    to_x.0[place] = x;
    to_y.0[place] = y;
    to_z.0[place] = z;
}

impl VectorTracks<2> {
    /// Adds to the stretches of the joints that the tracks move: scale and shear each bring their share.
    #[inline(always)]
    pub(crate) fn add_stretches<S: Lanes>(&self, simd: S, found: &[Found], stretches: &mut [Row8]) {
        for track in &self.straight {
            let share = self.straight(simd, track, found);
            add::<S>(simd, &mut stretches[track.joint], share);
        }
        for track in &self.cubic {
            let share = self.cubic(simd, track, found);
            add::<S>(simd, &mut stretches[track.joint], share);
        }
    }
}

#[inline(always)]
fn add<S: Lanes>(simd: S, stretch: &mut Row8, [low, high]: [f32x4<S>; 2]) {
    let (quads, _) = stretch.0.as_chunks_mut::<4>();
    let [first, second] = quads else {
        return;
    };
    (f32x4::load_array_ref(simd, first) + low).store_array(first);
    (f32x4::load_array_ref(simd, second) + high).store_array(second);
}
