//! The character follows the file of a pose that was applied or saved.

use glam::Vec2;
use session::commands::actions::{AnimateAction, LibraryAction, PoseAction, WindowAction};
use session::commands::command::Intent;
use session::document::channel::Channel;
use session::state::pose_library::{LibraryIntent, Saved};

use super::library::{begin, bend, until_turned};
use crate::engine::driven::Driven;
use crate::engine::painter::CTRL;

const CHANGED: &str = "Pose Bend (changed on disk)";

#[test]
fn a_pose_that_was_saved_follows_its_file_at_once() {
    let mut library = begin("builtin:arm", &[]);
    let editor = &mut library.editor;
    editor.rotate("forearm", 0, 20.0);
    editor.set(Channel::Shear, 0, 0.3);
    let place = editor.joint("forearm").index();
    let shear = |editor: &Driven| editor.document().pose.stretch[place].shear.x;
    assert!((shear(editor) - 0.3).abs() < 1e-6);
    let before = editor.document().pose.clone();
    library.save("Lean", Saved::Moved);
    library.wait_for_names(&["Lean"]);
    let editor = &mut library.editor;
    // Saving is no step, and the angles that the text rounds change nothing.
    assert_eq!(editor.history().len(), 2);
    assert!(std::sync::Arc::ptr_eq(&editor.document().pose, &before));

    let path = library.path("Lean.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text.replace("0.3, 0, 0)", "0.55, 0, 0)");
    assert_ne!(text, edited, "{text}");
    std::fs::write(&path, edited).unwrap();
    let editor = &mut library.editor;
    editor.wait_until("the shear follows", |editor| {
        (shear(editor) - 0.55).abs() < 1e-6
    });
    assert_eq!(editor.history().len(), 3);
    assert_eq!(editor.step(), "Pose Lean (changed on disk)");

    // A joint that is taken out of the file goes to rest.
    std::fs::write(&path, "(version: 1, name: \"Lean\", joints: {})").unwrap();
    editor.wait_until("the joint is at rest", |editor| shear(editor) == 0.0);
    for _ in 0..2 {
        editor.undo();
    }
    assert_eq!(*editor.document().pose, *before);
}

#[test]
fn what_was_renamed_or_replaced_is_followed_too() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    library.rename("Bow", "");
    library.wait_for_names(&["Bow"]);
    let steps = library.editor.history().len();
    std::fs::write(library.path("Bow.ron"), bend(50.0)).unwrap();
    until_turned(&mut library.editor, 50.0);
    assert_eq!(library.editor.history().len(), steps + 1);

    library.editor.turn(70.0);
    library.editor.run(LibraryAction::ReplaceInLibrary);
    library
        .editor
        .wait_for_notice("in the place of the old one");
    library.editor.frames(6);
    assert_eq!(library.editor.history().len(), steps + 2);
    std::fs::write(library.path("Bow.ron"), bend(15.0)).unwrap();
    until_turned(&mut library.editor, 15.0);
}

#[test]
fn a_change_waits_while_a_clip_or_rest_is_shown() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    library.editor.run(AnimateAction::PlayPause);
    assert!(library.editor.session().playback.moment.is_some());
    std::fs::write(library.path("bend.ron"), bend(60.0)).unwrap();
    library
        .editor
        .wait_for_notice("Bend has changed on disk. The character follows once its own pose");
    assert!(library.editor.is_turned_by(30.0));
    library.editor.send(Intent::ShowClip(None));
    until_turned(&mut library.editor, 60.0);
    assert_eq!(library.editor.step(), CHANGED);

    library.editor.run(PoseAction::ToggleRest);
    assert!(library.editor.session().switches.rest);
    std::fs::write(library.path("bend.ron"), bend(40.0)).unwrap();
    library
        .editor
        .wait_for_notice("once the rest pose is no longer shown");
    library.editor.run(PoseAction::ToggleRest);
    until_turned(&mut library.editor, 40.0);
}

#[test]
fn a_file_that_is_deleted_leaves_the_pose() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    std::fs::remove_file(library.path("bend.ron")).unwrap();
    library.wait_for_names(&[]);
    assert!(library.editor.is_turned_by(30.0));
    assert_eq!(library.editor.history().len(), 1);
    library.ask(LibraryIntent::SetAmount {
        amount: 1.5,
        dragging: false,
    });
    assert!(library.editor.is_turned_by(30.0));
    // Back again, it is followed again.
    std::fs::write(library.path("bend.ron"), bend(45.0)).unwrap();
    until_turned(&mut library.editor, 45.0);
}

/// What the brush keeps of before must not come back without the step in between.
#[test]
fn a_change_waits_while_a_stroke_lasts() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    library.editor.run(WindowAction::WeightsMode);
    library.editor.select("forearm");
    let at = library.editor.pixel_of(0, "forearm");
    library
        .editor
        .press_and_drag(at, Vec2::new(12.0, 6.0), CTRL);
    let steps = library.editor.history().len();
    std::fs::write(library.path("bend.ron"), bend(60.0)).unwrap();
    library
        .editor
        .wait_until("the change waits", |editor| editor.session().library.waits);
    assert!(library.editor.session().painting.stroke.is_some());
    assert!(library.editor.is_turned_by(30.0));
    library.editor.cancel_stroke();
    until_turned(&mut library.editor, 60.0);
    assert_eq!(library.editor.history().len(), steps + 1);
    library.editor.undo();
    assert!(library.editor.is_turned_by(30.0));
}
