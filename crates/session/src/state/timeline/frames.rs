//! Frames and seconds: where frames lie, whether keys lie on frames, and how a time is written.

/// Frames in a number of seconds, as a fraction: 24000 in 1001 s is what video calls 23.976.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameRate {
    frames: u32,
    seconds: u32,
}

/// How far from a frame a key on it may be, in frames.
const ON_FRAME: f64 = 1e-3;
/// The share of keys that must lie on frames for a rate to be guessed.
const SHARE: f64 = 0.95;
/// Keys that are looked at to guess a rate.
const LOOKED_AT: usize = 20_000;

impl FrameRate {
    /// What films and most characters are animated in.
    pub const FILM: Self = Self::whole(24);

    /// The rates that are offered.
    pub const OFFERED: [Self; 9] = [
        Self::whole(12),
        Self::whole(15),
        Self::ntsc(24_000),
        Self::whole(24),
        Self::whole(25),
        Self::ntsc(30_000),
        Self::whole(30),
        Self::whole(50),
        Self::whole(60),
    ];

    /// The rates that are guessed, the likelier first. What lies on frames of 12 lies on those of 24, too.
    const GUESSED: [Self; 9] = [
        Self::whole(24),
        Self::whole(30),
        Self::whole(25),
        Self::whole(60),
        Self::whole(50),
        Self::whole(48),
        Self::whole(120),
        Self::ntsc(24_000),
        Self::ntsc(30_000),
    ];

    /// A whole number of frames a second; 0 counts as 1.
    #[must_use]
    pub const fn whole(frames: u32) -> Self {
        let frames = if frames == 0 { 1 } else { frames };
        Self { frames, seconds: 1 }
    }

    const fn ntsc(frames: u32) -> Self {
        Self {
            frames,
            seconds: 1001,
        }
    }

    /// Frames in a second: 23.976 for 24000 in 1001 s.
    #[must_use]
    pub fn per_second(self) -> f64 {
        f64::from(self.frames) / f64::from(self.seconds)
    }

    /// The time of a frame in seconds.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounded once, to the precision of keys"
    )]
    pub fn time_of(self, frame: f64) -> f32 {
        // Multiplied first: times of whole frames are rounded by the division alone.
        (frame * f64::from(self.seconds) / f64::from(self.frames)) as f32
    }

    /// The frame at a time, with its fraction.
    #[must_use]
    pub fn frame_at(self, seconds: f64) -> f64 {
        seconds * f64::from(self.frames) / f64::from(self.seconds)
    }

    /// The time of the frame nearest to a time.
    #[must_use]
    pub fn snap(self, seconds: f64) -> f32 {
        self.time_of(self.frame_at(seconds).round())
    }

    /// Whether a key at this time is on a frame, to a thousandth of one.
    #[must_use]
    pub fn is_on_frame(self, time: f32) -> bool {
        let frame = self.frame_at(f64::from(time));
        // Where keys are coarser than that, the nearest one they can have is meant.
        (frame - frame.round()).abs() <= ON_FRAME
            || time.to_bits() == self.time_of(frame.round()).to_bits()
    }

    /// The rate on whose frames at least 95 % of the keys lie; none if no usual rate does. 24 for no keys.
    #[must_use]
    pub fn guess(times: impl Iterator<Item = f32> + Clone) -> Option<Self> {
        let times = times.take(LOOKED_AT);
        let fits = |rate: &Self| {
            let (mut all, mut on) = (0_u32, 0_u32);
            for time in times.clone() {
                all += 1;
                on += u32::from(rate.is_on_frame(time));
            }
            f64::from(on) >= SHARE * f64::from(all)
        };
        Self::GUESSED.into_iter().find(fits)
    }

    /// The rate as it is written: `24 fps`.
    #[must_use]
    pub fn text(self) -> String {
        let rate = self.per_second();
        let decimals = if self.seconds == 1 { 0 } else { 3 };
        format!("{rate:.decimals$} fps")
    }
}

/// What the sheet counts time in, and snaps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// Frames of a rate; edits snap to them.
    Frames(FrameRate),
    /// Seconds; edits do not snap.
    Seconds,
}

impl TimeUnit {
    /// The unit that fits the keys of a clip: frames if they lie on those of a usual rate.
    #[must_use]
    pub fn guess(times: impl Iterator<Item = f32> + Clone) -> Self {
        FrameRate::guess(times).map_or(Self::Seconds, Self::Frames)
    }

    /// The rate, if time is counted in frames.
    #[must_use]
    pub const fn rate(self) -> Option<FrameRate> {
        match self {
            Self::Frames(rate) => Some(rate),
            Self::Seconds => None,
        }
    }

    /// The nearest time to snap to, never before 0.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounded once, to the precision of keys"
    )]
    pub fn snap(self, seconds: f64) -> f32 {
        match self {
            Self::Frames(rate) => rate.snap(seconds.max(0.0)),
            Self::Seconds => seconds.max(0.0) as f32,
        }
    }

    /// The nearest frame to snap to that is not after an end; where time is counted in seconds, the time itself.
    #[must_use]
    pub fn snap_until(self, seconds: f64, end: f32) -> f32 {
        let time = self.snap(seconds);
        match self {
            Self::Frames(rate) if time > end && !rate.is_on_frame(end) => {
                rate.time_of(rate.frame_at(f64::from(end)).floor())
            }
            Self::Frames(_) | Self::Seconds => time.min(end),
        }
    }

    /// The frame before a time or after it, never before 0; where time is counted in seconds, frames are those of films.
    #[must_use]
    pub fn beside(self, time: f32, is_later: bool) -> f32 {
        let rate = self.rate().unwrap_or(FrameRate::FILM);
        let frame = rate.frame_at(f64::from(time));
        let beside = match (rate.is_on_frame(time), is_later) {
            (true, true) => frame.round() + 1.0,
            (true, false) => frame.round() - 1.0,
            (false, true) => frame.ceil(),
            (false, false) => frame.floor(),
        };
        rate.time_of(beside.max(0.0))
    }

    /// A time as it is written: `12`, `12.4` between frames, `0.52 s`.
    #[must_use]
    pub fn text(self, time: f32) -> String {
        match self {
            Self::Frames(rate) => {
                let frame = rate.frame_at(f64::from(time));
                if rate.is_on_frame(time) {
                    format!("{:.0}", frame.round() + 0.0)
                } else {
                    format!("{frame:.1}")
                }
            }
            Self::Seconds => format!("{time:.2} s"),
        }
    }

    /// A time as it is told: `frame 12`, `frame 12.4`, `0.52 s`.
    #[must_use]
    pub fn moment(self, time: f32) -> String {
        match self {
            Self::Frames(_) => format!("frame {}", self.text(time)),
            Self::Seconds => self.text(time),
        }
    }

    /// A length of time as it is told: `48 frames`, `1 frame`, `2.00 s`.
    #[must_use]
    pub fn length(self, seconds: f32) -> String {
        let number = self.text(seconds);
        match self {
            Self::Frames(_) if number == "1" => "1 frame".to_owned(),
            Self::Frames(_) => format!("{number} frames"),
            Self::Seconds => number,
        }
    }

    /// Name in the list of units.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Frames(rate) => rate.text(),
            Self::Seconds => "Seconds".to_owned(),
        }
    }
}
