//! Signs along the hierarchy, through every palette, against the rule of `dq-math`.

use crate::support::{Posed, RawJoint, raw_joints};
use dq_math::{SignRule, signs};
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AffineDualQuatPalette, BindPose, Channel, Clip, ClipId, DualQuatPalette, Interpolation,
    JointIndex, JointTrack, Key, KeyMode, LocalTransform, Pose, PosedSkin, Rigid, RigidBlend,
    ScaleInheritance, Segment, Skeleton, SkeletonBuilder, Split, Tangents, Track, TrackHints, Trs,
    TwoPhasePalette, UserTransform, forward,
};

const HIERARCHICAL: SignRule = SignRule::Hierarchical;

/// The quaternions of every palette under a rule, with the name of the palette.
fn rotations(posed: &Posed, rule: SignRule) -> Vec<(String, Vec<Quat>)> {
    posed.with_skin(|skin| {
        let plain = DualQuatPalette::new(skin, rule);
        let mut all = vec![
            (
                "plain".to_owned(),
                plain
                    .posed_from_bind
                    .iter()
                    .map(|motion| motion.real)
                    .collect(),
            ),
            (
                "affine".to_owned(),
                AffineDualQuatPalette::new(skin, rule).rotation,
            ),
        ];
        assert_eq!(plain.signs, rule);
        for split in [Split::ElongatedRest, Split::Head, Split::Origin] {
            let motions = TwoPhasePalette::new(skin, split, RigidBlend::DualQuaternion, rule)
                .posed_from_stretched;
            all.push((
                format!("{split:?}"),
                motions.iter().map(|motion| motion.real).collect(),
            ));
        }
        all
    })
}

fn all_listed(joints: &[RawJoint]) -> Posed {
    let mut listed = joints.to_vec();
    listed.iter_mut().for_each(|joint| joint.listed = true);
    Posed::new(&listed)
}

proptest! {
    #![proptest_config(crate::support::cases(512))]

    #[test]
    fn palettes_follow_the_rule(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let parents: Vec<_> = posed.skeleton.parents().iter().map(|parent| parent.map(JointIndex::index)).collect();
        for ((name, given), (_, aligned)) in
            rotations(&posed, SignRule::First).into_iter().zip(rotations(&posed, HIERARCHICAL))
        {
            let mut expected = vec![0.0; given.len()];
            signs::hierarchical(&given, |joint| parents[joint], &mut expected);
            for (joint, (given, aligned)) in given.iter().zip(&aligned).enumerate() {
                prop_assert_eq!(*given * expected[joint], *aligned, "{} {}", name, joint);
            }
        }
    }

    /// The product is one motion, whatever its sign: both parts of the dual quaternion change together.
    #[test]
    fn signs_change_no_motion(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let palettes = [SignRule::First, HIERARCHICAL].map(|rule| {
            posed.with_skin(|skin| TwoPhasePalette::new(skin, Split::ElongatedRest, RigidBlend::DualQuaternion, rule).posed_from_stretched)
        });
        for (first, aligned) in palettes[0].iter().zip(&palettes[1]) {
            prop_assert!(*first == *aligned || *first == -*aligned);
        }
    }
}

/// Degrees about X, with the sign of the way round.
fn turned(degrees: f32) -> Quat {
    Quat::from_rotation_x(degrees.to_radians())
}

/// The signed angle about X, −360° to 360°.
fn degrees(rotation: Quat) -> f32 {
    (2.0 * rotation.x.atan2(rotation.w)).to_degrees()
}

/// A joint whose file has its rest with this sign.
fn one_joint(rest: Quat) -> Skeleton {
    let local = Trs {
        rotation: rest,
        ..Trs::IDENTITY
    };
    let joint = SkeletonBuilder::new().joint(0, None, "", LocalTransform::Trs(local));
    joint.build().unwrap()
}

proptest! {
    #![proptest_config(crate::support::cases(256))]

    /// At rest every sign is plus, whatever signs the file's nodes have.
    #[test]
    fn at_rest_all_signs_are_plus(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let rest = Pose::rest(&posed.skeleton);
        let inheritance = vec![ScaleInheritance::Joint; posed.skeleton.len()];
        let forward = forward(&posed.skeleton, rest.user_transforms(), &inheritance).unwrap();
        for turn in forward.signed_turns() {
            prop_assert!(turn.abs_diff_eq(Quat::IDENTITY, 1e-5), "{turn}");
        }
        let file = Pose::of_file(&posed.skeleton);
        prop_assert!(file.rigid.iter().all(|rigid| rigid.rotation.w >= 0.0));
    }

    /// Each entry is the joint's motion, with the sign nearer to how it was turned; where that says nothing, nearer to its parent's.
    #[test]
    fn palettes_follow_the_user(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let parents = posed.skeleton.parents();
        let turns = posed.with_skin(|skin| skin.posed_skeleton().signed_turns());
        for ((name, given), (_, followed)) in
            rotations(&posed, SignRule::First).into_iter().zip(rotations(&posed, SignRule::Followed))
        {
            let all = &followed;
            for (joint, (given, followed)) in given.iter().zip(all).enumerate() {
                let says_nothing = turns[joint].dot(*given).abs() < 0.25;
                let pivot = match parents[joint] {
                    Some(parent) if says_nothing => all[parent.index()],
                    _ => turns[joint],
                };
                prop_assert_eq!(*given * signs::toward(pivot, *given), *followed, "{} {}", name, joint);
            }
        }
    }
}

/// A clip of 0°, 120°, 240°, 350°, as files have it, where signs say nothing; straight, held, and as an editor's curve.
fn turning() -> [Track<Quat>; 3] {
    let times = [0.0, 1.0, 2.0, 3.0];
    let angles = [0.0, 120.0, 240.0, 350.0];
    let values = angles.map(|angle| {
        let rotation = turned(angle);
        rotation * rotation.w.signum()
    });
    let key = |(time, value): (&f32, &Quat)| Key {
        time: *time,
        value: *value,
        tangents: [Quat::from_array([0.0; 4]); 2],
        mode: KeyMode {
            out: Segment::Cubic,
            tangents: Tangents::Auto,
            ..KeyMode::default()
        },
    };
    let keys = times.iter().zip(&values).map(key).collect();
    [
        Track::new(times, values.to_vec(), Interpolation::Linear).unwrap(),
        Track::new(times, values.to_vec(), Interpolation::Step).unwrap(),
        Track::from_keys(keys, None).unwrap(),
    ]
}

#[test]
fn a_clip_turns_on_without_a_flip_and_scrubs_as_it_plays() {
    for (rest, begins) in [(0.0, 1.0), (70.0, 1.0), (70.0, -1.0), (200.0, 1.0)] {
        let rest = turned(rest) * begins;
        let skeleton = one_joint(rest);
        for (kind, track) in turning().into_iter().enumerate() {
            let track = track.map(|value| rest * value, |slope| rest * slope);
            // From key to key where the value is held, else from sample to sample.
            let most = if kind == 1 { 121.0 } else { 4.0 };
            turns_on(&skeleton, track.unwrap(), most);
        }
    }
}

/// From 0° to 350° in steps of `most` degrees, whichever way one comes to a time.
fn turns_on(skeleton: &Skeleton, track: Track<Quat>, most: f32) {
    let tracks = vec![JointTrack {
        joint: JointIndex(0),
        channel: Channel::Rotation(track),
    }];
    let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new());
    let (mut hints, mut played) = (TrackHints::default(), Pose::rest(skeleton));
    let mut before = 0.0;
    for step in 0_u16..=300 {
        let time = f32::from(step) / 100.0;
        clip.sample_into(skeleton, time, &mut hints, &mut played);
        let scrubbed = clip.sample(skeleton, &Pose::rest(skeleton), time);
        assert_eq!(played, scrubbed, "{time}");
        let now = degrees(played.rigid[0].rotation);
        let by = now - before;
        assert!((-0.1..most).contains(&by), "{time}: {before} {now}");
        before = now;
    }
    assert!((before - 350.0).abs() < 0.1, "{before}");
}

#[test]
fn mixed_goes_the_way_that_was_turned() {
    let at = |degrees: f32| Rigid::new(turned(degrees), Vec3::X);
    for (from, to) in [
        (0.0, 300.0),
        (0.0, -60.0),
        (20.0, -320.0),
        (300.0, 340.0),
        (-350.0, 0.0),
    ] {
        for t in [0.0_f32, 0.25, 0.5, 0.75, 1.0] {
            let expected = from + (to - from) * t;
            for mixed in [
                at(from).interpolate(at(to), t),
                at(from).interpolate_channels(at(to), t),
            ] {
                let off = mixed.rotation.dot(turned(expected));
                assert!(
                    off > 1.0 - 1e-5,
                    "{from} to {to} at {t}: {}",
                    mixed.rotation
                );
                assert!(mixed.translation.abs_diff_eq(Vec3::X, 1e-4));
            }
        }
    }
    let whole = at(0.0).interpolate(Rigid::new(-Quat::IDENTITY, Vec3::Y), 0.25);
    assert_eq!(whole.rotation, Quat::IDENTITY, "no axis to turn about");
    assert!(
        whole
            .translation
            .abs_diff_eq(Vec3::new(0.75, 0.25, 0.0), 1e-6)
    );
}

/// A full turn and more along a chain, of which the skin lists only every third joint: neighbors in the list agree through
/// the joints between, in whatever order they are listed.
#[test]
fn joints_between_listed_ones_carry_the_sign() {
    let turn = 2.0_f32;
    let chain = (0..12_u32).fold(SkeletonBuilder::new(), |builder, i| {
        builder.joint(i, i.checked_sub(1), "", LocalTransform::default())
    });
    let skeleton = chain.build().unwrap();
    let listed: Vec<JointIndex> = [9, 3, 6, 0].map(JointIndex).to_vec();
    let (bind, _) = BindPose::new(&skeleton, &listed, &[glam::Affine3A::IDENTITY; 4]).unwrap();
    let bend = Rigid::new(Quat::from_rotation_z(turn), Vec3::ZERO);
    let user = vec![
        UserTransform {
            rigid: bend,
            linear: Mat3::IDENTITY
        };
        12
    ];
    let scale_inheritance = vec![ScaleInheritance::Children; 12];
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    let skin = PosedSkin::new(&posed, &bind).unwrap();
    let elongated = TwoPhasePalette::new(
        &skin,
        Split::ElongatedRest,
        RigidBlend::DualQuaternion,
        HIERARCHICAL,
    )
    .posed_from_stretched;
    let affine = AffineDualQuatPalette::new(&skin, HIERARCHICAL).rotation;
    for (place, joint) in listed.iter().enumerate() {
        // The angle grows without wrapping: half of it is in the quaternion, sign and all, up to the root's sign.
        let half = turn * 0.5 * f32::from(joint.0 + 1);
        let expected = Quat::from_xyzw(0.0, 0.0, half.sin(), half.cos());
        for found in [elongated[place].real, affine[place]] {
            assert!(
                found.abs_diff_eq(expected, 1e-5),
                "{joint:?}: {found}, expected {expected}"
            );
        }
    }
}
