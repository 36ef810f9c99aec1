//! Gradients of weights.

use glam::Vec2;
use scene::placed::placed_primitives;
use session::commands::actions::{Action, AnimateAction, BrushAction, WeightAction};
use session::commands::command::Intent;
use session::settings::BrushTool;
use session::state::selection::Choose;
use session::state::weight_table::command::WeightCommand;

use crate::engine::driven::{Driven, PANE};
use crate::engine::painter::{NONE, Weights};
use crate::support::tube::tube;

const GRADIENT: Action = Action::Brush(BrushAction::UseBrush(BrushTool::Gradient));

/// The biped with a joint, and the tool in hand.
fn begin_with(joint: &str) -> Driven {
    let mut editor = Driven::painting("builtin:biped", joint);
    editor.run(GRADIENT);
    assert_eq!(editor.session().settings.brush.tool, BrushTool::Gradient);
    editor
}

fn begin() -> Driven {
    begin_with("forearm.L")
}

/// From the shoulder to the elbow.
fn along_the_arm(editor: &Driven) -> (Vec2, Vec2) {
    let from = editor.pixel_of(0, "upper_arm.L");
    (from, editor.pixel_of(0, "forearm.L") - from)
}

fn changed(before: &Weights, after: &Weights) -> usize {
    before.iter().zip(after).filter(|(a, b)| a != b).count()
}

#[test]
fn locks_hold_and_what_cannot_be_done_is_said() {
    let mut editor = begin();
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.run(WeightAction::LockJoints);
    editor.stroke(from, by, NONE);
    let said = editor.said();
    assert!(said.contains("forearm.L is locked"), "{said}");
    assert!(editor.weights() == before);
    editor.run(WeightAction::LockJoints);
    editor.run(WeightAction::LockOthers);
    editor.stroke(from, by, NONE);
    let said = editor.said();
    assert!(said.contains("all other joints locked"), "{said}");
    assert!(editor.weights() == before);
    editor.run(WeightAction::UnlockAll);
    // Only one of the others.
    editor.select("chest");
    editor.run(WeightAction::LockJoints);
    editor.select("forearm.L");
    let chest = editor.joint("chest");
    editor.stroke(from, by, NONE);
    let after = editor.weights();
    assert!(after != before);
    let of = |all: &Weights| -> Vec<Option<u32>> {
        all.iter().map(|row| row.get(&chest).copied()).collect()
    };
    assert!(of(&after) == of(&before), "to the bit");
    assert!(after.iter().all(|row| row.len() <= 4), "the limit");
}

#[test]
fn only_selected_vertices_change() {
    let mut editor = begin();
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.run(WeightAction::SelectVerticesOfJoint);
    let mut some = editor.selected_vertices();
    some.truncate(12);
    let selected = some.len();
    let chosen = WeightCommand::SelectVertices(some, Choose::Alone);
    editor.send(Intent::Weights(chosen));
    editor.stroke(from - by, by * 3.0, NONE);
    let after = editor.weights();
    let count = changed(&before, &after);
    assert!(count > 0, "{}", editor.notices().join("\n"));
    // Vertices at the same places go along.
    assert!(count <= 4 * selected, "{count} of {selected}");
    let said = editor.said();
    assert!(said.contains("selected"), "{said}");
}

#[test]
fn the_other_side_gets_the_same_gradient() {
    let mut editor = begin();
    editor.run(BrushAction::ToggleBrushMirror);
    assert!(editor.session().settings.brush.mirror);
    let (from, by) = along_the_arm(&editor);
    let before = editor.total_of("forearm.R");
    editor.stroke(from, by * 0.7, NONE);
    let (left, right) = (editor.total_of("forearm.L"), editor.total_of("forearm.R"));
    assert!(right > before + 1.0, "{right} after {before}");
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
}

#[test]
fn a_gradient_lies_on_the_posed_surface_and_a_clip_goes_on() {
    let mut editor = begin();
    editor.run(AnimateAction::PlayPause);
    assert!(editor.session().playback.playing);
    for _ in 0..3 {
        editor.let_pass(0.25);
    }
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by, NONE);
    assert!(editor.session().playback.playing, "the clip goes on");
    assert!(editor.weights() != before);
    editor.run(AnimateAction::PlayPause);
    let camera = editor.session().camera;
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by * 0.8, NONE);
    assert!(editor.weights() != before, "posed, and standing");
    assert_eq!(editor.session().camera, camera);
    assert!(from.cmpge(Vec2::ZERO).all() && from.cmple(PANE).all());
}

#[test]
fn the_blend_map_is_graded_too() {
    let mut editor = begin_with("");
    editor.run(WeightAction::TogglePaintLayer);
    let numbers = |editor: &Driven| -> Vec<f32> {
        let character = editor.character();
        let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let maps = primitives.filter_map(|primitive| {
            let map = primitive.maps.blend.as_ref()?;
            let vertices = 0..primitive.positions.len();
            Some(
                vertices
                    .map(|vertex| map.value(vertex))
                    .collect::<Vec<f32>>(),
            )
        });
        maps.flatten().collect()
    };
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by, NONE);
    let lowest = numbers(&editor).into_iter().fold(1.0, f32::min);
    assert!(lowest < 0.3, "{lowest}: {:?}", editor.notices());
    assert!(editor.weights() == before, "weights stay");
    assert_eq!(editor.step(), "Gradient of blend map");
    editor.undo();
    assert!(numbers(&editor).into_iter().all(|number| number == 1.0));
}

/// The places of all vertices at rest, as [`Driven::weights`] lists them.
fn places_at_rest(editor: &Driven) -> Vec<glam::Vec3> {
    let skinned = placed_primitives(editor.character())
        .filter(|placed| placed.instance.skin.is_some() && placed.primitive.influences.is_some());
    skinned
        .flat_map(|placed| placed.primitive.positions.iter().copied())
        .collect()
}

/// How far vertices lie from the bone of the upper arm, of those whose weights changed the farthest.
fn farthest_from_the_arm(editor: &Driven, before: &Weights) -> f32 {
    let frames = editor.shown().frames(0);
    let at = |name: &str| glam::Vec3::from(frames[editor.joint(name).index()].translation);
    let (shoulder, elbow) = (at("upper_arm.L"), at("forearm.L"));
    let bone = elbow - shoulder;
    let after = editor.weights();
    let changed = places_at_rest(editor)
        .into_iter()
        .zip(before.iter().zip(&after));
    let far = changed.filter(|(_, (a, b))| a != b).map(|(place, _)| {
        let t = (place - shoulder).dot(bone) / bone.length_squared();
        place.distance(shoulder + bone * t.clamp(0.0, 1.0)) / bone.length()
    });
    far.fold(0.0, f32::max)
}

#[test]
fn a_gradient_along_an_arm_leaves_the_torso() {
    // A joint that has nothing there, as if the arm were weighted from nothing.
    let mut editor = begin_with("head");
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by, NONE);
    let arm = editor.weights();
    let far = farthest_from_the_arm(&editor, &before);
    assert!((0.1..0.4).contains(&far), "{far} upper arms away");
    let count = changed(&before, &arm);
    assert!(count > 60, "all around the arm: {count}");
    editor.undo();
    // Without the option, all that hangs together between the planes.
    editor.run(BrushAction::ToggleGradientLimb);
    assert!(!editor.session().settings.brush.gradient.limb);
    editor.stroke(from, by, NONE);
    let far = farthest_from_the_arm(&editor, &before);
    assert!(far > 1.0, "{far} upper arms away");
    editor.undo();
    editor.run(BrushAction::ToggleGradientLimb);
    assert!(editor.session().settings.brush.gradient.limb);
    editor.stroke(from, by, NONE);
    assert!(editor.weights() == arm, "to the bit");
}

#[test]
fn before_the_start_the_body_stays() {
    let mut editor = begin_with("head");
    editor.run(BrushAction::ToggleGradientBefore);
    assert!(editor.session().settings.brush.gradient.before);
    let before = editor.weights();
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by, NONE);
    let count = changed(&before, &editor.weights());
    assert!(count > 60, "all around the arm: {count}");
    assert!(2 * count < before.len(), "not the body: {count} vertices");
    let far = ["shin.L", "shin.R", "hand.R", "hips"];
    let legs = far.map(|name| editor.total_of(name));
    editor.undo();
    let untouched = far.map(|name| editor.total_of(name));
    assert_eq!(legs, untouched, "and nothing far from the shoulder");
}

#[test]
fn beyond_the_end_a_limb_goes_on_to_the_hand() {
    let mut editor = begin_with("head");
    editor.run(BrushAction::ToggleGradientBeyond);
    editor.run(BrushAction::SwapGradientEnds);
    let (from, by) = along_the_arm(&editor);
    let far = ["shin.L", "shin.R", "hand.R"];
    let legs = far.map(|name| editor.total_of(name));
    editor.stroke(from, by, NONE);
    // From 0 at the shoulder to 1 from the elbow on.
    assert!(editor.total_of("hand.L") < 1e-3, "all of the hand");
    let after = far.map(|name| editor.total_of(name));
    assert_eq!(legs, after, "and nothing else beyond the elbow");
}

#[test]
fn both_arms_get_their_limb() {
    let mut editor = begin_with("hand.L");
    editor.run(BrushAction::ToggleBrushMirror);
    let (from, by) = along_the_arm(&editor);
    editor.stroke(from, by, NONE);
    let (left, right) = (editor.total_of("hand.L"), editor.total_of("hand.R"));
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
    let chest = editor.total_of("chest");
    editor.undo();
    let before = editor.total_of("chest");
    assert!(chest > 0.85 * before, "{chest} of {before}");
}

/// On a large mesh a thread works at the newest end, and frames do not wait for it.
#[test]
fn a_gradient_of_a_large_mesh_is_counted_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 4);
    let mut editor = Driven::painting(&file.to_string_lossy(), "joint 10");
    editor.run(GRADIENT);
    let (before, steps) = (editor.weights(), editor.history().len());
    let [from, to] = ["joint 8", "joint 12"].map(|name| editor.pixel_of(0, name));
    // Given up while a thread is at it: what comes back is dropped.
    editor.press_and_drag(from, to - from, NONE);
    editor.cancel_stroke();
    editor.frames(10);
    assert!(editor.weights() == before, "to the bit");
    editor.press_and_drag(from, to - from, NONE);
    editor.wait_until("it is seen", |editor| {
        let stroke = editor.session().painting.stroke.as_ref();
        stroke.is_some_and(|work| work.drawn.is_some())
    });
    assert!(editor.weights() != before, "seen while the button is down");
    editor.release();
    assert_eq!(editor.history().len(), steps + 1);
    assert!(editor.weights() != before);
    let said = editor.said();
    assert!(said.starts_with("Gradient of joint 10: "), "{said}");
    editor.undo();
    assert!(editor.weights() == before, "to the bit");
}
