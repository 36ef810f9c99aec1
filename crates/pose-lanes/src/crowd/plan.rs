//! What a crowd's clips have in common, so that lanes may be characters.

use lanes::Row16;

use crate::PreparedClip;
use crate::order::{BLOCK, place_in_block};
use crate::prepared_skin::PreparedSkin;
use crate::vector_tracks::VectorTracks;

/// Where a joint of a clip is: `p_i`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Still([f32; 4]),
    /// Where its first key is.
    Moved(usize),
}

/// Where a joint is in all clips.
#[derive(Clone, Debug)]
pub(crate) enum JointPlace {
    /// In one place.
    Same([f32; 3]),
    /// As the [plan](ClipPlan) of each clip says, by this number.
    Own(usize),
}

/// A clip that lanes take: frames of all rotations over one list of times, and places over the same.
#[derive(Clone, Debug)]
pub(crate) struct ClipPlan {
    places: Vec<Place>,
}

/// Of all clips.
#[derive(Clone, Debug)]
pub(crate) struct CrowdPlan {
    /// None of a clip that is played one character after another.
    pub(crate) clips: Vec<Option<ClipPlan>>,
    pub(crate) joints: Vec<JointPlace>,
    /// Whether keys of these clips have 16 bits a number.
    pub(crate) is_short: bool,
}

impl ClipPlan {
    /// The earlier and the later key of a place, given its number and the earlier key.
    #[inline(always)]
    pub(crate) fn keys<'a>(
        &'a self,
        tracks: &'a VectorTracks<1>,
        place: usize,
        key: usize,
    ) -> [&'a [f32; 4]; 2] {
        match &self.places[place] {
            Place::Still(quad) => [quad, quad],
            Place::Moved(first) => {
                let keys = &tracks.keys[first + key..first + key + 2];
                [&keys[0][0], &keys[1][0]]
            }
        }
    }
}

impl CrowdPlan {
    pub(crate) fn new(clips: &[PreparedClip], joints: usize) -> Self {
        let kinds = clips.iter().filter_map(|clip| clip.frames.as_ref());
        // Lanes read one kind of keys: that of the first clip.
        let is_short = kinds.map(|frames| frames.rotations.is_short()).next() == Some(true);
        let of_clip = |clip| places_of(clip, joints, is_short);
        let of_clips: Vec<Option<Vec<Place>>> = clips.iter().map(of_clip).collect();
        let mut plan = Self {
            clips: of_clips
                .iter()
                .map(|places| places.as_ref().map(|_| ClipPlan { places: Vec::new() }))
                .collect(),
            joints: Vec::with_capacity(joints),
            is_short,
        };
        for joint in 0..joints {
            let mut of_joint = of_clips.iter().flatten().map(|places| places[joint]);
            let first = of_joint.next().unwrap_or(Place::Still([0.0; 4]));
            let place = match first {
                Place::Still([x, y, z, _]) if of_joint.all(|place| place == first) => {
                    JointPlace::Same([x, y, z])
                }
                _ => plan.add_own(&of_clips, joint),
            };
            plan.joints.push(place);
        }
        plan
    }

    fn add_own(&mut self, of_clips: &[Option<Vec<Place>>], joint: usize) -> JointPlace {
        let mut number = 0;
        for (plan, places) in self.clips.iter_mut().zip(of_clips) {
            if let (Some(plan), Some(places)) = (plan, places) {
                number = plan.places.len();
                plan.places.push(places[joint]);
            }
        }
        JointPlace::Own(number)
    }
}

/// Places of all joints, if lanes take the clip.
fn places_of(clip: &PreparedClip, joints: usize, is_short: bool) -> Option<Vec<Place>> {
    let frames = clip.frames.as_ref();
    let has_all_in_frames =
        frames.is_some_and(|frames| !frames.is_held && frames.rotations.is_short() == is_short);
    let are_straight =
        clip.places.cubic.is_empty() && clip.places.straight.iter().all(|track| !track.is_held);
    let has_others = !clip.rotations.straight.is_empty()
        || !clip.rotations.cubic.is_empty()
        || !clip.base_stretches.is_empty();
    let is_taken = has_all_in_frames && are_straight && !has_others && clip.lists.len() == 1;
    is_taken.then(|| {
        let lanes = clip.rig.constants().lanes;
        let still = |joint: usize| still(&clip.base_places[joint / BLOCK], lanes, joint);
        let mut places: Vec<Place> = (0..joints).map(still).collect();
        for track in &clip.places.straight {
            places[track.joint] = Place::Moved(track.first);
        }
        places
    })
}

fn still([x, y, z]: &[Row16; 3], lanes: usize, joint: usize) -> Place {
    let at = place_in_block(lanes, joint);
    Place::Still([x.0[at], y.0[at], z.0[at], 0.0])
}

/// Places of a skin's list, by joint.
#[derive(Clone, Debug)]
pub(crate) struct SkinPlaces {
    /// Where the places of each joint begin, and at last their number.
    first: Vec<usize>,
    places: Vec<usize>,
}

impl SkinPlaces {
    pub(crate) fn new(skin: &PreparedSkin, joints: usize) -> Self {
        // Sorted by joint; of one joint in their order.
        let mut places: Vec<usize> = (0..skin.slots.len()).collect();
        places.sort_by_key(|&place| skin.slots[place]);
        let mut first = vec![0; joints + 1];
        for &slot in &skin.slots {
            first[slot as usize] += 1;
        }
        // Slots are joints plus one, so that sums up to a joint are where its places begin.
        let mut begin = 0;
        for entry in &mut first {
            begin += *entry;
            *entry = begin;
        }
        Self { first, places }
    }

    #[inline(always)]
    pub(crate) fn of(&self, joint: usize) -> &[usize] {
        &self.places[self.first[joint]..self.first[joint + 1]]
    }
}
