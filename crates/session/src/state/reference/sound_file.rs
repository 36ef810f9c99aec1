//! WAV files, read to the waveforms that are drawn.

use std::path::Path;

use whole_file::Files;

use super::sound_samples::SoundSamples;
use super::waveform::Waveform;
use crate::files::working_folder::file_name;

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
    let samples = SoundSamples::open(file, files, 0.0)?;
    let (channels, rate) = (samples.channels(), samples.rate());
    let mut limit = Limit {
        left: u64::from(MOST_SECONDS) * u64::from(rate) * u64::from(channels),
        batch: BATCH,
        is_cut: false,
        goes_on,
    };
    let waveform = Waveform::of(samples.take_while(|_| limit.allows()), channels, rate);
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
