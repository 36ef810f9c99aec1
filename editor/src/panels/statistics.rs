//! Counts of the character, its problems, and how far the panes are apart.

use eframe::egui::{Grid, Ui};

use crate::command::{Command, Panel, Sink};
use crate::names::{count, decimal, length};
use crate::notices::Severity;
use crate::panels::icons::Icon;
use crate::panels::widgets::{paint_icon, section};
use crate::shown::{SAME, Shown};
use crate::theme::severity_color;
use crate::view::View;

/// Draws both tables, and the line of problems between them.
pub fn statistics(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    section(ui, "Character");
    counts(ui, view);
    problems(ui, view, sink);
    section(ui, "Right against left");
    difference(ui, view);
    ui.add_space(8.0);
}

fn counts(ui: &mut Ui, view: &View<'_>) {
    let facts = &view.session.facts;
    let character = &view.document.character;
    let in_scene = "In all meshes that the scene shows";
    let influences = format!("{} at most", facts.max_influences);
    let rows = [
        ("Vertices", count(facts.vertices), in_scene),
        ("Triangles", count(facts.triangles), in_scene),
        (
            "Joints",
            count(character.rig.skeleton.len()),
            "Nodes of the scene, used by a skin or not",
        ),
        ("Influences", influences, "Joints that move one vertex"),
        (
            "Clips",
            count(character.clips.len()),
            "Animations of the file",
        ),
    ];
    table(ui, "character", &rows);
}

fn difference(ui: &mut Ui, view: &View<'_>) {
    let distance = &view.shown.difference().distance;
    let rows = [
        (
            "Maximum",
            apart(view.shown, distance.max),
            "The vertex farthest apart; in percent of the character's size",
        ),
        (
            "Mean",
            apart(view.shown, distance.mean),
            "Mean distance of a vertex to its twin",
        ),
        (
            "RMS",
            apart(view.shown, distance.rms),
            "Root of the mean square: large distances count more",
        ),
        (
            "95 %",
            apart(view.shown, distance.p95),
            "95 of 100 vertices are not farther apart than this",
        ),
    ];
    table(ui, "difference", &rows);
}

/// A distance between the panes, also in percent of the character's size where it has one.
fn apart(shown: &Shown, distance: f32) -> String {
    if shown.is_same() {
        return SAME.to_owned();
    }
    let size = 2.0 * shown.rest_bounds.radius();
    if size > 0.0 {
        let percent = decimal(100.0 * distance / size, 2);
        format!("{}   {percent} %", length(distance))
    } else {
        length(distance)
    }
}

/// Stands there for every character, so that "none" is an answer too.
fn problems(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let warnings = view.document.character.warnings.len();
    ui.horizontal(|ui| {
        if warnings == 0 {
            ui.weak("Problems (0)")
                .on_hover_text("Nothing had to be mended or left out when the file was opened");
            return;
        }
        let color = severity_color(Severity::Warning, ui.visuals());
        paint_icon(ui, Icon::Warning, color);
        let line = ui
            .button(format!("Problems ({})", count(warnings)))
            .on_hover_text("Lists what was mended or left out when the file was opened");
        if line.clicked() {
            sink.send(Command::Show(Panel::Notices));
        }
    });
    ui.add_space(4.0);
}

fn table(ui: &mut Ui, id: &str, rows: &[(&str, String, &str)]) {
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new(id)
        .num_columns(2)
        .spacing([12.0, 3.0])
        .min_col_width(84.0)
        .show(ui, |ui| {
            for (name, value, tip) in rows {
                ui.weak(*name).on_hover_text(*tip);
                ui.label(value).on_hover_text(*tip);
                ui.end_row();
            }
        });
}
