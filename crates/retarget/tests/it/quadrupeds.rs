//! Animals on four legs: their bones by names and by shape, and the motion of one on another.

use crate::support::{GO_ON, at_rest, find, joint_at, key};
use glam::{Quat, Vec3};
use retarget::{
    AnimalBone, BoneMap, ContactOptions, MappedBy, NamedMap, RetargetOptions, Retargeter, Slot,
};
use rig::{
    Channel, Clip, ClipId, HumanBone, Interpolation, JointTrack, Pose, ScaleInheritance, Skeleton,
    SkeletonBuilder, Track, forward,
};

/// Names of the trunk from the hips to the head, of the tail, and of front and hind legs on the left, for which `{}` stands.
struct Names {
    trunk: [&'static str; 5],
    tail: &'static str,
    front: [&'static str; 5],
    hind: [&'static str; 4],
}

const OURS: Names = Names {
    trunk: ["hips", "spine", "chest", "neck", "head"],
    tail: "tail_",
    front: [
        "scapula.{}",
        "upper_arm.{}",
        "forearm.{}",
        "hand.{}",
        "front_toes.{}",
    ],
    hind: ["thigh.{}", "shin.{}", "foot.{}", "hind_toes.{}"],
};
const OTHERS: [Names; 5] = [
    Names {
        trunk: ["Hips", "Spine", "Spine1", "Neck", "Head"],
        tail: "Tail",
        front: [
            "Shoulder.{}",
            "FrontUpperLeg.{}",
            "FrontLowerLeg.{}",
            "FrontFoot.{}",
            "FrontToes.{}",
        ],
        hind: [
            "BackUpperLeg.{}",
            "BackLowerLeg.{}",
            "BackFoot.{}",
            "BackToes.{}",
        ],
    },
    Names {
        trunk: ["root", "spine.001", "spine.002", "spine.003", "head"],
        tail: "tail.00",
        front: [
            "shoulder.{}",
            "front_thigh.{}",
            "front_shin.{}",
            "front_foot.{}",
            "front_toe.{}",
        ],
        hind: ["thigh.{}", "shin.{}", "foot.{}", "toe.{}"],
    },
    Names {
        trunk: ["pelvis", "back1", "back2", "neck", "head"],
        tail: "tail",
        front: [
            "{}_scapula",
            "{}_foreleg1",
            "{}_foreleg2",
            "{}_foreleg3",
            "{}_forepaw",
        ],
        hind: ["{}_hindleg1", "{}_hindleg2", "{}_hindleg3", "{}_hindpaw"],
    },
    Names {
        trunk: ["b_Hip", "b_Spine01", "b_Spine02", "b_Neck", "b_Head"],
        tail: "b_Tail0",
        front: [
            "b_{}Clavicle",
            "b_{}UpperArm",
            "b_{}ForeArm",
            "b_{}Hand",
            "b_{}HandToes",
        ],
        hind: ["b_{}Thigh", "b_{}Shin", "b_{}Foot", "b_{}Toe"],
    },
    // No names at all.
    Names {
        trunk: ["a", "b", "c", "d", "e"],
        tail: "",
        front: ["", "", "", "", ""],
        hind: ["", "", "", ""],
    },
];

/// A dog of this size, with so many joints in its tail.
fn dog(names: &Names, size: f32, tail: u8) -> Skeleton {
    let mut joints: Vec<(String, Option<usize>, Vec3)> = Vec::new();
    let at = |x: f32, y: f32, z: f32| size * Vec3::new(x, y, z);
    let trunk = [
        at(0.0, 0.6, 0.0),
        at(0.0, 0.62, 0.15),
        at(0.0, 0.6, 0.35),
        at(0.0, 0.7, 0.5),
        at(0.0, 0.82, 0.6),
    ];
    for (place, (name, at)) in names.trunk.iter().zip(trunk).enumerate() {
        joints.push(((*name).to_owned(), place.checked_sub(1), at));
    }
    let first = joints.len();
    for joint in 0..tail {
        let name = match names.tail {
            "" => format!("j{joint}"),
            tail => format!("{tail}{}", joint + 1),
        };
        let share = f32::from(joint) / f32::from(tail);
        let parent = match joint {
            0 => 0,
            joint => first + usize::from(joint) - 1,
        };
        joints.push((name, Some(parent), at(0.0, 0.62, -0.12 - 0.4 * share)));
    }
    for (side, x) in [("L", 1.0), ("R", -1.0)] {
        let front = [
            [0.05, 0.6, 0.36],
            [0.09, 0.45, 0.42],
            [0.09, 0.28, 0.36],
            [0.09, 0.1, 0.4],
            [0.09, 0.02, 0.44],
        ];
        let hind = [
            [0.08, 0.55, -0.05],
            [0.08, 0.33, 0.02],
            [0.08, 0.15, -0.1],
            [0.08, 0.02, -0.04],
        ];
        let legs = [
            (2, names.front.as_slice(), front.as_slice()),
            (0, &names.hind, &hind),
        ];
        for (root, names, places) in legs {
            for (place, (name, to)) in names.iter().zip(places).enumerate() {
                let last = joints.len() - 1;
                let parent = place.checked_sub(1).map_or(root, |_above| last);
                let name = match *name {
                    "" => format!("k{}", joints.len()),
                    name => name.replace("{}", side),
                };
                joints.push((name, Some(parent), at(x * to[0], to[1], to[2])));
            }
        }
    }
    build(&joints)
}

/// A skeleton of names, places of parents in the list, and places in the model.
fn build(joints: &[(String, Option<usize>, Vec3)]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, (name, parent, at)) in joints.iter().enumerate() {
        let from = parent.map_or(Vec3::ZERO, |parent| joints[parent].2);
        builder = builder.joint(key(place), parent.map(key), name, joint_at(*at - from));
    }
    builder.build().unwrap()
}

const PARTS: [(Slot, usize); 12] = [
    (Slot::Human(HumanBone::LeftShoulder), 0),
    (Slot::Human(HumanBone::LeftUpperArm), 1),
    (Slot::Human(HumanBone::LeftLowerArm), 2),
    (Slot::Human(HumanBone::LeftHand), 3),
    (Slot::Animal(AnimalBone::LeftFrontPaw), 4),
    (Slot::Human(HumanBone::LeftUpperLeg), 5),
    (Slot::Human(HumanBone::LeftLowerLeg), 6),
    (Slot::Human(HumanBone::LeftFoot), 7),
    (Slot::Human(HumanBone::LeftToes), 8),
    (Slot::Human(HumanBone::RightUpperArm), 10),
    (Slot::Animal(AnimalBone::RightFrontPaw), 13),
    (Slot::Human(HumanBone::RightToes), 17),
];

/// The joints as they were made, since a skeleton has them in an order of its own.
fn made(skeleton: &Skeleton, place: usize) -> rig::JointIndex {
    crate::support::joint_of(skeleton, place)
}

#[test]
fn legs_and_tail_are_found_by_names_and_by_shape() {
    for (number, names) in std::iter::once(&OURS).chain(&OTHERS).enumerate() {
        let skeleton = dog(names, 1.0, 4);
        let map = find(&skeleton);
        let is_nameless = names.tail.is_empty();
        for (slot, place) in PARTS {
            let mapped = map.get(&slot);
            let mapped = mapped.unwrap_or_else(|| panic!("{number}: {slot} of {map:?}"));
            let wanted = made(&skeleton, 5 + 4 + place);
            assert_eq!(mapped.joints, [wanted], "{number}: {slot}");
            assert_eq!(
                mapped.by == MappedBy::Shape,
                is_nameless,
                "{number}: {slot}"
            );
        }
        let tail = map.get(&AnimalBone::Tail.into()).unwrap();
        let wanted: Vec<_> = (5..9).map(|place| made(&skeleton, place)).collect();
        assert_eq!(tail.joints, wanted, "{number}");
        assert_eq!(
            map.joint(HumanBone::Hips),
            Some(made(&skeleton, 0)),
            "{number}"
        );
        assert_eq!(
            map.joint(HumanBone::Head),
            Some(made(&skeleton, 4)),
            "{number}"
        );
        let again = NamedMap::from_text(&map.named(&skeleton).to_text()).unwrap();
        assert_eq!(again.for_skeleton(&skeleton).unwrap(), map, "{number}");
    }
}

/// A trot with a wagging tail.
fn trot(skeleton: &Skeleton, map: &BoneMap) -> Clip {
    let times: Vec<f32> = (0..=30_u8).map(|frame| f32::from(frame) / 30.0).collect();
    let mut tracks = Vec::new();
    for (place, (slot, mapped)) in map.slots().enumerate() {
        for (&joint, link) in mapped.joints.iter().zip(1_u8..) {
            let phase = f32::from(u8::try_from(place).unwrap());
            let axis = match slot {
                Slot::Animal(AnimalBone::Tail) => Vec3::Y,
                _ => Vec3::X,
            };
            let turn = |time: &f32| {
                let angle = 0.25 * (std::f32::consts::TAU * time + phase + f32::from(link)).sin();
                Quat::from_axis_angle(axis, angle)
            };
            let keys = times.iter().map(turn).collect();
            let keys = Track::new(times.as_slice(), keys, Interpolation::Linear).unwrap();
            tracks.push(JointTrack {
                joint,
                channel: Channel::Rotation(keys),
            });
        }
    }
    let hips = map.joint(HumanBone::Hips).unwrap();
    let rest = skeleton.keyed_rest(hips).translation;
    let ways = times
        .iter()
        .map(|time| rest + 0.8 * time * Vec3::Z)
        .collect();
    tracks.push(JointTrack {
        joint: hips,
        channel: Channel::Translation(
            Track::new(times.as_slice(), ways, Interpolation::Linear).unwrap(),
        ),
    });
    Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new())
}

fn heads(skeleton: &Skeleton, clip: &Clip, time: f32) -> Vec<Vec3> {
    let flags = vec![ScaleInheritance::Children; skeleton.len()];
    let pose = clip.sample(skeleton, &Pose::rest(skeleton), time);
    let posed = forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let joints = skeleton.joints();
    let mut heads: Vec<(u32, Vec3)> = joints
        .map(|joint| {
            let head = posed.model_from_posed_frame(joint).translation;
            (skeleton.key(joint), head.into())
        })
        .collect();
    heads.sort_by_key(|(key, _)| *key);
    heads.into_iter().map(|(_, head)| head).collect()
}

#[test]
fn the_motion_of_a_dog_comes_onto_others() {
    let source = dog(&OURS, 1.0, 4);
    let source_map = find(&source);
    let clip = trot(&source, &source_map);
    for names in &OTHERS {
        let target = dog(names, 0.4, 4);
        let map = find(&target);
        let (from, onto) = (at_rest(&source, &source_map), at_rest(&target, &map));
        let retargeter = Retargeter::new(from, onto, &RetargetOptions::default()).unwrap();
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        for time in [0.0, 0.21, 0.5, 0.83, 1.0] {
            let [one, other] = [heads(&source, &clip, time), heads(&target, &moved, time)];
            for (one, other) in one.iter().zip(&other) {
                assert!(
                    (0.4 * *one).distance(*other) < 1e-3,
                    "{time}: {one} {other}"
                );
            }
        }
        let options = ContactOptions::default();
        let report = retargeter.report(&clip, &moved, &options, GO_ON).unwrap();
        assert_eq!(
            (report.unmapped_source, report.unmapped_target),
            (vec![], vec![])
        );
    }
}

/// A tail of more joints bends as one of fewer does.
#[test]
fn a_tail_bends_as_another_with_fewer_joints() {
    let (source, target) = (dog(&OURS, 1.0, 3), dog(&OTHERS[0], 1.0, 9));
    let maps = [find(&source), find(&target)];
    let clip = trot(&source, &maps[0]);
    let (from, onto) = (at_rest(&source, &maps[0]), at_rest(&target, &maps[1]));
    let retargeter = Retargeter::new(from, onto, &RetargetOptions::default()).unwrap();
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    for time in [0.1, 0.4, 0.7] {
        let [one, other] = [heads(&source, &clip, time), heads(&target, &moved, time)];
        // From the first joint of each to the last, as directions.
        let [one, other] = [(one, 7), (other, 13)]
            .map(|(heads, last): (Vec<Vec3>, usize)| (heads[last] - heads[5]).normalize());
        assert!(one.dot(other) > 0.98, "{time}: {one} {other}");
    }
}

/// Tails of coats and hair, and the feet of people, are no parts of animals.
#[test]
fn people_have_neither_tails_nor_paws() {
    let skeleton = dog(&OURS, 1.0, 4);
    let mut builder = SkeletonBuilder::new();
    for joint in skeleton.joints() {
        let name = skeleton.name(joint).replace("tail", "ponytail");
        let name = name.replace("front_toes", "ring_1 end");
        let parent = skeleton.parent(joint).map(|parent| skeleton.key(parent));
        let rest = skeleton.keyed_rest(joint).translation;
        builder = builder.joint(skeleton.key(joint), parent, &name, joint_at(rest));
    }
    let map = find(&builder.build().unwrap());
    for bone in AnimalBone::ALL {
        assert!(map.get(&bone.into()).is_none(), "{}", bone.name());
    }
}

#[test]
fn pairs_of_ones_own_are_read_and_move() {
    let (source, target) = (dog(&OURS, 1.0, 4), dog(&OTHERS[2], 1.0, 4));
    let text = "BoneMap(version: 1, pairs: {\"head\": \"back1\"})";
    let named = NamedMap::from_text(text).unwrap();
    let mut maps = [find(&source), find(&target)];
    let [from, onto] = &mut maps;
    let pair = |skeleton, map| retarget::MapToPair { skeleton, map };
    named
        .pair(pair(&source, from), pair(&target, onto))
        .unwrap();
    let slot = Slot::Free("head".to_owned());
    let joint = target.find("back1").unwrap();
    assert_eq!(maps[1].get(&slot).unwrap().joints, [joint]);
    let again = maps[0].named_with_pairs(&source, &maps[1], &target);
    assert_eq!(again.pairs, named.pairs);
    let again = NamedMap::from_text(&again.to_text()).unwrap();
    assert_eq!(again.pairs, named.pairs);
    assert!(!again.slots.contains_key(&slot));
}
