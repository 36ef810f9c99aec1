//! The bands of pins under the markers: a bar for each range in which a joint is held, whose ends can be dragged.

use eframe::egui::scroll_area::{DragScroll, ScrollSource};
use eframe::egui::{
    Align2, CursorIcon, FontId, Id, Pos2, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder,
    Vec2, WidgetInfo,
};
use rig::JointIndex;
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::document::pins::PinRange;
use session::state::posing::command::PoseIntent;

use super::sheet::{Sheet, as_f32, drag_time, landing, persistent_state};
use crate::theme::{PIN, accent};

/// Height of the band of one joint.
const BAND: f32 = 15.0;
/// So many bands are in sight at once; where there are more the next is seen in part, and they are scrolled.
const MOST: f32 = 4.0;
const MORE: f32 = 0.5;
/// Half the width of an end that can be taken.
const END: f32 = 4.0;

/// One end of the range of a pin.
#[derive(Clone, Copy)]
struct PinEnd {
    pin: RangedPin,
    /// Whether it is the later one.
    is_last: bool,
}

/// An end that is dragged: the place of the pin, whether it is the last end; and where it is, in seconds.
type DraggedEnd = Option<((usize, bool), f64)>;

/// The joints that have bands.
fn joints(sheet: &Sheet<'_>) -> Vec<JointIndex> {
    let mut joints: Vec<JointIndex> = ranges(sheet).map(|pin| pin.joint).collect();
    joints.sort_unstable();
    joints.dedup();
    joints
}

/// A pin that has a range in the clip.
#[derive(Clone, Copy)]
struct RangedPin {
    /// Its place in the document's list.
    place: usize,
    joint: JointIndex,
    range: PinRange,
}

fn ranges<'a>(sheet: &Sheet<'a>) -> impl Iterator<Item = RangedPin> + use<'a> {
    let clip = sheet.clip.id();
    let pins = sheet.view.document.pins.iter().enumerate();
    pins.filter_map(move |(place, pin)| {
        let range = pin.range.filter(|range| range.clip == clip)?;
        Some(RangedPin {
            place,
            joint: pin.joint,
            range,
        })
    })
}

/// The height of the bands at the top of a rectangle, at most half of it; none where nothing is pinned in the clip.
pub(super) fn height(sheet: &Sheet<'_>, body: Rect) -> f32 {
    let count = as_f32(joints(sheet).len());
    let in_sight = if count > MOST { MOST + MORE } else { count };
    (BAND * in_sight).min(0.5 * body.height())
}

/// Draws the bands, and takes the pointer there.
pub(super) fn pins(ui: &mut Ui, area: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let joints = joints(sheet);
    if joints.is_empty() {
        return;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(area));
    child.spacing_mut().item_spacing = Vec2::ZERO;
    let source = ScrollSource {
        drag: DragScroll::Never,
        ..ScrollSource::default()
    };
    let scrolled = ScrollArea::vertical()
        .id_salt("bands of pins")
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .scroll_source(source);
    scrolled.show(&mut child, |ui| {
        let top = ui.max_rect().top();
        let height = BAND * as_f32(joints.len());
        ui.set_height(height);
        let whole = Rect::from_x_y_ranges(area.x_range(), top..=top + height);
        bands(ui, whole, &joints, sheet, sink);
    });
}

fn bands(ui: &Ui, area: Rect, joints: &[JointIndex], sheet: &Sheet<'_>, sink: &mut Sink) {
    let skeleton = &sheet.view.document.character.rig.skeleton;
    for (number, &joint) in joints.iter().enumerate() {
        let top = area.top() + BAND * as_f32(number);
        let band = Rect::from_x_y_ranges(area.x_range(), top..=top + BAND);
        let rect = Rect::from_x_y_ranges(sheet.keys, band.y_range());
        ui.painter_at(rect)
            .rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
        let name = joint_name(skeleton, joint);
        let at = Pos2::new(band.left() + 8.0, band.center().y);
        let (font, weak) = (FontId::proportional(11.0), ui.visuals().weak_text_color());
        let text = format!("{name} pinned");
        ui.painter_at(band)
            .text(at, Align2::LEFT_CENTER, text, font, weak);
        for pin in ranges(sheet).filter(|pin| pin.joint == joint) {
            bar(ui, rect, pin, &name, sheet, sink);
        }
    }
}

fn bar(ui: &Ui, band: Rect, pin: RangedPin, name: &str, sheet: &Sheet<'_>, sink: &mut Sink) {
    let RangedPin { place, range, .. } = pin;
    let held = persistent_state::<DraggedEnd>(ui, "dragged end of a pin");
    let dragged = *held.lock();
    let end = |is_last: bool, time: f32| match dragged {
        Some((of, at)) if of == (place, is_last) => at,
        _ => f64::from(time),
    };
    let [from, to] = [end(false, range.from), end(true, range.to)];
    let x = |time: f64| sheet.axis.x_of(time);
    let fade = f64::from(range.fade);
    let inner = band.shrink2(Vec2::new(0.0, 3.0));
    let painter = ui.painter_at(band);
    let whole = Rect::from_x_y_ranges(x(from - fade)..=x(to + fade), inner.y_range());
    painter.rect_filled(whole, 2.0, PIN.gamma_multiply(0.3));
    let shown = Rect::from_x_y_ranges(x(from)..=x(to), inner.y_range());
    painter.rect_filled(shown, 2.0, PIN.gamma_multiply(0.75));
    let id = Id::unique("pin in the sheet").with(place);
    let response = ui.interact(shown.intersect(band), id, Sense::CLICK);
    let unit = sheet.view.session.character.sheet.unit();
    let words = format!(
        "Pin of {name} from {} to {}",
        unit.text(range.from),
        unit.text(range.to)
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.clicked() {
        sink.send(Intent::Select(Some(pin.joint)));
    }
    response.on_hover_text(format!(
        "{words}\nClick: selects the joint; drag an end: its range"
    ));
    for is_last in [false, true] {
        let at = x(if is_last { to } else { from });
        let hit = Rect::from_x_y_ranges((at - END)..=(at + END), band.y_range());
        let end = PinEnd { pin, is_last };
        drag_end(ui, hit.intersect(band), end, name, sheet, sink);
    }
}

/// An end that is dragged snaps to frames; with Ctrl it does not.
fn drag_end(ui: &Ui, hit: Rect, end: PinEnd, name: &str, sheet: &Sheet<'_>, sink: &mut Sink) {
    let PinEnd { pin, is_last } = end;
    let RangedPin { place, range, .. } = pin;
    let time = if is_last { range.to } else { range.from };
    let id = Id::unique("end of a pin").with((place, is_last));
    let response = ui.interact(hit, id, Sense::DRAG);
    let end = if is_last { "End" } else { "Beginning" };
    let words = format!("{end} of the pin of {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        let line = Stroke::new(2.0, accent(ui.visuals()));
        ui.painter().vline(hit.center().x, hit.y_range(), line);
    }
    let held = persistent_state::<DraggedEnd>(ui, "dragged end of a pin");
    let mut held = held.lock();
    let dragged = ((place, is_last), f64::from(time));
    if let Some(time) = drag_time(ui, &response, &mut held, dragged, sheet) {
        let time = landing(ui, time, sheet);
        let (from, to) = match is_last {
            true => (range.from, time),
            false => (time, range.to),
        };
        sink.send(Intent::Pose(PoseIntent::SetPinRange {
            pin: place,
            from,
            to,
        }));
    }
}
