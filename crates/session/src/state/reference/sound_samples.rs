//! The samples of a WAV file, one after the other: what waveforms are drawn from, and what is heard.

use std::io::BufReader;
use std::path::Path;

use hound::{SampleFormat, WavIntoSamples, WavReader, WavSpec};
use whole_file::{Files, Regular};

use crate::files::working_folder::file_name;

/// The largest file that is read: two hours of two channels at the best quality that is usual.
const MOST_BYTES: u64 = 6 << 30;

type Reader = BufReader<Regular>;

/// The samples of a sound from -1 to 1, those of all channels of one moment beside one another. They end at the first that cannot be read:
/// a file that ends too early is taken as far as it goes.
pub struct SoundSamples {
    channels: u16,
    rate: u32,
    numbers: Numbers,
}

impl std::fmt::Debug for SoundSamples {
    /// Without what is not read yet.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SoundSamples")
            .field("channels", &self.channels)
            .field("rate", &self.rate)
            .finish_non_exhaustive()
    }
}

/// Samples as the file has them.
enum Numbers {
    Float(WavIntoSamples<Reader, f32>),
    /// Whole numbers, and the number that is full scale.
    Whole(WavIntoSamples<Reader, i32>, f64),
}

impl SoundSamples {
    /// Opens a WAV file at so many seconds from its beginning: whole numbers of 8 to 32 bits, or floats of 32.
    ///
    /// After its end there are no samples; before its beginning it begins.
    ///
    /// # Errors
    ///
    /// One sentence with the remedy: the file cannot be read, or is no such sound.
    pub fn open(file: &Path, files: &Files, seconds: f64) -> Result<Self, String> {
        let name = file_name(file);
        let opened = files.open_regular(file, MOST_BYTES).map_err(|error| {
            let remedy = error.remedy();
            format!("{name} cannot be read ({error}); {remedy}.")
        })?;
        let reader = WavReader::new(BufReader::with_capacity(1 << 16, opened));
        let mut reader = reader.map_err(|error| not_a_sound(&name, &error))?;
        let WavSpec {
            channels,
            sample_rate: rate,
            bits_per_sample: bits,
            sample_format,
        } = reader.spec();
        if channels == 0 || rate == 0 || !(1..=32).contains(&bits) {
            return Err(not_a_sound(&name, &"it has no channels or no rate"));
        }
        let is_read = match sample_format {
            SampleFormat::Float => bits == 32,
            SampleFormat::Int => matches!(bits, 8 | 16 | 24 | 32),
        };
        if !is_read {
            return Err(not_a_sound(
                &name,
                &"its samples have neither 8, 16, 24 nor 32 bits",
            ));
        }
        if seconds > 0.0 {
            let moment = whole(seconds * f64::from(rate)).min(reader.duration());
            let sought = reader.seek(moment);
            sought.map_err(|error| not_a_sound(&name, &error))?;
        }
        let numbers = match sample_format {
            SampleFormat::Float => Numbers::Float(reader.into_samples()),
            SampleFormat::Int => {
                Numbers::Whole(reader.into_samples(), f64::from(1_u32 << (bits - 1)))
            }
        };
        Ok(Self {
            channels,
            rate,
            numbers,
        })
    }

    /// How many samples belong to one moment; never 0.
    #[must_use]
    pub const fn channels(&self) -> u16 {
        self.channels
    }

    /// Moments a second; never 0.
    #[must_use]
    pub const fn rate(&self) -> u32 {
        self.rate
    }
}

impl Iterator for SoundSamples {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        match &mut self.numbers {
            Numbers::Float(samples) => samples.next()?.ok(),
            Numbers::Whole(samples, most) => samples.next()?.ok().map(|it| share(it, *most)),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a share between -1 and 1")]
fn share(sample: i32, most: f64) -> f32 {
    (f64::from(sample) / most) as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts from floats saturate"
)]
fn whole(number: f64) -> u32 {
    number as u32
}

fn not_a_sound(name: &str, why: &dyn std::fmt::Display) -> String {
    format!(
        "{name} is no sound that can be read here ({why}). Expected is a WAV file of 8 to 32 bits; save it as one with a sound program."
    )
}
