//! The blend map and the bulge map, painted.

use glam::{Vec2, Vec3};
use scene::bulges::standing_out;
use scene::deform::deform;
use session::commands::actions::{
    Action, BrushAction, WeightAction, WeightJobAction, WindowAction,
};
use session::settings::BrushTool;
use session::state::weight_table::weights_work::PaintLayer;

use super::ALONG;
use crate::engine::driven::Driven;
use crate::engine::painter::{CTRL, NONE, SHIFT};
use crate::support::tube::tube;

const fn brush(tool: BrushTool) -> Action {
    Action::Brush(BrushAction::UseBrush(tool))
}

/// A character whose blend map is painted; no joint is selected.
fn begin(file: &str) -> Driven {
    let mut editor = Driven::painting(file, "");
    editor.run(WeightAction::TogglePaintLayer);
    let session = editor.session();
    assert_eq!(session.character.weights.layer, PaintLayer::Blend);
    assert!(session.character.selection.is_empty());
    editor
}

/// The numbers of all vertices with their places, or none where there is no map.
fn placed_numbers(editor: &Driven) -> Option<Vec<(Vec3, f32)>> {
    let character = editor.character();
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut all = Vec::new();
    for primitive in primitives.clone() {
        let map = primitive.maps.blend.as_ref();
        let number = |vertex| map.map_or(1.0, |map| map.value(vertex));
        let places = primitive.positions.iter().enumerate();
        all.extend(places.map(|(vertex, at)| (*at, number(vertex))));
    }
    primitives
        .into_iter()
        .any(|primitive| primitive.maps.blend.is_some())
        .then_some(all)
}

fn numbers(editor: &Driven) -> Option<Vec<f32>> {
    let all = placed_numbers(editor)?;
    Some(all.into_iter().map(|(_, number)| number).collect())
}

/// How many vertices are painted on each side, left first; the middle counts to neither.
fn painted_by_side(editor: &Driven) -> [usize; 2] {
    let numbers = placed_numbers(editor).unwrap();
    [1.0, -1.0].map(|side: f32| {
        let here = numbers.iter().filter(|(at, _)| at.x * side > 1e-3);
        here.filter(|(_, number)| *number < 1.0).count()
    })
}

#[test]
fn all_brushes_and_whole_meshes() {
    let mut editor = begin("builtin:biped");
    let at = editor.pixel_of(0, "forearm.L");
    // Adding to 1 everywhere does nothing, and that is said.
    editor.stroke(at, ALONG, NONE);
    let said = editor.said();
    assert!(said.contains("follow dual quaternions already"), "{said}");
    editor.run(brush(BrushTool::Subtract));
    editor.run(WeightJobAction::FloodWeights);
    editor.wait_for_weights();
    let all = numbers(&editor).unwrap();
    assert!(all.iter().all(|&number| number == 0.5), "by the strength");
    let said = editor.said();
    assert!(said.starts_with("Flood blend map: subtract:"), "{said}");
    editor.run(brush(BrushTool::Add));
    editor.stroke(at, ALONG, NONE);
    let most = numbers(&editor).unwrap().into_iter().fold(0.0, f32::max);
    assert!(most > 0.9, "{most} {:?}", editor.notices());
    for (tool, name) in [
        (BrushTool::Sharpen, "Sharpen blend map"),
        (BrushTool::Scale, "Scale blend map"),
        (BrushTool::Replace, "Replace blend map"),
        (BrushTool::Average, "Average blend map"),
    ] {
        editor.run(brush(tool));
        editor.stroke(at, ALONG, NONE);
        assert_eq!(editor.step(), name);
    }
    editor.run(WeightJobAction::SmoothWeights);
    editor.wait_for_weights();
    assert_eq!(editor.step(), "Smooth blend map");
    editor.run(brush(BrushTool::Subtract));
    editor.point(at);
    editor.run(WeightJobAction::FillPart);
    editor.wait_for_weights();
    assert_eq!(editor.step(), "Fill part of blend map: subtract");
    editor.run(WeightAction::ClearBlendMap);
    assert!(numbers(&editor).is_none());
    assert_eq!(editor.step(), "Clear blend map");
}

#[test]
fn the_other_side_is_painted_too() {
    let mut editor = begin("builtin:biped");
    editor.run(BrushAction::ToggleBrushMirror);
    let at = editor.pixel_of(0, "forearm.L");
    editor.stroke(at, ALONG, CTRL);
    let [left, right] = painted_by_side(&editor);
    assert!(left > 5 && left == right, "{left} and {right}");
}

/// Where mirror images are found in the background, the far side is painted when they are there.
#[test]
fn both_sides_of_a_large_mesh_are_painted_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 4);
    let mut editor = begin(&file.to_string_lossy());
    editor.run(BrushAction::ToggleBrushMirror);
    let at = editor.pixel_of(0, "joint 10") + Vec2::new(8.0, 0.0);
    editor.stroke(at, ALONG, CTRL);
    editor.wait_until("the stroke is kept", |editor| editor.history().len() == 1);
    let [left, right] = painted_by_side(&editor);
    assert!(left > 20 && left == right, "{left} and {right}");
}

/// How far vertices stand out as pane B has them, over all of them.
fn standing(editor: &Driven) -> f32 {
    let document = editor.document();
    let look = editor.session().comparing.panes[1].look;
    let flags = &document.scale_inheritance;
    let posed = deform(&document.character, &document.pose, flags, look).unwrap();
    let found = standing_out(&document.character, &document.pose, flags, look).unwrap();
    let mut sum = 0.0;
    for (posed, found) in posed.iter().zip(&found) {
        for (at, bulge) in posed.positions.iter().zip(&found.bulges) {
            let out = |of: &scene::bulges::Bulge| (at.distance(of.center) - of.radius).max(0.0);
            sum += bulge.as_ref().map_or(0.0, out);
        }
    }
    sum
}

/// How many vertices have a number in the bulge map.
fn bulging(editor: &Driven) -> usize {
    let character = editor.character();
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let maps = primitives.filter_map(|primitive| primitive.maps.bulge.as_ref());
    let count = |map: &rig::VertexMap| map.values().filter(|&number| number > 0.0).count();
    maps.map(count).sum()
}

#[test]
fn a_painted_elbow_stands_out_less_and_undo_takes_it_back() {
    let mut editor = Driven::open("builtin:arm");
    editor.take_test_pose("Elbow");
    editor.run(WindowAction::WeightsMode);
    editor.run(WeightAction::UsePaintLayer(PaintLayer::Bulge));
    let followed = editor.session().comparing.panes[1].look.method;
    assert!(followed.follows_maps(), "{followed}");
    let before = standing(&editor);
    assert!(before > 0.0);
    let at = editor.pixel_of(1, "forearm");
    for by in [
        Vec2::new(14.0, 0.0),
        Vec2::new(0.0, 14.0),
        Vec2::new(-14.0, -8.0),
    ] {
        editor.stroke_in(1, (at, by), NONE);
    }
    assert_eq!(editor.step(), "Add to bulge map");
    assert!(bulging(&editor) > 5);
    let after = standing(&editor);
    assert!(after < 0.98 * before, "{after} of {before}");
    editor.stroke_in(1, (at, Vec2::new(14.0, 0.0)), SHIFT);
    assert_eq!(editor.step(), "Smooth bulge map");
    for _ in 0..4 {
        editor.undo();
    }
    assert_eq!(bulging(&editor), 0);
    assert!((standing(&editor) - before).abs() < 1e-6);
}
