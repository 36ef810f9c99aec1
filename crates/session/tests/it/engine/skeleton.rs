//! Edits of the skeleton, each one step: joints made, dissolved, parented and paired.

use glam::Vec3;
use session::commands::actions::{SkeletonAction, WindowAction};
use session::commands::command::Input;
use session::state::gizmo::operation::Event as ToolEvent;

use super::driven::Driven;

/// Opens a character in skeleton mode.
fn skeleton_of(file: &str) -> Driven {
    let mut editor = Driven::open(file);
    editor.run(WindowAction::SkeletonMode);
    editor
}

fn names(editor: &Driven) -> Vec<String> {
    let skeleton = editor.skeleton();
    let names = skeleton
        .joints()
        .map(|joint| skeleton.name(joint).to_owned());
    names.collect()
}

fn rest(editor: &Driven, name: &str) -> Vec3 {
    let frame = editor.skeleton().rest_model_from_joint(editor.joint(name));
    frame.translation
}

fn parent(editor: &Driven, name: &str) -> Option<String> {
    let skeleton = editor.skeleton();
    let parent = skeleton.parent(editor.joint(name))?;
    Some(skeleton.name(parent).to_owned())
}

fn active(editor: &Driven) -> Option<String> {
    editor.selected().pop()
}

#[test]
fn joints_are_extruded_inserted_and_dissolved_and_each_is_one_step() {
    let mut editor = skeleton_of("builtin:arm");
    let before = names(&editor);
    editor.select("hand");
    editor.run(SkeletonAction::ExtrudeJoint);
    editor.send(Input::Tool(ToolEvent::Confirm));
    assert_eq!(active(&editor).as_deref(), Some("hand_1"));
    assert_eq!(parent(&editor, "hand_1").as_deref(), Some("hand"));
    let document = editor.document();
    assert_eq!(document.journal.len(), 1);
    assert_eq!(document.pose.len(), before.len() + 1);
    assert_eq!(document.scale_inheritance.len(), before.len() + 1);
    assert_eq!(editor.step(), "Extrude hand");

    editor.select("forearm");
    editor.run(SkeletonAction::InsertJoint);
    let inserted = active(&editor).unwrap();
    assert_eq!(parent(&editor, "forearm").as_ref(), Some(&inserted));

    editor.select("forearm");
    editor.run(SkeletonAction::DissolveJoints);
    assert!(!names(&editor).contains(&"forearm".to_owned()));
    assert_eq!(active(&editor), Some(inserted));
    let messages = editor.notices().join("\n");
    assert!(
        messages.contains("The weights of forearm went to"),
        "{messages}"
    );

    for _ in 0..3 {
        editor.undo();
    }
    assert_eq!(names(&editor), before);
    assert!(editor.document().journal.is_empty());
    assert_eq!(editor.history().redo_name(), Some("Extrude hand"));
}

#[test]
fn several_joints_are_dissolved_in_one_step() {
    let mut editor = skeleton_of("builtin:arm");
    let before = names(&editor);
    let steps = editor.history().len();
    editor.select("hand");
    editor.toggle("forearm");
    assert_eq!(editor.selected().len(), 2);
    editor.run(SkeletonAction::DissolveJoints);
    assert_eq!(names(&editor).len(), before.len() - 2);
    assert_eq!(editor.document().journal.len(), 2);
    assert_eq!(editor.history().len(), steps + 1);
    assert_eq!(editor.step(), "Dissolve 2 joints");
    editor.undo();
    assert_eq!(names(&editor), before);
    assert!(editor.document().journal.is_empty());
}

#[test]
fn the_pose_that_is_seen_becomes_the_rest() {
    let mut editor = Driven::open("builtin:arm");
    editor.turn(60.0);
    let hand = editor.joint("hand").index();
    let posed = editor.shown().frames(0)[hand].translation;
    editor.run(SkeletonAction::TakePoseAsRest);
    assert_eq!(editor.step(), "Take pose as rest");
    assert!(rest(&editor, "hand").distance(posed.into()) < 1e-4);
    let mut rigid = editor.document().pose.rigid.iter();
    assert!(rigid.all(|rigid| *rigid == rig::Rigid::IDENTITY));
}

#[test]
fn several_joints_are_parented_to_the_active_one_in_one_step() {
    let mut editor = skeleton_of("builtin:arm");
    let moved = ["index_1", "thumb_1"];
    let places = moved.map(|name| rest(&editor, name));
    let before = moved.map(|name| parent(&editor, name));
    editor.select("index_1");
    for name in ["thumb_1", "forearm"] {
        editor.toggle(name);
    }
    assert_eq!(editor.selected(), ["index_1", "thumb_1", "forearm"]);
    editor.run(SkeletonAction::ReparentToActive);
    for (name, place) in moved.into_iter().zip(places) {
        assert_eq!(parent(&editor, name).as_deref(), Some("forearm"), "{name}");
        assert!(rest(&editor, name).distance(place) < 1e-5, "{name} stays");
    }
    assert_eq!(editor.document().journal.len(), 1);
    editor.undo();
    assert_eq!(moved.map(|name| parent(&editor, name)), before);

    // A joint under one of its own children is refused in words, and nothing is done.
    editor.select("forearm");
    editor.toggle("hand");
    editor.run(SkeletonAction::ReparentToActive);
    assert!(editor.document().journal.is_empty());
    assert!(!editor.notices().is_empty());
}

fn partner_of(editor: &Driven, name: &str) -> Option<String> {
    let patterns = editor.session().settings.mirror.patterns();
    let pairs = editor.character().joint_pairs(patterns);
    let partner = pairs.partner(editor.joint(name))?;
    Some(editor.skeleton().name(partner).to_owned())
}

/// Which joint mirrors another is chosen by commands, told, and undone.
#[test]
fn mirror_partners_are_chosen_by_hand() {
    let mut editor = skeleton_of("builtin:biped");
    editor.select("forearm.L");
    assert_eq!(
        partner_of(&editor, "forearm.L").as_deref(),
        Some("forearm.R")
    );
    editor.run(SkeletonAction::LeaveUnpaired);
    assert_eq!(partner_of(&editor, "forearm.R"), None);
    let said = editor.notices().join("\n");
    assert!(said.contains("forearm.R has no partner now"), "{said}");
    assert_eq!(editor.step(), "Leave forearm.L unpaired");
    editor.run(SkeletonAction::PairWithItself);
    for _ in 0..2 {
        editor.undo();
    }
    assert_eq!(
        partner_of(&editor, "forearm.L").as_deref(),
        Some("forearm.R")
    );

    editor.select("upper_arm.L");
    editor.run(SkeletonAction::LeaveUnpaired);
    assert_eq!(partner_of(&editor, "upper_arm.L"), None);
    editor.run(SkeletonAction::PairAutomatically);
    let partner = partner_of(&editor, "upper_arm.L");
    assert_eq!(partner.as_deref(), Some("upper_arm.R"));
    editor.toggle("neck");
    editor.run(SkeletonAction::PairJoints);
    assert_eq!(partner_of(&editor, "upper_arm.L").as_deref(), Some("neck"));
    assert_eq!(partner_of(&editor, "neck").as_deref(), Some("upper_arm.L"));
    let name = editor.step();
    assert!(
        name.contains("neck") && name.contains("upper_arm.L"),
        "{name}"
    );
}
