//! The window *What should I use?*: the target and the limit, a row for each mesh with what was found, and the button that does it.

use std::time::Duration;

use eframe::egui::{
    Button, CollapsingHeader, Context, Grid, ProgressBar, RichText, ScrollArea, Ui, Window,
};
use scene::names::decimal;
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::state::advice::{Advice, AdviceIntent, AdvicePlan, MeshAdvice, Target, WITHIN};

use crate::panels::fields::number_field::NumberField;

/// Width and height of the window when it opens first, and its upper left corner, in points.
const SIZE: [f32; 2] = [520.0, 420.0];
const PLACE: [f32; 2] = [8.0, 100.0];
/// Time between two looks at the progress.
const FRAME: Duration = Duration::from_millis(100);
/// The most width of the name of a set-up in the table.
const SET_UP: f32 = 240.0;

/// Draws the window, if it is open.
pub fn advice(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Advice);
    if !open {
        return;
    }
    Window::new("What should I use?")
        .open(&mut open)
        .default_pos(PLACE)
        .default_size(SIZE)
        .show(ctx, |ui| content(ui, view, sink));
    if !open {
        sink.send(Intent::Toggle(Panel::Advice));
    }
}

fn content(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let work = &view.session.character.advice;
    targets(ui, work.target, sink);
    ui.horizontal_wrapped(|ui| {
        within(ui, work.within, sink);
        if view.advice.progress().is_none() && ui.button("Look again").clicked() {
            send(AdviceIntent::Begin, sink);
        }
    });
    if let Some(share) = view.advice.progress() {
        ui.ctx().request_repaint_after(FRAME);
        ui.horizontal(|ui| {
            if ui.button("Stop").clicked() {
                send(AdviceIntent::Stop, sink);
            }
            ui.add(ProgressBar::new(share).text("trying set-ups"));
        });
    }
    if let Some(why) = &work.refused {
        ui.label(why);
    }
    let Some(found) = &work.found else { return };
    ui.separator();
    ui.label(summary(found));
    apply(ui, found, view, sink);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        table(ui, found);
        for mesh in &found.meshes {
            reasons(ui, mesh);
        }
    });
}

fn send(intent: AdviceIntent, sink: &mut Sink) {
    sink.send(Intent::Advice(intent));
}

fn targets(ui: &mut Ui, chosen: Target, sink: &mut Sink) {
    ui.horizontal_wrapped(|ui| {
        ui.label("For");
        for target in Target::ALL {
            let button = ui.selectable_label(chosen == target, target.title());
            if button.on_hover_text(target.about()).clicked() && chosen != target {
                send(AdviceIntent::For(target), sink);
            }
        }
    });
}

fn within(ui: &mut Ui, before: f32, sink: &mut Sink) {
    ui.label("Within");
    let mut within = before;
    let field = NumberField::new(&mut within, 2, |field| {
        let field = field.range(WITHIN).speed(0.01).suffix(" %");
        field.update_while_editing(false)
    });
    let response = ui
        .add(field.percent())
        .accessible_name("Limit in percent")
        .on_hover_text(
            "How far a vertex may be from where the right method has it, in percent of the diagonal of the character's box at rest",
        );
    let is_other = within.to_bits() != before.to_bits();
    if is_other {
        send(AdviceIntent::Within(within), sink);
    }
    // A drag would begin the search anew in every frame.
    if response.drag_stopped() || (is_other && !response.dragged()) {
        send(AdviceIntent::Begin, sink);
    }
}

/// What was found, in a sentence.
fn summary(found: &Advice) -> String {
    let [poses, random] = found.poses;
    let open = found.meshes.iter().filter(|mesh| !mesh.holds).count();
    let state = match open {
        0 => "Every mesh holds the limit".to_owned(),
        1 => "1 mesh does not hold the limit".to_owned(),
        open => format!("{open} meshes do not hold the limit"),
    };
    format!(
        "{}: {state} of {} %, over {poses} poses, {random} of them random.",
        found.target.title(),
        decimal(found.within, 2)
    )
}

fn apply(ui: &mut Ui, found: &Advice, view: &View<'_>, sink: &mut Sink) {
    let locked = &view.session.character.weights.locked;
    let is_old = found.is_old(view.document, locked);
    let text = match &found.plan {
        AdvicePlan::Nothing => {
            ui.weak("Nothing is to be done.");
            return;
        }
        AdvicePlan::Edit(_) => "Apply advice",
        AdvicePlan::Bake(_) => "Open as a bake…",
    };
    ui.horizontal(|ui| {
        let is_free = !is_old && view.advice.progress().is_none();
        if ui.add_enabled(is_free, Button::new(text)).clicked() {
            send(AdviceIntent::Apply, sink);
        }
        match (is_old, &found.plan) {
            (true, _) => ui.weak("The character has changed since."),
            (false, AdvicePlan::Bake(_)) => ui.weak("Helpers are a file of its own."),
            (false, AdvicePlan::Nothing | AdvicePlan::Edit(_)) => ui.weak("One step of undo."),
        };
    });
}

fn table(ui: &mut Ui, found: &Advice) {
    Grid::new("advice")
        .num_columns(4)
        .striped(true)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for head in ["Mesh", "Set-up", "Before", "After"] {
                ui.weak(head);
            }
            ui.end_row();
            for mesh in &found.meshes {
                ui.label(&mesh.name);
                let set_up = RichText::new(mesh.set_up.title());
                let set_up = match mesh.holds {
                    true => set_up,
                    false => set_up.color(ui.visuals().error_fg_color),
                };
                ui.scope(|ui| {
                    ui.set_max_width(SET_UP);
                    ui.label(set_up);
                });
                for errors in [mesh.before, mesh.after] {
                    ui.label(format!("{} %", decimal(errors.maximum, 2)));
                }
                ui.end_row();
            }
        });
}

fn reasons(ui: &mut Ui, mesh: &MeshAdvice) {
    CollapsingHeader::new(format!("Why for {}", mesh.name))
        .id_salt(("advice", mesh.mesh))
        .default_open(true)
        .show(ui, |ui| {
            ui.weak(format!("Right is: {}.", mesh.reference));
            for reason in &mesh.reasons {
                ui.label(reason);
            }
        });
}
