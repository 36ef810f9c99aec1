//! Windows of tools that stand in the upper right corner at first.

use eframe::egui::{Align2, Context, Ui, Vec2, Window};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;

/// Where they stand at first, from the right upper corner of the program's window.
const CORNER: Vec2 = Vec2::new(-24.0, 96.0);

/// Draws the window of a panel if that is open, and closes it by its cross.
///
/// It is as large as its content. What fills a row, as a line between rows does, needs a width that the content sets.
pub fn corner_window(
    ctx: &Context,
    panel: Panel,
    title: &str,
    view: &View<'_>,
    sink: &mut Sink,
    content: impl FnOnce(&mut Ui, &View<'_>, &mut Sink),
) {
    let mut open = view.session.is_open(panel);
    if !open {
        return;
    }
    Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .auto_sized()
        .pivot(Align2::RIGHT_TOP)
        .default_pos(ctx.content_rect().right_top() + CORNER)
        .show(ctx, |ui| content(ui, view, sink));
    if !open {
        sink.send(Intent::Toggle(panel));
    }
}
