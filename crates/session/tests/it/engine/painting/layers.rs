//! Layers of weights: their masks, and what large ones come to in the background.

use glam::Vec2;
use session::commands::actions::{BrushAction, LayerAction, WeightJobAction};
use session::commands::command::Intent;
use session::settings::BrushTool;
use session::state::weight_table::command::{LayerIntent, WeightCommand};

use crate::engine::driven::Driven;
use crate::engine::painter::NONE;
use crate::support::tube::tube;

/// What a layer's mask has at the vertices of the first primitive.
fn mask(editor: &Driven) -> Vec<f32> {
    let layers = &editor.document().layers;
    let mask = layers.active_layer().and_then(|layer| layer.mask((0, 0)));
    mask.map_or_else(Vec::new, |mask| mask.values().collect())
}

#[test]
fn a_gradient_is_drawn_on_the_mask() {
    let mut editor = Driven::painting("builtin:arm", "hand");
    editor.run(LayerAction::AddLayer);
    let from = editor.pixel_of(0, "forearm");
    let along = editor.pixel_of(0, "hand") - from;
    editor.stroke(from + along * 0.5, Vec2::new(30.0, 0.0), NONE);
    let (painted, steps) = (editor.weights(), editor.history().len());
    editor.run(LayerAction::PaintLayerMask);
    editor.run(BrushAction::UseBrush(BrushTool::Gradient));
    editor.press_and_drag(from, along, NONE);
    let during = mask(&editor);
    assert!(
        during.iter().any(|value| (0.2..0.8).contains(value)),
        "seen while the button is down: {during:?}"
    );
    assert!(editor.weights() != painted, "the layer counts less there");
    // A shorter one leaves nothing of the longer one behind.
    editor.drag_to(0, from + along * 0.4);
    let changed = |mask: &[f32]| mask.iter().filter(|value| **value < 1.0).count();
    assert!(changed(&mask(&editor)) < changed(&during));
    editor.release();
    assert_eq!(editor.history().len(), steps + 1);
    assert_eq!(editor.step(), "Gradient of layer mask");
    let blend = &editor.character().meshes[0].primitives[0].maps.blend;
    assert!(blend.is_none(), "the blend map stays as it is");
    editor.undo();
    assert!(editor.weights() == painted && mask(&editor).is_empty());
}

fn is_folding(editor: &Driven) -> bool {
    !editor.session().character.weights.folding.is_empty()
}

/// Gives the layer another opacity, and stops while that is still at work.
fn begin_folding(editor: &mut Driven, opacity: f32, steps: usize) {
    let changed = LayerIntent::SetOpacity {
        layer: 1,
        opacity,
        dragging: false,
    };
    editor.send(Intent::Weights(WeightCommand::Layer(changed)));
    editor.wait_until("it is at work", is_folding);
    assert_eq!(editor.history().len(), steps, "no step yet");
}

fn finish_folding(editor: &mut Driven) {
    editor.wait_until("it is done", |editor| !is_folding(editor));
    editor.wait_for_weights();
}

/// What the layers of a large mesh come to is found by a thread, and frames do not wait for it.
#[test]
fn layers_of_a_large_mesh_are_folded_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 4);
    let mut editor = Driven::painting(&file.to_string_lossy(), "joint 10");
    editor.run(LayerAction::AddLayer);
    let below = editor.total_of("joint 10");
    let flood = WeightJobAction::FloodWeights;
    editor.wait_until("it can be flooded", |editor| {
        editor.why_not(flood).is_none()
    });
    editor.run(flood);
    editor.wait_for_weights();
    let (flooded, above) = (editor.weights(), editor.total_of("joint 10"));
    assert!(
        above > 1.2 * below,
        "{above} {below}: {:?}",
        editor.notices()
    );
    let steps = editor.history().len();
    begin_folding(&mut editor, 0.5, steps);
    finish_folding(&mut editor);
    let half = editor.total_of("joint 10");
    assert!(below < half && half < above, "{below} {half} {above}");
    assert_eq!(editor.step(), "Opacity of layer Layer 1");
    editor.undo();
    assert!(editor.weights() == flooded, "to the bit");
    // Undone while it is at work, or just after.
    begin_folding(&mut editor, 0.2, steps);
    editor.undo();
    finish_folding(&mut editor);
    assert!(editor.weights() == flooded, "to the bit");
    assert_eq!(editor.step(), "Flood: add joint 10");
    // Another step builds on what is at work.
    begin_folding(&mut editor, 0.5, steps);
    editor.run(LayerAction::MergeLayerDown);
    finish_folding(&mut editor);
    assert!((editor.total_of("joint 10") - half).abs() < 1e-3 * above);
    let names: Vec<String> = editor.history().names().map(str::to_owned).collect();
    assert_eq!(
        names[names.len() - 2..],
        ["Opacity of layer Layer 1", "Merge down layer Layer 1"]
    );
}
