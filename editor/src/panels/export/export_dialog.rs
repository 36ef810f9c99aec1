//! The dialog for the path of an export.

use std::path::Path;

use character::{JointNumbers, WeightNumbers};
use eframe::egui::{Context, DragValue, Ui};
use session::commands::command::Sink;
use session::features::view::View;
use session::state::export::dialog::ExportAsked;
use session::state::export::options::ExportOptions;
use session::state::export::written::ending_of;
use session::state::file_dialogs::dialog::FileAsked;
use session::state::problems::problem_list::pluralize;
use session::state::props::exported::has_props;

use crate::panels::fields::file_asked::file_dialog;

/// What most engines take.
const USUAL_INFLUENCES: u8 = 4;
/// What many engines take.
const USUAL_JOINTS: usize = 256;

const WEIGHTS: [(WeightNumbers, &str); 4] = [
    (WeightNumbers::AsTheyAre, "As they are"),
    (WeightNumbers::Float, "32-bit float"),
    (WeightNumbers::U16, "16-bit"),
    (WeightNumbers::U8, "8-bit"),
];
const JOINTS: [(JointNumbers, &str); 3] = [
    (JointNumbers::AsNeeded, "As needed"),
    (JointNumbers::U8, "8-bit joints"),
    (JointNumbers::U16, "16-bit joints"),
];

/// What becomes of props in a file.
pub(super) const PROPS: &str = "Their meshes and materials become nodes under the joints that hold them; where that changes in a clip they get keys";

/// Draws the dialog, if it is open.
pub(super) fn export_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "The character at rest: skeleton, weights, painted maps and clips as they are now. Your pose is kept in extras, which other programs ignore.";
    file_dialog::<ExportAsked>(ctx, view, sink, note, |ui, form| {
        pending_choice(ui, view, &mut form.options);
        ui.add_space(4.0);
        form.path(ui);
        format(ui, ending_of(&view.document.character), &mut form.asked);
        options(ui, &mut form.options.options);
        constraints_choice(ui, view, &mut form.options.options);
        props_choice(ui, view, &mut form.options.options.leaves_props, PROPS);
    });
}

/// One file or several: what the path ends in. `own` is the ending of the format that the character came in.
fn format(ui: &mut Ui, own: &str, dialog: &mut FileAsked) {
    // A .gltf has files beside it: as one file it is a .glb.
    let one_file = if own == "gltf" { "glb" } else { own };
    let is_apart = Path::new(dialog.path.trim().trim_matches('"'))
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gltf"));
    ui.horizontal(|ui| {
        ui.label("Format");
        let one = ui.radio(!is_apart, format!("One file (.{one_file})"));
        if one.clicked() && is_apart {
            dialog.path = with_other_ending(&dialog.path, one_file);
        }
        let several = ui.radio(is_apart, "Several files (.gltf)");
        let tip = "Numbers and pictures in files beside the .gltf, which is text";
        if several.on_hover_text(tip).clicked() && !is_apart {
            dialog.path = with_other_ending(&dialog.path, "gltf");
        }
    });
}

fn with_other_ending(path: &str, ending: &str) -> String {
    let path = Path::new(path.trim().trim_matches('"'));
    path.with_extension(ending).display().to_string()
}

/// How the character is written.
fn options(ui: &mut Ui, options: &mut ExportOptions) {
    ui.horizontal(|ui| {
        let mut limits = options.influences.is_some();
        let tip = "Most engines take four. Weights of vertices with more are fitted to what linear blending shows";
        if ui
            .checkbox(&mut limits, "Limit influences per vertex")
            .on_hover_text(tip)
            .changed()
        {
            options.influences = limits.then_some(USUAL_INFLUENCES);
        }
        if let Some(limit) = &mut options.influences {
            ui.add(DragValue::new(limit).range(1..=64))
                .accessible_name("Influences per vertex");
        }
    });
    ui.horizontal(|ui| {
        ui.label("Weights");
        for (value, text) in WEIGHTS {
            ui.selectable_value(&mut options.weights, value, text);
        }
    });
    ui.horizontal(|ui| {
        ui.label("Joint numbers");
        for (value, text) in JOINTS {
            ui.selectable_value(&mut options.joints, value, text);
        }
    });
    ui.horizontal(|ui| {
        let mut limits = options.max_joints.is_some();
        let tip = "Nothing is written where a skin lists more: many engines take 256";
        if ui
            .checkbox(&mut limits, "Limit joints per skin")
            .on_hover_text(tip)
            .changed()
        {
            options.max_joints = limits.then_some(USUAL_JOINTS);
        }
        if let Some(limit) = &mut options.max_joints {
            ui.add(DragValue::new(limit).range(1..=usize::from(u16::MAX)))
                .accessible_name("Joints per skin");
        }
    });
    ui.checkbox(&mut options.strips_unused, "Leave out unused joints")
        .on_hover_text("Joints that move nothing leave the skins, and the skeleton where nothing hangs on them");
}

/// Asked only where something is driven.
fn constraints_choice(ui: &mut Ui, view: &View<'_>, options: &mut ExportOptions) {
    if view.document.driven.is_empty() {
        return;
    }
    let mut written = !options.leaves_constraints;
    let tip = "Programs for avatars (VRM) turn these joints in every pose by VRMC_node_constraint; clips have keys of all either way";
    ui.checkbox(
        &mut written,
        "Driven joints as node constraints where they fit",
    )
    .on_hover_text(tip);
    options.leaves_constraints = !written;
}

/// Whether props go along; asked only where there is one that would.
pub(super) fn props_choice(ui: &mut Ui, view: &View<'_>, leaves_props: &mut bool, tip: &str) {
    if !has_props(view.document) {
        return;
    }
    let mut goes_along = !*leaves_props;
    ui.checkbox(&mut goes_along, "Props go along")
        .on_hover_text(tip);
    *leaves_props = !goes_along;
}

/// What is posed over clips and not keyed is seen by other programs only if it gets keys in the file.
fn pending_choice(ui: &mut Ui, view: &View<'_>, asked: &mut ExportAsked) {
    let n_pending = view.document.pending.all().len();
    if n_pending == 0 {
        return;
    }
    let mut keys = !asked.leaves_pending;
    let text = format!(
        "Key {} in the file",
        pluralize(n_pending, "unkeyed pose", "unkeyed poses")
    );
    let tip = "Else the clips are written as they are keyed, and extras keep the poses, for Dualskin alone; here they stay unkeyed either way";
    ui.checkbox(&mut keys, text).on_hover_text(tip);
    asked.leaves_pending = !keys;
}
