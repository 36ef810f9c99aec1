//! The frame around the panes that says that posing sets keys.

use eframe::egui::{Align2, Context, FontId, Id, LayerId, Order, Rect, Stroke, StrokeKind, Vec2};
use session::features::view::View;

use crate::theme::recording;

/// Width of the frame in points.
const WIDTH: f32 = 3.0;

/// Whether the frame is drawn, with its words in the upper right corner of the panes.
pub(super) fn auto_key_is_shown(view: &View<'_>) -> bool {
    let session = view.session;
    let is_on = session.switches.auto_key && session.mode.poses();
    is_on && session.playback.moment.is_some() && !view.is_empty()
}

/// Draws the frame while auto-key is on and a clip is shown, in any mode that poses.
pub fn auto_key_frame(ctx: &Context, pictures: Rect, view: &View<'_>) {
    if !auto_key_is_shown(view) {
        return;
    }
    let layer = LayerId::new(Order::Middle, Id::unique("auto-key frame"));
    let painter = ctx.layer_painter(layer);
    let color = recording(&ctx.global_style().visuals);
    let stroke = Stroke::new(WIDTH, color);
    painter.rect_stroke(pictures, 0.0, stroke, StrokeKind::Inside);
    // At the bottom the panes say how they differ.
    let at = pictures.right_top() + Vec2::new(-10.0 - WIDTH, 6.0 + WIDTH);
    let font = FontId::proportional(12.0);
    painter.text(at, Align2::RIGHT_TOP, "Auto-key", font, color);
}
