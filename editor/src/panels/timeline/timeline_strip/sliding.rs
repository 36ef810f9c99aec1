//! Lanes of sliding: how far pinned joints are from their pins, and feet from where they stand, in millimeters.

use eframe::egui::{Id, Mesh, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::skin_over_time::sliding::{SlidingFrom, SlidingLane, SlidingPoint};

use super::values::fill;
use super::{CATCH, TimeAxis, clipped, over_curve};
use crate::theme::PIN;

/// What is off by less is drawn flat: a millimeter.
const LEAST: f32 = 1e-3;
/// Space between a lane's edge and its curve.
const MARGIN: f32 = 2.0;

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
    let unit = view.session.character.sheet.unit();
    let worst = lane.worst().unwrap_or(SlidingPoint {
        time: 0.0,
        off: 0.0,
    });
    let left = axis.left.max(place.left());
    let id = Id::unique(("sliding", lane.joint, lane.from));
    let response = ui.interact(place.with_min_x(left), id, Sense::CLICK);
    let words = format!(
        "Sliding of {name}: {} at {}",
        units.length(worst.off),
        unit.moment(worst.time)
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    draw_curve(ui, (place, axis), lane, worst.off);
    let texts = [format!("{name} sliding"), units.length(worst.off)];
    over_curve(ui, (place, axis), texts, view);
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
            "At {}: {name} is {off} from {}\nClick: this time",
            unit.moment(found.time),
            match lane.from {
                SlidingFrom::Pin => "its pin",
                SlidingFrom::Stand => "the mean of its places while it stands",
            }
        ));
    } else {
        response.on_hover_text_at_pointer(match lane.from {
            SlidingFrom::Pin => format!("{name} is not pinned here"),
            SlidingFrom::Stand => format!("{name} does not stand here"),
        });
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
    let color = match lane.from {
        SlidingFrom::Pin => PIN.gamma_multiply(0.5),
        SlidingFrom::Stand => visuals.weak_text_color().gamma_multiply(0.5),
    };
    for range in &lane.ranges {
        let line: Vec<Pos2> = range.iter().map(at).collect();
        let mut mesh = Mesh::default();
        for (from, to) in line.iter().zip(line.iter().skip(1)) {
            fill(&mut mesh, [(*from, color), (*to, color)], inner.bottom());
        }
        shown.add(Shape::mesh(mesh));
        shown.add(Shape::line(line, Stroke::new(1.0, visuals.text_color())));
    }
}
