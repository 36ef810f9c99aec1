//! Feet that stay where they stand, and what a report says of them.

use crate::support::{GO_ON, at_rest, find, joint_at, key};
use glam::{Quat, Vec3};
use retarget::{BoneMap, ContactOptions, RetargetOptions, Retargeter, plant_feet};
use rig::{
    BodySide, Channel, Clip, ClipId, HumanBone, Interpolation, JointIndex, JointTrack, Pose,
    ScaleInheritance, Skeleton, SkeletonBuilder, Track, TwoBoneGoal, TwoBones, forward,
};

/// Frames of the walk, at 30 a second.
const FRAMES: u8 = 120;
/// Samples of the clips, between its frames too.
const SAMPLES: u16 = 480;

/// Half the width of the hips, thigh, shin, height of the ankle, length of the foot.
pub(crate) struct Body(pub(crate) [f32; 5]);

impl Body {
    /// Hips, then thigh, shin, foot and toes of both sides.
    pub(crate) fn skeleton(&self, names: [&str; 5]) -> Skeleton {
        let Self([half, thigh, shin, ankle, foot]) = *self;
        let hips = Vec3::Y * (thigh + shin + ankle);
        let mut builder = SkeletonBuilder::new().joint(0, None, names[0], joint_at(hips));
        for (side, x) in [("L", half), ("R", -half)] {
            let ways = [
                Vec3::X * x,
                Vec3::NEG_Y * thigh,
                Vec3::NEG_Y * shin,
                Vec3::new(0.0, -ankle, foot),
            ];
            let first = if side == "L" { 1 } else { 5 };
            for (place, (name, way)) in names[1..].iter().zip(ways).enumerate() {
                let parent = place.checked_sub(1).map_or(0, |above| first + above);
                let name = format!("{name}_{side}");
                builder =
                    builder.joint(key(first + place), Some(key(parent)), &name, joint_at(way));
            }
        }
        builder.build().unwrap()
    }
}

/// Where a foot is put forward of the hips' start, and how high, at a time: it stands for 0.6 s and swings for 0.4 s.
fn step(time: f32, phase: f32, speed: f32) -> (f32, f32) {
    let cycle = (time + phase).floor();
    let within = time + phase - cycle;
    let stand = |cycle: f32| speed * (cycle - phase + 0.3);
    let swing = ((within - 0.6) / 0.4).clamp(0.0, 1.0);
    let eased = swing * swing * (3.0 - 2.0 * swing);
    let forward = stand(cycle) + eased * speed;
    (forward, 0.1 * (std::f32::consts::PI * swing).sin())
}

/// A walk along z whose feet stand firmly.
pub(crate) fn walk(skeleton: &Skeleton, body: &Body) -> Clip {
    let Body([half, thigh, shin, ankle, _]) = *body;
    let times: Vec<f32> = (0..=FRAMES).map(|frame| f32::from(frame) / 30.0).collect();
    let mut turns = vec![Vec::new(); skeleton.len()];
    let mut places = Vec::new();
    let height = 0.88 * (thigh + shin) + ankle;
    for &time in &times {
        let hips = Vec3::new(0.0, height + 0.01 * (12.0 * time).sin(), 1.2 * time);
        places.push(hips);
        turns[0].push(Quat::IDENTITY);
        for (first, x, phase) in [(1, half, 0.0), (5, -half, 0.5)] {
            let (forward, lift) = step(time, phase, 1.2);
            let root = hips + Vec3::X * x;
            let bones = TwoBones {
                root,
                middle: root - Vec3::Y * thigh,
                end: root - Vec3::Y * (thigh + shin),
                root_rotation: Quat::IDENTITY,
                middle_rotation: Quat::IDENTITY,
            };
            let reach = bones.reach(&TwoBoneGoal {
                target: Vec3::new(x, ankle + lift, forward),
                pole: None,
                preferred_bend: Vec3::Z,
            });
            assert!(reach.is_reached);
            let [upper, lower] = [reach.root_rotation, reach.middle_rotation];
            turns[first].push(upper);
            turns[first + 1].push(upper.conjugate() * lower);
            turns[first + 2].push(lower.conjugate());
            turns[first + 3].push(Quat::IDENTITY);
        }
    }
    let keyed = (0_u16..)
        .map(JointIndex)
        .zip(turns)
        .map(|(joint, turns)| JointTrack {
            joint,
            channel: Channel::Rotation(
                Track::new(times.as_slice(), turns, Interpolation::Linear).unwrap(),
            ),
        });
    let mut tracks: Vec<JointTrack> = keyed.collect();
    let way = Track::new(times.as_slice(), places, Interpolation::Linear).unwrap();
    tracks.push(JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(way),
    });
    Clip::new(ClipId(0), Some("walk".to_owned()), 0.0).with_tracks(tracks, Vec::new())
}

/// Where a joint is at many times.
pub(crate) fn path(skeleton: &Skeleton, clip: &Clip, joint: JointIndex) -> Vec<Vec3> {
    let flags = vec![ScaleInheritance::Children; skeleton.len()];
    let at = |sample: u16| {
        let time = clip.duration() * f32::from(sample) / f32::from(SAMPLES);
        let pose = clip.sample(skeleton, &Pose::rest(skeleton), time);
        let posed = forward(skeleton, pose.user_transforms(), &flags).unwrap();
        Vec3::from(posed.model_from_posed_frame(joint).translation)
    };
    (0..=SAMPLES).map(at).collect()
}

fn largest_step(path: &[Vec3]) -> f32 {
    path.windows(2)
        .map(|pair| pair[0].distance(pair[1]))
        .fold(0.0, f32::max)
}

pub(crate) const CAPTURE: Body = Body([0.1, 0.45, 0.42, 0.08, 0.14]);
pub(crate) const CAPTURE_NAMES: [&str; 5] = ["Hips", "UpperLeg", "LowerLeg", "Foot", "Toes"];
const NAMES: [&str; 5] = ["pelvis", "thigh", "calf", "foot", "ball"];

/// The capture, and a character with other proportions, with their maps.
pub(crate) fn both(body: &Body) -> ([Skeleton; 2], [BoneMap; 2]) {
    let skeletons = [CAPTURE.skeleton(CAPTURE_NAMES), body.skeleton(NAMES)];
    let maps = [find(&skeletons[0]), find(&skeletons[1])];
    (skeletons, maps)
}

/// A walk that slides, of its own character: planted it does not, and what has no feet stays as it is.
#[test]
fn feet_are_planted_where_they_stand() {
    let body = Body([0.2, 0.7, 0.35, 0.1, 0.2]);
    let (skeletons, maps) = both(&body);
    let [source, target] = [0, 1].map(|side| at_rest(&skeletons[side], &maps[side]));
    let retargeter = Retargeter::new(source, target, &RetargetOptions::default()).unwrap();
    let sliding = retargeter
        .clip(&walk(&skeletons[0], &CAPTURE), GO_ON)
        .unwrap();
    let options = ContactOptions::default();
    let planted = plant_feet(&skeletons[1], &maps[1], &sliding, &options, GO_ON).unwrap();
    assert_eq!(planted.before.len(), 2);
    assert!(planted.stands.len() > 4, "{:?}", planted.stands);
    for (before, after) in planted.before.iter().zip(&planted.after) {
        assert!(before.distance > 0.005, "{before:?}");
        assert!(after.distance < 1e-4, "{after:?}");
    }
    // Planted feet have nothing left to plant.
    let again = plant_feet(&skeletons[1], &maps[1], &planted.clip, &options, GO_ON).unwrap();
    assert!(
        again.before.iter().all(|slide| slide.distance < 2e-3),
        "{:?}",
        again.before
    );
    let still = Clip::new(ClipId(0), None, 1.0);
    let none = plant_feet(&skeletons[1], &maps[1], &still, &options, GO_ON);
    assert_eq!(none.unwrap().clip, still);
}

#[test]
fn feet_stay_where_those_of_the_source_stand() {
    let long_thighs = Body([0.2, 0.7, 0.35, 0.1, 0.2]);
    let short_legs = Body([0.07, 0.2, 0.3, 0.12, 0.2]);
    for body in [long_thighs, short_legs] {
        let (skeletons, maps) = both(&body);
        let [source, target] = [0, 1].map(|side| at_rest(&skeletons[side], &maps[side]));
        let retargeter = Retargeter::new(source, target, &RetargetOptions::default()).unwrap();
        let clip = walk(&skeletons[0], &CAPTURE);
        let options = ContactOptions::default();
        let stands = retargeter.stands(&clip, &options);
        // Four seconds have four steps of each foot, the first or last of them cut.
        let lefts = stands.iter().filter(|stand| stand.side == BodySide::Left);
        assert_eq!(lefts.count(), 4, "{stands:?}");
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        let pinned = retargeter.pin_feet(&clip, &moved, &options, GO_ON).unwrap();
        let slide = |clip_of_target: &Clip| {
            let report = retargeter
                .report(&clip, clip_of_target, &options, GO_ON)
                .unwrap();
            assert_eq!(report.slides.len(), 2);
            report
                .slides
                .iter()
                .map(|slide| slide.of_stride)
                .fold(0.0, f32::max)
        };
        let [before, after] = [slide(&moved), slide(&pinned)];
        assert!(before > 0.01, "{before}");
        assert!(after <= 0.01, "{after}, before {before}");
        // Measured without the report: between keys too.
        let ball = target.map.joint(HumanBone::LeftToes).unwrap();
        let [loose, held] = [&moved, &pinned].map(|clip| path(target.skeleton, clip, ball));
        for stand in stands.iter().filter(|stand| stand.side == BodySide::Left) {
            let time = |sample: u16| clip.duration() * f32::from(sample) / f32::from(SAMPLES);
            let is_within =
                |sample: &u16| stand.from < time(*sample) && time(*sample) < stand.until;
            let within = (0..=SAMPLES)
                .filter(is_within)
                .map(|sample| held[usize::from(sample)]);
            let within: Vec<Vec3> = within.collect();
            let away = within
                .iter()
                .map(|place| place.distance(within[0]))
                .fold(0.0, f32::max);
            assert!(away < 0.01, "{away}");
        }
        // Nothing jumps.
        assert!(
            largest_step(&held) < 2.0 * largest_step(&loose),
            "{}",
            largest_step(&held)
        );
    }
}

/// Where the motion fits already, hardly anything changes; the report finds nothing.
#[test]
fn onto_itself_feet_stay_as_they_are() {
    let (skeletons, maps) = both(&CAPTURE);
    let [source, target] = [0, 1].map(|side| at_rest(&skeletons[side], &maps[side]));
    let retargeter = Retargeter::new(source, target, &RetargetOptions::default()).unwrap();
    let clip = walk(&skeletons[0], &CAPTURE);
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    let options = ContactOptions::default();
    let pinned = retargeter.pin_feet(&clip, &moved, &options, GO_ON).unwrap();
    for joint in skeletons[1].joints() {
        let [one, other] = [&moved, &pinned].map(|clip| path(&skeletons[1], clip, joint));
        let apart = one
            .iter()
            .zip(&other)
            .map(|(one, other)| one.distance(*other));
        let apart = apart.fold(0.0, f32::max);
        assert!(apart < 0.02, "{apart}");
    }
    let report = retargeter.report(&clip, &moved, &options, GO_ON).unwrap();
    assert!(
        report.limbs.len() == 2 && report.limbs.iter().all(|limb| limb.distance < 1e-5),
        "{report:?}"
    );
    assert_eq!(
        (report.unmapped_source, report.unmapped_target),
        (vec![], vec![])
    );
}

/// Feet are lifted to the floor that is asked for.
#[test]
fn feet_stand_on_the_floor() {
    let (skeletons, maps) = both(&CAPTURE);
    let [source, target] = [0, 1].map(|side| at_rest(&skeletons[side], &maps[side]));
    let retargeter = Retargeter::new(source, target, &RetargetOptions::default()).unwrap();
    let clip = walk(&skeletons[0], &CAPTURE);
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    let options = ContactOptions {
        floor: Some(0.1),
        ..ContactOptions::default()
    };
    let pinned = retargeter.pin_feet(&clip, &moved, &options, GO_ON).unwrap();
    let ball = target.map.joint(HumanBone::RightToes).unwrap();
    let held = path(target.skeleton, &pinned, ball);
    let standing = held.iter().filter(|place| (place.y - 0.1).abs() < 2e-3);
    assert!(standing.count() > held.len() / 2);
}

#[test]
fn without_legs_nothing_stands() {
    let (skeletons, maps) = both(&CAPTURE);
    let mut armless = maps[1].clone();
    armless.clear(&HumanBone::LeftFoot.into());
    armless.clear(&HumanBone::RightLowerLeg.into());
    let retargeter = Retargeter::new(
        at_rest(&skeletons[0], &maps[0]),
        at_rest(&skeletons[1], &armless),
        &RetargetOptions::default(),
    )
    .unwrap();
    let clip = walk(&skeletons[0], &CAPTURE);
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    let options = ContactOptions::default();
    assert_eq!(retargeter.stands(&clip, &options), []);
    assert_eq!(
        retargeter.pin_feet(&clip, &moved, &options, GO_ON),
        Ok(moved)
    );
}
