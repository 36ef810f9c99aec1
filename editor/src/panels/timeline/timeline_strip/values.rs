//! The curve of a lane of skin over time.

use eframe::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use session::features::view::View;
use session::shown::rounding;
use session::state::skin_over_time::strip::{Lane, Measure, Strip};

use super::TimeAxis;

/// Volumes are drawn on a scale of at least this much more or less.
const LEAST_CHANGE: f32 = 0.02;
/// Space between a lane's edge and its curve.
const MARGIN: f32 = 2.0;

/// The curve of a lane, filled towards what a skin without fault would be.
pub(super) fn draw_values(
    painter: &Painter,
    (curve, axis): (Rect, TimeAxis),
    strip: &Strip,
    lane: Lane,
    view: &View<'_>,
) {
    let is_alone = view.session.character.sheet.scaled_alone.contains(&lane);
    let largest = if is_alone {
        strip.largest_in(lane)
    } else {
        strip.largest(lane.measure)
    };
    let (zero, scale) = match lane.measure {
        Measure::Volume => (1.0, largest.max(LEAST_CHANGE)),
        Measure::Deviation => (0.0, largest.max(rounding(&view.shown.rest_bounds))),
    };
    let inner = curve.shrink2(Vec2::new(0.0, MARGIN));
    // Volumes go both ways from the middle; distances are never negative and rise from the bottom.
    let y = |value: f32| {
        let share = ((value - zero) / scale).clamp(-1.0, 1.0);
        match lane.measure {
            Measure::Volume => inner.center().y - 0.5 * share * inner.height(),
            Measure::Deviation => inner.bottom() - share * inner.height(),
        }
    };
    let base = y(zero);
    let colors = view.session.settings.difference.colors();
    let encoded = |value: f32| {
        let [r, g, b] = (255.0 * colors.color(value)).to_array().map(byte);
        Color32::from_rgb(r, g, b)
    };
    let color_of = |value: f32| match lane.measure {
        Measure::Volume if value < zero => encoded(-0.7),
        Measure::Volume | Measure::Deviation => encoded(0.7),
    };
    let mut mesh = Mesh::default();
    let mut line: Vec<Pos2> = Vec::new();
    let mut before: Option<(Pos2, Color32)> = None;
    for (time, value) in strip.values(lane).filter(|(_, value)| value.is_finite()) {
        let (at, color) = (Pos2::new(axis.x(time), y(value)), color_of(value));
        if let Some((from, from_color)) = before {
            fill(&mut mesh, [(from, from_color), (at, color)], base);
        }
        line.push(at);
        before = Some((at, color));
    }
    let ink = painter.ctx().global_style().visuals.text_color();
    painter.hline(
        curve.x_range(),
        base,
        Stroke::new(1.0, ink.gamma_multiply(0.3)),
    );
    painter.add(Shape::mesh(mesh));
    match line[..] {
        [alone] => {
            painter.circle_filled(alone, 1.5, ink);
        }
        _ => {
            painter.add(Shape::line(line, Stroke::new(1.0, ink)));
        }
    }
}

/// A quad between two points of the curve and the base.
pub(super) fn fill(mesh: &mut Mesh, ends: [(Pos2, Color32); 2], base: f32) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
    for (at, color) in ends {
        mesh.colored_vertex(at, color);
        mesh.colored_vertex(Pos2::new(at.x, base), color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first + 2, first + 1, first + 3);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a channel of a color, 0 to 255; casts saturate"
)]
const fn byte(value: f32) -> u8 {
    value as u8
}
