//! Dialogs before weights are fitted: to what and in which poses, and where selected vertices are pulled.

use std::path::PathBuf;

use eframe::egui::{Context, Grid, Id, Modal, TextEdit, Ui};
use rig::{MapKind, Method};
use scene::method_choice::MethodChoice;
use scene::names::{clip_name, look_title};
use scene::posed_character::Look;
use session::commands::command::Sink;
use session::features::view::View;
use session::settings::Units;
use session::state::weight_files::BoundMesh;
use session::state::weight_fit::{FitCandidates, FitChoice, FitPoses, FitSource, PullBy, PullKeep};
use session::state::weight_operations::weight_request::{MOST_JOINTS, RigCommand, RigDialog};

use crate::panels::fields::number_field::NumberField;
use crate::panels::weights::rig_dialog::{answer_buttons, ask, choice, lines, number};
use crate::panels::widgets::{is_canceled, modal_frame};

/// Width of the dialogs, in points; less in a narrow window.
const WIDTH: f32 = 460.0;
/// Width of fields for text.
const FIELD: f32 = 260.0;

/// What weights are fitted to, by kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Method,
    Files,
    Itself,
}

/// Draws the dialog about fitting or pulling, if one is open.
pub fn fit_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let draw = match view.session.rigging.dialog {
        Some(RigDialog::Fit) => fit,
        Some(RigDialog::Pull) => pull,
        Some(RigDialog::Automatic | RigDialog::Bind | RigDialog::Bulge) | None => return,
    };
    let modal = Modal::new(Id::unique("fit dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            draw(ui, view, sink);
        });
    if is_canceled(&modal) {
        ask(RigCommand::Ask(None), sink);
    }
}

fn fit(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = &view.session.rigging.fit;
    let mut asked = before.clone();
    ui.heading("Fit weights to…");
    lines(
        ui,
        "Finds the weights with which the method comes nearest to where vertices should be, over all poses. Locked joints keep their weights.",
    );
    Grid::new("fit weights")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("To");
            source(ui, &mut asked, view);
            ui.end_row();
            if let FitSource::Files(path) = &mut asked.source {
                ui.label("Files");
                let mut typed = path.to_string_lossy().into_owned();
                let tip = "A folder of .obj files, each called as its pose, or along a clip in the order of their names; or a .glb whose morph targets are moments of the clip";
                let field = TextEdit::singleline(&mut typed)
                    .hint_text("/path/to/poses")
                    .desired_width(FIELD);
                let response = ui.add(field).accessible_name("Files of posed meshes");
                if response.on_hover_text(tip).changed() {
                    *path = PathBuf::from(typed);
                }
                ui.end_row();
                ui.label("Mesh");
                mesh(ui, &mut asked, view);
                ui.end_row();
            }
            ui.label("Method");
            let about = ("Method that is fitted", "The method that is to come near");
            let all = looks(asked.look);
            choice(ui, about, &mut asked.look, &all, look_title);
            ui.end_row();
            ui.label("Poses");
            poses(ui, &mut asked.poses, view);
            ui.end_row();
            ui.label("Joints");
            let tip = "Vertices may come to joints that they do not have yet";
            let kinds = [FitCandidates::All, FitCandidates::Own];
            if asked.source != FitSource::Itself {
                choice(ui, ("Joints of vertices", tip), &mut asked.joints, &kinds, |of| {
                    match of {
                        FitCandidates::Own => "Those that a vertex has".to_owned(),
                        FitCandidates::All | FitCandidates::Region => "All of the skin".to_owned(),
                    }
                });
                ui.end_row();
                ui.label("");
            }
            number(ui, ("Limit of joints", " joints per vertex"), &mut asked.limit, 1..=MOST_JOINTS);
            ui.end_row();
            if asked.source != FitSource::Itself {
                ui.label("");
                let tip = "Reaches beyond where the joints go. glTF has no such weights: only projects keep them, and the next change of a vertex drops them";
                ui.checkbox(&mut asked.is_signed, "Weights below zero").on_hover_text(tip);
                ui.end_row();
            }
        });
    let why = why_not(&asked, view);
    if asked != *before {
        ask(RigCommand::Fit(asked), sink);
    }
    answer_buttons(ui, "Fit weights", why, sink);
}

fn why_not(asked: &FitChoice, view: &View<'_>) -> Option<&'static str> {
    let many = || BoundMesh::all(&view.document.character).len() > 1;
    match &asked.source {
        FitSource::Files(path) if path.as_os_str().is_empty() => {
            Some("Name the folder of posed meshes.")
        }
        FitSource::Files(_) if asked.mesh.is_none() && many() => {
            Some("Choose the mesh that the files are of.")
        }
        FitSource::Method(method) if *method == asked.look.into() => {
            Some("The method has that result already; choose another.")
        }
        _ => None,
    }
}

fn source(ui: &mut Ui, asked: &mut FitChoice, view: &View<'_>) {
    let mut kind = match asked.source {
        FitSource::Method(_) => Kind::Method,
        FitSource::Files(_) => Kind::Files,
        FitSource::Itself => Kind::Itself,
    };
    let before = kind;
    let tip = "Where vertices should be";
    let all = [Kind::Method, Kind::Files, Kind::Itself];
    ui.vertical(|ui| {
        choice(ui, ("What is fitted to", tip), &mut kind, &all, |kind| {
            let text = match kind {
                Kind::Method => "The result of another method",
                Kind::Files => "Posed meshes in files",
                Kind::Itself => "Itself, with fewer joints",
            };
            text.to_owned()
        });
        if kind != before {
            asked.mesh = None;
            asked.source = match kind {
                Kind::Method => FitSource::Method(Method::Linear.into()),
                Kind::Files => FitSource::Files(PathBuf::new()),
                Kind::Itself => FitSource::Itself,
            };
        }
        if let FitSource::Method(method) = &mut asked.source {
            let others = view.session.comparing.active_look().method;
            let all = methods(*method, others);
            let about = ("Method to fit to", "The method whose result is taken");
            choice(ui, about, method, &all, MethodChoice::title);
        }
    });
}

/// Those that are offered, and the chosen one; at last those of the meshes, where meshes without one take `others`.
fn methods(chosen: MethodChoice, others: Method) -> Vec<MethodChoice> {
    let mut all = Method::ALL.map(MethodChoice::One).to_vec();
    all.push(MethodChoice::PerMesh(Some(others)));
    if !all.contains(&chosen) {
        all.push(chosen);
    }
    all
}

/// The same with the signs of the chosen one, which meshes without a method of their own have.
fn looks(chosen: Look) -> Vec<Look> {
    let one = |method| Look {
        method,
        ..chosen.for_all()
    };
    let mut all = Method::ALL.map(one).to_vec();
    if !all.contains(&chosen.for_all()) {
        all.push(chosen.for_all());
    }
    let per_mesh = true;
    all.push(Look { per_mesh, ..chosen });
    all
}

fn mesh(ui: &mut Ui, asked: &mut FitChoice, view: &View<'_>) {
    let all = BoundMesh::all(&view.document.character);
    let choices: Vec<Option<usize>> = all.iter().map(|bound| Some(bound.mesh)).collect();
    // The only mesh needs no choice.
    if let [only] = choices[..] {
        asked.mesh = only;
    }
    let about = (
        "Mesh of the files",
        "The mesh whose vertices the files have",
    );
    choice(ui, about, &mut asked.mesh, &choices, |mesh| {
        let found = all.iter().find(|bound| Some(bound.mesh) == mesh);
        found.map_or_else(|| "Choose one".to_owned(), |bound| bound.name.clone())
    });
}

fn poses(ui: &mut Ui, poses: &mut FitPoses, view: &View<'_>) {
    let clips = &view.document.character.clips;
    let all: Vec<FitPoses> = std::iter::once(FitPoses::Tests)
        .chain((0..clips.len()).map(FitPoses::Clip))
        .collect();
    let about = ("Poses that are fitted", "Where distances are looked at");
    choice(ui, about, poses, &all, |of| match of {
        FitPoses::Tests => "Rest and test poses".to_owned(),
        FitPoses::Clip(clip) => clip_label(view, clip),
    });
}

fn clip_label(view: &View<'_>, clip: usize) -> String {
    let found = view.document.character.clips.get(clip);
    let name = found.map(clip_name).unwrap_or_default();
    format!("Clip {name}")
}

/// Pulling the selected vertices.
fn pull(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.rigging.pull;
    let mut asked = before;
    ui.heading("Pull selected vertices");
    lines(
        ui,
        "Finds weights, or numbers of a map, with which the selected vertices go by this much in the shown pose. Other poses stay as well as they can; locked joints keep their weights.",
    );
    let units = view.session.settings.units;
    let (factor, sign) = units.of_field(1.0);
    let length = |ui: &mut Ui, label: &str, meters: &mut f32, range| {
        let mut shown = *meters * factor;
        let field = NumberField::new(&mut shown, Units::field_decimals(sign), |field| {
            // 2 mm a point of a drag, whatever the unit.
            let field = field.range(range).speed(0.002 * factor);
            field.suffix(format!(" {sign}"))
        });
        if ui
            .add(field.length(factor))
            .accessible_name(label)
            .changed()
        {
            *meters = shown / factor;
        }
    };
    Grid::new("pull vertices")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("By");
            ui.horizontal(|ui| {
                for (axis, meters) in ["Pull X", "Pull Y", "Pull Z"]
                    .into_iter()
                    .zip(&mut asked.by)
                {
                    length(ui, axis, meters, f32::MIN..=f32::MAX);
                }
            });
            ui.end_row();
            ui.label("Falloff");
            length(ui, "Radius of falloff", &mut asked.radius, 0.0..=f32::MAX);
            ui.end_row();
            ui.label("Change");
            let all: Vec<PullBy> = std::iter::once(PullBy::Weights)
                .chain(MapKind::ALL.map(PullBy::Map))
                .collect();
            let tip = "What is solved so that the vertices go there. Linear blending does not look at maps";
            let about = ("What a pull changes", tip);
            choice(ui, about, &mut asked.change, &all, |change| match change {
                PullBy::Weights => "Weights".to_owned(),
                PullBy::Map(MapKind::Blend) => "Blend map".to_owned(),
                PullBy::Map(MapKind::Bulge) => "Bulge map".to_owned(),
            });
            ui.end_row();
            ui.label("Keep");
            let clips = view.document.character.clips.len();
            let all: Vec<PullKeep> = [PullKeep::Tests, PullKeep::Nothing]
                .into_iter()
                .chain((0..clips).map(PullKeep::Clip))
                .collect();
            let about = ("Poses that are kept", "Poses in which the skin should stay");
            choice(ui, about, &mut asked.keep, &all, |keep| match keep {
                PullKeep::Nothing => "No other pose".to_owned(),
                PullKeep::Tests => "Rest and test poses".to_owned(),
                PullKeep::Clip(clip) => clip_label(view, clip),
            });
            ui.end_row();
            ui.label("Cost");
            ui.checkbox(&mut asked.at_any_cost, "At any cost").on_hover_text(
                "Pulls although something gets worse in other poses by more than is gained here",
            );
            ui.end_row();
        });
    if asked != before {
        ask(RigCommand::Pull(asked), sink);
    }
    let is_still = asked.by == [0.0; 3];
    let look = view.session.comparing.active_look();
    let is_linear = !look.follows_maps(&view.document.character.meshes);
    let why = match asked.change {
        _ if is_still => Some("Say by how much."),
        PullBy::Map(_) if is_linear => Some("Linear blending does not look at maps."),
        PullBy::Map(_) | PullBy::Weights => None,
    };
    answer_buttons(ui, "Pull", why, sink);
}
