//! The lane of the sound under the ruler: its waveform, where it begins as a field, and a drag that moves it.

use eframe::egui::{
    Align, Align2, Color32, FontId, Id, Layout, Mesh, Pos2, Rangef, Rect, Response, Role, Sense,
    Shape, Stroke, Ui, UiBuilder, WidgetInfo,
};
use session::commands::actions::SoundAction;
use session::commands::command::{Input, Intent, Sink};
use session::document::reference::Sound;
use session::features::view::View;
use session::state::reference::command::ReferenceIntent;
use session::state::reference::waveform::Waveform;

use super::ruler::{pan, single, zoom_by_wheel};
use super::sheet::{Sheet, drag_time, persistent_state};
use crate::panels::fields::time_field::signed_time_field;
use crate::panels::widgets::action_items;
use crate::theme::playhead;

/// Height of the lane.
const LANE: f32 = 36.0;
/// Space between the lane's edge and its waveform.
const MARGIN: f32 = 2.0;
/// What is quieter than this is not drawn larger.
const LEAST_LOUD: f32 = 0.05;

const MENU: &[SoundAction] = &[
    SoundAction::OpenSound,
    SoundAction::ToggleSound,
    SoundAction::RemoveSound,
];

/// How far the sound is dragged now, in seconds; none while it is not.
type DraggedBy = Option<((), f64)>;

/// The height of the lane; none where there is no sound, or it is hidden.
pub(super) fn height(view: &View<'_>) -> f32 {
    match shown(view) {
        Some(_) => LANE,
        None => 0.0,
    }
}

fn shown<'a>(view: &View<'a>) -> Option<&'a Sound> {
    let sound = view.document.reference.sound.as_ref();
    sound.filter(|_| view.session.switches.sound)
}

/// Draws the lane, and takes the pointer there.
pub(super) fn sound_lane(ui: &mut Ui, lane: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let Some(sound) = shown(sheet.view).filter(|_| lane.is_positive()) else {
        return;
    };
    let rect = Rect::from_x_y_ranges(sheet.keys, lane.y_range()).shrink2([0.0, 1.0].into());
    let id = Id::unique("lane of the sound");
    let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
    let spoken = spoken(sound, sheet.view);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    zoom_by_wheel(ui, &response, sheet, sink);
    pan(&response, sheet, sink);
    let by = on_drag(ui, &response, sound, sheet, sink);
    head(ui, lane, sound, sheet, sink);
    draw(ui, rect, f64::from(sound.start) + by, sheet);
    let name = sound.name();
    let response = response.on_hover_text(format!(
        "{name}\nDrag: when it begins; Ctrl: between frames. Click: to this time"
    ));
    response.context_menu(|ui| action_items(ui, MENU, sheet.view, sink));
}

/// What the lane is, for those who do not see it.
fn spoken(sound: &Sound, view: &View<'_>) -> String {
    let name = sound.name();
    match view.sound.waveform() {
        None => format!("Sound {name}: being read"),
        Some(Err(why)) => format!("Sound: {why}"),
        Some(Ok(waveform)) => {
            let unit = view.session.character.sheet.unit();
            let seconds = waveform.seconds();
            let begins = unit.text(sound.start);
            format!("Sound {name}: {seconds:.2} s, begins at {begins}")
        }
    }
}

/// The name and the field at the left.
fn head(ui: &mut Ui, lane: Rect, sound: &Sound, sheet: &Sheet<'_>, sink: &mut Sink) {
    let place = lane.with_max_x(sheet.keys.min - 6.0);
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    let ui = &mut child;
    ui.add_space(8.0);
    ui.label("Sound").on_hover_text(&sound.file);
    let mut start = sound.start;
    let unit = sheet.view.session.character.sheet.unit();
    let field = signed_time_field(ui, "Beginning of the sound", &mut start, unit, sink);
    let field = field.on_hover_text("The time of the clip at which the sound begins");
    if field.changed() {
        let dragging = field.dragged();
        sink.send(Intent::Reference(ReferenceIntent::StartSound {
            start,
            dragging,
        }));
    }
    if field.drag_stopped() {
        sink.send(Input::EndGesture);
    }
}

/// How far the sound is dragged now, in seconds: it moves when it is let go of.
fn on_drag(ui: &Ui, response: &Response, sound: &Sound, sheet: &Sheet<'_>, sink: &mut Sink) -> f64 {
    let held = persistent_state::<DraggedBy>(ui, "dragged sound");
    let mut held = held.lock();
    if let Some(at) = response.interact_pointer_pos()
        && response.clicked()
    {
        let time = sheet.axis.time_at(at.x);
        let unit = sheet.view.session.character.sheet.unit();
        sink.send(Intent::Seek(unit.snap(time.max(0.0))));
    }
    let is_free = ui.input(|input| input.modifiers.command);
    let landing = |by: f64| {
        let start = f64::from(sound.start) + by;
        // Not by the unit, which keeps all times within the clip.
        let rate = sheet.view.session.character.sheet.unit().rate();
        let rate = rate.filter(|_| !is_free);
        rate.map_or(single(start), |rate| rate.snap(start))
    };
    if let Some(by) = drag_time(ui, response, &mut held, ((), 0.0), sheet) {
        let start = landing(by);
        sink.send(Intent::Reference(ReferenceIntent::StartSound {
            start,
            dragging: false,
        }));
        return f64::from(start - sound.start);
    }
    held.map_or(0.0, |((), by)| f64::from(landing(by) - sound.start))
}

/// The waveform of a sound that begins at a time of the clip, in seconds; or why there is none.
fn draw(ui: &Ui, rect: Rect, start: f64, sheet: &Sheet<'_>) {
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals();
    painter.rect_filled(rect, 0.0, visuals.extreme_bg_color);
    let said = |text: &str, color: Color32| {
        let at = rect.left_center() + [6.0, 0.0].into();
        let font = FontId::proportional(11.0);
        painter.text(at, Align2::LEFT_CENTER, text, font, color);
    };
    match sheet.view.sound.waveform() {
        None => said("The sound is being read…", visuals.weak_text_color()),
        Some(Err(why)) => said(why, visuals.error_fg_color),
        Some(Ok(waveform)) => {
            let line = Stroke::new(1.0, visuals.weak_text_color().gamma_multiply(0.4));
            let (begins, ends) = (start, start + waveform.seconds());
            let of_sound = Rangef::new(sheet.axis.x_of(begins), sheet.axis.x_of(ends));
            painter.hline(of_sound, rect.center().y, line);
            let colors = Colors {
                played: visuals.text_color().gamma_multiply(0.75),
                beyond: visuals.text_color().gamma_multiply(0.3),
            };
            painter.add(Shape::mesh(columns(waveform, rect, start, sheet, &colors)));
            if rect.x_range().contains(of_sound.min) {
                painter.vline(of_sound.min, rect.y_range(), line);
            }
        }
    }
    let now = sheet.axis.x_of(f64::from(sheet.now));
    painter.vline(now, rect.y_range(), Stroke::new(1.0, playhead(visuals)));
}

struct Colors {
    /// Within the clip.
    played: Color32,
    /// Before its beginning and after its end.
    beyond: Color32,
}

/// A column for each point of the width, from the least value to the largest.
fn columns(
    waveform: &Waveform,
    rect: Rect,
    start: f64,
    sheet: &Sheet<'_>,
    colors: &Colors,
) -> Mesh {
    let mut mesh = Mesh::default();
    let most = waveform.loudest().max(LEAST_LOUD);
    let middle = rect.center().y;
    let reach = 0.5 * rect.height() - MARGIN;
    let length = f64::from(sheet.clip.duration());
    let mut left = rect.left();
    while left < rect.right() {
        let right = (left + 1.0).min(rect.right());
        let [from, to] = [left, right].map(|x| sheet.axis.time_at(x));
        if let Some([least, largest]) = waveform.between(from - start, to - start) {
            let y = |value: f32| middle - value / most * reach;
            // Half a point at least, so that silence is a line.
            let (top, bottom) = (y(largest) - 0.25, y(least) + 0.25);
            let is_played = to > 0.0 && from < length;
            let color = if is_played {
                colors.played
            } else {
                colors.beyond
            };
            let column = Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
            mesh.add_colored_rect(column, color);
        }
        left = right;
    }
    mesh
}
