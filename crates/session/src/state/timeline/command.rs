//! What can be asked of the dope sheet, beside the actions.

use rig::{JointChannel, KeyAt};

use crate::state::selection::Choose;
use crate::state::skin_over_time::strip::Lane;
use crate::state::timeline::axis::TimeRange;
use crate::state::timeline::curves::Number;
use crate::state::timeline::drag::DragKind;
use crate::state::timeline::frames::TimeUnit;
use crate::state::timeline::key_fields::{KeyField, TypedNumber};
use crate::state::timeline::rows::RowOf;
use crate::state::timeline::sheet::{CurveGrab, DragEnd, DragPointer};
use crate::state::timeline::values::ValueRange;

/// A request about the sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetIntent {
    /// Shows only rows whose names hold these words.
    Search(String),
    /// Shows or hides the channels of a row.
    Fold(RowOf),
    /// Gives a lane of the skin over time a scale of its own, or the one that all of its measure share.
    ScaleLane(Lane),
    /// Counts time so; none leaves it to the keys. No key moves.
    SetUnit(Option<TimeUnit>),
    /// Selects these keys, alone, with the others, or the other way round.
    Select(Vec<KeyAt>, Choose),
    /// Begins to drag the selected keys.
    Drag {
        /// What is done to them.
        kind: DragKind,
        /// Whether copies are dragged in place of them.
        copies: bool,
        /// The time under the pointer, in seconds.
        grabbed: f64,
        /// How the drag ends.
        held: DragEnd,
    },
    /// Begins to drag a key of a curve, with the selected keys, or the end of its tangent.
    DragCurve {
        /// The key, or the end of its tangent, that is dragged.
        grab: CurveGrab,
        /// The time under the pointer, in seconds.
        grabbed: f64,
    },
    /// Draws the curves of a channel, or leaves them out.
    ShowChannel(JointChannel, bool),
    /// Draws these curves, or leaves them out.
    ShowCurves(Vec<Number>, bool),
    /// Locks these numbers against changes by their curves, or frees them.
    LockCurves(Vec<Number>, bool),
    /// Chooses these curves, alone, with the others, or the other way round.
    ChooseCurves(Vec<Number>, Choose),
    /// Gives the selected keys a typed number: a time in seconds, else these numbers a value or a slope per second.
    TypeNumber(KeyField, TypedNumber, Vec<Number>),
    /// Sets keys on curves, which stay as they are.
    InsertKeys(Vec<KeyAt>),
    /// Ends the clip at a time.
    EndAt(f32),
    /// Plays only a part of the clip; none plays all of it.
    PlayRegion(Option<(f32, f32)>),
    /// Opens or closes the list of ways to pass on from the selected keys.
    ShowModes(bool),
}

/// Pointer and view of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SheetInput {
    /// Whether the window draws the sheet. What it does not draw has neither pointer, list nor drag.
    Show(bool),
    /// Shows a part of time; none shows the whole clip, however long it gets.
    See(Option<TimeRange>),
    /// Shows these numbers over the height of the curves; shares of it, where each curve has the whole height.
    SeeValues(ValueRange),
    /// The time under the pointer; none where it is elsewhere.
    Point(Option<f64>),
    /// The drag goes on with the pointer there.
    DragTo(DragPointer),
    /// The drag ends, and its result is kept.
    Confirm,
    /// The drag ends, and everything is as before.
    Cancel,
}
