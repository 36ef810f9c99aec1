//! The moments of a clip at which signs are looked at.

/// Frames a second at which clips are looked at.
pub const FRAME_RATE: f32 = 30.0;
/// Most frames of a clip that are looked at, beside its end: ten minutes of them. Of a longer clip so many, evenly over it.
pub const MOST_FRAMES: u32 = 18_000;
/// Most vertices that are looked at over all frames: of a large character a long clip has fewer frames.
const MOST_VERTICES: usize = 1 << 31;
/// Frames that a clip has in any case.
const LEAST_FRAMES: u32 = 30;

/// Times in seconds, the end among them, and whether they are fewer than [`FRAME_RATE`] a second. Where the duration is no number above
/// zero the beginning alone.
pub(super) fn frames(duration: f32, vertices: usize) -> (impl Iterator<Item = f32>, bool) {
    let duration = if duration.is_finite() {
        f64::from(duration.max(0.0))
    } else {
        0.0
    };
    let affordable = u32::try_from(MOST_VERTICES / vertices.max(1)).unwrap_or(u32::MAX);
    let most = MOST_FRAMES.min(affordable.max(LEAST_FRAMES));
    let usual = duration * f64::from(FRAME_RATE);
    let is_thinned = usual > f64::from(most);
    let step = if is_thinned {
        duration / f64::from(most)
    } else {
        1.0 / f64::from(FRAME_RATE)
    };
    let before_end = (0..most)
        .map(move |frame| f64::from(frame) * step)
        .take_while(move |&time| time < duration);
    #[expect(clippy::cast_possible_truncation, reason = "a time of a clip, in f32")]
    let times = before_end.chain([duration]).map(|time| time as f32);
    (times, is_thinned)
}

#[cfg(test)]
mod tests {
    use super::{LEAST_FRAMES, MOST_FRAMES, frames};

    /// Whatever a file says about its duration, frames are bounded, within the clip, and end with its end.
    #[test]
    fn frames_are_bounded_for_any_duration() {
        let usual: Vec<f32> = frames(1.0, 100).0.collect();
        assert!(usual.len() == 31 && usual.last() == Some(&1.0));
        for (duration, vertices, count, is_thinned) in [
            (0.0, 100, 1, false),
            (-1.0, 100, 1, false),
            (f32::NAN, 100, 1, false),
            (f32::INFINITY, 100, 1, false),
            (600.0, 100, MOST_FRAMES + 1, false),
            (601.0, 100, MOST_FRAMES + 1, true),
            (f32::MAX, 100, MOST_FRAMES + 1, true),
            (3600.0, 2_000_000, 1074, true),
            (3600.0, usize::MAX, LEAST_FRAMES + 1, true),
        ] {
            let (times, thinned) = frames(duration, vertices);
            let times: Vec<f32> = times.collect();
            assert_eq!(
                (times.len(), thinned),
                (count as usize, is_thinned),
                "{duration}"
            );
            assert!(times.is_sorted() && times.iter().all(|time| time.is_finite()));
            let end = if duration.is_finite() {
                duration.max(0.0)
            } else {
                0.0
            };
            assert_eq!((times[0], times.last()), (0.0, Some(&end)));
        }
    }
}
