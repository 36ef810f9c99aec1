//! Joints that follow others by the constraints of their file: seen, told, edited, kept; and driven channels written as such.

use std::sync::Arc;

use character::{
    Character, JointConstraint, SaveOptions, SavedState, SkeletonEdit, open_bytes, to_glb,
    to_glb_with,
};
use glam::{Quat, Vec3};
use rig::{
    ClipEdit, ConstraintKind, DriverMeasure, JointChannel, JointIndex, NodeConstraint,
    NodeConstraints, Pose, ScaleInheritance, Target,
};
use scene::posed_character::Look;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, EditAction, PinAction, PosingAction};
use session::commands::command::Intent;
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::keyed::keys_of_pose;
use session::document::layered_clips::{MERGE_RATE, seen_document};
use session::features::skeleton::twist_joints::insert_twist_joints;
use session::mode::Mode;
use session::shown::{at_rest, joint_frames, pane_pose, shown_pose, visible_pose};
use session::state::export::constraints::DrivenConstraints;
use session::state::export::options::{ExportOptions, kept_extras};
use session::state::motion_in::kept_maps::FoundBones;
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::projects::{restore_project, work_of};
use session::state::selection::Choose;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use crate::support::work::Work;

fn joint(character: &Character, name: &str) -> JointIndex {
    character.rig.skeleton.find(name).unwrap()
}

/// The arm as a file has it in which the thumb turns as the index finger does.
fn following() -> Work {
    let mut arm = load("builtin:arm").unwrap();
    let constraint = NodeConstraint {
        source: joint(&arm, "index_1"),
        destination: joint(&arm, "thumb_1"),
        kind: ConstraintKind::Rotation,
        weight: 1.0,
    };
    let set = NodeConstraints::new(vec![constraint], &arm.rig.skeleton).unwrap();
    arm.constraints = Arc::new(set);
    let (bytes, _) = to_glb(&arm).unwrap();
    let mut work = Work::empty();
    work.open_as("arm.glb", open_bytes("arm.glb", &bytes).unwrap());
    work.session.mode = Mode::Pose;
    work.send(Intent::ShowClip(None).into());
    work
}

fn turn(work: &mut Work, name: &str, value: f32) {
    let field = JointField {
        joint: joint(&work.document.character, name),
        channel: Channel::Rotation,
        axis: 2,
    };
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging: false,
    };
    work.send(Intent::Pose(intent).into());
}

fn thumb(work: &Work) -> Quat {
    let at = joint(&work.document.character, "thumb_1").index();
    shown_pose(&work.document, &work.session).rigid[at].rotation
}

fn is_near(one: Quat, other: Quat) -> bool {
    one.dot(other).abs() > 1.0 - 1e-6
}

fn about_z(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

fn said(work: &Work, words: &str) -> bool {
    let mut all = work.session.notices.all().iter();
    all.any(|notice| notice.text.contains(words))
}

#[test]
fn joints_follow_in_every_pane_and_say_what_does_not_count() {
    let mut work = following();
    turn(&mut work, "index_1", 40.0);
    assert!(is_near(thumb(&work), about_z(40.0)));
    assert!(!said(&work, "does not count"));
    // As somebody would pose it who had no constraint.
    let document = &work.document;
    let character = &document.character;
    let shown = shown_pose(document, &work.session);
    let free = Character {
        constraints: Arc::default(),
        ..Character::clone(character)
    };
    let wanted = joint_frames(&free, &shown, &document.scale_inheritance);
    let pane = PaneShows {
        look: Look::default(),
        ..PaneShows::default()
    };
    let pane = pane_pose(document, &visible_pose(document, &work.session), pane).unwrap();
    for (wanted, found) in wanted.iter().zip(&pane.frames) {
        assert!(wanted.abs_diff_eq(*found, 1e-5));
    }
    turn(&mut work, "thumb_1", 25.0);
    assert!(is_near(thumb(&work), about_z(40.0)));
    assert!(said(&work, "index_1 drives thumb_1"));
    // In files clips have keys of it, in place of those that nobody sees.
    let character = &work.document.character;
    let finger = joint(character, "index_1");
    let mut pose = character.file_pose();
    pose.rigid[finger.index()].rotation = about_z(30.0);
    let target = Target::Joint(finger, JointChannel::Rotation);
    let keys = keys_of_pose(&character.rig.skeleton, &pose, [target], 0.0);
    let clip = character.clips[0]
        .clone()
        .with_tracks(Vec::new(), Vec::new());
    let (clip, _) = clip.with_edit(&ClipEdit::SetKeys(keys)).unwrap();
    let seen = seen_document(&work.document.with_clips(vec![clip]), MERGE_RATE).unwrap();
    let character = &seen.character;
    let base = character.file_pose();
    let sampled = character.clips[0].sample(&character.rig.skeleton, &base, 0.0);
    let own = sampled.rigid[joint(character, "thumb_1").index()].rotation;
    assert!(is_near(own, about_z(30.0)));
}

#[test]
fn constraints_are_edited_in_steps_that_projects_keep() {
    let mut work = following();
    turn(&mut work, "index_1", 40.0);
    let character = Arc::clone(&work.document.character);
    let key = |name| character.rig.skeleton.key(joint(&character, name));
    let own = character.constraints.constraints()[0];
    let half = character.joint_constraint(&own);
    let half = half.map(|own| JointConstraint { weight: 0.5, ..own });
    let joints = vec![(key("thumb_1"), half)];
    work.send(Intent::EditSkeleton(SkeletonEdit::SetConstraints { joints }).into());
    assert_eq!(work.history.undo_name(), Some("Constrain thumb_1"));
    assert!(is_near(thumb(&work), about_z(20.0)));
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, Vec::<String>::new());
    let now = &work.document.character.constraints;
    assert_eq!(again.document.character.constraints, *now);
    // Let go, and back again.
    let chosen = joint(&work.document.character, "thumb_1");
    work.send(Intent::SelectAll(vec![chosen], Choose::Alone).into());
    work.run(Action::Posing(PosingAction::RemoveDrivers));
    assert_eq!(work.history.undo_name(), Some("Remove drivers of thumb_1"));
    assert!(work.document.character.constraints.is_empty());
    assert!(is_near(thumb(&work), Quat::IDENTITY));
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.character.constraints, character.constraints);
    assert!(is_near(thumb(&work), about_z(40.0)));
    // With what it follows the constraint goes, and people are told.
    work.session.mode = Mode::Skeleton;
    let joint = key("index_1");
    work.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint }).into());
    assert!(work.document.character.constraints.is_empty());
    assert!(said(&work, "No constraint any more: thumb_1"));
}

/// A roll reads an axis by the rests of both joints in their parents, and nobody would see that another parent has turned it.
#[test]
fn another_parent_that_turns_the_axis_of_a_roll_is_told() {
    let mut work = rolled("index_1", "thumb_2");
    let words = "thumb_2 follows the twist of index_1 about another axis";
    for (parent, is_told) in [("forearm", false), ("thumb_1", true)] {
        let character = &work.document.character;
        let [moved, parent] = ["index_1", parent].map(|name| joint(character, name));
        work.send(Intent::Reparent(vec![moved], Some(parent)).into());
        assert_eq!(said(&work, words), is_told);
    }
    // A joint that goes leaves its children to its parent.
    let mut work = rolled("thumb_2", "index_2");
    let skeleton = &work.document.character.rig.skeleton;
    let gone = skeleton.key(joint(&work.document.character, "thumb_1"));
    work.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint: gone }).into());
    let words = "index_2 follows the twist of thumb_2 about another axis";
    assert!(said(&work, words));
}

/// An arm of which one joint takes over the twist of another, to be edited.
fn rolled(source: &str, destination: &str) -> Work {
    let mut arm = load("builtin:arm").unwrap();
    let roll = NodeConstraint {
        source: joint(&arm, source),
        destination: joint(&arm, destination),
        kind: "roll X".parse().unwrap(),
        weight: 1.0,
    };
    let set = NodeConstraints::new(vec![roll], &arm.rig.skeleton).unwrap();
    arm.constraints = Arc::new(set);
    let mut work = Work::empty();
    work.open_as("arm.glb", arm);
    work.session.mode = Mode::Skeleton;
    work
}

/// A joint that aims elsewhere at rest turns with the first pose, and not where the rest is looked at.
#[test]
fn rests_are_shown_as_they_are() {
    let arm = load("builtin:arm").unwrap();
    let aim = NodeConstraint {
        source: joint(&arm, "index_3"),
        destination: joint(&arm, "thumb_1"),
        kind: "aim -X".parse().unwrap(),
        weight: 1.0,
    };
    let set = NodeConstraints::new(vec![aim], &arm.rig.skeleton).unwrap();
    let aiming = Character {
        constraints: Arc::new(set),
        ..arm.clone()
    };
    assert_eq!(at_rest(&aiming), at_rest(&arm));
    let mut work = Work::empty();
    work.open_as("arm.glb", aiming);
    work.session.mode = Mode::Pose;
    work.send(Intent::ShowClip(None).into());
    assert!(thumb(&work).w.abs() > 0.999_999, "{}", thumb(&work));
    turn(&mut work, "forearm", 10.0);
    assert!(thumb(&work).w.abs() < 0.99, "{}", thumb(&work));
}

/// The constraints that programs read turn twist joints as the channels do here; in this program they are the channels'.
#[test]
fn twist_joints_are_written_as_constraints_where_they_fit() {
    let biped = Document::new(Arc::new(load("builtin:biped").unwrap()));
    let bones = FoundBones::of(&biped.character, None, &Files::default());
    let work = WeightsWork::default();
    let twisted = insert_twist_joints(&biped, bones.map(), &work, None, 1).unwrap();
    let document = twisted.after;
    // Forearms and shins take a share of what their ends do; upper arms and thighs take some of their own back.
    let found = DrivenConstraints::of(&document);
    assert_eq!((found.constraints.len(), found.others), (4, 4));
    let (options, words) = ExportOptions::default().with_driven_constraints(&document);
    assert!(words.contains("4 of 8"), "{words}");
    let seen = seen_document(&document, MERGE_RATE).unwrap();
    let written = |kept, driven_constraints| {
        let options = SaveOptions {
            kept: Some(kept),
            driven_constraints,
            ..SaveOptions::default()
        };
        let (glb, _) = to_glb_with(&seen.character, &options).unwrap();
        open_bytes("builtin:biped", &glb).unwrap()
    };
    let ours = written(
        kept_extras(&document, None),
        options.driven_constraints.clone(),
    );
    assert!(ours.constraints.is_empty());
    assert_eq!(ours.driven_of_file().set.channels().len(), 8);
    assert_eq!(count(&ours), 4);
    // Keys that are written of them do not hinder a later export.
    let again = Document::new(Arc::new(ours));
    assert_eq!(DrivenConstraints::of(&again).constraints.len(), 4);
    // Where the driver follows a constraint the channel sees what is posed of it, and a roll would see what it follows.
    let skeleton = &document.character.rig.skeleton;
    let key = |name| skeleton.key(skeleton.find(name).unwrap());
    let follows = JointConstraint {
        source: key("forearm_twist.R"),
        kind: "rotation".to_owned(),
        weight: 1.0,
    };
    let joints = vec![(key("forearm_twist.L"), Some(follows))];
    let edit = SkeletonEdit::SetConstraints { joints };
    let (followed, _) = document.with_skeleton_edit(&edit).unwrap();
    assert_eq!(DrivenConstraints::of(&followed).constraints.len(), 3);
    let leaves = ExportOptions {
        leaves_constraints: true,
        ..ExportOptions::default()
    };
    let (leaves, words) = leaves.with_driven_constraints(&document);
    assert_eq!(
        (leaves.driven_constraints, words.as_str()),
        (Some(Vec::new()), "")
    );
    // As others see it.
    let theirs = written(SavedState::default(), options.driven_constraints);
    assert_eq!(theirs.constraints.constraints().len(), 4);
    assert_same_turns(&document, &theirs);
}

/// How many nodes of its file have a constraint.
fn count(character: &Character) -> usize {
    let json = character.source.json();
    let nodes = json["nodes"].as_array().unwrap().iter();
    let constrained = nodes.filter(|node| !node["extensions"]["VRMC_node_constraint"].is_null());
    constrained.count()
}

/// Turns all joints that drive, and looks at those that follow by constraints.
fn assert_same_turns(document: &Document, theirs: &Character) {
    let character = &document.character;
    let mut pose = character.file_pose();
    let mut other = theirs.file_pose();
    for channel in document.driven.channels() {
        let DriverMeasure::Twist { axis } = channel.driver.measure else {
            panic!("a twist");
        };
        let driver = channel.driver.joint;
        let turn = Quat::from_axis_angle(axis, 1.1) * Quat::from_rotation_x(0.4);
        pose.rigid[driver.index()].rotation = turn;
        let same = joint(theirs, character.rig.skeleton.name(driver));
        other.rigid[same.index()].rotation = turn;
    }
    let seen = session::document::driven::followed_pose(document, Arc::new(pose));
    let constraints = &theirs.constraints;
    let flags = vec![ScaleInheritance::Children; theirs.rig.skeleton.len()];
    constraints
        .apply(&theirs.rig.skeleton, &mut other, &flags)
        .unwrap();
    let rotation = |pose: &Pose, joint: JointIndex| pose.rigid[joint.index()].rotation;
    for constraint in constraints.constraints() {
        let name = theirs.rig.skeleton.name(constraint.destination);
        let [found, wanted] = [
            rotation(&other, constraint.destination),
            rotation(&seen, joint(character, name)),
        ];
        assert!(wanted.w.abs() < 0.97, "{name} turns");
        assert!(is_near(found, wanted), "{name}: {found} {wanted}");
    }
}

/// Where a joint of a pose is seen.
fn seen_at(work: &Work, name: &str) -> Vec3 {
    let document = &work.document;
    let character = &document.character;
    let shown = shown_pose(document, &work.session);
    let frames = joint_frames(character, &shown, &document.scale_inheritance);
    frames[joint(character, name).index()].translation.into()
}

/// A pin on a joint that hangs on one with a constraint holds it where it is seen.
#[test]
fn pins_hold_what_follows_by_constraints_where_it_is_seen() {
    let mut work = following();
    turn(&mut work, "index_1", 40.0);
    let tip = joint(&work.document.character, "thumb_2");
    work.send(Intent::SelectAll(vec![tip], Choose::Alone).into());
    work.run(Action::Pins(PinAction::PinJoint));
    let before = seen_at(&work, "thumb_2");
    turn(&mut work, "upper_arm", 4.0);
    let after = seen_at(&work, "thumb_2");
    assert!(before.distance(after) < 2e-3, "{before} {after}");
}
