//! The time of a clip that goes on for longer than it lasts.

use super::{Clip, Repeat, SAME_KEY};

impl Clip {
    /// A time of the clip that is shown at a time: begun again, there and back, or held at its end, as it repeats.
    #[must_use]
    pub fn time_within(&self, time: f32) -> f32 {
        let length = self.duration();
        if length <= 0.0 {
            return 0.0;
        }
        match self.repeat() {
            Repeat::Once => time.min(length),
            Repeat::Loop if time <= length => time,
            Repeat::Loop => time.rem_euclid(length),
            Repeat::PingPong => {
                let place = time.rem_euclid(2.0 * length);
                place.min(2.0 * length - place)
            }
        }
    }

    /// When the clip has passed a key last, of any track, at or before a time, as it repeats; none before its first one.
    ///
    /// On the way back of one that goes there and back keys are passed from the last to the first.
    #[must_use]
    pub fn last_key_passed(&self, time: f32) -> Option<f32> {
        let length = self.duration();
        if length <= 0.0 {
            return self.key_until(0.0);
        }
        let before_pass = |began: f32| (began > 0.0).then_some(began);
        match self.repeat() {
            Repeat::Once => self.key_until(time.min(length)),
            Repeat::Loop => {
                let within = self.time_within(time);
                let began = time - within;
                let here = self.key_until(within).map(|key| began + key);
                here.or_else(|| Some(before_pass(began)? - length + self.key_until(length)?))
            }
            Repeat::PingPong => {
                let place = time.rem_euclid(2.0 * length);
                let began = time - place;
                if place > length {
                    let back = self.key_from(2.0 * length - place);
                    let back = back.map(|key| 2.0 * length - key);
                    let forth = || self.key_until(length);
                    return Some(began + back.or_else(forth)?);
                }
                let here = self.key_until(place).map(|key| began + key);
                here.or_else(|| Some(before_pass(began)? - self.key_from(0.0)?))
            }
        }
    }

    /// The last key of any track at or before a time of the clip.
    fn key_until(&self, time: f32) -> Option<f32> {
        let last = self.keyed_targets().filter_map(|target| {
            let times = self.keys(target)?.times();
            let after = times.partition_point(|key| *key <= time + SAME_KEY);
            times.get(after.checked_sub(1)?).copied()
        });
        last.reduce(f32::max)
    }

    /// The first key of any track at or after a time, and before the end.
    fn key_from(&self, time: f32) -> Option<f32> {
        let first = self.keyed_targets().filter_map(|target| {
            let times = self.keys(target)?.times();
            let place = times.partition_point(|key| *key < time - SAME_KEY);
            times.get(place).copied()
        });
        let first = first.reduce(f32::min);
        first.filter(|key| *key <= self.duration() + SAME_KEY)
    }
}
