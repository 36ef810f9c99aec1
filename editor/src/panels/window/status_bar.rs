//! The last row: hints, the open file, and what skins the vertices.

use std::time::Duration;

use eframe::egui::{Align, Label, Layout, RichText, Sense, Ui, Vec2};
use scene::view::graphics::SkinnedBy;
use session::commands::actions::ProblemAction;
use session::features::view::View;
use session::state::problems::problem_list::pluralize;

use crate::panels::widgets::tooltip_of;
use crate::panels::window::hints::hint_row;

/// Largest share of the row for the name of a file.
const SHARE_OF_FILE: f32 = 0.3;

/// Draws the hints and, at the right end, the state of the work.
pub fn status_bar(ui: &mut Ui, view: &View<'_>) {
    let of_file = ui.available_width() * SHARE_OF_FILE;
    let (short, long) = skinning_text(view);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(short).small().weak())
            .on_hover_text(long);
        ui.scope(|ui| {
            ui.set_max_width(of_file);
            let file = RichText::new(&view.session.character.file).small().weak();
            ui.add(Label::new(file).truncate());
        });
        save_state(ui, view);
        problems(ui, view);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            hint_row(ui, view);
        });
    });
}

/// The number of weight problems, if it is known for the current weights.
fn problems(ui: &mut Ui, view: &View<'_>) {
    let session = view.session;
    let list = session
        .character
        .problems
        .list_of(&view.document.character, &session.settings.checks);
    let found = list.map_or(0, |list| list.entries.len());
    if found > 0 {
        let text = pluralize(found, "problem of weights", "problems of weights");
        let text = RichText::new(text)
            .small()
            .color(ui.visuals().warn_fg_color);
        let next = tooltip_of(ProblemAction::NextProblem, view);
        ui.label(text)
            .on_hover_text(format!("The panel Problems lists them.\n{next}"));
    }
}

/// Whether the work is saved, or else kept for recovery.
fn save_state(ui: &mut Ui, view: &View<'_>) {
    let project = &view.session.project;
    let now = ui.input(|input| input.time);
    let changed = view.session.has_changes(view.document);
    if let Some(reason) = &project.not_kept {
        let text = RichText::new("autosave is off").small();
        let color = ui.visuals().error_fg_color;
        ui.label(text.color(color)).on_hover_text(reason);
    }
    let (text, tip) = if project.saving {
        ("saving…".to_owned(), "The project is being written")
    } else if changed {
        match project.autosaved_at {
            Some(time) => (
                format!("autosaved {}", ago(ui, now - time)),
                "Not saved yet; a copy is kept in case the program stops",
            ),
            None => (
                "not saved".to_owned(),
                "Something was changed that is not saved",
            ),
        }
    } else {
        match (project.saved_at, &project.file) {
            (Some(time), _) => (format!("saved {}", ago(ui, now - time)), "All is saved"),
            (None, Some(_)) => ("saved".to_owned(), "All is saved"),
            (None, None) => return,
        }
    };
    let text = RichText::new(text).small();
    let text = if changed { text } else { text.weak() };
    ui.label(text).on_hover_text(tip);
    if changed {
        // The row runs from right to left.
        let (place, _) = ui.allocate_exact_size(Vec2::splat(8.0), Sense::hover());
        let color = ui.visuals().warn_fg_color;
        ui.painter().circle_filled(place.center(), 3.5, color);
    }
}

/// The time since then in words; requests a repaint for when they change.
fn ago(ui: &Ui, seconds: f64) -> String {
    let seconds = Duration::try_from_secs_f64(seconds)
        .unwrap_or_default()
        .as_secs();
    let (text, lasts) = match seconds {
        0..60 => (format!("{seconds} s ago"), 1),
        60..3600 => (format!("{} min ago", seconds / 60), 60 - seconds % 60),
        _ => (format!("{} h ago", seconds / 3600), 3600 - seconds % 3600),
    };
    ui.ctx().request_repaint_after(Duration::from_secs(lasts));
    text
}

/// What skins the vertices, in a word and in a sentence.
fn skinning_text(view: &View<'_>) -> (&'static str, String) {
    match view.skinned_by {
        SkinnedBy::Nothing => ("", String::new()),
        SkinnedBy::Device => {
            let adapter = view.graphics.adapter;
            let name = adapter.map_or_else(String::new, |adapter| format!(", {adapter}"));
            (
                "GPU",
                format!("Vertices are moved by the graphics device{name}"),
            )
        }
        SkinnedBy::Processor(None) => (
            "CPU",
            "Vertices are moved by the processor, as you chose in the view menu".to_owned(),
        ),
        SkinnedBy::Processor(Some(why)) => {
            ("CPU", format!("Vertices are moved by the processor: {why}"))
        }
    }
}
