//! Axes found from places, and skeletons whose rest is turned to them.

use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    Axis, BendAxis, Channel, Clip, Interpolation, JointIndex, JointPairs, JointTrack,
    LocalTransform, NamePatterns, Orientation, Pose, Rigid, ScaleInheritance, Skeleton,
    SkeletonBuilder, Stretch, Track, Trs, forward, mirror_pose, orient_joints,
};

use crate::support::{cases, rigid, rotation};

const OF_LIMB: Orientation = Orientation {
    along: Axis::Y,
    bend: Axis::X,
    towards: BendAxis::OfLimb { straight: Vec3::X },
    mirrored: true,
};

fn skeleton(joints: &[(&str, Option<u32>, LocalTransform)]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (key, (name, parent, local)) in (0..).zip(joints) {
        builder = builder.joint(key, *parent, name, *local);
    }
    builder.build().unwrap()
}

/// Joints with the axes of the model.
fn standing(joints: &[(&str, Option<u32>, [f32; 3])]) -> Skeleton {
    let local = |parent: Option<u32>, place: [f32; 3]| {
        let above = parent.map_or([0.0; 3], |parent| joints[parent as usize].2);
        LocalTransform::Trs(Trs {
            translation: Vec3::from_array(place) - Vec3::from_array(above),
            ..Trs::IDENTITY
        })
    };
    let joints = joints
        .iter()
        .map(|&(name, parent, place)| (name, parent, local(parent, place)));
    skeleton(&joints.collect::<Vec<_>>())
}

fn figure() -> Skeleton {
    standing(&[
        ("hips", None, [0.0, 1.0, 0.0]),
        ("spine", Some(0), [0.0, 1.3, 0.0]),
        ("head", Some(1), [0.0, 1.6, 0.0]),
        ("thigh.L", Some(0), [0.1, 0.95, 0.0]),
        ("shin.L", Some(3), [0.1, 0.5, 0.05]),
        ("foot.L", Some(4), [0.1, 0.1, 0.0]),
        ("thigh.R", Some(0), [-0.1, 0.95, 0.0]),
        ("shin.R", Some(6), [-0.1, 0.5, 0.05]),
        ("foot.R", Some(7), [-0.1, 0.1, 0.0]),
        ("arm.L", Some(1), [0.2, 1.5, 0.0]),
        ("fore.L", Some(9), [0.5, 1.4, -0.02]),
        ("hand.L", Some(10), [0.8, 1.3, 0.02]),
        ("arm.R", Some(1), [-0.2, 1.5, 0.0]),
        ("fore.R", Some(12), [-0.5, 1.4, -0.02]),
        ("hand.R", Some(13), [-0.8, 1.3, 0.02]),
    ])
}

fn all(skeleton: &Skeleton) -> Vec<JointIndex> {
    skeleton.joints().collect()
}

fn turned(skeleton: &Skeleton, how: &Orientation) -> Skeleton {
    let pairs = JointPairs::new(skeleton, &NamePatterns::default());
    let axes = orient_joints(skeleton, &all(skeleton), how, &pairs);
    skeleton.with_rest_axes(&axes).unwrap().skeleton().clone()
}

fn axes(skeleton: &Skeleton, name: &str) -> Mat3 {
    let joint = skeleton.find(name).unwrap();
    Mat3::from_quat(skeleton.rest_model_from_joint(joint).rotation)
}

fn place(skeleton: &Skeleton, name: &str) -> Vec3 {
    let joint = skeleton.find(name).unwrap();
    skeleton.rest_model_from_joint(joint).translation
}

#[test]
fn bones_follow_the_child_that_counts_and_leaves_their_parents() {
    let after = turned(&figure(), &OF_LIMB);
    for (joint, child) in [
        ("hips", "spine"),
        ("thigh.L", "shin.L"),
        ("shin.R", "foot.R"),
    ] {
        let bone = (place(&after, child) - place(&after, joint)).normalize();
        assert!(
            axes(&after, joint).y_axis.abs_diff_eq(bone, 1e-5),
            "{joint}"
        );
    }
    // Of head and two arms the head goes on.
    assert!(axes(&after, "spine").y_axis.abs_diff_eq(Vec3::Y, 1e-5));
    assert!(axes(&after, "hand.L").abs_diff_eq(axes(&after, "fore.L"), 1e-5));
}

#[test]
fn a_positive_angle_bends_knees_and_elbows_of_both_sides_further() {
    let after = turned(&figure(), &OF_LIMB);
    for (upper, lower, end) in [
        ("thigh.L", "shin.L", "foot.L"),
        ("thigh.R", "shin.R", "foot.R"),
        ("arm.L", "fore.L", "hand.L"),
        ("arm.R", "fore.R", "hand.R"),
    ] {
        let [above, middle, below] = [upper, lower, end].map(|name| place(&after, name));
        let normal = (middle - above).cross(below - middle).normalize();
        for joint in [upper, lower] {
            assert!(
                axes(&after, joint).x_axis.abs_diff_eq(normal, 1e-4),
                "{joint}"
            );
        }
    }
}

#[test]
fn straight_limbs_and_chosen_axes_follow_the_direction_that_is_named() {
    let straight = standing(&[
        ("a", None, [0.0, 0.0, 0.0]),
        ("b", Some(0), [0.0, 1.0, 0.0]),
        ("c", Some(1), [0.0, 2.0, 0.0]),
    ]);
    let towards = |towards| Orientation {
        along: Axis::X,
        bend: Axis::Z,
        towards,
        mirrored: false,
    };
    for how in [
        towards(BendAxis::OfLimb { straight: Vec3::Z }),
        towards(BendAxis::Towards(Vec3::new(0.0, 3.0, 0.5))),
    ] {
        let after = turned(&straight, &how);
        for joint in ["a", "b", "c"] {
            let axes = axes(&after, joint);
            assert!(axes.x_axis.abs_diff_eq(Vec3::Y, 1e-6), "{joint}");
            assert!(axes.z_axis.abs_diff_eq(Vec3::Z, 1e-6), "{joint}");
        }
    }
}

#[test]
fn bones_without_length_keep_their_frames_and_nothing_is_done_twice() {
    let heap = standing(&[
        ("a", None, [1.0, 2.0, 3.0]),
        ("b", Some(0), [1.0, 2.0, 3.0]),
        ("c", Some(1), [1.0, 2.0, 3.0]),
    ]);
    let pairs = JointPairs::default();
    assert_eq!(orient_joints(&heap, &all(&heap), &OF_LIMB, &pairs), []);
    let empty = Skeleton::default();
    assert_eq!(
        orient_joints(&empty, &[JointIndex(7)], &OF_LIMB, &pairs),
        []
    );
    let after = turned(&figure(), &OF_LIMB);
    let pairs = JointPairs::new(&after, &NamePatterns::default());
    let again = orient_joints(&after, &all(&after), &OF_LIMB, &pairs);
    for (joint, rotation) in again {
        let old = after.rest_model_from_joint(joint).rotation;
        assert!(old.angle_between(rotation) < 2e-3, "{}", after.name(joint));
    }
}

#[test]
fn only_the_joints_that_are_named_are_turned() {
    let figure = figure();
    let pairs = JointPairs::new(&figure, &NamePatterns::default());
    let shin = figure.find("shin.L").unwrap();
    let axes = orient_joints(&figure, &[shin], &OF_LIMB, &pairs);
    assert_eq!(
        axes.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(),
        [shin]
    );
    let after = figure.with_rest_axes(&axes).unwrap();
    for joint in figure.joints().filter(|joint| *joint != shin) {
        let [old, new] = [&figure, after.skeleton()].map(|of| of.rest_model_from_joint(joint));
        assert!(old.rotation.abs_diff_eq(new.rotation, 1e-6));
        assert!(old.translation.abs_diff_eq(new.translation, 1e-6));
    }
}

#[test]
fn what_no_node_could_hold_in_other_axes_is_not_to_be_turned() {
    let scaled = |scale| {
        let local = LocalTransform::Trs(Trs {
            scale,
            ..Trs::IDENTITY
        });
        let skeleton = skeleton(&[("a", None, local)]);
        skeleton.can_turn_rest(JointIndex(0))
    };
    assert!(scaled(Vec3::ONE) && scaled(Vec3::splat(100.0)));
    assert!(!scaled(Vec3::new(1.0, 2.0, 1.0)) && !scaled(Vec3::splat(-1.0)));
    assert!(!scaled(Vec3::ZERO) && !scaled(Vec3::new(-1.0, 1.0, 1.0)));
}

/// A tree of any shape, with even scales.
fn tree() -> impl Strategy<Value = Skeleton> {
    let joint = (
        any::<prop::sample::Index>(),
        rigid(),
        prop_oneof![3 => Just(1.0_f32), 1 => 0.8_f32..1.25],
    );
    prop::collection::vec(joint, 1..12).prop_map(|joints| {
        let joints = joints
            .iter()
            .enumerate()
            .map(|(place, (parent, rest, scale))| {
                let parent = (place > 0).then(|| u32::try_from(parent.index(place)).unwrap());
                let local = Trs {
                    translation: rest.translation,
                    rotation: rest.rotation,
                    scale: Vec3::splat(*scale),
                };
                ("joint", parent, LocalTransform::Trs(local))
            });
        skeleton(&joints.collect::<Vec<_>>())
    })
}

fn how() -> impl Strategy<Value = Orientation> {
    let axis = || prop::sample::select(Axis::ALL.to_vec());
    let towards = prop_oneof![
        prop::sample::select(vec![Vec3::X, Vec3::Y, Vec3::Z])
            .prop_map(|straight| BendAxis::OfLimb { straight }),
        prop::sample::select(vec![Vec3::X, -Vec3::Y, Vec3::Z]).prop_map(BendAxis::Towards),
    ];
    (axis(), axis(), towards, any::<bool>()).prop_map(|(along, bend, towards, mirrored)| {
        Orientation {
            along,
            bend,
            towards,
            mirrored,
        }
    })
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn joints_stay_where_they_are_and_their_axes_go_along_single_bones(tree in tree(), how in how()) {
        let after = turned(&tree, &how);
        let places = tree.joints().map(|joint| tree.rest_model_from_joint(joint).translation.length());
        let size = places.fold(1.0, f32::max);
        for joint in tree.joints() {
            let [old, new] = [&tree, &after].map(|of| of.rest_model_from_joint(joint));
            prop_assert!(old.translation.abs_diff_eq(new.translation, 1e-5 * size));
            let axes = Mat3::from_quat(new.rotation);
            prop_assert!((axes.determinant() - 1.0).abs() < 1e-5);
            let children: Vec<JointIndex> = tree.children(joint).collect();
            if let [child] = children.as_slice() {
                let bone = after.rest_model_from_joint(*child).translation - new.translation;
                if bone.length() > 1e-2 * size {
                    let along = axes.col(how.along.index());
                    prop_assert!(along.abs_diff_eq(bone.normalize(), 1e-4), "{along} {bone}");
                }
            }
        }
    }

    #[test]
    fn the_rotations_found_keep_every_place_and_point_along_the_bone(tree in tree(), how in how()) {
        let pairs = JointPairs::default();
        for (joint, rotation) in orient_joints(&tree, &all(&tree), &how, &pairs) {
            let children: Vec<JointIndex> = tree.children(joint).collect();
            let [child] = children.as_slice() else { continue };
            let own = tree.rest_model_from_joint(joint).translation;
            let bone = (tree.rest_model_from_joint(*child).translation - own).normalize();
            let along = Mat3::from_quat(rotation).col(how.along.index());
            prop_assert!(along.abs_diff_eq(bone, 1e-5));
        }
    }

    #[test]
    fn poses_and_clips_show_what_they_showed(
        tree in tree(),
        how in how(),
        keys in prop::collection::vec(rotation(), 12),
    ) {
        let pairs = JointPairs::default();
        let axes = orient_joints(&tree, &all(&tree), &how, &pairs);
        let remap = tree.with_rest_axes(&axes).unwrap();
        let mut pose = Pose::rest(&tree);
        for ((rigid, stretch), key) in pose.rigid.iter_mut().zip(&mut pose.stretch).zip(&keys) {
            *rigid = Rigid::new(*key, key.xyz() * 0.3);
            *stretch = Stretch { scale: Vec3::new(1.5, 1.0, 0.8), shear: Vec3::new(0.1, 0.0, -0.2) };
        }
        check_same(&tree, &pose, remap.skeleton(), &remap.pose(&pose))?;
        let tracks = tree.joints().zip(&keys).map(|(joint, key)| {
            let values = vec![*key, keys[0]];
            let track = Track::new([0.0, 1.0], values, Interpolation::Linear).unwrap();
            JointTrack { joint, channel: Channel::Rotation(track) }
        });
        let clip = Clip::default().with_tracks(tracks.collect(), Vec::new());
        let after = remap.clip(&clip).unwrap();
        prop_assert_eq!(after.approximated, []);
        for time in [0.0, 1.0] {
            let (old, new) = (clip.sample(&tree, &Pose::rest(&tree), time), after.clip.sample(remap.skeleton(), &Pose::rest(remap.skeleton()), time));
            check_same(&tree, &old, remap.skeleton(), &new)?;
        }
    }
}

fn check_same(
    old: &Skeleton,
    pose: &Pose,
    new: &Skeleton,
    turned: &Pose,
) -> Result<(), TestCaseError> {
    let inherited = vec![ScaleInheritance::Children; old.len()];
    let before = forward(old, pose.user_transforms(), &inherited).unwrap();
    let after = forward(new, turned.user_transforms(), &inherited).unwrap();
    for joint in old.joints() {
        let was = before.model_from_posed_joint(joint);
        let turn = old.rest_model_from_joint(joint).rotation.conjugate()
            * new.rest_model_from_joint(joint).rotation;
        let expected = was * glam::Affine3A::from_quat(turn);
        let [x, y, z] = [was.matrix3.x_axis, was.matrix3.y_axis, was.matrix3.z_axis];
        let size = 1.0 + was.translation.length() + x.length() + y.length() + z.length();
        let is = after.model_from_posed_joint(joint);
        prop_assert!(is.abs_diff_eq(expected, 2e-3 * size), "{is:?} {expected:?}");
    }
    Ok(())
}

#[test]
fn mirrored_axes_bend_alike_and_twist_the_other_way() {
    let after = turned(&figure(), &OF_LIMB);
    let pairs = JointPairs::new(&after, &NamePatterns::default());
    for name in ["thigh", "shin", "foot", "arm", "fore", "hand"] {
        let [left, right] = ["L", "R"].map(|side| axes(&after, &format!("{name}.{side}")));
        let image = Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)) * left;
        assert!(right.y_axis.abs_diff_eq(image.y_axis, 1e-5), "{name}");
        assert!(right.x_axis.abs_diff_eq(-image.x_axis, 1e-5), "{name}");
    }
    // The same bend, and the opposite twist, are what the mirrored pose has.
    let mut pose = Pose::rest(&after);
    let [left, right] = ["fore.L", "fore.R"].map(|name| after.find(name).unwrap().index());
    pose.rigid[left].rotation = Quat::from_rotation_x(0.7) * Quat::from_rotation_y(0.2);
    let seen = mirror_pose(&after, &pose, &pairs);
    let expected = Quat::from_rotation_x(0.7) * Quat::from_rotation_y(-0.2);
    assert!(seen.rigid[right].rotation.abs_diff_eq(expected, 1e-5));
}

#[test]
fn uneven_scale_in_a_clip_is_named_where_other_axes_cannot_show_it() {
    let figure = figure();
    let shin = figure.find("shin.L").unwrap();
    let scaled = |turn: Quat| {
        let track = Track::new([0.0], vec![Vec3::new(1.0, 2.0, 3.0)], Interpolation::Step).unwrap();
        let track = JointTrack {
            joint: shin,
            channel: Channel::Scale(track),
        };
        let clip = Clip::default().with_tracks(vec![track], Vec::new());
        let remap = figure.with_rest_axes(&[(shin, turn)]).unwrap();
        let after = remap.clip(&clip).unwrap();
        let Channel::Scale(track) = &after.clip.tracks()[0].channel else {
            panic!("a scale")
        };
        (after.approximated, track.values()[0])
    };
    // X becomes Y, Y becomes Z: the factors change places.
    let (named, scale) = scaled(Quat::from_mat3(&Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X)));
    assert_eq!((named, scale), (vec![], Vec3::new(2.0, 3.0, 1.0)));
    let (named, _) = scaled(Quat::from_rotation_x(0.5));
    assert_eq!(named, [shin]);
}
