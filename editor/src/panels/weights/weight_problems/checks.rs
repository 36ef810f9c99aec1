//! The choice of checks, and of how the two sides are compared.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{DragValue, PopupCloseBehavior, Ui};
use session::commands::actions::{Action, ProblemAction};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::{Check, CheckSettings, LIMITS, MirrorAxis, SettingChange};

use crate::panels::widgets::{tooltip_of, with_tooltip};

/// The button that opens the choices.
pub(super) fn checks_menu(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::new("Checks")
        .config(config)
        .ui(ui, |ui| choices(ui, view, sink));
    response.on_hover_text("What is looked for");
}

fn choices(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.set_min_width(220.0);
    let now = &view.session.settings.checks;
    for check in Check::ALL {
        let action = Action::Problems(ProblemAction::ToggleCheck(check));
        let mut is_on = now.looks_for(check);
        let response = ui.checkbox(&mut is_on, check.name());
        if with_tooltip(response, &tooltip_of(action, view)).changed() {
            sink.run(action);
        }
    }
    ui.separator();
    ui.horizontal(|ui| {
        let mut limit = now.limit;
        let field = DragValue::new(&mut limit).range(LIMITS).speed(0.05);
        let response = ui.add(field).accessible_name("Limit of problems");
        let about = "More joints at a vertex than this are a problem, and fixing leaves no more";
        if response.on_hover_text(about).changed() {
            send_checks(
                sink,
                CheckSettings {
                    limit,
                    ..now.clone()
                },
            );
        }
        ui.label("joints per vertex");
    });
    ui.separator();
    ui.weak("Symmetric in");
    for axis in MirrorAxis::ALL {
        if ui.radio(now.axis == axis, axis.name()).clicked() {
            send_checks(
                sink,
                CheckSettings {
                    axis,
                    ..now.clone()
                },
            );
        }
    }
    ui.separator();
    ui.weak("Where the sides differ, fixing takes");
    for (right_to_left, name) in [(false, "Left to right"), (true, "Right to left")] {
        if ui.radio(now.right_to_left == right_to_left, name).clicked() {
            send_checks(
                sink,
                CheckSettings {
                    right_to_left,
                    ..now.clone()
                },
            );
        }
    }
}

fn send_checks(sink: &mut Sink, checks: CheckSettings) {
    sink.send(Intent::Set(SettingChange::Checks(checks)));
}
