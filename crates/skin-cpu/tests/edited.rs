//! Edited skeletons: what an edit may not change of the skinned mesh, in every clip and with every method.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

use std::io::{Write as _, stdout};
use std::path::PathBuf;

use character::{Character, RestFrame, SkeletonEdit};
use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{JointIndex, Method, Palette, Pose, PosedSkin, Rigid, ScaleReach, Stretch, forward};
use skin_cpu::{Skinned, Vertices, skin};

fn say(line: &str) {
    drop(writeln!(stdout(), "{line}"));
}

/// The built-in characters and the synthetic files, with their names.
fn characters() -> Vec<Character> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let synthetic = std::env::var_os("DUALSKIN_SYNTHETIC").filter(|name| !name.is_empty());
    let synthetic = synthetic.map_or_else(|| here.join("../../testdata/synthetic"), PathBuf::from);
    let mut paths = Vec::new();
    for folder in [here.join("../../assets"), synthetic.join("valid")] {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| {
        matches!(
            path.extension().and_then(|e| e.to_str()),
            Some("glb" | "gltf")
        )
    });
    paths.sort();
    assert!(!paths.is_empty());
    let opened = paths.iter().map(|path| character::open(path).unwrap());
    let opened: Vec<Character> = opened.filter(|c| !c.rig.skeleton.is_empty()).collect();
    say(&format!("{} characters", opened.len()));
    opened
}

/// Poses to look at: the file's, and some moments of every clip.
fn moments(character: &Character) -> Vec<Pose> {
    let base = character.file_pose();
    let mut poses = vec![base.clone()];
    for clip in character.clips.iter().take(3) {
        for fraction in [0.0, 0.37, 0.81] {
            let time = clip.duration * fraction;
            poses.push(clip.sample(&character.rig.skeleton, &base, time));
        }
    }
    poses
}

/// All skinned vertices, some of the rest of the scene's frames behind them.
fn seen(character: &Character, pose: &Pose, reach: &[ScaleReach], method: Method) -> Vec<Vec3> {
    let skeleton = &character.rig.skeleton;
    let posed = forward(skeleton, pose.user_transforms(), reach).unwrap();
    let mut all = Vec::new();
    for instance in &character.instances {
        for primitive in &character.meshes[instance.mesh].primitives {
            let mut positions = primitive.positions.clone();
            let weights = &pose.morph_weights[instance.morph.clone()];
            for (target, &weight) in primitive.morph_targets.iter().zip(weights) {
                let moved = positions.iter_mut().zip(&target.positions);
                moved.for_each(|(position, &by)| *position += by * weight);
            }
            let (Some(bind), Some(influences)) = (
                instance.skin.map(|skin| &character.rig.binds[skin]),
                &primitive.influences,
            ) else {
                let node = posed.model_from_node(instance.node);
                all.extend(positions.iter().map(|&p| node.transform_point3(p)));
                continue;
            };
            let palette = Palette::new(
                method,
                SignRule::First,
                &PosedSkin::new(&posed, bind).unwrap(),
            );
            let mut out = vec![Vec3::NAN; positions.len()];
            let vertices = Vertices {
                positions: &positions,
                normals: &[],
            };
            let to = Skinned {
                positions: &mut out,
                normals: &mut [],
            };
            skin(vertices, influences, &palette, to).unwrap();
            all.extend(out);
        }
    }
    all
}

fn size(points: &[Vec3]) -> f32 {
    let far = points.iter().map(|point| point.abs().max_element());
    far.fold(1e-3, f32::max)
}

fn assert_same(name: &str, what: &str, before: &[Vec3], after: &[Vec3], tolerance: f32) {
    assert_eq!(before.len(), after.len(), "{name}, {what}");
    let size = size(before);
    for (vertex, (&a, &b)) in before.iter().zip(after).enumerate() {
        assert!(
            a.distance(b) <= tolerance * size,
            "{name}, {what}: vertex {vertex} went from {a} to {b}"
        );
    }
}

fn assert_sound(character: &Character) {
    let skeleton = &character.rig.skeleton;
    for instance in &character.instances {
        let Some(bind) = instance.skin.map(|skin| &character.rig.binds[skin]) else {
            continue;
        };
        assert!(
            bind.joints()
                .iter()
                .all(|joint| joint.index() < skeleton.len())
        );
        for primitive in &character.meshes[instance.mesh].primitives {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            assert!(influences.joint_count() <= bind.len());
            for (joints, weights) in influences.rows().filter(|(joints, _)| !joints.is_empty()) {
                assert!(joints.iter().all(|&joint| usize::from(joint) < bind.len()));
                let sum: f32 = weights.iter().sum();
                assert!(
                    (sum - 1.0).abs() < 1e-5,
                    "{}: weights sum to {sum}",
                    character.name
                );
            }
        }
    }
}

/// Methods that pivot a stretch about the joint's head show another shape once the head has moved, where a bind stretches.
fn pivot_free(character: &Character) -> &'static [Method] {
    let skeleton = &character.rig.skeleton;
    let rest = Pose::rest(skeleton);
    let posed = forward(skeleton, rest.user_transforms(), &character.rig.reach).unwrap();
    let mut skins = character.rig.binds.iter();
    let is_bound_at_rest = skins.all(|bind| {
        let matrices = PosedSkin::new(&posed, bind).unwrap().posed_from_bind();
        let mut linear = matrices.iter().map(|matrix| matrix.matrix3);
        linear.all(|matrix| matrix.abs_diff_eq(glam::Mat3A::IDENTITY, 1e-3))
    });
    if is_bound_at_rest {
        &Method::ALL
    } else {
        &[Method::Linear]
    }
}

/// Joints worth trying: roots, tips and some between.
fn some_joints(character: &Character) -> Vec<JointIndex> {
    let joints: Vec<JointIndex> = character.rig.skeleton.joints().collect();
    let step = joints.len().div_ceil(6).max(1);
    joints
        .iter()
        .copied()
        .step_by(step)
        .chain(joints.last().copied())
        .collect()
}

/// Of the size of what is seen; rests far from the origin or scaled amplify rounding.
const TOLERANCE: f32 = 2e-5;

#[test]
fn nothing_that_is_seen_changes_where_joints_are_only_added() {
    let mut cases = 0;
    for character in characters() {
        let skeleton = &character.rig.skeleton;
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
            let edited = match character.edited(&edit) {
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
            let reach = edited.reach(&character.rig.reach);
            let (before, after) = (moments(&character), moments(&edited.character));
            for method in Method::ALL {
                for (number, (a, b)) in before.iter().zip(&after).enumerate() {
                    let what = format!("{edit:?}, {method}, moment {number}");
                    let a = seen(&character, a, &character.rig.reach, method);
                    let b = seen(&edited.character, b, &reach, method);
                    assert_same(&character.name, &what, &a, &b, TOLERANCE);
                }
            }
        }
    }
    say(&format!("{cases} edits"));
    assert!(cases > 100);
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
        let Ok(edited) = character.edited(&edit) else {
            continue;
        };
        let (posed, reach) = (edited.pose(&pose), edited.reach(&character.rig.reach));
        for method in Method::ALL {
            let a = seen(&character, &pose, &character.rig.reach, method);
            let b = seen(&edited.character, &posed, &reach, method);
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
            let added = character.edited(&insert).unwrap().character;
            let gone = SkeletonEdit::Dissolve {
                joint: character.next_joint_key(),
            };
            let edited = added.edited(&gone).unwrap();
            assert!(edited.report.is_empty(), "{:?}", edited.report);
            assert_sound(&edited.character);
            assert_eq!(edited.character.rig.skeleton.len(), skeleton.len());
            let (before, after) = (moments(&character), moments(&edited.character));
            for (a, b) in before.iter().zip(&after) {
                let method = Method::TwoPhase(rig::Split::ElongatedRest);
                let a = seen(&character, a, &character.rig.reach, method);
                let b = seen(&edited.character, b, &edited.character.rig.reach, method);
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
            let Ok(edited) = character.edited(&edit) else {
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
                let edited = match character.edited(&edit) {
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
                        seen(&skinned, pose, &character.rig.reach, method)
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
        for (stretch, reach) in [
            (false, ScaleReach::Children),
            (true, ScaleReach::Children),
            (true, ScaleReach::Joint),
        ] {
            let pose = lively(&character, stretch);
            let reach = vec![reach; character.rig.skeleton.len()];
            let edit = SkeletonEdit::take_rest(&character, &pose, &reach);
            let edited = match character.edited(&edit) {
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
                seen(&skinned, pose, &reach, method)
            };
            let a = skinned_only(&character, &pose, Method::Linear);
            for method in Method::ALL {
                let b = skinned_only(&edited.character, &rest, method);
                assert_same(&character.name, &format!("taken, {method}"), &a, &b, 2e-4);
            }
            let posed = forward(
                &edited.character.rig.skeleton,
                rest.user_transforms(),
                &reach,
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
        let edit = SkeletonEdit::take_rest(&character, &pose, &character.rig.reach);
        let Ok(edited) = character.edited(&edit) else {
            continue;
        };
        let (old, new) = (&character.rig.skeleton, &edited.character.rig.skeleton);
        for (before, after) in character.clips.iter().zip(&edited.character.clips) {
            if !edited.report.approximated.is_empty() {
                continue;
            }
            clips += 1;
            for fraction in [0.0, 0.21, 0.5, 0.77, 1.0] {
                let time = before.duration * fraction;
                let a = before.sample(old, &character.file_pose(), time);
                let b = after.sample(new, &edited.character.file_pose(), time);
                let a = forward(old, a.user_transforms(), &character.rig.reach).unwrap();
                let b = forward(new, b.user_transforms(), &edited.character.rig.reach).unwrap();
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
        let edit = SkeletonEdit::take_rest(&character, &rest, &character.rig.reach);
        let edited = character.edited(&edit).unwrap();
        assert_eq!(edited.character, character);
        assert_eq!(edited.pose(&rest), rest);
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
                let Ok(edited) = character.edited(&edit) else {
                    continue;
                };
                reparented += 1;
                assert_sound(&edited.character);
                let rest = Pose {
                    morph_weights: character.file_pose().morph_weights,
                    ..Pose::rest(skeleton)
                };
                let a = seen(&character, &rest, &character.rig.reach, Method::Linear);
                let b = seen(
                    &edited.character,
                    &edited.pose(&rest),
                    &character.rig.reach,
                    Method::Linear,
                );
                assert_same(&character.name, &format!("{edit:?}"), &a, &b, TOLERANCE);
                if !edited.report.approximated.is_empty() {
                    continue;
                }
                for (before, after) in character.clips.iter().zip(&edited.character.clips) {
                    let time = 0.43 * before.duration;
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
