//! Which pose is shown, and the clock of the clip.

use rig::{ClipId, Repeat};

use super::frames_shown::{FramesShown, LONGEST_GAP, SkippedFrames};
use crate::document::moment::Moment;

/// A part of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Whose part: it counts for no other clip.
    pub clip: ClipId,
    /// Seconds from the clip's beginning.
    pub start: f32,
    /// Seconds, later than the start.
    pub end: f32,
}

/// The shown clip and its playback.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The clip and time that are shown; none shows the user's own pose.
    pub moment: Option<Moment>,
    /// The clip that was left for the user's own pose, to return to it.
    pub left: Option<Moment>,
    /// Whether the clip is playing.
    pub playing: bool,
    /// What happens at the end: as the clip that is shown, or was shown last, has it.
    pub repeat: Repeat,
    /// The part of a clip that is played; none plays all.
    pub region: Option<Region>,
    /// Seconds of the clip per second; negative plays backwards, never zero.
    pub speed: f32,
    clock: Option<Clock>,
    frames: FramesShown,
}

/// Where playback began: times are counted from there, so that no frame that is late makes the clip longer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Clock {
    /// Seconds of the window's clock.
    since: f64,
    /// Seconds of the clip at that moment, counted on through repetitions.
    from: f64,
    /// When time was told last.
    last: f64,
    /// What was shown then.
    shown: Moment,
    speed: f32,
    /// Whether that was on the way back of ping-pong.
    is_way_back: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            moment: None,
            left: None,
            playing: false,
            repeat: Repeat::Loop,
            region: None,
            speed: 1.0,
            clock: None,
            frames: FramesShown::default(),
        }
    }
}

impl Playback {
    /// Whether time passes, so that another frame has to be drawn.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.playing && self.moment.is_some()
    }

    /// Shows the clip's time at `now`, seconds of a clock that only runs forwards: `from + speed · (now − since)`, whatever
    /// frames were drawn in between. The first call after playback began only looks at the clock.
    ///
    /// `duration` is the clip's. A clip without duration stays at zero; a clock that is not finite changes nothing.
    pub fn tell(&mut self, now: f64, duration: f32) {
        let Some(moment) = self.moment.filter(|_| self.playing && now.is_finite()) else {
            self.clock = None;
            return;
        };
        let goes_on = |clock: &Clock| {
            // A moment, clip or speed that somebody else has set begins the counting anew.
            clock.shown == moment
                && clock.speed == self.speed
                && (0.0..=LONGEST_GAP).contains(&(now - clock.last))
        };
        let clock = self.clock.filter(goes_on).unwrap_or(Clock {
            since: now,
            from: f64::from(moment.time),
            last: now,
            shown: moment,
            speed: self.speed,
            is_way_back: false,
        });
        let counted = clock.from + f64::from(self.speed) * (now - clock.since);
        let (time, ended) = self.shown_time(counted, duration);
        let shown = Moment { time, ..moment };
        let is_way_back = self.is_way_back(counted, duration);
        self.moment = Some(shown);
        self.playing = !ended;
        self.clock = (!ended).then_some(Clock {
            last: now,
            shown,
            is_way_back,
            ..clock
        });
    }

    /// Counts that the clip is drawn at `now`, if it plays. `rate` is its frames in a second; none where time is not counted in
    /// frames.
    pub fn draw(&mut self, now: f64, rate: Option<f64>) {
        let rate = rate.filter(|_| self.moves());
        let passing = rate.map(|rate| rate * f64::from(self.speed.abs()));
        self.frames.draw(now, passing);
    }

    /// Whether frames are skipped while it plays, and how many are shown; none if all are.
    #[must_use]
    pub const fn skipped_frames(&self) -> Option<SkippedFrames> {
        self.frames.skipped_frames()
    }

    /// The beginning and the end of what is played of a clip of this duration.
    #[must_use]
    pub fn played_range(&self, duration: f32) -> (f32, f32) {
        let inside = |time: f32| time.clamp(0.0, duration.max(0.0));
        let region = self.region_shown();
        let region = region.map(|(start, end)| (inside(start), inside(end)));
        region
            .filter(|(start, end)| start < end)
            .unwrap_or((0.0, duration.max(0.0)))
    }

    /// The beginning and the end of the part that is played of the clip shown; none if all of it is.
    #[must_use]
    pub fn region_shown(&self) -> Option<(f32, f32)> {
        let clip = self.moment?.clip;
        let region = self.region.filter(|region| region.clip == clip)?;
        Some((region.start, region.end))
    }

    /// The time shown for seconds that are counted on through repetitions, and whether playback has ended there.
    #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
    fn shown_time(&self, counted: f64, duration: f32) -> (f32, bool) {
        let (start, end) = self.played_range(duration);
        let (first, length) = (f64::from(start), f64::from(end) - f64::from(start));
        if length <= 0.0 {
            return (start, false);
        }
        let along = counted - first;
        match self.repeat {
            // The remainder is never negative, so that playing backwards wraps at the beginning.
            Repeat::Loop => ((first + along.rem_euclid(length)) as f32, false),
            Repeat::PingPong => {
                let there_and_back = along.rem_euclid(2.0 * length);
                let along = there_and_back.min(2.0 * length - there_and_back);
                ((first + along) as f32, false)
            }
            Repeat::Once => {
                let is_over = if self.speed < 0.0 {
                    along <= 0.0
                } else {
                    along >= length
                };
                ((first + along.clamp(0.0, length)) as f32, is_over)
            }
        }
    }

    /// Whether seconds that are counted on through repetitions are on the way from the end to the beginning.
    fn is_way_back(&self, counted: f64, duration: f32) -> bool {
        let (start, end) = self.played_range(duration);
        let (first, length) = (f64::from(start), f64::from(end) - f64::from(start));
        self.repeat == Repeat::PingPong && (counted - first).rem_euclid(2.0 * length) > length
    }

    /// Whether the clip is shown from later to earlier times: by its speed, or on the way back of ping-pong.
    #[must_use]
    pub fn runs_backwards(&self) -> bool {
        let is_way_back = self.clock.is_some_and(|clock| clock.is_way_back);
        (self.speed < 0.0) != is_way_back
    }

    /// Forgets where it began: it goes on from what is shown now, whatever time passes until it is told again.
    pub const fn stop_clock(&mut self) {
        self.clock = None;
    }

    /// Playback of a character that is opened: its own pose, with the user's speed.
    #[must_use]
    pub fn of_another_character(&self) -> Self {
        Self {
            speed: self.speed,
            ..Self::default()
        }
    }

    /// Leaves the clip for the user's own pose, remembering it to return to.
    pub fn leave_clip(&mut self) {
        if let Some(moment) = self.moment.take() {
            self.left = Some(moment);
        }
        self.playing = false;
    }

    /// Shows a clip at a time; playing or stopped as before.
    pub fn show(&mut self, moment: Moment) {
        self.moment = Some(moment);
        self.left = None;
    }
}
