//! Test poses: for every skeleton, and always from rest.

use std::collections::BTreeSet;

use character::{Partner, SkeletonEdit};
use glam::Quat;
use rig::{JointIndex, Pose, mirror_pose};
use session::commands::actions::{Action, EditAction, PoseAction};
use session::commands::command::{Command, Intent};
use session::document::channel::{Channel, JointField};
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::test_poses::strip::StripEvent;

use crate::support::work::Work;

fn names(work: &Work) -> Vec<String> {
    let poses = work.session.character.test_poses.poses.iter();
    poses.map(|pose| pose.name.clone()).collect()
}

fn take(work: &mut Work, name: &str) {
    let place = names(work).iter().position(|other| other == name).unwrap();
    work.send(Command::Intent(Intent::TestPose(StripEvent::Take(place))));
}

fn of_file(builtin: &str) -> Work {
    let mut work = Work::empty();
    work.open_as("figure.glb", load(builtin).unwrap());
    work
}

#[test]
fn a_test_pose_starts_from_rest_and_gives_back_what_was_there() {
    let mut work = Work::on("builtin:arm");
    let field = JointField {
        joint: JointIndex(1),
        channel: Channel::Scale,
        axis: 0,
    };
    let set = PoseIntent::SetField {
        field,
        value: 2.0,
        dragging: false,
    };
    work.send(Command::Intent(Intent::Pose(set)));
    let before = work.document.pose.clone();
    let rest = Pose::rest(&work.document.character.rig.skeleton);
    assert_eq!(names(&work)[0], "Elbow", "shipped ones come first");
    take(&mut work, "Elbow");
    let scales = |pose: &Pose| pose.stretch.clone();
    assert_eq!(
        scales(&work.document.pose),
        scales(&rest),
        "nothing of the pose before is left"
    );
    take(&mut work, "Fist");
    take(&mut work, "Fist");
    assert_eq!(work.document.pose, before);
    work.run(Action::Pose(PoseAction::NextTestPose));
    assert_eq!(work.history.undo_name(), Some("Test pose Elbow"));
}

#[test]
fn every_joint_that_moves_the_mesh_is_in_a_pose_of_any_character() {
    for builtin in [
        "builtin:biped",
        "builtin:creature",
        "builtin:cloth",
        "builtin:cylinder",
    ] {
        let work = of_file(builtin);
        let poses = &work.session.character.test_poses.poses;
        assert!(
            poses.len() <= rig::MOST_TEST_POSES,
            "{builtin}: {}",
            poses.len()
        );
        let skeleton = &work.document.character.rig.skeleton;
        let mut turned = BTreeSet::new();
        for pose in poses.iter() {
            turned.extend(
                pose.preset
                    .match_joints(skeleton)
                    .joints
                    .into_iter()
                    .map(|found| found.joint),
            );
        }
        for joint in skeleton.joints() {
            let moves = work.session.character.facts.joint(joint).vertices > 0;
            assert!(
                !moves || turned.contains(&joint),
                "{builtin}: {}",
                skeleton.name(joint)
            );
        }
    }
    assert!(
        names(&Work::on("builtin:biped_mesh")).is_empty(),
        "nothing is bound"
    );
}

#[test]
fn names_give_a_figure_whole_body_poses() {
    let mut work = of_file("builtin:biped");
    let made = names(&work);
    for name in [
        "Arms up",
        "Squat",
        "Elbow bend",
        "Elbow twist",
        "Fingers bend",
        "Knee bend",
        "Spine twist",
    ] {
        assert!(made.iter().any(|other| other == name), "{name} in {made:?}");
    }
    take(&mut work, "Elbow bend");
    let skeleton = &work.document.character.rig.skeleton;
    let turn = |name: &str| {
        let joint = skeleton.find(name).unwrap();
        work.document.pose.rigid[joint.index()].rotation
    };
    assert!(turn("forearm.L").angle_between(Quat::IDENTITY) > 1.0);
    assert!(turn("forearm.R").angle_between(Quat::IDENTITY) > 1.0);
    assert!(turn("thigh.L").angle_between(Quat::IDENTITY) < 1e-6);
}

/// What was paired by hand turns as the mirror shows it, also after a joint was renamed; undone, it goes by names again.
#[test]
fn test_poses_go_by_partners_that_were_chosen() {
    let mut work = of_file("builtin:biped");
    let made = work.session.character.test_poses.poses.clone();
    let key = |work: &Work, name: &str| {
        let skeleton = &work.document.character.rig.skeleton;
        skeleton.key(skeleton.find(name).unwrap())
    };
    let joints = vec![(
        key(&work, "forearm.L"),
        Partner::Joint(key(&work, "hand.R")),
    )];
    let rename = SkeletonEdit::Rename {
        joint: key(&work, "neck"),
        name: "stalk".to_owned(),
    };
    for edit in [SkeletonEdit::SetPartners { joints }, rename] {
        work.send(Command::Intent(Intent::EditSkeleton(edit)));
        take(&mut work, "Elbow bend");
        let character = &work.document.character;
        let skeleton = &character.rig.skeleton;
        let pairs = character.joint_pairs(work.session.settings.mirror.patterns());
        let seen = mirror_pose(skeleton, &work.document.pose, &pairs);
        let turn = |pose: &Pose, name: &str| {
            let joint = skeleton.find(name).unwrap();
            pose.rigid[joint.index()].rotation
        };
        for name in ["forearm.L", "hand.R"] {
            let [here, there] = [&work.document.pose, &seen].map(|pose| turn(pose, name));
            assert!(here.angle_between(Quat::IDENTITY) > 1.0, "{name}");
            assert!(here.dot(there).abs() > 1.0 - 1e-5, "{name}");
        }
        take(&mut work, "Elbow bend");
    }
    for _ in 0..6 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(work.session.character.test_poses.poses, made);
}

/// A pose that is called after its joint is called after its new name.
#[test]
fn poses_are_called_after_joints_as_they_are_now() {
    let mut work = Work::on("builtin:cylinder");
    let called = |work: &Work, joint: &str| {
        let start = format!("{joint} ");
        let found = names(work);
        found.iter().filter(|name| name.starts_with(&start)).count()
    };
    let before = [called(&work, "upper"), names(&work).len()];
    assert!(before[0] > 0, "{:?}", names(&work));
    let skeleton = &work.document.character.rig.skeleton;
    let rename = SkeletonEdit::Rename {
        joint: skeleton.key(skeleton.find("upper").unwrap()),
        name: "lever".to_owned(),
    };
    work.send(Command::Intent(Intent::EditSkeleton(rename)));
    assert_eq!(
        [called(&work, "lever"), names(&work).len()],
        before,
        "{:?}",
        names(&work)
    );
    assert_eq!(called(&work, "upper"), 0);
}

#[test]
fn the_list_follows_the_skeleton() {
    let mut work = Work::on("builtin:arm");
    let skeleton = &work.document.character.rig.skeleton;
    let joint = skeleton.find("forearm").unwrap();
    let rename = SkeletonEdit::Rename {
        joint: skeleton.key(joint),
        name: "lever".to_owned(),
    };
    work.send(Command::Intent(Intent::EditSkeleton(rename)));
    assert_eq!(names(&work)[0], "Elbow", "the joint is only renamed");
    let is_called = |name: &String| name.starts_with("lever");
    assert!(!names(&work).iter().any(is_called), "{:?}", names(&work));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(names(&work)[0], "Elbow");
}
