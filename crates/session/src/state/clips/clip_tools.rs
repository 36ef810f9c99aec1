//! Operations on the whole clip that is shown: what their dialogs ask.

use crate::state::clips::animation_layers::weights_of;
use rig::{ClipId, ClipLayer, JointIndex, RepeatOffset, RootMotion, TimeWarp};

/// The open dialog, and the choices made in dialogs, which are kept while the window is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipTools {
    /// The open dialog, if any.
    pub dialog: Option<ClipDialog>,
    /// Seconds over which a loop is closed, once they were chosen; 0 before.
    pub closing: f32,
    /// The choices for another course of time as they were made last.
    pub warp: WarpChoice,
    /// Seconds of a fade as they were chosen last.
    pub fade: Option<f32>,
    /// How clips were laid over each other last.
    pub laid: Option<LayChoice>,
    /// How keys were repeated last.
    pub repeat: RepeatChoice,
}

/// A dialog about the clip that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipDialog {
    /// Brings the end of the clip to its beginning.
    CloseLoop(LoopChoice),
    /// Another course of time.
    Warp(WarpChoice),
    /// Ground motion out of the clip, or back into it.
    Root(RootChoice),
    /// Another clip behind this one.
    Join(JoinChoice),
    /// Another clip over this one.
    Lay(LayChoice),
    /// The selected keys behind themselves.
    Repeat(RepeatChoice),
}

/// How keys are repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatChoice {
    /// Copies behind the keys, 1 to [`MOST_REPEATS`].
    pub times: u16,
    /// Which channels go on from where they end.
    pub offset: RepeatOffset,
}

/// Most copies of keys.
pub const MOST_REPEATS: u16 = 1000;

impl Default for RepeatChoice {
    fn default() -> Self {
        Self {
            times: 1,
            offset: RepeatOffset::Translation,
        }
    }
}

impl RepeatChoice {
    /// Why keys cannot be repeated so; none if they can.
    #[must_use]
    pub fn why_not(&self) -> Option<&'static str> {
        let is_some = (1..=MOST_REPEATS).contains(&self.times);
        (!is_some).then_some("Keys can be repeated 1 to 1,000 times.")
    }
}

/// How another clip follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JoinChoice {
    /// The clip that follows.
    pub next: ClipId,
    /// Seconds over which the one passes into the other; 0 for a cut.
    pub fade: f32,
    /// Whether it goes on over the ground from where the first is when the fade begins.
    pub goes_on: bool,
}

impl JoinChoice {
    /// Why clips of these lengths cannot be joined so; none if they can.
    #[must_use]
    pub fn why_not(&self, durations: [f32; 2]) -> Option<&'static str> {
        let shortest = durations[0].min(durations[1]);
        let is_inside = self.fade >= 0.0 && self.fade <= shortest + 1e-3;
        (!is_inside).then_some("a fade is at most as long as the shorter of both clips")
    }
}

/// The ways in which a clip lies over another.
pub const LAYERS: [ClipLayer; 3] = [
    ClipLayer::Over,
    ClipLayer::AddedToBeginning,
    ClipLayer::AddedToRest,
];

/// How another clip lies over this one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayChoice {
    /// The clip above.
    pub clip: ClipId,
    /// How it changes what lies below.
    pub layer: ClipLayer,
    /// Its weight, 1 for all of it.
    pub weight: f32,
    /// Whether it moves the selected joints alone.
    pub only_selected: bool,
    /// Whether it stays apart as a layer, with its keys, and both are not made one.
    pub apart: bool,
}

impl LayChoice {
    /// The weights that a clip can have which lies over another; one that is added may be added several times, or taken away.
    #[must_use]
    pub const fn weights(&self) -> [f32; 2] {
        weights_of(self.layer)
    }

    /// Why it cannot lie so; none if it can.
    #[must_use]
    pub fn why_not(&self, n_selected: usize) -> Option<&'static str> {
        let [least, most] = self.weights();
        if !(least..=most).contains(&self.weight) {
            Some(
                "The weight of a clip that lies over is 0 to 100 %, of one that is added -200 to 200 %.",
            )
        } else if self.weight == 0.0 {
            Some("A weight of 0 changes nothing.")
        } else if self.only_selected && n_selected == 0 {
            Some("No joint is selected.")
        } else {
            None
        }
    }
}

/// How a clip is made to end as it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopWay {
    /// The last key of each channel becomes the first: for clips keyed by hand.
    LastKeys,
    /// All channels are led back over the last part of the clip, with keys on frames: for captured motion.
    Bake,
}

/// The choices for a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopChoice {
    /// Which keys change: the last of each channel, or all over the last part.
    pub way: LoopWay,
    /// Seconds over which channels are led back.
    pub seconds: f32,
}

impl LoopChoice {
    /// Why the clip cannot be changed so; none if it can.
    #[must_use]
    pub fn why_not(&self, duration: f32) -> Option<&'static str> {
        // A millisecond to spare, which is less than a frame.
        let is_inside = self.seconds > 1e-3 && self.seconds <= duration + 1e-3;
        (self.way == LoopWay::Bake && !is_inside)
            .then_some("The time has to be above 0, and at most that of the clip.")
    }
}

/// Which course of time is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WarpKind {
    /// One factor for the whole range.
    #[default]
    Speed,
    /// Slow at the beginning.
    EaseIn,
    /// Slow at the end.
    EaseOut,
    /// Slow at the beginning and at the end.
    EaseInOut,
}

impl WarpKind {
    /// All kinds, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Speed, Self::EaseIn, Self::EaseOut, Self::EaseInOut];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Speed => "Faster or slower",
            Self::EaseIn => "Ease in: slow at the beginning",
            Self::EaseOut => "Ease out: slow at the end",
            Self::EaseInOut => "Ease in and out",
        }
    }
}

/// The choices for another course of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarpChoice {
    /// Which course; it decides whether `speed` or `ease` counts.
    pub kind: WarpKind,
    /// How many times as fast; above 0.
    pub speed: f32,
    /// How much it eases, 0 to 1.
    pub ease: f32,
    /// The range in seconds.
    pub range: [f32; 2],
}

impl Default for WarpChoice {
    fn default() -> Self {
        Self {
            kind: WarpKind::default(),
            speed: 1.0,
            ease: 0.8,
            range: [0.0, 0.0],
        }
    }
}

impl WarpChoice {
    /// As crate `rig` takes it.
    #[must_use]
    pub const fn warp(&self) -> TimeWarp {
        match self.kind {
            WarpKind::Speed => TimeWarp::Speed(self.speed),
            WarpKind::EaseIn => TimeWarp::EaseIn(self.ease),
            WarpKind::EaseOut => TimeWarp::EaseOut(self.ease),
            WarpKind::EaseInOut => TimeWarp::EaseInOut(self.ease),
        }
    }

    /// Why the clip cannot be changed so; none if it can.
    #[must_use]
    pub fn why_not(&self, duration: f32) -> Option<&'static str> {
        let [from, to] = self.range;
        if !(from >= 0.0 && to <= duration + 1e-3 && to > from + 1e-3) {
            Some("The range has to lie in the clip, its end after its beginning.")
        } else if self.kind == WarpKind::Speed && !(0.01..=100.0).contains(&self.speed) {
            Some("The speed has to be between 0.01 and 100.")
        } else if self.kind == WarpKind::Speed && (self.speed - 1.0).abs() < 1e-6 {
            Some("A speed of 1 changes nothing.")
        } else if self.kind != WarpKind::Speed && !(0.0..=1.0).contains(&self.ease) {
            Some("The ease has to be between 0 and 100 %.")
        } else {
            None
        }
    }
}

/// The choices for root motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootChoice {
    /// The joint that gets the ground motion.
    pub root: JointIndex,
    /// The joint whose motion is meant, below it.
    pub mover: JointIndex,
    /// What becomes of it.
    pub motion: RootMotion,
}

/// What is asked about the clip that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipToolIntent {
    /// Opens a dialog, changes its choices, or closes it.
    Ask(Option<ClipDialog>),
    /// Does what the dialog asks, and closes it.
    Go,
}

impl ClipToolIntent {
    /// Calls `name` for each joint that it names.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        if let Self::Ask(Some(ClipDialog::Root(RootChoice { root, mover, .. }))) = self {
            name(root);
            name(mover);
        }
    }
}
