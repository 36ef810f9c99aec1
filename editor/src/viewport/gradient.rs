//! Drawing of the weight gradient over the pictures.

use eframe::egui::{Align2, Color32, Painter, Pos2, Shape, Stroke, Ui, Vec2};
use glam::Vec3;
use scene::names::decimal;
use session::features::view::View;
use session::settings::GradientKind;
use session::state::painting::brush_work::GradientDrag;

use super::plate::label;
use super::{Tile, glam};

/// Corners of a ring.
const CORNERS: u16 = 64;
/// Half the length of the marks across the ends of a line, in points.
const ACROSS: f32 = 9.0;
const FOREGROUND: Color32 = Color32::from_rgb(255, 214, 102);

/// Draws the gradient into every picture while it is dragged; before that, a small mark where it would begin.
pub(super) fn draw(ui: &Ui, tile: &Tile, view: &View<'_>) {
    let painter = ui.painter_at(tile.seen);
    let painting = &view.session.painting;
    if let Some(work) = &painting.stroke {
        if let Some(drag) = &work.drawn {
            draw_drag(&painter, tile, drag, view);
        }
        return;
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let is_here = painting
        .pointer
        .is_some_and(|sample| sample.pane == tile.pane);
    if let Some(at) = pointer.filter(|at| is_here && tile.seen.contains(*at)) {
        dot(&painter, at, 4.0, FOREGROUND);
    }
}

fn draw_drag(painter: &Painter, tile: &Tile, drag: &GradientDrag, view: &View<'_>) {
    let [from, to] = drag.ends;
    let (Some(start), Some(end)) = (pixel(from, tile, view), pixel(to, tile, view)) else {
        return;
    };
    let rim = Stroke::new(4.0, Color32::from_black_alpha(140));
    let foreground = Stroke::new(2.0, FOREGROUND);
    for stroke in [rim, foreground] {
        painter.line_segment([start, end], stroke);
        match drag.kind {
            GradientKind::Line => {
                let across = (end - start).normalized().rot90() * ACROSS;
                for at in [start, end] {
                    painter.line_segment([at - across, at + across], stroke);
                }
            }
            GradientKind::Radial => {
                if let Some(ring) = ring(drag, tile, view) {
                    painter.add(Shape::closed_line(ring, stroke));
                }
            }
        }
    }
    for (at, value) in [start, end].into_iter().zip(drag.values) {
        let gray = value.clamp(0.0, 1.0);
        let fill = Color32::from_gray(shade(gray));
        dot(painter, at, 5.0, fill);
        let away = if at == start {
            start - end
        } else {
            end - start
        };
        let away = away.normalized();
        let place = at + away * 14.0 + Vec2::new(0.0, 2.0);
        let anchor = if away.x < 0.0 {
            Align2::RIGHT_CENTER
        } else {
            Align2::LEFT_CENTER
        };
        label(painter, place, anchor, &decimal(value, 2));
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of 255; saturates"
)]
fn shade(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

fn dot(painter: &Painter, at: Pos2, radius: f32, fill: Color32) {
    painter.circle_filled(at, radius + 2.0, Color32::from_black_alpha(150));
    painter.circle(at, radius, fill, Stroke::new(1.5, FOREGROUND));
}

/// The rim of a radial gradient, as a circle that faces the camera.
fn ring(drag: &GradientDrag, tile: &Tile, view: &View<'_>) -> Option<Vec<Pos2>> {
    let [middle, rim] = drag.ends;
    let radius = middle.distance(rim);
    let away = (view.session.camera_of(tile.pane).eye() - middle).normalize_or(Vec3::Z);
    let (right, up) = away.any_orthonormal_pair();
    let corner = |number: u16| {
        let angle = std::f32::consts::TAU * f32::from(number) / f32::from(CORNERS);
        let (sin, cos) = angle.sin_cos();
        pixel(middle + (right * cos + up * sin) * radius, tile, view)
    };
    (0..CORNERS).map(corner).collect()
}

fn pixel(place: Vec3, tile: &Tile, view: &View<'_>) -> Option<Pos2> {
    let size = glam(tile.picture.size());
    let at = view.session.camera_of(tile.pane).pixel(place, size)?;
    Some(tile.picture.min + Vec2::new(at.x, at.y))
}
