//! The names at the left of the dope sheet, with the search above them.

use std::collections::BTreeSet;

use eframe::egui::{
    Align, Align2, Color32, FontId, Id, Layout, Pos2, Rect, Role, Sense, Shape, Stroke, TextEdit,
    Ui, UiBuilder, Vec2, WidgetInfo,
};
use rig::{Clip, Target};
use session::commands::actions::SheetAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::rows::{Row, RowOf, row_name, track_name};
use session::state::timeline::select::{is_whole, keys_shown};

use super::canvas::VisibleRows;
use super::sheet::{ROW, Sheet};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_on, toggle_button, tooltip_of};
use crate::theme::accent;

/// Indentation of a level.
const LEVEL: f32 = 10.0;
/// Width of the triangle that opens a row.
const FOLD: f32 = 16.0;

/// What has poses that are not keyed.
pub(super) fn unkeyed_targets(view: &View<'_>, clip: &Clip) -> BTreeSet<Target> {
    let pending = view.document.pending.of_clip(clip.id());
    pending
        .flat_map(|pending| pending.changes.keys().copied())
        .collect()
}

/// The search, and the switch that leaves only rows of selected joints.
pub(super) fn head(ui: &mut Ui, sheet: &Sheet<'_>, sink: &mut Sink) {
    let area = ui.max_rect();
    let place = Rect::from_min_max(
        area.min,
        Pos2::new(sheet.keys.min - 6.0, area.bottom() - 3.0),
    );
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        let state = &sheet.view.session.character.sheet;
        let button = toggle_button(ui, "", state.only_selected).min_size(Vec2::new(28.0, 22.0));
        let action = SheetAction::ToggleRowsOfSelection;
        let response = ui
            .add(button)
            .on_hover_text(tooltip_of(action, sheet.view))
            .accessible_name("Rows of selected joints only");
        paint_on(ui, &response, response.rect, Icon::Bone);
        if response.clicked() {
            sink.run(action);
        }
        let mut words = state.search.clone();
        let field = TextEdit::singleline(&mut words)
            .hint_text("Search rows")
            .desired_width(f32::INFINITY);
        let response = ui
            .add(field)
            .on_hover_text("Shows only rows whose name holds these words")
            .accessible_name("Search rows");
        if response.changed() {
            sink.send(Intent::Sheet(SheetIntent::Search(words)));
        }
    });
}

/// The names of the rows in sight.
pub(super) fn names(ui: &mut Ui, sheet: &Sheet<'_>, place: &VisibleRows, sink: &mut Sink) {
    let rows = sheet.rows.get(place.first..place.last).unwrap_or_default();
    if sheet.rows.is_empty() {
        let text = if sheet.view.session.character.sheet.search.is_empty() {
            "No keys"
        } else {
            "No matching row"
        };
        ui.weak(text);
    }
    for (number, row) in (place.first..).zip(rows) {
        let rect = place.row(number).with_max_x(sheet.keys.min - 2.0);
        name(ui, *row, rect, sheet, sink);
    }
}

fn name(ui: &Ui, row: Row, rect: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let view = sheet.view;
    let text = match row.of {
        RowOf::All if sheet.is_narrowed => "All shown keys".to_owned(),
        of => row_name(&view.document.character, of),
    };
    let spoken = match row.of {
        RowOf::All => text.clone(),
        RowOf::Joint(_) | RowOf::Morphs => format!("Keys of {text}"),
        RowOf::Track(target) => format!("Keys of {}", whole_name(sheet, target)),
    };
    let response = ui.interact(
        rect,
        Id::unique("row of the sheet").with(row.of),
        Sense::CLICK,
    );
    let joint = joint_of(row.of);
    let is_selected = joint.is_some_and(|joint| view.session.character.selection.contains(joint));
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, &spoken));
    let visuals = ui.visuals();
    let painter = ui.painter_at(rect);
    if is_selected {
        painter.rect_filled(rect, 0.0, visuals.selection.bg_fill.gamma_multiply(0.55));
    } else if response.hovered() {
        painter.rect_filled(rect, 0.0, visuals.faint_bg_color);
    }
    let depth = f32::from(u8::try_from(row.depth).unwrap_or(u8::MAX));
    let left = rect.left() + LEVEL * depth;
    let color = match row.of {
        RowOf::Track(_) => visuals.weak_text_color(),
        RowOf::All | RowOf::Joint(_) | RowOf::Morphs => visuals.text_color(),
    };
    let at = Pos2::new(left + FOLD + 2.0, rect.center().y);
    painter.text(
        at,
        Align2::LEFT_CENTER,
        &text,
        FontId::proportional(13.0),
        color,
    );
    // Above the row, since it comes after it: a click there does not select the joint.
    if let Some(is_open) = row.is_open {
        let fold = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(FOLD, ROW));
        triangle(ui, fold, row, is_open, &text, sink);
    }
    if response.clicked() {
        let held = ui.input(|input| input.modifiers);
        if let Some(joint) = joint {
            sink.send(if held.command || held.shift {
                Intent::SelectAll(vec![joint], Choose::Toggle)
            } else {
                Intent::Select(Some(joint))
            });
        }
    }
    if response.double_clicked() {
        let always = (f32::NEG_INFINITY, f32::INFINITY);
        let keys = keys_shown(sheet.clip, &sheet.rows, row.of, always);
        sink.send(Intent::Sheet(SheetIntent::Select(keys, Choose::Alone)));
    }
    response.on_hover_text(format!("{spoken}\nDouble click: selects its keys"));
}

/// Opens and closes the channels of a row.
fn triangle(ui: &Ui, rect: Rect, row: Row, is_open: bool, text: &str, sink: &mut Sink) {
    let id = Id::unique("fold of the sheet").with(row.of);
    let response = ui.interact(rect, id, Sense::CLICK);
    let name = format!("Channels of {text}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
    let center = rect.center();
    let corner = |x: f32, y: f32| center + Vec2::new(x, y);
    let corners = if is_open {
        [corner(-4.0, -2.0), corner(4.0, -2.0), corner(0.0, 3.0)]
    } else {
        [corner(-2.0, -4.0), corner(3.0, 0.0), corner(-2.0, 4.0)]
    };
    let color = if response.hovered() {
        ui.visuals().strong_text_color()
    } else {
        ui.visuals().weak_text_color()
    };
    ui.painter()
        .add(Shape::convex_polygon(corners.into(), color, Stroke::NONE));
    if response.clicked() {
        sink.send(Intent::Sheet(SheetIntent::Fold(row.of)));
    }
}

/// The joint that a row belongs to.
pub(super) const fn joint_of(row: RowOf) -> Option<rig::JointIndex> {
    match row {
        RowOf::Joint(joint) | RowOf::Track(Target::Joint(joint, _)) => Some(joint),
        RowOf::All | RowOf::Morphs | RowOf::Track(Target::Morph(_)) => None,
    }
}

fn whole_name(sheet: &Sheet<'_>, target: Target) -> String {
    let character = &sheet.view.document.character;
    match target {
        Target::Joint(joint, _) => {
            let joint = row_name(character, RowOf::Joint(joint));
            format!("{joint}, {}", track_name(character, target))
        }
        Target::Morph(_) => track_name(character, target),
    }
}

/// What lies behind the rows: every second one darker, those of selected joints marked.
pub(super) fn stripes(ui: &Ui, sheet: &Sheet<'_>, place: &VisibleRows) {
    let rows = sheet.rows.get(place.first..place.last).unwrap_or_default();
    let selection = &sheet.view.session.character.selection;
    let visuals = ui.visuals();
    let painter = ui.painter_at(place.visible);
    for (number, row) in (place.first..).zip(rows) {
        let rect = place.row(number);
        let rect = Rect::from_x_y_ranges(sheet.keys, rect.y_range());
        let is_selected = joint_of(row.of).is_some_and(|joint| selection.contains(joint));
        let fill = if is_selected {
            accent(visuals).gamma_multiply(0.10)
        // By the number among all rows, so that stripes scroll along with their rows.
        } else if number % 2 == 1 {
            visuals.faint_bg_color
        } else {
            Color32::TRANSPARENT
        };
        painter.rect_filled(rect, 0.0, fill);
    }
}

/// The times of poses that are not keyed, row by row.
pub(super) fn pending(sheet: &Sheet<'_>, rows: &[Row]) -> Vec<(RowOf, Vec<f32>)> {
    let all: Vec<_> = sheet
        .view
        .document
        .pending
        .of_clip(sheet.clip.id())
        .collect();
    let is_shown = |target: Target| {
        let whole = sheet.rows.iter().filter(|row| is_whole(row.of));
        !sheet.is_narrowed || whole.into_iter().any(|row| row.of.shows(target))
    };
    let times = |row: &Row| {
        let of_row = all.iter().filter(|pending| {
            let mut targets = pending.changes.keys();
            targets.any(|target| row.of.shows(*target) && is_shown(*target))
        });
        of_row.map(|pending| pending.moment.time).collect()
    };
    rows.iter().map(|row| (row.of, times(row))).collect()
}
