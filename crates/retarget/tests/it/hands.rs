//! Hands that touch something stay there, and what a report says of them.

use crate::support::{GO_ON, at_rest, find, joint_at, key};
use glam::{Quat, Vec3};
use retarget::{BoneMap, ContactOptions, HeldTo, RetargetOptions, Retargeter, RootTravel};
use rig::{
    BodySide, Channel, Clip, ClipId, HumanBone, Interpolation, JointIndex, JointTrack, Pose,
    ScaleInheritance, Skeleton, SkeletonBuilder, Track, TwoBoneGoal, TwoBones, forward,
};

/// Frames of the motion, at 30 a second.
const FRAMES: u8 = 210;
/// Half the width of the shoulders, upper arm, forearm, hips to shoulders, hips above the ground.
#[derive(Clone, Copy)]
struct Body([f32; 5]);

const CAPTURE: Body = Body([0.18, 0.3, 0.27, 0.5, 0.95]);

const NAMES: [&str; 10] = [
    "Hips",
    "Spine",
    "Head",
    "UpperArm_L",
    "LowerArm_L",
    "Hand_L",
    "UpperArm_R",
    "LowerArm_R",
    "Hand_R",
    "Toes",
];

impl Body {
    fn skeleton(&self) -> Skeleton {
        let Self([half, upper, lower, back, hips]) = *self;
        let arm = |side: f32| {
            [
                Vec3::X * side * half,
                Vec3::X * side * upper,
                Vec3::X * side * lower,
            ]
        };
        let [left, right] = [arm(1.0), arm(-1.0)];
        let joints = [
            (None, Vec3::Y * hips),
            (Some(0), Vec3::Y * back),
            (Some(1), Vec3::Y * 0.25 * back),
            (Some(1), left[0]),
            (Some(3), left[1]),
            (Some(4), left[2]),
            (Some(1), right[0]),
            (Some(6), right[1]),
            (Some(7), right[2]),
            // Something on the ground, from which heights are told.
            (Some(0), Vec3::NEG_Y * hips),
        ];
        let mut builder = SkeletonBuilder::new();
        for (place, ((parent, way), name)) in joints.into_iter().zip(NAMES).enumerate() {
            builder = builder.joint(key(place), parent.map(key), name, joint_at(way));
        }
        builder.build().unwrap()
    }

    fn map(skeleton: &Skeleton) -> BoneMap {
        let mut map = find(skeleton);
        for (bone, name) in [
            (HumanBone::Hips, "Hips"),
            (HumanBone::Spine, "Spine"),
            (HumanBone::Head, "Head"),
        ] {
            map.set(bone.into(), vec![skeleton.find(name).unwrap()]);
        }
        map
    }
}

/// Where the hands are at a time, seen from the shoulders' middle: they clasp from 1 to 2 s, the left is at the head from 3 to 4 s, and the
/// right holds a rail from 5 to 6 s, while the hips go on.
fn hands(time: f32, hips: Vec3) -> [Vec3; 2] {
    let swing = 0.12 * (5.0 * time).sin();
    let free = [
        Vec3::new(0.3, -0.2 + swing, 0.25),
        Vec3::new(-0.3, -0.2, 0.25 + swing),
    ];
    let middle = Vec3::new(
        0.05 * (4.0 * time).sin(),
        -0.15,
        0.35 + 0.05 * (4.0 * time).cos(),
    );
    let half = 0.04 * Vec3::X;
    let rail = Vec3::new(-0.25, 1.35, 0.3 + 0.4 * 5.5) - hips - Vec3::Y * 0.5;
    let near = |from: f32| {
        let away = (from - time).max(time - from - 1.0).max(0.0);
        let share = (1.0 - 3.0 * away).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    };
    let [clasp, touch, hold] = [near(1.0), near(3.0), near(5.0)];
    let left = free[0].lerp(middle + half, clasp);
    let right = free[1].lerp(middle - half, clasp);
    let at_head = Vec3::new(0.1, 0.13, 0.1);
    [left.lerp(at_head, touch), right.lerp(rail, hold)]
}

fn motion(skeleton: &Skeleton, body: Body) -> Clip {
    let Body([half, upper, lower, back, height]) = body;
    let times: Vec<f32> = (0..=FRAMES).map(|frame| f32::from(frame) / 30.0).collect();
    let mut turns = vec![Vec::new(); skeleton.len()];
    let mut places = Vec::new();
    for &time in &times {
        let hips = Vec3::new(0.0, height + 0.02 * (9.0 * time).sin(), 0.4 * time);
        places.push(hips);
        for joint in [0, 1, 2, 9] {
            turns[joint].push(Quat::IDENTITY);
        }
        let shoulders = hips + Vec3::Y * back;
        for ((first, side), goal) in [(3, 1.0), (6, -1.0)].into_iter().zip(hands(time, hips)) {
            let root = shoulders + Vec3::X * side * half;
            let bones = TwoBones {
                root,
                middle: root + Vec3::X * side * upper,
                end: root + Vec3::X * side * (upper + lower),
                root_rotation: Quat::IDENTITY,
                middle_rotation: Quat::IDENTITY,
            };
            let reach = bones.reach(&TwoBoneGoal {
                target: shoulders + goal,
                pole: None,
                preferred_bend: Vec3::NEG_Z,
            });
            assert!(reach.is_reached, "{time}");
            let [upper, lower] = [reach.root_rotation, reach.middle_rotation];
            turns[first].push(upper);
            turns[first + 1].push(upper.conjugate() * lower);
            turns[first + 2].push(lower.conjugate());
        }
    }
    let joints = skeleton.joints().zip(turns);
    let mut tracks: Vec<JointTrack> = joints
        .map(|(joint, turns)| JointTrack {
            joint,
            channel: Channel::Rotation(
                Track::new(times.as_slice(), turns, Interpolation::Linear).unwrap(),
            ),
        })
        .collect();
    tracks.push(JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(
            Track::new(times.as_slice(), places, Interpolation::Linear).unwrap(),
        ),
    });
    Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new())
}

fn places(skeleton: &Skeleton, clip: &Clip, time: f32) -> Vec<Vec3> {
    let flags = vec![ScaleInheritance::Children; skeleton.len()];
    let pose = clip.sample(skeleton, &Pose::rest(skeleton), time);
    let posed = forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let head = |joint| Vec3::from(posed.model_from_posed_frame(joint).translation);
    skeleton.joints().map(head).collect()
}

#[test]
fn hands_stay_where_those_of_the_source_touch() {
    let source_skeleton = CAPTURE.skeleton();
    let source_map = Body::map(&source_skeleton);
    let clip = motion(&source_skeleton, CAPTURE);
    let options = ContactOptions::default();
    for body in [
        Body([0.24, 0.26, 0.3, 0.45, 0.9]),
        Body([0.3, 0.62, 0.5, 0.9, 2.0]),
    ] {
        let skeleton = body.skeleton();
        let map = Body::map(&skeleton);
        let retargeter = Retargeter::new(
            at_rest(&source_skeleton, &source_map),
            at_rest(&skeleton, &map),
            &RetargetOptions::default(),
        )
        .unwrap();
        let contacts = retargeter.hand_contacts(&clip, &options);
        let found: Vec<_> = contacts.iter().map(|it| (it.side, it.to)).collect();
        let (left, right) = (BodySide::Left, BodySide::Right);
        assert_eq!(
            found,
            [
                (left, HeldTo::OtherHand),
                (right, HeldTo::OtherHand),
                (left, HeldTo::Head),
                (right, HeldTo::Model)
            ],
            "{contacts:?}"
        );
        for (contact, from) in contacts.iter().zip([1.0, 1.0, 3.0, 5.0]) {
            let ends = [contact.from - from, contact.until - from - 1.0];
            assert!(ends.iter().all(|end| end.abs() < 0.1), "{contact:?}");
        }
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        let held = retargeter
            .hold_hands(&clip, &moved, &options, GO_ON)
            .unwrap();
        let most = |clip_of_target: &Clip| {
            let report = retargeter
                .report(&clip, clip_of_target, &options, GO_ON)
                .unwrap();
            assert_eq!(report.hands.len(), 2);
            let hands = report.hands.iter().map(|hand| hand.distance);
            hands.fold(0.0, f32::max)
        };
        let [before, after] = [most(&moved), most(&held)];
        assert!(before > 0.02 && after < 0.003, "{before} to {after}");
        check_places(&retargeter, [&clip, &held], [&source_skeleton, &skeleton]);
        // Nothing jumps: in a hundredth of a second a hand goes but centimeters of a person.
        let ratio = retargeter.ratio();
        let path: Vec<Vec<Vec3>> = (0..700_u16)
            .map(|sample| places(&skeleton, &held, f32::from(sample) / 100.0))
            .collect();
        for pair in path.windows(2) {
            for hand in [5, 8] {
                let step = pair[0][hand].distance(pair[1][hand]);
                assert!(step < 0.06 * ratio, "{step}");
            }
        }
    }
}

/// What the report says holds without it: distances between hands, to the head, and in the model.
fn check_places(retargeter: &Retargeter<'_>, clips: [&Clip; 2], skeletons: [&Skeleton; 2]) {
    let ratio = retargeter.ratio();
    let at = |side: usize, time: f32| places(skeletons[side], clips[side], time);
    for (time, from, to) in [(1.3, 5, 8), (1.7, 5, 8), (3.3, 2, 5), (3.7, 2, 5)] {
        let [source, target] = [at(0, time), at(1, time)];
        let apart = (target[to] - target[from]) - ratio * (source[to] - source[from]);
        assert!(apart.length() < 0.01 * ratio, "{time}: {apart}");
    }
    let rail = [5.2, 5.5, 5.8].map(|time| at(1, time)[8]);
    assert!(
        rail.iter().all(|at| at.distance(rail[0]) < 0.005 * ratio),
        "{rail:?}"
    );
}

#[test]
fn onto_itself_hands_are_where_they_were() {
    let skeleton = CAPTURE.skeleton();
    let map = Body::map(&skeleton);
    let side = at_rest(&skeleton, &map);
    let retargeter = Retargeter::new(side, side, &RetargetOptions::default()).unwrap();
    let clip = motion(&skeleton, CAPTURE);
    let options = ContactOptions::default();
    let held = retargeter
        .hold_hands(&clip, &clip, &options, GO_ON)
        .unwrap();
    for time in [0.0, 1.5, 2.5, 3.5, 4.5, 5.5, 7.0] {
        let [one, other] = [&clip, &held].map(|clip| places(&skeleton, clip, time));
        let apart = one
            .iter()
            .zip(&other)
            .map(|(one, other)| one.distance(*other));
        assert!(apart.fold(0.0, f32::max) < 0.01, "{time}");
    }
}

/// Idle hands hold on to nothing, nor do those of a character that stays in its place hold on to the model.
#[test]
fn what_touches_nothing_stays_as_it_is() {
    let skeleton = CAPTURE.skeleton();
    let map = Body::map(&skeleton);
    let side = at_rest(&skeleton, &map);
    let options = ContactOptions::default();
    let usual = RetargetOptions::default();
    let still = Clip::new(ClipId(0), None, 2.0);
    let retargeter = Retargeter::new(side, side, &usual).unwrap();
    assert_eq!(retargeter.hand_contacts(&still, &options), []);
    assert_eq!(
        retargeter.hold_hands(&still, &still, &options, GO_ON),
        Ok(still)
    );
    let stays = RetargetOptions {
        travel: RootTravel::InPlace,
        ..usual
    };
    let retargeter = Retargeter::new(side, side, &stays).unwrap();
    let clip = motion(&skeleton, CAPTURE);
    let contacts = retargeter.hand_contacts(&clip, &options);
    assert!(contacts.iter().all(|contact| contact.to != HeldTo::Model));
    let mut armless = map.clone();
    armless.clear(&HumanBone::LeftHand.into());
    let retargeter = Retargeter::new(side, at_rest(&skeleton, &armless), &usual).unwrap();
    assert_eq!(retargeter.hand_contacts(&clip, &options), []);
}
