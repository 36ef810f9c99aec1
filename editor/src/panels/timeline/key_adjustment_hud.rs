//! The amount by which selected keys are shaped, on a scale over them, while the pointer goes sideways.

use eframe::egui::{
    Align2, Context, FontId, Id, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Vec2,
};
use session::state::timeline::drag::DragKind;
use session::state::timeline::sheet::SheetDrag;

use super::sheet::Sheet;
use crate::theme::accent;

/// Size of the plate, and from its edges to the ends of the scale.
const SIZE: Vec2 = Vec2::new(260.0, 46.0);
const MARGIN: f32 = 18.0;

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
    let title = Pos2::new(plate.center().x, plate.top() + 4.0);
    let font = FontId::proportional(13.0);
    let color = visuals.text_color();
    painter.text(title, Align2::CENTER_TOP, drag.readout(), font, color);
    let least = shape.least();
    let x = |amount: f32| {
        let share = ((amount - least) / (1.0 - least)).clamp(0.0, 1.0);
        plate.left() + MARGIN + share * (plate.width() - 2.0 * MARGIN)
    };
    let y = plate.bottom() - 13.0;
    painter.hline(
        x(least)..=x(1.0),
        y,
        Stroke::new(2.0, visuals.weak_text_color()),
    );
    #[expect(clippy::cast_possible_truncation, reason = "a share")]
    let amount = drag.drag_result().amount as f32;
    let [zero, now] = [x(0.0), x(amount)];
    let lit = accent(visuals);
    painter.hline(zero.min(now)..=zero.max(now), y, Stroke::new(3.0, lit));
    painter.vline(zero, (y - 5.0)..=(y + 5.0), edge);
    painter.circle_filled(Pos2::new(now, y), 5.5, lit);
}
