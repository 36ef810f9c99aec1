//! Node constraints: their kinds as text, their way through edits of the skeleton, and the keys that clips get of them.

use crate::support::{bent_chain, cases, key, rotation};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AimAxis, Axis, Channel, Clip, ClipId, ConstrainedPoses, ConstraintKind, Interpolation,
    JointIndex, JointTrack, LocalTransform, NodeConstraint, NodeConstraints, Pose,
    ScaleInheritance, Skeleton, SkeletonBuilder, Track, Trs,
};

const SOURCE: JointIndex = JointIndex(1);
const DESTINATION: JointIndex = JointIndex(2);

fn follows(kind: ConstraintKind, weight: f32) -> NodeConstraint {
    NodeConstraint {
        source: SOURCE,
        destination: DESTINATION,
        kind,
        weight,
    }
}

/// A root, and under it the joint that is followed and the one that follows.
fn pair(rests: [Quat; 3]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, rest) in rests.into_iter().enumerate() {
        let local = Trs {
            translation: [Vec3::ZERO, Vec3::new(1.0, 3.0, -2.0), Vec3::X][place],
            rotation: rest,
            scale: Vec3::ONE,
        };
        let parent = (place > 0).then(|| key(0));
        let name = ["root", "source", "destination"][place];
        builder = builder.joint(key(place), parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn constrained(constraints: &NodeConstraints, skeleton: &Skeleton, pose: &Pose) -> Pose {
    let mut pose = pose.clone();
    let flags = vec![ScaleInheritance::Children; skeleton.len()];
    constraints.apply(skeleton, &mut pose, &flags).unwrap();
    pose
}

fn aim(axis: Axis, negative: bool) -> ConstraintKind {
    ConstraintKind::Aim(AimAxis { axis, negative })
}

#[test]
fn kinds_are_read_as_they_are_written() {
    let rolls = Axis::ALL.map(ConstraintKind::Roll);
    let aims = Axis::ALL.map(|axis| [aim(axis, false), aim(axis, true)]);
    let all = [ConstraintKind::Rotation].into_iter().chain(rolls);
    let all: Vec<ConstraintKind> = all.chain(aims.into_iter().flatten()).collect();
    assert_eq!(all.len(), 10);
    for kind in all {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let refused = "roll W".parse::<ConstraintKind>().unwrap_err();
    assert!(refused.to_string().contains("roll W"), "{refused}");
}

/// A ring, a weight that is none and a second constraint of a joint are refused where they come; what fits those before is taken.
#[test]
fn each_that_fits_is_taken_and_each_other_is_refused() {
    let mut builder = SkeletonBuilder::new();
    for place in 0_usize..7 {
        let parent = (place > 0).then(|| key(0));
        let name = format!("j{place}");
        builder = builder.joint(key(place), parent, &name, LocalTransform::default());
    }
    let skeleton = builder.build().unwrap();
    let all = [
        (1, 2, 1.0),
        (2, 3, 1.0),
        (3, 1, 1.0),
        (4, 5, 2.0),
        (4, 5, 0.5),
        (6, 5, 1.0),
        (5, 6, 1.0),
    ]
    .map(|(source, destination, weight)| NodeConstraint {
        source: JointIndex(source),
        destination: JointIndex(destination),
        ..follows(ConstraintKind::Rotation, weight)
    });
    let (set, refused) = NodeConstraints::of_those_that_can(&all, &skeleton);
    let (left, others): (Vec<NodeConstraint>, Vec<NodeConstraint>) = all
        .into_iter()
        .partition(|own| set.constraints().contains(own));
    assert_eq!(left, [all[0], all[1], all[4], all[6]]);
    assert_eq!(others.len(), refused.len());
    for (error, words) in refused.iter().zip(["ring", "weight 2", "twice"]) {
        assert!(error.to_string().contains(words), "{error}");
    }
}

/// Constraints stay with their joints wherever these stand in the list; one whose joint is gone is told.
#[test]
fn constraints_go_along_with_their_joints() {
    let skeleton = bent_chain(5);
    let of = |source, destination| NodeConstraint {
        source: JointIndex(source),
        destination: JointIndex(destination),
        kind: ConstraintKind::Rotation,
        weight: 0.5,
    };
    let (lost, kept) = (of(1, 4), of(2, 3));
    let set = NodeConstraints::new(vec![lost, kept], &skeleton).unwrap();
    let mut draft = skeleton.draft();
    draft.dissolve(skeleton.key(JointIndex(1))).unwrap();
    let mapped = draft.build().unwrap().constraints(&set);
    assert_eq!(mapped.gone, [lost]);
    assert_eq!(mapped.set.constraints(), [of(1, 2)]);
    // Below what follows it, a joint can be followed no more: programs would wait for ever.
    let mut draft = skeleton.draft();
    let [up, down] = [2, 3].map(|joint| skeleton.key(JointIndex(joint)));
    draft
        .reparent(down, Some(skeleton.key(JointIndex(0))))
        .unwrap();
    draft.reparent(up, Some(down)).unwrap();
    let mapped = draft.build().unwrap().constraints(&set);
    assert_eq!(mapped.gone, [kept]);
}

proptest! {
    #![proptest_config(cases(96))]

    /// In other axes the joints stand where they stood, if a constraint can say so there.
    #[test]
    fn constraints_follow_axes_that_are_turned(
        rests in [rotation(), rotation(), rotation()],
        turn in rotation(),
        quarters in [0_u8..4, 0_u8..4],
        own in rotation(),
        weight in 0.2_f32..1.0,
        place in 0_usize..3,
    ) {
        // Near half a turn any way is as good.
        prop_assume!(own.w.abs() > 0.3);
        let skeleton = pair(rests);
        let quarter = |count: u8| f32::from(count) * std::f32::consts::FRAC_PI_2;
        let cube = Quat::from_rotation_x(quarter(quarters[0])) * Quat::from_rotation_z(quarter(quarters[1]));
        let rest = |joint: JointIndex| skeleton.rest_model_from_joint(joint).rotation;
        let axis = Axis::ALL[place];
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[0].rotation = turn;
        pose.rigid[SOURCE.index()].rotation = own;
        for (kind, turns) in [
            (ConstraintKind::Roll(axis), [turn, cube]),
            (aim(axis, true), [turn, cube]),
            (ConstraintKind::Rotation, [turn, turn]),
        ] {
            let set = NodeConstraints::new(vec![follows(kind, weight)], &skeleton).unwrap();
            let seen = constrained(&set, &skeleton, &pose);
            let way = 2.0 * seen.rigid[DESTINATION.index()].rotation.w.abs().min(1.0).acos();
            prop_assume!(way < 2.8 * weight);
            let axes = [SOURCE, DESTINATION].into_iter().zip(turns);
            let axes: Vec<(JointIndex, Quat)> = axes.map(|(joint, turn)| (joint, rest(joint) * turn)).collect();
            let remap = skeleton.with_rest_axes(&axes).unwrap();
            let mapped = remap.constraints(&set);
            prop_assert!(mapped.gone.is_empty(), "{kind}");
            let found = constrained(&mapped.set, remap.skeleton(), &remap.pose(&pose));
            let wanted = remap.pose(&seen).rigid[DESTINATION.index()].rotation;
            let found = found.rigid[DESTINATION.index()].rotation;
            prop_assert!(found.dot(wanted).abs() > 1.0 - 1e-5, "{kind}: {found} {wanted}");
        }
    }
}

/// What is taken over from axes to axes has no counterpart where only one of the joints gets others; nor has a roll about none of the three.
#[test]
fn constraints_that_turned_axes_cannot_say_are_told() {
    let skeleton = pair([Quat::IDENTITY; 3]);
    let turn = Quat::from_rotation_y(0.5);
    for (kind, joint) in [
        (ConstraintKind::Rotation, SOURCE),
        (ConstraintKind::Roll(Axis::X), DESTINATION),
    ] {
        let set = NodeConstraints::new(vec![follows(kind, 1.0)], &skeleton).unwrap();
        let remap = skeleton.with_rest_axes(&[(joint, turn)]).unwrap();
        let mapped = remap.constraints(&set);
        assert!(mapped.set.is_empty());
        assert_eq!(mapped.gone, [follows(kind, 1.0)]);
    }
}

/// On frames keys show what constraints make of the clip; what follows nothing, and what stands so already, keeps its tracks.
#[test]
fn clips_get_keys_of_what_follows() {
    let skeleton = bent_chain(4);
    let turns = [0.0_f32, 1.5, -1.0].map(|angle| {
        let rest = Quat::from_rotation_z(0.2);
        rest * Quat::from_rotation_y(angle)
    });
    let track = Track::new([0.0, 0.5, 1.0], turns.to_vec(), Interpolation::Linear).unwrap();
    let own = JointTrack {
        joint: SOURCE,
        channel: Channel::Rotation(track),
    };
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![own.clone()], Vec::new());
    let base = Pose::rest(&skeleton);
    let below = NodeConstraint {
        source: DESTINATION,
        destination: JointIndex(3),
        ..follows(ConstraintKind::Rotation, 0.5)
    };
    let set = vec![below, follows(ConstraintKind::Rotation, 0.7)];
    let set = NodeConstraints::new(set, &skeleton).unwrap();
    let flags = [ScaleInheritance::Children; 4];
    let poses = ConstrainedPoses {
        constraints: &set,
        scale_inheritance: &flags,
    };
    let keyed = clip
        .with_constraints(&skeleton, &base, &poses, 30.0)
        .unwrap();
    assert!(keyed.tracks().contains(&own));
    assert_eq!(keyed.duration(), clip.duration());
    let mut most = 0.0_f32;
    for step in 0_u8..=30 {
        let time = f32::from(step) / 30.0;
        let live = constrained(&set, &skeleton, &clip.sample(&skeleton, &base, time));
        let found = keyed.sample(&skeleton, &base, time);
        for (live, found) in live.rigid.iter().zip(&found.rigid) {
            assert!(
                live.rotation.dot(found.rotation).abs() > 1.0 - 1e-5,
                "{time}"
            );
        }
        most = most.max(live.rigid[3].rotation.to_axis_angle().1);
    }
    assert!((most - 0.35 * 1.5).abs() < 0.01, "{most}");
    let again = keyed
        .with_constraints(&skeleton, &base, &poses, 30.0)
        .unwrap();
    assert_eq!(again, keyed);
    assert!(
        clip.with_constraints(&skeleton, &base, &poses, 0.0)
            .is_err()
    );
}
