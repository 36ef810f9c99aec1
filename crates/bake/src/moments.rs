//! When to look: the times that are fitted to, those that errors are measured at, and those at which helpers get keys.

use std::collections::HashMap;

use rig::{Clip, SAME_KEY};

/// A time of a clip; without a clip what the file shows when none plays.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Moment {
    /// Place in the character's list of clips.
    pub clip: Option<usize>,
    /// Seconds.
    pub time: f32,
}

impl Moment {
    /// What equal moments have in common, to find one among many thousand.
    pub(crate) const fn key(&self) -> (Option<usize>, u32) {
        // 0 and −0 are one time.
        (self.clip, (self.time + 0.0).to_bits())
    }
}

/// Moments a second that are fitted to.
const RATE: f32 = 8.0;

/// Fewest intervals of a clip that are fitted to; those of very short clips too.
const LEAST: usize = 4;

/// Fewest where memory holds no more.
const FEWEST: usize = 2;

/// Where between the moments fitted to the final error is measured, and where it is checked on the way there. The last is the better
/// part of a golden section, so that neither is a multiple of a key's distance.
pub(crate) const MEASURED: [f32; 2] = [0.381_966, 0.763_932];
pub(crate) const CHECKED: [f32; 1] = [0.618_034];

/// Even times of all clips, from beginning to end, about `most` of all together but at least a few of each; and the file's pose. Never more
/// than `held`, for which each clip has fewer; none where that leaves less than its ends and its middle.
pub(crate) fn fitted(
    clips: &[Clip],
    asked: &[usize],
    (most, held): (usize, usize),
) -> Option<Vec<Moment>> {
    let mut all = intervals(clips, asked, most);
    let count = |all: &[(usize, usize)]| 1 + all.iter().map(|it| it.1 + 1).sum::<usize>();
    if count(&all) > held {
        let each = held.checked_sub(1)? / asked.len().max(1);
        let left = each.checked_sub(1).filter(|left| *left >= FEWEST)?;
        for (_, intervals) in &mut all {
            *intervals = left.min(*intervals);
        }
    }
    let mut moments = vec![Moment::default()];
    for (clip, intervals) in all {
        let duration = clips.get(clip).map_or(0.0, Clip::duration);
        moments.extend((0..=intervals).map(|step| Moment {
            clip: Some(clip),
            time: share(step, intervals) * duration,
        }));
    }
    Some(moments)
}

/// Times inside the intervals of [`fitted`], at these shares of each; of a clip that stands still the only pose that it has.
pub(crate) fn between(clips: &[Clip], asked: &[usize], most: usize, shares: &[f32]) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (clip, intervals) in intervals(clips, asked, most) {
        let duration = clips.get(clip).map_or(0.0, Clip::duration);
        if intervals == 0 {
            moments.push(Moment {
                clip: Some(clip),
                time: 0.0,
            });
        }
        for step in 0..intervals {
            moments.extend(shares.iter().map(|inside| Moment {
                clip: Some(clip),
                time: (share(step, intervals) + inside * share(1, intervals)) * duration,
            }));
        }
    }
    moments
}

fn intervals(clips: &[Clip], asked: &[usize], most: usize) -> Vec<(usize, usize)> {
    let duration = |clip: &usize| clips.get(*clip).map_or(0.0, Clip::duration);
    let total: f32 = asked.iter().map(duration).sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of moments")]
    let rate = RATE.min(most as f32 / total.max(f32::MIN_POSITIVE));
    let of_clip = |&clip: &usize| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most `most`"
        )]
        let count = (duration(&clip) * rate).ceil() as usize;
        match clips.get(clip).is_none_or(stands_still) {
            true => (clip, 0),
            false => (clip, count.clamp(LEAST, most.max(LEAST))),
        }
    };
    asked.iter().map(of_clip).collect()
}

/// Whether no track has a second key, so that all moments show one pose.
fn stands_still(clip: &Clip) -> bool {
    let mut joints = clip
        .tracks()
        .iter()
        .map(|track| track.channel.times().len());
    let mut morphs = clip.morphs().iter().map(|morph| morph.track.times().len());
    joints.all(|keys| keys < 2) && morphs.all(|keys| keys < 2)
}

#[expect(clippy::cast_precision_loss, reason = "a number of moments")]
fn share(step: usize, of: usize) -> f32 {
    step as f32 / of.max(1) as f32
}

/// Where between two times a third is: 0 at the first, 1 at the second.
pub(crate) fn share_of(time: f32, [from, to]: [f32; 2]) -> f32 {
    (time - from) / (to - from).max(f32::MIN_POSITIVE)
}

/// Most keys a clip's helper gets before any are taken out.
const MOST_KEYS: f32 = 131_072.0;

/// Most parts of an interval between two keys of a clip, eight seconds at thirty keys a second. Between neighboring keys each track
/// does one turn or one curve, however long it takes: a turn of 180° has a key at every 0.75°.
const MOST_PARTS: usize = 240;

/// The times at which helpers are keyed: those of the clip's own keys, where these are not denser than twice the rate, and between them
/// as many as the rate asks for, but no more than one turn or curve needs: a number that grows with the keys, not with the seconds.
pub(crate) fn keyed(clip: &Clip, rate: f32) -> Vec<f32> {
    let duration = clip.duration();
    let rate = rate.min(MOST_KEYS / duration.max(f32::MIN_POSITIVE));
    let mut own: Vec<f32> = clip
        .tracks()
        .iter()
        .flat_map(|track| track.channel.times().iter().copied())
        .filter(|time| (0.0..=duration).contains(time))
        .collect();
    own.sort_by(f32::total_cmp);
    own.dedup_by(|next, before| *next - *before < 2.0 * SAME_KEY);
    #[expect(clippy::cast_precision_loss, reason = "a number of keys")]
    let is_dense = own.len() as f32 > 2.0 * rate * duration + 2.0;
    if is_dense {
        own.clear();
    }
    own.extend([0.0, duration]);
    own.sort_by(f32::total_cmp);
    own.dedup_by(|next, before| *next - *before < 2.0 * SAME_KEY);
    let most = if is_dense { usize::MAX } else { MOST_PARTS };
    parted(&own, rate, most)
}

/// These times, which rise, with so many times a second between them, and no more than `most` parts of each interval.
fn parted(own: &[f32], rate: f32, most: usize) -> Vec<f32> {
    let mut times = Vec::new();
    for pair in own.windows(2) {
        let &[from, to] = pair else { continue };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most MOST_KEYS"
        )]
        let parts = ((to - from) * rate - 0.01).ceil().max(1.0) as usize;
        let parts = parts.min(most);
        times.extend((0..parts).map(|step| from + share(step, parts) * (to - from)));
    }
    times.extend(own.last());
    times
}

/// The same between all these times, which need no order.
pub(crate) fn parted_between(mut own: Vec<f32>, rate: f32) -> Vec<f32> {
    own.sort_by(f32::total_cmp);
    own.dedup();
    parted(&own, rate, MOST_PARTS)
}

/// Moments that a round of fitting adds.
const MORE_MOMENTS: usize = 24;

/// The moments at which some vertex is farther off than this, those with the largest error first.
pub(crate) fn offending(vertices: &[Vec<(f32, Moment)>], most: f32) -> Vec<Moment> {
    let mut found: Vec<(Moment, f32)> = Vec::new();
    let mut places: HashMap<(Option<usize>, u32), usize> = HashMap::new();
    for &(error, moment) in vertices.iter().flatten() {
        if error <= most {
            continue;
        }
        let place = *places.entry(moment.key()).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, largest)) => *largest = largest.max(error),
            None => found.push((moment, error)),
        }
    }
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    found.truncate(MORE_MOMENTS);
    found.into_iter().map(|(moment, _)| moment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_that_are_too_far_off_are_told_apart_and_the_worst_comes_first() {
        let at = |clip, time| Moment {
            clip: Some(clip),
            time,
        };
        let vertices = [
            vec![(2.0, at(0, 0.0)), (5.0, at(1, 0.5)), (0.5, at(7, 0.5))],
            vec![(3.0, at(0, -0.0)), (1.0, at(0, 0.5)), (4.0, at(1, 0.5))],
        ];
        let found = offending(&vertices, 0.9);
        assert_eq!(found, [at(1, 0.5), at(0, 0.0), at(0, 0.5)]);
    }
}
