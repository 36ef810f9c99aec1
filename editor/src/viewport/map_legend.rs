//! The legend of a map, or of a layer's mask, over a pane's picture.

use eframe::egui::{Align2, Pos2, Rect};
use rig::MapKind;
use scene::vertex_maps::has_map;
use session::document::layers::WeightLayer;

use super::weights_legend::{
    LegendCanvas, faint, gradient_bar, is_small, key, plate, strip, text, ticks,
};

/// Height of a line, in points.
const ROW: f32 = 18.0;

/// Draws the legend; returns where it is.
pub(super) fn map_legend(ground: LegendCanvas<'_>) -> Option<Rect> {
    let LegendCanvas { seen, view, .. } = ground;
    if is_small(seen) {
        return strip(ground, view.session.painted_numbers(), ["0", "1"]);
    }
    let (painter, inner) = plate(ground, 6);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    let is_mask = view.session.paints_mask();
    let layer = view.document.layers.active_layer();
    let kind = view.session.painted_map();
    let (ends, has_numbers) = if is_mask {
        let has_mask = layer.is_some_and(WeightLayer::has_mask);
        (["Hidden", "Shown"], has_mask)
    } else {
        let ends = match kind {
            MapKind::Blend => ["Linear", "Dual quaternion"],
            MapKind::Bulge => ["Stands out", "Drawn back"],
        };
        (ends, has_map(&view.document.character, kind))
    };
    let title = view.session.painted_numbers();
    text(&painter, left(0.0), Align2::LEFT_CENTER, title);
    let state = match (has_numbers, is_mask, kind) {
        (true, true, _) => layer.map_or("", |layer| layer.name.as_str()),
        (true, false, _) => "not used by linear blending",
        (false, false, MapKind::Bulge) => "none: 0 everywhere",
        (false, ..) => "none: 1 everywhere",
    };
    faint(&painter, left(1.0), state);
    let look = view.session.settings.weights;
    let bar = gradient_bar(&painter, inner, 2.0, look.ramp.ramp(), ends);
    ticks(&painter, bar, look.isolines);
    let marks = look.ramp.ramp().marks();
    let beside = Pos2::new(inner.center().x, row(4.0));
    key(&painter, left(4.0), "exactly 0", marks.zero);
    key(&painter, beside, "exactly 1", marks.one);
    key(&painter, left(5.0), "not skinned", marks.unbound);
    Some(painter.clip_rect())
}
