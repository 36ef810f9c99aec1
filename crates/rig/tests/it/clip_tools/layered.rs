//! Clips with layers over them: seen, keyed through, merged.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AnimationLayer, Channel, Clip, ClipEdit, ClipId, ClipLayer, Interpolation, JointChannel,
    JointIndex, JointTrack, LayeredClip, LocalTransform, MorphTrack, Pose, Repeat, Rigid, Skeleton,
    SkeletonBuilder, Stretch, Track, Trs, WeightCurve, WeightKey,
};

use crate::support::{bent_chain, cases, rotation};

const JOINTS: u16 = 3;

fn turned(id: u32, keys: &[(u16, Quat)], moved: Vec3) -> Clip {
    let turn = |joint, to: Quat| JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Rotation(
            Track::new([0.0, 1.0], vec![Quat::IDENTITY, to], Interpolation::Linear).unwrap(),
        ),
    };
    let mut tracks: Vec<JointTrack> = keys.iter().map(|&(joint, to)| turn(joint, to)).collect();
    tracks.push(JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(
            Track::new([0.0, 1.0], vec![Vec3::ZERO, moved], Interpolation::Linear).unwrap(),
        ),
    });
    let morphs = MorphTrack {
        weight: 0,
        track: Track::new([0.0], vec![moved.x], Interpolation::Linear).unwrap(),
    };
    Clip::new(ClipId(id), None, 1.0).with_tracks(tracks, vec![morphs])
}

fn base(skeleton: &Skeleton) -> Pose {
    let mut pose = Pose::rest(skeleton);
    pose.morph_weights = vec![0.0];
    pose
}

fn kind() -> impl Strategy<Value = ClipLayer> {
    prop_oneof![
        Just(ClipLayer::Over),
        Just(ClipLayer::AddedToRest),
        Just(ClipLayer::AddedToBeginning),
    ]
}

/// Weights at which a layer neither hides what lies below it nor has no effect, and those at which it does.
///
/// What is added turns by 1 / weight of what is posed: from 0.1 on that is less than half a turn.
fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 4 => 0.1_f32..0.45]
}

fn layer() -> impl Strategy<Value = AnimationLayer> {
    let joints = prop::option::of(prop::collection::btree_set(
        (0..JOINTS).prop_map(JointIndex),
        0..3,
    ));
    (kind(), weight(), joints).prop_map(|(kind, weight, joints)| AnimationLayer {
        joints,
        ..AnimationLayer::new(ClipId(0), kind, weight)
    })
}

/// Turns of which those of four clips together stay below half a turn, so that means have a way back.
fn turn() -> impl Strategy<Value = Quat> {
    rotation().prop_map(|turn| {
        let (axis, angle) = turn.to_axis_angle();
        Quat::from_axis_angle(axis, angle.rem_euclid(0.6))
    })
}

fn stack() -> impl Strategy<Value = Vec<Clip>> {
    let clip = || (turn(), turn(), -1.0_f32..1.0);
    let layers = prop::collection::vec((clip(), layer()), 0..4);
    (clip(), layers).prop_map(|(below, layers)| {
        let of = |id, (one, other, moved): (Quat, Quat, f32)| {
            turned(id, &[(0, one), (2, other)], Vec3::new(moved, 0.3, 0.0))
        };
        let layers = (1..).zip(layers);
        let layers = layers.map(|(id, (clip, layer))| of(id, clip).with_layer(Some(layer)));
        std::iter::once(of(0, below)).chain(layers).collect()
    })
}

/// The clip with keys of two poses: at its beginning, and at a time.
fn keyed(clip: &Clip, skeleton: &Skeleton, poses: [&Pose; 2], time: f32) -> Clip {
    let mut tracks = Vec::new();
    for joint in skeleton.joints() {
        let locals = poses.map(|pose| {
            let user = rig::UserTransform {
                rigid: pose.rigid[joint.index()],
                linear: pose.stretch[joint.index()].to_mat3(),
            };
            skeleton.local_keys_of_user(joint, &user)
        });
        let rotations: Vec<Quat> = locals.iter().map(|local| local.rotation).collect();
        let translations: Vec<Vec3> = locals.iter().map(|local| local.translation).collect();
        tracks.push(JointTrack {
            joint,
            channel: Channel::Rotation(
                Track::new([0.0, time], rotations, Interpolation::Linear).unwrap(),
            ),
        });
        tracks.push(JointTrack {
            joint,
            channel: Channel::Translation(
                Track::new([0.0, time], translations, Interpolation::Linear).unwrap(),
            ),
        });
    }
    clip.clone().with_tracks(tracks, clip.morphs().to_vec())
}

/// How far two motions are apart in rotation, as the chord between the quaternions, and in translation.
fn apart(one: Rigid, other: Rigid) -> [f32; 2] {
    let (a, b) = (one.rotation, other.rotation);
    // The cosine of a small angle has no digits.
    let chord = (a - b).length().min((a + b).length());
    [chord, one.translation.distance(other.translation)]
}

proptest! {
    #![proptest_config(cases(200))]

    /// Whichever clip of a stack is keyed, what is seen then is what was posed, but for joints that are told to be hidden.
    ///
    /// No joint is hidden where each layer has all joints and a weight between 0 and 1. A layer that takes the place may miss: with a small
    /// weight it turns what is seen only so far.
    #[test]
    fn what_is_posed_is_seen(clips in stack(), of in 0_usize..4, posed in (rotation(), rotation()), time in 0.1_f32..0.9) {
        let skeleton = bent_chain(JOINTS.into());
        let base = base(&skeleton);
        let of = of % clips.len();
        let seen = LayeredClip::of(&clips[of], &clips);
        let mut wanted = seen.sample(&skeleton, &base, time);
        wanted.rigid[0] = wanted.rigid[0] * Rigid::new(Quat::from_axis_angle(posed.0 * Vec3::X, 0.05), Vec3::Y * 0.1);
        wanted.rigid[2].rotation *= Quat::from_axis_angle(posed.1 * Vec3::X, 0.06);
        let own = seen.own_pose(clips[of].id(), &skeleton, &base, time, &wanted);
        let mut layers = clips.iter().filter_map(Clip::layer);
        let is_extreme = layers.any(|layer| [0.0, 1.0].contains(&layer.weight.at(0.0)) || layer.joints.is_some());
        let takes_place = clips[of].layer().is_some_and(|layer| layer.kind == ClipLayer::Over);
        prop_assert!(is_extreme || takes_place || own.hidden.is_empty(), "{:?}", own.hidden);
        // A layer that is added since its beginning is so to the pose there, which stays.
        let under = seen.base_of(clips[of].id(), &skeleton, &base, 0.0);
        let start = clips[of].sample(&skeleton, &under, 0.0);
        let mut after = clips.clone();
        after[of] = keyed(&clips[of], &skeleton, [&start, &own.pose], time);
        let started = after[of].sample(&skeleton, &under, 0.0);
        let shown = LayeredClip::of(&after[of], &after).sample(&skeleton, &base, time);
        for joint in skeleton.joints() {
            let motion = |pose: &Pose| pose.rigid[joint.index()];
            let [turned, moved] = apart(motion(&started), motion(&start));
            prop_assert!(turned < 1e-5 && moved < 1e-5, "{joint:?} {started:?} {start:?}");
            if own.hidden.contains(&joint) {
                continue;
            }
            // Own poses are farther away by 1 / weight, and so is the rounding of f32: ten times here.
            let [turned, moved] = apart(motion(&shown), motion(&wanted));
            prop_assert!(turned < 1e-4 && moved < 2e-4, "{joint:?} {turned} {moved} {shown:?} {wanted:?}");
        }
    }

    /// Merged into one clip, it is seen as it was, on every frame.
    #[test]
    fn merged_is_as_seen(clips in stack(), frame in 0_u8..11) {
        let skeleton = bent_chain(JOINTS.into());
        let base = base(&skeleton);
        let seen = LayeredClip::of(&clips[0], &clips);
        let merged = seen.merged(&skeleton, &base, 10.0).unwrap();
        prop_assert_eq!(merged.layer(), None);
        let time = f32::from(frame) / 10.0;
        let [one, two] = [seen.sample(&skeleton, &base, time), merged.sample(&skeleton, &base, time)];
        for (one, two) in one.rigid.iter().zip(&two.rigid) {
            let [turned, moved] = apart(*one, *two);
            prop_assert!(turned < 1e-4 && moved < 1e-4, "{turned} {moved}");
        }
        prop_assert!((one.morph_weights[0] - two.morph_weights[0]).abs() < 1e-5);
    }

    /// A weight curve goes through its keys, and a layer without weight changes no bit.
    #[test]
    fn weights_go_through_their_keys(keys in prop::collection::vec((0_u8..40, -2.0_f32..2.0), 1..6)) {
        let keys: Vec<WeightKey> = keys.iter().map(|&(time, weight)| WeightKey { time: f32::from(time), weight }).collect();
        let curve = WeightCurve::new(keys.clone()).unwrap();
        for key in &keys {
            let last = keys.iter().rev().find(|other| other.time == key.time).unwrap();
            prop_assert_eq!(curve.at(key.time), last.weight);
        }
        let times: Vec<f32> = curve.keys().map(|key| key.time).collect();
        prop_assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn layers_that_are_muted_or_without_weight_change_nothing() {
    let skeleton = bent_chain(JOINTS.into());
    let base = base(&skeleton);
    let below = turned(0, &[(0, Quat::from_rotation_x(1.0))], Vec3::X);
    let over = |weight: f32, muted| {
        turned(1, &[(0, Quat::from_rotation_z(1.0))], Vec3::Y).with_layer(Some(AnimationLayer {
            muted,
            ..AnimationLayer::new(ClipId(0), ClipLayer::AddedToRest, weight)
        }))
    };
    let bare = below.sample(&skeleton, &base, 0.4);
    for layer in [over(0.0, false), over(1.0, true)] {
        let clips = [below.clone(), layer];
        let seen = LayeredClip::of(&clips[0], &clips);
        assert_eq!(seen.sample(&skeleton, &base, 0.4), bare);
    }
    let clips = [below.clone(), over(1.0, false)];
    let seen = LayeredClip::of(&clips[1], &clips);
    assert_eq!(
        seen.below().id(),
        ClipId(0),
        "a layer is seen with what lies below it"
    );
    assert_ne!(seen.sample(&skeleton, &base, 0.4), bare);
}

/// Under a parent that is scaled unevenly, turns are seen with stretches: the mean of two is more than a turn.
#[test]
fn merged_under_an_uneven_parent_is_as_seen() {
    let local = |scale| {
        LocalTransform::Trs(Trs {
            translation: Vec3::Y,
            rotation: Quat::IDENTITY,
            scale,
        })
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", local(Vec3::new(1.0, 3.0, 1.0)))
        .joint(1, Some(0), "", local(Vec3::ONE))
        .build()
        .unwrap();
    let base = base(&skeleton);
    let below = turned(0, &[(1, Quat::from_rotation_z(1.2))], Vec3::X);
    let over = turned(1, &[(1, Quat::from_rotation_x(-0.9))], Vec3::Y);
    let layer = AnimationLayer::new(ClipId(0), ClipLayer::Over, 0.5);
    let clips = [below, over.with_layer(Some(layer))];
    let seen = LayeredClip::of(&clips[0], &clips);
    let merged = seen.merged(&skeleton, &base, 10.0).unwrap();
    let kinds = |joint: u16| -> BTreeSet<JointChannel> {
        let own = merged.tracks().iter();
        let own = own.filter(|track| track.joint == JointIndex(joint));
        own.map(|track| track.channel.kind()).collect()
    };
    assert!(kinds(1).is_superset(&BTreeSet::from([
        JointChannel::Rotation,
        JointChannel::Scale,
        JointChannel::Shear
    ])));
    // What moves nothing has no track.
    assert_eq!(kinds(0), BTreeSet::from([JointChannel::Translation]));
    for frame in 0..=10_u8 {
        let time = f32::from(frame) / 10.0;
        let [one, two] = [
            seen.sample(&skeleton, &base, time),
            merged.sample(&skeleton, &base, time),
        ];
        let [turned, moved] = apart(one.rigid[1], two.rigid[1]);
        let [one, two] = [one, two].map(|pose| pose.stretch[1].to_mat3());
        let is_same = one.abs_diff_eq(two, 1e-4);
        assert!(
            turned < 1e-4 && moved < 1e-4 && is_same,
            "{time}: {turned} {moved} {one} {two}"
        );
    }
}

/// A layer whose clip is gone, or that lies over a layer, is seen by itself.
#[test]
fn layers_over_nothing_are_seen_by_themselves() {
    let skeleton = bent_chain(JOINTS.into());
    let base = base(&skeleton);
    let alone = turned(1, &[(0, Quat::from_rotation_z(1.0))], Vec3::Y);
    let over = |id| Some(AnimationLayer::new(ClipId(id), ClipLayer::AddedToRest, 1.0));
    let own = alone.sample(&skeleton, &base, 0.4);
    for of in [7, 1, 2] {
        let other = turned(2, &[(0, Quat::from_rotation_x(1.0))], Vec3::Z).with_layer(over(1));
        let clips = [alone.clone().with_layer(over(of)), other];
        let seen = LayeredClip::of(&clips[0], &clips);
        assert_eq!(seen.sample(&skeleton, &base, 0.4), own, "over {of}");
    }
}

/// A shorter layer begins again, and its weight goes by the time of the clip below.
#[test]
fn shorter_layers_go_on() {
    let skeleton = bent_chain(JOINTS.into());
    let base = base(&skeleton);
    let below = Clip::new(ClipId(0), None, 4.0);
    let curve = [(0.0, 0.0), (2.0, 1.0)].map(|(time, weight)| WeightKey { time, weight });
    let layer = AnimationLayer {
        weight: WeightCurve::new(curve.to_vec()).unwrap(),
        ..AnimationLayer::new(ClipId(0), ClipLayer::AddedToBeginning, 1.0)
    };
    let breath = turned(1, &[(1, Quat::from_rotation_x(0.8))], Vec3::ZERO)
        .with_repeat(Repeat::Loop)
        .with_layer(Some(layer));
    let clips = [below, breath];
    let seen = LayeredClip::of(&clips[0], &clips);
    let angle = |time: f32| {
        let pose = seen.sample(&skeleton, &base, time);
        assert_eq!(pose.stretch[1], Stretch::IDENTITY);
        pose.rigid[1].rotation.to_axis_angle().1
    };
    assert!(angle(0.0).abs() < 1e-4);
    assert!((angle(1.5) - 0.4 * 0.75).abs() < 1e-3, "{}", angle(1.5));
    assert!((angle(3.5) - 0.4).abs() < 1e-3, "{}", angle(3.5));
}

#[test]
fn a_layer_is_set_and_taken_away_by_edits() {
    let clip = turned(1, &[], Vec3::Y);
    let layer = AnimationLayer {
        joints: Some(BTreeSet::from([JointIndex(1)])),
        ..AnimationLayer::new(ClipId(0), ClipLayer::Over, 0.5)
    };
    let set = ClipEdit::SetLayer(Some(Box::new(layer.clone())));
    let (after, _) = clip.with_edit(&set).unwrap();
    assert_eq!(after.layer(), Some(&layer));
    assert_eq!(after.tracks(), clip.tracks());
    let (back, _) = after.with_edit(&ClipEdit::SetLayer(None)).unwrap();
    assert_eq!(back, clip);
}
