//! The mask of selected vertices, in the bar of modes and tools.

use eframe::egui::{Label, RichText, Ui};
use session::commands::actions::{Action, WeightAction};
use session::commands::command::Sink;
use session::features::view::View;
use session::mode::Mode;
use session::state::problems::problem_list::pluralize;

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{small_icon_button, tooltip_of};
use crate::theme::accent;

/// Width that the mask takes from the bar of modes and tools; 0 without a mask.
#[must_use]
pub fn width(view: &View<'_>) -> f32 {
    if mask_size(view).is_some() {
        180.0
    } else {
        0.0
    }
}

/// Says, in the bar of modes and tools, that selected vertices are a mask; there it covers no figure.
pub fn mask(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(n_vertices) = mask_size(view) else {
        return;
    };
    let accent = accent(ui.visuals());
    let action = Action::Weights(WeightAction::SelectNoVertices);
    let clear = small_icon_button(ui, Icon::Close, true)
        .on_hover_text(tooltip_of(action, view))
        .accessible_name("Clear mask");
    if clear.clicked() {
        sink.run(action);
    }
    let text = format!("Mask: {}", pluralize(n_vertices, "vertex", "vertices"));
    ui.add(Label::new(RichText::new(text).color(accent).strong()).truncate())
        .on_hover_text("Brushes and operations on weights change these vertices alone");
}

/// Number of the vertices that alone change; none if brushes and operations on weights change all.
fn mask_size(view: &View<'_>) -> Option<usize> {
    let n_vertices = view.session.character.weights.vertices.all().len();
    (n_vertices > 0 && view.session.mode == Mode::Weights).then_some(n_vertices)
}
