//! Clips joined one after another, and laid over one another.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    Channel, Clip, ClipId, ClipLayer, ClipMarker, Interpolation, JoinedClip, JointIndex,
    JointTrack, LaidClip, MorphTrack, Pose, Repeat, ScaleInheritance, Skeleton, Track, forward,
};

use crate::support::{bent_chain, cases};

const RATE: f64 = 30.0;
const FLAGS: [ScaleInheritance; 3] = [ScaleInheritance::Children; 3];

fn rotation_track(joint: u16, keys: &[(f32, f32)], way: Interpolation) -> JointTrack {
    let times: Vec<f32> = keys.iter().map(|key| key.0).collect();
    let turns = keys
        .iter()
        .map(|key| Quat::from_rotation_z(0.2) * Quat::from_rotation_x(key.1));
    JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Rotation(Track::new(times, turns.collect(), way).unwrap()),
    }
}

/// The root goes `way` in a second, and a joint bends to an angle.
fn walk(id: u32, way: Vec3, bend: f32) -> Clip {
    let from = Vec3::new(0.1, 0.5, 0.0);
    let places = Track::new([0.0, 1.0], vec![from, from + way], Interpolation::Linear).unwrap();
    let root = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(places),
    };
    let tracks = vec![
        root,
        rotation_track(
            1,
            &[(0.0, 0.0), (0.5, bend), (1.0, 0.0)],
            Interpolation::Linear,
        ),
    ];
    let weights = Track::new([0.0, 1.0], vec![0.0, bend], Interpolation::Linear).unwrap();
    let morphs = vec![MorphTrack {
        weight: 0,
        track: weights,
    }];
    Clip::new(ClipId(id), Some(format!("walk {id}")), 1.0)
        .with_tracks(tracks, morphs)
        .with_markers(vec![ClipMarker {
            time: 0.25,
            name: format!("step {id}"),
        }])
}

fn base(skeleton: &Skeleton) -> Pose {
    Pose {
        morph_weights: vec![0.0],
        ..Pose::rest(skeleton)
    }
}

fn is_near(one: &Pose, other: &Pose) -> bool {
    let rigid = one.rigid.iter().zip(&other.rigid);
    let mut rigid = rigid.map(|(a, b)| {
        a.rotation.dot(b.rotation).abs() > 1.0 - 1e-5
            && a.translation.abs_diff_eq(b.translation, 1e-4)
    });
    let mut stretch = one
        .stretch
        .iter()
        .zip(&other.stretch)
        .map(|(a, b)| a.scale.abs_diff_eq(b.scale, 1e-4) && a.shear.abs_diff_eq(b.shear, 1e-4));
    let mut morphs = one
        .morph_weights
        .iter()
        .zip(&other.morph_weights)
        .map(|(a, b)| (a - b).abs() < 1e-4);
    rigid.all(|it| it) && stretch.all(|it| it) && morphs.all(|it| it)
}

fn join(next: &Clip, fade: f32, mover: Option<JointIndex>) -> JoinedClip<'_> {
    JoinedClip {
        next,
        fade,
        rate: RATE,
        mover,
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn joined_clips_are_the_first_then_the_next(bends in prop::array::uniform2(-2.0_f32..2.0), fade in prop_oneof![Just(0.0_f32), 0.05_f32..1.0], times in prop::collection::vec(0.0_f32..1.0, 8)) {
        let skeleton = bent_chain(3);
        let base = base(&skeleton);
        let (first, next) = (walk(0, Vec3::X, bends[0]), walk(1, Vec3::Z, bends[1]));
        let joined = first.joined(&skeleton, &base, &FLAGS, &join(&next, fade, None)).unwrap();
        let offset = if fade > 0.0 { 1.0 - fade } else { 1.0 + 1.0 / 30.0 };
        prop_assert!((joined.duration() - (offset + 1.0)).abs() < 1e-5);
        for time in times {
            let [before, after] = [time * (1.0 - fade), fade + time * (1.0 - fade)];
            let at = |clip: &Clip, time| clip.sample(&skeleton, &base, time);
            prop_assert!(is_near(&at(&joined, before), &at(&first, before)), "{before}");
            prop_assert!(is_near(&at(&joined, offset + after), &at(&next, after)), "{after}");
        }
        let names: Vec<&str> = joined.markers().iter().map(|marker| marker.name.as_str()).collect();
        prop_assert_eq!(names.len(), 2);
        prop_assert_eq!(joined.repeat(), Repeat::Once);
    }

    /// From frame to frame nothing jumps, as long as both are less than half a turn apart.
    #[test]
    fn fades_are_smooth(bends in prop::array::uniform2(-1.3_f32..1.3), fade in 0.2_f32..1.0) {
        let skeleton = bent_chain(3);
        let base = base(&skeleton);
        let (first, next) = (walk(0, Vec3::X, bends[0]), walk(1, Vec3::X, bends[1]));
        let joined = first.joined(&skeleton, &base, &FLAGS, &join(&next, fade, Some(JointIndex(0)))).unwrap();
        let mut before = joined.sample(&skeleton, &base, 0.0);
        let mut time = 0.0;
        while time < joined.duration() {
            time += 1.0 / 60.0;
            let now = joined.sample(&skeleton, &base, time);
            for (a, b) in before.rigid.iter().zip(&now.rigid) {
                prop_assert!(a.rotation.angle_between(b.rotation) < 0.3, "{time}");
                prop_assert!(a.translation.distance(b.translation) < 0.05, "{time}");
            }
            before = now;
        }
    }
}

/// The next clip goes on from where the first has come to, turned as that: two quarter circles are a half one.
#[test]
fn the_way_over_the_ground_goes_on() {
    let skeleton = bent_chain(3);
    let base = base(&skeleton);
    let yaw = |angle: f32| Quat::from_rotation_y(angle) * Quat::from_rotation_z(0.2);
    let quarter = |id| {
        let from = Vec3::new(0.1, 0.5, 0.0);
        let places = vec![from, from + Vec3::Z];
        let places = Track::new([0.0, 1.0], places, Interpolation::Linear).unwrap();
        let turns =
            Track::new([0.0, 1.0], vec![yaw(0.0), yaw(1.5)], Interpolation::Linear).unwrap();
        let channels = [Channel::Translation(places), Channel::Rotation(turns)];
        let tracks = channels.map(|channel| JointTrack {
            joint: JointIndex(0),
            channel,
        });
        Clip::new(ClipId(id), None, 1.0).with_tracks(tracks.to_vec(), Vec::new())
    };
    let (first, next) = (quarter(0), quarter(1));
    let joined = first
        .joined(
            &skeleton,
            &base,
            &FLAGS,
            &join(&next, 0.2, Some(JointIndex(1))),
        )
        .unwrap();
    let root = |time: f32| {
        let pose = joined.sample(&skeleton, &base, time);
        let posed = forward(&skeleton, pose.user_transforms(), &FLAGS).unwrap();
        let frame = posed.model_from_posed_frame(JointIndex(0));
        (
            Vec3::from(frame.translation),
            Quat::from_mat3a(&frame.matrix3),
        )
    };
    let (_, turn) = root(joined.duration());
    // At 0.8 the first is turned by 1.2; from there the next turns by 1.5.
    assert!(turn.dot(yaw(2.7)).abs() > 1.0 - 1e-5, "{turn}");
    let [(from, _), (to, _)] = [root(0.8), root(joined.duration())];
    let way = Quat::from_rotation_y(1.2) * Vec3::Z;
    assert!((to - from).abs_diff_eq(way, 2e-3), "{} {way}", to - from);
    // Both mean the same in the middle of the fade: nothing slides.
    let (middle, _) = root(0.9);
    assert!(middle.distance(from) < 0.2, "{middle} {from}");
}

/// A curve that has ended before the fade stays as it is, whatever its last tangent says.
#[test]
fn curves_that_end_early_stay_until_the_fade() {
    let skeleton = bent_chain(3);
    let base = base(&skeleton);
    let (still, up) = (Vec3::new(0.1, 0.5, 0.0), Vec3::new(0.1, 1.5, 0.0));
    let values = vec![
        Vec3::ZERO,
        still,
        Vec3::ZERO,
        5.0 * Vec3::Y,
        up,
        5.0 * Vec3::Y,
    ];
    let places = Track::new([0.0, 1.0], values, Interpolation::CubicSpline).unwrap();
    let track = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(places),
    };
    let early = Clip::new(ClipId(0), None, 3.0)
        .with_tracks(vec![track], Vec::new())
        .with_duration(3.0);
    let joined = early
        .joined(&skeleton, &base, &FLAGS, &join(&early, 0.5, None))
        .unwrap();
    for time in [0.25, 0.75, 1.2, 1.7, 2.3, 2.5] {
        let [own, both] = [&early, &joined].map(|clip| clip.sample(&skeleton, &base, time));
        assert!(is_near(&own, &both), "{time}: {own:?} {both:?}");
    }
}

#[test]
fn keys_outside_the_fade_stay() {
    let skeleton = bent_chain(3);
    let base = base(&skeleton);
    let (first, next) = (walk(0, Vec3::X, 0.5), walk(1, Vec3::Z, 0.7));
    let joined = first
        .joined(&skeleton, &base, &FLAGS, &join(&next, 0.3, None))
        .unwrap();
    let bent = joined
        .tracks()
        .iter()
        .find(|track| track.joint == JointIndex(1))
        .unwrap();
    let Channel::Rotation(track) = &bent.channel else {
        panic!("a rotation")
    };
    // 0, 0.5, the fade from 0.7 to 1 in frames, then 1.2 and 1.7.
    assert!(
        track.times().contains(&0.5) && track.key_count() < 18,
        "{:?}",
        track.times()
    );
    assert_eq!(
        track.times().iter().filter(|time| **time > 1.001).count(),
        2,
        "{:?}",
        track.times()
    );
}

#[test]
fn a_clip_is_laid_over_another() {
    let skeleton = bent_chain(3);
    let base = base(&skeleton);
    let below = walk(0, Vec3::X, 0.5);
    let nod = Clip::new(ClipId(1), None, 0.4)
        .with_tracks(
            vec![rotation_track(
                2,
                &[(0.0, 0.3), (0.2, 0.6), (0.4, 0.3)],
                Interpolation::Linear,
            )],
            Vec::new(),
        )
        .with_repeat(Repeat::Loop);
    let laid = |layer, weight, joints| LaidClip {
        clip: &nod,
        layer,
        weight,
        joints,
        rate: RATE,
    };
    let at = |clip: &Clip, time: f32| clip.sample(&skeleton, &base, time);
    let head = |pose: &Pose| pose.rigid[2].rotation;
    let turn = |angle: f32| Quat::from_rotation_x(angle);
    let over = below
        .with_clip_over(&skeleton, &base, &laid(ClipLayer::Over, 1.0, None))
        .unwrap();
    assert!(head(&at(&over, 0.2)).dot(turn(0.6)).abs() > 1.0 - 1e-5);
    assert!(
        head(&at(&over, 0.6)).dot(turn(0.6)).abs() > 1.0 - 1e-5,
        "it begins again"
    );
    let half = below
        .with_clip_over(&skeleton, &base, &laid(ClipLayer::Over, 0.5, None))
        .unwrap();
    assert!(head(&at(&half, 0.2)).dot(turn(0.3)).abs() > 1.0 - 1e-5);
    let added = below
        .with_clip_over(
            &skeleton,
            &base,
            &laid(ClipLayer::AddedToBeginning, 2.0, None),
        )
        .unwrap();
    assert!(head(&at(&added, 0.2)).dot(turn(0.6)).abs() > 1.0 - 1e-5);
    assert!(head(&at(&added, 0.0)).dot(turn(0.0)).abs() > 1.0 - 1e-5);
    // All else stays as it is, key by key.
    assert_eq!(added.tracks()[..2], below.tracks()[..2]);
    assert_eq!(
        (added.duration(), added.morphs()),
        (below.duration(), below.morphs())
    );
    let none = BTreeSet::from([JointIndex(0)]);
    let masked = below
        .with_clip_over(&skeleton, &base, &laid(ClipLayer::Over, 1.0, Some(&none)))
        .unwrap();
    assert_eq!(masked, below);
}

/// A file may say that a clip lasts for years: no memory is taken for its frames.
#[test]
fn clips_without_end_are_refused() {
    let skeleton = bent_chain(3);
    let base = base(&skeleton);
    let long = walk(0, Vec3::X, 0.5).with_duration(1e9);
    let short = walk(1, Vec3::X, 0.5);
    let laid = LaidClip {
        clip: &short,
        layer: ClipLayer::Over,
        weight: 1.0,
        joints: None,
        rate: RATE,
    };
    let refused = long.with_clip_over(&skeleton, &base, &laid).unwrap_err();
    assert!(refused.to_string().contains("too long"), "{refused}");
    let carried = join(&long, 0.5, Some(JointIndex(0)));
    assert!(short.joined(&skeleton, &base, &FLAGS, &carried).is_err());
    // Without a way to carry only the fade is kept.
    let cut = join(&long, 0.5, None);
    assert!(short.joined(&skeleton, &base, &FLAGS, &cut).is_ok());
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let laid = LaidClip { rate, ..laid };
        assert!(
            short.with_clip_over(&skeleton, &base, &laid).is_err(),
            "{rate}"
        );
    }
}
