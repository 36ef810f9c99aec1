//! The dialog for fewer keys: how far skin and joints may be off, of which joints, and what that comes to.

use std::sync::Arc;

use eframe::egui::{Context, Grid, Id, Modal, Ui};
use rig::ClipEdit;
use scene::names::{clip_name, count, look_title};
use scene::reduced_clip::ReducedClip;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clips::command::ClipIntent;
use session::state::clips::key_reduction::{ReduceAsked, TOLERANCES};
use session::state::comparing::PANES;

use crate::panels::comparing::pane_weights::capitalize;
use crate::panels::fields::number_field::{NumberField, decimals_above_zero};
use crate::panels::widgets::{is_canceled, main_button, modal_frame, takes_enter};

/// Width of the dialog, in points; less in a narrow window.
const WIDTH: f32 = 430.0;
/// Millimeters of a scene unit.
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
            if let Some(words) = asked.tolerance_words() {
                ui.colored_label(ui.visuals().warn_fg_color, words);
            }
            ui.separator();
            let found = view
                .key_reduction
                .reduced_clip()
                .filter(|_| asked == before);
            result(ui, found, view);
            ui.add_space(6.0);
            buttons(ui, found)
        });
    if asked != before {
        ask(Some(asked), sink);
    }
    match modal.inner {
        Some(ReduceChoice::Reduce(tracks)) => {
            ask(None, sink);
            let edit = ClipIntent::Edit {
                edit: tracks,
                name: format!("Reduce keys of {name}"),
            };
            sink.send(Intent::Clip(edit));
        }
        Some(ReduceChoice::Cancel) => ask(None, sink),
        None if is_canceled(&modal) => ask(None, sink),
        None => {}
    }
}

fn ask(asked: Option<ReduceAsked>, sink: &mut Sink) {
    sink.send(Intent::Clip(ClipIntent::AskReduce(asked)));
}

fn choices(ui: &mut Ui, asked: &mut ReduceAsked, view: &View<'_>) {
    let comparing = &view.session.comparing;
    let shows = comparing.panes.get(comparing.active);
    let method = shows.map_or_else(String::new, |shows| look_title(shows.look.whole()));
    let pane = PANES.get(comparing.active).copied().unwrap_or_default();
    ui.weak(format!(
        "Removes keys; no vertex, by {method} as in pane {pane}, and no joint moves more than the tolerance."
    ));
    ui.add_space(4.0);
    let selected = view.session.character.selection.joints().len();
    Grid::new("reduce keys")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Tolerance");
            let hint = "How far a vertex or a joint may be from where all keys have it";
            length_field(ui, &mut asked.tolerance, "Tolerance in millimeters", hint);
            ui.end_row();
            ui.label("Turns over");
            turns(ui, asked, view);
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

/// Over which length turns of joints are measured.
fn turns(ui: &mut Ui, asked: &mut ReduceAsked, view: &View<'_>) {
    ui.horizontal(|ui| {
        let bones = ui.radio(asked.turn_over.is_none(), "Bones");
        let hint = "The longest bone below a joint; of a joint that no vertex follows, a tenth of the character's size at least";
        if bones.on_hover_text(hint).clicked() {
            asked.turn_over = None;
        }
        let mut length = asked.turn_over.unwrap_or_else(|| usual_length(view));
        if ui.radio(asked.turn_over.is_some(), "Length").clicked() {
            asked.turn_over = Some(length);
        }
        ui.add_enabled_ui(asked.turn_over.is_some(), |ui| {
            let hint = "A turn may take what is so far from its joint by the tolerance";
            if length_field(ui, &mut length, "Length for turns in millimeters", hint) {
                asked.turn_over = Some(length);
            }
        });
    });
}

/// What the field begins with: a hundred of the usual tolerances, a tenth of the character's size or less.
fn usual_length(view: &View<'_>) -> f32 {
    let usual = view.session.character.reducing.map(|it| it.tolerance);
    (100.0 * usual.unwrap_or(1e-3)).clamp(*TOLERANCES.start(), *TOLERANCES.end())
}

/// A field of a length in millimeters; returns whether it was changed.
fn length_field(ui: &mut Ui, length: &mut f32, name: &str, hint: &str) -> bool {
    let mut millimeters = *length * MM;
    let range = TOLERANCES.start() * MM..=TOLERANCES.end() * MM;
    // In proportion to the length, since tolerances span powers of ten.
    let speed = 0.02 * f64::from(millimeters);
    let decimals = decimals_above_zero(millimeters, 2);
    let field = NumberField::new(&mut millimeters, decimals, |field| {
        let field = field.range(range).speed(speed).suffix(" mm");
        field.update_while_editing(false)
    });
    let response = ui.add(field.length(MM)).accessible_name(name);
    let is_changed = response.on_hover_text(hint).changed();
    if is_changed {
        *length = millimeters / MM;
    }
    is_changed
}

/// What the choices come to.
fn result(ui: &mut Ui, found: Option<&Arc<ReducedClip>>, view: &View<'_>) {
    let Some(found) = found else {
        let share = view.key_reduction.progress().unwrap_or(0.0);
        ui.label(format!("Measuring … {:.0} %", 100.0 * share));
        // A second line, as of a result: the buttons stay where they are.
        ui.weak(" ");
        return;
    };
    let fewer = found.before - found.after;
    ui.label(match fewer {
        0 if found.is_unjudged() => format!("All {} keys are kept", count(found.before)),
        0 => format!("All {} keys are needed", count(found.before)),
        _ => format!(
            "{} keys become {}: {} fewer",
            count(found.before),
            count(found.after),
            count(fewer)
        ),
    });
    let largest = found.largest_words(&view.document.character, |time| {
        view.session.character.sheet.unit().moment(time)
    });
    let measured = found.measured_words();
    ui.weak(capitalize(&format!("{largest}; {measured}")));
    if let Some(unmeasured) = found.unmeasured_words() {
        ui.weak(unmeasured);
    }
    if let Some(cut) = found.early_stop_words() {
        ui.weak(cut);
    }
}

enum ReduceChoice {
    Reduce(ClipEdit),
    Cancel,
}

fn buttons(ui: &mut Ui, found: Option<&Arc<ReducedClip>>) -> Option<ReduceChoice> {
    let found = found.filter(|found| !found.tracks.is_empty());
    let mut answer = None;
    // What was typed in this frame is measured first.
    let enter = takes_enter(ui);
    ui.horizontal(|ui| {
        let reduce = ui.add_enabled(found.is_some(), main_button("Reduce"));
        if reduce.clicked() || enter {
            answer = found.map(|found| {
                ReduceChoice::Reduce(ClipEdit::SetTracks {
                    set: found.tracks.clone(),
                    remove: Vec::new(),
                })
            });
        }
        if ui.button("Cancel").clicked() {
            answer = Some(ReduceChoice::Cancel);
        }
    });
    answer
}
