//! The legend of the blend map, or of a layer's mask, over a pane's picture.

use eframe::egui::{Align2, Pos2, Rect, Vec2};
use scene::blend_map::has_blend_map;
use session::document::layers::WeightLayer;

use super::weights_legend::{Ground, faint, gradient, is_small, key, plate, strip, text, ticks};

const ROW: f32 = 18.0;

/// Draws the legend; returns where it is.
pub(super) fn blend_legend(ground: Ground<'_>) -> Option<Rect> {
    let Ground { seen, view, .. } = ground;
    if is_small(seen) {
        let is_mask = view.session.paints_mask();
        return strip(ground, if is_mask { "layer mask" } else { "blend map" });
    }
    let (painter, inner) = plate(ground, 6);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    let is_mask = view.session.paints_mask();
    let layer = view.document.layers.active_layer();
    let (title, ends, has_numbers) = if is_mask {
        let has_mask = layer.is_some_and(WeightLayer::has_mask);
        ("layer mask", ["Hidden", "Shown"], has_mask)
    } else {
        let has_map = has_blend_map(&view.document.character);
        ("blend map", ["Linear", "Dual quaternion"], has_map)
    };
    text(&painter, left(0.0), Align2::LEFT_CENTER, title);
    let state = match (has_numbers, is_mask) {
        (true, true) => layer.map_or("", |layer| layer.name.as_str()),
        (true, false) => "used by affine blending",
        (false, _) => "none: 1 everywhere",
    };
    faint(&painter, left(1.0), state);
    let look = view.session.settings.weights;
    let (middle, size) = (
        Pos2::new(inner.center().x, row(2.0)),
        Vec2::new(inner.width(), 12.0),
    );
    let bar = Rect::from_center_size(middle, size);
    gradient(&painter, bar, look.ramp.ramp());
    ticks(&painter, bar, look.isolines);
    for (x, anchor, words) in [
        (bar.left(), Align2::LEFT_CENTER, ends[0]),
        (bar.right(), Align2::RIGHT_CENTER, ends[1]),
    ] {
        text(&painter, Pos2::new(x, row(3.0)), anchor, words);
    }
    let marks = look.ramp.ramp().marks();
    let beside = Pos2::new(inner.center().x, row(4.0));
    key(&painter, left(4.0), "exactly 0", marks.zero);
    key(&painter, beside, "exactly 1", marks.one);
    key(&painter, left(5.0), "not skinned", marks.unbound);
    Some(painter.clip_rect())
}
