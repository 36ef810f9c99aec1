//! Twist joints on the limbs of the biped: what they keep, what drives them, and how they are undone and kept.

use character::Character;
use glam::{Quat, Vec3};
use rig::{DriverMeasure, JointIndex, NamePatterns};
use session::commands::actions::{Action, EditAction, SkeletonAction};
use session::commands::command::Intent;
use session::features::skeleton::twist_joints::{insert_twist_joints, limbs_of};
use session::shown::at_rest;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::posing::driven::usual_channel;
use session::state::projects::{restore_project, work_of};
use session::state::skeleton::joint_work::JointIntent;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use crate::support::work::Work;

fn places(character: &Character) -> Vec<Vec3> {
    let primitives = at_rest(character).into_iter();
    primitives.flat_map(|own| own.positions).collect()
}

#[test]
fn twist_joints_keep_the_rest_and_the_sum_of_weights_and_take_their_share() {
    let mut work = Work::on("builtin:biped");
    let before = work.document.character.clone();
    work.send(Intent::Select(None).into());
    work.run(Action::Skeleton(SkeletonAction::InsertTwistJoints));
    work.send(Intent::Joints(JointIntent::Begin).into());
    assert_eq!(work.history.undo_name(), Some("Insert twist joints"));
    let after = work.document.character.clone();
    let skeleton = &after.rig.skeleton;
    let bones = FoundBones::of(&before, None, &Files::default());
    let limbs = limbs_of(&before, bones.map());
    assert_eq!(limbs.len(), 8, "arms and legs");
    assert_eq!(skeleton.len(), before.rig.skeleton.len() + 16);
    // At rest nothing moves, and every row still sums to one.
    for (was, is) in places(&before).iter().zip(places(&after)) {
        assert!(was.abs_diff_eq(is, 1e-4), "{was} {is}");
    }
    let mut twisted = 0;
    let new = |joint: JointIndex| {
        before
            .rig
            .skeleton
            .joint_of_key(skeleton.key(joint))
            .is_none()
    };
    for mesh in &after.meshes {
        for primitive in &mesh.primitives {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            let bind = &after.rig.binds[0];
            for row in influences.rows() {
                let sum: f32 = row.weights.iter().sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");
                let pairs = row.pairs();
                let of_new = pairs.filter(|(slot, _)| bind.joint_at(*slot).is_some_and(new));
                twisted += usize::from(of_new.count() > 0);
            }
        }
    }
    assert!(twisted > 100, "{twisted}");
    // A quarter turn of the joint at the end of the forearm's bone, which is one for twist here: a third and two thirds of it.
    let hand = skeleton.find("forearm_twist.L").unwrap();
    let of_hand = work.document.driven.channels().iter();
    let of_hand: Vec<_> = of_hand
        .filter(|channel| channel.driver.joint == hand)
        .collect();
    assert_eq!(of_hand.len(), 2);
    let DriverMeasure::Twist { axis } = of_hand[0].driver.measure else {
        panic!("a twist");
    };
    let mut pose = (*work.document.pose).clone();
    pose.rigid[hand.index()].rotation = Quat::from_axis_angle(axis, std::f32::consts::FRAC_PI_2);
    work.document.pose = pose.into();
    let seen = work.document.own_pose_driven();
    for (channel, wanted) in of_hand.iter().zip([30.0_f32, 60.0]) {
        let joint = channel.target.joint().unwrap();
        let angle = seen.rigid[joint.index()].rotation.to_axis_angle().1;
        assert!((angle.to_degrees() - wanted).abs() < 0.1, "{angle}");
    }
}

#[test]
fn twist_joints_are_one_step_kept_in_projects_and_not_put_on_twice() {
    let mut work = Work::on("builtin:biped");
    let before = work.document.clone();
    let forearm = before.character.rig.skeleton.find("forearm.L").unwrap();
    work.send(Intent::Select(Some(forearm)).into());
    work.run(Action::Skeleton(SkeletonAction::InsertTwistJoints));
    work.send(Intent::Joints(JointIntent::Begin).into());
    let skeleton = &work.document.character.rig.skeleton;
    assert_eq!(skeleton.len(), before.character.rig.skeleton.len() + 2);
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(again.document.driven, work.document.driven);
    assert_eq!(
        again.document.character.rig.skeleton,
        work.document.character.rig.skeleton
    );
    // Again on the same limb: nothing is made.
    let bones = FoundBones::of(&work.document.character, None, &Files::default());
    let forearm = skeleton.find("forearm.L").unwrap();
    let free = WeightsWork::default();
    let twice = insert_twist_joints(&work.document, bones.map(), &free, Some(&[forearm]), 1);
    assert!(twice.unwrap_err().contains("already"));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before), "in one step");
    // What somebody drives at the end of a limb is none of its twist joints.
    let skeleton = &before.character.rig.skeleton;
    let forearm = skeleton.find("forearm.L").unwrap();
    let upper = skeleton.parent(forearm).unwrap();
    let driver = skeleton.parent(upper).unwrap();
    let pairs = before.character.joint_pairs(&NamePatterns::default());
    let follows = usual_channel(skeleton, &pairs, driver, forearm).unwrap();
    let driven = before.with_driven(vec![follows]).unwrap();
    let bones = FoundBones::of(&before.character, None, &Files::default());
    let made = insert_twist_joints(&driven, bones.map(), &free, Some(&[upper]), 1).unwrap();
    assert_eq!(made.added.len(), 1);

    // Locked weights stay, and that is told.
    let mut locked = WeightsWork::default();
    locked.locked.insert("forearm.L".to_owned());
    let bones = FoundBones::of(&before.character, None, &Files::default());
    let forearm = before.character.rig.skeleton.find("forearm.L").unwrap();
    let made = insert_twist_joints(&before, bones.map(), &locked, Some(&[forearm]), 2).unwrap();
    let told = made.sentences.join(" ");
    assert!(told.contains("locked"), "{told}");
    let rows = |character: &Character| character.meshes[0].primitives[0].influences.clone();
    let counts = [&before.character, &made.after.character].map(|of| {
        let rows = rows(of).unwrap();
        rows.rows()
            .map(|row| row.weights.to_vec())
            .collect::<Vec<_>>()
    });
    assert_eq!(counts[0], counts[1]);
}
