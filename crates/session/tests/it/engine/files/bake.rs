//! Baking to linear blending: stopped, told of, written, and seen in a pane.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use session::commands::actions::{AnimateAction, FileAction};
use session::commands::command::Intent;
use session::state::bake::baking::{BakeAsked, Baked};
use session::state::bake::dialog::BakeIntent;

use crate::engine::driven::Driven;

fn bake(editor: &mut Driven) {
    editor.send(Intent::Bake(BakeIntent::Bake));
    editor.wait_for_file::<BakeAsked>();
}

/// What was baked of what the dialog asks now.
fn result(editor: &Driven) -> Option<Arc<Baked>> {
    let found = editor.session().baked.as_ref()?;
    found.of(&editor.file_work::<BakeAsked>().options).cloned()
}

/// Asks for so many helper joints, and no tolerance.
fn choose_helpers(editor: &mut Driven, count: usize) {
    editor.choose_options(|asked: &mut BakeAsked| {
        asked.by_tolerance = false;
        asked.helpers = count;
    });
}

fn leave_out_second_clip(editor: &mut Driven) {
    let clip = editor.character().clips[1].id();
    editor.choose_options(|asked: &mut BakeAsked| {
        asked.left_out.insert(clip);
    });
}

#[test]
fn what_is_baked_counts_for_its_choices_and_is_written() {
    let mut editor = Driven::open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baked.glb");
    editor.run(FileAction::BakeCharacter);
    // One clip of two, and few helpers: quick.
    leave_out_second_clip(&mut editor);
    choose_helpers(&mut editor, 3);
    bake(&mut editor);
    let baked = result(&editor).unwrap();
    assert!(baked.report.helpers.len() <= 3 && baked.character.clips.len() == 1);
    assert!(baked.report.baked.maximum < baked.report.linear.maximum);
    // Another number is another bake: what was found no longer counts.
    choose_helpers(&mut editor, 2);
    assert!(result(&editor).is_none());
    choose_helpers(&mut editor, 3);
    fs::write(&path, b"mine").unwrap();
    editor.type_path::<BakeAsked>(Path::new(&path));
    editor.go::<BakeAsked>();
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    editor.go::<BakeAsked>();
    assert!(!editor.asks_for_file::<BakeAsked>());
    let said = editor.said();
    assert!(said.contains("was written to"), "{said}");
    assert!(fs::read(&path).unwrap() == baked.glb);
}

#[test]
fn it_stops_and_its_faults_are_told() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.run(FileAction::BakeCharacter);
    editor.send(Intent::Bake(BakeIntent::Bake));
    editor.send(Intent::Bake(BakeIntent::Stop));
    editor.wait_for_file::<BakeAsked>();
    assert!(editor.session().baked.is_none());
    editor.close_dialog::<BakeAsked>();
    assert!(!editor.asks_for_file::<BakeAsked>());
    editor.run(FileAction::BakeCharacter);
    leave_out_second_clip(&mut editor);
    editor.choose_options(|asked: &mut BakeAsked| {
        asked.tolerance = 0.01;
        asked.most_joints = 5;
    });
    bake(&mut editor);
    let fault = editor.file_fault::<BakeAsked>();
    assert!(fault.contains("cannot be reached"), "{fault}");
}

/// Without clips nothing can be baked, but what was is still there to be written.
#[test]
fn what_was_baked_stays_when_all_clips_are_deleted() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.run(FileAction::BakeCharacter);
    choose_helpers(&mut editor, 1);
    bake(&mut editor);
    editor.send(Intent::Bake(BakeIntent::Show));
    let is_seen = |editor: &Driven| editor.file_work::<BakeAsked>().seen().is_some();
    assert!(!is_seen(&editor), "out of the way");
    while !editor.character().clips.is_empty() {
        if editor.session().playback.moment.is_none() {
            editor.run(AnimateAction::NextClip);
        }
        editor.run(AnimateAction::DeleteClip);
    }
    editor.run(FileAction::BakeCharacter);
    assert!(is_seen(&editor), "the dialog is back");
    assert!(editor.session().baked.is_some());
}
