//! Clips mirrored, closed to loops, warped in time, and with root motion apart.

mod driven_keys;
mod euler;
mod key_tools;
mod layered;
mod merged;
mod repeated_time;
mod weighted;

use glam::{Affine3A, EulerRot, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, ClipId, Interpolation, JointChannel, JointIndex, JointPairs,
    JointTrack, KeyMode, KeyValue, LocalTransform, MorphTrack, NamePatterns, NewKey, Pose,
    RootMotion, RootMotionError, ScaleInheritance, Skeleton, SkeletonBuilder, Target, TimeWarp,
    Track, Trs, forward, mirror_pose,
};

const END: f32 = 2.0;

fn at(place: Vec3, turn: Quat) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation: place,
        rotation: turn,
        ..Trs::IDENTITY
    })
}

/// A root, hips, and an arm on each side whose axes are unlike.
fn skeleton(turn: Quat) -> Skeleton {
    let none = Quat::IDENTITY;
    SkeletonBuilder::new()
        .joint(0, None, "root", at(Vec3::ZERO, none))
        .joint(1, Some(0), "hips", at(Vec3::Y, Quat::from_rotation_y(0.3)))
        .joint(2, Some(1), "arm.L", at(Vec3::new(0.5, 0.2, 0.1), turn))
        .joint(
            3,
            Some(1),
            "arm.R",
            at(Vec3::new(-0.4, 0.3, 0.0), turn * Quat::from_rotation_x(0.7)),
        )
        .joint(4, Some(0), "prop", at(Vec3::Z, none))
        .build()
        .unwrap()
}

fn vectors(values: &[[f32; 3]], cubic: bool) -> Track<Vec3> {
    let count = if cubic {
        values.len() / 3
    } else {
        values.len()
    };
    let step = END / (count.max(2) - 1) as f32;
    let times: Vec<f32> = (0..count).map(|key| step * key as f32).collect();
    let values = values.iter().take(if cubic { 3 * count } else { count });
    let values = values.map(|value| Vec3::from_array(*value)).collect();
    let kind = if cubic {
        Interpolation::CubicSpline
    } else {
        Interpolation::Linear
    };
    Track::new(times, values, kind).unwrap()
}

fn turns(angles: &[[f32; 3]]) -> Track<Quat> {
    let step = END / (angles.len() - 1) as f32;
    let times: Vec<f32> = (0..angles.len()).map(|key| step * key as f32).collect();
    let turn = |[x, y, z]: &[f32; 3]| Quat::from_euler(EulerRot::XYZ, *x, *y, *z);
    Track::new(
        times,
        angles.iter().map(turn).collect(),
        Interpolation::Linear,
    )
    .unwrap()
}

fn clip(tracks: Vec<(u16, Channel)>) -> Clip {
    let tracks = tracks.into_iter().map(|(joint, channel)| JointTrack {
        joint: JointIndex(joint),
        channel,
    });
    Clip::new(ClipId(0), None, END).with_tracks(tracks.collect(), Vec::new())
}

/// A loop with keys that are all automatic, every half second. Small turns: a curve of rotations that is cut is nearly what it was.
fn automatic(place: &[[f32; 3]], turned: &[[f32; 3]]) -> Clip {
    let key = |channel: JointChannel, (step, value): (u8, KeyValue)| NewKey {
        target: Target::Joint(JointIndex(1), channel),
        time: f32::from(step) * 0.5,
        value,
        tangents: None,
        mode: Some(KeyMode::default()),
    };
    let places = (0..).zip(
        place
            .iter()
            .map(|at| KeyValue::Vector(Vec3::from_array(*at))),
    );
    let turn = |[x, y, z]: &[f32; 3]| {
        KeyValue::Rotation(Quat::from_euler(
            EulerRot::XYZ,
            0.15 * x,
            0.15 * y,
            0.15 * z,
        ))
    };
    let turns = (0..).zip(turned.iter().map(turn));
    let places = places.map(|at| key(JointChannel::Translation, at));
    let keys = places.chain(turns.map(|at| key(JointChannel::Rotation, at)));
    let clip = Clip::new(ClipId(0), None, END);
    clip.with_edit(&ClipEdit::SetKeys(keys.collect()))
        .unwrap()
        .0
}

fn with(clip: &Clip, set: Vec<AnyTrack>, remove: Vec<Target>) -> Clip {
    clip.with_edit(&ClipEdit::SetTracks { set, remove })
        .unwrap()
        .0
}

fn pose(clip: &Clip, skeleton: &Skeleton, time: f32) -> Pose {
    clip.sample(skeleton, &Pose::rest(skeleton), time)
}

fn is_near(one: &Pose, other: &Pose, off: f32) -> bool {
    let rigid = one.rigid.iter().zip(&other.rigid).all(|(one, other)| {
        let between = one.rotation.as_dquat().conjugate() * other.rotation.as_dquat();
        let turned = between.xyz().length() < f64::from(off);
        turned && one.translation.abs_diff_eq(other.translation, off)
    });
    let stretch = one.stretch.iter().zip(&other.stretch).all(|(one, other)| {
        one.scale.abs_diff_eq(other.scale, off) && one.shear.abs_diff_eq(other.shear, off)
    });
    rigid && stretch
}

fn frames(skeleton: &Skeleton, pose: &Pose) -> Vec<Affine3A> {
    let reach = vec![ScaleInheritance::Children; skeleton.len()];
    let posed = forward(skeleton, pose.user_transforms(), &reach).unwrap();
    skeleton
        .joints()
        .map(|joint| posed.model_from_posed_joint(joint))
        .collect()
}

fn three() -> impl Strategy<Value = [f32; 3]> + Clone {
    [-1.0..1.0_f32, -1.0..1.0_f32, -1.0..1.0_f32]
}

fn many(count: usize) -> impl Strategy<Value = Vec<[f32; 3]>> {
    proptest::collection::vec(three(), count)
}

fn any_turn() -> impl Strategy<Value = Quat> {
    prop_oneof![
        Just(Quat::IDENTITY),
        three().prop_map(|[x, y, z]| Quat::from_euler(EulerRot::XYZ, 3.0 * x, 3.0 * y, 3.0 * z)),
    ]
}

proptest! {
    /// Every pose of the mirrored clip is the mirror image of the pose, between keys too; twice mirrored is the clip.
    #[test]
    fn a_mirrored_clip_shows_mirrored_poses(
        turn in any_turn(), place in many(9), turned in many(4), scale in many(3), shear in many(3), time in 0.0..END,
    ) {
        let skeleton = skeleton(turn);
        let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
        let scale: Vec<[f32; 3]> = scale.into_iter().map(|scale| scale.map(|one| 1.0 + 0.4 * one)).collect();
        let shear: Vec<[f32; 3]> = shear.into_iter().map(|shear| shear.map(|one| 0.2 * one)).collect();
        let clip = clip(vec![
            (1, Channel::Translation(vectors(&place, true))),
            (1, Channel::Rotation(turns(&turned))),
            (2, Channel::Rotation(turns(&turned))),
            (2, Channel::Scale(vectors(&scale, false))),
            (3, Channel::Shear(vectors(&shear, false))),
            (4, Channel::Translation(vectors(&place, true))),
        ]);
        let tracks = clip.mirror_tracks(&skeleton, &pairs).unwrap();
        prop_assert_eq!(&tracks.resampled, &Vec::<JointIndex>::new());
        let seen = with(&clip, tracks.set, tracks.remove);
        let wanted = mirror_pose(&skeleton, &pose(&clip, &skeleton, time), &pairs);
        prop_assert!(is_near(&pose(&seen, &skeleton, time), &wanted, 2e-3));
        let again = seen.mirror_tracks(&skeleton, &pairs).unwrap();
        let again = with(&seen, again.set, again.remove);
        prop_assert!(is_near(&pose(&again, &skeleton, time), &pose(&clip, &skeleton, time), 2e-3));
    }

    /// The end is the beginning, bit for bit where it is a number, and nothing changes before the window.
    #[test]
    fn a_closed_loop_ends_where_it_begins(place in many(12), turned in many(4), seconds in 0.1..END, early in 0.0..1.0_f32) {
        let skeleton = skeleton(Quat::IDENTITY);
        let clip = clip(vec![
            (1, Channel::Translation(vectors(&place, true))),
            (2, Channel::Rotation(turns(&turned))),
        ]);
        let closed = with(&clip, clip.loop_closed(seconds).unwrap(), Vec::new());
        let [start, end] = [0.0, END].map(|time| pose(&closed, &skeleton, time));
        prop_assert_eq!(start.rigid[1].translation, end.rigid[1].translation);
        prop_assert!(is_near(&start, &end, 3e-5));
        prop_assert!(is_near(&start, &pose(&clip, &skeleton, 0.0), 1e-6));
        let before = early * (END - seconds) * 0.99;
        prop_assert!(is_near(&pose(&closed, &skeleton, before), &pose(&clip, &skeleton, before), 1e-3));
        let [_, rotation] = [0, 1].map(|_| closed.keys(Target::Joint(JointIndex(2), JointChannel::Rotation)));
        prop_assert!(rotation.is_some_and(|keys| keys.times().last() == Some(&END)));
    }

    /// Twice as fast shows the same at half the time, an ease shows the same at its ends, and the rest moves along.
    #[test]
    fn warps_show_the_same_at_another_time(place in many(12), turned in many(4), u in 0.0..1.0_f32, speed in 0.3..3.0_f32) {
        let skeleton = skeleton(Quat::IDENTITY);
        let clip = clip(vec![
            (1, Channel::Translation(vectors(&place, true))),
            (2, Channel::Rotation(turns(&turned))),
        ]);
        let all = clip.with_time_warp([0.0, END], TimeWarp::Speed(speed)).unwrap();
        prop_assert!((all.duration() - END / speed).abs() < 1e-5);
        let is = pose(&all, &skeleton, u * END / speed);
        prop_assert!(is_near(&is, &pose(&clip, &skeleton, u * END), 2e-3));
        let part = clip.with_time_warp([0.5, 1.5], TimeWarp::Speed(speed)).unwrap();
        let after = 0.5 + 1.0 / speed + 0.4;
        prop_assert!(is_near(&pose(&part, &skeleton, after), &pose(&clip, &skeleton, 1.9), 2e-3));
        let eased = clip.with_time_warp([0.0, END], TimeWarp::EaseInOut(0.8)).unwrap();
        prop_assert!((eased.duration() - END).abs() < 1e-5);
        let shown = 0.2 * u + 0.8 * u * u * (3.0 - 2.0 * u);
        let (is, was) = (pose(&eased, &skeleton, u * END), pose(&clip, &skeleton, shown * END));
        prop_assert!(is_near(&is, &was, 3e-2));
    }

    /// What was automatic stays as it was outside of the window, at the beginning too, where the ends have come together.
    #[test]
    fn a_loop_of_automatic_curves_begins_as_before(place in many(5), turned in many(5), seconds in 0.1..1.0_f32, early in 0.0..1.0_f32) {
        let skeleton = skeleton(Quat::IDENTITY);
        let clip = automatic(&place, &turned);
        let closed = with(&clip, clip.loop_closed(seconds).unwrap(), Vec::new());
        let time = early * (END - seconds) * 0.99;
        prop_assert!(is_near(&pose(&closed, &skeleton, time), &pose(&clip, &skeleton, time), 2e-3));
    }

    /// A warp of a part leaves the curves around it, also where automatic tangents go through the seam of the loop.
    #[test]
    fn a_warp_of_a_part_leaves_the_rest_of_a_loop(
        place in many(5), turned in many(5), ends in [0_u8..8, 1_u8..9], speed in 0.3..3.0_f32, eased in any::<bool>(), u in 0.0..1.0_f32,
    ) {
        let [one, other] = ends.map(|end| f32::from(end) * 0.25);
        prop_assume!(one != other);
        let [from, to] = [one.min(other), one.max(other)];
        let skeleton = skeleton(Quat::IDENTITY);
        let (mut place, mut turned) = (place, turned);
        (place[4], turned[4]) = (place[0], turned[0]);
        let clip = automatic(&place, &turned);
        let warp = if eased { TimeWarp::EaseIn(0.7) } else { TimeWarp::Speed(speed) };
        let after = clip.with_time_warp([from, to], warp).unwrap();
        let before = u * from;
        prop_assert!(is_near(&pose(&after, &skeleton, before), &pose(&clip, &skeleton, before), 2e-3), "before the range");
        let late = to + u * (END - to);
        let moved = warp.time_after([from, to], late);
        prop_assert!(is_near(&pose(&after, &skeleton, moved), &pose(&clip, &skeleton, late), 2e-3), "after the range");
        if !eased {
            let inside = from + u * (to - from);
            let moved = warp.time_after([from, to], inside);
            prop_assert!(is_near(&pose(&after, &skeleton, moved), &pose(&clip, &skeleton, inside), 4e-3), "inside");
        }
    }

    /// Taken out, the root moves over the ground and all other joints are where they were in the model; put back, the root
    /// stands still again.
    #[test]
    fn root_motion_goes_out_and_in(place in many(4), turned in many(4), u in 0.0..1.0_f32) {
        let skeleton = skeleton(Quat::IDENTITY);
        let turned: Vec<[f32; 3]> = turned.into_iter().map(|[x, y, z]| [0.3 * x, 1.5 * y, 0.3 * z]).collect();
        let clip = clip(vec![
            (1, Channel::Translation(vectors(&place, false))),
            (1, Channel::Rotation(turns(&turned))),
            (2, Channel::Rotation(turns(&turned))),
        ]);
        let (root, mover) = (JointIndex(0), JointIndex(1));
        let out = with(&clip, clip.root_motion(&skeleton, root, mover, RootMotion::Out).unwrap(), Vec::new());
        let time = u * END;
        let [was, is] = [&clip, &out].map(|clip| frames(&skeleton, &pose(clip, &skeleton, time)));
        for (joint, (was, is)) in was.iter().zip(&is).enumerate().skip(1) {
            prop_assert!(was.abs_diff_eq(*is, 1e-2), "{joint} {was} {is}");
        }
        let start = pose(&clip, &skeleton, 0.0);
        let [before, now] = [0.0, time].map(|time| frames(&skeleton, &pose(&clip, &skeleton, time))[1].translation);
        let carried = is[0].transform_point3a(glam::Vec3A::new(before.x, 0.0, before.z));
        prop_assert!((carried.x - now.x).hypot(carried.z - now.z) < 1e-2, "the root carries the hips over the ground");
        prop_assert!(carried.y.abs() < 1e-4);
        let back = with(&out, out.root_motion(&skeleton, root, mover, RootMotion::In).unwrap(), Vec::new());
        prop_assert!(is_near(&pose(&back, &skeleton, time), &pose(&clip, &skeleton, time), 3e-2));
        let still = with(&clip, clip.root_motion(&skeleton, root, mover, RootMotion::Dropped).unwrap(), Vec::new());
        let hips = frames(&skeleton, &pose(&still, &skeleton, time))[1].translation;
        let stands = frames(&skeleton, &start)[1].translation;
        prop_assert!((hips.x - stands.x).hypot(hips.z - stands.z) < 1e-2, "in place");
        prop_assert!((hips.y - now.y).abs() < 1e-2, "as high as before");
    }
}

#[test]
fn what_has_no_partner_stays_and_is_told() {
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "hips", at(Vec3::ZERO, Quat::IDENTITY))
        .joint(
            1,
            Some(0),
            "tail",
            at(Vec3::new(0.7, 0.0, 0.0), Quat::IDENTITY),
        )
        .build()
        .unwrap();
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let clip = clip(vec![(
        1,
        Channel::Translation(vectors(&[[0.0; 3], [1.0; 3]], false)),
    )]);
    let tracks = clip.mirror_tracks(&skeleton, &pairs).unwrap();
    assert_eq!((tracks.alone, tracks.set.len()), (vec![JointIndex(1)], 0));
}

#[test]
fn clips_that_cannot_be_changed_so_say_why_and_morphs_go_along() {
    let skeleton = skeleton(Quat::IDENTITY);
    let still = clip(Vec::new());
    let (root, mover) = (JointIndex(0), JointIndex(1));
    assert!(
        still
            .root_motion(&skeleton, root, mover, RootMotion::Out)
            .is_err()
    );
    let turning = clip(vec![(
        1,
        Channel::Translation(vectors(&[[0.0; 3], [1.0; 3]], false)),
    )]);
    let beside = JointIndex(4);
    assert!(matches!(
        turning.root_motion(&skeleton, beside, mover, RootMotion::Out),
        Err(RootMotionError::NotBelow)
    ));
    for speed in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(
            still
                .with_time_warp([0.0, END], TimeWarp::Speed(speed))
                .is_err(),
            "{speed}"
        );
    }
    assert!(
        still
            .with_time_warp([1.0, 1.0], TimeWarp::Speed(2.0))
            .is_err()
    );
    let track = Track::new([0.0, END], vec![0.0, 1.0], Interpolation::Linear).unwrap();
    let morph = Clip::new(ClipId(0), None, END)
        .with_tracks(Vec::new(), vec![MorphTrack { weight: 0, track }]);
    let closed = with(&morph, morph.loop_closed(0.5).unwrap(), Vec::new());
    for (time, wanted) in [(0.0, 0.0), (1.0, 0.5), (1.5, 0.75), (END, 0.0)] {
        let value = closed.morphs()[0].track.sample(time);
        assert!((value - wanted).abs() < 1e-6, "{time} {value}");
    }
    assert!(
        closed.loop_closed(0.5).unwrap().is_empty(),
        "it is closed already"
    );
}

/// Long clips are closed, and mirrored where scale and shear hang together, without a look at every key for every key.
#[test]
fn a_hundred_thousand_keys_are_closed_and_mirrored() {
    let times: Vec<f32> = (0..100_000_u32).map(|frame| frame as f32 / 60.0).collect();
    let end = times[99_999];
    let track = |from: f32| {
        let values = times
            .iter()
            .map(|time| Vec3::ONE + Vec3::X * (time * 0.1 + from).sin());
        Track::new(times.clone(), values.collect(), Interpolation::Linear).unwrap()
    };
    let skeleton = skeleton(Quat::from_rotation_x(0.4));
    let clip = clip(vec![
        (2, Channel::Scale(track(0.0))),
        (2, Channel::Shear(track(1.0))),
    ]);
    let closed = with(&clip, clip.loop_closed(end).unwrap(), Vec::new());
    let scale = |clip: &Clip, time: f32| pose(clip, &skeleton, time).stretch[2].scale;
    assert!(scale(&closed, 0.0).abs_diff_eq(scale(&closed, end), 1e-5));
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let tracks = clip.mirror_tracks(&skeleton, &pairs).unwrap();
    let seen = with(&clip, tracks.set, tracks.remove);
    assert_eq!(seen.key_count(), clip.key_count());
    let wanted = mirror_pose(&skeleton, &pose(&clip, &skeleton, 900.0), &pairs);
    assert!(is_near(&pose(&seen, &skeleton, 900.0), &wanted, 1e-3));
}
