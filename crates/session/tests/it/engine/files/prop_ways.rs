//! Props that copy what holds them, are aimed, hang on other props, and go along with bakes.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use character::{Character, open_bytes, to_glb};
use glam::{Affine3A, Vec3};
use session::commands::actions::{AnimateAction, PinAction, PropAction};
use session::commands::command::Intent;
use session::document::layered_clips::seen_at;
use session::document::props::{HoldWay, Holder, PropPlace};
use session::state::projects::{read, restore_project};
use session::state::props::baked::PropsToBake;
use session::state::props::command::{AimAt, AimAxis, PropIntent};
use whole_file::Files;

use super::props::{
    arm_and_sword, armed, attach, export, is_near, node_named, places, prop, shown_at,
};
use crate::engine::driven::Driven;

/// Frames of the clip that are looked at.
const FRAMES: std::ops::Range<u16> = 0..28;

fn frame(number: u16) -> f32 {
    f32::from(number) / 30.0
}

/// The clip that is shown, by its place.
fn clip(editor: &Driven) -> usize {
    let shown = editor.session().playback.moment.unwrap().clip;
    let mut clips = editor.character().clips.iter();
    clips.position(|clip| clip.id() == shown).unwrap()
}

/// Where the first prop is shown in all frames.
fn in_frames(editor: &mut Driven) -> Vec<Affine3A> {
    let mut shown = Vec::new();
    for number in FRAMES {
        editor.send(Intent::Seek(frame(number)));
        shown.push(shown_at(editor));
    }
    shown
}

/// Asserts that a node of a file is there in all frames.
fn assert_played(file: &Character, name: &str, clip: usize, expected: &[Affine3A]) {
    let base = file.file_pose();
    for (number, expected) in FRAMES.zip(expected) {
        let pose = seen_at(file, &file.clips[clip], &base, frame(number));
        let found = node_named(name, file, &pose);
        assert!(is_near(found, *expected), "{number}: {found} {expected}");
    }
}

/// A baked file with the props of what is open, read again.
fn with_props(editor: &Driven) -> Character {
    let (glb, _) = to_glb(editor.character()).unwrap();
    let clips: Vec<usize> = (0..editor.character().clips.len()).collect();
    let props = PropsToBake::new(editor.document(), &clips, 30.0);
    let files = Files::default();
    let added = props.add_to(&glb, &files, &|| ControlFlow::Continue(()));
    let added = added.unwrap().unwrap();
    assert_eq!(added.remarks, Vec::<String>::new());
    open_bytes("baked", &added.glb).unwrap()
}

#[test]
fn ways_of_holding_change_without_a_jump_and_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    editor.run(AnimateAction::NextClip);
    for (number, action) in [
        (4, PropAction::CopyPositionToProp),
        (9, PropAction::CopyRotationToProp),
        (14, PropAction::CopyPlaceToProp),
        (19, PropAction::AimProp),
        (24, PropAction::StopAimingProp),
    ] {
        editor.send(Intent::Seek(frame(number)));
        let before = shown_at(&editor);
        editor.select(if number == 19 { "forearm" } else { "hand" });
        editor.run(action);
        assert!(is_near(shown_at(&editor), before), "{number}");
    }
    assert_eq!(editor.step(), "Stop aiming sword.glb");
    let holds: Vec<HoldWay> = prop(&editor).holds().map(|hold| hold.way).collect();
    let both = HoldWay::PositionAndRotation;
    assert_eq!(holds[1..4], [HoldWay::Position, HoldWay::Rotation, both]);

    let shown = in_frames(&mut editor);
    let is_turned = |one: usize, other: usize| {
        let apart = shown[one].matrix3 - shown[other].matrix3;
        apart.to_cols_array().iter().any(|part| part.abs() > 1e-4)
    };
    let is_moved =
        |one: usize, other: usize| shown[one].translation.distance(shown[other].translation) > 1e-4;
    assert!(is_moved(4, 8) && !is_turned(4, 8), "position");
    assert!(is_turned(9, 13) && !is_moved(9, 13), "rotation");
    assert!(is_moved(14, 18) && is_turned(14, 18), "both");
    let forearm = editor.joint("forearm").index();
    let aim = prop(&editor).switches[3].hold.aim.unwrap();
    for number in 19..24 {
        editor.send(Intent::Seek(frame(number)));
        let shown = shown_at(&editor);
        let to = editor.shown().frames(0)[forearm].translation - shown.translation;
        let axis = shown.matrix3 * aim.axis;
        assert!(axis.angle_between(Vec3::from(to)) < 1e-3, "{number}");
    }

    let exported = export(&mut editor, &folder.path().join("held.glb"));
    assert_played(&exported, "sword", clip(&editor), &shown);
    assert_played(&with_props(&editor), "sword", clip(&editor), &shown);
    let project = folder.path().join("held.dualskin");
    editor.save_to(&project);
    let other = Driven::open(project.to_str().unwrap());
    assert_eq!(prop(&other), prop(&editor));
    assert!(!other.is_dirty());
}

/// A sword that hangs on a bow, which a hand holds.
fn sword_on_bow(folder: &Path) -> Driven {
    let (mut editor, sword) = arm_and_sword(folder);
    let bow = folder.join("things").join("bow.glb");
    fs::copy(&sword, &bow).unwrap();
    editor.select("hand");
    attach(&mut editor, &sword);
    attach(&mut editor, &bow);
    editor.send(Intent::Prop(PropIntent::Choose(0)));
    editor.run(PropAction::HoldByProp);
    editor
}

#[test]
fn a_prop_hangs_on_another_one_and_on_none_that_hangs_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = sword_on_bow(folder.path());
    assert_eq!(prop(&editor).holder, Holder::Prop(1));
    let before = places(&editor);
    editor.send(Intent::Prop(PropIntent::Place {
        prop: 1,
        place: PropPlace {
            translation: Vec3::new(0.1, -0.2, 0.05),
            angles: Vec3::new(20.0, 40.0, -70.0),
            scale: 1.25,
        },
        dragging: false,
    }));
    let after = places(&editor);
    assert!(!is_near(after[0], before[0]));
    assert!(is_near(
        after[0],
        after[1] * before[1].inverse() * before[0]
    ));

    let step = editor.step();
    let onto = Holder::Prop(0);
    let asked = AimAt {
        at: onto,
        axis: AimAxis::X,
    };
    for ring in [
        PropIntent::Hold(1, onto, HoldWay::Parent),
        PropIntent::AttachTo(1, onto),
        PropIntent::Aim(1, Some(asked)),
    ] {
        editor.send(Intent::Prop(ring));
        assert_eq!(editor.step(), step, "{ring:?}");
        let said = editor.said();
        assert!(
            said.contains("sword.glb") && said.contains("bow.glb"),
            "{said}"
        );
    }

    editor.run(AnimateAction::NextClip);
    let shown = in_frames(&mut editor);
    assert!(!is_near(shown[0], shown[20]));
    let exported = export(&mut editor, &folder.path().join("both.glb"));
    assert_played(&exported, "sword", clip(&editor), &shown);
    let baked = with_props(&editor);
    assert_played(&baked, "sword", clip(&editor), &shown);
    // What one joint holds all along hangs on that in the baked file too.
    let skeleton = &baked.rig.skeleton;
    let bow = skeleton.find("bow").unwrap();
    assert_eq!(skeleton.parent(bow), skeleton.find("hand"));
}

/// Written by hand, two props may hang on each other.
#[test]
fn a_project_in_which_props_hang_on_each_other_is_opened_without_that() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = sword_on_bow(folder.path());
    let project = folder.path().join("both.dualskin");
    editor.save_to(&project);
    let mut by_hand = read(&fs::read(&project).unwrap()).unwrap();
    assert_eq!(by_hand.props[0].prop, Some(1));
    by_hand.props[1].joint = None;
    by_hand.props[1].prop = Some(0);
    let restored = restore_project(&editor.document().original, &by_hand);
    let holders = restored.document.props.iter().map(|prop| prop.holder);
    assert_eq!(holders.filter(|holder| *holder == Holder::World).count(), 1);
    assert!(
        restored
            .problems
            .iter()
            .any(|text| text.contains("bow.glb"))
    );
}

#[test]
fn what_hung_on_a_prop_that_is_removed_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = sword_on_bow(folder.path());
    let before = shown_at(&editor);
    editor.send(Intent::Prop(PropIntent::Remove(1)));
    assert_eq!(prop(&editor).holder, Holder::World);
    assert!(is_near(shown_at(&editor), before));
    assert!(editor.said().contains("sword.glb"), "{}", editor.said());
    editor.undo();
    assert_eq!(prop(&editor).holder, Holder::Prop(1));
}

/// A hand on a sword that hangs on another prop is pinned to the joint that carries both, and to none that hangs on the hand.
#[test]
fn a_joint_is_pinned_to_what_carries_a_prop() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = sword_on_bow(folder.path());
    editor.select("forearm");
    editor.run(PinAction::PinToProp);
    assert!(editor.document().pins.is_empty(), "the hand hangs on it");
    assert!(editor.said().contains("hand"), "{}", editor.said());
    editor.select("thumb_3");
    editor.run(PinAction::PinToProp);
    assert_eq!(editor.document().pins[0].to, Some(editor.joint("hand")));
    editor.select("hand");
    editor.run(PropAction::AimProp);
    editor.select("thumb_3");
    let step = editor.step();
    editor.run(PinAction::PinToProp);
    assert_eq!(editor.step(), step, "an aimed prop carries nothing");
}

#[test]
fn an_axis_points_to_a_point_that_is_moved() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    let asked = AimAt {
        at: Holder::World,
        axis: AimAxis::MinusZ,
    };
    editor.send(Intent::Prop(PropIntent::Aim(0, Some(asked))));
    let place = shown_at(&editor).translation;
    let point = Vec3::new(1.0, 2.0, -0.5);
    editor.send(Intent::Prop(PropIntent::AimPoint {
        prop: 0,
        point,
        dragging: false,
    }));
    assert_eq!(editor.step(), "Move aim of sword.glb");
    let shown = shown_at(&editor);
    assert!(
        shown.translation.distance(place) < 1e-5,
        "its place is held"
    );
    let axis = shown.matrix3 * Vec3::NEG_Z;
    let to = point - Vec3::from(shown.translation);
    assert!(axis.angle_between(to) < 1e-3);
}
