//! The amount by which selected keys are shaped, on a scale over them, while the pointer goes sideways.

use eframe::egui::{Context, Id, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Vec2};
use session::state::timeline::drag::DragKind;
use session::state::timeline::sheet::SheetDrag;

use super::sheet::Sheet;
use crate::panels::widgets::amount_scale::{AmountScale, ScaleColors};

/// Size of the plate.
const SIZE: Vec2 = Vec2::new(260.0, 48.0);

/// Draws the scale at the top of the keys, if keys are shaped.
pub(super) fn scale(ctx: &Context, sheet: &Sheet<'_>, keys: Rect, drag: &SheetDrag) {
    let DragKind::Shape(shape) = drag.work.kind() else {
        return;
    };
    let style = ctx.global_style();
    let visuals = &style.visuals;
    let width = SIZE.x.min(sheet.keys.span());
    let center = Pos2::new(sheet.keys.center(), keys.top() + 0.5 * SIZE.y + 4.0);
    let plate = Rect::from_center_size(center, Vec2::new(width, SIZE.y));
    let layer = LayerId::new(Order::Tooltip, Id::unique("amount of a shape of keys"));
    let painter = ctx.layer_painter(layer);
    let edge = Stroke::new(1.0, visuals.weak_text_color().gamma_multiply(0.5));
    painter.rect(plate, 5.0, visuals.window_fill, edge, StrokeKind::Inside);
    #[expect(clippy::cast_possible_truncation, reason = "a share")]
    let amount = drag.drag_result().amount as f32;
    let scale = AmountScale {
        plate,
        ends: [shape.least(), 1.0],
        start: 0.0,
        amount,
    };
    let colors = ScaleColors {
        text: visuals.text_color(),
        line: visuals.weak_text_color(),
        mark: edge.color,
    };
    scale.draw(&painter, colors, &[0.0], drag.readout());
}
