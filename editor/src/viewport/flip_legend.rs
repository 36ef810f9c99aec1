//! The legend of vertices near a flip over a pane's picture.

use eframe::egui::{Align2, Pos2, Rect};
use scene::names::{count, decimal};
use scene::valid_signs::{FlipMap, NEAR};
use session::features::viewport::pose_heat::PoseHeat;

use super::weights_legend::{LegendCanvas, faint, gradient_bar, is_small, key, plate, strip, text};

/// Height of a line, in points.
const ROW: f32 = 18.0;

/// Draws the legend, with how many vertices there are; returns where it is.
pub(super) fn flip_legend(ground: LegendCanvas<'_>) -> Option<Rect> {
    let LegendCanvas {
        seen, view, pane, ..
    } = ground;
    let start = format!("{NEAR}°");
    let ends = [start.as_str(), "0°"];
    if is_small(seen) {
        return strip(ground, "degrees to a flip", ends);
    }
    let (painter, inner) = plate(ground, 7);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    text(
        &painter,
        left(0.0),
        Align2::LEFT_CENTER,
        "degrees to a flip",
    );
    if let Some(PoseHeat::NearFlip(FlipMap { count: found, .. })) = view.heats.of_pane(pane) {
        let near = format!("{} within {NEAR}°", count(found.near));
        let beyond = format!(
            "{} beyond, at most {}°",
            count(found.invalid),
            decimal(found.furthest, 0)
        );
        faint(&painter, left(1.0), &near);
        faint(&painter, left(2.0), &beyond);
    }
    let ramp = view.session.settings.weights.ramp.ramp();
    gradient_bar(&painter, inner, 3.0, ramp, ends);
    let marks = ramp.marks();
    let beside = Pos2::new(inner.center().x, row(5.0));
    key(&painter, left(5.0), "further", marks.zero);
    key(&painter, beside, "beyond", marks.one);
    key(&painter, left(6.0), "nothing to flip", marks.unbound);
    Some(painter.clip_rect())
}
