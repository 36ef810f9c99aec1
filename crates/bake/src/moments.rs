//! When to look: the times that are fitted to, those that errors are measured at, and those at which helpers get keys.

use std::collections::HashMap;

use rig::{Clip, SAME_KEY};

/// A time of a clip; without a clip what the file shows when none plays.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Moment {
    /// Place in the character's list of clips.
    pub clip: Option<usize>,
    /// Seconds from the clip's beginning; 0 without a clip.
    pub time: f32,
}

impl Moment {
    /// What equal moments have in common, to find one among many thousand.
    pub(crate) const fn key(&self) -> (Option<usize>, u32) {
        // 0 and −0 are one time.
        (self.clip, (self.time + 0.0).to_bits())
    }
}

/// Moments a second that are fitted to. At 6 a second errors at other times of the same clips were within the target.
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
pub(crate) fn fitted_moments(
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

/// Times inside the intervals of [`fitted_moments`], at these shares of each; of a clip that stands still the only pose that it has.
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
    // Long clips share `most` among them by their durations.
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
pub(crate) fn helper_key_times(clip: &Clip, rate: f32) -> Vec<f32> {
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
    subdivide_times(&own, rate, most)
}

/// These times, which rise, with so many times a second between them, and no more than `most` parts of each interval.
fn subdivide_times(own: &[f32], rate: f32, most: usize) -> Vec<f32> {
    let mut times = Vec::new();
    for pair in own.windows(2) {
        let &[from, to] = pair else { continue };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most MOST_KEYS"
        )]
        // A hundredth less: an interval of just one key's distance is not halved for a rounding.
        let parts = ((to - from) * rate - 0.01).ceil().max(1.0) as usize;
        let parts = parts.min(most);
        times.extend((0..parts).map(|step| from + share(step, parts) * (to - from)));
    }
    times.extend(own.last());
    times
}

/// The same between all these times, which need no order.
pub(crate) fn subdivide_unsorted(mut own: Vec<f32>, rate: f32) -> Vec<f32> {
    own.sort_by(f32::total_cmp);
    own.dedup();
    subdivide_times(&own, rate, MOST_PARTS)
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
    use proptest::collection::vec;
    use proptest::prelude::*;
    use rig::{Channel, ClipId, Interpolation, JointIndex, JointTrack, Track};

    use super::*;

    /// A clip whose only joint moves at these times.
    fn clip(mut times: Vec<f32>, duration: f32) -> Clip {
        times.sort_by(f32::total_cmp);
        times.dedup();
        let values = (0_u8..)
            .take(times.len())
            .map(|at| glam::Vec3::splat(f32::from(at)));
        let track = Track::new(times, values.collect(), Interpolation::Linear).unwrap();
        let track = JointTrack {
            joint: JointIndex(0),
            channel: Channel::Translation(track),
        };
        Clip::new(ClipId(0), None, duration).with_tracks(vec![track], Vec::new())
    }

    fn times(moments: &[Moment], clip: usize) -> Vec<f32> {
        let own = moments.iter().filter(|moment| moment.clip == Some(clip));
        own.map(|moment| moment.time).collect()
    }

    /// Known times go through a whole clip, and others are well between two of them.
    fn lie_between(unknown: &[f32], known: &[f32], duration: f32) -> Result<(), TestCaseError> {
        prop_assert!(known.is_sorted_by(|one, other| one < other));
        prop_assert_eq!((known[0], known.last()), (0.0, Some(&duration)));
        prop_assert!(known.len() > LEAST);
        for time in unknown {
            let after = known.partition_point(|other| other <= time);
            let share = share_of(*time, [known[after - 1], known[after]]);
            prop_assert!((0.3..0.8).contains(&share), "{share}");
        }
        Ok(())
    }

    fn moving(duration: f32) -> Clip {
        clip(vec![0.0, duration], duration)
    }

    #[test]
    fn clips_that_stand_still_have_one_pose() {
        let still = clip(vec![0.0], 3.0);
        assert_eq!(
            fitted_moments(std::slice::from_ref(&still), &[0], (100, 100))
                .unwrap()
                .len(),
            2
        );
        let between = between(&[still], &[0], 100, &MEASURED);
        assert_eq!(
            between,
            [Moment {
                clip: Some(0),
                time: 0.0
            }]
        );
    }

    #[test]
    fn what_memory_cannot_hold_is_thinned_evenly_or_refused() {
        let clips = [moving(10.0), moving(1.0), moving(100.0)];
        let asked = [0, 1, 2];
        let usual = fitted_moments(&clips, &asked, (400, usize::MAX)).unwrap();
        for held in [usual.len(), 60, 31, 13] {
            let found = fitted_moments(&clips, &asked, (400, held)).unwrap();
            assert!(found.len() <= held, "{} of {held}", found.len());
            for clip in asked {
                let own = found.iter().filter(|moment| moment.clip == Some(clip));
                let times: Vec<f32> = own.map(|moment| moment.time).collect();
                let ends = (times[0], times[times.len() - 1]);
                assert_eq!(ends, (0.0, clips[clip].duration()), "{held}");
                assert!(times.len() > FEWEST, "ends and a middle of {clip}");
            }
        }
        for held in [0, 1, 5] {
            assert_eq!(fitted_moments(&clips, &asked, (400, held)), None, "{held}");
        }
    }

    #[test]
    fn clips_that_are_not_there_are_left_alone() {
        assert_eq!(fitted_moments(&[], &[7], (10, 10)).unwrap().len(), 2);
        assert_eq!(between(&[], &[7], 10, &CHECKED).len(), 1);
    }

    proptest! {
            /// Whatever the clips, moments rise within each from its beginning to its end, and what is measured lies in between.
        #[test]
        fn moments_fitted_to_and_measured_at_are_never_the_same(durations in vec(0.001..300.0_f32, 1..5), most in 1..2000_usize) {
            let clips: Vec<Clip> = durations.iter().copied().map(moving).collect();
            let asked: Vec<usize> = (0..clips.len()).collect();
            let fitted = fitted_moments(&clips, &asked, (most, usize::MAX)).unwrap();
            prop_assert_eq!(fitted[0], Moment::default());
            for (shares, count) in [(&MEASURED[..], 2), (&CHECKED[..], 1)] {
                let measured = between(&clips, &asked, most, shares);
                prop_assert_eq!(measured.len(), count * (fitted.len() - 1 - clips.len()));
                for (clip, duration) in durations.iter().enumerate() {
                    lie_between(&times(&measured, clip), &times(&fitted, clip), *duration)?;
                }
            }
        }

        /// Keys go from beginning to end, rise, and have those of the clip among them, unless these are denser than any helper's.
            #[test]
            fn helpers_are_keyed_where_the_clip_is(times in vec(0.0..20.0_f32, 2..40), rate in 0.5..60.0_f32) {
                let duration = times.iter().copied().fold(0.0, f32::max);
                let own = clip(times.clone(), duration);
                let found = helper_key_times(&own, rate);
                prop_assert!(found.is_sorted_by(|one, other| one < other));
                prop_assert_eq!((found[0], found.last()), (0.0, Some(&duration)));
                let gaps = found.windows(2).map(|pair| pair[1] - pair[0]);
                let widest = gaps.fold(0.0, f32::max);
    // One turn or curve of the clip needs no more than so many keys, however long it takes.
                let mut ends = times.clone();
                ends.extend([0.0, duration]);
                ends.sort_by(f32::total_cmp);
                let longest = ends.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f32::max);
                let allowed = (1.02 / rate).max(1.01 * longest / MOST_PARTS as f32) + 1e-4;
                prop_assert!(widest <= allowed, "{widest} at {rate}");
                let most = (duration * rate).ceil() + 2.0 * times.len() as f32 + 3.0;
                prop_assert!((found.len() as f32) <= most, "{} of {most}", found.len());
                if times.len() as f32 <= 2.0 * rate * duration {
                    for time in times {
                        let near = found.iter().any(|key| (key - time).abs() <= 2.0 * SAME_KEY);
                        prop_assert!(near, "{time}");
                    }
                }
            }
        }

    /// A clip of a year, of an instant, of none: keys stay few, and finite.
    #[test]
    fn clips_of_any_length_have_few_keys() {
        for duration in [0.0, 1e-30, 1e-6, 31_557_600.0, f32::MAX] {
            let found = helper_key_times(&clip(vec![0.0, duration], duration), 30.0);
            assert!(found.len() <= MOST_PARTS + 2, "{duration}: {}", found.len());
            assert!(found.iter().all(|time| time.is_finite()), "{duration}");
            let end = found.last().unwrap();
            assert!(
                (duration - end).abs() <= 2.0 * SAME_KEY,
                "{duration}: {end}"
            );
        }
    }

    #[test]
    fn as_many_moments_come_back_as_a_round_adds_and_the_worst_of_them() {
        let at = |place: u16| Moment {
            clip: Some(0),
            time: f32::from(place),
        };
        let vertices = [(0..200_u16)
            .map(|place| (f32::from(place), at(place)))
            .collect()];
        let found = offending(&vertices, 3.0);
        let expected: Vec<Moment> = (0..200).rev().take(MORE_MOMENTS).map(at).collect();
        assert_eq!(found, expected);
        assert!(offending(&vertices, 199.0).is_empty());
    }

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
