//! Pairs of joints: names of many conventions, places, shape, and what disturbs them.

use std::collections::BTreeMap;

use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    BindPose, JointIndex, JointPairs, LocalTransform, NamePatterns, PairEvidence, PairedBy, Rig,
    Skeleton, SkeletonBuilder, Trs,
};

use crate::support::{cases, key};

/// A name of a limb on one side: words of it, which joint of its chain, and a number that other joints do not have.
pub(crate) type Convention = fn(limb: &str, is_left: bool, place: usize, number: usize) -> String;

fn of<'a>(is_left: bool, left: &'a str, right: &'a str) -> &'a str {
    if is_left { left } else { right }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Ways in which programs and people name the two sides.
pub(crate) const CONVENTIONS: [Convention; 45] = [
    |limb, left, i, _| format!("{limb}{i}.{}", of(left, "L", "R")),
    |limb, left, i, _| format!("{limb}.{}.00{i}", of(left, "L", "R")),
    |limb, left, i, _| format!("{limb}{i}.{}", of(left, "l", "r")),
    |limb, left, i, _| format!("{limb}_{i}_{}", of(left, "L", "R")),
    |limb, left, i, _| format!("{limb}_0{i}_{}", of(left, "l", "r")),
    |limb, left, i, _| format!("{}_{limb}{i}", of(left, "L", "R")),
    |limb, left, i, _| format!("{}_{limb}_{i}", of(left, "l", "r")),
    |limb, left, i, _| format!("{limb}{i}-{}", of(left, "L", "R")),
    |limb, left, i, _| {
        format!(
            "mixamorig:{}{}{i}",
            of(left, "Left", "Right"),
            capital(limb)
        )
    },
    |limb, left, i, _| format!("{}{}{i}", of(left, "Left", "Right"), capital(limb)),
    |limb, left, i, _| format!("{limb}{i}{}", of(left, "Left", "Right")),
    |limb, left, i, _| format!("{limb}_{i}_{}", of(left, "left", "right")),
    |limb, left, i, _| format!("{}{}{i}", of(left, "left", "right"), capital(limb)),
    |limb, left, i, _| format!("{}_{limb}{i}", of(left, "LEFT", "RIGHT")),
    |limb, left, i, _| format!("Bip01 {} {}{i}", of(left, "L", "R"), capital(limb)),
    |limb, left, i, _| format!("Bip001_{}_{}{i}", of(left, "L", "R"), capital(limb)),
    |limb, left, i, _| format!("ValveBiped.Bip01_{}_{limb}{i}", of(left, "L", "R")),
    |limb, left, i, _| format!("J_Bip_{}_{}{i}", of(left, "L", "R"), capital(limb)),
    |limb, left, i, _| format!("CC_Base_{}_{limb}{i}", of(left, "L", "R")),
    |limb, left, i, _| format!("{limb}_{}0_{i}_jnt", of(left, "L", "R")),
    |limb, left, i, _| format!("DEF-{limb}{i}.{}", of(left, "L", "R")),
    // Counters that a converter added, others on each side.
    |limb, left, i, n| format!("{}{}{i}_{n:02}", of(left, "Left", "Right"), capital(limb)),
    |limb, left, i, n| format!("{limb}{i}.{}_{n}", of(left, "L", "R")),
    |limb, left, i, n| format!("b_{limb}_{}.00{i}_{n}", of(left, "L", "R")),
    |limb, left, i, n| format!("{limb}{i}_{}_end_{n:03}", of(left, "L", "R")),
    |limb, left, i, n| {
        format!(
            "mixamorig:{}{}{i}_0{n}",
            of(left, "Left", "Right"),
            capital(limb)
        )
    },
    |limb, left, i, n| format!("DEF-{limb}{i}.{}_{n:03}", of(left, "L", "R")),
    |limb, left, i, n| format!("{limb}{i}_{}.{n:03}_{n}", of(left, "L", "R")),
    // A letter beside a word.
    |limb, left, i, _| format!("{}{}{i}", of(left, "l", "r"), capital(limb)),
    |limb, left, i, _| format!("{}{}Bend{i}", of(left, "l", "r"), capital(limb)),
    |limb, left, i, _| format!("{}{}{i}", of(left, "L", "R"), capital(limb)),
    |limb, left, i, _| format!("{}{i}{}", capital(limb), of(left, "L", "R")),
    |limb, left, i, _| format!("upper_{limb}{}00{i}", of(left, "L", "R")),
    |limb, left, i, _| format!("{} {i} {}", capital(limb), of(left, "L", "R")),
    |limb, left, i, _| format!("{} {} {i}", of(left, "L", "R"), capital(limb)),
    |limb, left, i, _| format!("{}{limb}{i}", of(left, "left", "right")),
    |limb, left, i, _| {
        format!(
            "{}{i}",
            (of(left, "left", "right").to_owned() + limb).to_uppercase()
        )
    },
    |limb, left, i, _| format!("{limb}{i}{}", of(left, "l", "r")),
    // Other languages.
    |limb, left, i, _| format!("{}{limb}{i}", of(left, "左", "右")),
    |limb, left, i, n| format!("{limb}{i}.{}_{n}", of(left, "左", "右")),
    |limb, left, i, _| format!("{limb}{i}_{}", of(left, "izquierda", "derecha")),
    |limb, left, i, _| format!("{}{}{i}", capital(limb), of(left, "Izquierdo", "Derecho")),
    |limb, left, i, _| format!("{limb}_{}_{i}", of(left, "gauche", "droit")),
    |limb, left, i, _| format!("{}{i}_{}", capital(limb), of(left, "Links", "Rechts")),
    |limb, left, i, _| format!("{limb}{i}_{}", of(left, "esquerdo", "direito")),
];

/// Names that look as if they had a side, of joints in the middle.
const CENTRAL: [&str; 10] = [
    "root", "lower", "Lid", "tail", "Collar", "Leg", "pelvis", "ribcage", "skull", "L1",
];
pub(crate) const LIMBS: [&str; 4] = ["arm", "leg", "finger", "wing"];

/// A figure with sides: joints in the file's order, with the key of what each should be paired with.
#[derive(Default)]
pub(crate) struct Figure {
    pub(crate) joints: Vec<(String, Option<u32>, Vec3)>,
    pub(crate) partners: BTreeMap<u32, Option<u32>>,
}

impl Figure {
    pub(crate) fn add(&mut self, name: &str, parent: Option<u32>, at: Vec3) -> u32 {
        self.joints.push((name.to_owned(), parent, at));
        key(self.joints.len() - 1)
    }

    /// Adds a joint with the place in the model that it has.
    pub(crate) fn skeleton(&self) -> Skeleton {
        let mut builder = SkeletonBuilder::new();
        for (place, (name, parent, at)) in self.joints.iter().enumerate() {
            let from = parent.map_or(Vec3::ZERO, |parent| self.joints[parent as usize].2);
            let local = Trs {
                translation: *at - from,
                ..Trs::IDENTITY
            };
            builder = builder.joint(
                key(place),
                *parent,
                name.as_str(),
                LocalTransform::Trs(local),
            );
        }
        builder.build().unwrap()
    }

    pub(crate) fn pair(&mut self, one: u32, other: u32) {
        self.partners.insert(one, Some(other));
        self.partners.insert(other, Some(one));
    }
}

/// A skeleton with a skin over some of its joints, bound where they rest.
pub(crate) fn rig_of(skeleton: Skeleton, is_joint: impl Fn(u32) -> bool) -> Rig {
    let bind = bind_of(&skeleton, is_joint);
    Rig::new(skeleton, vec![bind])
}

/// The bind of a skin over some joints where they rest.
pub(crate) fn bind_of(skeleton: &Skeleton, is_joint: impl Fn(u32) -> bool) -> BindPose {
    let joints: Vec<JointIndex> = skeleton
        .joints()
        .filter(|&joint| is_joint(skeleton.key(joint)))
        .collect();
    let inverse = |&joint: &JointIndex| {
        let rest = skeleton.rest_model_from_joint(joint);
        Affine3A::from_rotation_translation(rest.rotation, rest.translation).inverse()
    };
    let matrices: Vec<Affine3A> = joints.iter().map(inverse).collect();
    BindPose::new(skeleton, &joints, &matrices).unwrap().0
}

fn keys_of(skeleton: &Skeleton, pairs: &JointPairs) -> BTreeMap<u32, Option<u32>> {
    let of = |joint| pairs.partner(joint).map(|other| skeleton.key(other));
    let joints = skeleton.joints();
    joints
        .map(|joint| (skeleton.key(joint), of(joint)))
        .collect()
}

pub(crate) fn check(figure: &Figure, rig: &Rig) -> Result<JointPairs, TestCaseError> {
    let pairs = JointPairs::of_rig(rig, &NamePatterns::default());
    let found = keys_of(&rig.skeleton, &pairs);
    for (key, partner) in &figure.partners {
        let name = &figure.joints[*key as usize].0;
        prop_assert_eq!(found.get(key).copied().flatten(), *partner, "{}", name);
    }
    Ok(pairs)
}

proptest! {
    #![proptest_config(cases(150))]

    /// Whatever the names, with joints up to 3 cm off, other counters on both sides, and nodes that are no joints of the same names.
    #[test]
    fn names_of_many_conventions_are_paired(
        convention in 0..CONVENTIONS.len(),
        places in prop::collection::vec(prop::array::uniform3(0.05_f32..0.9), 1..5),
        lengths in prop::collection::vec(1..4_usize, 4),
        off in prop::collection::vec(prop::array::uniform3(-0.017_f32..0.017), 16),
        central in 0..CENTRAL.len(),
        turned in any::<bool>(),
        with_doubles in any::<bool>(),
    ) {
        let name_of = CONVENTIONS[convention];
        let mut figure = Figure::default();
        let mut off = off.into_iter().map(Vec3::from_array).cycle();
        let root = figure.add("hips", None, Vec3::new(0.0, 1.0, 0.0));
        figure.partners.insert(root, Some(root));
        let middle = figure.add(CENTRAL[central], Some(root), Vec3::new(0.0, 1.9, 0.02));
        figure.partners.insert(middle, Some(middle));
        let mut number = 3;
        for (limb, (at, length)) in LIMBS.iter().zip(places.iter().zip(lengths)) {
            let mut above = [root, root];
            for place in 1..=length {
                let step = f32::from(u8::try_from(place).unwrap()) * Vec3::new(0.11, -0.07, 0.05);
                let here = Vec3::from_array(*at) + step;
                let there = here * Vec3::new(-1.0, 1.0, 1.0) + off.next().unwrap();
                let both = [(true, here), (false, there)].map(|(is_left, at)| {
                    number += 7;
                    let parent = above[usize::from(!is_left)];
                    figure.add(&name_of(limb, is_left, place, number), Some(parent), at)
                });
                figure.pair(both[0], both[1]);
                above = both;
            }
        }
        let joints = key(figure.joints.len());
        if with_doubles {
            // Meshes and empties that bear the joints' names.
            let names: Vec<String> = figure.joints.iter().map(|joint| joint.0.clone()).collect();
            for (place, name) in names.iter().enumerate() {
                let x = f32::from(u8::try_from(place % 5).unwrap());
                figure.add(name, None, Vec3::new(x, 3.0, -1.0));
            }
        }
        if turned {
            for joint in &mut figure.joints {
                joint.2 = Vec3::new(joint.2.z + 0.3, joint.2.y, joint.2.x - 0.2);
            }
        }
        check(&figure, &rig_of(figure.skeleton(), |key| key < joints))?;
    }

    /// Names that say nothing, places that mirror each other in some plane: as motion capture and small exporters leave them.
    #[test]
    fn shape_pairs_what_has_no_names(
        places in prop::collection::vec(prop::array::uniform3(0.1_f32..0.9), 1..4),
        off in prop::collection::vec(prop::array::uniform3(-0.005_f32..0.005), 12),
        axis in 0..2_usize,
        shift in -2.0_f32..2.0,
    ) {
        let mut figure = Figure::default();
        let mut off = off.into_iter().map(Vec3::from_array).cycle();
        let root = figure.add("", None, Vec3::new(0.0, 1.0, 0.0));
        figure.partners.insert(root, Some(root));
        let above = figure.add("", Some(root), Vec3::new(0.0, 1.4, 0.0));
        figure.partners.insert(above, Some(above));
        for (place, at) in places.iter().enumerate() {
            // Limbs that stand apart, so that there is one answer.
            let height = 0.5 * f32::from(u8::try_from(place).unwrap());
            let at = Vec3::new(at[0], height + 0.2 * at[1], 0.3 * at[2]);
            let mut parents = [root, root];
            for joint in 0..3_u8 {
                let here = at + f32::from(joint) * Vec3::new(0.2, 0.05, 0.0);
                let there = here * Vec3::new(-1.0, 1.0, 1.0) + off.next().unwrap();
                let both = [figure.add("", Some(parents[0]), here), figure.add("", Some(parents[1]), there)];
                figure.pair(both[0], both[1]);
                parents = both;
            }
        }
        for joint in &mut figure.joints {
            let at = joint.2 + Vec3::X * shift;
            joint.2 = if axis == 0 { at } else { Vec3::new(at.z, at.y, at.x) };
        }
        let rig = rig_of(figure.skeleton(), |_| true);
        let pairs = check(&figure, &rig)?;
        prop_assert_eq!(pairs.normal(), if axis == 0 { Vec3::X } else { Vec3::Z });
    }

    /// Never one-sided, never a panic, and nobody's own image but in the middle or between partners, whatever the names and places.
    #[test]
    fn any_skeleton_is_paired_both_ways(
        joints in prop::collection::vec(
            ("([a-cLR]|[lr._ -]|Left|right|[0-9]|左|右){0,4}", any::<prop::sample::Index>(), prop::array::uniform3(-1..2_i8)),
            0..14,
        ),
    ) {
        let mut figure = Figure::default();
        for (place, (name, parent, at)) in joints.iter().enumerate() {
            let parent = (place > 0).then(|| key(parent.index(place)));
            figure.add(name, parent, Vec3::from_array(at.map(f32::from)));
        }
        let skeleton = figure.skeleton();
        let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
        let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
        let low = skeleton.joints().map(place).reduce(Vec3::min).unwrap_or_default();
        let high = skeleton.joints().map(place).reduce(Vec3::max).unwrap_or_default();
        let middle = 0.0151 * (high - low).max_element();
        let height = |joint: JointIndex| pairs.plane().height(place(joint));
        let is_between = |joint: JointIndex| skeleton.children(joint).any(|child| {
            let partner = pairs.partner(child).filter(|&other| skeleton.parent(other) == Some(joint));
            let heights = partner.map(|other| [height(child), height(other)]);
            heights.is_some_and(|[one, other]| one * other < 0.0 && height(joint).abs() < one.abs().min(other.abs()))
        });
        for joint in skeleton.joints() {
            if let Some(partner) = pairs.partner(joint) {
                prop_assert_eq!(pairs.partner(partner), Some(joint));
                prop_assert!((0.0..=1.0).contains(&pairs.find_pairing(joint).unwrap().sureness));
                let is_middle = height(joint).abs() <= middle || is_between(joint);
                prop_assert!(partner != joint || is_middle, "{} is its own image", skeleton.name(joint));
            }
        }
    }
}

/// A joint off the plane whose names and place say nothing has no partner, and is not its own.
#[test]
fn who_has_no_partner_is_nobodys_image() {
    let mut figure = Figure::default();
    let spine = figure.add("spine", None, Vec3::Y);
    let left = figure.add("foo", Some(spine), Vec3::new(0.3, 1.0, 0.0));
    let right = figure.add("bar", Some(spine), Vec3::new(-0.27, 1.03, 0.02));
    let skeleton = figure.skeleton();
    let found = keys_of(
        &skeleton,
        &JointPairs::new(&skeleton, &NamePatterns::default()),
    );
    assert_eq!([left, right].map(|key| found[&key]), [None, None]);
    assert_eq!(found[&spine], Some(spine));

    // By hand it has one, and that is sure.
    let [left, right] = ["foo", "bar"].map(|name| skeleton.find(name).unwrap());
    let pairs = JointPairs::find(&PairEvidence {
        skeleton: &skeleton,
        binds: &[],
        patterns: &NamePatterns::default(),
        by_hand: &[[left, right]],
        alone: &[],
        map: &[],
    });
    let paired = pairs.find_pairing(right).unwrap();
    assert_eq!(
        (paired.partner, paired.by, paired.sureness),
        (left, PairedBy::Hand, 1.0)
    );
}

/// What a hand says counts, against names and places; who is left over is paired with another, or is alone.
#[test]
fn a_hand_pairs_against_names_and_leaves_joints_alone() {
    let mut figure = Figure::default();
    let hips = figure.add("hips", None, Vec3::Y);
    let mut sides = |name: &str, x: f32, y: f32| figure.add(name, Some(hips), Vec3::new(x, y, 0.0));
    sides("arm.L", 0.3, 1.4);
    sides("arm.R", -0.3, 1.4);
    sides("leg.L", 0.2, 0.5);
    sides("leg.R", -0.2, 0.5);
    sides("wing", -0.3, 1.3);
    let skeleton = figure.skeleton();
    let joint = |name: &str| skeleton.find(name).unwrap();
    let found = |by_hand: &[[JointIndex; 2]], alone: &[JointIndex]| {
        JointPairs::find(&PairEvidence {
            skeleton: &skeleton,
            binds: &[],
            patterns: &NamePatterns::default(),
            by_hand,
            alone,
            map: &[],
        })
    };
    let [left, right, wing] = ["arm.L", "arm.R", "wing"].map(joint);
    let pairs = found(&[[left, wing]], &[]);
    assert_eq!(pairs.partner(left), Some(wing));
    assert_eq!(pairs.partner(wing), Some(left));
    assert_eq!(pairs.partner(right), None, "its partner has another one");
    assert!(!pairs.is_alone_by_hand(right));
    // In the middle by hand, though it stands aside.
    let pairs = found(&[[right, right]], &[]);
    assert_eq!(pairs.partner(right), Some(right));
    assert_eq!(pairs.partner(left), None);
    // None for the one, so none for the other; legs are as they were.
    let pairs = found(&[], &[left, JointIndex(999)]);
    assert_eq!(
        [left, right].map(|joint| pairs.partner(joint)),
        [None, None]
    );
    assert!(pairs.is_alone_by_hand(left) && !pairs.is_alone_by_hand(right));
    assert!(pairs.alone().any(|joint| joint == left));
    let legs = ["leg.L", "leg.R"].map(joint);
    assert_eq!(pairs.partner(legs[0]), Some(legs[1]));
    // A root in the middle can be left out, too.
    let pairs = found(&[], &[joint("hips")]);
    assert_eq!(pairs.partner(joint("hips")), None);
}

/// The direction to the left is told by names, before them by a map, and by neither not at all.
#[test]
fn the_left_is_where_names_and_maps_have_it() {
    let figure = |names: [[&str; 2]; 2], first: f32| {
        let mut figure = Figure::default();
        let hips = figure.add("hips", None, Vec3::Y);
        for (place, names) in [0.2, 0.3].into_iter().zip(names) {
            for (name, side) in names.into_iter().zip([first, -first]) {
                figure.add(name, Some(hips), Vec3::new(side * place, 1.0 - place, 0.0));
            }
        }
        figure.skeleton()
    };
    let patterns = NamePatterns::default();
    let cases = [
        ([["arm.L", "arm.R"], ["leg.L", "leg.R"]], Some(Vec3::X)),
        ([["leftarm", "rightarm"], ["a", "b"]], Some(Vec3::X)),
        ([["arml_07", "armr_08"], ["a", "b"]], Some(Vec3::X)),
        ([["Mano_IZQ", "Mano_DER"], ["a", "b"]], Some(Vec3::X)),
        ([["c", "d"], ["a", "b"]], None),
    ];
    for (names, left) in cases {
        for side in [1.0, -1.0] {
            let skeleton = figure(names, side);
            let found = JointPairs::new(&skeleton, &patterns).left_direction();
            assert_eq!(found, left.map(|left| side * left), "{names:?}");
        }
    }
    let skeleton = figure([["arm.L", "arm.R"], ["leg.L", "leg.R"]], 1.0);
    let [left, right] = ["arm.R", "arm.L"].map(|name| skeleton.find(name).unwrap());
    let pairs = JointPairs::find(&PairEvidence {
        skeleton: &skeleton,
        binds: &[],
        patterns: &patterns,
        by_hand: &[],
        alone: &[],
        map: &[[left, right]],
    });
    assert_eq!(pairs.left_direction(), Some(Vec3::NEG_X));
}

/// The same across a plane that others found, also by joints that are in no skin yet.
#[test]
fn the_left_of_another_plane_is_told_by_names_too() {
    let mut figure = Figure::default();
    let hips = figure.add("hips", None, Vec3::Y);
    figure.add("chest", Some(hips), 1.5 * Vec3::Y);
    figure.add("arm.L", Some(hips), Vec3::new(0.0, 1.0, -0.3));
    let skeleton = figure.skeleton();
    let patterns = NamePatterns::default();
    let joints = ["hips", "chest"].map(|name| skeleton.find(name).unwrap());
    let (bind, _) = BindPose::new(&skeleton, &joints, &[Affine3A::IDENTITY; 2]).unwrap();
    for binds in [&[][..], &[bind]] {
        let evidence = PairEvidence {
            skeleton: &skeleton,
            binds,
            patterns: &patterns,
            by_hand: &[],
            alone: &[],
            map: &[],
        };
        let pairs = JointPairs::find(&evidence);
        let left_of = |normal: Vec3, offset: f32| {
            pairs.find_left_direction(&evidence, None, (normal, offset))
        };
        assert_eq!(left_of(Vec3::Z, 0.0), Some(Vec3::NEG_Z));
        assert_eq!(left_of(Vec3::NEG_Z, 0.0), Some(Vec3::NEG_Z));
        assert_eq!(left_of(Vec3::Z, -0.5), Some(Vec3::Z));
        assert_eq!(left_of(Vec3::X, 0.0), None, "it stands in that plane");
    }
}

/// How each was paired is told, names first.
#[test]
fn pairs_say_how_they_were_found() {
    let mut figure = Figure::default();
    let hips = figure.add("hips", None, Vec3::Y);
    let mut sides = |name: [&str; 2], off: f32, parents: [u32; 2]| {
        let at = Vec3::new(0.2, 0.8 - 0.1 * parents[0] as f32, 0.0);
        let there = at * Vec3::new(-1.0, 1.0, 1.0) + Vec3::Y * off;
        [
            figure.add(name[0], Some(parents[0]), at),
            figure.add(name[1], Some(parents[1]), there),
        ]
    };
    let named = sides(["leg.L", "leg.R"], 0.0, [hips, hips]);
    let placed = sides(["a", "b"], 0.0, named);
    let shaped = sides(["c", "d"], 0.015, placed);
    let skeleton = figure.skeleton();
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let of = |key: u32| {
        let joint = skeleton.joints().find(|joint| skeleton.key(*joint) == key);
        pairs.find_pairing(joint.unwrap()).unwrap()
    };
    let ways = [named, placed, shaped].map(|pair| of(pair[0]).by);
    assert_eq!(ways, [PairedBy::Name, PairedBy::Place, PairedBy::Shape]);
    let sure = [named, placed, shaped].map(|pair| of(pair[0]).sureness);
    assert!(sure[0] > sure[1] && sure[1] > sure[2], "{sure:?}");
}

/// A plane that lies beside the origin by less than the tolerance is found as it is, so that short bones find their partners too.
#[test]
fn a_plane_a_little_beside_the_origin_is_found_exactly() {
    let mut figure = Figure::default();
    let root = figure.add("", None, Vec3::new(-0.005, 0.0, 0.0));
    let head = figure.add("", Some(root), Vec3::new(-0.005, 1.2, 0.0));
    figure.partners.insert(head, Some(head));
    for height in [0.9_f32, 0.5, 0.2] {
        let mut parents = [root, root];
        for out in [0.1_f32, 0.3, 0.33] {
            let at = |side: f32| Vec3::new(side * out - 0.005, height, 0.1 * out);
            let both = [1.0_f32, -1.0].map(at);
            let both = [
                figure.add("", Some(parents[0]), both[0]),
                figure.add("", Some(parents[1]), both[1]),
            ];
            figure.pair(both[0], both[1]);
            parents = both;
        }
    }
    check(&figure, &rig_of(figure.skeleton(), |_| true)).unwrap();
}

/// Arms of which the right one stands too far out are paired by name, and the spine, exactly in the plane, stays in the middle.
#[test]
fn one_side_that_is_off_moves_no_joint_out_of_the_middle() {
    for off in [0.02_f32, 0.05, 0.08, 0.12, 0.2] {
        let mut figure = Figure::default();
        let mut middle = None;
        for (name, height) in [("hips", 0.9_f32), ("spine", 1.1), ("chest", 1.35)] {
            let joint = figure.add(name, middle, Vec3::new(0.0, height, 0.0));
            figure.partners.insert(joint, Some(joint));
            middle = Some(joint);
        }
        let mut parents = [middle, middle];
        for (name, out) in [("upper_arm", 0.15_f32), ("forearm", 0.4), ("hand", 0.65)] {
            let left = format!("{name}.L");
            let right = format!("{name}.R");
            let both = [
                figure.add(&left, parents[0], Vec3::new(out, 1.4, 0.0)),
                figure.add(&right, parents[1], Vec3::new(-out - off, 1.4, 0.0)),
            ];
            figure.pair(both[0], both[1]);
            parents = both.map(Some);
        }
        let pairs = check(&figure, &rig_of(figure.skeleton(), |_| true)).unwrap();
        assert_eq!(pairs.normal(), Vec3::X);
    }
}

/// A skin that was bound elsewhere than it rests says what the rest does not.
#[test]
fn binds_pair_what_the_rest_does_not() {
    let mut figure = Figure::default();
    let hips = figure.add("a", None, Vec3::Y);
    let mut bind = vec![Vec3::Y];
    // One arm hangs, the other one is raised; both were bound straight out.
    for (place, (rest, bound)) in [
        (Vec3::new(0.2, 0.2, 0.4), Vec3::new(0.5, 1.2, 0.0)),
        (Vec3::new(-0.3, 1.9, -0.1), Vec3::new(-0.5, 1.2, 0.0)),
        (Vec3::new(0.1, 0.9, 0.7), Vec3::new(0.3, 0.5, 0.1)),
        (Vec3::new(-0.6, 0.4, -0.3), Vec3::new(-0.3, 0.5, 0.1)),
    ]
    .into_iter()
    .enumerate()
    {
        figure.add(["b", "c", "d", "e"][place], Some(hips), rest);
        bind.push(bound);
    }
    let skeleton = figure.skeleton();
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let matrices: Vec<Affine3A> = joints
        .iter()
        .map(|&joint| Affine3A::from_translation(-bind[skeleton.key(joint) as usize]))
        .collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    let rig = Rig::new(skeleton, vec![bind]);
    let pairs = JointPairs::of_rig(&rig, &NamePatterns::default());
    let found = keys_of(&rig.skeleton, &pairs);
    assert_eq!(
        [1, 2, 3, 4].map(|key| found[&key]),
        [Some(2), Some(1), Some(4), Some(3)]
    );
    assert_eq!(Quat::IDENTITY * pairs.normal(), Vec3::X);
}
