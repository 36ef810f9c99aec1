//! Times of clips as commands tell them: in seconds, and in frames where the keys stand on those of a usual rate.

use rig::Clip;
use session::state::timeline::frames::TimeUnit;

/// A length of time in a clip: `1.250 s (30 frames at 24 fps)`.
pub(crate) fn length_in(clip: &Clip, time: f32) -> String {
    both(clip, format!("{time:.3} s"), |unit| unit.length(time))
}

/// A moment of a clip: `0.50 s (frame 12 at 24 fps)`.
pub(crate) fn moment_in(clip: &Clip, time: f32) -> String {
    both(clip, format!("{time:.2} s"), |unit| unit.moment(time))
}

fn both(clip: &Clip, seconds: String, frames: impl Fn(TimeUnit) -> String) -> String {
    let keys = clip.keyed_targets().filter_map(|target| clip.keys(target));
    let times: Vec<f32> = keys.flat_map(|keys| keys.times().iter().copied()).collect();
    if times.is_empty() {
        return seconds;
    }
    let unit = TimeUnit::guess(times.iter().copied());
    match unit.rate() {
        Some(rate) => format!("{seconds} ({} at {})", frames(unit), rate.text()),
        None => seconds,
    }
}
