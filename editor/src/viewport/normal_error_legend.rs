//! The legend of the angle between usual and exact normals over a pane's picture.

use eframe::egui::{Align2, Pos2, Rect};
use scene::names::decimal;
use scene::normal_error::FULL_NORMAL_ERROR;
use session::features::viewport::pose_heat::PoseHeat;

use super::weights_legend::{LegendCanvas, faint, gradient_bar, is_small, key, plate, strip, text};

/// Height of a line, in points.
const ROW: f32 = 18.0;

/// Draws the legend, with the largest and the mean angle; returns where it is.
pub(super) fn normal_error_legend(ground: LegendCanvas<'_>) -> Option<Rect> {
    let LegendCanvas {
        seen, view, pane, ..
    } = ground;
    let end = format!("{:.0}°", FULL_NORMAL_ERROR.to_degrees());
    let ends = ["0°", &end];
    if is_small(seen) {
        return strip(ground, "normal error", ends);
    }
    let (painter, inner) = plate(ground, 5);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    text(
        &painter,
        left(0.0),
        Align2::LEFT_CENTER,
        "usual to exact normal",
    );
    let degrees = |angle: f32| format!("{}°", decimal(angle.to_degrees(), 1));
    if let Some(PoseHeat::NormalError(found)) = view.heats.of_pane(pane) {
        let facts = format!(
            "at most {}, mean {}",
            degrees(found.most),
            degrees(found.mean)
        );
        faint(&painter, left(1.0), &facts);
    }
    let ramp = view.session.settings.weights.ramp.ramp();
    gradient_bar(&painter, inner, 2.0, ramp, ends);
    key(&painter, left(4.0), "no joints", ramp.marks().unbound);
    Some(painter.clip_rect())
}
