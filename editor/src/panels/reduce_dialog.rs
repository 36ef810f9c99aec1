//! The dialog for fewer keys: how far the skin may be off, of which joints, and what that comes to.

use std::sync::Arc;

use eframe::egui::{Context, Grid, Id, Modal, Ui};
use rig::ClipEdit;
use scene::names::{clip_name, count, joint_name, look_title};
use scene::reduced_clip::{ReducedClip, SkinError};
use scene::vertex_facts::VertexFacts;
use session::commands::clip_command::ClipIntent;
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::tools::comparing::PANES;
use session::tools::key_reduction::{ReduceAsked, TOLERANCES};

use crate::panels::number_field::{NumberField, decimals_above_zero};
use crate::panels::widgets::{is_cancelled, main_button, modal_frame, takes_enter};

const WIDTH: f32 = 430.0;
/// Millimetres of a scene unit.
const MM: f32 = 1000.0;

/// Draws the dialog, if it is open.
pub fn reduce_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(before) = view.session.character.reducing else {
        return;
    };
    let moment = view.session.playback.moment;
    let clip = moment.and_then(|moment| view.document.character.clip(moment.clip));
    let name = clip.map(clip_name).unwrap_or_default();
    let mut asked = before;
    let modal = Modal::new(Id::unique("reduce dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            ui.heading(format!("Reduce keys of {name}"));
            choices(ui, &mut asked, view);
            ui.separator();
            let found = view.key_reduction.found().filter(|_| asked == before);
            result(ui, found, view);
            ui.add_space(6.0);
            buttons(ui, found)
        });
    if asked != before {
        ask(Some(asked), sink);
    }
    match modal.inner {
        Some(Answer::Reduce(tracks)) => {
            ask(None, sink);
            let edit = ClipIntent::Edit {
                edit: tracks,
                name: format!("Reduce keys of {name}"),
            };
            sink.send(Intent::Clip(edit));
        }
        Some(Answer::Cancel) => ask(None, sink),
        None if is_cancelled(&modal) => ask(None, sink),
        None => {}
    }
}

fn ask(asked: Option<ReduceAsked>, sink: &mut Sink) {
    sink.send(Intent::Clip(ClipIntent::AskReduce(asked)));
}

fn choices(ui: &mut Ui, asked: &mut ReduceAsked, view: &View<'_>) {
    let comparing = &view.session.comparing;
    let shows = comparing.panes.get(comparing.active);
    let method = shows.map_or_else(String::new, |shows| look_title(shows.look));
    let pane = PANES.get(comparing.active).copied().unwrap_or_default();
    ui.weak(format!(
        "Removes keys; no vertex moves more than the tolerance, by {method} as in pane {pane}."
    ));
    ui.add_space(4.0);
    let selected = view.session.character.selection.joints().len();
    Grid::new("reduce keys")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Tolerance");
            let mut millimetres = asked.tolerance * MM;
            let range = TOLERANCES.start() * MM..=TOLERANCES.end() * MM;
            let speed = 0.02 * f64::from(millimetres);
            let decimals = decimals_above_zero(millimetres, 2);
            let field = NumberField::new(&mut millimetres, decimals, |field| {
                let field = field.range(range).speed(speed).suffix(" mm");
                field.update_while_editing(false)
            });
            let field = field.length(MM);
            let response = ui.add(field).accessible_name("Tolerance in millimeters");
            let response =
                response.on_hover_text("How far a vertex may be from where all keys have it");
            if response.changed() {
                asked.tolerance = millimetres / MM;
            }
            ui.end_row();
            ui.label("Tracks");
            ui.horizontal(|ui| {
                ui.radio_value(&mut asked.selected_only, false, "All");
                let text = format!("Selected joints ({selected})");
                ui.add_enabled_ui(selected > 0, |ui| {
                    ui.radio_value(&mut asked.selected_only, true, text);
                });
            });
            ui.end_row();
        });
}

/// What the choices come to.
fn result(ui: &mut Ui, found: Option<&Arc<ReducedClip>>, view: &View<'_>) {
    let Some(found) = found else {
        let share = view.key_reduction.progress().unwrap_or(0.0);
        ui.label(format!("Measuring … {:.0} %", 100.0 * share));
        ui.weak(" ");
        return;
    };
    let fewer = found.before - found.after;
    ui.label(match fewer {
        0 => format!("All {} keys are needed", count(found.before)),
        _ => format!(
            "{} keys become {}: {} fewer",
            count(found.before),
            count(found.after),
            count(fewer)
        ),
    });
    let times = format!("measured at {} times", count(found.checks));
    ui.weak(match found.largest {
        Some(error) => format!("Largest error {}; {times}", place_words(error, view)),
        None => format!("No vertex moves otherwise; {times}"),
    });
}

/// How far, which vertex, where and when.
fn place_words(error: SkinError, view: &View<'_>) -> String {
    let character = &view.document.character;
    let facts = VertexFacts::of(character, error.place);
    let joint = facts.and_then(|facts| facts.dominant());
    let joint = joint.map_or_else(String::new, |joint| {
        format!(" ({})", joint_name(&character.rig.skeleton, joint))
    });
    let distance = scene::names::decimal(error.distance * MM, 3);
    let vertex = count(error.place.vertex);
    format!(
        "{distance} mm at vertex {vertex}{joint}, {:.2} s",
        error.time
    )
}

/// What was clicked.
enum Answer {
    Reduce(ClipEdit),
    Cancel,
}

fn buttons(ui: &mut Ui, found: Option<&Arc<ReducedClip>>) -> Option<Answer> {
    let found = found.filter(|found| !found.tracks.is_empty());
    let mut answer = None;
    // What was typed in this frame is measured first.
    let enter = takes_enter(ui);
    ui.horizontal(|ui| {
        let reduce = ui.add_enabled(found.is_some(), main_button("Reduce"));
        if reduce.clicked() || enter {
            answer = found.map(|found| {
                Answer::Reduce(ClipEdit::SetTracks {
                    set: found.tracks.clone(),
                    remove: Vec::new(),
                })
            });
        }
        if ui.button("Cancel").clicked() {
            answer = Some(Answer::Cancel);
        }
    });
    answer
}
