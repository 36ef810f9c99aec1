//! The settings of a pane's corrective smooth, behind a button in its header.

use std::ops::RangeInclusive;

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{DragValue, Grid, PopupCloseBehavior, Response, Ui, Vec2};
use scene::corrective_smooth::{CorrectiveSmooth, ITERATIONS, PERCENT};
use scene::names::SMOOTH_TITLE;

use crate::panels::widgets::{frame_toggle, toggle_body};

/// Width of the button.
pub const WIDTH: f32 = 64.0;

/// Draws the button, whose menu has the settings, and gives those that were changed.
pub fn smooth_button(
    ui: &mut Ui,
    pane: &str,
    smooth: CorrectiveSmooth,
) -> Option<CorrectiveSmooth> {
    let button = toggle_body(ui, "Smooth", true).min_size(Vec2::new(WIDTH, 0.0));
    // Numbers are dragged and typed in it, one after another.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::from_button(button).config(config);
    let mut now = smooth;
    let (response, _) = menu.ui(ui, |ui| settings(ui, &mut now));
    frame_toggle(ui, &response, true);
    let tip = format!("{SMOOTH_TITLE}: {}", smooth.title());
    let response = response.on_hover_text(tip);
    response.accessible_name(format!("Pane {pane} smooth"));
    (now != smooth).then_some(now)
}

fn settings(ui: &mut Ui, smooth: &mut CorrectiveSmooth) {
    let CorrectiveSmooth {
        iterations,
        factor,
        amount,
        pins_border,
    } = smooth;
    Grid::new("smooth").num_columns(2).show(ui, |ui| {
        number(ui, "Iterations", ITERATIONS, iterations)
            .on_hover_text("How many times the surface is smoothed before its detail is put back");
        ui.end_row();
        percent(ui, "Factor", factor)
            .on_hover_text("How far vertices go to the mean of their neighbors each time");
        ui.end_row();
        percent(ui, "Amount", amount).on_hover_text("How much of the result counts");
        ui.end_row();
    });
    let mut smooths_border = !*pins_border;
    ui.checkbox(&mut smooths_border, "Borders too").on_hover_text(
        "Else vertices on a border stay where the method has them, and meshes that meet there stay together",
    );
    *pins_border = !smooths_border;
}

fn percent(ui: &mut Ui, name: &str, value: &mut u8) -> Response {
    let field = DragValue::new(value).range(PERCENT).suffix(" %");
    named_field(ui, name, field)
}

fn number(ui: &mut Ui, name: &str, range: RangeInclusive<u8>, value: &mut u8) -> Response {
    named_field(ui, name, DragValue::new(value).range(range))
}

fn named_field(ui: &mut Ui, name: &str, field: DragValue<'_>) -> Response {
    ui.label(name);
    ui.add(field.speed(0.2)).accessible_name(name)
}
