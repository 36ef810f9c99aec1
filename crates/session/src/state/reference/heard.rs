//! Which part of a sound is heard while a clip plays.

use crate::document::reference::Sound;
use crate::state::playback::clock::Playback;

/// What of a sound is heard at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Absolute path of its file.
    pub file: String,
    /// Seconds from its beginning, at least 0.
    pub at: f64,
    /// Seconds of the sound a second, above 0.
    pub speed: f32,
}

/// What is heard of a sound that stands beside the clips: nothing while no clip plays, one runs backwards, or plays what is before the
/// sound. After its end, which only its file knows, it is silent.
#[must_use]
pub fn heard(sound: &Sound, playback: &Playback) -> Option<Heard> {
    let plays = playback.playing && !playback.runs_backwards();
    let moment = playback.moment.filter(|_| plays)?;
    let at = f64::from(moment.time) - f64::from(sound.start);
    (at >= 0.0).then(|| Heard {
        file: sound.file.clone(),
        at,
        speed: playback.speed.abs(),
    })
}
