//! Which pose is shown, and the clock that moves it.

/// A moment of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Index of the clip in the character.
    pub clip: usize,
    /// Seconds from the clip's beginning.
    pub time: f32,
}

/// What the panes show and how it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The clip shown at its time; none: the user's own pose.
    pub moment: Option<Moment>,
    /// The clip that was left when a joint was posed by hand, for the way back.
    pub left: Option<Moment>,
    /// Whether the time moves.
    pub playing: bool,
    /// Whether the clip begins again at its end.
    pub looping: bool,
    /// Seconds of the clip per second; never zero.
    pub speed: f32,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            moment: None,
            left: None,
            playing: false,
            looping: true,
            speed: 1.0,
        }
    }
}

impl Playback {
    /// Whether time moves, so that another frame has to be drawn.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.playing && self.moment.is_some()
    }

    /// Moves the time on by `seconds` of the clock over a clip of `duration` seconds.
    ///
    /// A looping clip wraps; another stops at its end. A clip without length stays at zero.
    pub fn advance(&mut self, seconds: f32, duration: f32) {
        let Some(moment) = &mut self.moment else {
            return;
        };
        if !self.playing || !seconds.is_finite() {
            return;
        }
        let time = moment.time + seconds * self.speed;
        moment.time = match (duration > 0.0, self.looping) {
            (false, _) => 0.0,
            (true, true) => time.rem_euclid(duration),
            (true, false) => time.clamp(0.0, duration),
        };
        let ended = (self.speed > 0.0 && time >= duration) || (self.speed < 0.0 && time <= 0.0);
        if !self.looping && ended {
            self.playing = false;
        }
    }

    /// Leaves the clip for the user's own pose, remembering it for the way back.
    pub fn leave_clip(&mut self) {
        if let Some(moment) = self.moment.take() {
            self.left = Some(moment);
        }
        self.playing = false;
    }

    /// Shows a clip at a time, stopped or going on as before.
    pub fn show(&mut self, moment: Moment) {
        self.moment = Some(moment);
        self.left = None;
    }
}
