//! The dope sheet: the ruler, the names at the left, the keys at the right; and the drag of keys that follows the pointer.

use std::sync::Arc;

use eframe::egui;
use eframe::egui::scroll_area::{DragScroll, ScrollSource};
use eframe::egui::{
    Area, CursorIcon, Id, Modifiers, Order, PointerButton, Pos2, Rect, Response, ScrollArea, Sense,
    Ui, UiBuilder, Vec2,
};
use rig::Clip;
use session::commands::actions::AnimateAction;
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::skin_over_time::strip::LANE_HEIGHT;
use session::state::timeline::axis::Axis;
use session::state::timeline::command::SheetInput;
use session::state::timeline::rows::{Row, RowFilter, rows};
use session::state::timeline::sheet::DragPointer;

use super::mesh::DrawnSheet;
use super::{
    canvas, curves, key_adjustment_hud, markers, menu, pins, rows as names, ruler, sound_lane,
};
use crate::panels::timeline::timeline_strip::{self, TimeAxis};
use crate::window_keys::escape::take_escape;

/// Height of a row.
pub(super) const ROW: f32 = 20.0;
/// Height of the ruler, with the band of the played part.
pub(super) const RULER: f32 = 28.0;
/// Width of the names, and of the bar that scrolls.
const NAMES: f32 = 210.0;
const SCROLL: f32 = 12.0;
/// Below this height curves leave room for one lane of the skin over time, in which the others are scrolled to.
const LOW: f32 = 220.0;

/// What the parts of the sheet draw from.
pub(super) struct Sheet<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) clip: &'a Clip,
    pub(super) axis: Axis,
    pub(super) rows: Vec<Row>,
    /// Whether the search or the switch may leave rows out.
    pub(super) is_narrowed: bool,
    /// Where keys are: beside the names.
    pub(super) keys: egui::Rangef,
    /// Seconds of the clip.
    pub(super) now: f32,
}

/// The clip that the sheet shows, and its time: the one that the panes show, else the one that was left.
pub(super) fn shown_clip<'a>(view: &View<'a>) -> Option<(&'a Clip, f32)> {
    let playback = &view.session.playback;
    let moment = playback.moment.or(playback.left)?;
    let clip = view.document.character.clip(moment.clip)?;
    Some((clip, moment.time))
}

/// What to do where no clip is shown.
fn nothing_shown(view: &View<'_>) -> String {
    if !view.document.character.clips.is_empty() {
        let keys = view.key_text(AnimateAction::KeySelected);
        let keyed = keys.map_or_else(String::new, |keys| {
            format!(", or pose a joint and press {keys} for a new one")
        });
        return format!("Choose a clip to see its keys{keyed}.");
    }
    let keys = view.key_text(AnimateAction::KeySelected);
    let keyed = keys.map_or_else(
        || "choose Key selected joints in the Animate menu".to_owned(),
        |keys| format!("press {keys}"),
    );
    format!("This character has no clips. Pose a joint and {keyed}: that makes one.")
}

/// Draws the sheet into what is left of the panel; returns whether there is a clip to draw.
pub(super) fn sheet(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> bool {
    let Some((clip, now)) = shown_clip(view) else {
        ui.add_space(6.0);
        ui.weak(nothing_shown(view));
        return false;
    };
    let area = ui.available_rect_before_wrap();
    let keys = egui::Rangef::new(
        area.left() + NAMES.min(0.4 * area.width()),
        area.right() - SCROLL,
    );
    let state = &view.session.character.sheet;
    let unkeyed = names::unkeyed_targets(view, clip);
    let wanted = RowFilter {
        search: &state.search,
        only: (state.only_selected).then(|| view.session.character.selection.joints()),
        open: &state.open,
        unkeyed: &unkeyed,
    };
    let sheet = Sheet {
        view,
        clip,
        axis: Axis::new(keys.min, keys.max, state.range_of(clip)),
        rows: rows(&view.document.character, clip, wanted),
        is_narrowed: wanted.is_narrowed(),
        keys,
        now,
    };
    let (head, body) = area.split_top_bottom_at_y(area.top() + RULER);
    ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
        names::head(ui, &sheet, sink);
        ruler::ruler(ui, head, &sheet, sink);
    });
    let (band, body) = body.split_top_bottom_at_y(body.top() + markers::height(&sheet));
    markers::markers(ui, band, &sheet, sink);
    let sound = sound_lane::height(view).min(0.5 * body.height());
    let (lane, body) = body.split_top_bottom_at_y(body.top() + sound);
    sound_lane::sound_lane(ui, lane, &sheet, sink);
    let (held, body) = body.split_top_bottom_at_y(body.top() + pins::height(&sheet, body));
    pins::pins(ui, held, &sheet, sink);
    // Curves need more of the height than rows.
    let most = match (state.curves, body.height() < LOW) {
        (false, _) => 0.5 * body.height(),
        (true, false) => 0.3 * body.height(),
        (true, true) => LANE_HEIGHT.min(0.5 * body.height()),
    };
    let lanes = timeline_strip::height(view).min(most);
    let (strip, body) = body.split_top_bottom_at_y(body.top() + lanes);
    let axis = TimeAxis {
        start: sheet.axis.x_of(0.0),
        end: sheet.axis.x_of(f64::from(clip.duration())),
        left: sheet.keys.min,
        right: sheet.keys.max,
        duration: clip.duration(),
    };
    timeline_strip::timeline_strip(ui, (strip, axis), view, sink);
    // Ruler, markers and lanes are about time and skin: over them keys of the keyboard mean joints, as over the panes.
    let is_over = ui.rect_contains_pointer(body);
    show_rows(ui, body, &sheet, sink);
    point(ui, is_over, &sheet, sink);
    follow_drag(ui, body, &sheet, sink);
    menu::modes(ui, view, sink);
    true
}

/// The rows in sight, in an area that scrolls. Over the keys the wheel zooms.
fn show_rows(ui: &mut Ui, body: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let drawn = DrawnSheet::of(ui, sheet);
    if sheet.view.session.character.sheet.curves {
        return curves::curves(ui, body, sheet, &drawn, sink);
    }
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let over_keys = pointer.is_some_and(|at| sheet.keys.contains(at.x));
    let source = ScrollSource {
        mouse_wheel: !over_keys,
        drag: DragScroll::Never,
        ..ScrollSource::default()
    };
    let mut child = ui.new_child(UiBuilder::new().max_rect(body));
    let ui = &mut child;
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let area = ScrollArea::vertical()
        .id_salt("rows of the dope sheet")
        .auto_shrink(false)
        .scroll_source(source);
    area.show_viewport(ui, |ui, seen| {
        let count = sheet.rows.len();
        let top = ui.max_rect().top();
        ui.set_height((ROW * as_f32(count)).max(seen.height()));
        let first = whole(seen.top() / ROW).min(count);
        let last = (whole(seen.bottom() / ROW) + 1).min(count);
        let visible = Rect::from_min_max(
            Pos2::new(body.left(), top + seen.top()),
            Pos2::new(body.right(), top + seen.bottom()),
        );
        let place = canvas::VisibleRows {
            top,
            visible,
            first,
            last,
        };
        names::names(ui, sheet, &place, sink);
        canvas::canvas(ui, sheet, &drawn, &place, sink);
    });
}

/// Tells where in time the pointer is, while it is over the rows of keys or the curves: keys of the keyboard mean other things there.
fn point(ui: &Ui, is_over: bool, sheet: &Sheet<'_>, sink: &mut Sink) {
    let before = sheet.view.session.character.sheet.pointed;
    let at = ui.input(|input| input.pointer.hover_pos());
    let at = at.filter(|_| is_over && !egui::Popup::is_any_open(ui.ctx()));
    let now = at.map(|at| sheet.axis.time_at(sheet.keys.clamp(at.x)));
    if now != before {
        sink.send(Input::Sheet(SheetInput::Point(now)));
    }
}

/// Keys that are dragged without a button: the whole window is theirs until a click. `app/keyboard.rs` has the keyboard for them.
fn follow_drag(ui: &Ui, keys: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    if !sheet.view.session.character.sheet.is_free_drag() {
        return;
    }
    let ctx = ui.ctx();
    if let Some(drag) = &sheet.view.session.character.sheet.drag {
        key_adjustment_hud::scale(ctx, sheet, keys, drag);
    }
    let whole = ctx.content_rect();
    let cover = Area::new(Id::unique("drag of keys"))
        .order(Order::Foreground)
        .fixed_pos(whole.min)
        .show(ctx, |ui| {
            ui.allocate_rect(whole, Sense::CLICK | Sense::DRAG)
        });
    let cover = cover.inner.on_hover_cursor(CursorIcon::ResizeHorizontal);
    let (at, held, pressed) = ctx.input(|input| {
        let pointer = &input.pointer;
        let pressed = [pointer.primary_pressed(), pointer.secondary_pressed()];
        (pointer.latest_pos(), input.modifiers, pressed)
    });
    if let Some(at) = at {
        drag_to(sheet, at, held, sink);
    }
    match pressed {
        [false, true] => sink.send(Input::Sheet(SheetInput::Cancel)),
        [true, false] if cover.contains_pointer() => sink.send(Input::Sheet(SheetInput::Confirm)),
        _ => {}
    }
}

/// The drag goes on at a place of the pointer, unless it is there.
pub(super) fn drag_to(sheet: &Sheet<'_>, at: Pos2, held: Modifiers, sink: &mut Sink) {
    let now = DragPointer {
        is_free: held.command,
        ..DragPointer::at(sheet.axis.time_at(at.x))
    };
    let drag = sheet.view.session.character.sheet.drag.as_ref();
    if drag.map(|drag| drag.pointer) != Some(now) {
        sink.send(Input::Sheet(SheetInput::DragTo(now)));
    }
}

/// State that stays from frame to frame.
pub(super) fn persistent_state<T: Default + Send + 'static>(
    ui: &Ui,
    id: &str,
) -> Arc<egui::mutex::Mutex<T>> {
    let id = Id::unique(id);
    ui.data_mut(|data| {
        let shared: &mut Arc<egui::mutex::Mutex<T>> = data.get_temp_mut_or_default(id);
        Arc::clone(shared)
    })
}

/// Drags a time along the sheet, by what it is of; returns where it is let go of. `held` is what is dragged now, and where, in seconds.
pub(super) fn drag_time<K: PartialEq>(
    ui: &Ui,
    response: &Response,
    held: &mut Option<(K, f64)>,
    (of, time): (K, f64),
    sheet: &Sheet<'_>,
) -> Option<f64> {
    // Escape ends a drag of egui as letting go does: what was dragged is dropped before.
    if held.as_ref().is_some_and(|held| held.0 == of) && ui.input_mut(take_escape) {
        *held = None;
    }
    if response.dragged_by(PointerButton::Primary) {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        let by = f64::from(response.drag_delta().x) / sheet.axis.points_per_second();
        let from = held.take().filter(|held| held.0 == of);
        *held = Some((of, from.map_or(time, |(_, at)| at) + by));
        return None;
    }
    let (_, at) = held.take_if(|held| held.0 == of)?;
    response
        .drag_stopped_by(PointerButton::Primary)
        .then_some(at)
}

/// Where a time that was dragged lands: on a frame; with Ctrl between frames too.
pub(super) fn landing(ui: &Ui, time: f64, sheet: &Sheet<'_>) -> f32 {
    if ui.input(|input| input.modifiers.command) {
        ruler::single(time)
    } else {
        sheet.view.session.character.sheet.unit().snap(time)
    }
}

#[expect(clippy::cast_precision_loss, reason = "rows of a sheet")]
pub(super) const fn as_f32(rows: usize) -> f32 {
    rows as f32
}

/// The whole number below, not below 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates: a place among the rows"
)]
pub(super) fn whole(place: f32) -> usize {
    place.max(0.0).floor() as usize
}
