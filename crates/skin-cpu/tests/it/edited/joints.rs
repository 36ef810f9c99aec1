//! Joints added, dissolved, hung and placed elsewhere.

use character::{Character, RestFrame, SkeletonEdit};
use glam::{Quat, Vec3};
use rig::{Method, Pose, Rigid, ScaleInheritance, Stretch};
use testkit::say;

use super::support::{
    TOLERANCE, assert_same, assert_sound, characters, moments, pivot_free, seen, some_joints,
    steady_methods,
};

#[test]
fn nothing_that_is_seen_changes_where_joints_are_only_added() {
    let mut cases = 0;
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        let before = seen_in_all(&character, &character.rig.scale_inheritance);
        let mut edits = Vec::new();
        for joint in some_joints(&character) {
            let key = skeleton.key(joint);
            let rest = skeleton.rest_model_from_joint(joint);
            let turned = Rigid::new(
                Quat::from_rotation_y(0.7),
                rest.translation + Vec3::new(0.1, 0.2, -0.1),
            );
            edits.push(SkeletonEdit::Add {
                parent: Some(key),
                name: "new".to_owned(),
                frame: RestFrame::new(turned),
            });
            edits.push(SkeletonEdit::Extrude {
                joint: key,
                by: [0.0, 0.1, 0.05],
            });
            if skeleton.parent(joint).is_some() {
                edits.push(SkeletonEdit::Insert {
                    child: key,
                    fraction: 0.3,
                });
            }
            edits.push(SkeletonEdit::Rename {
                joint: key,
                name: "named".to_owned(),
            });
        }
        edits.push(SkeletonEdit::Add {
            parent: None,
            name: "alone".to_owned(),
            frame: RestFrame::new(Rigid::IDENTITY),
        });
        for edit in edits {
            let edited = match character.apply_edit(&edit) {
                Ok(edited) => edited,
                Err(error) if error.to_string().contains("flat") => continue,
                Err(error) => panic!("{}: {edit:?}: {error}", character.name),
            };
            cases += 1;
            assert_sound(&edited.character);
            assert!(
                edited.report.is_empty(),
                "{}: {:?}",
                character.name,
                edited.report
            );
            let scale_inheritance = edited.scale_inheritance(&character.rig.scale_inheritance);
            let after = seen_in_all(&edited.character, &scale_inheritance);
            assert_eq!(before.len(), after.len());
            for ((what, a), (_, b)) in before.iter().zip(&after) {
                let what = format!("{edit:?}, {what}");
                assert_same(&character.name, &what, a, b, TOLERANCE);
            }
        }
    }
    say(&format!("{cases} edits"));
    assert!(cases > 100);
}

/// What is seen by every method at every moment, with what that is called.
fn seen_in_all(
    character: &Character,
    scale_inheritance: &[ScaleInheritance],
) -> Vec<(String, Vec<Vec3>)> {
    let moments = moments(character);
    let mut all = Vec::new();
    for method in steady_methods() {
        for (number, pose) in moments.iter().enumerate() {
            let what = format!("{method}, moment {number}");
            all.push((what, seen(character, pose, scale_inheritance, method)));
        }
    }
    all
}

#[test]
fn a_user_s_pose_shows_the_same_after_joints_are_added() {
    for character in characters() {
        let mut pose = character.file_pose();
        for (number, joint) in some_joints(&character).into_iter().enumerate() {
            pose.rigid[joint.index()].rotation =
                Quat::from_rotation_x(0.3) * Quat::from_rotation_y(0.2);
            pose.stretch[joint.index()] = Stretch {
                scale: Vec3::new(1.2, 0.9, 1.1),
                shear: Vec3::new(0.1, 0.0, if number == 0 { 0.2 } else { 0.0 }),
            };
        }
        let skeleton = &character.rig.skeleton;
        let Some(child) = skeleton
            .joints()
            .rev()
            .find(|&joint| skeleton.parent(joint).is_some())
        else {
            continue;
        };
        let edit = SkeletonEdit::Insert {
            child: skeleton.key(child),
            fraction: 0.5,
        };
        let Ok(edited) = character.apply_edit(&edit) else {
            continue;
        };
        let (posed, scale_inheritance) = (
            edited.pose(&pose),
            edited.scale_inheritance(&character.rig.scale_inheritance),
        );
        for method in steady_methods() {
            let a = seen(&character, &pose, &character.rig.scale_inheritance, method);
            let b = seen(&edited.character, &posed, &scale_inheritance, method);
            assert_same(&character.name, &format!("{method}"), &a, &b, 1e-4);
        }
    }
}

#[test]
fn dissolving_a_joint_that_was_just_added_changes_nothing() {
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        for joint in some_joints(&character) {
            if skeleton.parent(joint).is_none() {
                continue;
            }
            let insert = SkeletonEdit::Insert {
                child: skeleton.key(joint),
                fraction: 0.4,
            };
            let added = character.apply_edit(&insert).unwrap().character;
            let gone = SkeletonEdit::Dissolve {
                joint: character.next_joint_key(),
            };
            let edited = added.apply_edit(&gone).unwrap();
            assert!(edited.report.is_empty(), "{:?}", edited.report);
            assert_sound(&edited.character);
            assert_eq!(edited.character.rig.skeleton.len(), skeleton.len());
            let (before, after) = (moments(&character), moments(&edited.character));
            for (a, b) in before.iter().zip(&after) {
                let method = Method::TWO_PHASE;
                let a = seen(&character, a, &character.rig.scale_inheritance, method);
                let b = seen(
                    &edited.character,
                    b,
                    &edited.character.rig.scale_inheritance,
                    method,
                );
                assert_same(&character.name, "dissolved again", &a, &b, TOLERANCE);
            }
        }
    }
}

#[test]
fn dissolving_any_joint_keeps_weights_whole_and_the_others_where_they_rest() {
    let mut dissolved = 0;
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        for joint in some_joints(&character) {
            let edit = SkeletonEdit::Dissolve {
                joint: skeleton.key(joint),
            };
            let Ok(edited) = character.apply_edit(&edit) else {
                continue;
            };
            dissolved += 1;
            assert_sound(&edited.character);
            let now = &edited.character.rig.skeleton;
            assert_eq!(now.len(), skeleton.len() - 1);
            for other in skeleton.joints().filter(|&other| other != joint) {
                let new = edited.new_of(other).unwrap();
                let (a, b) = (
                    skeleton.rest_model_from_joint(other),
                    now.rest_model_from_joint(new),
                );
                let far = 1e-5 * (1.0 + a.translation.length());
                assert!(
                    a.translation.distance(b.translation) < far,
                    "{}",
                    character.name
                );
                assert!(
                    a.rotation.dot(b.rotation).abs() > 0.9999,
                    "{}",
                    character.name
                );
            }
            let listed = |bind: &rig::BindPose, joint| bind.joints().contains(&joint);
            for (old, new) in character.rig.binds.iter().zip(&edited.character.rig.binds) {
                assert!(!old.is_empty() && !new.is_empty());
                for &other in old.joints().iter().filter(|&&other| other != joint) {
                    assert!(listed(new, edited.new_of(other).unwrap()));
                }
            }
        }
    }
    say(&format!("{dissolved} joints dissolved"));
    assert!(dissolved > 40);
}

#[test]
fn moving_the_rest_of_a_joint_leaves_the_rest_shape() {
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        for joint in some_joints(&character) {
            let rest = skeleton.rest_model_from_joint(joint);
            let to = Rigid::new(
                Quat::from_rotation_z(0.4) * rest.rotation,
                rest.translation + Vec3::new(0.05, -0.1, 0.2),
            );
            for children_stay in [false, true] {
                let edit = SkeletonEdit::SetRest {
                    joint: skeleton.key(joint),
                    frame: RestFrame::new(to),
                    children_stay,
                };
                let edited = match character.apply_edit(&edit) {
                    Ok(edited) => edited,
                    Err(error) if error.to_string().contains("flat") => continue,
                    Err(error) => panic!("{}: {error}", character.name),
                };
                let now = &edited.character.rig.skeleton;
                let new = now.rest_model_from_joint(edited.new_of(joint).unwrap());
                assert!(
                    new.translation.distance(to.translation)
                        < 1e-4 * (1.0 + to.translation.length())
                );
                assert!(
                    new.rotation.dot(to.rotation).abs() > 0.9999,
                    "{}: {new:?} {to:?}",
                    character.name
                );
                for child in skeleton.children(joint) {
                    let (a, b) = (
                        skeleton.rest_model_from_joint(child).translation,
                        now.rest_model_from_joint(edited.new_of(child).unwrap())
                            .translation,
                    );
                    assert!(
                        !children_stay || a.distance(b) < 1e-4 * (1.0 + a.length()),
                        "{}",
                        character.name
                    );
                }
                for &method in pivot_free(&character) {
                    let mut rest = Pose::rest(skeleton);
                    rest.morph_weights = character.file_pose().morph_weights;
                    let skinned_only = |character: &Character, pose: &Pose| {
                        let mut skinned = character.clone();
                        skinned.instances.retain(|instance| instance.skin.is_some());
                        seen(&skinned, pose, &character.rig.scale_inheritance, method)
                    };
                    let a = skinned_only(&character, &rest);
                    let b = skinned_only(&edited.character, &edited.pose(&rest));
                    assert_same(
                        &character.name,
                        &format!("{edit:?}, {method}"),
                        &a,
                        &b,
                        TOLERANCE,
                    );
                }
            }
        }
    }
}

#[test]
fn reparented_joints_rest_where_they_rested_and_move_relative_to_their_rest() {
    let mut reparented = 0;
    for character in characters() {
        let skeleton = &character.rig.skeleton;
        let joints = some_joints(&character);
        for (&joint, &parent) in joints.iter().zip(joints.iter().rev()) {
            for parent in [None, Some(skeleton.key(parent))] {
                let edit = SkeletonEdit::Reparent {
                    joints: vec![skeleton.key(joint)],
                    parent,
                };
                let Ok(edited) = character.apply_edit(&edit) else {
                    continue;
                };
                reparented += 1;
                assert_sound(&edited.character);
                let rest = Pose {
                    morph_weights: character.file_pose().morph_weights,
                    ..Pose::rest(skeleton)
                };
                let a = seen(
                    &character,
                    &rest,
                    &character.rig.scale_inheritance,
                    Method::Linear,
                );
                let b = seen(
                    &edited.character,
                    &edited.pose(&rest),
                    &character.rig.scale_inheritance,
                    Method::Linear,
                );
                assert_same(&character.name, &format!("{edit:?}"), &a, &b, TOLERANCE);
                if !edited.report.approximated.is_empty() {
                    continue;
                }
                for (before, after) in character.clips.iter().zip(edited.character.clips.iter()) {
                    let time = 0.43 * before.duration();
                    let a = before.sample(skeleton, &character.file_pose(), time);
                    let b = after.sample(
                        &edited.character.rig.skeleton,
                        &edited.character.file_pose(),
                        time,
                    );
                    let a = edited.pose(&a);
                    for (a, b) in a.rigid.iter().zip(&b.rigid) {
                        assert!(
                            a.rotation.dot(b.rotation).abs() > 0.9999,
                            "{}: {edit:?}",
                            character.name
                        );
                        assert!(
                            a.translation.distance(b.translation)
                                < 1e-3 * (1.0 + a.translation.length())
                        );
                    }
                }
            }
        }
    }
    say(&format!("{reparented} reparented"));
    assert!(reparented > 40);
}
