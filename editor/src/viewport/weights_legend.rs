//! The scale of weights, over a pane's picture.

use eframe::egui::{Align2, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use glam::Vec3;

use super::over::color;
use super::plate::{Plate, label};
use crate::names::joint_name;
use crate::render::{WEIGHT_ONE, WEIGHT_UNBOUND, WEIGHT_ZERO, sequential_ramp};
use crate::view::View;

const TEXT: f32 = 12.0;
const WIDTH: f32 = 168.0;
const ROW: f32 = 18.0;
const MARGIN: f32 = 10.0;
/// Steps of the gradient; enough that none is seen.
const STEPS: u8 = 64;

/// Writes the scale of the selected joint's weights, or that there is none to show.
pub(super) fn weights_legend(painter: &Painter, seen: Rect, view: &View<'_>) {
    let corner = seen.right_bottom() + Vec2::new(-MARGIN, -MARGIN);
    let Some(joint) = view.session.selection.active() else {
        let hint = "select a joint to see its weights";
        label(painter, corner, Align2::RIGHT_BOTTOM, hint);
        return;
    };
    let size = Vec2::new(WIDTH, 5.0 * ROW + 12.0);
    if seen.width() < size.x + 2.0 * MARGIN || seen.height() < size.y + 150.0 {
        return;
    }
    // Beside what is said of the pane or, where there is no room, above it.
    let is_narrow = seen.width() < size.x + 220.0;
    let corner = if is_narrow {
        corner - Vec2::new(0.0, 30.0)
    } else {
        corner
    };
    let plate = Align2::RIGHT_BOTTOM.anchor_size(corner, size);
    Plate::of(painter).lay(painter, plate);
    let inner = plate.shrink2(Vec2::new(8.0, 6.0));
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    let painter = &painter.with_clip_rect(plate.intersect(painter.clip_rect()));
    text(
        painter,
        Pos2::new(inner.left(), row(0.0)),
        Align2::LEFT_CENTER,
        &format!("weight of {name}"),
    );
    let bar = Rect::from_center_size(
        Pos2::new(inner.center().x, row(1.0)),
        Vec2::new(inner.width(), 12.0),
    );
    gradient(painter, bar);
    for (x, anchor, number) in [
        (bar.left(), Align2::LEFT_CENTER, "0"),
        (bar.center().x, Align2::CENTER_CENTER, "0.5"),
        (bar.right(), Align2::RIGHT_CENTER, "1"),
    ] {
        text(painter, Pos2::new(x, row(2.0)), anchor, number);
    }
    key(
        painter,
        Pos2::new(inner.left(), row(3.0)),
        "exactly 0",
        WEIGHT_ZERO,
    );
    key(
        painter,
        Pos2::new(inner.center().x, row(3.0)),
        "exactly 1",
        WEIGHT_ONE,
    );
    key(
        painter,
        Pos2::new(inner.left(), row(4.0)),
        "moved by no joint",
        WEIGHT_UNBOUND,
    );
}

fn gradient(painter: &Painter, bar: Rect) {
    let step = bar.width() / f32::from(STEPS);
    for index in 0..STEPS {
        let left = bar.left() + f32::from(index) * step;
        let strip = Rect::from_x_y_ranges(left..=left + step + 0.5, bar.y_range());
        let along = (f32::from(index) + 0.5) / f32::from(STEPS);
        painter.rect_filled(strip.intersect(bar), 0.0, color(sequential_ramp(along)));
    }
    let edge = Stroke::new(1.0, Plate::of(painter).line);
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
}

fn key(painter: &Painter, at: Pos2, meaning: &str, encoded: Vec3) {
    let swatch = Rect::from_center_size(at + Vec2::new(5.5, 0.0), Vec2::splat(11.0));
    painter.rect_filled(swatch, 2.0, color(encoded));
    let edge = Stroke::new(1.0, Plate::of(painter).line);
    painter.rect_stroke(swatch, 2.0, edge, StrokeKind::Outside);
    text(
        painter,
        at + Vec2::new(17.0, 0.0),
        Align2::LEFT_CENTER,
        meaning,
    );
}

fn text(painter: &Painter, at: Pos2, anchor: Align2, words: &str) {
    let ink = Plate::of(painter).ink;
    painter.text(at, anchor, words, FontId::proportional(TEXT), ink);
}
