//! Presets: what they keep of a pose, which joints they find, and how much of them is applied.
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AddressMatch, Addresses, JointIndex, JointPairs, JointPreset, LocalTransform, NamePatterns,
    Pose, PosePreset, Rigid, Skeleton, SkeletonBuilder, Stretch, Trs,
};
use testkit::arbitrary;

/// From names and parents.
fn skeleton(joints: &[(&str, Option<u32>)]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (key, (name, parent)) in (0..).zip(joints) {
        let local = Trs {
            translation: Vec3::Y,
            ..Trs::IDENTITY
        };
        builder = builder.joint(key, *parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn repeated_names() -> Skeleton {
    skeleton(&[
        ("hips", None),
        ("arm.L", Some(0)),
        ("hand", Some(1)),
        ("arm.R", Some(0)),
        ("hand", Some(3)),
    ])
}

fn keyed(skeleton: &Skeleton, key: u32) -> JointIndex {
    let found = skeleton.joints().find(|&joint| skeleton.key(joint) == key);
    found.unwrap()
}

fn pose(joints: usize) -> impl Strategy<Value = Pose> + Clone {
    pose_with(joints, arbitrary::stretch())
}

fn pose_with(
    joints: usize,
    stretch: impl Strategy<Value = Mat3> + Clone,
) -> impl Strategy<Value = Pose> + Clone {
    let rigid = arbitrary::rigid().prop_map(|rigid| Rigid::new(rigid.rotation, rigid.translation));
    let rigid = prop_oneof![1 => Just(Rigid::IDENTITY), 3 => rigid];
    let stretch = stretch.prop_map(Stretch::from_symmetric);
    let stretch = prop_oneof![1 => Just(Stretch::IDENTITY), 3 => stretch];
    let lists = (
        prop::collection::vec(rigid, joints),
        prop::collection::vec(stretch, joints),
    );
    lists.prop_map(|(rigid, stretch)| Pose {
        rigid,
        stretch,
        morph_weights: vec![0.5],
    })
}

/// Names of twelve joints: half of the time without slashes, which make steps of paths ambiguous.
fn names() -> impl Strategy<Value = Vec<&'static str>> {
    let with_slashes = vec!["", "a", "b", "a/b", "hand", "/a", "#1"];
    let without = vec!["", "a", "b", "#1", "#2"];
    let list = |of| prop::collection::vec(prop::sample::select(of), 12);
    prop_oneof![list(with_slashes), list(without)]
}

fn is_near(a: &Pose, b: &Pose, tolerance: f32) -> bool {
    let rigid = a.rigid.iter().zip(&b.rigid).all(|(a, b)| {
        a.rotation.dot(b.rotation).abs() > 1.0 - tolerance * tolerance - 1e-6
            && a.translation.abs_diff_eq(b.translation, 8.0 * tolerance)
    });
    let stretch = a.stretch.iter().zip(&b.stretch).all(|(a, b)| {
        a.scale.abs_diff_eq(b.scale, tolerance) && a.shear.abs_diff_eq(b.shear, tolerance)
    });
    rigid && stretch && a.morph_weights == b.morph_weights
}

proptest! {
    #[test]
    fn a_preset_of_a_pose_gives_the_pose_back(pose in pose(5)) {
        let skeleton = repeated_names();
        let preset = PosePreset::of(&skeleton, &pose);
        let rest = Pose { morph_weights: pose.morph_weights.clone(), ..Pose::rest(&skeleton) };
        let back = preset.apply_to(&skeleton, &rest, 1.0, None);
        prop_assert!(is_near(&back, &pose, 3e-6), "{back:?}");
        prop_assert!(preset.match_joints(&skeleton).is_whole());
    }

    #[test]
    fn nothing_of_a_preset_changes_nothing(pose in pose(5), base in pose(5)) {
        let preset = PosePreset::of(&repeated_names(), &pose);
        prop_assert_eq!(preset.apply_to(&repeated_names(), &base, 0.0, None), base.clone());
        prop_assert_eq!(preset.apply_to(&repeated_names(), &base, f32::NAN, None), base.clone());
        prop_assert_eq!(preset.apply_to(&repeated_names(), &base, 1.0, Some(&[])), base);
    }

    #[test]
    fn ends_do_not_depend_on_the_pose_before(of in pose(5), base in pose(5), other in pose(5)) {
        let skeleton = repeated_names();
        let addresses = Addresses::new(&skeleton);
        let joints = skeleton.joints().map(|joint| {
            let place = joint.index();
            JointPreset::whole(addresses.of(joint), of.rigid[place], of.stretch[place])
        });
        let whole = PosePreset { joints: joints.collect() };
        for amount in [-1.0, 1.0, 2.0] {
            let [a, b] = [&base, &other].map(|pose| whole.apply_to(&skeleton, pose, amount, None));
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn there_is_no_jump_along_the_slider(of in pose_with(3, arbitrary::mild_stretch()), base in pose(3)) {
        // A whole turn is about an axis that f32 does not tell.
        let rotations = of.rigid.iter().zip(&base.rigid);
        for (of, base) in rotations {
            prop_assume!(of.rotation.w > -0.97 && of.rotation.dot(base.rotation) > -0.97);
        }
        let skeleton = skeleton(&[("a", None), ("b", Some(0)), ("c", Some(1))]);
        let preset = PosePreset::of(&skeleton, &of);
        for at in [-1.0_f32, 0.0, 1.0] {
            let [below, above] = [at - 1e-5, at + 1e-5]
                .map(|amount| preset.apply_to(&skeleton, &base, amount, None));
            prop_assert!(is_near(&below, &above, 2e-3), "at {at}: {below:?} {above:?}");
        }
    }

    #[test]
    fn any_amount_gives_finite_numbers(of in pose(3), base in pose(3), amount in prop::num::f32::ANY) {
        let skeleton = skeleton(&[("a", None), ("b", Some(0)), ("c", Some(1))]);
        let pose = PosePreset::of(&skeleton, &of).apply_to(&skeleton, &base, amount, None);
        for joint in 0..3 {
            prop_assert!(pose.rigid[joint].rotation.is_finite() && pose.rigid[joint].translation.is_finite());
            prop_assert!(pose.stretch[joint].scale.is_finite() && pose.stretch[joint].shear.is_finite());
        }
    }

    #[test]
    fn every_joint_of_any_skeleton_has_an_address(parents in arbitrary::parents(1..=12), names in names()) {
        let joints: Vec<_> = parents
            .iter()
            .zip(&names)
            .map(|(parent, name)| (*name, parent.map(|parent| u32::try_from(parent).unwrap())))
            .collect();
        let skeleton = skeleton(&joints);
        let addresses = Addresses::new(&skeleton);
        let mut seen = std::collections::HashSet::new();
        for joint in skeleton.joints() {
            let address = addresses.of(joint);
            prop_assert_eq!(addresses.find(&address), AddressMatch::One(joint), "{}", address);
            prop_assert!(seen.insert(address));
        }
    }
}

#[test]
fn long_chains_of_one_name_have_short_addresses() {
    for count in [2, 63, 64, 65, 66, 2_000] {
        let chain = (0..count).map(|joint| ("bone", u32::checked_sub(joint, 1)));
        let joints: Vec<_> = chain.chain([("tip", Some(count - 1))]).collect();
        let skeleton = skeleton(&joints);
        let addresses = Addresses::new(&skeleton);
        for joint in skeleton.joints() {
            let address = addresses.of(joint);
            assert_eq!(
                addresses.find(&address),
                AddressMatch::One(joint),
                "{address}"
            );
            assert!(address.len() <= 64 * "/bone".len(), "{address}");
        }
        let of = |key| addresses.of(keyed(&skeleton, key));
        assert_eq!(of(0), "/bone");
        assert_eq!(of(count), "tip");
    }
}

#[test]
fn branches_of_one_name_have_their_own_addresses() {
    // Twins below one root, each with a chain of joints, all of one name.
    let (branches, long) = (40, 30);
    let mut joints = vec![("bone", None)];
    for branch in 0..branches {
        for step in 0..long {
            let above = if step == 0 { 0 } else { branch * long + step };
            joints.push(("bone", Some(above)));
        }
    }
    let skeleton = skeleton(&joints);
    let addresses = Addresses::new(&skeleton);
    let mut seen = std::collections::HashSet::new();
    for joint in skeleton.joints() {
        let address = addresses.of(joint);
        assert_eq!(
            addresses.find(&address),
            AddressMatch::One(joint),
            "{address}"
        );
        assert!(!address.starts_with('@') && seen.insert(address));
    }
}

#[test]
fn the_number_of_a_joint_finds_it() {
    let names = [("bone", None), ("@1/3", Some(0)), ("@3/3", Some(1))];
    let skeleton = skeleton(&names);
    let addresses = Addresses::new(&skeleton);
    // A name goes before a number.
    assert_eq!(
        addresses.find("@1/3"),
        AddressMatch::One(keyed(&skeleton, 1))
    );
    assert_eq!(
        addresses.find("@2/3"),
        AddressMatch::One(keyed(&skeleton, 1))
    );
    assert_eq!(
        addresses.find("@3/3"),
        AddressMatch::One(keyed(&skeleton, 2))
    );
    for none in [
        "@2",
        "@2/4",
        "@0/3",
        "@4/3",
        "@/3",
        "@-1/3",
        "@99999999999999999999/3",
    ] {
        assert_eq!(addresses.find(none), AddressMatch::None, "{none}");
    }
}

#[test]
fn joints_of_one_name_go_by_path() {
    let skeleton = repeated_names();
    let addresses = Addresses::new(&skeleton);
    let of = |key| addresses.of(keyed(&skeleton, key));
    assert_eq!(
        [of(0), of(1), of(2), of(4)],
        ["hips", "arm.L", "arm.L/hand", "arm.R/hand"]
    );
    assert_eq!(
        addresses.find("hips/arm.L/hand"),
        AddressMatch::One(keyed(&skeleton, 2))
    );
    assert_eq!(
        addresses.find("/hips/arm.L/hand"),
        AddressMatch::One(keyed(&skeleton, 2))
    );
    assert_eq!(addresses.find("/arm.L/hand"), AddressMatch::None);
    assert_eq!(addresses.find("m.L/hand"), AddressMatch::None);
    assert_eq!(addresses.find(""), AddressMatch::None);
    assert_eq!(addresses.find("/"), AddressMatch::None);
}

#[test]
fn nameless_joints_go_by_number() {
    let skeleton = skeleton(&[
        ("", None),
        ("x", Some(0)),
        ("x", Some(0)),
        ("", Some(2)),
        ("/", Some(2)),
    ]);
    let addresses = Addresses::new(&skeleton);
    let of = |key| addresses.of(keyed(&skeleton, key));
    assert_eq!(
        [of(0), of(1), of(2), of(3), of(4)],
        ["/#1", "#1/#1", "#1/#2", "#2/#1", "/"]
    );
    for joint in skeleton.joints() {
        assert_eq!(
            addresses.find(&addresses.of(joint)),
            AddressMatch::One(joint)
        );
    }
}

#[test]
fn what_a_skeleton_lacks_is_reported_and_the_rest_applied() {
    let joint = |name: &str| JointPreset {
        joint: name.to_owned(),
        scale: Some(Vec3::splat(2.0)),
        ..JointPreset::default()
    };
    let names = ["tail", "hand", "arm.L/hand", "hips/arm.L/hand", "hips"];
    let preset = PosePreset {
        joints: names.map(joint).to_vec(),
    };
    let skeleton = repeated_names();
    let matched = preset.match_joints(&skeleton);
    assert_eq!(matched.missing, ["tail"]);
    assert_eq!(matched.ambiguous, ["hand"]);
    assert_eq!(matched.repeated, ["hips/arm.L/hand"]);
    assert!(!matched.is_whole());
    let pose = preset.apply_to(&skeleton, &Pose::rest(&skeleton), 1.0, None);
    let scaled: Vec<u32> = skeleton
        .joints()
        .filter(|joint| pose.stretch[joint.index()] != Stretch::IDENTITY)
        .map(|joint| skeleton.key(joint))
        .collect();
    assert_eq!(scaled, [0, 2]);
}

#[test]
fn the_slider_is_opposite_below_none_and_twice_above_all() {
    let skeleton = skeleton(&[("a", None)]);
    let mut of = Pose::rest(&skeleton);
    of.rigid[0].rotation = Quat::from_rotation_x(0.5);
    of.stretch[0].scale = Vec3::new(2.0, 1.0, 1.0);
    let preset = PosePreset::of(&skeleton, &of);
    for (amount, angle, scale) in [
        (-1.0, -0.5, 0.5),
        (-0.5, -0.25, 0.5f32.sqrt()),
        (0.5, 0.25, 2f32.sqrt()),
        (2.0, 1.0, 4.0),
    ] {
        let pose = preset.apply_to(&skeleton, &Pose::rest(&skeleton), amount, None);
        assert!(
            pose.rigid[0]
                .rotation
                .abs_diff_eq(Quat::from_rotation_x(angle), 1e-6),
            "{amount}"
        );
        assert!((pose.stretch[0].scale.x - scale).abs() < 1e-6, "{amount}");
    }
}

#[test]
fn channels_that_are_not_given_stay_for_every_amount() {
    let skeleton = skeleton(&[("a", None)]);
    let mut base = Pose::rest(&skeleton);
    base.rigid[0] = Rigid::new(Quat::from_rotation_z(0.3), Vec3::new(1.0, 2.0, 3.0));
    base.stretch[0] = Stretch {
        scale: Vec3::new(1.0, 2.0, 0.5),
        shear: Vec3::new(0.1, 0.0, 0.2),
    };
    let said = JointPreset {
        joint: "a".to_owned(),
        ..JointPreset::default()
    };
    let only = |joint: JointPreset| PosePreset {
        joints: vec![joint],
    };
    for amount in [-1.0, -0.3, 0.4, 1.0, 1.7] {
        let turned = only(JointPreset {
            rotation: Some(Quat::from_rotation_x(1.0)),
            ..said.clone()
        });
        let turned = turned.apply_to(&skeleton, &base, amount, None);
        assert_eq!(
            (turned.rigid[0].translation, turned.stretch[0]),
            (base.rigid[0].translation, base.stretch[0])
        );
        let scaled = only(JointPreset {
            scale: Some(Vec3::splat(3.0)),
            ..said.clone()
        });
        let scaled = scaled.apply_to(&skeleton, &base, amount, None);
        assert_eq!(
            (scaled.rigid[0], scaled.stretch[0].shear),
            (base.rigid[0], base.stretch[0].shear)
        );
        let sheared = only(JointPreset {
            shear: Some(Vec3::splat(0.3)),
            ..said.clone()
        });
        let sheared = sheared.apply_to(&skeleton, &base, amount, None);
        assert_eq!(
            (sheared.rigid[0], sheared.stretch[0].scale),
            (base.rigid[0], base.stretch[0].scale)
        );
    }
}

#[test]
fn joints_are_added_replaced_and_removed() {
    let skeleton = repeated_names();
    let mut pose = Pose::rest(&skeleton);
    let [arm, hand] = [keyed(&skeleton, 1), keyed(&skeleton, 4)];
    pose.rigid[arm.index()].rotation = Quat::from_rotation_x(1.0);
    let preset = PosePreset::of(&skeleton, &pose);
    assert_eq!(preset.joints.len(), 1);

    pose.rigid[arm.index()].rotation = Quat::from_rotation_x(0.5);
    let updated = preset.with_joints(&skeleton, &pose, &[hand, arm, hand]);
    let names: Vec<_> = updated
        .joints
        .iter()
        .map(|joint| joint.joint.as_str())
        .collect();
    assert_eq!(names, ["arm.L", "arm.R/hand"]);
    assert_eq!(updated.joints[0].rotation, Some(Quat::from_rotation_x(0.5)));
    assert_eq!(
        updated.joints[1].rotation,
        Some(Quat::IDENTITY),
        "asked for at rest: it is said"
    );
    assert_eq!(
        updated.without_joints(&skeleton, &[arm]).joints,
        updated.joints[1..]
    );
    assert_eq!(updated.without_joints(&skeleton, &[]), updated);
}

#[test]
fn mirrored_says_of_the_partner_what_was_said() {
    let side = |x: f32| {
        LocalTransform::Trs(Trs {
            translation: Vec3::new(x, 0.0, 0.0),
            ..Trs::IDENTITY
        })
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "hips", LocalTransform::default())
        .joint(1, Some(0), "arm.L", side(1.0))
        .joint(2, Some(0), "arm.R", side(-1.0))
        .build()
        .unwrap();
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let preset = PosePreset {
        joints: vec![
            JointPreset {
                joint: "arm.L".to_owned(),
                rotation: Some(Quat::from_rotation_z(0.5)),
                ..JointPreset::default()
            },
            JointPreset {
                joint: "tail".to_owned(),
                scale: Some(Vec3::ONE),
                ..JointPreset::default()
            },
        ],
    };
    let mirrored = preset.mirrored(&skeleton, &pairs);
    assert_eq!(mirrored.joints[0].joint, "arm.R");
    let rotation = mirrored.joints[0].rotation.unwrap();
    assert!(rotation.dot(Quat::from_rotation_z(-0.5)).abs() > 0.999_999);
    assert_eq!(mirrored.joints[0].translation, None);
    assert_eq!(mirrored.joints[1], preset.joints[1]);
    let back = mirrored.mirrored(&skeleton, &pairs);
    assert_eq!(back.joints[0].joint, "arm.L");
}
