//! Poses of other times than the current one: the moments that have an onion skin, and the joints that have a motion
//! trail.

use std::cmp::Reverse;

use rig::{Clip, JointIndex, Repeat, SAME_KEY, Target};

use crate::settings::{OnionSettings, OnionStep};
use crate::state::clips::keys::{next_key, previous_key};

/// Frames per second where time is counted in seconds.
pub const FRAMES_PER_SECOND: f64 = 24.0;

/// The largest number of joints with a trail: more could not be told apart.
pub const MOST_TRAILS: usize = 24;

/// What panes show of other times than the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MotionShown {
    /// Whether onion skins are switched on.
    pub onion: bool,
    /// Whether motion trails are switched on.
    pub trails: bool,
    /// Whether panes show the clip held from key to key. Nothing in the clip changes.
    pub stepped: bool,
}

/// A moment near the current one whose pose is shown as a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnionMoment {
    /// Seconds from the beginning of the clip.
    pub time: f32,
    /// Whether it is after the current time.
    pub is_later: bool,
    /// 1 for the nearest on its side, counted away from the current time.
    pub place: u8,
}

/// The moments of a clip that have a skin, in the order of drawing: the farthest first. `rate` in frames per second;
/// times of pending poses count as keys.
///
/// Skins stop at the ends of the clip. Of one that loops they go on at its other end, once round at most; its beginning and its end
/// are one moment then.
#[must_use]
pub fn onion_moments(
    settings: &OnionSettings,
    clip: &Clip,
    pending: &[f32],
    (now, rate): (f32, f64),
) -> Vec<OnionMoment> {
    let settings = settings.sane();
    let mut moments = Vec::new();
    for (is_later, count) in [(false, settings.before), (true, settings.after)] {
        let (mut time, mut is_round) = (now, false);
        for place in 1..=count {
            let next = match settings.step {
                OnionStep::Keys => {
                    let beside = |time| beside(clip, pending, time, is_later);
                    beside_round(beside, clip, now, (time, is_later), &mut is_round)
                }
                OnionStep::Frames => {
                    // A rate of zero would divide by zero.
                    let step = f64::from(settings.frames) / rate.max(1e-3);
                    step_time(clip, now, (is_later, place), step)
                }
                OnionStep::Seconds => {
                    step_time(clip, now, (is_later, place), settings.seconds.into())
                }
            };
            let Some(found) = next else { break };
            time = found;
            moments.push(OnionMoment {
                time,
                is_later,
                place,
            });
        }
    }
    moments.sort_by_key(|moment| Reverse(moment.place));
    moments
}

/// The time of the key or pending pose before or after a time.
fn beside(clip: &Clip, pending: &[f32], time: f32, is_later: bool) -> Option<f32> {
    let pending = pending.iter().copied();
    if is_later {
        let pending = pending.filter(|&other| other > time + SAME_KEY);
        pending.chain(next_key(clip, time)).reduce(f32::min)
    } else {
        let pending = pending.filter(|&other| other < time - SAME_KEY);
        pending.chain(previous_key(clip, time)).reduce(f32::max)
    }
}

/// The time of the key beside a time, in a loop also beyond the end; none once the way round has come back to the current time.
fn beside_round(
    beside: impl Fn(f32) -> Option<f32>,
    clip: &Clip,
    now: f32,
    (time, is_later): (f32, bool),
    is_round: &mut bool,
) -> Option<f32> {
    let end = clip.duration();
    // Keys beyond the end are never shown.
    let found = beside(time).filter(|&found| found <= end + SAME_KEY);
    let goes_on = found.is_none() && !*is_round && clip.repeat() == Repeat::Loop;
    let found = if goes_on {
        *is_round = true;
        beside(if is_later { 0.0 } else { end })
    } else {
        found
    };
    let is_between = |found: &f32| match (*is_round, is_later) {
        (false, _) => true,
        (true, true) => *found < now - SAME_KEY,
        (true, false) => *found > now + SAME_KEY,
    };
    found.filter(is_between)
}

/// The time this many steps from the current one; none beyond the ends of the clip, or once round a loop.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a time of a clip, which are f32"
)]
fn step_time(clip: &Clip, now: f32, (is_later, place): (bool, u8), step: f64) -> Option<f32> {
    // Two frames that are computed in other ways differ by rounding.
    const SLACK: f64 = 1e-4;
    let side = if is_later { 1.0 } else { -1.0 };
    let way = f64::from(place) * step;
    let time = f64::from(now) + side * way;
    let duration = f64::from(clip.duration());
    let is_inside = (-SLACK..=duration + SLACK).contains(&time);
    if clip.repeat() == Repeat::Loop && !is_inside {
        // Less than once round, else it would be the present pose again.
        return (way < duration - SLACK).then(|| time.rem_euclid(duration) as f32);
    }
    is_inside.then(|| time.clamp(0.0, duration) as f32)
}

/// The times of a joint's keys, rising, each once.
#[must_use]
pub fn key_times_of(clip: &Clip, joint: JointIndex) -> Vec<f32> {
    let own = clip
        .keyed_targets()
        .filter(|target| matches!(target, Target::Joint(of, _) if *of == joint));
    let mut times: Vec<f32> = own
        .filter_map(|target| clip.keys(target))
        .flat_map(|keys| keys.times())
        .copied()
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}
