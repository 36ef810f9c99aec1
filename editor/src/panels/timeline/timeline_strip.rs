//! The skin over time, in the timeline: a lane for the volume of each pane and one for its deviation from A; above them one for
//! each joint that is pinned in the clip, with how far it slides.
//!
//! A click goes to the time of a fault and shows its place; a click on the name of a lane gives it a scale of its own.

use eframe::egui::scroll_area::{DragScroll, ScrollSource};
use eframe::egui::{
    Align2, FontId, Id, Painter, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo,
};
use scene::names::{joint_name, percent};
use session::commands::actions::ViewAction;
use session::commands::command::{Intent, Sink};
use session::document::moment::Moment;
use session::features::view::View;
use session::state::comparing::command::CompareIntent;
use session::state::comparing::{PANES, PaneLayout};
use session::state::skin_over_time::strip::{
    LANE_HEIGHT, Lane, Measure, PaneMeasurement, Strip, StripPlace, StripVisit,
};
use session::state::timeline::command::SheetIntent;

use crate::theme::playhead;

mod sliding;
mod values;

use sliding::sliding_lane;
use values::draw_values;

/// A click takes the worst frame within so many points.
const CATCH: f32 = 5.0;
/// Changes of volume below this are none: a click shows no place.
const NO_CHANGE: f32 = 0.005;
/// Text of a lane's name.
const TEXT: f32 = 11.0;

/// Where the clip is drawn: x of its beginning and of its end, and its length in seconds.
#[derive(Clone, Copy, Debug)]
pub struct TimeAxis {
    /// x of the clip's beginning, in points.
    pub start: f32,
    /// x of the clip's end.
    pub end: f32,
    /// Left of this no curve is drawn.
    pub left: f32,
    /// Right of this no lane is drawn: there is the bar that scrolls them.
    pub right: f32,
    /// Length of the clip in seconds; 0 puts every time at its beginning.
    pub duration: f32,
}

impl TimeAxis {
    fn x(self, time: f32) -> f32 {
        let share = if self.duration > 0.0 {
            time / self.duration
        } else {
            0.0
        };
        self.start + share * (self.end - self.start)
    }

    fn time(self, x: f32) -> f32 {
        let width = self.end - self.start;
        let share = if width > 0.0 {
            (x - self.start) / width
        } else {
            0.0
        };
        (share * self.duration).clamp(0.0, self.duration)
    }

    /// Seconds of so many points.
    fn seconds(self, points: f32) -> f32 {
        let width = self.end - self.start;
        if width > 0.0 {
            points / width * self.duration
        } else {
            0.0
        }
    }
}

/// Height of the strip in points; 0 while it is switched off or there is no clip.
#[must_use]
pub fn height(view: &View<'_>) -> f32 {
    let strip = view.skin_over_time.strip();
    if !view.session.settings.skin_over_time || strip.times().is_empty() {
        return 0.0;
    }
    let sliding = view.skin_over_time.sliding().iter().map(|_| LANE_HEIGHT);
    lanes(view).map(|_| LANE_HEIGHT).chain(sliding).sum()
}

/// The lanes to show: those of all panes, or the volume alone where a single pane is shown, which is compared with none.
fn lanes(view: &View<'_>) -> impl Iterator<Item = Lane> {
    let comparing = &view.session.comparing;
    let alone = (comparing.visible_layout() == PaneLayout::One).then_some(comparing.active);
    let lanes = view.skin_over_time.strip().lanes().into_iter();
    lanes.filter(move |lane| {
        alone.is_none_or(|pane| lane.pane == pane && lane.measure == Measure::Volume)
    })
}

/// Whether there are more lanes than so much height has room for, so that they scroll.
#[must_use]
pub fn scrolls(height: f32, view: &View<'_>) -> bool {
    // Half a point is rounding.
    self::height(view) > height + 0.5
}

/// Draws the lanes with their names at the left edge of `rect`; where they do not fit, they are scrolled.
pub fn timeline_strip(
    ui: &mut Ui,
    (rect, axis): (Rect, TimeAxis),
    view: &View<'_>,
    sink: &mut Sink,
) {
    let whole = height(view);
    // In less than half a lane no curve can be read.
    if whole <= 0.0 || rect.height() < 0.5 * LANE_HEIGHT {
        return;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.spacing_mut().item_spacing = Vec2::ZERO;
    let source = ScrollSource {
        drag: DragScroll::Never,
        ..ScrollSource::default()
    };
    let area = ScrollArea::vertical()
        .id_salt("lanes of the skin over time")
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .scroll_source(source);
    area.show(&mut child, |ui| {
        ui.set_height(whole);
        let strip = view.skin_over_time.strip();
        let mut top = ui.max_rect().top();
        let mut next = || {
            let least = Pos2::new(rect.left(), top);
            // A point less, as a gap between lanes.
            let most = Pos2::new(axis.right, top + LANE_HEIGHT - 1.0);
            top += LANE_HEIGHT;
            Rect::from_min_max(least, most)
        };
        // What somebody has pinned comes before what is measured anyway.
        for lane in view.skin_over_time.sliding() {
            sliding_lane(ui, (next(), axis), lane, view, sink);
        }
        for lane in lanes(view) {
            one_lane(ui, (next(), axis), strip, lane, view, sink);
        }
    });
}

fn one_lane(
    ui: &Ui,
    (place, axis): (Rect, TimeAxis),
    strip: &Strip,
    lane: Lane,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let name = name_of(lane);
    let left = axis.left.max(place.left());
    // Where the curve is; the rest is the name's.
    let id = Id::unique(("skin over time", lane));
    let response = ui.interact(place.with_min_x(left), id, Sense::CLICK);
    let spoken = format!("{name}: {}", worst_words(strip, lane, view));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let is_alone = view.session.character.sheet.scaled_alone.contains(&lane);
    own_scale(ui, (place.with_max_x(left), lane), is_alone, sink);
    let ends = axis.start.max(left)..=axis.end.min(place.right());
    let curve = Rect::from_x_y_ranges(ends, place.y_range());
    let painter = clipped(ui, place);
    painter.rect_filled(curve, 0.0, ui.visuals().extreme_bg_color);
    draw_values(
        &painter.with_clip_rect(curve.intersect(painter.clip_rect())),
        (curve, axis),
        strip,
        lane,
        view,
    );
    let name = if is_alone {
        format!("{name}, own scale")
    } else {
        name
    };
    let most = largest_words(strip, lane, view);
    over_curve(ui, (place, axis), [name, most], view);
    point_at(response, axis, strip, lane, view, sink);
}

/// A painter that stays in a lane, and in what the scrolled area shows of it.
fn clipped(ui: &Ui, place: Rect) -> Painter {
    ui.painter().with_clip_rect(place.intersect(ui.clip_rect()))
}

/// What stands over the curve of a lane: the current time, the lane's name at the left and its worst at the right.
fn over_curve(
    ui: &Ui,
    (place, axis): (Rect, TimeAxis),
    [name, most]: [String; 2],
    view: &View<'_>,
) {
    let painter = clipped(ui, place);
    if let Some(moment) = view.session.playback.moment {
        let x = axis.x(moment.time);
        if x >= axis.left.max(place.left()) {
            let line = Stroke::new(1.0, playhead(ui.visuals()));
            painter.vline(x, place.y_range(), line);
        }
    }
    let inner = place.shrink2(Vec2::new(4.0, 0.0));
    plate(&painter, inner.left_center(), Align2::LEFT_CENTER, name);
    plate(&painter, inner.right_center(), Align2::RIGHT_CENTER, most);
}

/// Text over a lane, on a ground that lets the curve through.
fn plate(painter: &Painter, at: Pos2, anchor: Align2, text: String) {
    let style = painter.ctx().global_style();
    let color = style.visuals.text_color();
    let galley = painter.layout_no_wrap(text, FontId::proportional(TEXT), color);
    let rect = anchor.anchor_size(at, galley.size());
    let ground = style.visuals.panel_fill.gamma_multiply(0.8);
    painter.rect_filled(rect.expand2(Vec2::new(3.0, 0.0)), 3.0, ground);
    painter.galley(rect.min, galley, color);
}

/// The name of a lane takes a click, which gives it a scale of its own, and the common one again.
fn own_scale(ui: &Ui, (place, lane): (Rect, Lane), is_alone: bool, sink: &mut Sink) {
    let id = Id::unique(("scale of a lane", lane));
    let response = ui.interact(place, id, Sense::CLICK);
    let pane = PANES.get(lane.pane).copied().unwrap_or_default();
    let measure = match lane.measure {
        Measure::Volume => "volume",
        Measure::Deviation => "distance",
    };
    let spoken = format!("Own scale of the {measure} in {pane}");
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_alone, &spoken));
    if response.clicked() {
        sink.send(Intent::Sheet(SheetIntent::ScaleLane(lane)));
    }
    response.on_hover_text(if is_alone {
        "Click: the scale that all such lanes share"
    } else {
        "Click: a scale of its own, whatever other panes need"
    });
}

fn name_of(lane: Lane) -> String {
    let pane = PANES.get(lane.pane).copied().unwrap_or_default();
    match lane.measure {
        Measure::Volume => format!("{pane} volume"),
        Measure::Deviation => format!("{pane} from A"),
    }
}

/// The worst of a lane, for those who do not see it.
fn worst_words(strip: &Strip, lane: Lane, view: &View<'_>) -> String {
    let worst = strip.worst(lane);
    let worst = worst.and_then(|frame| Some((frame, strip.at(frame, lane.pane)?)));
    let Some((frame, found)) = worst else {
        return "not measured yet".to_owned();
    };
    let time = strip.times().get(frame).copied().unwrap_or(0.0);
    let time = view.session.character.sheet.unit().moment(time);
    let value = lane.value(found).unwrap_or_default();
    let value = match lane.measure {
        Measure::Volume => percent(value),
        Measure::Deviation => view.session.settings.units.length(value),
    };
    format!("{value} at {time}")
}

/// The worst value of a lane, which its curve has no scale to read from; nothing before it is measured.
fn largest_words(strip: &Strip, lane: Lane, view: &View<'_>) -> String {
    let worst = strip.worst(lane);
    let found = worst.and_then(|frame| strip.at(frame, lane.pane));
    let value = found.and_then(|found| lane.value(found));
    value.map_or_else(String::new, |value| match lane.measure {
        Measure::Volume => percent(value),
        Measure::Deviation => view.session.settings.units.length(value),
    })
}

/// What is under the pointer, and what a click does there.
fn point_at(
    response: Response,
    axis: TimeAxis,
    strip: &Strip,
    lane: Lane,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let Some(pointer) = response.hover_pos().or(response.interact_pointer_pos()) else {
        return;
    };
    let (time, within) = (axis.time(pointer.x), axis.seconds(CATCH));
    let Some(frame) = strip.worst_near(lane, time, within) else {
        return;
    };
    let time = strip.times().get(frame).copied().unwrap_or(time);
    let Some(found) = strip.at(frame, lane.pane) else {
        response.on_hover_text_at_pointer("This frame is still being measured");
        return;
    };
    if response.clicked() {
        let visit = visit(lane, time, found, view);
        sink.send(Intent::Compare(CompareIntent::VisitSkin(visit)));
    }
    let words = words(lane, time, found, view);
    response.on_hover_text_at_pointer(words);
}

fn visit(lane: Lane, time: f32, found: &PaneMeasurement, view: &View<'_>) -> StripVisit {
    let place = match lane.measure {
        Measure::Deviation if found.farthest.is_some() => StripPlace::Farthest,
        Measure::Deviation => StripPlace::Nowhere,
        Measure::Volume => match found.around.filter(|(_, change)| change.abs() > NO_CHANGE) {
            Some((joint, _)) => {
                let vertices = view.skin_over_time.vertices_around(lane.pane, joint);
                StripPlace::Around(joint, vertices)
            }
            None => StripPlace::Nowhere,
        },
    };
    StripVisit {
        pane: lane.pane,
        time,
        place,
    }
}

/// The tooltip: time, volume, deviation, and what a click does.
fn words(lane: Lane, time: f32, found: &PaneMeasurement, view: &View<'_>) -> String {
    let character = &view.document.character;
    let unit = view.session.character.sheet.unit();
    let mut lines = vec![format!("At {}", unit.moment(time))];
    let playback = &view.session.playback;
    let clip = playback.moment.or(playback.left).map(|moment| moment.clip);
    let moment = clip.map(|clip| Moment { clip, time });
    if moment.is_some_and(|moment| view.document.pending.at(moment).is_some()) {
        lines.push("With the pose that is not keyed yet".to_owned());
    }
    lines.push(match found.volume {
        Some(volume) => format!("Volume {} of that at rest", percent(volume)),
        None => "No volume of the whole: the surface is open".to_owned(),
    });
    if let Some((joint, change)) = found.around.filter(|(_, change)| change.abs() > NO_CHANGE) {
        let name = joint_name(&character.rig.skeleton, joint);
        let sign = if change < 0.0 { "−" } else { "+" };
        lines.push(format!("{sign}{} around {name}", percent(change.abs())));
    }
    if lane.pane > 0 {
        let units = view.session.settings.units;
        lines.push(match found.farthest {
            Some((_, distance)) => format!("{} from A at most", units.length(distance)),
            None => "As A".to_owned(),
        });
    }
    lines.push(match lane.measure {
        Measure::Volume => "Click: this time, and where volume changes most".to_owned(),
        Measure::Deviation => "Click: this time, and the vertex farthest from A".to_owned(),
    });
    if let Some(keys) = view.key_text(ViewAction::PreviousView) {
        lines.push(format!("{keys} leads the cameras back"));
    }
    lines.join("\n")
}
