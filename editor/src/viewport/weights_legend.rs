//! Legends of weights and of the joints' colours over a pane's picture.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use glam::Vec3;
use scene::names::{count, joint_name, weight_text};
use scene::view::joint_colors::UNBOUND_RAMP;
use scene::view::weight_ramps::WeightRamp;
use session::commands::view::View;
use session::files::settings::Isolines;

use super::over::color;
use super::plate::{Plate, label};

const TEXT: f32 = 12.0;
const WIDTH: f32 = 168.0;
const ROW: f32 = 18.0;
const MARGIN: f32 = 10.0;
/// Steps of the gradient; enough that none is visible.
const STEPS: u8 = 64;

/// Draws the scale of the selected joint's weights, or that there is none to show; returns where the scale is.
pub(super) fn weights_legend(painter: &Painter, seen: Rect, view: &View<'_>) -> Option<Rect> {
    let Some(joint) = view.session.character.selection.active() else {
        let corner = seen.right_bottom() + Vec2::new(-MARGIN, -MARGIN);
        let hint = if view.document.character.rig.binds.is_empty() {
            "no mesh is bound to joints yet"
        } else {
            "select a joint to see its weights"
        };
        label(painter, corner, Align2::RIGHT_BOTTOM, hint);
        return None;
    };
    let (painter, inner) = plate(painter, seen, 6)?;
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    let title = if view.session.character.weights.isolated {
        format!("only weight of {name}")
    } else {
        format!("weight of {name}")
    };
    let facts = view.session.character.facts.joint(joint);
    text(&painter, left(0.0), Align2::LEFT_CENTER, &title);
    let noun = if facts.vertices == 1 {
        "vertex"
    } else {
        "vertices"
    };
    let most = weight_text(facts.largest_weight, 3);
    let moved = format!("{} {noun}, at most {most}", count(facts.vertices));
    faint(&painter, left(1.0), &moved);
    let look = view.session.settings.weights;
    let bar = Rect::from_center_size(
        Pos2::new(inner.center().x, row(2.0)),
        Vec2::new(inner.width(), 12.0),
    );
    gradient(&painter, bar, look.ramp.ramp());
    ticks(&painter, bar, look.isolines);
    for (x, anchor, number) in [
        (bar.left(), Align2::LEFT_CENTER, "0"),
        (bar.center().x, Align2::CENTER_CENTER, "0.5"),
        (bar.right(), Align2::RIGHT_CENTER, "1"),
    ] {
        text(&painter, Pos2::new(x, row(3.0)), anchor, number);
    }
    let marks = look.ramp.ramp().marks();
    let beside = Pos2::new(inner.center().x, row(4.0));
    key(&painter, left(4.0), "exactly 0", marks.zero);
    key(&painter, beside, "exactly 1", marks.one);
    key(&painter, left(5.0), "not skinned", marks.unbound);
    Some(painter.clip_rect())
}

/// Draws the legend of the joints' colours; returns where it is.
pub(super) fn joints_legend(painter: &Painter, seen: Rect, view: &View<'_>) -> Option<Rect> {
    let (painter, inner) = plate(painter, seen, 3)?;
    let left = |index: f32| Pos2::new(inner.left(), inner.top() + (index + 0.5) * ROW);
    let alone = view.session.character.selection.active();
    let title = match alone.filter(|_| view.session.character.weights.isolated) {
        Some(joint) => {
            let name = joint_name(&view.document.character.rig.skeleton, joint);
            format!("only where {name} moves,")
        }
        None => "joints in their colours,".to_owned(),
    };
    text(&painter, left(0.0), Align2::LEFT_CENTER, &title);
    text(&painter, left(1.0), Align2::LEFT_CENTER, "mixed by weight");
    let unbound = UNBOUND_RAMP.marks().unbound;
    key(&painter, left(2.0), "not skinned", unbound);
    Some(painter.clip_rect())
}

/// Width that the plate takes from the pane's summary; 0 where it is above the summary.
pub(super) fn width_beside(seen: Rect) -> f32 {
    if seen.width() < WIDTH + 220.0 {
        0.0
    } else {
        WIDTH + MARGIN
    }
}

/// Draws a plate for so many rows into the lower right corner, if there is space; returns a painter and the area for
/// them.
pub(super) fn plate(painter: &Painter, seen: Rect, rows: u8) -> Option<(Painter, Rect)> {
    let size = Vec2::new(WIDTH, f32::from(rows) * ROW + 12.0);
    if seen.width() < size.x + 2.0 * MARGIN || seen.height() < size.y + 150.0 {
        return None;
    }
    // Beside the pane's summary or, where there is no space, above it.
    let is_above = width_beside(seen) == 0.0;
    let above = if is_above { 30.0 } else { 0.0 };
    let corner = seen.right_bottom() - Vec2::new(MARGIN, MARGIN + above);
    let plate = Align2::RIGHT_BOTTOM.anchor_size(corner, size);
    Plate::of(painter).lay(painter, plate);
    let clipped = painter.with_clip_rect(plate.intersect(painter.clip_rect()));
    Some((clipped, plate.shrink2(Vec2::new(8.0, 6.0))))
}

/// Marks on the bar where isolines are drawn.
pub(super) fn ticks(painter: &Painter, bar: Rect, isolines: Isolines) {
    let Some(step) = isolines.step() else { return };
    let at = |number: u8| f32::from(number) * step;
    for weight in (1..u8::MAX).map(at).take_while(|weight| *weight < 0.999) {
        let x = bar.left() + weight * bar.width();
        let width = if (weight - 0.5).abs() < 1e-3 {
            2.0
        } else {
            1.0
        };
        painter.vline(
            x,
            bar.y_range(),
            Stroke::new(width, Color32::from_black_alpha(190)),
        );
    }
}

pub(super) fn gradient(painter: &Painter, bar: Rect, ramp: WeightRamp) {
    let step = bar.width() / f32::from(STEPS);
    for index in 0..STEPS {
        let left = bar.left() + f32::from(index) * step;
        let strip = Rect::from_x_y_ranges(left..=left + step + 0.5, bar.y_range());
        let along = (f32::from(index) + 0.5) / f32::from(STEPS);
        painter.rect_filled(strip.intersect(bar), 0.0, color(ramp.color(along)));
    }
    let edge = Stroke::new(1.0, Plate::of(painter).line);
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
}

pub(super) fn key(painter: &Painter, at: Pos2, meaning: &str, encoded: Vec3) {
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

pub(super) fn text(painter: &Painter, at: Pos2, anchor: Align2, words: &str) {
    let foreground = Plate::of(painter).foreground;
    painter.text(at, anchor, words, FontId::proportional(TEXT), foreground);
}

pub(super) fn faint(painter: &Painter, at: Pos2, words: &str) {
    let foreground = Plate::of(painter).faint;
    let font = FontId::proportional(TEXT);
    painter.text(at, Align2::LEFT_CENTER, words, font, foreground);
}
