//! Corrective shapes: their list, what drives the chosen one, its brushes, and what it changes in test poses.

use eframe::egui::{Button, ComboBox, DragValue, Grid, Key, TextEdit, Ui, Vec2};
use rig::{PoseInterpolator, PoseKernel};
use scene::names::{decimal, joint_name, morph_name};
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, CorrectiveAction};
use session::commands::command::{Intent, Sink};
use session::document::correctives::{Corrective, CorrectiveDriver, correctives as all_of};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::comparing::PANES;
use session::state::comparing::command::CompareIntent;
use session::state::correctives::command::CorrectiveIntent;
use session::state::painting::sculpt::SculptTool;

use crate::panels::widgets::{tooltip, with_tooltip};

/// Most correctives that are listed.
const MOST: usize = 64;
/// Most test poses that are listed.
const MOST_POSES: usize = 8;
/// Width of the field for a name.
const NAME: f32 = 140.0;

/// Draws the section, folded where there is none.
pub(super) fn correctives(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let all = all_of(view.document);
    let chosen = view.session.character.correctives.chosen(view.document);
    let id = if all.is_empty() {
        "no correctives"
    } else {
        "correctives"
    };
    let title = "Corrective shapes";
    let _header = super::part_of_id(ui, title, id, !all.is_empty(), |ui| {
        for own in all.iter().take(MOST) {
            row(ui, own, chosen == Some(*own), view, sink);
        }
        if all.len() > MOST {
            ui.weak(format!("… and {} more", all.len() - MOST));
        }
        if let Some(chosen) = chosen {
            ui.add_space(4.0);
            details(ui, &chosen, view, sink);
            strength(ui, view, sink);
        }
        ui.horizontal_wrapped(|ui| {
            button(
                ui,
                CorrectiveAction::NewCorrective,
                "New from pose",
                view,
                sink,
            );
            if chosen.is_some() {
                button(
                    ui,
                    CorrectiveAction::MirrorCorrective,
                    "Copy to other side",
                    view,
                    sink,
                );
                button(ui, CorrectiveAction::RemoveCorrective, "Remove", view, sink);
            }
        });
    });
}

/// How much of all correctives the active pane shows.
fn strength(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let comparing = &view.session.comparing;
    let pane = comparing.active;
    let (Some(&shows), Some(name)) = (comparing.panes.get(pane), PANES.get(pane)) else {
        return;
    };
    let mut shown = 100 - shows.left_out.min(100);
    ui.horizontal(|ui| {
        ui.label(format!("All in pane {name}"));
        let field = DragValue::new(&mut shown).range(0..=100).suffix(" %");
        let field = ui.add(field.speed(0.5)).on_hover_text(
            "How much of the shapes that follow poses this pane shows, on the processor. Projects and exports have all of them",
        );
        field.accessible_name("Strength of correctives");
    });
    let left_out = 100 - shown;
    if left_out != shows.left_out.min(100) {
        let shows = PaneShows { left_out, ..shows };
        sink.send(Intent::Compare(CompareIntent::SetPane(pane, shows)));
    }
}

/// A corrective with how much of it is there now.
fn row(ui: &mut Ui, own: &Corrective, is_chosen: bool, view: &View<'_>, sink: &mut Sink) {
    let name = morph_name(&view.document.character, own.weight);
    let share = view.shown.pose.morph_weights.get(own.weight).copied();
    let text = format!("{name}  {} %", decimal(100.0 * share.unwrap_or(0.0), 0));
    let label = ui.selectable_label(is_chosen, text);
    let label = label.on_hover_text(
        "A click chooses it for sculpting; the number is how much of it is there in this pose",
    );
    if label
        .accessible_name(format!("Corrective {name}"))
        .clicked()
    {
        sink.send(Intent::Corrective(CorrectiveIntent::Choose(own.weight)));
    }
}

fn details(ui: &mut Ui, own: &Corrective, view: &View<'_>, sink: &mut Sink) {
    let grid = Grid::new("corrective").num_columns(2);
    grid.spacing(Vec2::new(6.0, 4.0)).show(ui, |ui| {
        ui.label("Name");
        name_field(ui, own, view, sink);
        ui.end_row();
        ui.label("Follows");
        driver(ui, own, view, sink);
        ui.end_row();
    });
    ui.weak(joints_of(own, view));
    ui.horizontal_wrapped(|ui| {
        button(
            ui,
            CorrectiveAction::GoToCorrective,
            "Go to pose",
            view,
            sink,
        );
        for tool in SculptTool::ALL {
            button(ui, CorrectiveAction::Sculpt(tool), tool.name(), view, sink);
        }
    });
    losses(ui, view);
}

fn name_field(ui: &mut Ui, own: &Corrective, view: &View<'_>, sink: &mut Sink) {
    let typed = view.session.character.correctives.name.clone();
    let shown = || morph_name(&view.document.character, own.weight);
    let mut text = typed.clone().unwrap_or_else(shown);
    let field = ui.add(TextEdit::singleline(&mut text).desired_width(NAME));
    let field = field.accessible_name("Name of corrective");
    if field.changed() {
        let typed = CorrectiveIntent::Type(Some(text.clone()));
        sink.send(Intent::Corrective(typed));
    }
    let is_canceled = ui.input(|input| input.key_pressed(Key::Escape));
    if field.lost_focus() && is_canceled {
        sink.send(Intent::Corrective(CorrectiveIntent::Type(None)));
    } else if field.lost_focus() && (typed.is_some() || field.changed()) {
        sink.send(Intent::Corrective(CorrectiveIntent::Rename(
            own.weight, text,
        )));
    }
}

const SMOOTH: &str = "Pose, smooth";
const STRAIGHT: &str = "Pose, straight";
const ANGLE: &str = "Angle";

fn driver(ui: &mut Ui, own: &Corrective, view: &View<'_>, sink: &mut Sink) {
    let interpolators = view.document.driven.interpolators();
    let now = match own.driver {
        CorrectiveDriver::Angle { .. } => None,
        CorrectiveDriver::Pose { interpolator, .. } => {
            let own = interpolators.get(interpolator);
            Some(own.map_or_else(PoseKernel::default, PoseInterpolator::kernel))
        }
    };
    let title = |kernel: Option<PoseKernel>| match kernel {
        None => ANGLE,
        Some(PoseKernel::Gaussian) => SMOOTH,
        Some(PoseKernel::Linear) => STRAIGHT,
    };
    let choices = [Some(PoseKernel::Gaussian), Some(PoseKernel::Linear), None];
    let list = ComboBox::from_id_salt("corrective driver").selected_text(title(now));
    let list = list.show_ui(ui, |ui| {
        for choice in choices {
            if ui.selectable_label(choice == now, title(choice)).clicked() && choice != now {
                sink.send(Intent::Corrective(match choice {
                    Some(kernel) => CorrectiveIntent::FollowPose(own.weight, kernel),
                    None => CorrectiveIntent::FollowAngle(own.weight),
                }));
            }
        }
    });
    let tip =
        "By the pose of its joints, smoothly or straight, or by the one angle that is turned most";
    list.response
        .on_hover_text(tip)
        .accessible_name("What the corrective follows");
}

/// The joints whose pose or angle it follows.
fn joints_of(own: &Corrective, view: &View<'_>) -> String {
    let skeleton = &view.document.character.rig.skeleton;
    let turns = view.document.turns_of_corrective(own).unwrap_or_default();
    let names = turns.iter().map(|(joint, _)| joint_name(skeleton, *joint));
    let names: Vec<String> = names.collect();
    format!("of {}", names.join(", "))
}

/// What the corrective changes in test poses, those that it changes most first.
fn losses(ui: &mut Ui, view: &View<'_>) {
    let Some(changes) = view.corrective_loss.changes() else {
        ui.weak("Test poses are being measured…");
        return;
    };
    if changes.is_empty() {
        ui.weak("It changes no test pose.");
        return;
    }
    let units = view.session.settings.units;
    Grid::new("corrective in test poses")
        .num_columns(4)
        .show(ui, |ui| {
            for head in ["Test pose", "there", "most", "rms"] {
                ui.weak(head);
            }
            ui.end_row();
            for change in changes.iter().take(MOST_POSES) {
                ui.label(&change.pose);
                ui.label(format!("{} %", decimal(100.0 * change.share, 0)));
                ui.label(units.length(change.most));
                ui.label(units.length(change.rms));
                ui.end_row();
            }
        });
    if changes.len() > MOST_POSES {
        ui.weak(format!("… and {} more", changes.len() - MOST_POSES));
    }
}

fn button(ui: &mut Ui, id: CorrectiveAction, text: &str, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Corrective(id);
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let button = Button::new(text)
        .small()
        .selected(state.checked == Some(true));
    let response = ui.add_enabled(state.enabled, button);
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&state.text).clicked() {
        sink.run(action);
    }
}
