//! Keys of clips between the moments that are looked at anyway, where joints are elsewhere than these let expect.
//!
//! Moments are spread evenly, so that a twitch may lie between two of them. The key that is farthest from the straight way between its
//! neighbors becomes a moment of its own, and so on between it and them (Douglas and Peucker 1973), until no key is far or there are
//! enough.

use std::collections::BTreeMap;

use glam::Affine3A;
use rig::{Clip, SAME_KEY};

use crate::error::BakeError;
use crate::moments::{Moment, share_of};
use crate::motions::MethodCharacter;

/// Keys of all clips together, at most: each is one more pose to be measured.
const MOST: usize = 96;
/// Nearer keys hold nothing that is missed, as a part of the size.
const FELT: f32 = 1e-3;
/// Where joints are looked at beside their origins, as a part of the size: so a turn that moves no origin counts as well.
const ARM: f32 = 0.1;

/// A clip with the times of its keys in ascending order.
struct KeyedClip<'a> {
    subject: &'a MethodCharacter<'a>,
    place: usize,
    times: Vec<f32>,
    size: f32,
}

/// The key between two moments that is farthest from the straight way.
struct Gap {
    /// Into the list of clips.
    of: usize,
    ends: [f32; 2],
    time: f32,
    distance: f32,
}

/// The keys to be looked at besides `known`. None if `go_on` breaks.
///
/// # Errors
///
/// Scale inheritances of another skeleton.
pub(crate) fn own_keys(
    subject: &MethodCharacter<'_>,
    asked: &[usize],
    known: &[Moment],
    size: f32,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Moment>>, BakeError> {
    let known = times_of_clips(known);
    let mut clips = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    for &place in asked {
        let Some(clip) = subject.character.clips.get(place) else {
            continue;
        };
        let times = key_times(clip);
        let of = clips.len();
        let keyed = KeyedClip {
            subject,
            place,
            times,
            size,
        };
        let own = known.get(&place).map_or(&[][..], Vec::as_slice);
        for pair in known_times(own, clip.duration()).windows(2) {
            let &[from, to] = pair else { continue };
            if !go_on() {
                return Ok(None);
            }
            gaps.extend(keyed.gap(of, [from, to])?);
        }
        clips.push(keyed);
    }
    let mut found = Vec::new();
    while found.len() < MOST {
        // A plain search: there are at most some hundred gaps, and `MOST` of these.
        let farthest = (gaps.iter().enumerate())
            .max_by(|one, other| one.1.distance.total_cmp(&other.1.distance));
        let Some((number, _)) = farthest else { break };
        if !go_on() {
            return Ok(None);
        }
        let Gap { of, ends, time, .. } = gaps.swap_remove(number);
        let Some(clip) = clips.get(of) else { break };
        found.push(Moment {
            clip: Some(clip.place),
            time,
        });
        gaps.extend(clip.gap(of, [ends[0], time])?);
        gaps.extend(clip.gap(of, [time, ends[1]])?);
    }
    Ok(Some(found))
}

impl KeyedClip<'_> {
    /// The farthest key between two moments; none where no key is far.
    fn gap(&self, of: usize, ends: [f32; 2]) -> Result<Option<Gap>, BakeError> {
        // Strictly between the ends, which are looked at already.
        let first = self.times.partition_point(|time| *time <= ends[0]);
        let behind = self.times.partition_point(|time| *time < ends[1]);
        let inside = self.times.get(first..behind).unwrap_or_default();
        if inside.is_empty() {
            return Ok(None);
        }
        let [from, to] = [self.frames(ends[0])?, self.frames(ends[1])?];
        let mut farthest: Option<Gap> = None;
        for &time in inside {
            let share = share_of(time, ends);
            let distance = self.distance([&from, &to], share, &self.frames(time)?);
            if distance > farthest.as_ref().map_or(FELT * self.size, |it| it.distance) {
                farthest = Some(Gap {
                    of,
                    ends,
                    time,
                    distance,
                });
            }
        }
        Ok(farthest)
    }

    fn frames(&self, time: f32) -> Result<Vec<Affine3A>, BakeError> {
        let pose = self.subject.pose(Moment {
            clip: Some(self.place),
            time,
        });
        let posed = self.subject.skeleton(&pose)?;
        let joints = self.subject.character.rig.skeleton.joints();
        Ok(joints
            .map(|joint| posed.model_from_posed_joint(joint))
            .collect())
    }

    /// The largest of any joint, of its origin and of the ends of its axes.
    fn distance(&self, [from, to]: [&[Affine3A]; 2], share: f32, now: &[Affine3A]) -> f32 {
        let frames = from.iter().zip(to).zip(now);
        let distances = frames.map(|((from, to), now)| {
            let straight = from.translation.lerp(to.translation, share);
            let mut squares = straight.distance_squared(now.translation);
            for axis in 0..3 {
                let [from, to, now] = [from, to, now].map(|of| of.matrix3.col(axis));
                squares += (ARM * self.size).powi(2) * from.lerp(to, share).distance_squared(now);
            }
            squares.sqrt()
        });
        distances.fold(0.0, f32::max)
    }
}

fn key_times(clip: &Clip) -> Vec<f32> {
    let tracks = clip.tracks().iter();
    let times = tracks.flat_map(|track| track.channel.times().iter().copied());
    let within = times.filter(|time| (0.0..=clip.duration()).contains(time));
    in_order(within.collect())
}

/// The times of moments by the places of their clips, gone over once: a file may have thousands of clips.
fn times_of_clips(moments: &[Moment]) -> BTreeMap<usize, Vec<f32>> {
    let mut times: BTreeMap<usize, Vec<f32>> = BTreeMap::new();
    for moment in moments {
        if let Some(clip) = moment.clip {
            times.entry(clip).or_default().push(moment.time);
        }
    }
    times
}

fn known_times(known: &[f32], duration: f32) -> Vec<f32> {
    in_order(known.iter().copied().chain([0.0, duration]).collect())
}

fn in_order(mut times: Vec<f32>) -> Vec<f32> {
    times.sort_by(f32::total_cmp);
    times.dedup_by(|next, before| *next - *before < 2.0 * SAME_KEY);
    times
}
