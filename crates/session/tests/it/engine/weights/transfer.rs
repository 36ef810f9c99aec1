//! Weights taken from another mesh, of this character and of files.

use std::path::Path;
use std::sync::Arc;

use session::commands::actions::{WeightAction, WeightJobAction, WindowAction};
use session::commands::command::Intent;
use session::settings::Units;
use session::state::transfer::transfer_work::{
    Looked, TransferDialog, TransferIntent, TransferVertices,
};

use crate::engine::driven::Driven;
use crate::engine::painter::Weights;
use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb, heights, write};
use crate::support::tube::tube;

const BOTH: [&str; 2] = ["low", "high"];
const TAKEN: Tube = Tube { row: bent, ..SHIRT };

fn open_glb(folder: &Path, bytes: &[u8]) -> Driven {
    let path = write(folder, "own.glb", bytes);
    Driven::open(path.to_str().unwrap())
}

fn dialog(editor: &Driven) -> Option<&TransferDialog> {
    editor.session().transfer.dialog.as_ref()
}

fn ask(editor: &mut Driven) {
    editor.run(WeightJobAction::TransferWeights);
    assert!(dialog(editor).is_some());
}

fn known(editor: &Driven) -> Option<&Looked> {
    let choice = &dialog(editor)?.choice;
    editor
        .session()
        .transfer
        .find_examination(choice, editor.character())
}

fn wait_for_sight(editor: &mut Driven) {
    editor.wait_until("the source is known", |editor| known(editor).is_some());
    editor.frames(2);
}

fn change(editor: &mut Driven, change: impl FnOnce(&mut TransferDialog)) {
    let mut asked = dialog(editor).unwrap().clone();
    change(&mut asked);
    editor.send(Intent::Transfer(TransferIntent::Ask(Some(asked))));
}

/// Types a file and reads it.
fn name_file(editor: &mut Driven, path: &Path) {
    change(editor, |dialog| {
        dialog.typed = path.display().to_string();
        dialog.take_typed();
    });
    wait_for_sight(editor);
}

fn take(editor: &mut Driven) -> String {
    editor.send(Intent::Transfer(TransferIntent::Begin));
    assert!(dialog(editor).is_none());
    editor.wait_for_weights();
    editor.said()
}

/// What is told of the source: why it can give nothing, or how it fits.
fn words(editor: &Driven) -> Result<String, String> {
    let looked = known(editor).unwrap();
    let source = looked.source.as_ref().map_err(Clone::clone)?;
    let sight = source.sight.as_ref().map_err(Clone::clone)?;
    if let Some(why) = sight.why_no_joint() {
        return Err(why);
    }
    let place = sight.place_in_words(Units::default());
    Ok([sight.joints_in_words(), place.unwrap_or_default()].join(" "))
}

/// Every vertex of a tube has the weights that this row says, twelve vertices a ring; `first` is its first vertex among all.
fn has_rows(editor: &Driven, weights: &Weights, (first, tube): (usize, &Tube)) {
    let joints = BOTH.map(|name| editor.joint(name));
    for (ring, height) in heights(tube).into_iter().enumerate() {
        for column in 0..12 {
            let row = &weights[first + 12 * ring + column];
            for (place, wanted) in (tube.row)(height) {
                let found = row.get(&joints[usize::from(place)]);
                let found = found.map_or(0.0, |bits| f32::from_bits(*bits));
                assert!((found - wanted).abs() < 1e-4, "{height}: {found} {wanted}");
            }
        }
    }
}

#[test]
fn another_file_gives_and_strange_joints_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let half = |height: f32| {
        let mut row = bent(height);
        row.iter_mut().for_each(|(_, weight)| *weight *= 0.5);
        row.push((2, 0.5));
        row
    };
    let giver = Tube { row: half, ..BODY };
    let strange = glb(&["low", "high", "tail"], &[giver], 1.0);
    let path = write(folder.path(), "giver.glb", &strange);
    ask(&mut editor);
    name_file(&mut editor, &path);
    let told = words(&editor).unwrap();
    assert!(
        told.contains("2 of 3 joints of giver.glb found here"),
        "{told}"
    );
    assert!(told.contains("Not here: tail."), "{told}");
    let said = take(&mut editor);
    assert!(
        said.contains("not here, so that others got their weights: tail"),
        "{said}"
    );
    has_rows(&editor, &editor.weights(), (0, &TAKEN));
    // A file of two meshes: one of them can be chosen.
    let two = write(folder.path(), "two.glb", &glb(&BOTH, &[BODY, SHIRT], 1.0));
    ask(&mut editor);
    name_file(&mut editor, &two);
    change(&mut editor, |dialog| dialog.choice.file_mesh = Some(1));
    wait_for_sight(&mut editor);
    let said = take(&mut editor);
    assert!(said.contains("all lie on the source"), "{said}");
    has_rows(&editor, &editor.weights(), (0, &SHIRT));
}

#[test]
fn what_cannot_give_is_said_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = open_glb(folder.path(), &glb(&BOTH, &[SHIRT], 1.0));
    let before = Arc::clone(editor.character());
    let broken = write(folder.path(), "broken.glb", b"glTF\x02\0\0\0\xff\xff\0\0");
    let others = write(folder.path(), "others.glb", &glb(&["x", "y"], &[BODY], 1.0));
    let twice = write(folder.path(), "twice.glb", &glb(&["low"; 2], &[BODY], 1.0));
    ask(&mut editor);
    for (path, text) in [
        (broken.as_path(), "broken.glb"),
        (Path::new("nowhere/none.glb"), "none.glb"),
        (Path::new("builtin:biped_mesh"), "no mesh of it is bound"),
        (&others, "None of the 2 joints that move others.glb"),
        (&twice, "twice.glb can be told by its name: low is here too"),
    ] {
        name_file(&mut editor, path);
        let why = words(&editor).unwrap_err();
        assert!(why.contains(text), "{text}: {why}");
    }
    // What stands elsewhere, or is in another unit, may be meant all the same.
    let moved = Tube {
        from: 7.0,
        to: 9.0,
        ..BODY
    };
    let moved = write(folder.path(), "aside.glb", &glb(&BOTH, &[moved], 1.0));
    name_file(&mut editor, &moved);
    let told = words(&editor).unwrap();
    assert!(told.contains("at rest they are 5.4"), "{told}");
    let large = write(folder.path(), "large.glb", &glb(&BOTH, &[BODY], 100.0));
    name_file(&mut editor, &large);
    let told = words(&editor).unwrap();
    assert!(told.contains("are both in the same unit?"), "{told}");
    let body = write(folder.path(), "body.glb", &glb(&BOTH, &[BODY], 1.0));
    name_file(&mut editor, &body);
    let told = words(&editor).unwrap();
    assert!(
        !told.contains("they are") && !told.contains("unit?"),
        "{told}"
    );
    // None is unbound: the job says so.
    change(&mut editor, |dialog| {
        dialog.choice.vertices = TransferVertices::Unbound;
    });
    let said = take(&mut editor);
    assert!(said.contains("moved by a joint already"), "{said}");
    // The question is closed while a file is read.
    ask(&mut editor);
    change(&mut editor, |dialog| {
        dialog.typed = body.display().to_string();
        dialog.take_typed();
    });
    editor.send(Intent::Transfer(TransferIntent::Ask(None)));
    editor.frames(5);
    assert!(dialog(&editor).is_none());
    assert!(editor.session().transfer.looked.is_none());
    assert!(Arc::ptr_eq(editor.character(), &before));
    assert_eq!(editor.history().len(), 0);
}

/// A body with a shirt whose weights are the first joint's alone, in weights mode with a joint selected.
fn dressed(folder: &Path, shirt: Tube, joint: &str) -> Driven {
    let mut editor = open_glb(folder, &glb(&BOTH, &[BODY, shirt], 1.0));
    editor.run(WindowAction::WeightsMode);
    editor.select(joint);
    editor
}

#[test]
fn locked_joints_keep_every_bit_and_where_all_are_it_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = dressed(folder.path(), SHIRT, "low");
    editor.run(WeightAction::LockJoints);
    let before = editor.weights();
    ask(&mut editor);
    wait_for_sight(&mut editor);
    take(&mut editor);
    let low = editor.joint("low");
    let after = editor.weights();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.get(&low), after.get(&low));
    }
    editor.select("high");
    editor.run(WeightAction::LockJoints);
    editor.try_run(WeightJobAction::TransferWeights);
    assert!(dialog(&editor).is_none());
    let why = editor.why_not(WeightJobAction::TransferWeights);
    let all = "all joints are locked; unlock some (“Unlock all joints”)";
    assert!(why.is_some_and(|why| why.contains(all)), "{why:?}");
}

#[test]
fn only_selected_vertices_take_and_the_limit_holds() {
    let folder = tempfile::tempdir().unwrap();
    let rigid_top = |height: f32| vec![(u16::from(height > 1.25), 1.0)];
    let shirt = Tube {
        row: rigid_top,
        ..SHIRT
    };
    let mut editor = dressed(folder.path(), shirt, "high");
    editor.run(WeightAction::SelectVerticesOfJoint);
    let before = editor.weights();
    ask(&mut editor);
    assert!(editor.selected_vertices().len() >= 24);
    let vertices = dialog(&editor).unwrap().choice.vertices;
    assert_eq!(vertices, TransferVertices::Selected);
    wait_for_sight(&mut editor);
    take(&mut editor);
    let after = editor.weights();
    let high = editor.joint("high");
    let mut changed = 0;
    for (before, after) in before.iter().zip(&after) {
        if before != after {
            assert!(before.contains_key(&high));
            changed += 1;
        }
    }
    // Rings at 1.3 and 1.4: above, the body has what the shirt has, to within rounding.
    assert!((24..=48).contains(&changed), "{changed}");
    editor.undo();
    editor.run(WeightAction::SelectNoVertices);
    // One joint a vertex: the larger one stays.
    assert_eq!(editor.session().settings.brush.limit, 4);
    ask(&mut editor);
    wait_for_sight(&mut editor);
    take(&mut editor);
    has_rows(&editor, &editor.weights(), (12 * 21, &TAKEN));
}

#[test]
fn a_long_transfer_can_be_canceled() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path(), 6000, 4);
    let mut editor = Driven::open(path.to_str().unwrap());
    let before = Arc::clone(editor.character());
    for _ in 0..2 {
        ask(&mut editor);
        name_file(&mut editor, &path);
        editor.send(Intent::Transfer(TransferIntent::Begin));
        editor.wait_until("it is at work", |editor| editor.view().working.is_some());
        editor.run(WeightJobAction::CancelWeights);
        assert!(editor.view().working.is_none());
        editor.frames(3);
        assert!(Arc::ptr_eq(editor.character(), &before));
        assert_eq!(editor.history().len(), 0);
    }
}
