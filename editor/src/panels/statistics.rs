//! Counts of the character, and how far the panes are apart.

use eframe::egui::{Grid, Ui};

use crate::names::{count, length};
use crate::panels::widgets::section;
use crate::view::View;

/// Draws both tables.
pub fn statistics(ui: &mut Ui, view: &View<'_>) {
    let facts = &view.session.facts;
    section(ui, "Character");
    table(
        ui,
        "character",
        &[
            (
                "Vertices",
                count(facts.vertices),
                "In all meshes that the scene shows",
            ),
            (
                "Triangles",
                count(facts.triangles),
                "In all meshes that the scene shows",
            ),
            (
                "Joints",
                count(view.document.character.rig.skeleton.len()),
                "Nodes of the scene, used by a skin or not",
            ),
            (
                "Influences",
                format!("{} at most", facts.max_influences),
                "Joints that move one vertex",
            ),
            (
                "Clips",
                count(view.document.character.clips.len()),
                "Animations of the file",
            ),
        ],
    );
    section(ui, "Right against left");
    let distance = &view.shown.difference.distance;
    let share = |value: f32| {
        let size = 2.0 * view.shown.rest_bounds.radius();
        if size > 0.0 {
            format!("{}   {:.2} %", length(value), 100.0 * value / size)
        } else {
            length(value)
        }
    };
    table(
        ui,
        "difference",
        &[
            (
                "Maximum",
                share(distance.max),
                "The vertex farthest apart; in percent of the character's size",
            ),
            (
                "Mean",
                share(distance.mean),
                "Mean distance of a vertex to its twin",
            ),
            (
                "RMS",
                share(distance.rms),
                "Root of the mean square: large distances count more",
            ),
            (
                "95 %",
                share(distance.p95),
                "95 of 100 vertices are not farther apart than this",
            ),
        ],
    );
    ui.add_space(8.0);
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
