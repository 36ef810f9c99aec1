//! WAV files, read to the waveforms that are drawn.

use std::io::BufReader;
use std::path::Path;

use hound::{SampleFormat, WavReader, WavSpec};
use whole_file::Files;

use super::waveform::Waveform;
use crate::files::working_folder::file_name;

/// The largest file that is read: two hours of two channels at the best quality that is usual.
const MOST_BYTES: u64 = 6 << 30;
/// The longest sound that is drawn, in seconds.
pub const MOST_SECONDS: u32 = 2 * 3600;
/// Samples between two questions whether to go on.
const BATCH: u32 = 1 << 16;

/// Whether a path ends as sounds do.
#[must_use]
pub fn is_sound(path: &str) -> bool {
    let ending = Path::new(path).extension();
    ending.is_some_and(|ending| {
        ending.eq_ignore_ascii_case("wav") || ending.eq_ignore_ascii_case("wave")
    })
}

/// Reads a WAV file: whole numbers of 8 to 32 bits, or floats of 32. One that ends too early is taken as far as it goes.
///
/// # Errors
///
/// One sentence with the remedy: the file cannot be read, is no such sound, is silent for lack of samples, lasts too long, or
/// `goes_on` said no.
pub fn read_sound(
    file: &Path,
    files: &Files,
    goes_on: &dyn Fn() -> bool,
) -> Result<Waveform, String> {
    let name = file_name(file);
    let opened = files.open_regular(file, MOST_BYTES).map_err(|error| {
        let remedy = error.remedy();
        format!("{name} cannot be read ({error}); {remedy}.")
    })?;
    let reader = WavReader::new(BufReader::with_capacity(1 << 16, opened));
    let reader = reader.map_err(|error| not_a_sound(&name, &error))?;
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
    let mut limit = Limit {
        left: u64::from(MOST_SECONDS) * u64::from(rate) * u64::from(channels),
        batch: BATCH,
        is_cut: false,
        goes_on,
    };
    let waveform = match sample_format {
        SampleFormat::Float => {
            let samples = taken(reader.into_samples::<f32>());
            Waveform::of(samples.take_while(|_| limit.allows()), channels, rate)
        }
        SampleFormat::Int => {
            let most = f64::from(1_u32 << (bits - 1));
            let samples = taken(reader.into_samples::<i32>());
            let samples = samples.map(|sample| share(sample, most));
            Waveform::of(samples.take_while(|_| limit.allows()), channels, rate)
        }
    };
    if !goes_on() {
        return Err(format!("{name}: canceled, nothing was read."));
    }
    if limit.is_cut {
        let hours = MOST_SECONDS / 3600;
        return Err(format!(
            "{name} lasts longer than {hours} hours, and no sound as long is drawn; cut out the part that you need with a sound program."
        ));
    }
    if waveform.seconds() <= 0.0 {
        return Err(format!(
            "{name} has no sound in it: its header is followed by nothing. Save it again with a sound program."
        ));
    }
    Ok(waveform)
}

/// How many samples are read at most, and whether anybody still wants them.
struct Limit<'a> {
    left: u64,
    batch: u32,
    is_cut: bool,
    goes_on: &'a dyn Fn() -> bool,
}

impl Limit<'_> {
    fn allows(&mut self) -> bool {
        self.is_cut = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.batch -= 1;
        if self.batch > 0 {
            return !self.is_cut;
        }
        self.batch = BATCH;
        !self.is_cut && (self.goes_on)()
    }
}

/// Samples up to the first that cannot be read: of a file that ends too early, what is there.
fn taken<S>(samples: impl Iterator<Item = Result<S, hound::Error>>) -> impl Iterator<Item = S> {
    samples.map_while(Result::ok)
}

#[expect(clippy::cast_possible_truncation, reason = "a share between -1 and 1")]
fn share(sample: i32, most: f64) -> f32 {
    (f64::from(sample) / most) as f32
}

fn not_a_sound(name: &str, why: &dyn std::fmt::Display) -> String {
    format!(
        "{name} is no sound that can be read here ({why}). Expected is a WAV file of 8 to 32 bits; save it as one with a sound program."
    )
}
