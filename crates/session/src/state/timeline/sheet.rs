//! What the dope sheet of a character looks like now: never saved, never undone.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rig::{Clip, ClipId, JointChannel, KeyAdjustment, KeyAt, NewKey};
use scene::names::plain;

use super::axis::TimeRange;
use super::curve_cache::CurveCache;
use super::curve_list::CurveSwitches;
use super::curves::Number;
use super::drag::{DragKind, DragResult, KeyDrag};
use super::drag_way::{Direction, first_direction, followed};
use super::extrapolation::Extrapolation;
use super::frames::{FrameRate, TimeUnit};
use super::rows::RowOf;
use super::values::ValueRange;
use crate::document::Document;
use crate::state::gizmo::operation::Typed;
use crate::state::skin_over_time::strip::Lane;
use crate::text::number_text::Quantity;

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
    /// The time that was asked for last: what is set at this time stays there, also between frames.
    pub named_time: Option<f32>,
    /// Rows whose channels are shown.
    pub open: BTreeSet<RowOf>,
    /// Words that the names of rows must hold.
    pub search: String,
    /// Whether only selected joints have rows.
    pub only_selected: bool,
    /// Whether curves are shown in place of rows of keys.
    pub curves: bool,
    /// Whether each curve is drawn over the whole height.
    pub is_normalized: bool,
    /// The numbers of curves in sight, where the user chose them; none shows all.
    pub numbers: Option<ValueRange>,
    /// The share of the height in sight, where each curve has the whole height and the user chose it; none shows all.
    pub shares: Option<ValueRange>,
    /// Lanes of the skin over time that have a scale of their own; all others of a measure share one.
    pub scaled_alone: HashSet<Lane>,
    /// Channels of joints whose curves are not drawn.
    pub hidden_channels: BTreeSet<JointChannel>,
    /// What curves of clips show beyond their keys; those that are not listed hold.
    pub extrapolation: BTreeMap<ClipId, Extrapolation>,
    /// Whether values of dragged keys snap: to whole degrees, else to hundredths.
    pub snaps_values: bool,
    /// Whether tangents that are dragged change their length beside their slope.
    pub has_weighted_tangents: bool,
    /// Which single curves are hidden, locked and chosen.
    pub switches: CurveSwitches,
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
pub enum DragEnd {
    /// By letting go of the button.
    Button,
    /// By a click, or by a key: it began without a button.
    Free,
}

/// What of a curve is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveGrab {
    /// The number whose curve it is.
    pub number: Number,
    /// The key that is dragged, or whose tangent is.
    pub at: KeyAt,
    /// The end of a tangent, 0 towards the key and 1 away from it; none for the key itself.
    pub end: Option<usize>,
    /// The number under the pointer at the beginning.
    pub value: f32,
    /// The number of the key itself.
    pub own: f32,
}

/// Where the pointer is in a drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragPointer {
    /// Seconds from the clip's beginning.
    pub time: f64,
    /// The number of the curve that is dragged; none in rows of keys.
    pub value: Option<f32>,
    /// Whether it is free of frames, with Ctrl held.
    pub is_free: bool,
    /// How far it is from the beginning of the drag of a curve, in points to the right and down.
    pub way: [f32; 2],
    /// Whether it is held to the direction that it took first, with Shift.
    pub is_straight: bool,
    /// Whether values snap.
    pub snaps_value: bool,
}

impl DragPointer {
    /// A pointer at a time, among rows of keys.
    #[must_use]
    pub const fn at(time: f64) -> Self {
        Self {
            time,
            value: None,
            is_free: false,
            way: [0.0; 2],
            is_straight: false,
            snaps_value: false,
        }
    }
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
    /// What was done last: the amount, or the time that a tangent points to, and the pointer without its time and way.
    pub done: Option<(f64, DragPointer)>,
    /// The direction that the pointer is held to, once it took one with Shift held.
    pub direction: Option<Direction>,
    /// Whether it ends with a button that is let go, or with a click or a key.
    pub held: DragEnd,
    /// What edits snap to.
    pub unit: TimeUnit,
    /// Where the pointer is.
    pub pointer: DragPointer,
    /// The number being typed: frames or seconds, or a factor.
    pub typed: Typed,
    /// The clip at the beginning.
    pub clip: Clip,
    /// The document at the beginning.
    pub document: Document,
    /// The selection at the beginning.
    pub selected: BTreeSet<KeyAt>,
    /// The numbers of keys as the drag goes on: followed once, and then where keys change.
    pub numbers: CurveCache,
}

impl SheetDrag {
    /// The pointer as the drag of a curve follows it: with the time of the beginning where time does not follow, and so its value.
    #[must_use]
    pub fn followed_pointer(&self) -> DragPointer {
        let pointer = self.pointer;
        let Some(grab) = self.curve.filter(|grab| grab.end.is_none()) else {
            return pointer;
        };
        let held_to = self.direction.filter(|_| pointer.is_straight);
        let [time, value] = followed(pointer.way, held_to);
        DragPointer {
            time: if time {
                pointer.time
            } else {
                self.work.grabbed()
            },
            value: if value {
                pointer.value
            } else {
                Some(grab.value)
            },
            ..pointer
        }
    }

    /// Takes a new place of the pointer. While it is held straight, and near its beginning, nothing follows.
    pub fn follow(&mut self, pointer: DragPointer) {
        self.pointer = pointer;
        self.direction = if pointer.is_straight {
            self.direction.or_else(|| first_direction(pointer.way))
        } else {
            None
        };
    }

    /// What it comes to: by the typed number, else by the pointer. Half a number is none; half a unit changes nothing.
    #[must_use]
    pub fn drag_result(&self) -> DragResult {
        let result = self.dragged();
        let DragKind::Shape(shape) = self.work.kind() else {
            return result;
        };
        let is_stepped = self.pointer.is_free && self.typed.is_empty();
        let amount = if is_stepped {
            (result.amount / AMOUNT_STEP).round() * AMOUNT_STEP
        } else {
            result.amount
        };
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = amount as f32;
        DragResult {
            edit: self.clip.adjust_edit(self.work.keys(), shape, share),
            amount,
        }
    }

    fn dragged(&self) -> DragResult {
        let per_second = self.unit.rate().map_or(1.0, FrameRate::per_second);
        let (quantity, one) = match self.work.kind() {
            DragKind::Move => (Quantity::Time { per_second }, per_second),
            DragKind::Scale { .. } => (Quantity::Number, 1.0),
            // Percents; with a percent sign a number is a share already.
            DragKind::Shape(_) if !self.typed.has_unit() => (Quantity::Number, 100.0),
            DragKind::Shape(_) => (Quantity::Number, 1.0),
        };
        if let Some(number) = self.typed.value(quantity) {
            return self.work.by(f64::from(number) / one, self.unit);
        }
        if self.typed.has_unit() {
            return self.work.by(self.work.nothing(), self.unit);
        }
        let unit = if self.pointer.is_free {
            TimeUnit::Seconds
        } else {
            self.unit
        };
        self.work.to(self.followed_pointer().time, unit)
    }

    /// Its name, and that of its step in the history.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let has_tangent = self.curve.is_some_and(|grab| grab.end.is_some());
        match (self.work.kind(), &self.copies) {
            (DragKind::Move, None) if has_tangent => "Set tangent",
            (_, Some(_)) => "Duplicate keys",
            (DragKind::Move, None) => "Move keys",
            (DragKind::Scale { .. }, None) => "Scale keys",
            (DragKind::Shape(KeyAdjustment::Smooth), None) => "Smooth keys",
            (DragKind::Shape(KeyAdjustment::Ease), None) => "Ease keys",
            (DragKind::Shape(KeyAdjustment::Push), None) => "Push keys",
            (DragKind::Shape(KeyAdjustment::Blend), None) => "Blend keys to neighbor",
        }
    }

    /// What it does and by how much, such as `Move keys 12 frames`, and what is typed.
    #[must_use]
    pub fn readout(&self) -> String {
        let amount = self.drag_result().amount;
        let (number, unit) = match (self.work.kind(), self.unit) {
            (DragKind::Scale { .. }, _) => (amount, "×"),
            (DragKind::Shape(_), _) => ((100.0 * amount).round(), " %"),
            (DragKind::Move, TimeUnit::Seconds) => (amount, " s"),
            (DragKind::Move, TimeUnit::Frames(rate)) => (rate.frame_at(amount), " frames"),
        };
        let name = self.name();
        #[expect(clippy::cast_possible_truncation, reason = "a number to be read")]
        let number = rounded_text(number as f32);
        let unit = match (unit, number.as_str()) {
            (" frames", "1" | "−1") => " frame",
            (unit, _) => unit,
        };
        let typed = if self.typed.is_empty() {
            String::new()
        } else {
            format!("   [{}|]", self.typed.text())
        };
        format!("{name} {number}{unit}{typed}")
    }
}

/// A number with at most two decimals, and no more than it needs.
fn rounded_text(number: f32) -> String {
    let text = plain(number, 2);
    let text = text.trim_end_matches('0');
    text.trim_end_matches('.').to_owned()
}

/// Steps of the amount of a shape with Ctrl held.
const AMOUNT_STEP: f64 = 0.05;
/// Shortest time that is shown of a clip, in seconds.
const LEAST: f64 = 0.5;

impl Sheet {
    /// What time is counted in, and edits snap to.
    #[must_use]
    pub fn unit(&self) -> TimeUnit {
        let film = TimeUnit::Frames(FrameRate::FILM);
        self.chosen_unit.or(self.guessed_unit).unwrap_or(film)
    }

    /// Frames in a second; none where time is counted in seconds.
    #[must_use]
    pub fn frames_per_second(&self) -> Option<f64> {
        self.unit().rate().map(FrameRate::per_second)
    }

    /// The time in sight of a clip: what the user chose, else the whole clip with all its keys. While keys are dragged it stays
    /// as it was at the beginning, else the pointer would stand at another time without being moved.
    #[must_use]
    pub fn range_of(&self, clip: &Clip) -> TimeRange {
        let clip = self.drag.as_ref().map_or(clip, |drag| &drag.clip);
        // Keys may stand beyond the end of a clip, and are seen too.
        let end = clip.duration().max(clip.last_key());
        let whole = || TimeRange::around(0.0, f64::from(end), LEAST);
        self.range.unwrap_or_else(whole)
    }

    /// What curves of a clip show beyond their keys.
    #[must_use]
    pub fn extrapolation_of(&self, clip: ClipId) -> Extrapolation {
        self.extrapolation.get(&clip).copied().unwrap_or_default()
    }

    /// Shows the whole clip, and all numbers of its curves.
    pub const fn see_all(&mut self) {
        (self.range, self.numbers, self.shares) = (None, None, None);
    }

    /// What the user chose to see over the height of the curves, numbers or shares; none shows all.
    #[must_use]
    pub const fn values(&self) -> Option<ValueRange> {
        if self.is_normalized {
            self.shares
        } else {
            self.numbers
        }
    }

    /// Whether keys are dragged without a button held.
    #[must_use]
    pub const fn is_free_drag(&self) -> bool {
        matches!(
            self.drag,
            Some(SheetDrag {
                held: DragEnd::Free,
                ..
            })
        )
    }
}
