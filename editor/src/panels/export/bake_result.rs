//! What came of a bake: its errors, what its helpers do, and where they do worst.

use eframe::egui::{Grid, Ui};
use scene::names::{clip_name, count, decimal};
use scene::placed::placed_primitives;
use session::features::view::View;
use session::notices::Severity;
use session::state::bake::baking::{
    BakeReport, Baked, LivingKind, LivingReport, SkinErrors, WorstVertex,
};
use session::state::bake::dialog::OLD;
use session::state::export::written::size_in_words;
use session::state::problems::problem_list::pluralize;

use crate::theme::severity_color;

/// Vertices that are told of.
const TOLD: usize = 3;

/// Draws what a bake came to.
pub(super) fn result(ui: &mut Ui, baked: &Baked, view: &View<'_>) {
    let report = &baked.report;
    ui.label(format!(
        "{}, {} in a skin at most, {}",
        pluralize(report.helpers.len(), "helper joint", "helper joints"),
        pluralize(report.joints, "joint", "joints"),
        size_in_words(u64::try_from(baked.glb.len()).unwrap_or(u64::MAX))
    ));
    Grid::new("bake result")
        .num_columns(5)
        .spacing([14.0, 2.0])
        .show(ui, |ui| {
            for head in [
                "In percent of the size",
                "Maximum",
                "RMS",
                "Normals",
                "Volume kept",
            ] {
                ui.weak(head);
            }
            ui.end_row();
            row(ui, "Baked", &report.baked);
            row(ui, "Linear blending", &report.linear);
            if let Some(living) = &baked.living {
                let name = format!("Viewers without {}", living.kind.known_as());
                row(ui, &name, &living.unseen.others);
            }
        });
    let of = match &baked.living {
        Some(_) => pluralize(report.moments, "random pose", "random poses"),
        None => pluralize(report.moments, "moment", "moments"),
    };
    ui.weak(format!(
        "Measured in the finished file at {of} that were not fitted to"
    ));
    let lines = match &baked.living {
        Some(living) => living_lines(living, view),
        None => worst(report, view),
    };
    for line in lines {
        ui.weak(line);
    }
    if is_old(view) {
        let color = severity_color(Severity::Warning, ui.visuals());
        ui.colored_label(color, OLD);
    }
}

/// Whether the character has changed since it was baked.
pub(super) fn is_old(view: &View<'_>) -> bool {
    let found = view.session.baked.as_ref();
    found.is_some_and(|found| found.is_old(view.document))
}

fn row(ui: &mut Ui, name: &str, errors: &SkinErrors) {
    ui.label(name);
    ui.label(decimal(errors.maximum, 3));
    ui.label(decimal(errors.rms, 4));
    ui.label(format!("{}°", decimal(errors.normal_maximum, 1)));
    let [least, most] = errors.volume.map(|share| decimal(100.0 * share, 1));
    ui.label(format!("{least} to {most} %"));
    ui.end_row();
}

/// How helpers that follow every pose do in clips, and where they do worst.
fn living_lines(living: &LivingReport, view: &View<'_>) -> Vec<String> {
    let character = &view.document.character;
    let clips = living.clips.iter().map(|of| {
        let name = character.clips.get(of.clip).map(clip_name);
        let held_back = match of.held_back {
            true => ", which was not fitted to",
            false => "",
        };
        let errors = &of.errors;
        let [own, linear, others] = [&errors.living, &errors.linear, &errors.others]
            .map(|errors| decimal(errors.maximum, 3));
        format!(
            "{}{held_back}: {own} %, linear blending {linear} %, by keys alone {others} %",
            name.unwrap_or_default()
        )
    });
    let mut lines: Vec<String> = clips.collect();
    lines.extend(chain_lines(living));
    if living.given_up > 0 {
        let vertices = pluralize(living.given_up, "vertex", "vertices");
        lines.push(format!("Given up: {vertices} farther off than asked for"));
    }
    if !living.meshes_without.is_empty() {
        let meshes = pluralize(living.meshes_without.len(), "mesh", "meshes");
        lines.push(format!(
            "Without helpers, since linear blending is as near: {meshes}"
        ));
    }
    lines.extend(living.worst.as_ref().map(|worst| {
        let joints = worst.joints.iter();
        let joints = joints.map(|(name, weight)| format!("{name} {}", decimal(*weight, 2)));
        format!(
            "Farthest off, {} %: vertex {}, which follows {}",
            decimal(worst.error, 3),
            count(worst.vertex),
            joints.collect::<Vec<String>>().join(", ")
        )
    }));
    lines
}

/// What is told of chains alone.
fn chain_lines(living: &LivingReport) -> Vec<String> {
    let mut lines = Vec::new();
    if living.kind == LivingKind::Chains {
        let nodes = pluralize(living.nodes, "node", "nodes");
        lines.push(format!("Chains: {nodes} with rotation constraints"));
    }
    if !living.keyed_alone.is_empty() {
        let joints = living.keyed_alone.join(", ");
        lines.push(format!(
            "By keys of the clips alone, since constraints only turn: places and scales of {joints}"
        ));
    }
    if !living.half_turned.is_empty() {
        let joints = living.half_turned.join(", ");
        lines.push(format!(
            "Helpers flip where clips turn {joints} by half a turn or more, which constraints do not follow; rows and keys do"
        ));
    }
    lines
}

/// The vertices that are farthest off.
fn worst(report: &BakeReport, view: &View<'_>) -> Vec<String> {
    let character = &view.document.character;
    let unit = view.session.character.sheet.unit();
    let line = |worst: &WorstVertex| {
        let placed = placed_primitives(character).nth(worst.primitive);
        let mesh = placed.and_then(|placed| character.meshes.get(placed.instance.mesh));
        let mesh = mesh.and_then(|mesh| mesh.name.clone()).unwrap_or_default();
        let clip = worst.moment.clip.and_then(|clip| character.clips.get(clip));
        format!(
            "Vertex {} of {mesh}: {} % at {} of {}, {}",
            count(worst.vertex),
            decimal(worst.error, 3),
            unit.moment(worst.moment.time),
            clip.map(clip_name).unwrap_or_default(),
            worst.reason.words()
        )
    };
    report.worst.iter().take(TOLD).map(line).collect()
}
