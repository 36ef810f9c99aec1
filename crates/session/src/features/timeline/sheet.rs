//! The dope sheet: selection of keys, drags in time, copies, ways to pass on from keys.
//!
//! While keys are dragged the document shows the result but the history does not have it, as with the transform tools: ending the
//! drag records one step from the state before, and canceling restores that state.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{Clip, ClipEdit, KeyAdjustment, KeyAt, KeyKind, NewKey, SAME_KEY, Segment, Tangents};

use crate::commands::command::{Command, DragEffect};
use crate::document::Document;
use crate::document::history::Snapshot;
use crate::features::Context;
use crate::notices::Severity;
use crate::state::clips::key_selection::KeySelection;
use crate::state::gizmo::operation::{Event, Typed};
use crate::state::playback::clock::Region;
use crate::state::timeline::axis::TimeRange;
use crate::state::timeline::clipboard::key_at;
use crate::state::timeline::command::{SheetInput, SheetIntent};
use crate::state::timeline::curve_cache::CurveCache;
use crate::state::timeline::curve_list::switch;
use crate::state::timeline::drag::{DragKind, KeyDrag};
use crate::state::timeline::frames::TimeUnit;
use crate::state::timeline::rows::{RowFilter, RowOf, rows};
use crate::state::timeline::select::{choose_keys, keys_between, keys_more, present, span};
use crate::state::timeline::sheet::{DragEnd, DragPointer, SheetDrag};
use crate::state::timeline::snap::snap_keys;

/// Share of the time in sight that counts as a short distance to the pivot of a scale.
const SHORT: f64 = 0.05;

impl Context<'_> {
    pub(in crate::features) fn on_sheet_intent(&mut self, intent: SheetIntent) {
        let sheet = &mut self.session.character.sheet;
        match intent {
            SheetIntent::Search(words) => sheet.search = words,
            SheetIntent::Fold(row) => {
                if !sheet.open.remove(&row) {
                    sheet.open.insert(row);
                }
            }
            SheetIntent::ScaleLane(lane) => {
                if !sheet.scaled_alone.remove(&lane) {
                    sheet.scaled_alone.insert(lane);
                }
            }
            SheetIntent::SetUnit(unit) => {
                // Frames of one rate are none of another.
                (sheet.chosen_unit, sheet.named_time) = (unit, None);
            }
            SheetIntent::Select(mut keys, choose) => {
                keys.retain(|key| sheet.switches.may_select(key.target));
                let selected = &mut self.session.character.keys.selected;
                *selected = Arc::new(choose_keys(selected, &keys, choose));
            }
            SheetIntent::Drag {
                kind,
                copies,
                grabbed,
                held,
            } => self.begin_key_drag((kind, copies), grabbed, held),
            SheetIntent::DragCurve { grab, grabbed } => {
                self.begin_key_drag((DragKind::Move, false), grabbed, DragEnd::Button);
                if let Some(drag) = &mut self.session.character.sheet.drag {
                    drag.curve = Some(grab);
                }
            }
            SheetIntent::ShowChannel(channel, shown) => {
                if shown {
                    sheet.hidden_channels.remove(&channel);
                } else {
                    sheet.hidden_channels.insert(channel);
                }
            }
            SheetIntent::ShowCurves(numbers, shown) => {
                switch(&mut sheet.switches.hidden, &numbers, !shown);
            }
            SheetIntent::LockCurves(numbers, locked) => self.lock_curves(&numbers, locked),
            SheetIntent::ChooseCurves(numbers, choose) => sheet.switches.choose(&numbers, choose),
            SheetIntent::TypeNumber(field, typed, numbers) => {
                self.type_number(field, typed, numbers);
            }
            SheetIntent::InsertKeys(keys) => self.insert_keys(&keys),
            SheetIntent::EndAt(time) => {
                let time = sheet.unit().snap(f64::from(time));
                self.edit_clip("Set end of clip", &ClipEdit::SetDuration(time));
            }
            SheetIntent::PlayRegion(region) => self.play_region(region),
            SheetIntent::ShowModes(is_open) => sheet.menu = is_open,
        }
    }

    pub(in crate::features) fn on_sheet_input(&mut self, input: SheetInput) {
        let sheet = &mut self.session.character.sheet;
        match input {
            SheetInput::Show(is_shown) => self.show_sheet(is_shown),
            SheetInput::See(range) => sheet.range = range,
            SheetInput::SeeValues(values) => self.see_values(Some(values)),
            SheetInput::Point(time) => sheet.pointed = time,
            SheetInput::DragTo(pointer) => self.drag_keys_to(pointer),
            SheetInput::Confirm => self.confirm_key_drag(),
            SheetInput::Cancel => self.cancel_key_drag(),
        }
    }

    /// A sheet that is gone leaves nothing that would take keys of the keyboard; what was dragged stays where it is.
    fn show_sheet(&mut self, is_shown: bool) {
        let sheet = &mut self.session.character.sheet;
        sheet.is_shown = is_shown;
        if !is_shown {
            sheet.pointed = None;
            sheet.menu = false;
            self.confirm_key_drag();
        }
    }

    /// The time shown is not beyond the end of its clip.
    pub(in crate::features) fn stay_in_clip(&mut self) {
        let playback = &mut self.session.playback;
        if let Some(moment) = &mut playback.moment
            && let Some(clip) = self.document.character.clip(moment.clip)
        {
            moment.time = moment.time.min(clip.duration());
        }
    }

    /// Looks at the clip that is shown: it says what happens at its end. Another one is seen whole and played whole, and its keys say
    /// what time is counted in.
    pub(in crate::features) fn follow_sheet(&mut self) {
        let playback = &mut self.session.playback;
        let shown = playback.moment.or(playback.left).map(|moment| moment.clip);
        if let Some(clip) = shown.and_then(|shown| self.document.character.clip(shown)) {
            playback.repeat = clip.repeat();
        }
        playback.region = playback.region.filter(|region| Some(region.clip) == shown);
        let sheet = &mut self.session.character.sheet;
        if sheet.of == shown {
            return;
        }
        sheet.of = shown;
        sheet.see_all();
        self.session.character.keys = KeySelection::default();
        let clip = shown.and_then(|shown| self.document.character.clip(shown));
        sheet.guessed_unit = clip.map(|clip| {
            let keys = clip.keyed_targets().filter_map(|target| clip.keys(target));
            let times: Vec<f32> = keys.flat_map(|keys| keys.times().iter().copied()).collect();
            TimeUnit::guess(times.iter().copied())
        });
    }

    /// Selects the keys that undo or redo has brought back, beside those that were selected and are still there.
    pub(in crate::features) fn follow_undone_keys(&mut self, before: &Document) {
        let Some(moment) = self.session.playback.moment else {
            return;
        };
        let clips = (
            before.character.clip(moment.clip),
            self.document.character.clip(moment.clip),
        );
        if let (Some(before), Some(now)) = clips {
            let more = keys_more(now, before);
            if !more.is_empty() {
                let selected = &mut self.session.character.keys.selected;
                let there = present(now, selected).into_iter();
                *selected = Arc::new(there.chain(more).collect());
            }
        }
    }

    fn play_region(&mut self, region: Option<(f32, f32)>) {
        let unit = self.session.character.sheet.unit();
        let snapped = |time: f32| unit.snap(f64::from(time));
        let shown = self.session.playback.moment.map(|moment| moment.clip);
        let region = shown.zip(region).map(|(clip, (one, other))| Region {
            clip,
            start: snapped(one.min(other)),
            end: snapped(one.max(other)),
        });
        self.session.playback.region = region.filter(|region| region.start < region.end);
    }

    /// The clip whose keys are shown.
    pub(in crate::features) fn sheet_clip(&self) -> Option<Clip> {
        let shown = self.session.playback.moment?.clip;
        self.document.character.clip(shown).cloned()
    }

    pub(in crate::features) fn now_in_clip(&self) -> f32 {
        let moment = self.session.playback.moment;
        moment.map_or(0.0, |moment| moment.time)
    }

    // ---- drags ------------------------------------------------------------------------------------------------------

    pub(in crate::features) fn move_keys(&mut self) {
        self.begin_free_drag(DragKind::Move, false);
    }

    pub(in crate::features) fn duplicate_keys(&mut self) {
        self.begin_free_drag(DragKind::Move, true);
    }

    pub(in crate::features) fn scale_keys_about_now(&mut self) {
        self.stop_playing();
        let pivot = f64::from(self.now_in_clip());
        self.begin_free_drag(DragKind::Scale { pivot }, false);
    }

    pub(in crate::features) fn scale_keys_from_first(&mut self) {
        let first = span(&self.session.character.keys.selected);
        let pivot = first.map_or(0.0, |(first, _)| f64::from(first));
        self.begin_free_drag(DragKind::Scale { pivot }, false);
    }

    pub(in crate::features) fn adjust_keys(&mut self, shape: KeyAdjustment) {
        self.begin_free_drag(DragKind::Shape(shape), false);
    }

    /// From the menu the pointer is elsewhere: the drag then begins at the last of the keys.
    fn begin_free_drag(&mut self, kind: DragKind, copies: bool) {
        let last = span(&self.session.character.keys.selected);
        let pointed = self.session.character.sheet.pointed;
        let grabbed = pointed.or(last.map(|(_, last)| f64::from(last)));
        self.begin_key_drag((kind, copies), grabbed.unwrap_or_default(), DragEnd::Free);
    }

    fn begin_key_drag(&mut self, (kind, copies): (DragKind, bool), grabbed: f64, held: DragEnd) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let selected = present(&clip, &self.session.character.keys.selected);
        let sheet = &mut self.session.character.sheet;
        let reach = SHORT * sheet.range_of(&clip).length();
        let Some(work) = KeyDrag::new(kind, &selected, grabbed, reach) else {
            return;
        };
        let copied = || selected.iter().filter_map(|key| key_at(&clip, *key));
        let drag = SheetDrag {
            copies: copies.then(|| copied().collect()),
            work,
            curve: None,
            done: None,
            held,
            unit: sheet.unit(),
            pointer: DragPointer::at(grabbed),
            direction: None,
            typed: Typed::default(),
            document: self.document.clone(),
            selected: selected.clone(),
            numbers: CurveCache::default(),
            clip,
        };
        sheet.drag = Some(drag);
        sheet.menu = false;
        self.stop_playing();
        self.history.end_gesture();
    }

    fn drag_keys_to(&mut self, pointer: DragPointer) {
        if let Some(drag) = &mut self.session.character.sheet.drag {
            drag.follow(pointer);
            self.show_key_drag();
        }
    }

    /// What a drag without a button takes from the keyboard.
    pub(in crate::features) fn on_key_drag(&mut self, event: Event) {
        let Some(drag) = &mut self.session.character.sheet.drag else {
            return;
        };
        match event {
            Event::Sign(sign) => drag.typed.push(sign),
            Event::Backspace => drag.typed.pop(),
            Event::Confirm => return self.confirm_key_drag(),
            Event::Cancel => return self.cancel_key_drag(),
            Event::Take(..)
            | Event::Follow(_)
            | Event::Axis(_)
            | Event::Plane(_)
            | Event::NextNumber => return,
        }
        self.show_key_drag();
    }

    /// Shows the clip as the typed number, or the pointer, has it.
    fn show_key_drag(&mut self) {
        let Some(drag) = &mut self.session.character.sheet.drag else {
            return;
        };
        let dragged = drag.drag_result();
        let pointer = drag.followed_pointer();
        let DragPointer { time, value, .. } = pointer;
        // Between two frames of the clip the pointer moves, and nothing else does.
        let has_tangent = drag.curve.is_some_and(|grab| grab.end.is_some());
        let along = if has_tangent { time } else { dragged.amount };
        let rest = DragPointer {
            time: 0.0,
            way: [0.0; 2],
            ..pointer
        };
        let done = (along, rest);
        if drag.done.replace(done) == Some(done) {
            return;
        }
        if let (Some(grab), Some(value)) = (drag.curve, value) {
            let moved = (dragged.edit, value);
            return self.drag_curve_to(grab, time, moved);
        }
        let edit = match (&drag.copies, dragged.edit) {
            (Some(copies), ClipEdit::Retime { keys, .. }) => {
                let placed = copies.iter().zip(keys);
                ClipEdit::SetKeys(
                    placed
                        .map(|(key, (_, time))| NewKey { time, ..*key })
                        .collect(),
                )
            }
            (_, edit) => edit,
        };
        // What cannot be is not shown: the keys stay where they were a moment ago. Copies move no end either.
        let end = ClipEdit::SetDuration(drag.clip.duration());
        let edited = drag.clip.with_edit(&edit).and_then(|(clip, carried)| {
            let (clip, _) = clip.with_edit(&end)?;
            Ok((clip, carried))
        });
        let Ok((clip, carried)) = edited else {
            return;
        };
        self.session.character.keys.selected = Arc::new(match &edit {
            ClipEdit::SetKeys(keys) if drag.copies.is_some() => {
                carried.selection_after(&keys.iter().map(place_of).collect())
            }
            _ => carried.selection_after(&drag.selected),
        });
        *self.document = with_clip(&drag.document, &clip);
    }

    pub(in crate::features) fn confirm_key_drag(&mut self) {
        let Some(drag) = self.session.character.sheet.drag.take() else {
            return;
        };
        let name = drag.name();
        if self.document.same_as(&drag.document) {
            return;
        }
        let before = Snapshot {
            document: drag.document,
            moment: self.session.playback.moment,
            left: self.session.playback.left,
        };
        self.history.record(name, None, before, self.document);
        self.history.end_gesture();
    }

    pub(in crate::features) fn cancel_key_drag(&mut self) {
        if let Some(drag) = self.session.character.sheet.drag.take() {
            *self.document = drag.document;
            self.session.character.keys.selected = Arc::new(drag.selected);
        }
    }

    /// Ends a drag of keys as a command requires, before it changes the document.
    pub(in crate::features) fn settle_key_drag(&mut self, command: &Command) {
        let effect = match command {
            Command::Intent(_) => DragEffect::Ends,
            Command::Input(_) => DragEffect::Leaves,
            Command::Outcome(outcome) => outcome.effect(),
        };
        match effect {
            DragEffect::Leaves => {}
            DragEffect::Ends => self.confirm_key_drag(),
            DragEffect::TakesBack => self.cancel_key_drag(),
        }
    }

    // ---- edits at once ----------------------------------------------------------------------------------------------

    pub(in crate::features) fn snap_keys(&mut self) {
        let rate = self.session.character.sheet.unit().rate();
        let (Some(clip), Some(rate)) = (self.sheet_clip(), rate) else {
            return;
        };
        let selected = present(&clip, &self.session.character.keys.selected);
        let (edit, stay) = snap_keys(&clip, &selected, rate);
        self.edit_clip("Snap keys", &edit);
        if stay > 0 {
            let (keys, their) = if stay == 1 {
                ("1 key stays", "its")
            } else {
                ("Some keys stay", "their")
            };
            let text =
                format!("{keys} between frames: another key of the channel is on {their} frame.");
            self.session.notices.push(Severity::Note, text);
        }
    }

    pub(in crate::features) fn delete_keys(&mut self, name: &str) {
        let selected = &self.session.character.keys.selected;
        let edit = ClipEdit::DeleteKeys(selected.iter().copied().collect());
        self.edit_clip(name, &edit);
    }

    pub(in crate::features) fn set_key_modes(
        &mut self,
        name: &str,
        out: Option<Segment>,
        tangents: Option<Tangents>,
    ) {
        let selected = &self.session.character.keys.selected;
        let edit = ClipEdit::SetModes {
            keys: selected.iter().copied().collect(),
            out,
            tangents,
        };
        self.edit_clip(name, &edit);
        self.session.character.sheet.menu = false;
    }

    /// Marks the selected keys, or where none is selected all keys at the current time.
    pub(in crate::features) fn set_kind_of_keys(&mut self, kind: KeyKind) {
        let Some((clip, moment)) = self.sheet_clip().zip(self.session.playback.moment) else {
            return;
        };
        let mut keys = present(&clip, &self.session.character.keys.selected);
        if keys.is_empty() {
            let near = (moment.time - SAME_KEY, moment.time + SAME_KEY);
            keys = keys_between(&clip, RowOf::All, near).into_iter().collect();
        }
        if keys.is_empty() {
            self.say("No key to mark: select keys, or go to one.");
            return;
        }
        let name = match kind {
            KeyKind::Key => "Mark as keys",
            KeyKind::Breakdown => "Mark as breakdowns",
            KeyKind::Extreme => "Mark as extremes",
        };
        let keys = keys.into_iter().collect();
        self.edit_clip(name, &ClipEdit::SetKinds { keys, kind });
    }

    /// Tangents count where the curve is cubic, so it becomes that.
    pub(in crate::features) fn set_tangents_of_keys(&mut self, tangents: Tangents) {
        let name = match tangents {
            Tangents::Auto => "Automatic tangents",
            Tangents::Flat => "Flat tangents",
            Tangents::Aligned => "Aligned tangents",
            Tangents::Free => "Free tangents",
        };
        self.set_key_modes(name, Some(Segment::Cubic), Some(tangents));
    }

    // ---- selection and view -----------------------------------------------------------------------------------------

    /// Selects the keys of all rows that the search and the switch leave.
    pub(in crate::features) fn select_all_keys(&mut self) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let sheet = &self.session.character.sheet;
        let only = sheet.only_selected;
        let none = BTreeSet::new();
        let wanted = RowFilter {
            search: &sheet.search,
            only: only.then(|| self.session.character.selection.joints()),
            open: &BTreeSet::new(),
            unkeyed: &none,
        };
        let rows = rows(&self.document.character, &clip, wanted);
        let rows = rows.iter().filter(|row| row.of != RowOf::All);
        let always = (f32::NEG_INFINITY, f32::INFINITY);
        let keys = rows.flat_map(|row| keys_between(&clip, row.of, always));
        let keys = keys.filter(|key| sheet.switches.may_select(key.target));
        self.session.character.keys.selected = Arc::new(keys.collect());
    }

    pub(in crate::features) fn frame_keys(&mut self) {
        if let Some((first, last)) = span(&self.session.character.keys.selected) {
            let least = self.session.character.sheet.unit().rate();
            // At least eight frames, or a tenth of a second, so that one key alone has a range too.
            let least = least.map_or(0.1, |rate| 8.0 / rate.per_second());
            let range = TimeRange::around(f64::from(first), f64::from(last), least);
            self.session.character.sheet.range = Some(range);
            self.frame_numbers_of_keys();
        }
    }
}

/// Where a key is set.
pub(in crate::features) const fn place_of(key: &NewKey) -> KeyAt {
    KeyAt {
        target: key.target,
        time: key.time,
    }
}

/// The document with this clip in place of the one of its identity.
pub(super) fn with_clip(document: &Document, clip: &Clip) -> Document {
    let clips = document.character.clips.iter();
    let clips = clips.map(|other| {
        if other.id() == clip.id() {
            clip.clone()
        } else {
            other.clone()
        }
    });
    document.with_clips(clips.collect())
}
