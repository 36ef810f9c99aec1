//! Dialogs before all weights or a map are computed anew: the options of automatic weights, which meshes are bound to which
//! joints, and the poses that a bulge map is solved over.

use eframe::egui::{ComboBox, Context, DragValue, Grid, Id, Label, Modal, RichText, Ui};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, BulgePoses, MOST_JOINTS, MOST_PERCENT, MOST_ROUNDS,
    RigCommand, RigDialog, WeighedJoints, meshes_without_skin, select_bind_joints,
};
use weights::{AutomaticMethod, Clothes, RigidParts};

use crate::panels::widgets::{answers, is_canceled, modal_frame};

/// Width of the dialogs, in points; less in a narrow window.
const WIDTH: f32 = 430.0;

/// Draws the dialog, if it is open.
pub fn rig_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let dialog = view.session.rigging.dialog;
    let is_own = |dialog: &RigDialog| !matches!(dialog, RigDialog::Fit | RigDialog::Pull);
    let Some(dialog) = dialog.filter(is_own) else {
        return;
    };
    let modal = Modal::new(Id::unique("rig dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            match dialog {
                RigDialog::Automatic => automatic(ui, view, sink),
                RigDialog::Bind => bind(ui, view, sink),
                RigDialog::Bulge => bulge(ui, view, sink),
                // `fit_dialog` draws these.
                RigDialog::Fit | RigDialog::Pull => {}
            }
        });
    if is_canceled(&modal) {
        ask(RigCommand::Ask(None), sink);
    }
}

pub(in crate::panels) fn ask(command: RigCommand, sink: &mut Sink) {
    sink.send(Intent::Rig(command));
}

fn automatic(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.rigging.automatic;
    let mut request = before;
    ui.heading("Automatic weights");
    lines(
        ui,
        "Weights computed from bones and surface, for every part of the mesh. Locked joints keep their weights.",
    );
    let selected = view.session.character.selection.joints().len();
    Grid::new("automatic weights")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Joints");
            let names = |which: WeighedJoints| match which {
                WeighedJoints::Selected => format!("{} ({selected})", which.name()),
                _ => which.name().to_owned(),
            };
            let tip = "The first keeps to the joints that the mesh's weights name now; where there are none yet, it is the second, which leaves out sockets, controls, ends of chains and joints that no limb leads to";
            choice(
                ui,
                ("Joints that get weight", tip),
                &mut request.joints,
                &WeighedJoints::ALL,
                names,
            );
            ui.end_row();
            ui.label("Vertices");
            let names = |only_unbound: bool| {
                let text = if only_unbound {
                    "Only unbound ones"
                } else {
                    "All"
                };
                text.to_owned()
            };
            let tip = "Unbound vertices are those that no joint moves";
            choice(
                ui,
                ("Vertices that get weights", tip),
                &mut request.only_unbound,
                &[false, true],
                names,
            );
            ui.end_row();
            options(ui, &mut request);
        });
    if request != before {
        ask(RigCommand::Automatic(request), sink);
    }
    let nothing = request.joints == WeighedJoints::Selected && selected == 0;
    let why = nothing.then_some("No joint is selected.");
    answer_buttons(ui, "Compute weights", why, sink);
}

fn bind(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let rigging = &view.session.rigging;
    let (mut request, mut how) = (rigging.bind, rigging.automatic);
    ui.heading("Bind mesh to skeleton");
    lines(
        ui,
        "From now on the joints move the mesh, relative to their rest pose. Nothing moves yet.",
    );
    let meshes = meshes_without_skin(&view.document.character);
    let is_there = |node: &u32| meshes.iter().any(|(key, _)| key == node);
    request.node = request.node.filter(is_there);
    let selected = view.session.character.selection.joints();
    let skeleton = &view.document.character.rig.skeleton;
    let ready = view.session.character.skeleton.ready_joints(skeleton);
    let count = |which| select_bind_joints(view.document, which, selected, &ready).len();
    let joints = [BoundJoints::Ready, BoundJoints::All, BoundJoints::Selected];
    let joints = match count(BoundJoints::Ready) {
        0 => &joints[1..],
        _ => &joints[..],
    };
    if !joints.contains(&request.joints) {
        request.joints = BoundJoints::All;
    }
    Grid::new("bind")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Mesh");
            which_mesh(ui, &meshes, &mut request);
            ui.end_row();
            ui.label("Joints");
            let names = |which| match which {
                BoundJoints::All => format!("All joints ({})", count(which)),
                BoundJoints::Ready => format!("Joints of the new skeleton ({})", count(which)),
                BoundJoints::Selected | BoundJoints::Added => {
                    format!("Selected joints ({})", count(which))
                }
            };
            choice(
                ui,
                (
                    "Joints to bind to",
                    "The joints of the new skin. Of all joints those get automatic weights that are meant to by name and place; of selected ones, and of a new skeleton, each does",
                ),
                &mut request.joints,
                joints,
                names,
            );
            ui.end_row();
            ui.label("Weights");
            let names = |automatic: bool| {
                let text = if automatic {
                    "Automatic weights"
                } else {
                    "None: leave unbound"
                };
                text.to_owned()
            };
            choice(
                ui,
                (
                    "Weights of the bound mesh",
                    "Without weights nothing moves until they are painted",
                ),
                &mut request.automatic,
                &[true, false],
                names,
            );
            ui.end_row();
            if request.automatic {
                options(ui, &mut how);
            }
        });
    if request != rigging.bind {
        ask(RigCommand::Bind(request), sink);
    }
    if how != rigging.automatic {
        ask(RigCommand::Automatic(how), sink);
    }
    let why = match (request.joints, count(request.joints)) {
        (BoundJoints::Selected | BoundJoints::Added, 0) => Some("No joint is selected."),
        (BoundJoints::All | BoundJoints::Ready, 0) => {
            Some("There are no joints: add some in Skeleton mode first.")
        }
        _ if meshes.is_empty() => Some("Every mesh is bound already."),
        _ => None,
    };
    answer_buttons(ui, "Bind", why, sink);
}

fn bulge(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.rigging.bulge;
    let mut request = before;
    ui.heading("Solve bulge map");
    lines(
        ui,
        "For each vertex the smallest number that draws it back, in all poses, to about the distance from its bones that it has at rest. The map is replaced, and can be painted further.",
    );
    Grid::new("solve bulge")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Poses");
            choice(
                ui,
                (
                    "Poses to solve over",
                    "Poses that only turn joints; scale is meant to change volume",
                ),
                &mut request.over,
                &BulgePoses::ALL,
                |over| over.name().to_owned(),
            );
            ui.end_row();
            ui.label("Allow");
            number(
                ui,
                ("Allowed bulge", " % farther than at rest"),
                &mut request.percent,
                0..=MOST_PERCENT,
            );
            ui.end_row();
        });
    if request != before {
        ask(RigCommand::Bulge(request), sink);
    }
    answer_buttons(ui, "Solve", None, sink);
}

/// Method, parts that keep their shape, clothes, number of influences and smoothing.
fn options(ui: &mut Ui, request: &mut AutomaticRequest) {
    ui.label("Method");
    let names = |method| {
        let text = match method {
            AutomaticMethod::FallbackChain => "Surface heat, with fallback",
            AutomaticMethod::Volume => "Volume heat",
            AutomaticMethod::Nearest => "Nearest bone",
        };
        text.to_owned()
    };
    let tip = "Each connected part takes the first method that works on it: surface heat, volume heat, nearest bone. Start with a later one if the result does not suit";
    choice(
        ui,
        ("Method of weights", tip),
        &mut request.method,
        &[
            AutomaticMethod::FallbackChain,
            AutomaticMethod::Volume,
            AutomaticMethod::Nearest,
        ],
        names,
    );
    ui.end_row();
    ui.label("Parts");
    let names = |rigid| {
        let text = match rigid {
            RigidParts::None => "All bend",
            RigidParts::Small => "Small ones follow one joint",
            RigidParts::All => "Each follows one joint",
        };
        text.to_owned()
    };
    let tip = "Separate pieces of the mesh. Small ones as eyes, teeth, plates and cards of hair keep their shape if all of each follows one joint; so do all parts of a machine";
    choice(
        ui,
        ("Parts that keep their shape", tip),
        &mut request.rigid,
        &[RigidParts::None, RigidParts::Small, RigidParts::All],
        names,
    );
    ui.end_row();
    clothes(ui, request);
    ui.label("Limit");
    number(
        ui,
        ("Limit of joints", " joints per vertex"),
        &mut request.limit,
        1..=MOST_JOINTS,
    );
    ui.end_row();
    ui.label("Smoothing");
    number(
        ui,
        ("Rounds of smoothing", " rounds"),
        &mut request.smoothing,
        0..=MOST_ROUNDS,
    );
    ui.end_row();
}

fn clothes(ui: &mut Ui, request: &mut AutomaticRequest) {
    ui.label("Clothes");
    let names = |clothes| {
        let text = match clothes {
            Clothes::Own => "Follow bones, as all parts",
            Clothes::Body => "Follow the body below them",
        };
        text.to_owned()
    };
    let tip = "Separate pieces of the mesh that lie close over a larger one, as a shirt over a body: with the weights of what is below them both bend alike";
    choice(
        ui,
        ("What clothes follow", tip),
        &mut request.clothes,
        &[Clothes::Own, Clothes::Body],
        names,
    );
    ui.end_row();
}

fn which_mesh(ui: &mut Ui, meshes: &[(u32, String)], request: &mut BindRequest) {
    if let [(_, name)] = meshes {
        request.node = None;
        ui.add(Label::new(name).truncate());
        return;
    }
    let name = |node: Option<u32>| {
        let found = meshes.iter().find(|(key, _)| Some(*key) == node);
        found.map_or_else(
            || format!("All without a skin ({})", meshes.len()),
            |(_, name)| name.clone(),
        )
    };
    let nodes: Vec<Option<u32>> = std::iter::once(None)
        .chain(meshes.iter().map(|(key, _)| Some(*key)))
        .collect();
    let about = ("Mesh to bind", "Only meshes without a skin are listed");
    choice(ui, about, &mut request.node, &nodes, name);
}

/// A list to choose from; `about` is its name and its tooltip.
pub(in crate::panels) fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    (label, tip): (&str, &str),
    value: &mut T,
    all: &[T],
    name: impl Fn(T) -> String,
) {
    ComboBox::from_id_salt(label)
        .selected_text(name(*value))
        .width(260.0)
        .show_ui(ui, |ui| {
            for &one in all {
                ui.selectable_value(value, one, name(one));
            }
        })
        .response
        .accessible_name(label)
        .on_hover_text(tip);
}

pub(in crate::panels) fn number(
    ui: &mut Ui,
    (label, suffix): (&str, &str),
    value: &mut u8,
    range: std::ops::RangeInclusive<u8>,
) {
    let field = DragValue::new(value)
        .range(range)
        .speed(0.05)
        .suffix(suffix);
    ui.add(field).accessible_name(label);
}

pub(in crate::panels) fn lines(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).weak()).wrap());
    ui.add_space(6.0);
}

/// Starts or closes, as the buttons say.
pub(in crate::panels) fn answer_buttons(
    ui: &mut Ui,
    yes: &str,
    why_not: Option<&str>,
    sink: &mut Sink,
) {
    match answers(ui, yes, why_not) {
        Some(true) => ask(RigCommand::Begin, sink),
        Some(false) => ask(RigCommand::Ask(None), sink),
        None => {}
    }
}
