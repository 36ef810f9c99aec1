//! The keys of the dope sheet, and what the pointer does with them: a click chooses, a drag on a key moves the chosen keys, a drag
//! beside them draws a box.

use eframe::egui::{
    Color32, CursorIcon, Id, Modifiers, PointerButton, Pos2, Rect, Response, Role, Sense, Shape,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};
use rig::KeyAt;
use scene::names::count;
use session::commands::command::{Input, Intent, Sink};
use session::state::selection::Choose;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::drag::DragKind;
use session::state::timeline::rows::RowOf;
use session::state::timeline::select::{keys_of_column, keys_shown, present};
use session::state::timeline::sheet::DragEnd;

use super::mesh::DrawnSheet;
use super::ruler::{pan, single, zoom_by_wheel};
use super::sheet::{ROW, Sheet, as_f32, drag_to, persistent_state, whole};
use super::{menu, rows};
use crate::theme::{accent, playhead};
use crate::window_keys::escape::take_escape;

/// Which rows are in sight, and where.
pub(super) struct VisibleRows {
    /// The upper edge of the first row of all, which may be out of sight.
    pub(super) top: f32,
    /// What can be seen.
    pub(super) visible: Rect,
    /// The first row in sight, and the one after the last.
    pub(super) first: usize,
    pub(super) last: usize,
}

impl VisibleRows {
    /// The place of a row.
    pub(super) fn row(&self, number: usize) -> Rect {
        let top = self.top + ROW * as_f32(number);
        Rect::from_min_size(
            Pos2::new(self.visible.left(), top),
            Vec2::new(self.visible.width(), ROW),
        )
    }

    fn number_at(&self, y: f32) -> Option<usize> {
        (y >= self.top).then(|| whole((y - self.top) / ROW))
    }
}

/// Where a box began: seconds, and points below the first row. It stays there while the sheet is scrolled.
#[derive(Clone, Copy, Debug)]
struct BoxBegun {
    time: f64,
    down: f32,
}

/// Draws the keys in sight and takes the pointer among them.
pub(super) fn canvas(
    ui: &Ui,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    place: &VisibleRows,
    sink: &mut Sink,
) {
    let rect = Rect::from_x_y_ranges(sheet.keys, place.visible.y_range());
    rows::stripes(ui, sheet, place);
    shade_outside(ui, rect, sheet);
    let id = Id::unique("keys of the dope sheet");
    // Not focusable: keys of the keyboard would go to it and no further.
    let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, accessible_text(sheet)));
    zoom_by_wheel(ui, &response, sheet, sink);
    let down = pan(&response, sheet, sink);
    if down != 0.0 {
        ui.scroll_with_delta(Vec2::new(0.0, down));
    }
    let painter = ui.painter_at(rect);
    painter.add(Shape::mesh(drawn.mesh(ui, sheet, place)));
    let begun = persistent_state::<Option<BoxBegun>>(ui, "box of the dope sheet");
    let drawn_box = on_pointer(ui, &response, sheet, drawn, place, &mut begun.lock(), sink);
    if let Some(drawn_box) = drawn_box {
        let color = accent(ui.visuals());
        painter.rect(
            drawn_box,
            0.0,
            color.gamma_multiply(0.12),
            Stroke::new(1.0, color),
            StrokeKind::Inside,
        );
    }
    let x = sheet.axis.x_of(f64::from(sheet.now));
    let line = Stroke::new(1.5, playhead(ui.visuals()));
    painter.vline(x, rect.y_range(), line);
    response.context_menu(|ui| menu::of_keys(ui, sheet.view, sink));
}

/// What the sheet says of itself to those who cannot see it, and to tests.
fn accessible_text(sheet: &Sheet<'_>) -> String {
    let plural = |number: usize, one: &str| {
        let s = if number == 1 { "" } else { "s" };
        format!("{} {one}{s}", count(number))
    };
    let keys = sheet.clip.keyed_targets();
    let keys = keys.filter_map(|target| sheet.clip.keys(target));
    let keys = keys.map(|keys| keys.times().len());
    format!(
        "Dope sheet: {}, {}, {} selected",
        plural(sheet.rows.len(), "row"),
        plural(keys.sum(), "key"),
        count(present(sheet.clip, &sheet.view.session.character.keys.selected).len())
    )
}

/// What lies before the clip and after it is darker.
pub(super) fn shade_outside(ui: &Ui, rect: Rect, sheet: &Sheet<'_>) {
    let painter = ui.painter_at(rect);
    let dark = if ui.visuals().dark_mode {
        Color32::from_black_alpha(70)
    } else {
        Color32::from_black_alpha(24)
    };
    let begin = sheet.axis.x_of(0.0);
    let end = sheet.axis.x_of(f64::from(sheet.clip.duration()));
    if begin > rect.left() {
        painter.rect_filled(rect.with_max_x(begin), 0.0, dark);
    }
    if end < rect.right() {
        painter.rect_filled(rect.with_min_x(end), 0.0, dark);
    }
}

/// Returns the box that is being drawn.
fn on_pointer(
    ui: &Ui,
    response: &Response,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    place: &VisibleRows,
    begun: &mut Option<BoxBegun>,
    sink: &mut Sink,
) -> Option<Rect> {
    let held = ui.input(|input| input.modifiers);
    if let Some(drag) = &sheet.view.session.character.sheet.drag {
        if drag.held == DragEnd::Button {
            follow_button(ui, sheet, sink);
        }
        return None;
    }
    let hit = |at: Pos2| {
        let row = sheet.rows.get(place.number_at(at.y)?)?.of;
        let column = drawn.hit(row, &sheet.axis, at.x)?;
        Some(keys_of_column(sheet.clip, &sheet.rows, row, column.time))
    };
    if response.hover_pos().and_then(hit).is_some() && begun.is_none() {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        match hit(origin) {
            Some(keys) => take_keys(&keys, sheet, held, origin, sink),
            None => {
                *begun = Some(BoxBegun {
                    time: sheet.axis.time_at(origin.x),
                    down: origin.y - place.top,
                });
            }
        }
    }
    let choose = match (held.shift, held.command) {
        (true, _) => Choose::Add,
        (false, true) => Choose::Toggle,
        (false, false) => Choose::Alone,
    };
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let keys = hit(at).unwrap_or_default();
        if !keys.is_empty() || choose == Choose::Alone {
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
        }
    }
    let from = (*begun)?;
    if ui.input_mut(take_escape) {
        *begun = None;
        return None;
    }
    let from = Pos2::new(sheet.axis.x_of(from.time), place.top + from.down);
    let to = ui.input(|input| input.pointer.latest_pos())?;
    let drawn_box = Rect::from_two_pos(from, to);
    if !response.dragged_by(PointerButton::Primary) {
        *begun = None;
        if response.drag_stopped_by(PointerButton::Primary) {
            let keys = keys_in(drawn_box, sheet, place);
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
        }
        return None;
    }
    Some(drawn_box)
}

/// A drag on a key: it is chosen, unless it was, and all chosen keys follow the pointer.
fn take_keys(keys: &[KeyAt], sheet: &Sheet<'_>, held: Modifiers, origin: Pos2, sink: &mut Sink) {
    let selected = &sheet.view.session.character.keys.selected;
    if !keys.iter().all(|key| selected.contains(key)) {
        let choose = if held.shift {
            Choose::Add
        } else {
            Choose::Alone
        };
        sink.send(Intent::Sheet(SheetIntent::Select(keys.to_vec(), choose)));
    }
    sink.send(Intent::Sheet(SheetIntent::Drag {
        kind: DragKind::Move,
        copies: held.alt,
        grabbed: sheet.axis.time_at(origin.x),
        held: DragEnd::Button,
    }));
}

/// A drag with the button held: it ends where the button is let go, or with Escape.
fn follow_button(ui: &Ui, sheet: &Sheet<'_>, sink: &mut Sink) {
    ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    let (at, is_down, held) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.latest_pos(), pointer.any_down(), input.modifiers)
    });
    if ui.input_mut(take_escape) {
        sink.send(Input::Sheet(SheetInput::Cancel));
        return;
    }
    if let Some(at) = at {
        drag_to(sheet, at, held, sink);
    }
    if !is_down {
        sink.send(Input::Sheet(SheetInput::Confirm));
    }
}

/// The keys of the rows that a box touches, between its times.
fn keys_in(drawn_box: Rect, sheet: &Sheet<'_>, place: &VisibleRows) -> Vec<KeyAt> {
    let ends = [drawn_box.left(), drawn_box.right()].map(|x| single(sheet.axis.time_at(x)));
    let first = place.number_at(drawn_box.top()).unwrap_or(0);
    let last = place.number_at(drawn_box.bottom());
    let rows = last.and_then(|last| {
        let end = (last + 1).min(sheet.rows.len());
        sheet.rows.get(first.min(end)..end)
    });
    let rows = rows.unwrap_or_default();
    // The row of all keys holds those of the other rows: without this they would be listed twice.
    let all = rows.iter().find(|row| row.of == RowOf::All);
    let rows = all.map_or(rows, std::slice::from_ref);
    let [from, to] = ends;
    rows.iter()
        .flat_map(|row| keys_shown(sheet.clip, &sheet.rows, row.of, (from, to)))
        .collect()
}
