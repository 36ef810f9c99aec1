//! Edits of clips: what stays, what moves, and that curves do not overshoot.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    Channel, Clip, ClipEdit, ClipError, ClipId, Interpolation, JointChannel, JointIndex,
    JointTrack, Key, KeyAt, KeyKind, KeyMode, KeyValue, LocalTransform, NewKey, Pose, Repeat,
    Rigid, Segment, SkeletonBuilder, Stretch, Tangents, Target, Track, TrackHints, Trs,
    UserTransform,
};

use crate::support::{any_factor, cases, rotation, scale, translation};

const TARGET: Target = Target::Joint(JointIndex(0), JointChannel::Translation);
const TURN: Target = Target::Joint(JointIndex(0), JointChannel::Rotation);

fn key<T>(time: f32, value: T, still: T, mode: KeyMode) -> Key<T>
where
    T: Copy,
{
    Key {
        time,
        value,
        tangents: [still; 2],
        mode,
    }
}

fn mode() -> impl Strategy<Value = KeyMode> {
    use Tangents::{Aligned, Auto, Flat, Free};
    use prop::sample::select;
    let out = select(vec![Segment::Hold, Segment::Linear, Segment::Cubic]);
    let tangents = select(vec![Auto, Flat, Aligned, Free]);
    (out, tangents, select(KeyKind::ALL.to_vec())).prop_map(|(out, tangents, kind)| KeyMode {
        out,
        tangents,
        kind,
        ..KeyMode::default()
    })
}

/// Rising times, some close together and some far apart.
fn times(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f32>> {
    let gap = prop_oneof![4 => 0.02_f32..1.0, 1 => 2e-3_f32..5e-3, 1 => 10.0_f32..60.0];
    prop::collection::vec(gap, count).prop_map(|gaps| {
        let mut time = 0.0;
        gaps.into_iter()
            .map(|gap| {
                time += gap;
                time
            })
            .collect()
    })
}

fn vectors(auto: bool) -> impl Strategy<Value = Track<Vec3>> {
    times(1..7).prop_flat_map(move |times| {
        let keys = times.into_iter().map(move |time| {
            let mode = if auto {
                Just(KeyMode::default()).boxed()
            } else {
                mode().boxed()
            };
            (
                Just(time),
                translation(),
                [translation(), translation()],
                mode,
            )
                .prop_map(|(time, value, tangents, mode)| Key {
                    time,
                    value,
                    tangents,
                    mode,
                })
        });
        keys.collect::<Vec<_>>()
            .prop_map(|keys| Track::from_keys(keys, None).unwrap())
    })
}

fn turns() -> impl Strategy<Value = Track<Quat>> {
    times(1..7).prop_flat_map(|times| {
        let keys = times.into_iter().map(|time| {
            (Just(time), rotation(), mode()).prop_map(|(time, value, mode)| {
                key(time, value, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), mode)
            })
        });
        keys.collect::<Vec<_>>()
            .prop_map(|keys| Track::from_keys(keys, None).unwrap())
    })
}

/// The clip after an edit that it can take.
fn apply(clip: &Clip, edit: &ClipEdit) -> Clip {
    clip.with_edit(edit).unwrap().0
}

fn clip_of(channels: Vec<Channel>) -> Clip {
    let tracks = channels.into_iter().map(|channel| JointTrack {
        joint: JointIndex(0),
        channel,
    });
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks.collect(), Vec::new());
    apply(&clip, &ClipEdit::SetRepeat(Repeat::Once))
}

fn translation_of(clip: &Clip) -> &Track<Vec3> {
    let Some(rig::Keys::Vector(track)) = clip.keys(TARGET) else {
        unreachable!("the clip has the track");
    };
    track
}

fn set(target: Target, time: f32, value: KeyValue) -> ClipEdit {
    ClipEdit::SetKeys(vec![NewKey {
        target,
        time,
        value,
        tangents: None,
        mode: None,
    }])
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_list_of_keys_is_the_track(track in vectors(false), turns in turns()) {
        prop_assert_eq!(Track::from_keys(track.keys(), None).unwrap(), track);
        let again = Track::from_keys(turns.keys(), None).unwrap();
        prop_assert_eq!(again.keys().len(), turns.key_count());
        for (one, other) in again.keys().iter().zip(turns.keys()) {
            prop_assert_eq!(one.mode, other.mode);
            prop_assert_eq!(one.value, other.value);
        }
    }

    #[test]
    fn what_files_hold_keeps_its_bits(
        times in times(1..6),
        values in prop::collection::vec(translation(), 18),
        kind in 0..3_usize,
    ) {
        let kind = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline][kind];
        let per_key = if kind == Interpolation::CubicSpline { 3 } else { 1 };
        let values = values[..times.len() * per_key].to_vec();
        let track = Track::new(times, values, kind).unwrap();
        let again = Track::from_keys(track.keys(), Some(track.end())).unwrap();
        prop_assert!(again.modes().is_none());
        prop_assert_eq!(again, track);
    }

    #[test]
    fn a_key_set_and_deleted_leaves_the_bits(track in vectors(false), at in 0.0_f32..1.0, value in translation()) {
        let clip = clip_of(vec![Channel::Translation(track.clone())]);
        let time = at * clip.duration() + 0.001;
        prop_assume!(track.times().iter().all(|key| (key - time).abs() > 1e-3));
        let (with, _) = clip.with_edit(&set(TARGET, time, KeyValue::Vector(value))).unwrap();
        prop_assert_eq!(translation_of(&with).sample(time), value);
        let delete = ClipEdit::DeleteKeys(vec![KeyAt { target: TARGET, time }]);
        let (without, carried) = with.with_edit(&delete).unwrap();
        prop_assert_eq!(carried.gone.len(), 1);
        prop_assert_eq!(translation_of(&without), &track);
    }

    #[test]
    fn a_key_in_a_free_curve_keeps_the_curve(
        times in times(2..6),
        values in prop::collection::vec(translation(), 18),
        at in 0.05_f32..0.95,
    ) {
        let values = values[..times.len() * 3].to_vec();
        let track = Track::new(times, values, Interpolation::CubicSpline).unwrap();
        let clip = clip_of(vec![Channel::Translation(track.clone())]);
        let first = track.times()[0];
        let time = first + at * (track.end() - first);
        prop_assume!(track.times().iter().all(|key| (key - time).abs() > 1e-2));
        // Late times are coarse in f32.
        prop_assume!(clip.duration() < 8.0);
        let here = KeyValue::Vector(track.sample(time));
        let (with, _) = clip.with_edit(&set(TARGET, time, here)).unwrap();
        let size = 1.0 + track.values().iter().fold(0.0_f32, |most, value| most.max(value.length())) * (1.0 + clip.duration());
        for step in 0..=40_u8 {
            let time = clip.duration() * f32::from(step) / 40.0;
            let (was, is) = (track.sample(time), translation_of(&with).sample(time));
            prop_assert!(was.abs_diff_eq(is, 2e-4 * size), "{was} {is} at {time}");
        }
    }

    #[test]
    fn automatic_curves_never_overshoot(track in vectors(true)) {
        for pair in track.times().windows(2) {
            let (start, end) = (track.sample(pair[0]), track.sample(pair[1]));
            let (low, high) = (start.min(end), start.max(end));
            let slack = Vec3::splat(1e-5 * (1.0 + low.abs().max(high.abs()).max_element()));
            for step in 1..20_u8 {
                let time = pair[0] + (pair[1] - pair[0]) * f32::from(step) / 20.0;
                let value = track.sample(time);
                prop_assert!(value.cmpge(low - slack).all() && value.cmple(high + slack).all(), "{value} outside {low} {high}");
            }
        }
    }

    #[test]
    fn automatic_turns_about_one_axis_never_run_back(
        times in times(2..6),
        angles in prop::collection::vec(-1.5_f32..1.5, 6),
        axis in translation().prop_filter("a direction", |axis| axis.length() > 1e-3 && axis.is_finite()),
    ) {
        let axis = axis.normalize();
        let still = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let keys = times.iter().zip(&angles).map(|(&time, &angle)| {
            key(time, Quat::from_axis_angle(axis, angle), still, KeyMode::default())
        });
        let track = Track::from_keys(keys.collect(), None).unwrap();
        let angle_at = |time: f32| {
            let turn = track.sample(time);
            2.0 * turn.xyz().dot(axis).atan2(turn.w)
        };
        for (pair, ends) in times.windows(2).zip(angles.windows(2)) {
            let (low, high) = (ends[0].min(ends[1]) - 1e-3, ends[0].max(ends[1]) + 1e-3);
            for step in 1..16_u8 {
                let angle = angle_at(pair[0] + (pair[1] - pair[0]) * f32::from(step) / 16.0);
                prop_assert!((low..=high).contains(&angle), "{angle} outside {low} {high}");
            }
        }
    }

    #[test]
    fn playing_shows_what_scrubbing_shows(
        track in vectors(false),
        turns in turns(),
        steps in prop::collection::vec(-0.2_f32..1.0, 24),
    ) {
        let skeleton = SkeletonBuilder::new().joint(0, None, "", LocalTransform::default()).build().unwrap();
        let clip = clip_of(vec![Channel::Translation(track), Channel::Rotation(turns)]);
        let base = Pose::rest(&skeleton);
        let (mut hints, mut pose, mut time) = (TrackHints::default(), base.clone(), 0.0);
        for step in steps {
            time += step;
            clip.sample_into(&skeleton, time, &mut hints, &mut pose);
            prop_assert_eq!(&pose, &clip.sample(&skeleton, &base, time));
        }
    }

    #[test]
    fn what_is_keyed_is_shown(
        rests in [trs_of_rest(), trs_of_rest()],
        turn in rotation(),
        place in translation(),
        scale in [any_factor(), any_factor(), any_factor()],
        shear in [-0.8_f32..0.8, -0.8_f32..0.8, -0.8_f32..0.8],
    ) {
        let [above, own] = rests;
        let skeleton = SkeletonBuilder::new()
            .joint(0, None, "", LocalTransform::Trs(above))
            .joint(1, Some(0), "", LocalTransform::Trs(own))
            .build()
            .unwrap();
        let joint = JointIndex(1);
        let stretch = Stretch { scale: Vec3::from_array(scale), shear: Vec3::from_array(shear) };
        let user = UserTransform { rigid: Rigid::new(turn, place), linear: stretch.to_mat3() };
        let keys = skeleton.local_keys_of_user(joint, &user);
        let seen = skeleton.user_of_local_keys(joint, &keys);
        let size = 1.0 + place.length() + stretch.scale.abs().max_element() + stretch.shear.abs().max_element();
        let (was, is) = (user.to_affine(), seen.to_affine());
        prop_assert!(is.abs_diff_eq(was, 2e-4 * size), "{was:?} {is:?}");
        if skeleton.has_even_rest(joint) {
            let parts = seen.linear.abs_diff_eq(user.linear, 1e-4 * size);
            prop_assert!(parts && seen.rigid.rotation.dot(turn).abs() > 1.0 - 1e-5, "{user:?} {seen:?}");
        }
    }

    #[test]
    fn retimed_keys_are_where_they_were_sent(track in vectors(false), by in 0.0_f32..3.0, factor in 0.3_f32..3.0) {
        prop_assume!(track.end() < 8.0);
        let clip = clip_of(vec![Channel::Translation(track.clone())]);
        let keys: Vec<KeyAt> = track.times().iter().map(|&time| KeyAt { target: TARGET, time }).collect();
        let sent: Vec<(KeyAt, f32)> = keys.iter().map(|&key| (key, key.time * factor + by)).collect();
        let retime = ClipEdit::Retime { keys: sent.clone(), tangent_factor: factor };
        let (after, carried) = clip.with_edit(&retime).unwrap();
        let followed = carried.selection_after(&keys.iter().copied().collect());
        let expected: BTreeSet<KeyAt> = sent.iter().map(|&(_, time)| KeyAt { target: TARGET, time }).collect();
        prop_assert_eq!(followed, expected);
        let size = 1.0 + track.values().iter().fold(0.0_f32, |most, value| most.max(value.length())) * (1.0 + clip.duration());
        for step in 0..=20_u8 {
            let time = clip.duration() * f32::from(step) / 20.0;
            let (was, is) = (track.sample(time), translation_of(&after).sample(time * factor + by));
            let holds = track.modes().is_some_and(|modes| modes.iter().any(|mode| mode.out == Segment::Hold));
            prop_assert!(holds || was.abs_diff_eq(is, 1e-3 * size), "{was} {is} at {time}");
        }
    }
}

fn trs_of_rest() -> impl Strategy<Value = Trs> {
    let even = prop_oneof![Just(1.0_f32), 0.01_f32..3.0].prop_map(Vec3::splat);
    let scale = prop_oneof![2 => even, 1 => scale().prop_filter("not flat", |scale| {
        let size = scale.abs();
        size.min_element() > 0.05 && size.max_element() < 20.0
    })];
    (
        translation().prop_map(|place| place.clamp_length_max(10.0)),
        rotation(),
        scale,
    )
        .prop_map(|(translation, rotation, scale)| Trs {
            translation,
            rotation,
            scale,
        })
}

fn two_keys() -> Clip {
    let track = Track::new([0.0, 1.0], vec![Vec3::ZERO, Vec3::X], Interpolation::Linear).unwrap();
    clip_of(vec![Channel::Translation(track)])
}

fn at(time: f32) -> KeyAt {
    KeyAt {
        target: TARGET,
        time,
    }
}

#[test]
fn bad_edits_are_refused_and_change_nothing() {
    let clip = two_keys();
    let refused = |edit: &ClipEdit| clip.with_edit(edit).unwrap_err();
    let x = KeyValue::Vector(Vec3::X);
    assert!(matches!(
        refused(&set(TARGET, -1.0, x)),
        ClipError::Time { .. }
    ));
    assert!(matches!(
        refused(&set(TARGET, f32::NAN, x)),
        ClipError::Time { .. }
    ));
    assert!(matches!(
        refused(&set(TARGET, 0.5, KeyValue::Number(1.0))),
        ClipError::Value
    ));
    let nan = KeyValue::Vector(Vec3::NAN);
    assert!(matches!(
        refused(&set(TARGET, 0.5, nan)),
        ClipError::Track(_)
    ));
    let collide = ClipEdit::Retime {
        keys: vec![(at(0.0), 0.5), (at(1.0), 0.5)],
        tangent_factor: 1.0,
    };
    assert!(matches!(refused(&collide), ClipError::Collision { .. }));
    let early = ClipEdit::Retime {
        keys: vec![(at(0.0), -0.5)],
        tangent_factor: 1.0,
    };
    assert!(matches!(refused(&early), ClipError::Time { .. }));
    let tangents = [nan, nan];
    let wild = ClipEdit::SetTangents {
        key: at(0.0),
        tangents,
        mode: Tangents::Free,
    };
    let cubic = ClipEdit::SetModes {
        keys: vec![at(0.0), at(1.0)],
        out: Some(Segment::Cubic),
        tangents: None,
    };
    let curved = apply(&clip, &cubic);
    assert!(curved.with_edit(&wild).is_err());
    assert_eq!(
        clip.with_edit(&ClipEdit::DeleteKeys(vec![at(0.7)]))
            .unwrap()
            .0,
        clip
    );
}

#[test]
fn moved_keys_overwrite_and_leave_the_end_of_the_clip() {
    let clip = two_keys();
    let onto = ClipEdit::Retime {
        keys: vec![(at(0.0), 1.0)],
        tangent_factor: 1.0,
    };
    let (after, carried) = clip.with_edit(&onto).unwrap();
    assert_eq!(translation_of(&after).times(), [1.0]);
    assert_eq!(carried.gone, [at(1.0)]);
    assert_eq!(translation_of(&after).sample(0.0), Vec3::ZERO);
    let out = ClipEdit::Retime {
        keys: vec![(at(1.0), 4.0)],
        tangent_factor: 1.0,
    };
    let (beyond, _) = clip.with_edit(&out).unwrap();
    assert_eq!((beyond.duration(), beyond.last_key()), (1.0, 4.0));
    let (longer, _) = beyond.with_edit(&ClipEdit::SetDuration(4.0)).unwrap();
    let (empty, _) = longer
        .with_edit(&ClipEdit::DeleteKeys(vec![at(0.0), at(4.0)]))
        .unwrap();
    assert!(empty.is_empty());
    assert_eq!(empty.duration(), 4.0);
    let (shorter, _) = longer.with_edit(&ClipEdit::SetDuration(0.5)).unwrap();
    assert_eq!((shorter.duration(), shorter.last_key()), (0.5, 4.0));
    // Keys that are set, in contrast, are to be played.
    let new = NewKey {
        target: at(0.0).target,
        time: 3.0,
        value: KeyValue::Vector(Vec3::X),
        tangents: None,
        mode: None,
    };
    let (set, _) = shorter.with_edit(&ClipEdit::SetKeys(vec![new])).unwrap();
    assert_eq!((set.duration(), set.last_key()), (3.0, 4.0));
}

#[test]
fn time_turned_round_shows_the_same_backwards() {
    let modes = [
        Segment::Linear,
        Segment::Hold,
        Segment::Cubic,
        Segment::Cubic,
    ];
    let keys = modes.iter().zip(0_u8..).map(|(&out, place)| {
        let mode = KeyMode {
            out,
            tangents: Tangents::Free,
            ..KeyMode::default()
        };
        let value = Vec3::splat(f32::from(place * place));
        Key {
            time: f32::from(place),
            value,
            tangents: [Vec3::X, Vec3::Y],
            mode,
        }
    });
    let track = Track::from_keys(keys.collect(), None).unwrap();
    let clip = clip_of(vec![Channel::Translation(track.clone())]);
    let keys = track
        .times()
        .iter()
        .map(|&time| (at(time), 3.0 - time))
        .collect();
    let (after, _) = clip
        .with_edit(&ClipEdit::Retime {
            keys,
            tangent_factor: -1.0,
        })
        .unwrap();
    for time in [0.3, 0.8, 2.2, 2.9] {
        let (was, is) = (
            track.sample(time),
            translation_of(&after).sample(3.0 - time),
        );
        assert!(was.abs_diff_eq(is, 1e-4), "{was} {is} at {time}");
    }
}

#[test]
fn a_loop_passes_its_seam_without_a_stop() {
    let still = Vec3::ZERO;
    let values = [0.0_f32, 1.0, 0.0, -1.0, 0.0];
    let keys = values
        .iter()
        .zip(0_u8..)
        .map(|(&x, place)| key(f32::from(place), Vec3::X * x, still, KeyMode::default()));
    let keys: Vec<_> = keys.collect();
    let looped = Track::from_keys(keys.clone(), Some(4.0)).unwrap().keys();
    assert!(looped[0].tangents[1].x > 0.5, "{:?}", looped[0]);
    assert_eq!(looped[0].tangents, looped[4].tangents);
    let once = Track::from_keys(keys.clone(), None).unwrap().keys();
    assert_eq!(once[0].tangents[1], Vec3::ZERO);
    // Only where the clip begins again right there: not where it goes on after its last key, nor where it begins before its first.
    let longer = Track::from_keys(keys.clone(), Some(5.0)).unwrap().keys();
    assert_eq!(longer[0].tangents[1], Vec3::ZERO);
    let later = keys.iter().map(|key| Key {
        time: key.time + 0.5,
        ..*key
    });
    let later = Track::from_keys(later.collect(), Some(4.5)).unwrap().keys();
    assert_eq!(later[0].tangents[1], Vec3::ZERO);
    // A clip that gets longer is another loop.
    let track = Track::from_keys(keys, Some(4.0)).unwrap();
    let clip = clip_of(vec![Channel::Translation(track)]);
    let clip = apply(&clip, &ClipEdit::SetRepeat(Repeat::Loop));
    let slope = |clip: &Clip| translation_of(clip).keys()[0].tangents[1].x;
    assert!(slope(&clip) > 0.5);
    let longer = apply(&clip, &ClipEdit::SetDuration(5.0));
    assert_eq!(slope(&longer), 0.0);
    let again = apply(&longer, &ClipEdit::SetDuration(4.0));
    assert_eq!(again, clip);
}

#[test]
fn a_hundred_thousand_keys_are_edited() {
    let times: Vec<f32> = (0..100_000_u32).map(|frame| frame as f32 / 60.0).collect();
    let values = times
        .iter()
        .map(|&time| Quat::from_rotation_y(time))
        .collect();
    let track = Track::new(times, values, Interpolation::Linear).unwrap();
    let clip = clip_of(vec![Channel::Rotation(track)]);
    let value = KeyValue::Rotation(Quat::from_rotation_x(1.0));
    // Between all of them, the last first.
    let between = (0..100_000_u32).rev().map(|frame| NewKey {
        target: TURN,
        time: (frame as f32 + 0.5) / 60.0,
        value,
        tangents: None,
        mode: None,
    });
    let (after, _) = clip
        .with_edit(&ClipEdit::SetKeys(between.collect()))
        .unwrap();
    assert_eq!(after.key_count(), 200_000);
    let Some(rig::Keys::Rotation(track)) = after.keys(TURN) else {
        panic!("the track is there");
    };
    assert!(track.sample(1.0 / 120.0).dot(Quat::from_rotation_x(1.0)) > 1.0 - 1e-6);
    assert!(track.sample(10.0).dot(Quat::from_rotation_y(10.0)).abs() > 1.0 - 1e-6);
}

/// Of new keys at one time the last counts; where a key stands already, it keeps its time, and the edit says so.
#[test]
fn keys_are_set_in_order_and_say_where_they_are() {
    let clip = two_keys();
    let new = |time: f32, x: f32| NewKey {
        target: TARGET,
        time,
        value: KeyValue::Vector(Vec3::X * x),
        tangents: None,
        mode: None,
    };
    let keys = vec![
        new(1.00004, 5.0),
        new(0.5, 1.0),
        new(0.50004, 2.0),
        new(0.5, 3.0),
    ];
    let (after, carried) = clip.with_edit(&ClipEdit::SetKeys(keys)).unwrap();
    let track = translation_of(&after);
    assert_eq!(track.times(), [0.0, 0.5, 1.0]);
    let values: Vec<f32> = track.keys().iter().map(|key| key.value.x).collect();
    assert_eq!(values, [0.0, 3.0, 5.0]);
    let asked = [at(1.00004), at(0.5), at(0.50004)].into_iter().collect();
    assert_eq!(
        carried.selection_after(&asked),
        BTreeSet::from([at(0.5), at(1.0)])
    );
}

/// One key after another of a straight track becomes cubic: none of them stops.
#[test]
fn every_straight_key_that_becomes_cubic_is_automatic() {
    let values = [0.0_f32, 1.0, 2.0, 3.0].map(|x| Vec3::X * x).to_vec();
    let track = Track::new([0.0, 1.0, 2.0, 3.0], values, Interpolation::Linear).unwrap();
    let straight = clip_of(vec![Channel::Translation(track)]);
    let segment = |time, out| ClipEdit::SetModes {
        keys: vec![at(time)],
        out: Some(out),
        tangents: None,
    };
    let clip = apply(&straight, &segment(1.0, Segment::Cubic));
    let clip = apply(&clip, &segment(2.0, Segment::Cubic));
    for key in &translation_of(&clip).keys()[1..3] {
        assert_eq!(key.mode.tangents, Tangents::Auto);
        assert!((key.tangents[1].x - 1.0).abs() < 1e-6, "{key:?}");
    }
    // Tangents that were set by hand stay, also over a straight line in between.
    let own = ClipEdit::SetTangents {
        key: at(1.0),
        tangents: [KeyValue::Vector(Vec3::Y); 2],
        mode: Tangents::Free,
    };
    let clip = apply(&apply(&clip, &own), &segment(1.0, Segment::Linear));
    let clip = apply(&clip, &segment(1.0, Segment::Cubic));
    assert_eq!(translation_of(&clip).keys()[1].tangents, [Vec3::Y; 2]);
}

/// Files may hold such keys: they stay, or come nearer to the beginning.
#[test]
fn keys_before_the_beginning_can_stay() {
    let values = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let track = Track::new([-0.5, -0.25, 1.0], values, Interpolation::Linear).unwrap();
    let clip = clip_of(vec![Channel::Translation(track)]);
    let moved = |to: [f32; 2]| {
        clip.with_edit(&ClipEdit::Retime {
            keys: vec![(at(-0.5), to[0]), (at(1.0), to[1])],
            tangent_factor: 1.0,
        })
    };
    let times = |to: [f32; 2]| translation_of(&moved(to).unwrap().0).times().to_vec();
    assert_eq!(times([-0.5, 2.0]), [-0.5, -0.25, 2.0]);
    assert_eq!(times([-0.4, 0.5]), [-0.4, -0.25, 0.5]);
    assert!(matches!(moved([-0.6, 1.0]), Err(ClipError::Time { .. })));
    assert!(matches!(moved([-0.5, -0.1]), Err(ClipError::Time { .. })));
}
