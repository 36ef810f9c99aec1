//! A sound as it is drawn over time: its least and its largest value in each of many short pieces.

/// Pieces a second; a sound of fewer samples a second has a piece each.
pub const PIECES: u32 = 200;

/// The least and the largest value of a sound in each of its pieces, over all channels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waveform {
    per_second: u32,
    pieces: Vec<[f32; 2]>,
    seconds: f64,
}

impl Waveform {
    /// The waveform of samples between -1 and 1, one channel after the other at each moment, `rate` moments a second.
    ///
    /// Moment n is in piece ⌊n · p / rate⌋ with p = min([`PIECES`], rate), so that no piece is empty and nothing is rounded up over
    /// time. Values beyond -1 and 1 are cut off, and what is no number is silence. No channel, or no moment a second, is no sound.
    #[must_use]
    pub fn of(samples: impl IntoIterator<Item = f32>, channels: u16, rate: u32) -> Self {
        let per_second = PIECES.min(rate);
        if channels == 0 || rate == 0 {
            return Self::default();
        }
        let mut pieces: Vec<[f32; 2]> = Vec::new();
        let (mut channel, mut moment) = (0, 0_u64);
        let mut ends = 0;
        for sample in samples {
            let value = match sample.is_finite() {
                true => sample.clamp(-1.0, 1.0),
                false => 0.0,
            };
            if moment == ends && channel == 0 {
                pieces.push([value; 2]);
                // The first moment of the next piece: the least n with n · p ≥ (pieces so far) · rate.
                let next = pieces.len() as u64 * u64::from(rate);
                ends = next.div_ceil(u64::from(per_second));
            } else if let Some([least, most]) = pieces.last_mut() {
                *least = least.min(value);
                *most = most.max(value);
            }
            channel += 1;
            if channel == channels {
                (channel, moment) = (0, moment + 1);
            }
        }
        Self {
            per_second,
            pieces,
            seconds: seconds_of(moment, rate),
        }
    }

    /// How long the sound lasts, in seconds.
    #[must_use]
    pub const fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The least and the largest value between two times of the sound, in seconds; none before it begins, after it ends, and where
    /// the second time is not later. Of the pieces that the times lie in, all counts.
    #[must_use]
    pub fn between(&self, from: f64, to: f64) -> Option<[f32; 2]> {
        if !(from < to && to > 0.0 && from < self.seconds) {
            return None;
        }
        let per_second = f64::from(self.per_second);
        let first = piece(from * per_second);
        let end = piece((to * per_second).ceil()).max(first + 1);
        let seen = self.pieces.get(first..end.min(self.pieces.len()))?;
        let mut seen = seen.iter().copied();
        let first = seen.next()?;
        Some(seen.fold(first, |[least, most], [low, high]| {
            [least.min(low), most.max(high)]
        }))
    }

    /// The largest distance from silence, 0 to 1.
    #[must_use]
    pub fn loudest(&self) -> f32 {
        let largest = |[least, most]: &[f32; 2]| most.max(-least);
        self.pieces.iter().map(largest).fold(0.0, f32::max)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "moments of a sound of hours are far from 2^53"
)]
fn seconds_of(moments: u64, rate: u32) -> f64 {
    moments as f64 / f64::from(rate)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates: a place among the pieces"
)]
fn piece(place: f64) -> usize {
    place.max(0.0).floor() as usize
}
