//! Props: attached by their files, held, let go, kept in projects, taken along by exports, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use character::{Character, SkeletonEdit};
use glam::{Affine3A, Vec3};
use rig::{
    ClipId, DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenTarget, DriverAngle,
    DriverMeasure, JointIndex, Method, Pose, ScaleInheritance, forward,
};
use scene::deform::deform;
use scene::posed_character::Look;
use session::commands::actions::{AnimateAction, PropAction};
use session::commands::command::Intent;
use session::document::layered_clips::seen_at;
use session::document::props::{Hold, Holder, HolderSwitch, Prop, PropPlace, losses};
use session::state::export::dialog::ExportAsked;
use session::state::opening::load::load;
use session::state::posing::driven::DrivenIntent;
use session::state::props::command::PropIntent;
use session::state::props::dialog::PropAsked;
use session::state::props::hand::first_holder;

use crate::engine::driven::Driven;

/// How far a place may be from where it is to be, of some decimeters.
const NEAR: f32 = 1e-5;

/// An arm with a file that is to be its sword, and the path of that.
pub(super) fn arm_and_sword(folder: &Path) -> (Driven, PathBuf) {
    let arm = folder.join("arm.glb");
    fs::write(&arm, super::ARM).unwrap();
    fs::create_dir(folder.join("things")).unwrap();
    let sword = folder.join("things").join("sword.glb");
    fs::write(&sword, super::CYLINDER).unwrap();
    (Driven::open(arm.to_str().unwrap()), sword)
}

pub(super) fn attach(editor: &mut Driven, file: &Path) {
    editor.run(PropAction::OpenProp);
    editor.type_path::<PropAsked>(file);
    editor.go::<PropAsked>();
}

/// An arm whose hand holds a sword, turned and larger than in its file.
pub(super) fn armed(folder: &Path) -> Driven {
    let (mut editor, sword) = arm_and_sword(folder);
    editor.select("hand");
    attach(&mut editor, &sword);
    editor.send(Intent::Prop(PropIntent::Place {
        prop: 0,
        place: PropPlace {
            translation: Vec3::new(0.05, 0.02, -0.01),
            angles: Vec3::new(30.0, -50.0, 110.0),
            scale: 1.5,
        },
        dragging: false,
    }));
    editor
}

pub(super) fn prop(editor: &Driven) -> Prop {
    editor.document().props[0].clone()
}

/// Where the first prop is shown.
pub(super) fn shown_at(editor: &Driven) -> Affine3A {
    places(editor)[0]
}

/// Where all props are shown.
pub(super) fn places(editor: &Driven) -> Vec<Affine3A> {
    let placed = editor.shown().props(0, editor.document(), editor.session());
    placed.iter().map(|own| own.model_from_prop).collect()
}

pub(super) fn is_near(one: Affine3A, other: Affine3A) -> bool {
    one.abs_diff_eq(other, NEAR)
}

pub(super) fn export(editor: &mut Driven, path: &Path) -> Character {
    editor.ask_for_file::<ExportAsked>();
    editor.type_path::<ExportAsked>(path);
    editor.go::<ExportAsked>();
    character::open(path).unwrap()
}

/// Where the node of the prop is in a file, as other programs make it of its nodes.
fn node_at(character: &Character, pose: &Pose) -> Affine3A {
    node_named("sword", character, pose)
}

pub(super) fn node_named(name: &str, character: &Character, pose: &Pose) -> Affine3A {
    let skeleton = &character.rig.skeleton;
    let inheritance = vec![ScaleInheritance::Children; skeleton.len()];
    let posed = forward(skeleton, pose.user_transforms(), &inheritance).unwrap();
    posed.model_from_node(skeleton.find(name).unwrap())
}

#[test]
#[expect(clippy::too_many_lines, reason = "one prop from hand to file and back")]
fn a_prop_is_held_kept_and_taken_along() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    assert_eq!(prop(&editor).holder, Holder::Joint(editor.joint("hand")));
    assert_eq!(editor.step(), "Move sword.glb");
    let hand = editor.joint("hand").index();
    let held = |editor: &Driven| editor.shown().frames(0)[hand] * prop(editor).place.to_affine();
    assert!(is_near(shown_at(&editor), held(&editor)));
    let at_rest = shown_at(&editor);
    editor.run(AnimateAction::NextClip);
    editor.send(Intent::Seek(0.5));
    assert!(is_near(shown_at(&editor), held(&editor)));
    assert!(!is_near(shown_at(&editor), at_rest), "it goes along");

    let exported = export(&mut editor, &folder.path().join("armed.glb"));
    let own = editor.character();
    let model = editor.session().props.shown(&prop(&editor).file).unwrap();
    assert_eq!(
        exported.meshes.len(),
        own.meshes.len() + model.character.meshes.len()
    );
    assert_eq!(
        exported.materials.len(),
        own.materials.len() + model.character.materials.len()
    );
    let skeleton = &exported.rig.skeleton;
    let node = skeleton.find("sword").unwrap();
    assert_eq!(skeleton.parent(node), skeleton.find("hand"));
    let pose = exported.file_pose();
    assert!(is_near(node_at(&exported, &pose), at_rest));
    let look = Look {
        method: Method::Linear,
        ..Look::default()
    };
    let deformed = deform(&exported, &pose, &exported.rig.scale_inheritance, look).unwrap();
    let is_ours = |instance: usize| exported.instances[instance].mesh >= own.meshes.len();
    let found = deformed.iter().filter(|own| is_ours(own.instance));
    let found: Vec<Vec3> = found.flat_map(|own| own.positions.clone()).collect();
    let expected = model.moved(&at_rest);
    let expected: Vec<Vec3> = expected.into_iter().flat_map(|own| own.positions).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.distance(*expected) < NEAR, "{found} {expected}");
    }

    editor.choose_options::<ExportAsked>(|asked| asked.options.leaves_props = true);
    let without = export(&mut editor, &folder.path().join("unarmed.glb"));
    assert_eq!(without.meshes.len(), editor.character().meshes.len());

    let project = folder.path().join("armed.dualskin");
    editor.save_to(&project);
    let text = fs::read_to_string(&project).unwrap();
    assert!(text.contains("\"things/sword.glb\""), "{text}");
    let mut other = Driven::open(project.to_str().unwrap());
    assert_eq!(prop(&other), prop(&editor));
    assert!(!other.is_dirty());
    other.wait_until("the prop is read", |editor| {
        let placed = editor.shown().props(0, editor.document(), editor.session());
        !placed.is_empty()
    });
    other.run(PropAction::HideProp);
    assert!(
        other
            .shown()
            .props(0, other.document(), other.session())
            .is_empty()
    );
    other.run(PropAction::RemoveProp);
    assert!(other.document().props.is_empty());
    other.undo();
    assert!(prop(&other).hidden);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one prop from hand to file and back")]
fn what_holds_a_prop_changes_without_a_jump_and_is_baked() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    editor.run(AnimateAction::NextClip);
    let duration = {
        let moment = editor.session().playback.moment.unwrap();
        editor.character().clip(moment.clip).unwrap().duration()
    };
    let frame = |number: u16| f32::from(number) / 30.0;
    assert!(duration > frame(25), "{duration}");
    for (number, joint) in [
        (6, None),
        (13, Some("forearm")),
        (20, None),
        (25, Some("hand")),
    ] {
        editor.send(Intent::Seek(frame(number)));
        let before = shown_at(&editor);
        match joint {
            Some(joint) => {
                editor.select(joint);
                editor.run(PropAction::HoldProp);
            }
            None => {
                editor.run(PropAction::ReleaseProp);
            }
        }
        assert!(is_near(shown_at(&editor), before), "{number}");
    }
    let mut places = Vec::new();
    for number in 0..28 {
        editor.send(Intent::Seek(frame(number).min(duration)));
        places.push(shown_at(&editor));
    }
    assert!((6..13).all(|at| is_near(places[at], places[6])), "let go");
    assert!((20..25).all(|at| is_near(places[at], places[20])), "let go");
    assert!(!is_near(places[5], places[0]), "held");

    let exported = export(&mut editor, &folder.path().join("thrown.glb"));
    let skeleton = &exported.rig.skeleton;
    assert_eq!(skeleton.parent(skeleton.find("sword").unwrap()), None);
    let place = {
        let shown = editor.session().playback.moment.unwrap().clip;
        let mut clips = editor.character().clips.iter();
        clips.position(|clip| clip.id() == shown).unwrap()
    };
    let base = exported.file_pose();
    for (number, expected) in (0..).zip(&places) {
        let clip = &exported.clips[place];
        let pose = seen_at(&exported, clip, &base, frame(number).min(duration));
        let found = node_at(&exported, &pose);
        assert!(is_near(found, *expected), "{number}: {found} {expected}");
    }

    let project = folder.path().join("thrown.dualskin");
    editor.save_to(&project);
    let other = Driven::open(project.to_str().unwrap());
    assert_eq!(prop(&other), prop(&editor));
    let clip = editor.session().playback.moment.unwrap().clip;
    let seconds = |editor: &Driven| {
        let prop = prop(editor);
        prop.switches_in(clip)
            .map(|own| own.time)
            .collect::<Vec<f32>>()
    };
    assert_eq!(seconds(&editor).len(), 4);
    editor.send(Intent::Prop(PropIntent::RemoveSwitch {
        prop: 0,
        clip,
        time: seconds(&editor)[1],
    }));
    assert_eq!(seconds(&editor).len(), 3);
    editor.send(Intent::Seek(frame(15)));
    assert!(is_near(shown_at(&editor), places[6]), "it stays let go");
    editor.run(AnimateAction::DuplicateClip);
    let copy = editor.session().playback.moment.unwrap().clip;
    assert_ne!(copy, clip);
    assert_eq!(prop(&editor).switches_in(copy).count(), 3);
    editor.undo();
    assert_eq!(prop(&editor).switches.len(), 3);
}

/// A hand that another joint turns lets go of the sword where that is seen, not where the hand was posed.
#[test]
fn a_prop_of_a_driven_joint_stays_where_it_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    let posed = shown_at(&editor);
    let turned = DrivenKey {
        angle: 0.0,
        value: 1.0,
    };
    editor.send(Intent::Driven(DrivenIntent::Add(DrivenChannel {
        driver: DriverAngle {
            joint: editor.joint("forearm"),
            measure: DriverMeasure::Twist { axis: Vec3::X },
        },
        target: DrivenTarget::Rotation {
            joint: editor.joint("hand"),
            axis: Vec3::Z,
        },
        curve: DrivenCurve::new([turned]).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    })));
    let seen = shown_at(&editor);
    assert!(!is_near(seen, posed));
    editor.run(PropAction::ReleaseProp);
    assert_eq!(prop(&editor).holder, Holder::World);
    assert!(is_near(shown_at(&editor), seen));
}

#[test]
fn what_props_lose_with_a_clip_or_a_joint_is_told() {
    let hand = Holder::Joint(JointIndex(1));
    let held = Prop::new("sword.glb".to_owned(), hand, PropPlace::default());
    let held = held.with_switch(HolderSwitch {
        clip: ClipId(0),
        time: 0.5,
        hold: Hold::by(Holder::World, Affine3A::IDENTITY),
    });
    let told = |after: Prop| losses(from_ref(&held), &[after]);
    assert!(told(held.clone()).is_empty());
    let without_clip = held.without_switches(|_| true);
    assert_eq!(told(without_clip.clone()).len(), 1);
    let without_both = Prop {
        holder: Holder::World,
        ..without_clip
    };
    let both = told(without_both);
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|text| text.starts_with("sword.glb")));
}

#[test]
fn commands_mean_a_prop_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (mut editor, sword) = arm_and_sword(folder.path());
    for _ in 0..3 {
        attach(&mut editor, &sword);
    }
    let chosen = |editor: &Driven| editor.session().chosen_prop(editor.document());
    assert_eq!(chosen(&editor), 2);
    editor.send(Intent::Prop(PropIntent::Remove(0)));
    assert_eq!(chosen(&editor), 1, "the last one still");
    // The removal, and two that were attached.
    for _ in 0..3 {
        editor.undo();
    }
    assert_eq!(editor.document().props.len(), 1);
    editor.run(PropAction::RemoveProp);
    assert!(editor.document().props.is_empty());
}

#[test]
fn a_prop_that_jumps_jumps_in_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    editor.run(AnimateAction::NextClip);
    let at = 0.5;
    editor.send(Intent::Seek(at));
    editor.run(PropAction::ReleaseProp);
    // What moves the prop up to then leaves where it is let go.
    let far = PropPlace {
        translation: Vec3::new(0.0, 2.0, 0.0),
        ..prop(&editor).place
    };
    editor.send(Intent::Prop(PropIntent::Place {
        prop: 0,
        place: far,
        dragging: false,
    }));
    let exported = export(&mut editor, &folder.path().join("jumps.glb"));
    let shown = editor.session().playback.moment.unwrap().clip;
    let mut clips = editor.character().clips.iter();
    let place = clips.position(|clip| clip.id() == shown).unwrap();
    let base = exported.file_pose();
    // Before the jump by less than a frame.
    for time in [at - 0.001, at] {
        editor.send(Intent::Seek(time));
        let pose = seen_at(&exported, &exported.clips[place], &base, time);
        let (found, expected) = (node_at(&exported, &pose), shown_at(&editor));
        assert!(
            found.abs_diff_eq(expected, 2e-3),
            "{time}: {found} {expected}"
        );
    }
}

#[test]
fn a_prop_that_is_gone_waits_and_one_without_its_joint_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = armed(folder.path());
    let at_rest = shown_at(&editor);
    let project = folder.path().join("armed.dualskin");
    editor.save_to(&project);
    // A project by hand: what does not fit is told, and the rest is there.
    let text = fs::read_to_string(&project).unwrap();
    let by_hand = folder.path().join("by_hand.dualskin");
    // Behind the names of the file's joints, by which another export would be known.
    let (before, props) = text.split_once("props:").unwrap();
    let props = props.replace("\"hand\"", "\"no_hand\"");
    let props = props.replace("scale: 1.5", "scale: inf");
    fs::write(&by_hand, format!("{before}props:{props}")).unwrap();
    let mut odd = Driven::open(by_hand.to_str().unwrap());
    odd.wait_for_notice("no_hand");
    let expected = PropPlace {
        scale: 1.0,
        ..prop(&editor).place
    };
    assert_eq!(
        (prop(&odd).holder, prop(&odd).place),
        (Holder::World, expected)
    );

    let sword = folder.path().join("things").join("sword.glb");
    fs::remove_file(&sword).unwrap();

    let mut other = Driven::open(project.to_str().unwrap());
    other.wait_for_notice("sword.glb is not at");
    assert_eq!(prop(&other), prop(&editor));
    let without = export(&mut other, &folder.path().join("unarmed.glb"));
    assert!(
        other.said().contains("Left out: a prop"),
        "{}",
        other.said()
    );
    assert!(without.rig.skeleton.find("sword").is_none());
    fs::write(&sword, super::CYLINDER).unwrap();
    other.send(Intent::Prop(PropIntent::ReadAgain(0)));
    other.wait_until("the prop is there again", |editor| {
        let file = &prop(editor).file;
        editor.session().props.shown(file).is_some()
    });

    let joint = editor.skeleton().key(editor.joint("hand"));
    editor.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint }));
    assert_eq!(prop(&editor).holder, Holder::World);
    assert!(editor.said().contains("sword.glb stays in the world"));
    assert!(is_near(shown_at(&editor), at_rest));
    editor.undo();
    assert_eq!(prop(&editor).holder, Holder::Joint(editor.joint("hand")));
}

#[test]
fn what_cannot_be_a_prop_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (mut editor, sword) = arm_and_sword(folder.path());
    let bare = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "empty"}]}"#;
    let text = sword.with_extension("gltf");
    for (sword, bytes, words) in [
        (&sword, &b"no model"[..], "sword"),
        (&sword, &super::CYLINDER[..400], "sword"),
        (&text, bare.as_bytes(), "no mesh"),
    ] {
        fs::write(sword, bytes).unwrap();
        attach(&mut editor, sword);
        let fault = editor.file_fault::<PropAsked>();
        assert!(fault.contains(words), "{fault}");
        assert!(editor.document().props.is_empty());
        editor.close_dialog::<PropAsked>();
    }
    attach(&mut editor, &folder.path().join("nothing.glb"));
    let fault = editor.file_fault::<PropAsked>();
    assert!(fault.contains("nothing.glb is not at"), "{fault}");
    assert_eq!(
        editor.why_not(PropAction::RemoveProp),
        Some("there is no prop")
    );
}

#[test]
fn without_a_selection_a_hand_holds_a_prop_and_a_socket_before_it() {
    let biped = load("builtin:biped").unwrap();
    let skeleton = &biped.rig.skeleton;
    let Holder::Joint(hand) = first_holder(&biped, None) else {
        panic!("a person has hands");
    };
    assert!(skeleton.name(hand).contains("hand"));
    let add = SkeletonEdit::Extrude {
        joint: skeleton.key(hand),
        by: [0.0, -0.05, 0.0],
    };
    let longer = biped.apply_edit(&add).unwrap();
    let socket = longer.character.rig.skeleton.key(longer.added[0]);
    let rename = SkeletonEdit::Rename {
        joint: socket,
        name: "Weapon_Socket".to_owned(),
    };
    let named = longer.character.apply_edit(&rename).unwrap().character;
    let skeleton = &named.rig.skeleton;
    let holder = |joint| first_holder(&named, joint);
    let expected = Holder::Joint(skeleton.joint_of_key(socket).unwrap());
    assert_eq!(holder(None), expected);
    let root = skeleton.joints().next();
    assert_eq!(holder(root), Holder::Joint(root.unwrap()));
}
