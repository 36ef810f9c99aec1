//! Pairs by the names of joints, as programs, games and people write them: a table of conventions, each paired exactly.

use std::collections::BTreeSet;

use glam::{Affine3A, Vec3};
use proptest::prelude::*;
use rig::{
    BindPose, JointIndex, JointPairs, LocalTransform, NamePatterns, PairEvidence, PairedBy,
    Skeleton, SkeletonBuilder, Trs,
};

use crate::support::{cases, key};

/// A convention a line; how it is written its head says.
const TABLE: &str = include_str!("../conventions.txt");

/// Joints of the middle whose names look as if they had a side.
const TRAPS: [&str; 11] = [
    "Pelvis_root",
    "Roll",
    "Lower",
    "Tail_r",
    "lowerjaw",
    "Collar",
    "L1",
    "rib",
    "LOD0",
    "Rear",
    "skull",
];

/// How somebody names joints.
struct Convention {
    who: &'static str,
    sides: Vec<Pattern>,
    /// Joints of the middle.
    middle: Vec<&'static str>,
}

/// How joints are named that are on both sides.
#[derive(Clone, Copy)]
struct Pattern {
    text: &'static str,
    /// Whether its marks are rare, and the shape of the skeleton may tell before they do.
    is_rare: bool,
}

impl Pattern {
    fn of(text: &'static str) -> Self {
        Self {
            text: text.trim_start_matches('~'),
            is_rare: text.starts_with('~'),
        }
    }
}

fn conventions() -> Vec<Convention> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let convention = |row: &'static str| {
        let mut parts = row.split(" | ");
        let mut part = || parts.next().unwrap();
        Convention {
            who: part(),
            sides: part().split(", ").map(Pattern::of).collect(),
            middle: part().split(", ").collect(),
        }
    };
    rows.map(convention).collect()
}

/// The name that a pattern stands for on one side, with a number where it has a place for one.
fn name_of(pattern: &str, is_left: bool, number: usize) -> String {
    let mut name = String::new();
    for part in pattern.split('<') {
        let Some((sides, rest)) = part.split_once('>') else {
            name += part;
            continue;
        };
        let (left, right) = sides.split_once('|').unwrap();
        name += if is_left { left } else { right };
        name += rest;
    }
    name.replace('#', &number.to_string())
}

/// What is made of a convention.
#[derive(Clone, Debug)]
struct Choice {
    /// The pattern that is taken first, and how many are.
    first: usize,
    count: usize,
    /// The number that counters go on from.
    number: usize,
    /// How far joints of the right are off, from -1 to 1.
    off: Vec<[f32; 3]>,
    /// Whether each joint follows the one before on its side.
    follows: Vec<bool>,
    /// In which order joints are listed: by these numbers.
    order: Vec<u16>,
    /// Whether the two sides hang on joints that are no partners, so that names alone tell.
    is_apart: bool,
}

fn any_choice() -> impl Strategy<Value = Choice> {
    (
        (0..8_usize, 1..9_usize, 1..40_usize, any::<bool>()),
        prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 8),
        prop::collection::vec(any::<bool>(), 8),
        prop::collection::vec(any::<u16>(), 48),
    )
        .prop_map(
            |((first, count, number, is_apart), off, follows, order)| Choice {
                first,
                count,
                number,
                off,
                follows,
                order,
                is_apart,
            },
        )
}

/// A joint, and what it should be paired with, by their places in the list.
struct Joint {
    name: String,
    parent: Option<usize>,
    at: Vec3,
    partner: Option<usize>,
    /// Whether the shape of the skeleton may have told its partner before its name did.
    is_shaped: bool,
}

/// A figure of joints that are named by a convention.
struct Figure {
    joints: Vec<Joint>,
    /// How many of them, the last ones, are on the two sides.
    n_sided: usize,
}

impl Figure {
    fn new(convention: &Convention, choice: &Choice) -> Self {
        let mut figure = Self {
            joints: Vec::new(),
            n_sided: 0,
        };
        figure.add_middle(convention);
        // Without a partner: neither names nor places say that they have one.
        let crates = figure.add("crate", 0, Vec3::new(0.9, 0.2, 0.8));
        let barrel = figure.add("barrel", 0, Vec3::new(-0.3, 1.7, -0.9));
        figure.add("Sword_R", 0, Vec3::new(-0.6, 2.9, 0.5));
        let hold = if choice.is_apart {
            [crates, barrel]
        } else {
            [0, 0]
        };
        figure.add_sides(convention, choice, hold);
        figure
    }

    /// Adds a joint without a partner.
    fn add(&mut self, name: &str, parent: usize, at: Vec3) -> usize {
        self.joints.push(Joint {
            name: name.to_owned(),
            parent: (!self.joints.is_empty()).then_some(parent),
            at,
            partner: None,
            is_shaped: false,
        });
        self.joints.len() - 1
    }

    /// A chain in the middle.
    fn add_middle(&mut self, convention: &Convention) {
        for (place, name) in convention.middle.iter().chain(&TRAPS).enumerate() {
            let height = 1.0 + 0.06 * f32::from(u8::try_from(place).unwrap());
            let parent = place.saturating_sub(1);
            let joint = self.add(name, parent, Vec3::new(0.0, height, 0.0));
            self.joints[joint].partner = Some(joint);
        }
    }

    fn add_sides(&mut self, convention: &Convention, choice: &Choice, hold: [usize; 2]) {
        let patterns = convention.sides.iter().cycle().skip(choice.first);
        let count = choice.count.min(convention.sides.len());
        let mut above = hold;
        for (place, pattern) in patterns.take(count).enumerate() {
            let number = choice.number + 14 * place;
            let along = |step: usize, times: usize, of: usize| {
                0.01 * f32::from(u8::try_from(step * (place * times % of)).unwrap())
            };
            let left = Vec3::new(
                0.35 + along(9, 1, 9),
                0.1 + along(17, 5, 7),
                along(20, 3, 5),
            );
            let off = Vec3::from_array(choice.off[place]);
            // Where places are not to tell, none is that of the partner. The shape of the skeleton may, before marks that are rare.
            let off = match choice.is_apart {
                true => 0.06 * off + 0.04 * off.signum(),
                false => 0.017 * off,
            };
            let right = left * Vec3::new(-1.0, 1.0, 1.0) + off;
            let parents = if choice.follows[place] { above } else { hold };
            let names = [(true, number), (false, number + 7)];
            let [on_left, on_right] =
                names.map(|(is_left, number)| name_of(pattern.text, is_left, number));
            let left = self.add(&on_left, parents[0], left);
            let right = self.add(&on_right, parents[1], right);
            for joint in [left, right] {
                // What holds the sides are no partners, so that below it the shape tells nothing.
                self.joints[joint].is_shaped = pattern.is_rare && parents != hold;
            }
            self.joints[left].partner = Some(right);
            self.joints[right].partner = Some(left);
            self.n_sided += 2;
            above = [left, right];
        }
    }

    /// The skeleton, whose joints are listed in another order; their keys are their places here.
    fn skeleton(&self, order: &[u16]) -> Skeleton {
        let mut places: Vec<usize> = (0..self.joints.len()).collect();
        places.sort_by_key(|&place| order[place % order.len()]);
        let mut builder = SkeletonBuilder::new();
        for place in places {
            let joint = &self.joints[place];
            let from = joint.parent.map_or(Vec3::ZERO, |it| self.joints[it].at);
            let local = LocalTransform::Trs(Trs {
                translation: joint.at - from,
                ..Trs::IDENTITY
            });
            builder = builder.joint(key(place), joint.parent.map(key), &joint.name, local);
        }
        builder.build().unwrap()
    }
}

/// That each joint has the partner it should have, and not by its place where that misleads.
fn check(convention: &Convention, choice: &Choice) -> Result<(), TestCaseError> {
    let figure = Figure::new(convention, choice);
    let skeleton = figure.skeleton(&choice.order);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let place = |joint: JointIndex| skeleton.key(joint) as usize;
    let first_sided = figure.joints.len() - figure.n_sided;
    for joint in skeleton.joints() {
        let wanted = &figure.joints[place(joint)];
        let paired = pairs.find_pairing(joint);
        let said = || format!("{}: {}", convention.who, wanted.name);
        let partner = paired.map(|paired| place(paired.partner));
        prop_assert_eq!(partner, wanted.partner, "{}", said());
        if choice.is_apart && place(joint) >= first_sided {
            let by = paired.map(|paired| paired.by);
            let is_told = match by {
                Some(PairedBy::Name) => true,
                Some(PairedBy::Shape) => wanted.is_shaped,
                _ => false,
            };
            prop_assert!(is_told, "{}: {by:?}", said());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(12))]

    /// Every convention of the table, however many of its joints there are, in whatever order, among joints of the middle and of one side.
    #[test]
    fn joints_are_paired_by_the_names_that_people_write(choice in any_choice()) {
        for convention in conventions() {
            check(&convention, &choice)?;
        }
    }
}

/// All patterns of every convention at once, also where only names tell.
#[test]
fn the_table_is_paired_as_a_whole() {
    let all = conventions();
    let names: BTreeSet<&str> = all.iter().map(|convention| convention.who).collect();
    assert!(names.len() >= 45 && names.len() == all.len());
    for is_apart in [false, true] {
        let choice = Choice {
            first: 0,
            count: 8,
            number: 3,
            off: vec![[0.5, -0.7, 0.9]; 8],
            follows: vec![false; 8],
            order: (0..48).collect(),
            is_apart,
        };
        for convention in &all {
            assert!(!convention.sides.is_empty() && convention.sides.len() <= 8);
            check(convention, &choice).unwrap();
        }
    }
}

/// Letters in the order of the alphabet are no sides where places say which joint is whose image, though `g` and `d` may be.
#[test]
fn letters_that_count_joints_are_no_sides() {
    let mut figure = Figure {
        joints: Vec::new(),
        n_sided: 0,
    };
    let root = figure.add("root", 0, Vec3::Y);
    figure.joints[root].partner = Some(root);
    for (number, letter) in ('a'..='j').enumerate() {
        let out = 0.3 + 0.1 * f32::from(u8::try_from(number % 5).unwrap());
        let x = if number < 5 { out } else { -out };
        let joint = figure.add(&format!("toe_{letter}"), root, Vec3::new(x, 0.1, 0.0));
        figure.joints[joint].partner = Some(1 + (number + 5) % 10);
    }
    let skeleton = figure.skeleton(&[0]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    for joint in skeleton.joints() {
        let wanted = &figure.joints[skeleton.key(joint) as usize];
        let partner = pairs
            .partner(joint)
            .map(|other| skeleton.key(other) as usize);
        assert_eq!(partner, wanted.partner, "{}", wanted.name);
    }
}

/// These joints, each with its parent before it in the list; their keys are the places there.
fn skeleton_of(joints: &[(&str, usize, Vec3)]) -> Skeleton {
    let mut figure = Figure {
        joints: Vec::new(),
        n_sided: 0,
    };
    for &(name, parent, at) in joints {
        figure.add(name, parent, at);
    }
    figure.skeleton(&[0])
}

/// The partners of these joints by the places in the list.
fn partners_of(joints: &[(&str, usize, Vec3)]) -> Vec<Option<usize>> {
    let skeleton = skeleton_of(joints);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let places = (0..joints.len()).map(|place| skeleton.joint_of_key(key(place)).unwrap());
    let partners = places.map(|joint| Some(skeleton.key(pairs.partner(joint)?) as usize));
    partners.collect()
}

/// Names of two sides with counters of their own.
const COUNTED: [[&str; 2]; 5] = [
    ["spike.L.003", "spike.R.004"],
    ["spike_L_07", "spike_R_12"],
    ["L_spike.003_6", "R_spike.001_9"],
    ["LeftSpike_end_014", "RightSpike_end_021"],
    ["左肘_3", "右肘_14"],
];

#[test]
fn counters_are_not_looked_at_where_places_or_bones_agree() {
    let at = Vec3::new;
    for [left, right] in COUNTED {
        // Under one joint places tell.
        for (place, is_image) in [
            (at(-0.5, -0.5, -0.5), true),
            (at(-0.55, -0.4, -0.45), true),
            (at(-0.2, 0.9, 0.9), false),
            (at(-0.45, 0.2, 0.5), false),
            (at(0.3, -0.9, -0.4), false),
        ] {
            let partners = partners_of(&[
                ("body", 0, at(0.0, 0.0, 0.0)),
                ("a.L", 0, at(0.5, 0.5, 0.0)),
                ("a.R", 0, at(-0.5, 0.5, 0.0)),
                ("b.L", 0, at(0.5, 0.0, 0.5)),
                ("b.R", 0, at(-0.5, 0.0, 0.5)),
                ("c.L", 0, at(0.4, 0.2, -0.4)),
                ("c.R", 0, at(-0.4, 0.2, -0.4)),
                (left, 0, at(0.5, -0.5, -0.5)),
                (right, 0, place),
            ]);
            let wanted = [is_image.then_some(8), is_image.then_some(7)];
            assert_eq!(partners[7..], wanted, "{left} and {right} at {place}");
            assert_eq!(partners[1..3], [Some(2), Some(1)]);
        }
        // A limb that is bent keeps the lengths of its bones, and a figure that stands aslant those of all.
        for (place, is_image) in [(at(-0.1, 0.5, 0.4), true), (at(-0.1, 0.5, 0.9), false)] {
            let partners = partners_of(&[
                ("body", 0, at(0.0, 0.6, 0.0)),
                ("arm.L", 0, at(0.3, 0.9, 0.0)),
                ("arm.R", 0, at(-0.3, 0.9, 0.0)),
                ("thigh_L_1", 0, at(0.1, 0.5, 0.0)),
                ("thigh_R_5", 0, at(-0.1, 0.5, 0.0)),
                (left, 3, at(0.1, 0.1, 0.0)),
                (right, 4, place),
            ]);
            assert_eq!(partners[3], Some(4), "{left}");
            assert_eq!(partners[5], is_image.then_some(6), "{left} at {place}");
        }
        let partners = partners_of(&[
            ("body", 0, at(0.0, 0.6, 0.0)),
            (left, 0, at(0.3, 0.9, 0.3)),
            (right, 0, at(-0.3, 0.9, -0.3)),
            ("leg_L_1", 0, at(0.1, 0.3, 0.1)),
            ("leg_R_5", 0, at(-0.1, 0.3, -0.1)),
        ]);
        assert_eq!(partners[1..], [Some(2), Some(1), Some(4), Some(3)]);
    }
}

/// Download sites number all joints: what is there once on each side is a pair wherever it stands, unless numbers may tell more.
#[test]
fn numbers_of_all_joints_tell_nothing_of_names_that_are_there_once() {
    let at = Vec3::new;
    for (last, is_pair) in [
        ("tail_010", true),
        ("tail", true),
        ("spike_L_end_010", false),
        ("tail_09", false),
    ] {
        let partners = partners_of(&[
            ("body_001", 0, at(0.0, 0.0, 0.0)),
            ("a_L_002", 0, at(0.5, 0.5, 0.0)),
            ("a_R_003", 0, at(-0.5, 0.5, 0.0)),
            ("b_L_004", 0, at(0.5, 0.0, 0.5)),
            ("b_R_005", 0, at(-0.5, 0.0, 0.5)),
            ("c_L_006", 0, at(0.4, 0.2, -0.4)),
            ("c_R_007", 0, at(-0.4, 0.2, -0.4)),
            ("spike_L_end_008", 0, at(0.5, -0.5, -0.5)),
            ("spike_R_end_009", 0, at(-0.2, 0.9, 0.9)),
            (last, 0, at(0.1, -0.9, 0.9)),
        ]);
        let wanted = [is_pair.then_some(8), is_pair.then_some(7)];
        assert_eq!(partners[7..9], wanted, "{last}");
        assert_eq!(partners[1..3], [Some(2), Some(1)], "{last}");
    }
}

/// A hand is no figure: what its names say to be on one side is nobody's image, though its fingers stand beside each other.
#[test]
fn joints_of_one_side_are_no_images_of_each_other() {
    let at = Vec3::new;
    let name_of: [fn(&str) -> String; 5] = [
        |joint| format!("Left{joint}"),
        |joint| format!("{joint}.R"),
        |joint| format!("l_{joint}_07"),
        |joint| format!("Bip01 R {joint}"),
        |joint| format!("左{joint}"),
    ];
    for name_of in name_of {
        for with_root in [false, true] {
            let mut joints = Vec::new();
            if with_root {
                joints.push(("root".to_owned(), 0, at(0.0, 0.0, -0.2)));
            }
            let wrist = joints.len();
            joints.push((name_of("Wrist"), 0, Vec3::ZERO));
            for (finger, x) in [("Index", 0.03), ("Middle", 0.0), ("Ring", -0.03)] {
                let knuckle = joints.len();
                joints.push((name_of(finger), wrist, at(x, 0.0, 0.1)));
                // Off by what shape allows and places do not.
                let tip = at(x + 0.001, 0.001, 0.15);
                joints.push((name_of(&format!("{finger}Tip")), knuckle, tip));
            }
            let named: Vec<(&str, usize, Vec3)> = joints
                .iter()
                .map(|(name, parent, at)| (name.as_str(), *parent, *at))
                .collect();
            let partners = partners_of(&named);
            assert_eq!(partners[wrist..], [None::<usize>; 7], "{}", named[wrist].0);
        }
    }
    // Nor are two of one side in a figure of two.
    let partners = partners_of(&[
        ("head", 0, at(0.0, 1.6, 0.0)),
        ("eye.L", 0, at(0.03, 1.65, 0.1)),
        ("eye.R", 0, at(-0.03, 1.65, 0.1)),
        ("ear.L", 0, at(0.08, 1.6, 0.0)),
        ("ear.R", 0, at(-0.08, 1.6, 0.0)),
        ("brow_a.L", 0, at(0.03, 1.7, 0.1)),
        ("brow_b.L", 0, at(-0.03, 1.7, 0.1)),
        ("horn.L", 0, at(0.0, 1.8, 0.1)),
    ]);
    let wanted = [
        Some(0),
        Some(2),
        Some(1),
        Some(4),
        Some(3),
        None,
        None,
        Some(7),
    ];
    assert_eq!(partners, wanted);
}

/// What all names of a file end with is no side where they have both sides besides.
#[test]
fn a_mark_behind_all_names_tells_no_side() {
    let at = Vec3::new;
    for behind in ["_R", "_l", ".L"] {
        let joints = [
            ("Hips", 0, at(0.0, 1.0, 0.0)),
            ("Head", 0, at(0.0, 1.6, 0.05)),
            ("LeftArm", 0, at(0.3, 1.4, 0.0)),
            ("RightArm", 0, at(-0.3, 1.4, 0.0)),
            ("LeftLeg", 0, at(0.1, 0.6, 0.02)),
            ("RightLeg", 0, at(-0.1, 0.6, 0.02)),
            // Places alone tell these.
            ("Eye1", 1, at(0.03, 1.65, 0.1)),
            ("Eye2", 1, at(-0.03, 1.65, 0.1)),
        ];
        let joints = joints.map(|(name, parent, at)| (format!("{name}{behind}"), parent, at));
        let named: Vec<(&str, usize, Vec3)> = joints
            .iter()
            .map(|(name, parent, at)| (name.as_str(), *parent, *at))
            .collect();
        let wanted = [0, 1, 3, 2, 5, 4, 7, 6].map(Some);
        assert_eq!(partners_of(&named), wanted, "{behind}");
    }
}

/// Letters of French, Spanish, Portuguese and Italian tell the left wherever a figure looks, once its pairs show that they are marks.
#[test]
fn letters_that_pair_most_joints_tell_the_left() {
    let patterns = NamePatterns::default();
    for (left, right) in [
        ("_g", "_d"),
        ("_i", "_d"),
        ("_e.003", "_d.004"),
        ("G", "D"),
        ("_s", "_d"),
        ("S", "D"),
        ("_ga", "_dr"),
    ] {
        for to_left in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
            let ahead = Vec3::Y.cross(to_left);
            let mut joints = vec![
                ("tronc".to_owned(), 0, Vec3::Y),
                ("dos".to_owned(), 0, 1.4 * Vec3::Y),
            ];
            for (limb, out, height, far) in [
                ("bras", 0.3_f32, 1.4_f32, 0.04_f32),
                ("main", 0.6, 1.35, 0.08),
                ("jambe", 0.15, 0.5, 0.12),
            ] {
                let middle = height * Vec3::Y + far * ahead;
                joints.push((format!("{limb}{left}"), 0, middle + out * to_left));
                joints.push((format!("{limb}{right}"), 0, middle - out * to_left));
            }
            let named: Vec<(&str, usize, Vec3)> = joints
                .iter()
                .map(|(name, parent, at)| (name.as_str(), *parent, *at))
                .collect();
            let skeleton = skeleton_of(&named);
            let said = || format!("{left} at {to_left}");
            let pairs = JointPairs::new(&skeleton, &patterns);
            assert_eq!(pairs.left_direction(), Some(to_left), "{}", said());
            let all: Vec<JointIndex> = skeleton.joints().collect();
            let (bind, _) = BindPose::new(&skeleton, &all, &[Affine3A::IDENTITY; 8]).unwrap();
            let evidence = PairEvidence {
                skeleton: &skeleton,
                binds: &[bind],
                patterns: &patterns,
                by_hand: &[],
                alone: &[],
                map: &[],
            };
            let way = JointPairs::to_left(&evidence, 0).unwrap();
            assert!(way.dot(to_left) > 0.999, "{}: {way}", said());
        }
    }
}

#[test]
fn joints_that_are_counted_by_letters_tell_no_left() {
    let counted = ('a'..='j').enumerate().map(|(number, letter)| {
        let out = 0.3 + 0.1 * f32::from(u8::try_from(number % 5).unwrap());
        let x = if number < 5 { out } else { -out };
        (format!("toe_{letter}"), 0, Vec3::new(x, 0.1, 0.0))
    });
    let counted: Vec<(String, usize, Vec3)> = counted.collect();
    let mut named = vec![("root", 0, Vec3::Y)];
    named.extend(
        counted
            .iter()
            .map(|(name, parent, at)| (name.as_str(), *parent, *at)),
    );
    let pairs = JointPairs::new(&skeleton_of(&named), &NamePatterns::default());
    assert_eq!(pairs.left_direction(), None);
}
