//! What the dope sheet of a character looks like now: never saved, never undone.

use std::collections::BTreeSet;

use rig::{Clip, ClipId, JointChannel, KeyAt, NewKey};

use super::axis::TimeRange;
use super::curves::Number;
use super::drag::KeyDrag;
use super::frames::TimeUnit;
use super::rows::RowOf;
use crate::document::Document;

/// State of the sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The clip that the rest is about.
    pub of: Option<ClipId>,
    /// The time in sight; none shows the whole clip.
    pub range: Option<TimeRange>,
    /// What the user chose to count time in; none leaves it to the keys.
    pub chosen_unit: Option<TimeUnit>,
    /// What the keys of the clip fit, as it was when it was first shown.
    pub guessed_unit: Option<TimeUnit>,
    /// Rows whose channels are shown.
    pub open: BTreeSet<RowOf>,
    /// Words that the names of rows must hold.
    pub search: String,
    /// Whether only selected joints have rows.
    pub only_selected: bool,
    /// Whether curves are shown in place of rows of keys.
    pub curves: bool,
    /// Whether each curve is drawn over the whole height.
    pub is_normalised: bool,
    /// Channels of joints whose curves are not drawn.
    pub hidden_channels: BTreeSet<JointChannel>,
    /// Whether the window draws the sheet: what needs it at work is refused while it does not.
    pub is_shown: bool,
    /// The time under the pointer while it is over the sheet.
    pub pointed: Option<f64>,
    /// Whether the list of ways to pass on from the selected keys is open.
    pub menu: bool,
    /// The drag of keys in progress.
    pub drag: Option<SheetDrag>,
}

/// How a drag is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// By letting go of the button.
    Button,
    /// By a click, or by a key: it began without a button.
    Free,
}

/// What of a curve is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveGrab {
    /// The curve.
    pub number: Number,
    /// Its key.
    pub at: KeyAt,
    /// The end of a tangent, 0 towards the key and 1 away from it; none for the key itself.
    pub end: Option<usize>,
    /// The number under the pointer at the beginning.
    pub value: f32,
}

/// Keys being dragged; the document shows the result, the history does not have it yet.
#[derive(Clone, Debug)]
pub struct SheetDrag {
    /// The keys, and what is done to them.
    pub work: KeyDrag,
    /// Copies to be placed, if the keys themselves stay.
    pub copies: Option<Vec<NewKey>>,
    /// What of a curve is dragged; none in rows of keys.
    pub curve: Option<CurveGrab>,
    /// Where the window told it to be last: time, number of a curve, and whether nothing snaps.
    pub told: Option<(f64, Option<f32>, bool)>,
    /// What was done last: the amount, or the time that a tangent points to; number and snapping as above.
    pub done: Option<(f64, Option<f32>, bool)>,
    /// How it ends.
    pub held: Held,
    /// What edits snap to.
    pub unit: TimeUnit,
    /// By how many seconds keys moved so far, or by what factor.
    pub amount: f64,
    /// The clip at the beginning.
    pub clip: Clip,
    /// The document at the beginning.
    pub document: Document,
    /// The selection at the beginning.
    pub selected: BTreeSet<KeyAt>,
}

/// Shortest time that is shown of a clip, in seconds.
const LEAST: f64 = 0.5;

impl Sheet {
    /// What time is counted in, and edits snap to.
    #[must_use]
    pub fn unit(&self) -> TimeUnit {
        let film = TimeUnit::Frames(super::frames::FrameRate::FILM);
        self.chosen_unit.or(self.guessed_unit).unwrap_or(film)
    }

    /// The time in sight of a clip.
    #[must_use]
    pub fn range_of(&self, clip: &Clip) -> TimeRange {
        let whole = || TimeRange::around(0.0, f64::from(clip.duration()), LEAST);
        self.range.unwrap_or_else(whole)
    }

    /// Whether keys are dragged without a button held.
    #[must_use]
    pub fn is_free_drag(&self) -> bool {
        let drag = self.drag.as_ref();
        drag.is_some_and(|drag| drag.held == Held::Free)
    }
}
