//! The window of the mix pad: clips at the corners of a polygon, a mix point between them, and the list of clips.

use eframe::egui::{
    Align2, Color32, Context, EventFilter, FontId, Grid, Key, Modifiers, Pos2, Rect, Response,
    Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};
use rig::{ClipId, MixPace};
use scene::names::clip_name;
use session::commands::actions::{AnimateAction, ClipToolAction};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::state::clips::command::ClipIntent;
use session::state::clips::mix_pad::{
    CORNERS, ClipShare, MixIntent, MixPad, POINT_STEPS, corner_places, mixable, shares,
};

use crate::panels::widgets::action_buttons::action_as;
use crate::panels::widgets::corner_window::corner_window;

/// The size of the pad, and of the circle on which the corners lie.
const PAD: Vec2 = Vec2::new(300.0, 250.0);
const RADIUS: f32 = 92.0;
/// How near to a corner the pointer means that corner, in points.
const SNAP: f32 = 7.0;
/// The height that the list of clips may take.
const LIST: f32 = 220.0;
/// Letters of a name at a corner.
const LETTERS: usize = 12;

/// Draws the window, if it is open.
pub fn mix_pad(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    corner_window(ctx, Panel::MixPad, "Mix pad", view, sink, content);
}

fn content(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    // A line between rows would else be as wide as the program's window.
    ui.set_width(PAD.x);
    let pad = &view.session.character.mix_pad;
    let shares = shares_of(pad, view);
    disc(ui, &shares, view, sink);
    if shares.len() < *CORNERS.start() {
        ui.weak("Choose two clips or more.");
    }
    list(ui, &shares, view, sink);
    ui.separator();
    ui.horizontal(|ui| {
        let ways = [
            (
                MixPace::InStep,
                "In step",
                "Every clip is stretched to the length of the clip in the timeline",
            ),
            (
                MixPace::Apart,
                "Each by itself",
                "Every clip goes at its own pace, and on as it repeats",
            ),
        ];
        for (pace, name, tip) in ways {
            let label = ui.selectable_label(pad.pace == pace, name);
            if label.on_hover_text(tip).clicked() && pad.pace != pace {
                send(MixIntent::Pace(pace), sink);
            }
        }
    });
    if view.session.playback.moment.is_none() {
        ui.weak("Choose a clip in the timeline: it gives the length.");
    }
    ui.add_space(4.0);
    let keep = ClipToolAction::KeepMix.into();
    action_as(ui, "Keep as clip", keep, view, sink);
}

fn send(intent: MixIntent, sink: &mut Sink) {
    sink.send(Intent::Clip(ClipIntent::Mix(intent)));
}

/// The corners with their shares, also where no clip is shown that would give the length.
fn shares_of(pad: &MixPad, view: &View<'_>) -> Vec<ClipShare> {
    let corners = pad.corners(&view.document.character.clips);
    let shares = shares(&corner_places(corners.len()), pad.point);
    let corners = corners.into_iter().zip(shares);
    corners
        .map(|(clip, share)| ClipShare { clip, share })
        .collect()
}

fn name_of(view: &View<'_>, id: ClipId) -> String {
    let clip = view.document.character.clip(id);
    clip.map_or_else(String::new, clip_name)
}

/// The polygon with the mix point, which goes where the pointer is pressed, and by the arrow keys.
fn disc(ui: &mut Ui, shares: &[ClipShare], view: &View<'_>, sink: &mut Sink) {
    let (rect, response) = ui.allocate_exact_size(PAD, Sense::click_and_drag());
    let corners = corner_places(shares.len());
    let on_screen = |place: glam::Vec2| rect.center() + RADIUS * Vec2::new(place.x, -place.y);
    let point = view.session.character.mix_pad.point_within(corners.len());
    response.widget_info(|| {
        let told = shares.iter().filter(|of| of.share > 0.0);
        let told = told.map(|of| format!("{} {}", name_of(view, of.clip), percent(of.share)));
        let told = told.collect::<Vec<_>>().join(", ");
        let mut told_info = WidgetInfo::labeled(Role::Slider, true, "Mix point between clips");
        told_info.current_text_value = Some(told);
        told_info
    });
    if response.clicked() {
        response.request_focus();
    }
    if let Some(at) = response
        .interact_pointer_pos()
        .filter(|_| is_held(&response))
    {
        let near = corners.iter().map(|&corner| (corner, on_screen(corner)));
        let near = near.filter(|(_, place)| place.distance(at) < SNAP);
        let nearest =
            near.min_by(|(_, one), (_, other)| one.distance(at).total_cmp(&other.distance(at)));
        let from_center = (at - rect.center()) / RADIUS;
        let free = glam::Vec2::new(from_center.x, -from_center.y);
        let place = nearest.map_or(free, |(corner, _)| corner);
        send(MixIntent::MovePoint(place), sink);
    } else if response.has_focus() {
        by_keys(ui, &response, point, sink);
    }
    let ring = Ring {
        rect,
        corners: corners.iter().map(|&corner| on_screen(corner)).collect(),
        point: on_screen(point),
    };
    ring.paint(ui, &response, shares, view);
    response.on_hover_text(
        "Drag the mix point towards a clip for more of it. Click here to move it by the arrow keys, with Shift by less",
    );
}

fn is_held(response: &Response) -> bool {
    response.is_pointer_button_down_on() || response.dragged()
}

/// The arrow keys move the mix point; the space bar plays on, as it does elsewhere.
fn by_keys(ui: &Ui, response: &Response, point: glam::Vec2, sink: &mut Sink) {
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let ways = [
        (Key::ArrowLeft, glam::Vec2::NEG_X),
        (Key::ArrowRight, glam::Vec2::X),
        (Key::ArrowUp, glam::Vec2::Y),
        (Key::ArrowDown, glam::Vec2::NEG_Y),
    ];
    let mut moved = point;
    let [step, fine] = POINT_STEPS;
    for (key, way) in ways {
        for (modifiers, length) in [(Modifiers::SHIFT, fine), (Modifiers::NONE, step)] {
            let times = ui.input_mut(|input| input.count_and_consume_key(modifiers, key));
            for _ in 0..times {
                moved += length * way;
            }
        }
    }
    if moved != point {
        send(MixIntent::MovePoint(moved), sink);
    }
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space)) {
        sink.run(AnimateAction::PlayPause);
    }
}

/// The polygon on the screen.
struct Ring {
    rect: Rect,
    corners: Vec<Pos2>,
    point: Pos2,
}

impl Ring {
    fn paint(&self, ui: &Ui, response: &Response, shares: &[ClipShare], view: &View<'_>) {
        let visuals = ui.visuals();
        let painter = ui.painter_at(self.rect);
        let edge = if response.has_focus() {
            Stroke::new(1.0, visuals.strong_text_color())
        } else {
            visuals.widgets.noninteractive.bg_stroke
        };
        let fill = visuals.extreme_bg_color;
        painter.rect(self.rect, 4.0, fill, edge, StrokeKind::Inside);
        let side = Stroke::new(1.0, visuals.weak_text_color());
        painter.add(Shape::closed_line(self.corners.clone(), side));
        let color = visuals.selection.stroke.color;
        for (of, &corner) in shares.iter().zip(&self.corners) {
            let share = Stroke::new(0.5 + 4.0 * of.share, color.gamma_multiply(0.7));
            painter.line_segment([self.point, corner], share);
        }
        let text = visuals.text_color();
        for (of, &corner) in shares.iter().zip(&self.corners) {
            painter.circle(corner, 4.0, text, Stroke::NONE);
            let is_upper = corner.y < self.rect.center().y + 1.0;
            let (side, anchor) = if is_upper {
                (-1.0, Align2::CENTER_BOTTOM)
            } else {
                (1.0, Align2::CENTER_TOP)
            };
            let words = format!("{} {}", short(&name_of(view, of.clip)), percent(of.share));
            let place = corner + Vec2::new(0.0, 8.0 * side);
            painter.text(place, anchor, words, FontId::proportional(11.0), text);
        }
        let rim = Stroke::new(2.0, color);
        let inside = if response.hovered() {
            color.gamma_multiply(0.6)
        } else {
            Color32::TRANSPARENT
        };
        painter.circle(self.point, 8.0, inside, rim);
    }
}

fn percent(share: f32) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A name cut where a corner has no room for more.
fn short(name: &str) -> String {
    let mut letters = name.chars();
    let mut text: String = letters.by_ref().take(LETTERS).collect();
    if letters.next().is_some() {
        text.push('…');
    }
    text
}

/// A box for each clip, with its share.
fn list(ui: &mut Ui, shares: &[ClipShare], view: &View<'_>, sink: &mut Sink) {
    let unit = view.session.character.sheet.unit();
    let pad = &view.session.character.mix_pad;
    ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
        ui.set_width(PAD.x);
        let columns = Grid::new("mixed clips").num_columns(3);
        columns.spacing([12.0, 4.0]).show(ui, |ui| {
            for clip in mixable(&view.document.character.clips) {
                let name = clip_name(clip);
                let mut is_in = pad.chosen.contains(&clip.id());
                let chosen = ui.checkbox(&mut is_in, &name);
                if chosen.accessible_name(format!("Mix {name}")).changed() {
                    send(MixIntent::Choose(clip.id(), is_in), sink);
                }
                let share = shares.iter().find(|of| of.clip == clip.id());
                ui.label(share.map_or_else(String::new, |of| percent(of.share)));
                ui.weak(unit.length(clip.duration()));
                ui.end_row();
            }
        });
    });
}
