//! Poses that become the rest.

use character::{Character, SkeletonEdit};
use glam::{Affine3A, Quat, Vec3};
use rig::{Method, Pose, PosedSkin, ScaleInheritance, Stretch, forward};
use testkit::say;

use super::support::{assert_same, assert_sound, characters, seen, size, steady_methods};

/// A pose with turns, shifts and stretch all over.
fn lively(character: &Character, stretch: bool) -> Pose {
    let mut pose = character.file_pose();
    for joint in character.rig.skeleton.joints() {
        let angle = 0.15 * f32::from(joint.0 % 5);
        let place = joint.index();
        pose.rigid[place].rotation =
            Quat::from_rotation_x(angle) * Quat::from_rotation_z(-0.5 * angle);
        pose.rigid[place].translation = Vec3::new(0.0, 0.01, 0.02) * angle;
        if stretch && joint.0 % 3 == 1 {
            pose.stretch[place] = Stretch {
                scale: Vec3::new(1.0 + angle, 1.0, 1.1),
                shear: Vec3::new(0.1 * angle, 0.0, 0.0),
            };
        }
    }
    pose
}

#[test]
fn a_pose_taken_as_rest_is_the_shape_at_rest() {
    for character in characters() {
        for (stretch, scale_inheritance) in [
            (false, ScaleInheritance::Children),
            (true, ScaleInheritance::Children),
            (true, ScaleInheritance::Joint),
        ] {
            let pose = lively(&character, stretch);
            let scale_inheritance = vec![scale_inheritance; character.rig.skeleton.len()];
            let edit = SkeletonEdit::take_rest(&character, &pose, &scale_inheritance).unwrap();
            let edited = match character.apply_edit(&edit) {
                Ok(edited) => edited,
                Err(error) if error.to_string().contains("flat") => continue,
                Err(error) => panic!("{}: {error}", character.name),
            };
            assert_sound(&edited.character);
            let seen_now = edited.pose(&pose);
            assert_eq!(
                seen_now.rigid,
                Pose::rest(&edited.character.rig.skeleton).rigid
            );
            let rest = Pose {
                morph_weights: pose.morph_weights.clone(),
                ..seen_now
            };
            let skinned_only = |character: &Character, pose: &Pose, method| {
                let mut skinned = character.clone();
                skinned.instances.retain(|instance| instance.skin.is_some());
                seen(&skinned, pose, &scale_inheritance, method)
            };
            let a = skinned_only(&character, &pose, Method::Linear);
            for method in steady_methods() {
                let b = skinned_only(&edited.character, &rest, method);
                assert_same(&character.name, &format!("taken, {method}"), &a, &b, 2e-4);
            }
            let posed = forward(
                &edited.character.rig.skeleton,
                rest.user_transforms(),
                &scale_inheritance,
            )
            .unwrap();
            for bind in &edited.character.rig.binds {
                for matrix in PosedSkin::new(&posed, bind).unwrap().posed_from_bind() {
                    assert!(
                        matrix.abs_diff_eq(Affine3A::IDENTITY, 1e-4 * size(&a).max(1.0)),
                        "{}",
                        character.name
                    );
                }
            }
        }
    }
}

#[test]
fn clips_show_every_joint_where_they_showed_it_after_a_pose_is_taken_as_rest() {
    let mut clips = 0;
    for character in characters() {
        let pose = lively(&character, false);
        let edit = SkeletonEdit::take_rest(&character, &pose, &character.rig.scale_inheritance);
        let Ok(edited) = character.apply_edit(&edit.unwrap()) else {
            continue;
        };
        let (old, new) = (&character.rig.skeleton, &edited.character.rig.skeleton);
        for (before, after) in character.clips.iter().zip(edited.character.clips.iter()) {
            if !edited.report.approximated.is_empty() {
                continue;
            }
            clips += 1;
            for fraction in [0.0, 0.21, 0.5, 0.77, 1.0] {
                let time = before.duration() * fraction;
                let a = before.sample(old, &character.file_pose(), time);
                let b = after.sample(new, &edited.character.file_pose(), time);
                let a =
                    forward(old, a.user_transforms(), &character.rig.scale_inheritance).unwrap();
                let b = forward(
                    new,
                    b.user_transforms(),
                    &edited.character.rig.scale_inheritance,
                )
                .unwrap();
                let heads: Vec<Vec3> = old
                    .joints()
                    .map(|j| a.model_from_node(j).translation.into())
                    .collect();
                let size = size(&heads);
                for joint in old.joints() {
                    let new = edited.new_of(joint).unwrap();
                    let (a, b) = (a.model_from_node(joint), b.model_from_node(new));
                    let scale = a.matrix3.x_axis.length().max(1.0);
                    assert!(
                        a.translation.distance(b.translation) < 1e-4 * size
                            && a.matrix3.abs_diff_eq(b.matrix3, 1e-3 * scale),
                        "{}, joint {joint:?} at {time} s: {a:?} {b:?}",
                        character.name
                    );
                }
            }
        }
    }
    say(&format!("{clips} clips"));
    assert!(clips > 5);
}

#[test]
fn the_rest_pose_taken_as_rest_changes_nothing() {
    for character in characters() {
        let rest = Pose::rest(&character.rig.skeleton);
        let edit = SkeletonEdit::take_rest(&character, &rest, &character.rig.scale_inheritance);
        let edited = character.apply_edit(&edit.unwrap()).unwrap();
        assert_eq!(edited.character, character);
        assert_eq!(edited.pose(&rest), rest);
    }
}
