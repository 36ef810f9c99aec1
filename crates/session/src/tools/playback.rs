//! Which pose is shown, and the clock of the clip.

/// A moment of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Index of the clip in the character.
    pub clip: usize,
    /// Seconds from the clip's beginning.
    pub time: f32,
}

/// The shown clip and its playback.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The clip and time that are shown; none shows the user's own pose.
    pub moment: Option<Moment>,
    /// The clip that was left when a joint was posed by hand, to return to it.
    pub left: Option<Moment>,
    /// Whether the clip is playing.
    pub playing: bool,
    /// Whether the clip restarts at its end.
    pub looping: bool,
    /// Seconds of the clip per second; negative plays backwards, never zero.
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
    /// Whether time passes, so that another frame has to be drawn.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.playing && self.moment.is_some()
    }

    /// Advances the time by `seconds` of the clock over a clip of `duration` seconds.
    ///
    /// A looping clip wraps; another stops at its end. A clip without duration stays at zero.
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
