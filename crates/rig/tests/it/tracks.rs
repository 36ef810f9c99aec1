//! Tracks and clips: every way to be wrong, and the values between, on and beyond keys.

use crate::support::rotation;
use glam::{DVec3, Quat, Vec3};
use proptest::prelude::*;
use rig::Interpolation::{CubicSpline, Linear, Step};
use rig::{
    Channel, Clip, Interpolation, JointIndex, JointTrack, LocalTransform, MorphTrack, Pose, Rigid,
    Skeleton, SkeletonBuilder, Stretch, Track, TrackError, Trs,
};

const NAN: f32 = f32::NAN;

fn check(times: &[f32], values: &[f32], interpolation: Interpolation, expected: TrackError) {
    let found = Track::new(times, values.to_vec(), interpolation).err();
    assert_eq!(
        format!("{found:?}"),
        format!("{:?}", Some(expected)),
        "{times:?} {values:?}"
    );
}

fn values(keys: usize, expected: usize, found: usize) -> TrackError {
    TrackError::Values {
        keys,
        expected,
        found,
    }
}

#[test]
fn every_wrong_number_of_keys() {
    check(&[], &[], Linear, TrackError::Empty);
    check(&[], &[], CubicSpline, TrackError::Empty);
    check(&[], &[1.0], Linear, TrackError::Empty);
    check(&[0.0], &[], Step, values(1, 1, 0));
    check(&[0.0, 1.0], &[0.0; 3], Linear, values(2, 2, 3));
    check(&[0.0, 1.0], &[0.0; 2], CubicSpline, values(2, 6, 2));
}

#[test]
fn every_wrong_order_of_keys() {
    let order = |key, time| TrackError::Order { key, time };
    check(&[0.0, 0.0], &[0.0; 2], Linear, order(1, 0.0));
    check(&[0.0, -0.0], &[0.0; 2], Linear, order(1, -0.0));
    check(&[0.0, 2.0, 1.0], &[0.0; 3], Step, order(2, 1.0));
    assert!(Track::new([-1.0, 0.0, f32::MAX], vec![Vec3::ONE; 3], Step).is_ok());
}

#[test]
fn every_key_that_is_not_finite() {
    let key = |key| TrackError::NotFinite { key };
    let infinity = f32::INFINITY;
    check(&[0.0, NAN], &[0.0; 2], Linear, key(1));
    check(&[-infinity, 0.0], &[0.0; 2], Linear, key(0));
    check(&[0.0, 1.0], &[0.0, NAN], Linear, key(1));
    check(
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0, NAN],
        CubicSpline,
        key(1),
    );
    check(
        &[0.0, 1.0],
        &[0.0, 0.0, infinity, 0.0, 0.0, 0.0],
        CubicSpline,
        key(0),
    );
}

#[test]
fn every_time_of_a_track() {
    let times = [1.0_f32, 2.0, 4.0];
    let linear = Track::new(times, vec![10.0_f32, 20.0, 40.0], Linear).unwrap();
    let step = Track::new(times, vec![10.0_f32, 20.0, 40.0], Step).unwrap();
    let flat = [0.0, 10.0, 0.0, 0.0, 20.0, 0.0, 0.0, 40.0, 0.0];
    let cubic = Track::new(times, flat.to_vec(), CubicSpline).unwrap();
    let before_2 = 2.0_f32.next_down();
    for (time, expected_linear, expected_step, expected_cubic) in [
        (f32::NEG_INFINITY, 10.0, 10.0, 10.0),
        (0.0, 10.0, 10.0, 10.0),
        (1.0, 10.0, 10.0, 10.0),
        (1.5, 15.0, 10.0, 15.0),
        (before_2, 20.0, 10.0, 20.0),
        (2.0, 20.0, 20.0, 20.0),
        (2.5, 25.0, 20.0, 23.125),
        (4.0, 40.0, 40.0, 40.0),
        (5.0, 40.0, 40.0, 40.0),
        (f32::INFINITY, 40.0, 40.0, 40.0),
        (NAN, 10.0, 10.0, 10.0),
    ] {
        assert!(
            (linear.sample(time) - expected_linear).abs() < 1e-5,
            "linear at {time}"
        );
        assert_eq!(step.sample(time), expected_step, "step at {time}");
        assert!(
            (cubic.sample(time) - expected_cubic).abs() < 1e-5,
            "cubic at {time}"
        );
    }
    for (key, time) in times.into_iter().enumerate() {
        assert_eq!(
            (linear.sample(time), cubic.sample(time)),
            (linear.values()[key], cubic.values()[3 * key + 1])
        );
    }
}

#[test]
fn one_key_holds_for_ever() {
    for (interpolation, values) in [
        (Step, vec![7.0_f32]),
        (Linear, vec![7.0]),
        (CubicSpline, vec![1.0, 7.0, 2.0]),
    ] {
        let track = Track::new([3.0], values, interpolation).unwrap();
        assert_eq!([-9.0, 3.0, 99.0].map(|time| track.sample(time)), [7.0; 3]);
    }
}

#[test]
fn keys_further_apart_than_f32_reaches_stay_finite() {
    let track = Track::new([-f32::MAX, f32::MAX], vec![1.0_f32, 2.0], Linear).unwrap();
    assert!(
        [-1e38, 0.0, 1e38, 3e38]
            .into_iter()
            .all(|time| track.sample(time).is_finite())
    );
}

proptest! {
    #![proptest_config(crate::support::cases(512))]

    /// Between the least and the largest of the extremes lies all that a curve reaches, and no tangent is one of them.
    #[test]
    fn extremes_hold_the_whole_curve(
        values in prop::collection::vec([-2.0_f32..2.0, -2.0..2.0, -2.0..2.0], 9),
        is_cubic in any::<bool>(),
    ) {
        let values: Vec<Vec3> = values.into_iter().map(Vec3::from).collect();
        let track = match is_cubic {
            true => Track::new([0.0, 0.3, 2.0], values, CubicSpline).unwrap(),
            false => Track::new([0.0, 0.3, 2.0], values[..3].to_vec(), Linear).unwrap(),
        };
        let all: Vec<Vec3> = track.extremes().collect();
        let [low, high] = [
            all.iter().copied().fold(Vec3::INFINITY, Vec3::min),
            all.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max),
        ];
        let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for step in 0_u8..=200 {
            let value = track.sample(f32::from(step) * 0.01);
            (least, most) = (least.min(value), most.max(value));
        }
        // Between samples a curve goes on by the square of their distance.
        prop_assert!((low - least).max_element() <= 1e-5, "{low} {least}");
        prop_assert!((most - high).max_element() <= 1e-5, "{high} {most}");
        prop_assert!((least - low).max_element() <= 0.02, "{low} {least}");
        prop_assert!((high - most).max_element() <= 0.02, "{high} {most}");
    }

    /// The Hermite curve in f64, in the form of derivatives at the ends.
    #[test]
    fn cubic_splines_are_hermite(values in prop::array::uniform6(prop::array::uniform3(-2.0_f32..2.0)), start in -3.0_f32..3.0, length in 0.01_f32..4.0, u in 0.0_f32..1.0) {
        let values = values.map(Vec3::from_array);
        let end = start + length;
        let track = Track::new([start, end], values.to_vec(), CubicSpline).unwrap();
        let time = start + (end - start) * u;
        let [_, v0, out, into, v1, _] = values.map(|value: Vec3| value.as_dvec3());
        let (distance, t) = (f64::from(end) - f64::from(start), f64::from(time) - f64::from(start));
        // v0 + out t + a t² + b t³ with the value v1 and the derivative `into` at t = distance.
        let a = ((v1 - v0) * 3.0 / distance - out * 2.0 - into) / distance;
        let b = ((v0 - v1) * 2.0 / distance + out + into) / (distance * distance);
        let expected: DVec3 = v0 + out * t + a * t * t + b * t * t * t;
        // The times are rounded to f32: 3 s / 0.01 s of 6e-8, times values and tangents of 2.
        prop_assert!(track.sample(time).as_dvec3().abs_diff_eq(expected, 2e-4), "{expected}");
    }

    #[test]
    fn rotations_take_the_shorter_arc(a in rotation(), b in rotation(), u in 0.0_f32..1.0) {
        let track = Track::new([0.0, 1.0], vec![a, b], Linear).unwrap();
        let flipped = Track::new([0.0, 1.0], vec![a, -b], Linear).unwrap();
        let (found, other) = (track.sample(u), flipped.sample(u));
        prop_assert!((found.length() - 1.0).abs() < 1e-5);
        let whole = 2.0 * a.dot(b).abs().min(1.0).acos();
        let part = 2.0 * a.dot(found).abs().min(1.0).acos();
        // acos near 1 has the square root of the rounding.
        prop_assert!((part - u * whole).abs() < 2e-3, "{part} {whole}");
        // Half a turn apart, both ways are equally short.
        prop_assert!(a.dot(b).abs() < 1e-5 || found.dot(other).abs() > 1.0 - 1e-5);
    }

    #[test]
    fn cubic_rotations_are_unit(values in prop::array::uniform6(rotation()), u in 0.0_f32..1.0) {
        let track = Track::new([0.0, 1.0], values.to_vec(), CubicSpline).unwrap();
        prop_assert!((track.sample(u).length() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn keys_half_a_turn_apart() {
    let track = Track::new(
        [0.0, 1.0],
        vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 1.0, 0.0, 0.0)],
        Linear,
    );
    let quarter = track.unwrap().sample(0.5);
    assert!(
        quarter
            .dot(Quat::from_rotation_y(core::f32::consts::FRAC_PI_2))
            .abs()
            > 1.0 - 1e-6,
        "{quarter}"
    );
}

#[test]
fn a_cubic_rotation_through_zero_is_the_identity() {
    let q = Quat::from_rotation_z(1.0);
    let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let track = Track::new([0.0, 1.0], vec![zero, q, zero, zero, -q, zero], CubicSpline).unwrap();
    assert_eq!(track.sample(0.5), Quat::IDENTITY);
}

/// Joint 0 with a turned and scaled rest, its child 1, and 2 that no clip touches.
fn skeleton() -> Skeleton {
    let rest = Trs {
        rotation: Quat::from_rotation_x(0.4),
        translation: Vec3::Y,
        scale: Vec3::new(2.0, 1.0, 1.0),
    };
    SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::Trs(rest))
        .joint(
            1,
            Some(0),
            "",
            LocalTransform::Trs(Trs {
                translation: Vec3::X,
                ..Trs::IDENTITY
            }),
        )
        .joint(2, Some(1), "", LocalTransform::default())
        .build()
        .unwrap()
}

fn held<T: rig::Keyed>(value: T) -> Track<T> {
    Track::new([0.0], vec![value], Step).unwrap()
}

#[test]
fn a_clip_moves_only_what_it_touches() {
    let skeleton = skeleton();
    let mut base = Pose::rest(&skeleton);
    base.rigid[1] = Rigid::new(Quat::from_rotation_z(1.0), Vec3::Z);
    base.rigid[2] = Rigid::new(Quat::from_rotation_z(2.0), Vec3::ONE);
    base.stretch[2] = Stretch::from_scale(Vec3::splat(3.0));
    base.morph_weights = vec![0.5, 0.25];
    let turn = Quat::from_rotation_y(0.7);
    let tracks = vec![JointTrack {
        joint: JointIndex(1),
        channel: Channel::Rotation(held(turn)),
    }];
    let morphs = vec![
        MorphTrack {
            weight: 1,
            track: Track::new([0.0, 2.0], vec![0.0, 1.0], Linear).unwrap(),
        },
        MorphTrack {
            weight: 9,
            track: held(1.0),
        },
    ];
    let clip = Clip::default().with_tracks(tracks, morphs);
    let pose = clip.sample(&skeleton, &base, 0.5);
    assert_eq!(
        (pose.rigid[0], pose.stretch[0]),
        (base.rigid[0], base.stretch[0])
    );
    assert_eq!(
        (pose.rigid[2], pose.stretch[2]),
        (base.rigid[2], base.stretch[2])
    );
    assert_eq!(pose.morph_weights, [0.5, 0.25]);
    // Of a joint the clip touches, the channels without a track are the file's, not those of the base.
    let local = Trs {
        rotation: turn,
        ..skeleton.local(JointIndex(1)).to_trs()
    };
    let expected = skeleton.user_transform(JointIndex(1), &LocalTransform::Trs(local));
    assert_eq!(pose.rigid[1], expected.rigid);
    assert!(pose.stretch[1].to_mat3().abs_diff_eq(expected.linear, 1e-6));
    assert!((clip.sample(&skeleton, &base, 1.5).morph_weights[1] - 0.75).abs() < 1e-6);
}

#[test]
fn a_clip_of_the_rest_is_the_rest() {
    let skeleton = skeleton();
    let joints = skeleton.joints().flat_map(|joint| {
        let local = skeleton.local(joint).to_trs();
        [
            JointTrack {
                joint,
                channel: Channel::Translation(held(local.translation)),
            },
            JointTrack {
                joint,
                channel: Channel::Rotation(held(local.rotation)),
            },
            JointTrack {
                joint,
                channel: Channel::Scale(held(local.scale)),
            },
        ]
    });
    let clip = Clip::default().with_tracks(joints.collect(), Vec::new());
    let pose = clip.sample(&skeleton, &Pose::rest(&skeleton), 3.0);
    for (rigid, stretch) in pose.rigid.iter().zip(&pose.stretch) {
        assert!(
            rigid
                .to_affine()
                .abs_diff_eq(Rigid::IDENTITY.to_affine(), 1e-6),
            "{rigid:?}"
        );
        assert!(
            stretch.to_mat3().abs_diff_eq(glam::Mat3::IDENTITY, 1e-6),
            "{stretch:?}"
        );
    }
}

#[test]
fn the_later_of_two_tracks_counts_and_strangers_are_passed_over() {
    let skeleton = skeleton();
    let moved = |joint: u16, x: f32| JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Translation(held(Vec3::new(x, 0.0, 0.0))),
    };
    let tracks = [(1, 5.0), (1, 3.0), (3, 1.0), (65535, 1.0)];
    let tracks = tracks.map(|(joint, x)| moved(joint, x)).to_vec();
    let clip = Clip::default().with_tracks(tracks, Vec::new());
    let pose = clip.sample(&skeleton, &Pose::rest(&skeleton), 0.0);
    let local = skeleton.local_from_user(
        JointIndex(1),
        &rig::UserTransform {
            rigid: pose.rigid[1],
            linear: pose.stretch[1].to_mat3(),
        },
    );
    assert!(
        local
            .translation
            .abs_diff_eq(glam::Vec3A::new(3.0, 0.0, 0.0), 1e-5),
        "{local:?}"
    );
    let none = Clip::default().sample(&skeleton, &Pose::default(), 0.0);
    assert_eq!(none, Pose::default());
    assert!(clip.sample(&skeleton, &Pose::default(), 0.0).is_empty());
}
