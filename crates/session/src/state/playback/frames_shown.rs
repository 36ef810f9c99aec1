//! Frames of a clip that playback passes over, since the window draws fewer of them: counted while the clip plays, and told
//! once a second.

/// A clock that ran on without frames for longer than this, in seconds, has stood still: the window was hidden, or the machine
/// asleep.
pub(in crate::state) const LONGEST_GAP: f64 = 5.0;
/// Seconds of counting before something is told: it changes no more often.
const SPAN: f64 = 1.0;
/// The share of frames that may be late without a word.
const LATE: f64 = 0.05;

/// What is counted, and what was found last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FramesShown {
    skipped: Option<SkippedFrames>,
    count: Option<Count>,
}

/// Frames that are shown of those that pass in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedFrames {
    /// How many are shown.
    pub shown: u32,
    /// How many frames of the clip pass in a second.
    pub of: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Count {
    /// Seconds of the window's clock when the counting began.
    since: f64,
    /// When a picture was drawn last.
    last: f64,
    /// Frames since then that were shown: a picture shows one of those that have passed, or a part of it.
    shown: f64,
    /// Frames that pass in a second.
    rate: f64,
}

impl FramesShown {
    /// Takes that a picture is drawn at `now`, while so many frames pass in a second; none while nothing plays.
    pub fn draw(&mut self, now: f64, rate: Option<f64>) {
        let rate = rate.filter(|rate| rate.is_finite() && *rate > 0.0 && now.is_finite());
        let Some(rate) = rate else {
            *self = Self::default();
            return;
        };
        let begun = Count {
            since: now,
            last: now,
            shown: 0.0,
            rate,
        };
        let goes_on = |count: &Count| {
            count.rate.to_bits() == rate.to_bits()
                && (0.0..=LONGEST_GAP).contains(&(now - count.last))
        };
        let Some(mut count) = self.count.filter(goes_on) else {
            *self = Self {
                skipped: None,
                count: Some(begun),
            };
            return;
        };
        // One picture shows one frame at most, however many have passed.
        count.shown += (rate * (now - count.last)).min(1.0);
        count.last = now;
        let seconds = now - count.since;
        self.count = Some(count);
        if seconds >= SPAN {
            let shown = count.shown / seconds;
            let is_told = shown < (1.0 - LATE) * rate;
            self.skipped = is_told.then(|| SkippedFrames {
                shown: whole(shown),
                of: whole(rate),
            });
            self.count = Some(begun);
        }
    }

    /// What was found in the last second; none if nothing was skipped.
    #[must_use]
    pub const fn skipped_frames(&self) -> Option<SkippedFrames> {
        self.skipped
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "frames in a second, above zero; saturates"
)]
fn whole(number: f64) -> u32 {
    number.round() as u32
}
