//! The band of markers under the ruler: flags with names, which are clicked, dragged, and renamed by a double click.

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Align2, Area, Color32, FontId, Frame, Id, Key, Margin, Memory, Order, Pos2, Rect, Response,
    Role, Sense, Shape, Stroke, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo,
};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clips::command::ClipIntent;
use session::state::clips::markers::{MarkerIntent, MarkerNaming};

use super::sheet::{Sheet, drag_time, landing, persistent_state};
use crate::theme::accent;

/// Height of the band.
const BAND: f32 = 18.0;
/// Width of the field for a name.
const FIELD: f32 = 130.0;
/// Half the width of a flag without its name.
const FLAG: f32 = 5.0;

/// A marker that is dragged, and where it is, in seconds.
type DraggedMarker = Option<(usize, f64)>;

/// The height of the band; none where there is no marker.
pub(super) fn height(sheet: &Sheet<'_>) -> f32 {
    if sheet.clip.markers().is_empty() && naming(sheet).is_none() {
        0.0
    } else {
        BAND
    }
}

fn naming<'a>(sheet: &Sheet<'a>) -> Option<&'a MarkerNaming> {
    let naming = sheet.view.session.character.marker_naming.as_ref();
    naming.filter(|naming| naming.clip == sheet.clip.id())
}

/// Draws the band, and takes the pointer there.
pub(super) fn markers(ui: &mut Ui, band: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    if !band.is_positive() {
        return;
    }
    let rect = Rect::from_x_y_ranges(sheet.keys, band.y_range());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    let (font, weak) = (FontId::proportional(11.0), ui.visuals().weak_text_color());
    let name = Pos2::new(band.left() + 8.0, band.center().y);
    ui.painter_at(band)
        .text(name, Align2::LEFT_CENTER, "Markers", font, weak);
    let held = persistent_state::<DraggedMarker>(ui, "dragged marker");
    let dragged = *held.lock();
    let naming = naming(sheet);
    for (index, marker) in sheet.clip.markers().iter().enumerate() {
        if naming.is_some_and(|naming| naming.marker == Some(index)) {
            continue;
        }
        let time = dragged.filter(|(other, _)| *other == index);
        let time = time.map_or(f64::from(marker.time), |(_, time)| time);
        let next = sheet.clip.markers().get(index + 1);
        let flag = Flag {
            index,
            name: &marker.name,
            x: sheet.axis.x_of(time),
            until: next.map_or(f32::INFINITY, |next| {
                sheet.axis.x_of(f64::from(next.time)) - FLAG
            }),
            // Times within a millisecond are the same moment.
            is_now: (marker.time - sheet.now).abs() < 1e-3,
        };
        let response = flag.draw(ui, rect);
        on_flag(ui, &response, (index, marker.time), sheet, sink);
    }
    if let Some(naming) = naming {
        name_field(ui, rect, naming, sheet, sink);
    }
}

struct Flag<'a> {
    index: usize,
    name: &'a str,
    x: f32,
    /// Where the next one begins.
    until: f32,
    is_now: bool,
}

impl Flag<'_> {
    fn draw(&self, ui: &Ui, band: Rect) -> Response {
        let visuals = ui.visuals();
        let painter = ui.painter_at(band);
        let font = FontId::proportional(11.0);
        let text = painter.layout_no_wrap(self.name.to_owned(), font, Color32::PLACEHOLDER);
        let right = (self.x + FLAG + 4.0 + text.size().x).min(self.until);
        let hit = Rect::from_x_y_ranges((self.x - FLAG)..=right, band.y_range());
        let id = Id::unique("marker").with(self.index);
        let response = ui.interact(hit.intersect(band), id, Sense::CLICK | Sense::DRAG);
        let label = format!("Marker: {}", self.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let color = if self.is_now || response.hovered() || response.dragged() {
            accent(visuals)
        } else {
            visuals.text_color()
        };
        let y = band.center().y;
        // A flag on a pole that stands at its time.
        painter.vline(self.x, band.y_range(), Stroke::new(1.2, color));
        let corners = [[0.0, -6.0], [7.0, -2.5], [0.0, 1.0]];
        let corners = corners.map(|[right, down]| Pos2::new(self.x + right, y + down));
        painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
        let clip = Rect::from_x_y_ranges(self.x..=right, band.y_range()).intersect(band);
        let at = Pos2::new(self.x + FLAG + 4.0, y - 0.5 * text.size().y);
        ui.painter_at(clip).galley(at, text, color);
        response.on_hover_text(format!(
            "{}\nClick: to this time; double click: rename; drag: move",
            self.name
        ))
    }
}

fn on_flag(
    ui: &Ui,
    response: &Response,
    (index, time): (usize, f32),
    sheet: &Sheet<'_>,
    sink: &mut Sink,
) {
    let held = persistent_state::<DraggedMarker>(ui, "dragged marker");
    if response.double_clicked() {
        ask(sink, MarkerIntent::Rename(index));
    } else if response.clicked() {
        sink.send(Intent::Seek(time));
    }
    let mut held = held.lock();
    let dragged = (index, f64::from(time));
    if let Some(time) = drag_time(ui, response, &mut held, dragged, sheet) {
        ask(sink, MarkerIntent::Move(index, landing(ui, time, sheet)));
    }
    response.context_menu(|ui| {
        if ui.button("Rename marker").clicked() {
            ask(sink, MarkerIntent::Rename(index));
        }
        if ui.button("Delete marker").clicked() {
            ask(sink, MarkerIntent::Delete(index));
        }
    });
}

/// The field in place of a flag while its name is typed.
fn name_field(ui: &mut Ui, band: Rect, naming: &MarkerNaming, sheet: &Sheet<'_>, sink: &mut Sink) {
    let x = sheet.axis.x_of(f64::from(naming.time));
    let left = x.min(band.right() - FIELD).max(band.left());
    let place = Rect::from_x_y_ranges(left..=left + FIELD, band.y_range());
    let color = accent(ui.visuals());
    ui.painter_at(band)
        .vline(x, band.y_range(), Stroke::new(1.5, color));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    field(&mut child, naming, sink);
}

/// The same over the timeline where that is too low for the dope sheet.
pub(super) fn name_over(ui: &Ui, view: &View<'_>, sink: &mut Sink) {
    let naming = view.session.character.marker_naming.as_ref();
    let shown = view.session.playback.moment.map(|moment| moment.clip);
    let Some(naming) = naming.filter(|naming| shown == Some(naming.clip)) else {
        return;
    };
    let below = ui.max_rect();
    Area::new(Id::unique("marker name over the timeline"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(below.center_top() - Vec2::new(0.0, 8.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label("Marker");
                    field(ui, naming, sink);
                });
            });
        });
}

/// What a field takes the focus for: only once, when it appears.
type FocusKey = (Option<usize>, u32);

/// Enter or a click elsewhere takes the name, Escape does not.
fn field(ui: &mut Ui, naming: &MarkerNaming, sink: &mut Sink) {
    let mut text = naming.text.clone();
    let id = Id::unique("marker name");
    let this: FocusKey = (naming.marker, naming.time.to_bits());
    let has_focus = ui.memory(Memory::focused) == Some(id);
    let is_new = !has_focus && ui.data(|data| data.get_temp::<FocusKey>(id)) != Some(this);
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .font(FontId::proportional(12.0))
        .margin(Margin::symmetric(3, 0))
        .desired_width(FIELD);
    let response = ui.add(field).accessible_name("Marker name");
    if is_new {
        response.request_focus();
        select_all(ui, id, &text);
        ui.data_mut(|data| data.insert_temp(id, this));
        return;
    }
    if response.changed() {
        ask(sink, MarkerIntent::Type(text));
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<FocusKey>(id));
        let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
        let end = if is_canceled {
            MarkerIntent::Cancel
        } else {
            MarkerIntent::Confirm
        };
        ask(sink, end);
    }
}

fn ask(sink: &mut Sink, intent: MarkerIntent) {
    sink.send(Intent::Clip(ClipIntent::Markers(intent)));
}

/// Selects the whole name, so that typing replaces it.
fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), id);
}
