//! Dialogs about many joints at once: their axes, their names, and the name of a selection set.

use eframe::egui::{
    Button, Checkbox, Context, Grid, Id, Key, Label, Modal, Modifiers, RichText, TextEdit, Ui,
};
use rig::Axis;
use scene::names::{count, joint_name};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::skeleton::joint_names::NewNames;
use session::state::skeleton::joint_work::{Bend, JointDialog, JointIntent, SourceIntent};
use session::state::weight_operations::weight_request::{WhichJoints, joints_to_bind};

use super::helper_dialog::helpers;
use crate::panels::fields::path_question::{PathField, focused_field};
use crate::panels::weights::rig_dialog::{choice, lines};
use crate::panels::widgets::{is_canceled, main_button, modal_frame, takes_enter};

/// Width of the dialogs, in points; less in a narrow window.
const WIDTH: f32 = 430.0;
/// Width of the field for a file.
const FILE: f32 = 270.0;
/// At most so many names are shown as they will be.
const SHOWN: usize = 6;

/// Draws the dialog, if it is open.
pub fn joint_dialogs(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(dialog) = &view.session.joints.dialog else {
        return;
    };
    let modal = Modal::new(Id::unique("joint dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            match dialog {
                JointDialog::Orient => orient(ui, view, sink),
                JointDialog::Helpers => helpers(ui, view, sink),
                JointDialog::Names => names(ui, view, sink),
                JointDialog::FromFile => from_file(ui, view, sink),
                JointDialog::SaveSet(name) => save_set(ui, name, view, sink),
            }
        });
    if is_canceled(&modal) {
        ask(JointIntent::Ask(None), sink);
    }
}

pub(super) fn ask(intent: JointIntent, sink: &mut Sink) {
    sink.send(Intent::Joints(intent));
}

fn orient(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.joints.orient;
    let mut chosen = before;
    ui.heading("Orient joints");
    lines(
        ui,
        "Turns the axes of joints at rest. Joints, mesh, clips and your pose look as before; poses saved earlier turn these joints about their old axes.",
    );
    let selected = view.session.character.selection.joints().len();
    let all = joints_to_bind(view.document).len();
    Grid::new("orient joints")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Joints");
            let names = |which| match which {
                WhichJoints::All => format!("All joints ({all})"),
                WhichJoints::Selected => format!("Selected joints ({selected})"),
            };
            let about = ("Joints to orient", "A joint that carries a mesh, or is scaled unevenly at rest, keeps its axes");
            let both = [WhichJoints::All, WhichJoints::Selected];
            choice(ui, about, &mut chosen.joints, &both, names);
            ui.end_row();
            ui.label("Along the bone");
            let about = ("Axis along the bone", "Points to the child; of several to the one that goes on, else to their middle");
            choice(ui, about, &mut chosen.along, &Axis::ALL, axis_name);
            ui.end_row();
            if chosen.bend == chosen.along {
                chosen.bend = chosen.along.next();
            }
            ui.label("Bends about");
            let others = Axis::ALL.into_iter().filter(|axis| *axis != chosen.along);
            let others: Vec<Axis> = others.collect();
            let about = ("Axis of the bend", "A positive angle about it bends the limb further");
            choice(ui, about, &mut chosen.bend, &others, axis_name);
            ui.end_row();
            ui.label("Bend axis");
            let about = ("Direction of the bend axis", "Found from how the limb is bent at rest, or chosen");
            choice(ui, about, &mut chosen.towards, &Bend::ALL, |bend: Bend| bend.name().to_owned());
            ui.end_row();
            if chosen.towards == Bend::Limb {
                ui.label("Straight limbs");
                let about = ("Bend axis of straight limbs", "Where a limb is straight, its bend axis points this way");
                let names = |axis| format!("Towards {} of the model", axis_name(axis));
                choice(ui, about, &mut chosen.straight, &Axis::ALL, names);
                ui.end_row();
            }
            ui.label("Other side");
            ui.add(Checkbox::new(&mut chosen.mirrored, "Mirror to partners"))
                .on_hover_text("Partners by name, else by position, get mirrored axes: equal angles bend both sides alike");
            ui.end_row();
        });
    if chosen != before {
        ask(JointIntent::Orient(chosen), sink);
    }
    let count = match chosen.joints {
        WhichJoints::All => all,
        WhichJoints::Selected => selected,
    };
    let why = match (chosen.joints, count) {
        (WhichJoints::Selected, 0) => Some("No joint is selected."),
        (WhichJoints::All, 0) => Some("There are no joints: add some in Skeleton mode first."),
        _ => None,
    };
    answers(ui, "Orient", why, false, sink);
}

/// Search and replace, with what would come of it.
fn names(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = &view.session.joints.replace;
    let mut chosen = before.clone();
    let skeleton = &view.document.character.rig.skeleton;
    let selected = view.session.character.selection.joints();
    ui.heading("Replace in names");
    let mut enter = false;
    Grid::new("replace in names")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Find");
            let field = PathField {
                name: "Find in names",
                hint: "mixamorig:",
            };
            enter = focused_field(ui, &mut chosen.find, field, 260.0).enter;
            ui.end_row();
            ui.label("Replace with");
            let field = TextEdit::singleline(&mut chosen.replace)
                .hint_text("nothing")
                .desired_width(260.0);
            let response = ui.add(field).accessible_name("Replace in names by");
            enter |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.end_row();
            ui.label("Joints");
            let names = |which| match which {
                WhichJoints::All => format!("All joints ({})", count(skeleton.len())),
                WhichJoints::Selected => format!("Selected joints ({})", count(selected.len())),
            };
            let about = ("Joints to rename", "Upper and lower case differ");
            let both = [WhichJoints::All, WhichJoints::Selected];
            choice(ui, about, &mut chosen.joints, &both, names);
            ui.end_row();
        });
    let new = NewNames::from_replacement(skeleton, selected, &chosen);
    ui.add_space(6.0);
    if !new.names.is_empty() {
        let noun = if new.names.len() == 1 {
            "joint will be renamed"
        } else {
            "joints will be renamed"
        };
        ui.label(format!("{} {noun}:", count(new.names.len())));
        for (joint, name) in new.names.iter().take(SHOWN) {
            let line = format!("{} becomes {name}", joint_name(skeleton, *joint));
            ui.add(Label::new(RichText::new(line).weak()).truncate());
        }
        if new.names.len() > SHOWN {
            ui.weak(format!("and {} more", count(new.names.len() - SHOWN)));
        }
    }
    let why = if chosen.find.is_empty() {
        Some("Type what to find.".to_owned())
    } else if new.names.is_empty() {
        Some("No name changes.".to_owned())
    } else if let Some(joint) = new.empty.first() {
        Some(format!("{joint} would have no name."))
    } else {
        conflicts(&new.taken)
    };
    if chosen != *before {
        ask(JointIntent::Replace(chosen), sink);
    }
    answers(ui, "Rename", why.as_deref(), enter, sink);
}

fn conflicts(taken: &[String]) -> Option<String> {
    let (first, others) = taken.split_first()?;
    Some(match others.len() {
        0 => format!("Two joints would be called {first}."),
        more => format!(
            "Joints would share {} names: {first} and {more} more.",
            more + 1
        ),
    })
}

/// A file with a skeleton, and what was found in it.
fn from_file(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let source = &view.session.joints.source;
    ui.heading("Skeleton from file");
    lines(
        ui,
        "Adds the joints of another file to this one. Nothing is bound to them yet.",
    );
    let mut text = source.typed.clone();
    let field = PathField {
        name: "File with a skeleton",
        hint: "/path/to/figure.glb",
    };
    let mut begins = false;
    ui.horizontal(|ui| {
        let edited = focused_field(ui, &mut text, field, FILE);
        if edited.changed {
            ask(JointIntent::Source(SourceIntent::Type(text.clone())), sink);
        }
        begins = edited.enter && source.is_read() && !edited.changed;
        let reads = edited.enter && !begins;
        if edited.enter {
            // What is typed is read before anything is added.
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        }
        let read = ui.add_enabled(!text.trim().is_empty(), Button::new("Read"));
        if (read.clicked() || reads) && !text.trim().is_empty() {
            ask(JointIntent::Source(SourceIntent::Read), sink);
        }
        let browse = ui.button("Browse…").on_hover_text("Opens the file dialog");
        if browse.clicked() {
            ask(JointIntent::Source(SourceIntent::Browse), sink);
        }
    });
    let has_mesh = !view.document.character.instances.is_empty();
    let mut fit = source.fit && has_mesh;
    let check = ui.add_enabled(has_mesh, Checkbox::new(&mut fit, "Scale to the mesh"));
    let tip = "Gives the skeleton the height of this file's meshes, in their middle";
    if check
        .on_hover_text(tip)
        .on_disabled_hover_text("This file has no mesh")
        .changed()
    {
        ask(JointIntent::Source(SourceIntent::Fit(fit)), sink);
    }
    let known = source.file_result();
    let why = match known {
        None if source.file.is_empty() => Some("Choose a file."),
        None => Some("Reading the file …"),
        Some(Err(why)) => Some(why.as_str()),
        Some(Ok(_)) => None,
    };
    if let Some(Ok(found)) = known {
        let noun = if found.joints.len() == 1 {
            "joint"
        } else {
            "joints"
        };
        ui.label(format!(
            "{} has {} {noun}.",
            source.name(),
            count(found.joints.len())
        ));
    }
    answers(ui, "Add skeleton", why, begins, sink);
}

fn save_set(ui: &mut Ui, name: &str, view: &View<'_>, sink: &mut Sink) {
    let mut text = name.to_owned();
    ui.heading("Save selection set");
    let selected = view.session.character.selection.joints().len();
    let noun = if selected == 1 { "joint" } else { "joints" };
    lines(
        ui,
        &format!(
            "Keeps the selection of {} {noun} under a name.",
            count(selected)
        ),
    );
    let field = PathField {
        name: "Name of the set",
        hint: "fingers",
    };
    let edited = focused_field(ui, &mut text, field, f32::INFINITY);
    let sets = view.session.character.sets.all();
    if sets.iter().any(|set| set.name == text.trim()) {
        ui.weak("The set of this name is replaced.");
    }
    let why = text.trim().is_empty().then_some("Type a name.");
    if edited.changed {
        ask(JointIntent::Ask(Some(JointDialog::SaveSet(text))), sink);
    }
    answers(ui, "Save", why, edited.enter, sink);
}

fn axis_name(axis: Axis) -> String {
    let name = match axis {
        Axis::X => "+X",
        Axis::Y => "+Y",
        Axis::Z => "+Z",
    };
    name.to_owned()
}

/// The buttons to do it and to cancel; Enter does it too, and `entered` says that it was pressed in a field.
pub(super) fn answers(
    ui: &mut Ui,
    yes: &str,
    why_not: Option<&str>,
    entered: bool,
    sink: &mut Sink,
) {
    ui.add_space(6.0);
    if let Some(why) = why_not {
        let text = RichText::new(why).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap());
    }
    let enter = entered || takes_enter(ui);
    ui.horizontal(|ui| {
        let clicked = ui
            .add_enabled(why_not.is_none(), main_button(yes))
            .clicked();
        if clicked || (enter && why_not.is_none()) {
            ask(JointIntent::Begin, sink);
        }
        if ui.button("Cancel").clicked() {
            ask(JointIntent::Ask(None), sink);
        }
    });
}
