//! Facts about a joint in the skeleton and in the skin.

use eframe::egui::{Link, Ui};
use rig::JointIndex;
use scene::names::{count, joint_name, weight_text};
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use crate::panels::widgets::rows;

/// Draws the joint's parent, with a way to select it.
pub(super) fn parent(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let skeleton = &view.document.character.rig.skeleton;
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 16.0;
        let Some(parent) = skeleton.parent(joint) else {
            ui.weak("Root joint");
            return;
        };
        ui.weak("Parent:");
        ui.style_mut().wrap_mode = Some(eframe::egui::TextWrapMode::Truncate);
        let name = joint_name(skeleton, parent);
        let link = ui.add(Link::new(name)).on_hover_text("Selects the parent");
        if link.accessible_name("Parent joint").clicked() {
            sink.send(Intent::Select(Some(parent)));
        }
    });
}

/// Draws its number of children, of vertices that it moves, its largest weight and its index.
pub(super) fn facts(ui: &mut Ui, joint: JointIndex, view: &View<'_>) {
    let facts = view.session.character.facts.joint(joint);
    let moved = if facts.in_skin {
        count(facts.vertices)
    } else {
        "none: not bound".to_owned()
    };
    let list = [
        ("Children", count(facts.children), "Its direct children"),
        (
            "Vertices",
            moved,
            "Vertices that it moves, in all meshes that the scene shows",
        ),
        (
            "Largest weight",
            weight_text(facts.largest_weight, 3),
            "Its largest weight at any vertex",
        ),
        (
            "Index",
            joint.index().to_string(),
            "Its index in the skeleton, parents first",
        ),
    ];
    rows(ui, "joint facts", &list);
}
