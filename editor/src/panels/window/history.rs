//! The window of the history: every step by its name, the present one marked; a click goes there by undo or redo, the
//! right button compares with it.

use std::cmp::Ordering;

use eframe::egui::{Align2, Button, Context, Id, RichText, ScrollArea, Ui, Window};
use session::commands::actions::EditAction;
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::state::comparing::command::CompareIntent;

use crate::theme::ROW;

/// Draws the window, if it is open.
pub fn history(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::History);
    if !open {
        return;
    }
    Window::new("History")
        .open(&mut open)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .default_width(260.0)
        .default_height(320.0)
        .show(ctx, |ui| steps(ui, view, sink));
    if !open {
        sink.send(Intent::Toggle(Panel::History));
    }
}

/// Draws the steps, the oldest first; before them the state that they began with.
fn steps(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = view.history.len();
    let names: Vec<&str> = view.history.names().collect();
    let mut area = ScrollArea::vertical()
        .auto_shrink([false, true])
        .stick_to_bottom(true);
    // The present step is brought into sight whenever it is another one.
    let id = Id::unique("present step of the history");
    let before: Option<usize> = ui.data(|data| data.get_temp(id));
    if before != Some(now) {
        ui.data_mut(|data| data.insert_temp(id, now));
        let row = ROW + ui.spacing().item_spacing.y;
        let above = row * row_number(now) - 0.5 * ui.available_height();
        area = area.vertical_scroll_offset(above.max(0.0));
    }
    area.show_rows(ui, ROW, names.len() + 1, |ui, range| {
        for step in range {
            let name = step.checked_sub(1).and_then(|place| names.get(place));
            let name = name.copied().unwrap_or("Start");
            let (text, tip) = match step.cmp(&now) {
                Ordering::Less => (RichText::new(name), "Undoes all steps after this one"),
                Ordering::Equal => (RichText::new(name).strong(), "The present state"),
                Ordering::Greater => (RichText::new(name).weak(), "Redoes up to this step"),
            };
            let row = ui.selectable_label(step == now, text).on_hover_text(tip);
            let row = row.accessible_name(format!("Step {step}: {name}"));
            if row.clicked() {
                go(now, step, sink);
            }
            row.context_menu(|ui| compare(ui, (step, now), sink));
        }
    });
}

#[expect(clippy::cast_precision_loss, reason = "rows of a list")]
const fn row_number(step: usize) -> f32 {
    step as f32
}

/// The menu of a step.
fn compare(ui: &mut Ui, (step, now): (usize, usize), sink: &mut Sink) {
    let button = ui.add_enabled(step != now, Button::new("Compare with this"));
    let button = button
        .on_hover_text("Shows pane A in the other pane with the weights of this step")
        .on_disabled_hover_text("These are the current weights");
    if button.clicked() {
        sink.send(Intent::Compare(CompareIntent::WeightsOfStep(step)));
        ui.close();
    }
}

/// Undoes or redoes as often as there are steps between.
fn go(now: usize, step: usize, sink: &mut Sink) {
    for _ in step..now {
        sink.run(EditAction::Undo);
    }
    for _ in now..step {
        sink.run(EditAction::Redo);
    }
}
