//! Selected vertices as a mask: what they keep operations from, and how they are changed.

use std::collections::HashSet;

use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{WeightAction, WeightJobAction};

use crate::engine::driven::Driven;
use crate::engine::painter::Weights;

/// The biped, and all vertices that its left forearm moves selected.
fn masked() -> Driven {
    let mut editor = Driven::painting("builtin:biped", "forearm.L");
    editor.run(WeightAction::SelectVerticesOfJoint);
    assert!(!editor.selected_vertices().is_empty());
    editor
}

/// The vertices whose weights differ, as the selection names them.
fn changed(editor: &Driven, before: &Weights) -> HashSet<VertexPlace> {
    let mut places = Vec::new();
    for (primitive, placed) in placed_primitives(editor.character()).enumerate() {
        if placed.instance.skin.is_some() && placed.primitive.influences.is_some() {
            let vertices = 0..placed.primitive.positions.len();
            places.extend(vertices.map(|vertex| VertexPlace { primitive, vertex }));
        }
    }
    let after = editor.weights();
    let both = places.into_iter().zip(before.iter().zip(&after));
    both.filter(|(_, (before, after))| before != after)
        .map(|(place, _)| place)
        .collect()
}

#[test]
fn operations_on_all_weights_change_the_mask_alone() {
    let mut editor = masked();
    let mask: HashSet<VertexPlace> = editor.selected_vertices().into_iter().collect();
    for (operation, must_change) in [
        (WeightJobAction::SmoothWeights, true),
        (WeightJobAction::PruneWeights, false),
        (WeightJobAction::LimitWeights, false),
        (WeightJobAction::MirrorWeightsToLeft, false),
        (WeightJobAction::FloodWeights, true),
    ] {
        let before = editor.weights();
        editor.run(operation);
        editor.wait_for_weights();
        let changed = changed(&editor, &before);
        assert!(
            changed.is_subset(&mask),
            "{operation:?} goes beyond the mask"
        );
        assert!(!changed.is_empty() || !must_change, "{operation:?}");
        let said = editor.said();
        assert!(said.contains("selected vertices"), "{operation:?}: {said}");
    }
    // Without the mask a flood reaches all.
    let before = editor.weights();
    editor.run(WeightAction::SelectNoVertices);
    assert!(editor.selected_vertices().is_empty());
    editor.run(WeightJobAction::FloodWeights);
    editor.wait_for_weights();
    let reached = changed(&editor, &before).len();
    assert!(
        reached > mask.len(),
        "{reached} of {}: {:?}",
        mask.len(),
        editor.notices()
    );
}

#[test]
fn a_mask_is_grown_shrunk_inverted_and_cleared() {
    let mut editor = masked();
    let count = |editor: &Driven| editor.selected_vertices().len();
    let first = count(&editor);
    editor.run(WeightAction::GrowMask);
    let grown = count(&editor);
    assert!(grown > first, "{grown} of {first}");
    editor.run(WeightAction::ShrinkMask);
    let shrunk = count(&editor);
    assert!((first..grown).contains(&shrunk), "{shrunk}");
    let before: HashSet<VertexPlace> = editor.selected_vertices().into_iter().collect();
    editor.run(WeightAction::InvertMask);
    let others = editor.selected_vertices();
    assert!(others.iter().all(|place| !before.contains(place)));
    editor.run(WeightAction::SelectConnectedVertices);
    assert!(count(&editor) > others.len(), "all that is connected");
    editor.run(WeightAction::SelectNoVertices);
    assert_eq!(count(&editor), 0);
    // Without a selection there is nothing to grow.
    editor.try_run(WeightAction::GrowMask);
    assert_eq!(count(&editor), 0);
}

#[test]
fn an_edge_loop_needs_an_edge() {
    let mut editor = masked();
    editor.run(WeightAction::SelectEdgeLoop);
    let count = editor.selected_vertices().len();
    editor.run(WeightAction::SelectEdgeLoop);
    let again = editor.selected_vertices().len();
    assert!(again >= count, "loops of loops: {again} of {count}");
}
