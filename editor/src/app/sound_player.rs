//! Plays the sound of the document along its clip (feature `sound`, off by default: it wants the sound library of the system).
//!
//! The clip leads: the sound is begun where the clip is, plays by the device's own clock, and is begun anew where the clip has jumped or
//! both have come apart.

use std::fmt;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use rodio::{ChannelCount, DeviceSinkBuilder, MixerDeviceSink, Player, Sample, SampleRate, Source};
use session::state::reference::heard::Heard;
use session::state::reference::sound_samples::SoundSamples;
use whole_file::Files;

/// Seconds by which sound and clip may be apart: from some 0.1 on lips look wrong.
const APART: f64 = 0.08;

/// The device that sounds, and what sounds now.
#[derive(Default)]
pub(super) struct SoundPlayer {
    /// None before the first sound; an error is told once.
    device: Option<Option<MixerDeviceSink>>,
    sounds: Option<Sounding>,
    /// What could not be played, by its file: it is not tried each frame.
    failed: Option<String>,
}

/// A sound that plays.
struct Sounding {
    #[expect(dead_code, reason = "it plays until it is dropped")]
    player: Player,
    /// What was heard first.
    from: Heard,
    /// The window's clock then, in seconds.
    since: f64,
}

impl Sounding {
    /// Whether this is what shall be heard now.
    fn is_in_step(&self, heard: &Heard, now: f64) -> bool {
        let at = self.from.at + (now - self.since) * f64::from(self.from.speed);
        self.from.file == heard.file
            && self.from.speed.to_bits() == heard.speed.to_bits()
            && (at - heard.at).abs() <= APART * f64::from(heard.speed.max(1.0))
    }
}

impl fmt::Debug for SoundPlayer {
    /// The device has nothing to show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.sounds.as_ref().map(|sounds| &sounds.from);
        f.debug_struct("SoundPlayer")
            .field("from", &from)
            .finish_non_exhaustive()
    }
}

impl SoundPlayer {
    /// Plays what is heard now, by the window's clock in seconds; the error, the first time that it cannot be played.
    pub(super) fn follow(
        &mut self,
        heard: Option<Heard>,
        now: f64,
        files: &Files,
    ) -> Result<(), String> {
        let Some(heard) = heard else {
            (self.sounds, self.failed) = (None, None);
            return Ok(());
        };
        let sounds = self.sounds.as_ref();
        if sounds.is_some_and(|sounds| sounds.is_in_step(&heard, now))
            || self.failed.as_ref() == Some(&heard.file)
        {
            return Ok(());
        }
        self.sounds = None;
        self.begin(heard.clone(), now, files)
            .inspect_err(|_| self.failed = Some(heard.file))
    }

    fn begin(&mut self, heard: Heard, now: f64, files: &Files) -> Result<(), String> {
        // Where no device sounds no file is opened, which it would be in each frame.
        let Some(device) = self.device()? else {
            return Ok(());
        };
        let samples = SoundSamples::open(Path::new(&heard.file), files, heard.at)?;
        let (Some(channels), Some(rate)) = (
            NonZero::new(samples.channels()),
            NonZero::new(samples.rate()),
        ) else {
            return Ok(());
        };
        let player = Player::connect_new(device.mixer());
        player.set_speed(heard.speed);
        player.append(WavSource {
            samples,
            channels,
            rate,
        });
        self.sounds = Some(Sounding {
            player,
            from: heard,
            since: now,
        });
        Ok(())
    }

    /// The device of the system; none where it could not be opened, which is told the first time.
    fn device(&mut self) -> Result<Option<&MixerDeviceSink>, String> {
        if self.device.is_none() {
            match DeviceSinkBuilder::open_default_sink() {
                Ok(mut device) => {
                    device.log_on_drop(false);
                    self.device = Some(Some(device));
                }
                Err(error) => {
                    self.device = Some(None);
                    return Err(format!(
                        "Sounds are not heard: {error}. Choose a device for sound in the settings of the system, then start the program again."
                    ));
                }
            }
        }
        Ok(self.device.as_ref().and_then(Option::as_ref))
    }
}

/// Samples as the device takes them.
struct WavSource {
    samples: SoundSamples,
    channels: ChannelCount,
    rate: SampleRate,
}

impl Iterator for WavSource {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        self.samples.next()
    }
}

impl Source for WavSource {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        self.channels
    }

    fn sample_rate(&self) -> SampleRate {
        self.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
