//! The ruler: a drag scrubs, the wheel zooms, the middle button pans; in the band above, the part that is played and the end of the
//! clip.

use eframe::egui::{
    Color32, CursorIcon, FontId, Id, PointerButton, Pos2, Rect, Response, Role, Sense, Shape,
    Stroke, Ui, Vec2, WidgetInfo,
};
use session::commands::command::{Input, Intent, Sink};
use session::state::timeline::axis::TimeRange;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::ticks::ticks;

use super::sheet::{Sheet, persistent_state};
use crate::theme::{accent, playhead};
use crate::window_keys::escape::take_escape;

/// Height of the band of the played part.
const BAND: f32 = 9.0;
/// How near to the end of the clip its handle is taken.
const HANDLE: f32 = 6.0;
/// The share of what is seen by which time goes on in a second, while the end of the clip is held beyond the edge.
const AHEAD: f64 = 0.6;
/// The longest time that a frame counts for, in seconds: after a frame that took long nothing jumps.
const LONGEST_FRAME: f32 = 0.1;

/// What is being dragged in the band: where it began and where it is, in seconds.
#[derive(Clone, Copy, Debug)]
enum Band {
    /// The end of the clip, and the time that was chosen to be in sight when the drag began; none is the whole clip.
    End(f64, Option<TimeRange>),
    /// The part that is played.
    Part(f64, f64),
}

/// Draws the ruler over the keys, and takes the pointer there.
pub(super) fn ruler(ui: &Ui, head: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let rect = Rect::from_x_y_ranges(sheet.keys, head.y_range());
    let (band, scale) = rect.split_top_bottom_at_y(rect.top() + BAND);
    let held = persistent_state::<Option<Band>>(ui, "band of the dope sheet");
    scrub(ui, scale, sheet, sink);
    let in_band = ui.interact(
        band,
        Id::unique("band of the clip"),
        Sense::CLICK | Sense::DRAG,
    );
    let dragged = on_band(ui, &in_band, &mut held.lock(), sheet, sink);
    draw_band(ui, band, dragged, sheet);
    draw_scale(ui, scale, sheet);
}

fn scrub(ui: &Ui, rect: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let id = Id::unique("ruler of the dope sheet");
    let response = ui
        .interact(rect, id, Sense::CLICK | Sense::DRAG)
        .on_hover_text("Drag to scrub; Ctrl: between frames\nWheel: zoom; middle button: pan");
    response.widget_info(|| WidgetInfo::slider(true, f64::from(sheet.now), "Time"));
    zoom_by_wheel(ui, &response, sheet, sink);
    pan(&response, sheet, sink);
    let is_scrubbed = response.dragged_by(PointerButton::Primary) || response.clicked();
    if let Some(at) = response.interact_pointer_pos().filter(|_| is_scrubbed) {
        let time = sheet.axis.time_at(at.x);
        let is_free = ui.input(|input| input.modifiers.command);
        let time = if is_free {
            single(time.max(0.0))
        } else {
            sheet.view.session.character.sheet.unit().snap(time)
        };
        sink.send(Intent::Seek(time));
    }
}

/// What is being dragged in the band now.
fn on_band(
    ui: &Ui,
    response: &Response,
    held: &mut Option<Band>,
    sheet: &Sheet<'_>,
    sink: &mut Sink,
) -> Option<Band> {
    let end = sheet.axis.x_of(f64::from(sheet.clip.duration()));
    let near = |at: Pos2| (at.x - end).abs() <= HANDLE;
    let pointed = response.hover_pos();
    if pointed.is_some_and(near) || matches!(held, Some(Band::End(..))) {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let chosen = sheet.view.session.character.sheet.range;
    let at = response.interact_pointer_pos();
    let time = at.map(|at| sheet.axis.time_at(at.x));
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        let began = sheet.axis.time_at(origin.x);
        *held = Some(if near(origin) {
            Band::End(began, chosen)
        } else {
            Band::Part(began, began)
        });
    }
    if let (Some(held), Some(time)) = (held.as_mut(), time) {
        *held = match *held {
            Band::End(_, seen) => Band::End(time, seen),
            Band::Part(from, _) => Band::Part(from, time),
        };
    }
    // Escape ends a drag of egui as letting go does: what was dragged is dropped before, and time goes back to where it was.
    if held.is_some()
        && ui.input_mut(take_escape)
        && let Some(Band::End(_, seen)) = held.take()
        && seen != chosen
    {
        sink.send(Input::Sheet(SheetInput::See(seen)));
    }
    lead_on(ui, *held, at, sheet, sink);
    if response.clicked() && sheet.view.session.playback.region_shown().is_some() {
        sink.send(Intent::Sheet(SheetIntent::PlayRegion(None)));
    }
    if !response.dragged_by(PointerButton::Primary)
        && let Some(held) = held.take()
        && response.drag_stopped_by(PointerButton::Primary)
    {
        sink.send(Intent::Sheet(match held {
            Band::End(time, _) => SheetIntent::EndAt(single(time.max(0.0))),
            Band::Part(from, to) => {
                SheetIntent::PlayRegion(Some((single(from.max(0.0)), single(to.max(0.0)))))
            }
        }));
    }
    response
        .clone()
        .on_hover_text("Drag: the part that is played; click: all of it\nDrag the mark at the end: the end of the clip")
        .widget_info(|| WidgetInfo::labeled(Role::Group, true, band_name(sheet)));
    *held
}

/// Beyond the right edge time goes on under a mark that is held there, so that a clip gets longer than what is seen of it.
fn lead_on(ui: &Ui, held: Option<Band>, at: Option<Pos2>, sheet: &Sheet<'_>, sink: &mut Sink) {
    let is_beyond = at.is_some_and(|at| at.x > sheet.keys.max);
    if matches!(held, Some(Band::End(..))) && is_beyond {
        let range = sheet.axis.range();
        let passed = ui.input(|input| input.stable_dt).min(LONGEST_FRAME);
        let after = range.shifted(AHEAD * f64::from(passed) * range.length());
        sink.send(Input::Sheet(SheetInput::See(Some(after))));
        ui.ctx().request_repaint();
    }
}

fn band_name(sheet: &Sheet<'_>) -> String {
    let unit = sheet.view.session.character.sheet.unit();
    match sheet.view.session.playback.region_shown() {
        Some((start, end)) => format!("Played part: {} to {}", unit.text(start), unit.text(end)),
        None => "Played part: all".to_owned(),
    }
}

fn draw_band(ui: &Ui, rect: Rect, dragged: Option<Band>, sheet: &Sheet<'_>) {
    let painter = ui.painter_at(rect.expand2(Vec2::new(0.0, 0.0)));
    let visuals = ui.visuals();
    painter.rect_filled(rect, 0.0, visuals.extreme_bg_color);
    let x = |time: f64| sheet.axis.x_of(time).clamp(rect.left(), rect.right());
    let region = sheet.view.session.playback.region_shown();
    let region = region.map(|(from, to)| (f64::from(from), f64::from(to)));
    let part = match dragged {
        Some(Band::Part(from, to)) => Some((from.min(to), from.max(to))),
        _ => region,
    };
    let whole = (0.0, f64::from(sheet.clip.duration()));
    let (from, to) = part.unwrap_or(whole);
    let color = if part.is_some() {
        accent(visuals)
    } else {
        visuals.weak_text_color().gamma_multiply(0.5)
    };
    let bar = Rect::from_min_max(
        Pos2::new(x(from), rect.top() + 3.0),
        Pos2::new(x(to), rect.bottom() - 1.0),
    );
    painter.rect_filled(bar, 2.0, color);
    let end = match dragged {
        Some(Band::End(time, _)) => time,
        _ => whole.1,
    };
    let end = sheet.axis.x_of(end);
    let mark = [
        Pos2::new(end - 5.0, rect.top()),
        Pos2::new(end + 5.0, rect.top()),
        Pos2::new(end, rect.bottom()),
    ];
    let strong = visuals.strong_text_color();
    painter.add(Shape::convex_polygon(mark.into(), strong, Stroke::NONE));
}

fn draw_scale(ui: &Ui, rect: Rect, sheet: &Sheet<'_>) {
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals();
    painter.rect_filled(rect, 0.0, visuals.extreme_bg_color);
    let unit = sheet.view.session.character.sheet.unit();
    let font = FontId::proportional(11.0);
    let weak = visuals.weak_text_color();
    for tick in ticks(&sheet.axis, unit) {
        let x = sheet.axis.x_of(tick.time);
        let height = if tick.label.is_some() { 6.0 } else { 3.0 };
        let stroke = Stroke::new(1.0, weak.gamma_multiply(0.7));
        painter.vline(x, (rect.bottom() - height)..=rect.bottom(), stroke);
        if let Some(label) = tick.label {
            let label = painter.layout_no_wrap(label, font.clone(), weak);
            let left = x - 0.5 * label.size().x;
            // A number that the border would cut says another time.
            if left >= rect.left() && left + label.size().x <= rect.right() {
                painter.galley(Pos2::new(left, rect.top() - 1.0), label, weak);
            }
        }
    }
    head_of_playhead(ui, rect, sheet);
}

/// The current frame in a box at the top of the playhead.
fn head_of_playhead(ui: &Ui, rect: Rect, sheet: &Sheet<'_>) {
    let x = sheet.axis.x_of(f64::from(sheet.now));
    let unit = sheet.view.session.character.sheet.unit();
    let painter = ui.painter_at(rect);
    let font = FontId::proportional(11.0);
    let color = playhead(ui.visuals());
    let on = if ui.visuals().dark_mode {
        Color32::BLACK
    } else {
        Color32::WHITE
    };
    let text = painter.layout_no_wrap(unit.text(sheet.now), font, on);
    let size = text.size() + Vec2::new(8.0, 1.0);
    let place = Rect::from_center_size(Pos2::new(x, rect.center().y - 1.0), size);
    painter.rect_filled(place, 3.0, color);
    painter.galley(place.min + Vec2::new(4.0, 0.5), text, on);
}

/// The wheel zooms about the pointer; sideways it pans.
pub(super) fn zoom_by_wheel(ui: &Ui, response: &Response, sheet: &Sheet<'_>, sink: &mut Sink) {
    let Some(at) = response.hover_pos() else {
        return;
    };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    let range = sheet.axis.range();
    let about = sheet.axis.time_at(at.x);
    // Exponential: as many points forth as back come to the same zoom.
    let factor = f64::from(-scroll.y * 0.004).exp() / f64::from(pinch);
    let along = -f64::from(scroll.x) / sheet.axis.points_per_second();
    let after = range.zoomed(factor, about).shifted(along);
    if after != range && (scroll != Vec2::ZERO || pinch != 1.0) {
        sink.send(Input::Sheet(SheetInput::See(Some(after))));
    }
}

/// The middle button pans; returns how far up or down.
pub(super) fn pan(response: &Response, sheet: &Sheet<'_>, sink: &mut Sink) -> f32 {
    if !response.dragged_by(PointerButton::Middle) {
        return 0.0;
    }
    let by = response.drag_delta();
    if by.x != 0.0 {
        let along = -f64::from(by.x) / sheet.axis.points_per_second();
        let after = sheet.axis.range().shifted(along);
        sink.send(Input::Sheet(SheetInput::See(Some(after))));
    }
    by.y
}

#[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
pub(super) const fn single(time: f64) -> f32 {
    time as f32
}
