//! What writes characters, and what judges them.

use std::ops::ControlFlow;

use bindings::{Character, CheckOptions, ErrorKind, GoOn, RetargetOptions};

const GO_ON: &GoOn<'static> = &|_share: f32| ControlFlow::Continue(());

#[test]
fn a_file_that_was_written_is_the_same_character() {
    let arm = Character::open("builtin:arm").unwrap();
    let again = Character::open_bytes("again", &arm.to_glb().unwrap()).unwrap();
    assert_eq!(again.joint_count(), arm.joint_count());
    for (one, other) in arm.meshes().iter().zip(again.meshes()) {
        assert_eq!(one.positions(), other.positions());
        assert_eq!(one.triangles(), other.triangles());
        assert_eq!(one.joints(), other.joints());
        assert_eq!(one.weights(), other.weights());
    }
}

#[test]
fn rows_name_joints_of_the_skeleton_and_sum_to_one() {
    let hand = Character::open("builtin:hand").unwrap();
    let mut first = 0;
    for mesh in hand.meshes() {
        assert_eq!(mesh.first_vertex(), first);
        first += mesh.vertex_count();
        let width = mesh.influences_per_vertex();
        assert_eq!(mesh.weights().len(), width * mesh.vertex_count());
        for row in mesh.weights().chunks(width) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        let joints = mesh.joints().iter();
        assert!(
            joints
                .max()
                .is_some_and(|&joint| (joint as usize) < hand.joint_count())
        );
    }
}

#[test]
fn clips_come_over_and_work_can_be_stopped() {
    let [biped, woman] =
        ["builtin:biped", "builtin:woman"].map(|name| Character::open(name).unwrap());
    let options = RetargetOptions {
        clips: vec![0],
        replaces: true,
        ..RetargetOptions::default()
    };
    let brought = woman.retarget(&biped, &options, GO_ON).unwrap();
    assert_eq!(brought.character.clip_count(), 1);
    let seconds = biped.clip_seconds(0).unwrap();
    assert_eq!(brought.character.clip_seconds(0).unwrap(), seconds);

    let stop: &GoOn<'_> = &|_share: f32| ControlFlow::Break(());
    let arm = Character::open("builtin:arm").unwrap();
    let stopped = arm.check(CheckOptions::default(), stop).unwrap_err();
    assert_eq!(stopped.kind(), ErrorKind::Canceled);
    let unknown = CheckOptions {
        purpose: "opera",
        ..CheckOptions::default()
    };
    let error = arm.check(unknown, GO_ON).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownName);
}
