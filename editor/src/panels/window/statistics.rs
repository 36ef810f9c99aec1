//! Counts of the character, its problems, and the differences between the panes.

use std::collections::BTreeMap;

use character::Character;
use eframe::egui::{Grid, Ui};
use headless::printable::printable;
use memory_stats::memory_stats;
use scene::compare::Statistics;
use scene::names::{count, decimal, look_tooltip, percent};
use scene::report::{among_nodes, pluralize};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::notices::Severity;
use session::shown::SAME;
use session::state::comparing::PANES;

use crate::panels::comparing::pane_weights::mark;
use crate::panels::skeleton::joint_tree::JOINTS_AND_NODES;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_icon, section};
use crate::theme::severity_color;

/// Draws both tables, with the line of problems between them.
pub fn statistics(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    section(ui, "Character");
    counts(ui, view);
    problems(ui, view, sink);
    section(ui, "Difference from A");
    difference(ui, view);
    ignored_parts(ui, view);
    rotation_centers(ui, view);
    ui.add_space(8.0);
    volume(ui, view);
    ui.add_space(8.0);
    memory(ui, view);
    ui.add_space(8.0);
}

/// Memory of the whole program and of what can be undone.
fn memory(ui: &mut Ui, view: &View<'_>) {
    section(ui, "Memory");
    let program = memory_stats().map(|now| {
        let text = megabytes(now.physical_mem);
        (
            "Program",
            text,
            "In main memory, without what is on the graphics device",
        )
    });
    let history = (
        "Undo history",
        megabytes(view.history.bytes()),
        "Of this, what earlier steps hold beside the present one",
    );
    let rows: Vec<_> = program.into_iter().chain([history]).collect();
    table(ui, "memory", &rows);
}

/// Bytes in megabytes of 10⁶, with one decimal below ten.
fn megabytes(bytes: usize) -> String {
    let megabytes = bytes as f64 / 1e6;
    // From 9.95 on one decimal would read as 10.0.
    let decimals = usize::from(megabytes < 9.95);
    format!("{} MB", decimal(narrow(megabytes), decimals))
}

fn counts(ui: &mut Ui, view: &View<'_>) {
    let facts = &view.session.character.facts;
    let character = &view.document.character;
    let in_scene = "In all meshes that the scene shows";
    let influences = format!("{} at most", facts.max_influences);
    let (n_skins, n_nodes) = (character.rig.binds.len(), character.rig.skeleton.len());
    let joints = match facts.joint_count {
        0 => among_nodes(n_skins, n_nodes),
        all if all == n_nodes => count(all),
        some => format!("{} of {} nodes", count(some), count(n_nodes)),
    };
    let avatar = avatar(character);
    let mut rows = vec![
        ("Vertices", count(facts.vertices), in_scene),
        ("Triangles", count(facts.triangles), in_scene),
        ("Joints", joints, JOINTS_AND_NODES),
        ("Influences", influences, "Joints that move one vertex"),
        (
            "Clips",
            count(character.clips.len()),
            "Animations of the file",
        ),
    ];
    if let Some((text, bones)) = &avatar {
        rows.push(("Avatar", text.clone(), bones.as_str()));
    }
    if !character.expressions.is_empty() {
        let expressions = count(character.expressions.len());
        rows.push((
            "Expressions",
            expressions,
            "Faces of the avatar, which set morph targets",
        ));
    }
    table(ui, "character", &rows);
}

/// The format of an avatar with the number of bones in its humanoid map, and the map itself, a line a bone.
fn avatar(character: &Character) -> Option<(String, String)> {
    let humanoid = character.humanoid.as_ref()?;
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    let names: BTreeMap<u32, &str> = joints
        .map(|joint| (skeleton.key(joint), skeleton.name(joint)))
        .collect();
    let bones = humanoid.bones.iter();
    let lines: Vec<String> = bones
        .filter_map(|bone| {
            Some(format!(
                "{}: {}",
                bone.role,
                printable(names.get(&bone.joint)?)
            ))
        })
        .collect();
    let text = format!(
        "{}, {}",
        humanoid.format.name(),
        pluralize(lines.len(), "bone")
    );
    Some((text, lines.join("\n")))
}

/// Warns of panes whose method ignores a part of the pose.
fn ignored_parts(ui: &mut Ui, view: &View<'_>) {
    for (pane, name) in PANES.iter().enumerate() {
        let method = view.session.comparing.panes.get(pane);
        if let (Some(shows), Some(words)) = (method, view.ignored_parts(pane)) {
            ui.add_space(4.0);
            ui.weak(format!("{name}: {words}"))
                .on_hover_text(look_tooltip(shows.look));
        }
    }
}

/// What spherical blending had to solve for, pane by pane.
fn rotation_centers(ui: &mut Ui, view: &View<'_>) {
    for (pane, name) in view.shown.panes.iter().zip(PANES) {
        let Some(centers) = pane.centers else {
            continue;
        };
        let (sets, solved) = (count(centers.sets), count(centers.decompositions));
        ui.weak(format!("{name}: {sets} rotation centers, {solved} solved for"))
            .on_hover_text("Spherical blending turns about one center for each set of joints that meets at a vertex. It is the solution of a least-squares system, unless a parent and its child share the child's head.");
    }
}

/// The table of every pane's difference from A, a column each.
fn difference(ui: &mut Ui, view: &View<'_>) {
    let others = 1..view.session.comparing.panes.len();
    if others.is_empty() {
        ui.weak("There is one pane: add another to compare with it.");
        return;
    }
    let of = |measure: fn(&Statistics) -> f32| {
        let value = |pane: usize| distance_text(view, pane, measure);
        others.clone().map(value).collect::<Vec<String>>()
    };
    let rows = [
        (
            "Maximum",
            of(|distance| distance.max),
            "The vertex farthest from where A has it; in percent of the character's size",
        ),
        (
            "Mean",
            of(|distance| distance.mean),
            "Mean distance of a vertex from where A has it",
        ),
        (
            "RMS",
            of(|distance| distance.rms),
            "Root of the mean square: large distances count more",
        ),
        (
            "95 %",
            of(|distance| distance.p95),
            "95 % of the vertices differ by no more than this",
        ),
    ];
    let names = others.clone().filter_map(|pane| PANES.get(pane).copied());
    columns(ui, "difference", names, &rows);
    versions(ui, view);
}

/// Says which panes show other weights than the current ones.
fn versions(ui: &mut Ui, view: &View<'_>) {
    for (pane, name) in PANES.iter().enumerate() {
        if let Some(mark) = mark(pane, view) {
            ui.weak(format!("{name}: {}", mark.text));
        }
    }
}

/// The enclosed volume at rest and in every pane.
fn volume(ui: &mut Ui, view: &View<'_>) {
    section(ui, "Volume");
    let Some(rest) = view.shown.rest_volume else {
        ui.weak("The surface is open: it encloses nothing.");
        return;
    };
    let panes = view.shown.comparison().panes.iter().zip(PANES);
    let measured = panes.filter_map(|(compared, name)| Some((name, compared.volume?)));
    let measured = measured.filter(|_| rest != 0.0);
    let tip = "Inside the whole surface; overlaps count twice, and what is turned inside out counts negative";
    let mut rows = vec![("Rest", volume_text(rest), tip)];
    rows.extend(measured.map(|(name, volume)| {
        let share = percent(narrow(volume / rest));
        let text = format!("{}   {share}", volume_text(volume));
        (name, text, "Beside it in percent of that at rest")
    }));
    table(ui, "volume", &rows);
}

/// A volume in litres, or in another unit that suits its size.
fn volume_text(cubic_meters: f64) -> String {
    let (value, unit) = match cubic_meters.abs() {
        size if size >= 1.0 => (cubic_meters, "m³"),
        size if size >= 1e-3 => (1e3 * cubic_meters, "l"),
        _ => (1e6 * cubic_meters, "ml"),
    };
    format!("{} {unit}", decimal(narrow(value), 2))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// A distance from pane A, in percent of the character's size too where there is a size and space.
fn distance_text(view: &View<'_>, pane: usize, measure: fn(&Statistics) -> f32) -> String {
    let (shown, units) = (view.shown, view.session.settings.units);
    let Some(compared) = shown.comparison_of(pane).filter(|_| !shown.is_same(pane)) else {
        // Side by side, as many columns as there can be fit.
        let text = if shown.panes.len() > 2 { "none" } else { SAME };
        return text.to_owned();
    };
    let distance = measure(&compared.difference.distance);
    let size = 2.0 * shown.rest_bounds.radius();
    if size > 0.0 && shown.panes.len() == 2 {
        let share = percent(distance / size);
        format!("{}   {share}", units.length(distance))
    } else {
        units.length(distance)
    }
}

fn columns(
    ui: &mut Ui,
    id: &str,
    names: impl Iterator<Item = &'static str>,
    rows: &[(&str, Vec<String>, &str)],
) {
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new(id)
        .num_columns(1 + rows.first().map_or(0, |(_, values, _)| values.len()))
        .spacing([8.0, 3.0])
        .min_col_width(54.0)
        .show(ui, |ui| {
            ui.label("");
            for name in names {
                ui.strong(name);
            }
            ui.end_row();
            for (name, values, tip) in rows {
                ui.weak(*name).on_hover_text(*tip);
                for value in values {
                    ui.label(value).on_hover_text(*tip);
                }
                ui.end_row();
            }
        });
}

/// The line of problems; it is always there, so that "none" is an answer too.
fn problems(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let warnings = view.document.character.warnings.len();
    ui.horizontal(|ui| {
        if warnings == 0 {
            ui.weak("File problems (0)")
                .on_hover_text("Nothing was repaired or left out when the file was opened");
            return;
        }
        let color = severity_color(Severity::Warning, ui.visuals());
        paint_icon(ui, Icon::Warning, color);
        let line = ui
            .button(format!("File problems ({})", count(warnings)))
            .on_hover_text("Lists what was repaired or left out when the file was opened");
        if line.clicked() {
            sink.send(Intent::Show(Panel::Notices));
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
