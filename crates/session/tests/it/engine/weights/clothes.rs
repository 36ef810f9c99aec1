//! Clothes that are bound with the body, follow what is painted on it, and are hidden to reach it.

use std::collections::BTreeMap;
use std::path::Path;

use glam::{Vec2, Vec3};
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{InspectAction, WeightJobAction, WindowAction};
use session::commands::command::Intent;
use session::state::selection::Choose;
use session::state::transfer::transfer_work::TransferIntent;
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;

use crate::engine::driven::Driven;
use crate::engine::painter::{NONE, Weights};
use crate::support::clothes::{BODY, SHIRT, bent, glb, heights, write};

/// Vertices of the body, which come before those of the shirt.
const OF_BODY: usize = 12 * 21;

fn dressed(folder: &Path) -> Driven {
    let bytes = glb(&["low", "high"], &[BODY, SHIRT], 1.0);
    let path = write(folder, "own.glb", &bytes);
    let mut editor = Driven::open(path.to_str().unwrap());
    editor.run(WindowAction::WeightsMode);
    editor.select("high");
    editor
}

/// What the second joint has at vertices of the shirt, by ring.
fn of_shirt(editor: &Driven, weights: &Weights) -> Vec<f32> {
    let high = editor.joint("high");
    let rings = weights[OF_BODY..].chunks(12);
    let weight = |ring: &[_]| -> f32 {
        let row: &std::collections::HashMap<_, u32> = &ring[0];
        row.get(&high).map_or(0.0, |bits| f32::from_bits(*bits))
    };
    rings.map(weight).collect()
}

#[test]
fn clothes_follow_what_is_painted_on_the_body() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = dressed(folder.path());
    assert!(editor.why_not(WeightJobAction::UpdateClothes).is_some());
    editor.run(WeightJobAction::BindClothes);
    editor.wait_until("the source is known", |editor| {
        let transfer = &editor.session().transfer;
        let choice = transfer.dialog.as_ref().map(|dialog| &dialog.choice);
        choice.is_some_and(|choice| {
            let found = transfer.find_examination(choice, editor.character());
            choice.how.clothes && found.is_some()
        })
    });
    editor.frames(2);
    editor.send(Intent::Transfer(TransferIntent::Begin));
    editor.wait_for_weights();
    let said = editor.said();
    assert!(
        said.contains("poke-through") && said.contains("surely"),
        "{said}"
    );
    assert_eq!(*editor.document().worn, BTreeMap::from([(1, 0)]));
    let bound = of_shirt(&editor, &editor.weights());
    for (found, height) in bound.iter().zip(heights(&SHIRT)) {
        let wanted = bent(height)[1].1;
        assert!((found - wanted).abs() < 1e-3, "{height}: {found}");
    }
    let places = (0..OF_BODY).map(|vertex| VertexPlace {
        primitive: 0,
        vertex,
    });
    let high = editor.joint("high");
    editor.send(Intent::Weights(WeightCommand::Change {
        places: places.collect(),
        wanted: RowRequest::Set(high, 1.0),
        drag: None,
    }));
    editor.frames(2);
    assert_eq!(of_shirt(&editor, &editor.weights()), bound);
    editor.run(WeightJobAction::UpdateClothes);
    editor.wait_for_weights();
    let all = of_shirt(&editor, &editor.weights());
    assert!(all.iter().all(|weight| *weight > 0.999), "{all:?}");
    editor.undo();
    assert_eq!(of_shirt(&editor, &editor.weights()), bound);
}

#[test]
fn a_brush_goes_through_hidden_clothes() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = dressed(folder.path());
    // In front of the middle of the shirt, whichever way the camera looks from the front.
    let pixel = editor.pixel_at(0, Vec3::new(0.0, 1.0, 0.22));
    let changed = |editor: &mut Driven| {
        let before = editor.weights();
        editor.stroke(pixel, Vec2::new(8.0, 0.0), NONE);
        let after = editor.weights();
        editor.undo();
        let differs = before.iter().zip(&after).map(|(one, other)| one != other);
        let differs: Vec<bool> = differs.collect();
        let any = |of: &[bool]| of.contains(&true);
        [any(&differs[..OF_BODY]), any(&differs[OF_BODY..])]
    };
    assert!(changed(&mut editor)[1]);
    let worn = VertexPlace {
        primitive: 1,
        vertex: 0,
    };
    let select = WeightCommand::SelectVertices(vec![worn], Choose::Alone);
    editor.send(Intent::Weights(select));
    editor.run(InspectAction::HideMesh);
    editor.frames(2);
    assert!(editor.selected_vertices().is_empty());
    assert_eq!(changed(&mut editor), [true, false]);
    editor.run(InspectAction::ShowAllMeshes);
    editor.frames(2);
    assert!(changed(&mut editor)[1]);
}
