//! Bones found by the names that programs, games and people write: a table of conventions, each mapped exactly.

use crate::support::{find, joint_at, key};
use glam::Vec3;
use retarget::Slot;
use rig::{BodySide, HumanBone, Skeleton, SkeletonBuilder};

const TABLE: &str = include_str!("../conventions.txt");

/// A joint, its parent, and the bone that it should be found to be; of twist joints the bone that they turn with.
struct Joint {
    name: String,
    parent: Option<usize>,
    at: Vec3,
    bone: Option<HumanBone>,
    is_twist: bool,
}

#[derive(Default)]
struct Figure {
    joints: Vec<Joint>,
}

/// The joints of a part of a row: name and letter.
fn joints(part: &str) -> Vec<(&str, &str)> {
    let all = part.split(", ").map(str::trim).filter(|it| !it.is_empty());
    all.map(|joint| joint.rsplit_once(' ').unwrap()).collect()
}

fn sided(pattern: &str, side: BodySide) -> String {
    let mut name = String::new();
    for part in pattern.split('<') {
        let Some((sides, rest)) = part.split_once('>') else {
            name += part;
            continue;
        };
        let (left, right) = sides.split_once('|').unwrap();
        name += match side {
            BodySide::Left => left,
            BodySide::Right => right,
        };
        name += rest;
    }
    name
}

fn on(bone: HumanBone, side: BodySide) -> HumanBone {
    match side {
        BodySide::Left => bone,
        BodySide::Right => bone.mirrored(),
    }
}

fn finger_bone(letter: &str, place: usize) -> Option<HumanBone> {
    let first = match letter {
        "t" => HumanBone::LeftThumbMetacarpal,
        "i" => HumanBone::LeftIndexProximal,
        "m" => HumanBone::LeftMiddleProximal,
        "r" => HumanBone::LeftRingProximal,
        "l" => HumanBone::LeftLittleProximal,
        _ => return None,
    };
    let at = HumanBone::ALL
        .iter()
        .position(|bone| *bone == first)
        .unwrap();
    Some(HumanBone::ALL[at + place])
}

impl Figure {
    fn add(
        &mut self,
        name: &str,
        parent: Option<usize>,
        way: Vec3,
        bone: Option<HumanBone>,
    ) -> usize {
        let from = parent.map_or(Vec3::ZERO, |parent| self.joints[parent].at);
        self.joints.push(Joint {
            name: name.to_owned(),
            parent,
            at: from + way,
            bone,
            is_twist: false,
        });
        self.joints.len() - 1
    }

    fn of_row(row: &str) -> (String, Self) {
        let mut parts = row.split(" | ");
        let who = parts.next().unwrap().to_owned();
        let [trunk, arm, leg] = [0; 3].map(|_| joints(parts.next().unwrap().trim_end_matches('|')));
        let fingers = parts.next().unwrap_or("");
        let mut figure = Self::default();
        let (mut above, mut hips, mut back) = (None, 0, 0);
        for (name, letter) in trunk {
            let bone = match letter {
                "h" => Some(HumanBone::Hips),
                "s" => Some(HumanBone::Spine),
                "c" => Some(HumanBone::Chest),
                "u" => Some(HumanBone::UpperChest),
                "n" => Some(HumanBone::Neck),
                "H" => Some(HumanBone::Head),
                _ => None,
            };
            let way = match letter {
                "h" => Vec3::Y,
                "-" if above.is_none() => Vec3::ZERO,
                _ => 0.12 * Vec3::Y,
            };
            let joint = figure.add(name, above, way, bone);
            above = Some(joint);
            match letter {
                "h" => (hips, back) = (joint, joint),
                "s" | "c" | "u" => back = joint,
                _ => (),
            }
        }
        for side in [BodySide::Left, BodySide::Right] {
            let out = match side {
                BodySide::Left => Vec3::X,
                BodySide::Right => Vec3::NEG_X,
            };
            let hand = figure.add_limb(&arm, side, back, [0.1 * out, 0.2 * out], false);
            let ways = [0.1 * out, -0.4 * Vec3::Y];
            figure.add_limb(&leg, side, hips, ways, true);
            for (place, finger) in fingers.split(';').enumerate() {
                let spread = 0.02 * f32::from(u8::try_from(place).unwrap()) * Vec3::Z;
                figure.add_finger(&joints(finger), side, hand, (0.03 * out, spread));
            }
        }
        (who, figure)
    }

    /// Returns the hand.
    fn add_limb(
        &mut self,
        limb: &[(&str, &str)],
        side: BodySide,
        from: usize,
        [first, way]: [Vec3; 2],
        is_leg: bool,
    ) -> usize {
        let mut above = from;
        let mut hand = from;
        let mut last = None;
        for (place, (pattern, letter)) in limb.iter().enumerate() {
            let bone = match (*letter, is_leg) {
                ("C", _) => Some(HumanBone::LeftShoulder),
                ("S", _) => Some(HumanBone::LeftUpperArm),
                ("E", _) => Some(HumanBone::LeftLowerArm),
                ("W", _) => Some(HumanBone::LeftHand),
                ("H", true) => Some(HumanBone::LeftUpperLeg),
                ("K", true) => Some(HumanBone::LeftLowerLeg),
                ("A", true) => Some(HumanBone::LeftFoot),
                ("F", true) => Some(HumanBone::LeftToes),
                ("t", _) => last,
                _ => None,
            };
            last = bone;
            let step = match *letter {
                _ if place == 0 => first,
                "F" => 0.1 * Vec3::Z,
                // A collarbone is shorter than an arm.
                "S" => 0.5 * way,
                _ => way,
            };
            let bone = bone.map(|bone| on(bone, side));
            above = self.add(&sided(pattern, side), Some(above), step, bone);
            self.joints[above].is_twist = *letter == "t";
            if *letter == "W" {
                hand = above;
            }
        }
        hand
    }

    fn add_finger(
        &mut self,
        finger: &[(&str, &str)],
        side: BodySide,
        hand: usize,
        (way, spread): (Vec3, Vec3),
    ) {
        let (mut above, mut count) = (hand, 0);
        for (pattern, letter) in finger {
            let bone = finger_bone(letter, count).map(|bone| on(bone, side));
            count += usize::from(bone.is_some());
            let step = if above == hand { way + spread } else { way };
            above = self.add(&sided(pattern, side), Some(above), step, bone);
        }
    }

    fn skeleton(&self) -> Skeleton {
        let mut builder = SkeletonBuilder::new();
        for (place, joint) in self.joints.iter().enumerate() {
            let from = joint
                .parent
                .map_or(Vec3::ZERO, |parent| self.joints[parent].at);
            builder = builder.joint(
                key(place),
                joint.parent.map(key),
                &joint.name,
                joint_at(joint.at - from),
            );
        }
        builder.build().unwrap()
    }
}

#[test]
fn every_convention_is_mapped() {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut faults = Vec::new();
    let mut count = 0;
    for row in rows {
        let (who, figure) = Figure::of_row(row);
        let skeleton = figure.skeleton();
        let map = find(&skeleton);
        map.check(&skeleton).unwrap();
        count += 1;
        for joint in skeleton.joints() {
            let wanted = &figure.joints[skeleton.key(joint) as usize];
            let slot = map.slot_of(joint);
            let is_twist = slot.is_some_and(|slot| map.get(slot).unwrap().twists.contains(&joint));
            let expected = wanted.bone.map(Slot::Human);
            if slot != expected.as_ref() || is_twist != wanted.is_twist {
                faults.push(format!(
                    "{who}: {} is {slot:?} {is_twist}, not {expected:?}",
                    wanted.name
                ));
            }
        }
        for (slot, mapped) in map.slots() {
            if mapped.sureness < 0.7 {
                faults.push(format!("{who}: {slot} is sure to {}", mapped.sureness));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{}\n{} faults",
        faults.join("\n"),
        faults.len()
    );
    assert!(count >= 45);
}

/// Without names the same figure is found by its shape, whichever way it looks.
#[test]
fn a_figure_without_names_is_mapped_by_shape() {
    let row = TABLE
        .lines()
        .find(|line| line.starts_with("Unreal |"))
        .unwrap();
    for turn in [Vec3::ONE, Vec3::new(-1.0, 1.0, -1.0)] {
        let (_, mut figure) = Figure::of_row(row);
        for joint in &mut figure.joints {
            joint.name.clear();
            joint.at *= turn;
        }
        let skeleton = figure.skeleton();
        let map = find(&skeleton);
        map.check(&skeleton).unwrap();
        let expected = figure.joints.iter().filter_map(|joint| joint.bone);
        let is_limb =
            |bone: &HumanBone| *bone <= HumanBone::RightHand && !bone.name().ends_with("Toes");
        for bone in expected.filter(is_limb) {
            let joint = map.joint(bone).map(|joint| skeleton.key(joint) as usize);
            let found = joint.and_then(|joint| figure.joints[joint].bone);
            assert_eq!(found, Some(bone), "{turn}");
        }
    }
}
