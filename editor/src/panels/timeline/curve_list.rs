//! The list at the left of the curves: what is drawn, what is locked, and which curves are chosen.

use std::collections::BTreeMap;

use eframe::egui::{
    Align2, Color32, FontId, Id, Pos2, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder,
    Vec2, WidgetInfo,
};
use session::commands::command::{Intent, Sink};
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::curve_list::{CurveRow, curve_rows};
use session::state::timeline::curves::Number;
use session::state::timeline::rows::{RowOf, row_name};
use session::state::timeline::select::keys_between;

use super::curve_names::full_name;
use super::rows::joint_of;
use super::sheet::{ROW, Sheet, as_f32, whole};
use crate::panels::widgets::icons::{Icon, paint};

/// Width of an eye or a lock.
const SWITCH: f32 = 20.0;
/// Side of the square in a curve's color, and from the left edge to it.
const SWATCH: f32 = 8.0;
const INDENT: f32 = 16.0;

/// Draws the list into a rectangle, of which it scrolls.
pub(super) fn list(
    ui: &mut Ui,
    place: Rect,
    sheet: &Sheet<'_>,
    colors: &BTreeMap<Number, Color32>,
    sink: &mut Sink,
) {
    let session = &sheet.view.session.character;
    let rows = curve_rows(
        &sheet.view.document.character,
        sheet.clip,
        &session.sheet,
        &session.selection,
        &session.keys.selected,
    );
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    let ui = &mut child;
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let area = ScrollArea::vertical()
        .id_salt("list of curves")
        .auto_shrink(false);
    area.show_viewport(ui, |ui, seen| {
        if rows.is_empty() {
            ui.weak(if session.sheet.search.is_empty() {
                "No keys"
            } else {
                "No matching curve"
            });
        }
        let top = ui.max_rect().top();
        ui.set_height((ROW * as_f32(rows.len())).max(seen.height()));
        let first = whole(seen.top() / ROW).min(rows.len());
        let last = (whole(seen.bottom() / ROW) + 1).min(rows.len());
        let in_sight = rows.get(first..last).unwrap_or_default();
        for (number, row) in (first..).zip(in_sight) {
            let rect = Rect::from_min_size(
                Pos2::new(place.left(), top + ROW * as_f32(number)),
                Vec2::new(ui.max_rect().width(), ROW),
            );
            match row {
                CurveRow::Owner(of, numbers) => owner(ui, rect, sheet, *of, numbers, sink),
                CurveRow::Number(number) => {
                    let color = colors.get(number).copied();
                    curve(ui, rect, sheet, (*number, color), sink);
                }
            }
        }
    });
}

/// The row of a joint: a click selects it, its switches are those of all its curves.
fn owner(ui: &Ui, rect: Rect, sheet: &Sheet<'_>, of: RowOf, numbers: &[Number], sink: &mut Sink) {
    let text = row_name(&sheet.view.document.character, of);
    let joint = joint_of(of);
    let selection = &sheet.view.session.character.selection;
    let is_selected = joint.is_some_and(|joint| selection.contains(joint));
    let name = format!("Keys of {text}");
    let response = row(
        ui,
        rect,
        Id::unique("owner of curves").with(of),
        &name,
        is_selected,
    );
    let visuals = ui.visuals();
    let color = if numbers.is_empty() {
        visuals.weak_text_color()
    } else {
        visuals.text_color()
    };
    write(ui, rect, 4.0, &text, color, numbers.is_empty());
    if response.clicked()
        && let Some(joint) = joint
    {
        let held = ui.input(|input| input.modifiers);
        sink.send(if held.command || held.shift {
            Intent::SelectAll(vec![joint], Choose::Toggle)
        } else {
            Intent::Select(Some(joint))
        });
    }
    if !numbers.is_empty() {
        switches(ui, &response, sheet, numbers, &text, sink);
    }
    response.on_hover_text(format!("{name}\nClick: selects the joint"));
}

/// The row of a number: a click chooses its curve.
fn curve(
    ui: &Ui,
    rect: Rect,
    sheet: &Sheet<'_>,
    (number, color): (Number, Option<Color32>),
    sink: &mut Sink,
) {
    let text = number.name(&sheet.view.document.character);
    let name = full_name(sheet, number);
    let state = &sheet.view.session.character.sheet.switches;
    let is_chosen = state.chosen.contains(&number);
    let id = Id::unique("row of a curve").with(number);
    let response = row(ui, rect, id, &format!("Curve {name}"), is_chosen);
    let visuals = ui.visuals();
    let is_hidden = state.hidden.contains(&number);
    let swatch = Rect::from_center_size(
        Pos2::new(rect.left() + INDENT + 0.5 * SWATCH, rect.center().y),
        Vec2::splat(SWATCH),
    );
    let color = color.filter(|_| !is_hidden);
    let shade = color.unwrap_or(visuals.weak_text_color().gamma_multiply(0.4));
    ui.painter_at(rect).rect_filled(swatch, 2.0, shade);
    let ink = match (is_hidden, is_chosen) {
        (true, _) => visuals.weak_text_color().gamma_multiply(0.6),
        (false, true) => visuals.strong_text_color(),
        (false, false) => visuals.text_color(),
    };
    write(ui, rect, INDENT + SWATCH + 6.0, &text, ink, false);
    if response.clicked() {
        let held = ui.input(|input| input.modifiers);
        let choose = match (held.shift, held.command) {
            (true, _) => Choose::Add,
            (false, true) => Choose::Toggle,
            (false, false) => Choose::Alone,
        };
        sink.send(Intent::Sheet(SheetIntent::ChooseCurves(
            vec![number],
            choose,
        )));
    }
    if response.double_clicked() {
        let always = (f32::NEG_INFINITY, f32::INFINITY);
        let keys = keys_between(sheet.clip, RowOf::Track(number.target), always);
        sink.send(Intent::Sheet(SheetIntent::Select(keys, Choose::Alone)));
    }
    switches(ui, &response, sheet, &[number], &name, sink);
    response.on_hover_text(format!(
        "{name}\nClick: chooses the curve, Shift: more. Double click: selects its keys"
    ));
}

/// A row that can be clicked, marked if it is chosen.
fn row(ui: &Ui, rect: Rect, id: Id, name: &str, is_chosen: bool) -> Response {
    let response = ui.interact(rect, id, Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_chosen, name));
    let visuals = ui.visuals();
    let painter = ui.painter_at(rect);
    if is_chosen {
        let fill = visuals.selection.bg_fill.gamma_multiply(0.55);
        painter.rect_filled(rect, 0.0, fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 0.0, visuals.faint_bg_color);
    }
    response
}

fn write(ui: &Ui, rect: Rect, left: f32, text: &str, color: Color32, to_the_edge: bool) {
    let free = if to_the_edge { 0.0 } else { 2.0 * SWITCH };
    let place = rect.with_max_x(rect.right() - free);
    ui.painter_at(place).text(
        Pos2::new(rect.left() + left, rect.center().y),
        Align2::LEFT_CENTER,
        text,
        FontId::proportional(13.0),
        color,
    );
}

/// The eye and the lock at the right of a row. What is as usual shows its sign only under the pointer.
fn switches(
    ui: &Ui,
    row: &Response,
    sheet: &Sheet<'_>,
    numbers: &[Number],
    name: &str,
    sink: &mut Sink,
) {
    let state = &sheet.view.session.character.sheet.switches;
    let is_shown = !numbers.iter().all(|number| state.hidden.contains(number));
    let is_locked = numbers.iter().all(|number| state.locked.contains(number));
    let place = |from_right: f32| {
        let min = Pos2::new(row.rect.right() - from_right * SWITCH, row.rect.top());
        Rect::from_min_size(min, Vec2::new(SWITCH, ROW))
    };
    let eye = Switch {
        icon: if is_shown { Icon::Eye } else { Icon::ShutEye },
        is_on: is_shown,
        is_usual: is_shown,
        name: format!("Show {name}"),
        tip: "Draws the curve",
    };
    // Of its row: a joint with a single curve has the same numbers as this one.
    if eye.ui(ui, place(2.0), row.id.with("eye")) {
        let intent = SheetIntent::ShowCurves(numbers.to_vec(), !is_shown);
        sink.send(Intent::Sheet(intent));
    }
    let lock = Switch {
        icon: if is_locked {
            Icon::Lock
        } else {
            Icon::OpenLock
        },
        is_on: is_locked,
        is_usual: !is_locked,
        name: format!("Lock {name}"),
        tip: "Holds the numbers of its keys. Where all numbers of a channel are locked, its keys cannot be selected",
    };
    if lock.ui(ui, place(1.0), row.id.with("lock")) {
        let intent = SheetIntent::LockCurves(numbers.to_vec(), !is_locked);
        sink.send(Intent::Sheet(intent));
    }
}

/// A sign at the right of a row that switches something.
struct Switch {
    icon: Icon,
    is_on: bool,
    is_usual: bool,
    name: String,
    tip: &'static str,
}

impl Switch {
    /// Draws it; returns whether it was clicked.
    fn ui(self, ui: &Ui, rect: Rect, id: Id) -> bool {
        let response = ui.interact(rect, id, Sense::CLICK);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.is_on, &self.name));
        let visuals = ui.visuals();
        let color = if response.hovered() || !self.is_usual {
            visuals.strong_text_color()
        } else {
            visuals.weak_text_color().gamma_multiply(0.6)
        };
        paint(&ui.painter_at(rect), rect, self.icon, color);
        response.on_hover_text(self.tip).clicked()
    }
}
