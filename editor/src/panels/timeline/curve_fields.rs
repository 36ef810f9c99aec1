//! The row over the curves: frame, value and slopes of the selected keys, to be read and typed; and how curves are drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Align, FontId, Id, Key, Label, Layout, Rect, RichText, TextEdit, Ui, UiBuilder,
};
use rig::KeyAt;
use scene::names::plain;
use session::commands::actions::SheetAction;
use session::commands::command::{Intent, Outcome, Sink};
use session::notices::Severity;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::curves::{Curve, Number};
use session::state::timeline::frames::FrameRate;
use session::state::timeline::key_fields::{KeyField, KeyFields, Shared, TypedNumber, key_fields};
use session::state::timeline::select::present;
use session::text::number_text::Quantity;

use super::mesh::DrawnSheet;
use super::sheet::{Sheet, persistent_state};
use crate::panels::widgets::{toggle_button, tooltip_of};

/// Width of a field.
const FIELD: f32 = 52.0;
/// Below this width there is no room for slopes.
const WITH_SLOPES: f32 = 470.0;
/// Below this width there is no room for lengths beside them.
const WITH_LENGTHS: f32 = 735.0;
/// Below this width there is no room for the switch of weighted tangents.
const WITH_WEIGHTED: f32 = 545.0;

/// Keys of a clip up to which the fields follow a drag.
const MOST_LIVE: usize = 20_000;

/// What the fields were read from, and what they say.
#[derive(Default)]
struct Cache {
    key: Option<(u64, Arc<BTreeSet<KeyAt>>, BTreeSet<Number>)>,
    fields: KeyFields,
    /// Whether no key is selected that is there.
    is_empty: bool,
}

/// Draws the row into a place over the curves.
pub(super) fn fields(
    ui: &mut Ui,
    place: Rect,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    found: &[Curve],
    sink: &mut Sink,
) {
    let numbers = meant_numbers(sheet, found);
    let (fields, is_empty) = read(ui, sheet, drawn, &numbers);
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        switch(ui, sheet, SheetAction::ToggleNormalized, sink);
        switch(ui, sheet, SheetAction::ToggleValueSnap, sink);
        if place.width() >= WITH_WEIGHTED {
            switch(ui, sheet, SheetAction::ToggleWeightedTangents, sink);
        }
        let layout = Layout::left_to_right(Align::Center);
        ui.with_layout(layout, |ui| {
            if is_empty {
                // Fields that take nothing are not seen on this ground.
                let text = RichText::new("Select keys to type their frame and value").weak();
                ui.add(Label::new(text).truncate());
                return;
            }
            let row = Row {
                sheet,
                numbers: &numbers,
            };
            row.time(ui, fields.time, sink);
            row.value(ui, fields.value, sink);
            if place.width() >= WITH_SLOPES {
                row.slope(ui, 0, fields.slopes, sink);
                row.slope(ui, 1, fields.slopes, sink);
            }
            let state = &sheet.view.session.character.sheet;
            if place.width() >= WITH_LENGTHS && state.has_weighted_tangents {
                row.length(ui, 0, fields.lengths, sink);
                row.length(ui, 1, fields.lengths, sink);
            }
        });
    });
}

fn switch(ui: &mut Ui, sheet: &Sheet<'_>, action: SheetAction, sink: &mut Sink) {
    let state = &sheet.view.session.character.sheet;
    let (text, name, is_on) = if action == SheetAction::ToggleValueSnap {
        ("Snap", "Snap values of keys", state.snaps_values)
    } else if action == SheetAction::ToggleWeightedTangents {
        ("Weighted", "Weighted tangents", state.has_weighted_tangents)
    } else {
        ("Normalize", "Normalize curves", state.is_normalized)
    };
    let button = toggle_button(ui, text, is_on).small();
    let response = ui.add(button).on_hover_text(tooltip_of(action, sheet.view));
    if response.accessible_name(name).clicked() {
        sink.run(action);
    }
}

/// The numbers that a typed value is for: those of the chosen curves that are free, or that of the only curve.
fn meant_numbers(sheet: &Sheet<'_>, found: &[Curve]) -> BTreeSet<Number> {
    let switches = &sheet.view.session.character.sheet.switches;
    let drawn = found.iter().map(|curve| curve.number);
    let free = drawn.filter(|number| !switches.locked.contains(number));
    let free: BTreeSet<Number> = free.collect();
    if free.len() == 1 {
        return free;
    }
    free.intersection(&switches.chosen).copied().collect()
}

/// What the fields say, read anew when the clip, the selection or the choice of curves changes.
fn read(
    ui: &Ui,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    numbers: &BTreeSet<Number>,
) -> (KeyFields, bool) {
    let shared = persistent_state::<Cache>(ui, "numbers of selected keys");
    let mut cache = shared.lock();
    let selected = &sheet.view.session.character.keys.selected;
    let is_known = cache.key.as_ref().is_some_and(|(changes, keys, of)| {
        *changes == drawn.changes() && Arc::ptr_eq(keys, selected) && of == numbers
    });
    // Of very many keys the numbers are read again once a drag is over.
    let waits = sheet.view.session.character.sheet.drag.is_some()
        && sheet.clip.key_count() > MOST_LIVE
        && cache.key.is_some();
    if !is_known && !waits {
        let there = present(sheet.clip, selected);
        let skeleton = &sheet.view.document.character.rig.skeleton;
        cache.fields = key_fields(skeleton, sheet.clip, &there, numbers);
        cache.is_empty = there.is_empty();
        cache.key = Some((drawn.changes(), Arc::clone(selected), numbers.clone()));
    }
    (cache.fields, cache.is_empty)
}

/// The fields of a row.
struct Row<'a> {
    sheet: &'a Sheet<'a>,
    numbers: &'a BTreeSet<Number>,
}

impl Row<'_> {
    fn time(&self, ui: &mut Ui, time: Shared, sink: &mut Sink) {
        let unit = self.sheet.view.session.character.sheet.unit();
        let per_second = unit.rate().map_or(1.0, FrameRate::per_second);
        let field = Field {
            name: "Frame of keys",
            label: if unit.rate().is_some() {
                "Frame"
            } else {
                "Time"
            },
            tip: "When the selected keys are. +5 moves all of them by 5, -=5 back",
            text: text_of(time, |time| {
                unit.text(time).trim_end_matches(" s").to_owned()
            }),
            why_not: None,
        };
        if let Some(typed) = field.ui(ui, Quantity::Time { per_second }, sink) {
            self.send(KeyField::Time, typed.times(1.0 / per_second), sink);
        }
    }

    fn value(&self, ui: &mut Ui, value: Shared, sink: &mut Sink) {
        let is_angle = self.is_angle();
        let decimals = if is_angle { 2 } else { 4 };
        let field = Field {
            name: "Value of keys",
            label: "Value",
            tip: "What the chosen curves have at the selected keys. +5 makes all of them larger by 5, -=5 smaller",
            text: text_of(value, |value| short(value, decimals)),
            why_not: self.why_no_numbers(),
        };
        if let Some(typed) = field.ui(ui, self.quantity(), sink) {
            self.send(KeyField::Value, typed, sink);
        }
    }

    fn slope(&self, ui: &mut Ui, end: usize, slopes: [Shared; 2], sink: &mut Sink) {
        let (name, label) = if end == 0 {
            ("Slope in", "In")
        } else {
            ("Slope out", "Out")
        };
        let slope = slopes.get(end).copied().unwrap_or_default();
        let unit = self.sheet.view.session.character.sheet.unit();
        let per_second = unit.rate().map_or(1.0, FrameRate::per_second);
        #[expect(clippy::cast_possible_truncation, reason = "a number to be shown")]
        let shown = |slope: f32| short((f64::from(slope) / per_second) as f32, 3);
        let why_not = self.why_no_numbers();
        let no_curve = (slope == Shared::Nowhere).then_some("no cubic curve is on that side");
        let field = Field {
            name,
            label,
            tip: if unit.rate().is_some() {
                "Slope of the chosen curves at the selected keys, by how much they rise in a frame"
            } else {
                "Slope of the chosen curves at the selected keys, by how much they rise in a second"
            },
            text: text_of(slope, shown),
            why_not: why_not.or(no_curve),
        };
        if let Some(typed) = field.ui(ui, self.quantity(), sink) {
            self.send(KeyField::Slope(end), typed.times(per_second), sink);
        }
    }

    fn length(&self, ui: &mut Ui, end: usize, lengths: [Shared; 2], sink: &mut Sink) {
        let (name, label) = if end == 0 {
            ("Length in", "% in")
        } else {
            ("Length out", "% out")
        };
        let length = lengths.get(end).copied().unwrap_or_default();
        let no_curve = (length == Shared::Nowhere).then_some("no cubic curve is on that side");
        let field = Field {
            name,
            label,
            tip: "How long the tangents of the selected keys are, in percent of the time to the key that they point to; those of plain curves have 33.33",
            text: text_of(length, |share| short(100.0 * share, 2)),
            why_not: self.why_no_numbers().or(no_curve),
        };
        if let Some(typed) = field.ui(ui, Quantity::Number, sink) {
            self.send(KeyField::Length(end), typed.times(0.01), sink);
        }
    }

    fn is_angle(&self) -> bool {
        !self.numbers.is_empty() && self.numbers.iter().all(|number| number.is_angle())
    }

    fn quantity(&self) -> Quantity {
        if self.is_angle() {
            Quantity::Degrees
        } else {
            Quantity::Number
        }
    }

    fn why_no_numbers(&self) -> Option<&'static str> {
        let is_none = self.numbers.is_empty();
        is_none.then_some("no curve is chosen; click one, or its name in the list")
    }

    fn send(&self, field: KeyField, typed: TypedNumber, sink: &mut Sink) {
        let numbers = self.numbers.iter().copied().collect();
        let intent = SheetIntent::TypeNumber(field, typed, numbers);
        sink.send(Intent::Sheet(intent));
    }
}

/// The text of a number that keys may share.
fn text_of(shared: Shared, text: impl Fn(f32) -> String) -> String {
    match shared {
        Shared::Nowhere => String::new(),
        Shared::Same(number) => text(number),
        Shared::Mixed => "mixed".to_owned(),
    }
}

/// A number with no more decimals than it needs.
fn short(number: f32, decimals: usize) -> String {
    let text = plain(number, decimals);
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    match text {
        "−0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A field of a number that several keys may share.
struct Field {
    name: &'static str,
    label: &'static str,
    tip: &'static str,
    text: String,
    why_not: Option<&'static str>,
}

impl Field {
    /// Draws it; returns what was typed, when it is left by Enter or for another place.
    fn ui(self, ui: &mut Ui, quantity: Quantity, sink: &mut Sink) -> Option<TypedNumber> {
        let id = Id::unique("field of keys").with(self.name);
        let is_typed = ui.memory(|memory| memory.has_focus(id));
        let kept: Option<String> = ui.data(|data| data.get_temp(id));
        let mut text = kept.unwrap_or_else(|| self.text.clone());
        ui.weak(self.label);
        let field = TextEdit::singleline(&mut text)
            .id(id)
            .font(FontId::proportional(12.0))
            .desired_width(FIELD);
        let tip = self.why_not.map_or_else(
            || self.tip.to_owned(),
            |why| format!("{}\nNot now: {why}", self.tip),
        );
        let response = ui
            .add_enabled(self.why_not.is_none(), field)
            .on_hover_text(&tip)
            .on_disabled_hover_text(tip)
            .accessible_name(self.name);
        if response.gained_focus() {
            select_all(ui, id, &text);
        }
        if response.has_focus() || is_typed {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        }
        if !response.lost_focus() {
            return None;
        }
        ui.data_mut(|data| data.remove_temp::<String>(id));
        let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
        if is_canceled || text == self.text || text.trim().is_empty() {
            return None;
        }
        match TypedNumber::read(&text.replace('−', "-"), quantity) {
            Ok(typed) => Some(typed),
            Err(error) => {
                let text = format!("{} unchanged: {error}.", self.name);
                sink.send(Outcome::Notify(Severity::Warning, text));
                None
            }
        }
    }
}

/// Selects all of a field, so that typing replaces it.
fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), id);
}
