//! Whether something covers the pictures at the pointer.

use eframe::egui::{Order, Popup, Pos2, Ui};
use session::features::view::View;

/// Whether a window, a message or a bar covers that place, or a menu or a dialog is open anywhere: the pointer is then
/// not over the surface.
pub(super) fn is_covered(ui: &Ui, at: Pos2, view: &View<'_>) -> bool {
    let ctx = ui.ctx();
    let is_under = |at| {
        let above = ctx.layer_id_at(at);
        above.is_some_and(|layer| layer.order != Order::Background)
    };
    // A dialog that opens in this frame is drawn later, but the session has it already.
    view.session.takes_keys()
        || Popup::is_any_open(ctx)
        || ctx.memory(|memory| memory.top_modal_layer().is_some())
        || is_under(at)
}
