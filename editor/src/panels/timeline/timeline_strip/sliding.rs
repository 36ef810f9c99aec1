//! Lanes of sliding: how far pinned joints are from their pins, in millimeters.

use eframe::egui::{
    Align2, Color32, FontId, Id, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo,
};
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::skin_over_time::sliding::{SlidingLane, SlidingPoint};

use super::{CATCH, TEXT, TimeAxis};
use crate::theme::accent;

/// What is off by less is drawn flat: a millimeter.
const LEAST: f32 = 1e-3;
/// Space between a lane's edge and its curve.
const MARGIN: f32 = 2.0;
const COLOR: Color32 = Color32::from_rgb(96, 200, 160);

/// One lane, with its name at the left and its worst at the right. A click goes to the worst time near it.
pub(super) fn sliding_lane(
    ui: &Ui,
    (place, axis): (Rect, TimeAxis),
    lane: &SlidingLane,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let name = joint_name(&view.document.character.rig.skeleton, lane.joint);
    let units = view.session.settings.units;
    let worst = lane.worst().unwrap_or(SlidingPoint {
        time: 0.0,
        off: 0.0,
    });
    let left = axis.left.max(place.left());
    let id = Id::unique(("sliding", lane.joint));
    let response = ui.interact(place.with_min_x(left), id, Sense::CLICK);
    let words = format!(
        "Sliding of {name}: {} at {:.2} s",
        units.length(worst.off),
        worst.time
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    draw_curve(ui, (place, axis), lane, worst.off);
    let (painter, visuals) = (clipped(ui, place), ui.visuals());
    if let Some(moment) = view.session.playback.moment {
        let x = axis.x(moment.time);
        if x >= left {
            painter.vline(x, place.y_range(), Stroke::new(1.0, accent(visuals)));
        }
    }
    let from_left = Pos2::new(place.left() + 4.0, place.center().y);
    plate(
        ui,
        place,
        (from_left, Align2::LEFT_CENTER),
        &format!("{name} sliding"),
    );
    let from_right = Pos2::new(place.right() - 4.0, place.center().y);
    let most = units.length(worst.off);
    plate(ui, place, (from_right, Align2::RIGHT_CENTER), &most);
    let Some(pointer) = response.hover_pos().or(response.interact_pointer_pos()) else {
        return;
    };
    let (time, within) = (axis.time(pointer.x), axis.seconds(CATCH));
    if let Some(found) = lane.worst_near(time, within) {
        if response.clicked() {
            sink.send(Intent::Seek(found.time));
        }
        let off = units.length(found.off);
        response.on_hover_text_at_pointer(format!(
            "{:.2} s: {name} is {off} from its pin\nClick: this time",
            found.time
        ));
    } else {
        response.on_hover_text_at_pointer(format!("{name} is not pinned here"));
    }
}

/// The curve of a lane, on a scale up to what is off most.
fn draw_curve(ui: &Ui, (place, axis): (Rect, TimeAxis), lane: &SlidingLane, most: f32) {
    let left = axis.left.max(place.left());
    let ends = axis.start.max(left)..=axis.end.min(place.right());
    let curve = Rect::from_x_y_ranges(ends, place.y_range());
    let painter = clipped(ui, place);
    let visuals = ui.visuals();
    painter.rect_filled(curve, 0.0, visuals.extreme_bg_color);
    let inner = curve.shrink2(Vec2::new(0.0, MARGIN));
    let scale = most.max(LEAST);
    let at = |point: &SlidingPoint| {
        let share = (point.off / scale).clamp(0.0, 1.0);
        Pos2::new(axis.x(point.time), inner.bottom() - share * inner.height())
    };
    let shown = painter.with_clip_rect(curve.intersect(painter.clip_rect()));
    for range in &lane.ranges {
        let line: Vec<Pos2> = range.iter().map(at).collect();
        shown.add(Shape::mesh(filled(&line, inner.bottom())));
        shown.add(Shape::line(line, Stroke::new(1.0, visuals.text_color())));
    }
}

/// A painter that stays in a lane, and in what the scrolled area shows of it.
fn clipped(ui: &Ui, place: Rect) -> Painter {
    ui.painter().with_clip_rect(place.intersect(ui.clip_rect()))
}

/// Text over a lane, on a ground that lets the curve through.
fn plate(ui: &Ui, place: Rect, (at, anchor): (Pos2, Align2), text: &str) {
    let (painter, visuals) = (clipped(ui, place), ui.visuals());
    let font = FontId::proportional(TEXT);
    let galley = painter.layout_no_wrap(text.to_owned(), font, visuals.text_color());
    let rect = anchor.anchor_size(at, galley.size());
    let ground = visuals.panel_fill.gamma_multiply(0.8);
    painter.rect_filled(rect.expand2(Vec2::new(3.0, 0.0)), 3.0, ground);
    painter.galley(rect.min, galley, visuals.text_color());
}

/// What is between a line and the base below it.
fn filled(line: &[Pos2], base: f32) -> Mesh {
    let mut mesh = Mesh::default();
    for (point, place) in line.iter().zip(0_u32..) {
        mesh.colored_vertex(*point, COLOR.gamma_multiply(0.7));
        mesh.colored_vertex(Pos2::new(point.x, base), COLOR.gamma_multiply(0.35));
        if place > 0 {
            let first = 2 * place - 2;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 2, first + 1, first + 3);
        }
    }
    mesh
}
