//! Strokes of the brush on weights: what they reach, and what follows them.

use glam::Vec2;
use scene::view::shading::Shading;
use session::commands::actions::{
    Action, AnimateAction, BrushAction, CompareAction, EditAction, ViewAction, WeightAction,
};
use session::engine::World;
use session::features::problems::asymmetry::{AsymmetryOf, asymmetry_of};
use session::settings::{BrushTool, Sharing};
use session::state::comparing::Visited;

use super::ALONG;
use crate::engine::driven::{Driven, PANE};
use crate::engine::painter::{CTRL, NONE, total};

fn begin(joint: &str) -> Driven {
    Driven::painting("builtin:biped", joint)
}

const fn brush(tool: BrushTool) -> Action {
    Action::Brush(BrushAction::UseBrush(tool))
}

#[test]
fn a_stroke_may_begin_beside_the_mesh_and_the_limit_holds() {
    let mut editor = begin("head");
    let at = editor.pixel_of(0, "chest");
    let beside = Vec2::new(20.0, at.y);
    editor.stroke(beside, at - beside, NONE);
    let all = editor.weights();
    assert!(total(&all, editor.joint("head")) > 1.0);
    assert_eq!(editor.step(), "Add weight to head");
    assert!(all.iter().all(|row| row.len() <= 4));
}

/// The ring overlaps the head while its middle is above it.
#[test]
fn a_brush_whose_ring_overlaps_the_surface_paints_there() {
    let mut editor = begin("spine");
    let mut at = editor.pixel_of(0, "head");
    editor.point(at);
    let is_on = |editor: &Driven, at: Vec2| {
        let sample = editor.sample(0, at);
        let brush = &editor.session().settings.brush;
        let engine = editor.view().paint_engine;
        engine.under(&sample, brush).is_on_surface
    };
    assert!(is_on(&editor, at));
    while is_on(&editor, at) {
        at.y -= 1.0;
    }
    at.y -= 2.0;
    let before = editor.weights();
    editor.stroke(at, Vec2::ZERO, NONE);
    let said = editor.notices().join("\n");
    assert!(editor.weights() != before, "{said}");
}

/// Several selected joints are painted as one.
#[test]
fn averages_smears_and_groups() {
    let mut editor = begin("forearm.L");
    let at = editor.pixel_of(0, "forearm.L");
    for (tool, name) in [
        (BrushTool::Average, "Average weights"),
        (BrushTool::Smear, "Smear weights"),
    ] {
        editor.run(brush(tool));
        assert_eq!(editor.session().settings.brush.tool, tool);
        let before = editor.weights();
        editor.stroke(at, Vec2::new(24.0, 0.0), NONE);
        let said = editor.notices().join("\n");
        assert!(editor.weights() != before, "{name}: {said}");
        assert_eq!(editor.step(), name);
    }
    editor.run(BrushAction::ToggleBrushGroup);
    assert!(editor.session().settings.brush.group);
    editor.run(EditAction::SelectChildren);
    editor.run(brush(BrushTool::Add));
    editor.stroke(at, ALONG, NONE);
    let name = editor.step();
    assert!(
        name.starts_with("Add weight to ") && name.ends_with(" joints"),
        "{name}"
    );
}

fn visited(editor: &Driven) -> Option<Visited> {
    editor.session().comparing.visited.clone()
}

/// How much the weights of now differ at most from those of the mirror image.
fn asymmetry_now(editor: &Driven) -> f32 {
    let session = editor.session();
    let of = AsymmetryOf {
        character: editor.character(),
        opened: session.opened,
        joint: editor.active(),
        patterns: session.settings.mirror.patterns(),
        by_topology: session.settings.brush.topology,
    };
    asymmetry_of(&of, &|| true).unwrap().most
}

/// How much weights differ from those of the mirror image is shown, and follows what is painted.
#[test]
fn asymmetry_is_shown_and_follows_strokes() {
    let mut editor = begin("forearm.L");
    editor.run(ViewAction::Shade(Shading::Asymmetry));
    editor.wait_until("asymmetry is known", |editor| {
        editor.view().asymmetry.newest_map().is_some()
    });
    let most = |editor: &Driven| editor.view().asymmetry.newest_map().unwrap().most;
    let before = most(&editor);
    let at = editor.pixel_of(0, "forearm.L");
    editor.stroke(at, ALONG, CTRL);
    editor.wait_until("the stroke is seen in it", |editor| {
        most(editor) > before + 0.1
    });
    let painted = asymmetry_now(&editor);
    editor.wait_until("all of the stroke is seen in it", |editor| {
        most(editor) == painted
    });
    // The worst spots are those of asymmetry now, also in one pane, each with its value.
    editor.run(CompareAction::RemovePane);
    let mut amounts = Vec::new();
    let n_spots = |editor: &Driven| visited(editor).map_or(0, |visited| visited.of);
    while amounts.len() <= n_spots(&editor) {
        editor.run(CompareAction::NextSpot);
        let visited = visited(&editor).unwrap();
        assert_eq!(visited.rank, amounts.len() % visited.of);
        let camera = &editor.session().camera;
        assert!(camera.target.distance(visited.spot.position) < 1e-3 * camera.distance);
        amounts.push(visited.spot.amount);
    }
    assert_eq!(amounts[0], most(&editor));
    assert_eq!(amounts.pop(), Some(amounts[0]), "and again from the worst");
    assert!(amounts.is_sorted_by(|a, b| a >= b), "{amounts:?}");
    // In colors of materials they are those of the difference again, which one pane has not.
    editor.run(CompareAction::PreviousSpot);
    assert_eq!(visited(&editor).unwrap().rank, amounts.len() - 1);
    editor.run(ViewAction::Shade(Shading::Material));
    editor.try_run(CompareAction::PreviousSpot);
    assert_eq!(visited(&editor).unwrap().rank, amounts.len() - 1);
}

/// Nothing will ever be found, so nobody is asked to wait.
#[test]
fn without_a_character_there_is_no_asymmetry_to_wait_for() {
    let mut editor = Driven::begin(World::default(), "no-such-file.glb");
    editor.run(ViewAction::Shade(Shading::Asymmetry));
    assert!(editor.session().visits_asymmetry());
    editor.try_run(CompareAction::NextSpot);
    let said = editor.notices();
    assert!(!said.iter().any(|text| text.contains("still")), "{said:?}");
}

#[test]
fn the_other_side_is_painted_too() {
    let mut editor = begin("forearm.L");
    editor.run(BrushAction::ToggleBrushMirror);
    assert!(editor.session().settings.brush.mirror);
    let right = editor.total_of("forearm.R");
    let at = editor.pixel_of(0, "upper_arm.L");
    editor.stroke(at, ALONG, NONE);
    assert!(editor.total_of("forearm.R") > right + 1.0);
    let (left, right) = (editor.total_of("forearm.L"), editor.total_of("forearm.R"));
    assert!((left - right).abs() < 0.02 * left, "{left} and {right}");
}

#[test]
fn painting_goes_on_while_a_clip_plays() {
    let mut editor = begin("spine");
    editor.run(AnimateAction::PlayPause);
    assert!(editor.session().playback.playing);
    let before = editor.total_of("spine");
    let at = editor.pixel_of(0, "chest");
    editor.stroke(at, Vec2::new(6.0, 3.0), NONE);
    assert!(editor.session().playback.playing, "the clip goes on");
    assert!(editor.total_of("spine") > before);
}

#[test]
fn what_cannot_be_painted_is_said() {
    let mut editor = begin("");
    let before = editor.weights();
    let at = editor.pixel_of(0, "forearm.L");
    editor.stroke(at, ALONG, NONE);
    editor.stroke(at, ALONG, NONE);
    assert_eq!(editor.notices().len(), 1, "said once, and counted");
    assert_eq!(editor.session().notices.all()[0].times, 2);
    assert!(editor.said().contains("No joint is selected"));
    editor.select("forearm.L");
    editor.run(WeightAction::LockJoints);
    editor.stroke(at, ALONG, NONE);
    assert!(editor.said().contains("forearm.L is locked"));
    editor.run(WeightAction::LockJoints);
    editor.run(WeightAction::LockOthers);
    let shoulder = editor.pixel_of(0, "upper_arm.L");
    editor.stroke(shoulder, ALONG, NONE);
    let said = editor.said();
    assert!(said.contains("all other joints locked"), "{said}");
    assert!(editor.weights() == before);
    let corner = 0.05 * PANE;
    editor.stroke(corner, Vec2::new(4.0, 4.0), NONE);
    assert!(editor.said().contains("met no vertex"));
}

/// Names the joint that the brush takes weight from.
fn take_from(editor: &mut Driven, joint: &str) {
    let painted = editor.active();
    editor.run(BrushAction::PickPartner);
    assert!(editor.session().picks_donor());
    editor.select(joint);
    let brush = &editor.session().settings.brush;
    assert_eq!((brush.sharing, &*brush.partner), (Sharing::Picked, joint));
    assert_eq!(editor.active(), painted);
}

#[test]
fn a_donor_with_nothing_to_give_is_reported_once_a_stroke() {
    let mut editor = begin("forearm.L");
    take_from(&mut editor, "head");
    let tells = |editor: &Driven| editor.count_told("taken from all other joints");
    let at = editor.pixel_of(0, "upper_arm.L");
    editor.stroke(at, ALONG, NONE);
    assert_eq!(tells(&editor), 1, "{:?}", editor.notices());
    assert!(editor.count_told("head has too little to give") > 0);
    // One that has enough needs no word.
    editor.undo();
    take_from(&mut editor, "upper_arm.L");
    let from = at.lerp(editor.pixel_of(0, "forearm.L"), 0.5);
    editor.stroke(from, Vec2::new(2.0, 1.0), NONE);
    assert_eq!(editor.session().settings.brush.tool, BrushTool::Add);
    assert_eq!(tells(&editor), 1, "{:?}", editor.notices());
    // A locked one gives nothing, and that is said.
    let donor = editor.joint("upper_arm.L");
    editor.lock(donor);
    editor.stroke(from, Vec2::new(2.0, 1.0), NONE);
    let said = editor.notices().join("\n");
    assert!(said.contains("“upper_arm.L” is locked"), "{said}");
}
