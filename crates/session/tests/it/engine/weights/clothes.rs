//! Clothes that are bound with the body, follow what is painted on it, and are hidden to reach it.

use std::collections::BTreeMap;
use std::path::Path;

use character::SkeletonEdit;
use glam::{Vec2, Vec3};
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{InspectAction, WeightJobAction, WindowAction};
use session::commands::command::Intent;
use session::engine::World;
use session::state::selection::Choose;
use session::state::transfer::transfer_work::TransferIntent;
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;

use crate::engine::driven::Driven;
use crate::engine::painter::{NONE, Weights};
use crate::support::clothes::{BODY, SHIRT, bent, glb, heights, write};
use crate::support::held::HeldThreads;

/// Vertices of the body, which come before those of the shirt.
const OF_BODY: usize = 12 * 21;

fn dressed(folder: &Path) -> Driven {
    dressed_with(folder, &HeldThreads::default())
}

/// With jobs on weights that wait while these are held.
fn dressed_with(folder: &Path, held: &HeldThreads) -> Driven {
    let bytes = glb(&["low", "high"], &[BODY, SHIRT], 1.0);
    let path = write(folder, "own.glb", &bytes);
    let world = World {
        threads: held.threads("weights"),
        ..World::default()
    };
    let mut editor = Driven::begin(world, path.to_str().unwrap());
    editor.run(WindowAction::WeightsMode);
    editor.select("high");
    editor
}

/// Binds the shirt with the body by the dialog.
fn bind(editor: &mut Driven) {
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
}

/// Hides the body, 0, or the shirt, 1, and shows the other one.
fn hide(editor: &mut Driven, primitive: usize) {
    if !editor.session().character.hidden_surfaces.is_empty() {
        editor.run(InspectAction::ShowAllMeshes);
    }
    let place = VertexPlace {
        primitive,
        vertex: 0,
    };
    let select = WeightCommand::SelectVertices(vec![place], Choose::Alone);
    editor.send(Intent::Weights(select));
    editor.run(InspectAction::HideMesh);
    editor.frames(2);
    assert!(editor.selected_vertices().is_empty());
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
    bind(&mut editor);
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
fn clothes_follow_the_last_stroke_on_the_body_and_keep_those_on_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let held = HeldThreads::default();
    let mut editor = dressed_with(folder.path(), &held);
    bind(&mut editor);
    editor.run(WeightJobAction::ToggleClothesFollow);
    let [low, high] = [0.7, 1.0].map(|height| editor.pixel_at(0, Vec3::new(0.0, height, 0.22)));
    let way = Vec2::new(8.0, 0.0);
    hide(&mut editor, 0);
    let before = editor.weights();
    editor.stroke(high, way, NONE);
    let painted = editor.weights();
    assert_ne!(painted, before);
    editor.wait_for_weights();
    assert_eq!(editor.weights(), painted);
    editor.undo();

    // The second stroke ends while the first one's update is at work.
    hide(&mut editor, 1);
    held.hold();
    editor.stroke(high, way, NONE);
    editor.stroke(low, way, NONE);
    held.release();
    editor.wait_for_weights();
    assert_eq!(editor.step(), "Update clothes");
    for words in ["still at work", "dropped"] {
        assert_eq!(editor.count_told(words), 0, "{words}");
    }
    let followed = editor.weights();
    assert_ne!(followed[OF_BODY..], before[OF_BODY..]);
    editor.run(WeightJobAction::UpdateClothes);
    editor.wait_for_weights();
    assert_eq!(editor.weights(), followed);
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
    hide(&mut editor, 1);
    // An edit of the skeleton shows nothing again.
    let rename = SkeletonEdit::Rename {
        joint: editor.skeleton().key(editor.joint("low")),
        name: "lower".to_owned(),
    };
    editor.send(Intent::EditSkeleton(rename));
    assert_eq!(changed(&mut editor), [true, false]);
    editor.run(InspectAction::ShowAllMeshes);
    editor.frames(2);
    assert!(changed(&mut editor)[1]);
}

/// Faces of a ring of the body and the next one.
const AROUND: usize = 24;

#[test]
fn brushes_pass_over_skin_under_clothes_that_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = dressed(folder.path());
    assert!(
        editor
            .why_not(InspectAction::HideFacesUnderClothes)
            .is_some()
    );
    bind(&mut editor);
    let pixel = editor.pixel_at(0, Vec3::new(0.0, 1.0, 0.22));
    editor.run(InspectAction::HideFacesUnderClothes);
    let hidden = std::sync::Arc::clone(&editor.session().character.hidden_surfaces);
    // The shirt is from 0.4 to 1.6, rings are 0.1 apart.
    assert!((5 * AROUND..15 * AROUND).all(|face| hidden.has_face(0, face)));
    let mut outside = (0..4 * AROUND).chain(16 * AROUND..20 * AROUND);
    assert!(outside.all(|face| !hidden.has_face(0, face)));
    assert!(hidden.faces_of(1).is_none());
    let place = VertexPlace {
        primitive: 1,
        vertex: 0,
    };
    let select = WeightCommand::SelectVertices(vec![place], Choose::Alone);
    editor.send(Intent::Weights(select));
    editor.run(InspectAction::HideMesh);
    editor.frames(2);
    let before = editor.weights();
    editor.stroke(pixel, Vec2::new(8.0, 0.0), NONE);
    let after = editor.weights();
    let same = |vertex: &usize| before[*vertex] == after[*vertex];
    let covered = (0..OF_BODY).filter(|&vertex| hidden.has_vertex(0, vertex));
    assert!(covered.clone().count() > 100);
    assert!(covered.clone().all(|vertex| same(&vertex)));
    assert_eq!(before[OF_BODY..], after[OF_BODY..]);
    editor.run(InspectAction::ShowAllMeshes);
    assert!(editor.session().character.hidden_surfaces.is_empty());
}

#[test]
fn faces_between_selected_vertices_are_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = dressed(folder.path());
    let ends = (0..24).map(|vertex| VertexPlace {
        primitive: 0,
        vertex,
    });
    let select = WeightCommand::SelectVertices(ends.collect(), Choose::Alone);
    editor.send(Intent::Weights(select));
    editor.frames(1);
    editor.run(InspectAction::HideFaces);
    assert!(editor.selected_vertices().is_empty());
    let hidden = &editor.session().character.hidden_surfaces;
    assert_eq!(hidden.face_runs(), BTreeMap::from([(0, vec![[0, AROUND]])]));
    // The second ring has faces that are shown.
    let of_rings = [0, 12].map(|vertex| hidden.has_vertex(0, vertex));
    assert_eq!(of_rings, [true, false]);
}
