//! Weights fitted to another method's result, and vertices pulled.

use glam::Vec2;
use rig::MapKind;
use scene::vertex_maps::has_map;
use session::commands::actions::{PaneLookAction, WeightAction, WeightJobAction};
use session::commands::command::Intent;
use session::state::weight_fit::PullBy;
use session::state::weight_operations::weight_request::{
    PullChoice, PullDrag, RigCommand, RigDialog,
};
use testkit::glb::under_another_skin;

use crate::engine::driven::Driven;
use crate::support::clothes::{BODY, glb, write};

fn dialog(editor: &Driven) -> Option<RigDialog> {
    editor.session().rigging.dialog
}

/// Does what the open dialog asks, and gives what is said.
fn begin(editor: &mut Driven) -> String {
    editor.send(Intent::Rig(RigCommand::Begin));
    editor.wait_for_weights();
    editor.said()
}

/// Of a mesh under two skins the message says with which of them it was fitted.
#[test]
fn a_fit_tells_what_another_skin_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = under_another_skin(&glb(&["hips", "chest"], &[BODY], 1.0), 0);
    let file = write(folder.path(), "shared.glb", &file);
    let mut editor = Driven::painting(file.to_str().unwrap(), "");
    editor.run(WeightJobAction::FitWeights);
    let said = begin(&mut editor);
    assert!(said.starts_with("Fit weights: "), "{said}");
    let other = "several skins move 252 vertices of body";
    assert!(said.contains(other) && said.contains("skin 0"), "{said}");
}

fn pull(editor: &mut Driven, choose: impl FnOnce(&mut PullChoice)) -> String {
    editor.run(WeightJobAction::PullVertices);
    assert_eq!(dialog(editor), Some(RigDialog::Pull));
    let mut choice = editor.session().rigging.pull;
    choose(&mut choice);
    editor.send(Intent::Rig(RigCommand::Pull(choice)));
    begin(editor)
}

#[test]
fn selected_vertices_are_pulled_by_numbers() {
    let mut editor = Driven::painting("builtin:arm", "forearm");
    editor.take_test_pose("Elbow");
    editor.try_run(WeightJobAction::PullVertices);
    assert_eq!(dialog(&editor), None, "no vertex is selected");
    editor.run(WeightAction::SelectVerticesOfJoint);
    assert!(!editor.selected_vertices().is_empty());
    let before = editor.weights();
    let said = pull(&mut editor, |choice| choice.by = [0.02, 0.0, 0.0]);
    assert_eq!(dialog(&editor), None);
    // What gets worse in other poses is told, whether that is more than it brings or not, or that it brings nothing.
    let is_told = said.contains(" worse") && said.contains("other poses");
    assert!(is_told || said.contains("would still be"), "{said}");
    let refused = said.contains("nothing was changed");
    assert_eq!(editor.weights() == before, refused, "{said}");
    if !refused {
        editor.undo();
    }
    assert!(editor.weights() == before, "one step");
    let said = pull(&mut editor, |choice| choice.at_any_cost = true);
    assert!(
        said.contains("left to go") && said.contains("other poses"),
        "{said}"
    );
    assert!(editor.weights() != before, "{said}");
    editor.undo();
    assert!(editor.weights() == before, "one step");
    // By both phases, though the pane shows the first alone.
    editor.run(PaneLookAction::Method("two-phase"));
    let whole = pull(&mut editor, |choice| choice.at_any_cost = true);
    let pulled = editor.weights();
    editor.undo();
    editor.run(PaneLookAction::FirstPhase);
    let said = pull(&mut editor, |choice| choice.at_any_cost = true);
    assert_eq!(said, whole);
    assert!(editor.weights() == pulled);
    editor.undo();
    // A drag there would move another place than the one that is seen.
    let from = editor.sample(editor.session().comparing.active, Vec2::new(200.0, 200.0));
    let to = from.pixel + Vec2::new(20.0, 0.0);
    editor.send(Intent::Rig(RigCommand::Dropped(PullDrag { from, to })));
    editor.wait_for_weights();
    assert!(
        editor.said().contains("first phase alone"),
        "{}",
        editor.said()
    );
    assert!(editor.weights() == before);
    // The blend map instead of weights, by a method that looks at it.
    editor.run(PaneLookAction::Method("dual-quaternion"));
    let said = pull(&mut editor, |choice| {
        choice.change = PullBy::Map(MapKind::Blend);
        choice.by = [-0.02, 0.0, 0.0];
    });
    assert!(said.contains("left to go"), "{said}");
    assert!(editor.weights() == before, "weights stay");
    assert!(has_map(editor.character(), MapKind::Blend), "{said}");
}
