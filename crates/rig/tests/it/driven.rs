//! Driven channels and constraints: curves, order, what they do to a pose, and the way onto other skeletons.

mod constraints;
mod hinge_joints;
mod interpolators;
mod twist_joints;

use crate::support::{cases, key, rotation, translation};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AimAxis, Axis, ConstraintKind, DrivenChannel, DrivenCombine, DrivenCurve, DrivenCurveError,
    DrivenError, DrivenKey, DrivenMemory, DrivenSet, DrivenTarget, DriverAngle, DriverMeasure,
    JointIndex, JointPairs, LimitAxes, LocalTransform, NamePatterns, NodeConstraint,
    NodeConstraints, Pose, Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, Stretch, Trs,
    forward, mirror_pose,
};

fn curve(keys: &[(f32, f32)]) -> DrivenCurve {
    let keys = keys.iter();
    DrivenCurve::new(keys.map(|&(angle, value)| DrivenKey { angle, value })).unwrap()
}

/// The joint turns with a share of another one's twist about y.
fn follows(driver: u16, joint: u16, share: f32) -> DrivenChannel {
    DrivenChannel {
        driver: DriverAngle {
            joint: JointIndex(driver),
            measure: DriverMeasure::Twist { axis: Vec3::Y },
        },
        target: DrivenTarget::Rotation {
            joint: JointIndex(joint),
            axis: Vec3::Y,
        },
        curve: DrivenCurve::proportional(share).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    }
}

/// The same angle, and something else that follows it as it is.
fn drives(target: DrivenTarget, combine: DrivenCombine) -> DrivenChannel {
    DrivenChannel {
        target,
        combine,
        ..follows(0, 0, 1.0)
    }
}

/// Joints under one root, `j0` to the last, each with a rest of its own.
fn fan(rests: &[Rigid]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, rest) in rests.iter().enumerate() {
        let local = Trs {
            translation: rest.translation,
            rotation: rest.rotation,
            scale: Vec3::ONE,
        };
        let parent = (place > 0).then_some(0);
        let name = format!("j{place}");
        builder = builder.joint(key(place), parent, &name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn still(joints: usize) -> Skeleton {
    fan(&vec![Rigid::IDENTITY; joints])
}

fn applied(set: &DrivenSet, pose: &Pose) -> Pose {
    let mut pose = pose.clone();
    set.apply(&mut pose, &mut [], &mut DrivenMemory::default());
    pose
}

fn is_near(one: &Pose, other: &Pose, within: f32) -> bool {
    let rigid = one.rigid.iter().zip(&other.rigid).all(|(one, other)| {
        one.rotation.dot(other.rotation).abs() > 1.0 - within
            && one.translation.abs_diff_eq(other.translation, within)
    });
    let stretch = one.stretch.iter().zip(&other.stretch).all(|(one, other)| {
        one.scale.abs_diff_eq(other.scale, within) && one.shear.abs_diff_eq(other.shear, within)
    });
    rigid && stretch
}

// ---- curves ---------------------------------------------------------------------------------------------------------

#[test]
fn keys_that_are_no_curve_are_refused() {
    let of = |keys: &[(f32, f32)]| {
        let keys = keys.iter();
        DrivenCurve::new(keys.map(|&(angle, value)| DrivenKey { angle, value }))
    };
    assert_eq!(of(&[]), Err(DrivenCurveError::NoKeys));
    let twice = of(&[(1.0, 0.0), (0.0, 0.0), (1.0, 2.0)]);
    assert_eq!(twice, Err(DrivenCurveError::Twice { angle: 1.0 }));
    for bad in [(f32::NAN, 0.0), (0.0, f32::INFINITY), (0.0, 1e30)] {
        let refused = of(&[(-1.0, 0.0), bad]);
        assert!(matches!(refused, Err(DrivenCurveError::NotFinite { .. })));
    }
    assert_eq!(
        curve(&[(-4.0, -2.0), (0.0, 0.0), (4.0, 2.0)]).proportion(),
        Some(0.5)
    );
    // Not a line, not through zero, and not as far as half a turn.
    for keys in [
        [(-4.0, -2.0), (4.0, 3.0)],
        [(-4.0, -1.0), (4.0, 3.0)],
        [(-3.0, -1.5), (3.0, 1.5)],
    ] {
        assert_eq!(curve(&keys).proportion(), None, "{keys:?}");
    }
}

proptest! {
    #![proptest_config(cases(128))]

    /// Through its keys in whatever order they come, between two of them never beyond, and with the derivative that it says.
    #[test]
    fn curves_are_monotone_between_keys(
        steps in prop::collection::vec((0.2_f32..1.5, prop_oneof![Just(0.0_f32), -3.0_f32..3.0]), 1..8),
        at in prop::collection::vec(0.0_f32..1.0, 12),
    ) {
        let mut keys = vec![DrivenKey { angle: -2.0, value: 0.5 }];
        for (step, value) in steps {
            let angle = keys[keys.len() - 1].angle + step;
            keys.push(DrivenKey { angle, value });
        }
        let curve = DrivenCurve::new(keys.iter().copied()).unwrap();
        prop_assert_eq!(&DrivenCurve::new(keys.iter().rev().copied()).unwrap(), &curve);
        for pair in keys.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            prop_assert!((curve.value(from.angle) - from.value).abs() < 1e-6);
            let (least, most) = (from.value.min(to.value), from.value.max(to.value));
            let length = to.angle - from.angle;
            let mut before = from.value;
            for step in 1_u8..=16 {
                // The last of them at the key, which rounding must not pass.
                let angle = from.angle + length * f32::from(step) / 16.0;
                let value = curve.value(angle.min(to.angle));
                prop_assert!((least..=most).contains(&value));
                prop_assert!((value - before) * (to.value - from.value) >= -1e-6);
                before = value;
            }
            for share in &at {
                let angle = from.angle + length * (0.01 + 0.98 * share);
                let h = 2e-3 * length;
                let slope = (curve.value(angle + h) - curve.value(angle - h)) / (2.0 * h);
                let size = 1.0 + (to.value - from.value).abs() / length;
                prop_assert!((curve.derivative(angle) - slope).abs() < 0.02 * size);
            }
        }
        let [first, last] = [keys[0], keys[keys.len() - 1]];
        for (angle, value) in [(first.angle - 1.0, first.value), (last.angle + 1.0, last.value)] {
            prop_assert_eq!((curve.value(angle), curve.derivative(angle)), (value, 0.0));
        }
    }
}

// ---- angles ---------------------------------------------------------------------------------------------------------

#[test]
fn angles_are_signed_and_the_last_where_they_are_none() {
    let (bend, bone) = (Vec3::X, Vec3::Y);
    let twist = DriverMeasure::Twist { axis: 2.0 * bone };
    let swing = DriverMeasure::Swing { axis: bend, bone };
    // 300° stay 300°, and half a turn across the bone twists by whatever it was.
    let far = Quat::from_axis_angle(bone, 5.0_f32);
    assert!((twist.angle(far, 9.0) - 5.0).abs() < 1e-5);
    let over = Quat::from_xyzw(0.6, 0.0, 0.8, 0.0);
    assert_eq!([twist.angle(over, 0.4), swing.angle(over, 0.7)], [0.4, 0.7]);
    // The bend of an elbow, whatever it twists, and of either sign of the quaternion.
    for turn in [-2.5_f32, -1.0, 0.0, 0.3, 3.0] {
        let q = Quat::from_axis_angle(bend, turn) * Quat::from_axis_angle(bone, 4.0);
        assert!((swing.angle(q, 9.0) - turn).abs() < 1e-5);
        assert!((swing.angle(-q, 9.0) - turn).abs() < 1e-5);
    }
    assert!(
        DriverMeasure::Twist { axis: Vec3::ZERO }
            .checked()
            .is_none()
    );
    assert!(
        DriverMeasure::Swing { axis: -bone, bone }
            .checked()
            .is_none()
    );
}

// ---- sets -----------------------------------------------------------------------------------------------------------

/// A chain of drivers is followed to its end whichever way round it is given; what nobody drives keeps its bits.
#[test]
fn a_driver_that_is_driven_comes_first() {
    let skeleton = still(4);
    let mut pose = Pose::rest(&skeleton);
    pose.rigid[0].rotation = Quat::from_rotation_y(1.2);
    // Not of length one, and not to be touched.
    pose.rigid[3].rotation = Quat::from_xyzw(0.3, 0.1, -0.2, 0.9001);
    let mut chain = vec![follows(1, 2, -0.5), follows(0, 1, 0.5)];
    for _ in 0..2 {
        let set = DrivenSet::new(chain.clone(), &skeleton).unwrap();
        let driven = applied(&set, &pose);
        for (joint, angle) in [(1, 0.6), (2, -0.3)] {
            let found = driven.rigid[joint].rotation;
            assert!(
                found.abs_diff_eq(Quat::from_rotation_y(angle), 1e-6),
                "{joint}: {found}"
            );
        }
        for joint in [0, 3] {
            assert_eq!(driven.rigid[joint], pose.rigid[joint]);
        }
        assert!(set.drives(JointIndex(1)) && !set.drives(JointIndex(0)));
        chain.reverse();
    }
}

#[test]
fn rings_and_channels_that_clash_are_named() {
    let skeleton = still(300);
    let refused = |channels: Vec<DrivenChannel>| DrivenSet::new(channels, &skeleton).unwrap_err();
    let ring = refused(vec![
        follows(2, 3, 1.0),
        follows(1, 2, 1.0),
        follows(2, 1, 1.0),
    ]);
    let DrivenError::Cycle { mut joints, .. } = ring else {
        panic!("{ring}");
    };
    joints.sort();
    assert_eq!(joints, ["\"j1\"", "\"j2\""]);
    let alone = refused(vec![follows(7, 7, 0.5)]).to_string();
    assert!(alone.contains("\"j7\" drives itself"), "{alone}");
    let long = (0..300).map(|joint| follows(joint, (joint + 1) % 300, 1.0));
    let long = refused(long.collect()).to_string();
    assert!(long.contains("292 more") && long.len() < 300, "{long}");

    // One replaces and others add; the same twice is a slip.
    let replaces = |driver| DrivenChannel {
        combine: DrivenCombine::Replaces,
        ..follows(driver, 5, 1.0)
    };
    let adds = vec![replaces(0), follows(0, 5, 1.0), follows(1, 5, 1.0)];
    assert!(DrivenSet::new(adds, &skeleton).is_ok());
    for clash in [
        vec![replaces(0), replaces(1)],
        vec![follows(0, 5, 1.0), follows(0, 5, 0.5)],
    ] {
        let told = refused(clash);
        let is_named = matches!(&told, DrivenError::Twice { what, .. } if what.contains("j5"));
        assert!(is_named, "{told}");
    }
    let beyond = refused(vec![follows(0, 300, 1.0)]);
    assert!(matches!(beyond, DrivenError::NoJoint { joint: 300, .. }));
    let joint = JointIndex(1);
    for target in [
        DrivenTarget::Scale {
            joint,
            axis: Vec3::ZERO,
        },
        DrivenTarget::Shear {
            joint,
            axes: [Vec3::X, Vec3::ONE],
        },
    ] {
        let flat = refused(vec![drives(target, DrivenCombine::Adds)]);
        assert!(matches!(flat, DrivenError::NoAxis { .. }), "{flat}");
    }
    // A muscle may bulge by the bend of its own joint.
    let own = DrivenTarget::Scale {
        joint: JointIndex(0),
        axis: Vec3::X,
    };
    assert!(DrivenSet::new(vec![drives(own, DrivenCombine::Adds)], &skeleton).is_ok());
}

proptest! {
    #![proptest_config(cases(96))]

    /// What is driven of a joint changes by the value, or becomes it; all else of it stays.
    #[test]
    fn values_are_added_or_replace(
        value in -1.5_f32..1.5,
        turn in (-2.5_f32..2.5, translation()),
        frame in rotation(),
        place in translation(),
    ) {
        let skeleton = still(2);
        let joint = JointIndex(1);
        let [axis, across] = [frame * Vec3::Y, frame * Vec3::X];
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[0].rotation = Quat::from_axis_angle(Vec3::Y, value);
        let about = turn.1.normalize_or(Vec3::Z);
        pose.rigid[1] = Rigid::new(Quat::from_axis_angle(about, turn.0), place);
        pose.stretch[1] = Stretch { scale: Vec3::new(1.0, 1.2, 0.7), shear: Vec3::new(0.1, 0.0, -0.2) };
        pose.morph_weights = vec![0.25, 0.5];
        for combine in [DrivenCombine::Adds, DrivenCombine::Replaces] {
            let targets = [
                DrivenTarget::Rotation { joint, axis },
                DrivenTarget::Translation { joint, axis },
                DrivenTarget::Scale { joint, axis },
                DrivenTarget::Shear { joint, axes: [axis, across] },
                DrivenTarget::Morph(1),
                DrivenTarget::Strength(2),
                // Not there: passed over.
                DrivenTarget::Morph(9),
            ];
            let channels = targets.map(|target| drives(target, combine)).to_vec();
            let set = DrivenSet::new(channels, &skeleton).unwrap();
            let (mut driven, mut strengths) = (pose.clone(), [7.0, 7.0, 0.5]);
            set.apply(&mut driven, &mut strengths, &mut DrivenMemory::default());
            let expected = |before: f32| match combine {
                DrivenCombine::Adds => before + value,
                DrivenCombine::Replaces => value,
            };
            let axes = LimitAxes::about(axis, across);
            let parts = [&pose, &driven].map(|pose| axes.part(pose.rigid[1].rotation, 0.0));
            prop_assert!((parts[1].twist - expected(parts[0].twist)).abs() < 2e-5);
            prop_assert!(parts[1].swing.abs_diff_eq(parts[0].swing, 2e-5));
            let [was, is] = [&pose, &driven].map(|pose| pose.rigid[1].translation);
            prop_assert!((is.dot(axis) - expected(was.dot(axis))).abs() < 1e-5);
            prop_assert!((is - was).cross(axis).length() < 1e-5);
            let [was, is] = [&pose, &driven].map(|pose| pose.stretch[1].to_mat3());
            let along = |of: glam::Mat3, one: Vec3, other: Vec3| one.dot(of * other);
            for (one, other) in [(axis, axis), (axis, across)] {
                prop_assert!((along(is, one, other) - expected(along(was, one, other))).abs() < 1e-5);
            }
            let third = axis.cross(across);
            for (one, other) in [(third, third), (across, across), (axis, third), (across, third)] {
                prop_assert!((along(is, one, other) - along(was, one, other)).abs() < 1e-5);
            }
            prop_assert_eq!(driven.morph_weights[0], 0.25);
            prop_assert!((driven.morph_weights[1] - expected(0.5)).abs() < 1e-6);
            prop_assert!((strengths[2] - expected(0.5)).abs() < 1e-6);
            prop_assert_eq!(&strengths[..2], &[7.0, 7.0]);
            prop_assert_eq!(driven.rigid[0], pose.rigid[0]);
        }
    }
}

/// A joint whose angle is undefined drives what it drove last, and nothing with new memory; an empty set changes no bit.
#[test]
fn memory_holds_the_last_angle() {
    let skeleton = still(2);
    let set = DrivenSet::new(vec![follows(0, 1, 1.0)], &skeleton).unwrap();
    let mut memory = DrivenMemory::default();
    let posed = |turn: Quat, memory: &mut DrivenMemory| {
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[0].rotation = turn;
        set.apply(&mut pose, &mut [], memory);
        pose.rigid[1].rotation
    };
    let over = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    assert_eq!(posed(over, &mut memory), Quat::IDENTITY);
    let before = posed(Quat::from_rotation_y(0.8), &mut memory);
    assert_eq!(posed(over, &mut memory), before);
    let pose = Pose {
        rigid: vec![Rigid::new(over, Vec3::NAN); 2],
        ..Pose::rest(&skeleton)
    };
    let none = DrivenSet::new(Vec::new(), &skeleton).unwrap();
    assert_eq!(applied(&none, &pose).rigid[0].rotation, over);
    // What is no number drives nothing, and nothing panics.
    assert!(posed(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 0.0), &mut memory).is_finite());
}

// ---- other skeletons ------------------------------------------------------------------------------------------------

fn any_target(joint: JointIndex, frame: Quat, kind: usize) -> DrivenTarget {
    let axis = frame * Vec3::Y;
    match kind {
        0 => DrivenTarget::Rotation { joint, axis },
        1 => DrivenTarget::Translation { joint, axis },
        2 => DrivenTarget::Scale { joint, axis },
        _ => DrivenTarget::Shear {
            joint,
            axes: [axis, frame * Vec3::Z],
        },
    }
}

/// Channels of every kind, from joint 1 to joint 2.
fn channels(driver: Quat, driven: Quat) -> Vec<DrivenChannel> {
    let measures = [
        DriverMeasure::Twist {
            axis: driver * Vec3::Y,
        },
        DriverMeasure::Swing {
            axis: driver * Vec3::X,
            bone: driver * Vec3::Z,
        },
    ];
    let kinds = 0..4;
    kinds
        .map(|kind| DrivenChannel {
            driver: DriverAngle {
                joint: JointIndex(1),
                measure: measures[kind % 2],
            },
            target: any_target(JointIndex(2), driven, kind),
            curve: curve(&[(-2.0, -0.2), (0.0, 0.1), (1.5, 0.4)]),
            combine: DrivenCombine::Adds,
            muted: false,
        })
        .collect()
}

fn posed(turns: [Quat; 2], place: Vec3, joints: usize) -> Pose {
    let mut pose = Pose {
        rigid: vec![Rigid::IDENTITY; joints],
        stretch: vec![Stretch::IDENTITY; joints],
        morph_weights: Vec::new(),
    };
    pose.rigid[1].rotation = turns[0];
    pose.rigid[2] = Rigid::new(turns[1], place);
    pose.stretch[2].scale = Vec3::new(1.3, 0.8, 1.0);
    pose
}

/// Turns that are no half turn, at which angles are undefined.
fn mild() -> impl Strategy<Value = Quat> {
    (translation(), -2.0_f32..2.0)
        .prop_map(|(axis, angle)| Quat::from_axis_angle(axis.normalize_or(Vec3::X), angle))
}

proptest! {
    #![proptest_config(cases(64))]

    /// With other axes at rest the channels do what they did; a driver that is gone is told.
    #[test]
    fn channels_follow_edits_of_the_skeleton(
        rests in prop::collection::vec((rotation(), translation()), 3),
        frames in [rotation(), rotation()],
        turns in [mild(), mild()],
        place in translation(),
    ) {
        let rests: Vec<Rigid> = rests.into_iter().map(|(turn, place)| Rigid::new(turn, place)).collect();
        let skeleton = fan(&rests);
        let set = DrivenSet::new(channels(frames[0], frames[1]), &skeleton).unwrap();
        let pose = posed(turns, place, 3);
        let axes = [(JointIndex(1), frames[1]), (JointIndex(2), turns[1])];
        let remap = skeleton.with_rest_axes(&axes).unwrap();
        let mapped = remap.driven(&set).unwrap();
        prop_assert!(mapped.gone.is_empty());
        let [one, other] = [remap.pose(&applied(&set, &pose)), applied(&mapped.set, &remap.pose(&pose))];
        prop_assert!(is_near(&one, &other, 2e-5), "{one:?} {other:?}");

        let mut draft = skeleton.draft();
        draft.dissolve(skeleton.key(JointIndex(1))).unwrap();
        let mapped = draft.build().unwrap().driven(&set).unwrap();
        prop_assert!(mapped.set.is_empty());
        prop_assert_eq!(mapped.gone, vec![0, 1, 2, 3]);
    }

    /// The mirror image of a pose drives the mirror image of what the pose drives.
    #[test]
    fn mirrored_channels_drive_the_mirror_image(
        frames in [rotation(), rotation(), rotation(), rotation()],
        turns in [mild(), mild()],
        place in translation(),
    ) {
        let mut builder = SkeletonBuilder::new().joint(0, None, "hips", LocalTransform::default());
        for (number, (side, name)) in [(0.5, "arm.L"), (0.9, "hand.L"), (-0.5, "arm.R"), (-0.9, "hand.R")].into_iter().enumerate() {
            let local = Trs { translation: Vec3::new(side, 1.0, 0.0), rotation: frames[number], scale: Vec3::ONE };
            builder = builder.joint(key(number + 1), Some(0), name, LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
        let left = channels(frames[0], frames[1]);
        let mirrored = left.iter().map(|channel| channel.mirrored(&skeleton, &pairs));
        let right: Vec<DrivenChannel> = mirrored.collect::<Option<_>>().unwrap();
        prop_assert_eq!(right[0].driver.joint, JointIndex(3));
        let [left, right] = [left, right].map(|channels| DrivenSet::new(channels, &skeleton).unwrap());
        let pose = posed(turns, place, 5);
        let seen = mirror_pose(&skeleton, &pose, &pairs);
        let one = mirror_pose(&skeleton, &applied(&left, &pose), &pairs);
        prop_assert!(is_near(&one, &applied(&right, &seen), 2e-5));
    }
}

// ---- constraints ----------------------------------------------------------------------------------------------------

fn constraint(source: u16, destination: u16, kind: ConstraintKind) -> NodeConstraint {
    NodeConstraint {
        source: JointIndex(source),
        destination: JointIndex(destination),
        kind,
        weight: 1.0,
    }
}

proptest! {
    #![proptest_config(cases(96))]

    /// Where a channel is a roll constraint, both turn its joint alike.
    #[test]
    fn a_channel_that_is_a_roll_is_that_constraint(
        rests in [rotation(), rotation()],
        turn in mild(),
        axis in 0_usize..3,
        share in 0.0_f32..1.0,
        turned_over in any::<bool>(),
    ) {
        let mut all = vec![Rigid::IDENTITY];
        all.extend(rests.map(|turn| Rigid::new(turn, Vec3::X)));
        let skeleton = fan(&all);
        let own = Axis::ALL[axis].direction();
        let seen = rests[0].conjugate() * (rests[1] * own);
        // Both axes turned round, or one of them with the curve: the same.
        let sign = if turned_over { -1.0 } else { 1.0 };
        let channel = DrivenChannel {
            driver: DriverAngle { joint: JointIndex(1), measure: DriverMeasure::Twist { axis: seen } },
            target: DrivenTarget::Rotation { joint: JointIndex(2), axis: own * sign },
            curve: DrivenCurve::proportional(share * sign).unwrap(),
            combine: DrivenCombine::Adds,
            muted: false,
        };
        let roll = channel.as_node_constraint(&skeleton).unwrap();
        prop_assert_eq!(roll.kind, ConstraintKind::Roll(Axis::ALL[axis]));
        prop_assert!((roll.weight - share).abs() < 1e-5);
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[1].rotation = turn;
        let set = DrivenSet::new(vec![channel.clone()], &skeleton).unwrap();
        let constraints = NodeConstraints::new(vec![roll], &skeleton).unwrap();
        let mut constrained = pose.clone();
        constraints.apply(&skeleton, &mut constrained, &[ScaleInheritance::Children; 3]).unwrap();
        prop_assert!(is_near(&constrained, &applied(&set, &pose), 2e-6));

        // Against the source, or about another axis, there is none.
        let against = DrivenCurve::proportional(-sign * (0.1 + share)).unwrap();
        let against = DrivenChannel { curve: against, ..channel.clone() };
        prop_assert!(against.as_node_constraint(&skeleton).is_none());
        let askew = DrivenTarget::Rotation { joint: JointIndex(2), axis: Vec3::new(1.0, 2.0, 3.0).normalize() };
        let askew = DrivenChannel { target: askew, ..channel };
        prop_assert!(askew.as_node_constraint(&skeleton).is_none());
    }
}

/// A joint that aims does so after what carries it, whatever comes first in the list; rings are refused.
#[test]
fn constraints_wait_for_their_sources() {
    // A carrier that turns with the first joint, under it the one that aims, and beside them its target.
    let place = |x: f32, y: f32| {
        LocalTransform::Trs(Trs {
            translation: Vec3::new(x, y, 0.0),
            ..Trs::IDENTITY
        })
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "lead", place(0.0, 0.0))
        .joint(1, None, "carrier", place(1.0, 0.0))
        .joint(2, Some(1), "eye", place(0.0, 1.0))
        .joint(3, None, "target", place(4.0, 5.0))
        .build()
        .unwrap();
    let axis = AimAxis {
        axis: Axis::Z,
        negative: false,
    };
    let aim = constraint(3, 2, ConstraintKind::Aim(axis));
    let carried = constraint(0, 1, ConstraintKind::Rotation);
    let flags = [ScaleInheritance::Children; 4];
    for constraints in [vec![aim, carried], vec![carried, aim]] {
        let set = NodeConstraints::new(constraints, &skeleton).unwrap();
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[0].rotation = Quat::from_rotation_z(0.7);
        set.apply(&skeleton, &mut pose, &flags).unwrap();
        assert!(
            pose.rigid[1]
                .rotation
                .abs_diff_eq(Quat::from_rotation_z(0.7), 1e-6)
        );
        let posed = forward(&skeleton, pose.user_transforms(), &flags).unwrap();
        let [eye, target] = [2, 3].map(|joint| posed.model_from_posed_joint(JointIndex(joint)));
        let way = Vec3::from(target.translation - eye.translation).normalize();
        let seen = eye.transform_vector3(Vec3::Z);
        assert!(seen.abs_diff_eq(way, 1e-5), "{seen} {way}");
    }
    let refused = |constraints: Vec<NodeConstraint>| {
        NodeConstraints::new(constraints, &skeleton)
            .unwrap_err()
            .to_string()
    };
    let ring = refused(vec![carried, constraint(1, 0, ConstraintKind::Rotation)]);
    assert!(ring.contains("lead") && ring.contains("carrier"), "{ring}");
    // It would have to know where its own child is; programs refuse what follows a child's turn too.
    for kind in [ConstraintKind::Aim(axis), ConstraintKind::Rotation] {
        let own = refused(vec![constraint(2, 1, kind)]);
        assert!(own.contains("carrier"), "{own}");
    }
    let twice = refused(vec![carried, constraint(3, 1, ConstraintKind::Rotation)]);
    assert!(twice.contains("carrier"), "{twice}");
    let heavy = NodeConstraint {
        weight: 1.5,
        ..carried
    };
    assert!(refused(vec![heavy]).contains("1.5"));
}
