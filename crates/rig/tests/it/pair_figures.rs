//! Figures of one scene, each paired about a plane of its own, and figures of which one side stands off.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{JointIndex, JointPairs, NamePatterns, PairEvidence, PairedBy, Pose, Rig, mirror_pose};

use crate::pairs::{CONVENTIONS, Convention, Figure, LIMBS, bind_of, check, rig_of};
use crate::support::cases;

/// Where the limbs of a figure begin beside its middle, and how many joints each has.
type Limbs<'a> = &'a [([f32; 3], usize)];

/// How a figure stands in a scene.
struct Stand {
    at: Vec3,
    /// Whether it looks along x, so that its sides are across z.
    turned: bool,
    parent: Option<u32>,
}

impl Stand {
    fn place(&self, own: Vec3) -> Vec3 {
        self.at
            + if self.turned {
                Vec3::new(own.z, own.y, own.x)
            } else {
                own
            }
    }

    fn plane(&self) -> (Vec3, f32) {
        if self.turned {
            (Vec3::Z, self.at.z)
        } else {
            (Vec3::X, self.at.x)
        }
    }
}

/// Adds a figure with its partners, and a node without a name, which is no joint, at the end of each limb; the keys of its joints.
fn add_figure(
    all: &mut Figure,
    stand: &Stand,
    limbs: Limbs<'_>,
    name_of: &dyn Fn(&str, bool, usize, usize) -> String,
) -> Vec<u32> {
    let root = all.add("hips", stand.parent, stand.place(Vec3::Y));
    let spine = all.add("spine", Some(root), stand.place(Vec3::new(0.0, 1.5, 0.02)));
    let (mut joints, mut ends) = (vec![root, spine], Vec::new());
    for &joint in &joints {
        all.partners.insert(joint, Some(joint));
    }
    let mut number = 3;
    for (limb, &(at, length)) in LIMBS.iter().zip(limbs) {
        let mut above = [root, root];
        for place in 1..=length {
            let step = f32::from(u8::try_from(place).unwrap()) * Vec3::new(0.11, -0.07, 0.05);
            let here = Vec3::from_array(at) + step;
            let there = here * Vec3::new(-1.0, 1.0, 1.0);
            let both = [(true, here), (false, there)].map(|(is_left, at)| {
                number += 7;
                let parent = above[usize::from(!is_left)];
                let name = name_of(limb, is_left, place, number);
                all.add(&name, Some(parent), stand.place(at))
            });
            all.pair(both[0], both[1]);
            joints.extend(both);
            above = both;
        }
        ends.push(above);
    }
    for above in ends {
        let both = above.map(|above| all.add("", Some(above), all.joints[above as usize].2));
        all.pair(both[0], both[1]);
    }
    joints
}

fn joint(rig: &Rig, key: u32) -> JointIndex {
    rig.skeleton.joint_of_key(key).unwrap()
}

proptest! {
    #![proptest_config(cases(80))]

    /// Whatever the names, equal ones or others, however many, wherever they stand, with a node above all or not.
    #[test]
    fn figures_of_one_scene_are_paired_within_themselves(
        convention in prop::option::weighted(0.8, 0..CONVENTIONS.len()),
        places in prop::collection::vec(prop::array::uniform3(0.1_f32..0.9), 2..5),
        lengths in prop::collection::vec(1..4_usize, 4),
        stands in prop::collection::vec((prop::array::uniform3(-0.4_f32..0.4), any::<bool>(), 0..4_usize), 2..5),
        along in 0..2_usize,
        with_root in any::<bool>(),
    ) {
        let limbs = (0_u8..).zip(&places).zip(&lengths).map(|((number, at), &length)| {
            // Limbs that stand apart, so that there is one answer without names.
            let height = 0.5 * f32::from(number);
            ([at[0], height + 0.2 * at[1], 0.3 * at[2]], length)
        });
        let limbs: Vec<([f32; 3], usize)> = limbs.collect();
        let mut all = Figure::default();
        let parent = with_root.then(|| all.add("Scene", None, Vec3::ZERO));
        let mut figures = Vec::new();
        for (number, (off, turned, named)) in (0_u8..).zip(&stands) {
            let mut at = Vec3::from_array(*off);
            at[2 * along] += 3.5 * f32::from(number);
            let stand = Stand { at, turned: *turned, parent };
            let name = |limb: &str, is_left: bool, place: usize, counter: usize| {
                // Two figures with the same number have equal names.
                let name_of: Option<Convention> = convention.map(|convention| CONVENTIONS[convention]);
                name_of.map_or_else(String::new, |name_of| {
                    name_of(&format!("{limb}{}", ["", "x", "k", "q"][*named]), is_left, place, counter)
                })
            };
            let joints = add_figure(&mut all, &stand, &limbs, &name);
            figures.push((stand, joints));
        }
        let skeleton = all.skeleton();
        let binds = figures.iter().map(|(_, joints)| bind_of(&skeleton, |key| joints.contains(&key)));
        let binds = binds.collect();
        let rig = Rig::new(skeleton, binds);
        let pairs = check(&all, &rig)?;
        for (stand, joints) in &figures {
            let (normal, offset) = stand.plane();
            for &key in joints {
                let plane = pairs.plane_of(joint(&rig, key));
                prop_assert_eq!(plane.normal, normal);
                prop_assert!((plane.offset - offset).abs() < 1e-2, "{} {}", plane.offset, offset);
            }
        }
        // What one does its other side does, and nobody of another figure.
        let mut pose = Pose::rest(&rig.skeleton);
        let (stand, joints) = &figures[1];
        let left = joint(&rig, joints[2]);
        pose.rigid[left.index()].rotation = Quat::from_rotation_y(0.5);
        let seen = mirror_pose(&rig.skeleton, &pose, &pairs);
        for other in rig.skeleton.joints() {
            let wanted = match Some(other) == pairs.partner(left) {
                true => Quat::from_rotation_y(-0.5),
                false => Quat::IDENTITY,
            };
            let found = seen.rigid[other.index()].rotation;
            prop_assert!(found.dot(wanted).abs() > 1.0 - 1e-5, "{:?} {}", stand.at, found);
        }
    }
}

/// Parts that share no joints but stand under each other's, or have one side alone, are one figure as ever.
#[test]
fn parts_of_one_figure_stay_together() {
    let mut figure = Figure::default();
    let hips = figure.add("hips", None, Vec3::Y);
    figure.partners.insert(hips, Some(hips));
    let mut parts = vec![vec![hips]];
    let mut hands = Vec::new();
    for (side, x) in [("L", 0.8_f32), ("R", -0.8)] {
        let arm = figure.add(
            &format!("arm.{side}"),
            Some(hips),
            Vec3::new(0.3 * x, 1.4, 0.0),
        );
        parts[0].push(arm);
        // A glove with a skeleton of its own, beside the body's.
        let mut glove = Vec::new();
        let palm = figure.add(&format!("palm.{side}"), None, Vec3::new(x, 1.4, 0.0));
        for finger in 0..4_u8 {
            let z = 0.05 * (f32::from(finger) - 1.5);
            let at = Vec3::new(1.1 * x, 1.4, z);
            glove.push(figure.add(&format!("finger_{finger}.{side}"), Some(palm), at));
        }
        glove.push(palm);
        hands.push([vec![arm], glove].concat());
    }
    for (left, right) in hands[0].iter().zip(&hands[1]) {
        figure.pair(*left, *right);
    }
    parts.extend(hands.iter().map(|joints| joints[1..].to_vec()));
    let skeleton = figure.skeleton();
    let binds = parts
        .iter()
        .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
    let binds = binds.collect();
    let rig = Rig::new(skeleton, binds);
    let pairs = check(&figure, &rig).unwrap();
    let joints: Vec<JointIndex> = rig.skeleton.joints().collect();
    assert!(
        joints
            .iter()
            .all(|&joint| pairs.is_one_figure([joints[0], joint]))
    );
}

/// Controls that stand beside the joints of a figure, below a node of its own, are paired within it, though those of another figure are
/// their images in the plane between both, also where a face has a skeleton of its own there; and a set of many nodes does not give the
/// scene its plane.
#[test]
fn nodes_beside_a_figure_are_paired_within_it() {
    let mut all = Figure::default();
    let name = CONVENTIONS[0];
    let limbs = [([0.4, 0.5, 0.1], 2), ([0.2, 1.2, 0.0], 2)];
    let figures = [-2.5_f32, 2.5].map(|x| {
        let at = Vec3::X * x;
        let root = all.add("Armature", None, at);
        all.partners.insert(root, Some(root));
        let stand = Stand {
            at,
            turned: false,
            parent: Some(root),
        };
        let joints = add_figure(&mut all, &stand, &limbs, &name);
        let [left, right] = [("control.L", 0.6), ("control.R", -0.6)].map(|(name, off)| {
            let place = at + Vec3::new(off, 0.2, 0.0);
            all.add(name, Some(root), place)
        });
        all.pair(left, right);
        let jaw = all.add("jaw", Some(root), at + Vec3::new(0.0, 1.3, 0.1));
        all.partners.insert(jaw, Some(jaw));
        let eyes = [("eye.L", 0.05), ("eye.R", -0.05)].map(|(name, off)| {
            let place = at + Vec3::new(off, 1.4, 0.1);
            all.add(name, Some(root), place)
        });
        all.pair(eyes[0], eyes[1]);
        [joints, vec![jaw, eyes[0], eyes[1]]]
    });
    for number in 0..12_u8 {
        for x in [0.5, 1.5] {
            all.add("box", None, Vec3::new(x, 0.0, f32::from(number)));
        }
    }
    let skeleton = all.skeleton();
    let binds = figures
        .iter()
        .flatten()
        .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
    let binds = binds.collect();
    let rig = Rig::new(skeleton, binds);
    let pairs = check(&all, &rig).unwrap();
    assert_eq!(pairs.plane(), pairs.plane_of(joint(&rig, figures[0][0][0])));
    assert!((pairs.plane().offset + 2.5).abs() < 1e-2);
}

/// Parts of too few joints, or without sides, to be figures, as gloves and hats with skins of other joints, are paired within the figure
/// that they are on, though those of another figure are their images: below a node of that figure, of the scene, or none.
#[test]
fn parts_that_are_no_figures_are_paired_within_theirs() {
    let name = CONVENTIONS[0];
    let limbs = [([0.4, 0.5, 0.1], 2), ([0.2, 1.2, 0.0], 2)];
    let cases = [
        (false, false, ""),
        (true, false, ""),
        (false, true, ""),
        (true, true, "b_"),
    ];
    for (with_scene, with_node, prefix) in cases {
        let mut all = Figure::default();
        let scene = with_scene.then(|| all.add("Scene", None, Vec3::ZERO));
        let (mut skins, mut figures) = (Vec::new(), Vec::new());
        for (x, prefix) in [(-2.5_f32, ""), (2.5, prefix)] {
            let at = Vec3::X * x;
            let node = with_node.then(|| all.add("Armature", scene, at));
            let parent = node.or(scene);
            let stand = Stand {
                at,
                turned: false,
                parent,
            };
            let joints = add_figure(&mut all, &stand, &limbs, &name);
            let mut part = |name: &str, x: f32, y: f32| {
                let place = at + Vec3::new(x, y, 0.1);
                all.add(&format!("{prefix}{name}"), parent, place)
            };
            let [left, right] = [part("glove.L", 0.7, 0.4), part("glove.R", -0.7, 0.4)];
            let hat = part("hat", 0.0, 1.7);
            all.pair(left, right);
            all.partners.insert(hat, Some(hat));
            figures.push([joints[0], left, hat]);
            skins.extend([joints, vec![left, right], vec![hat]]);
        }
        let skeleton = all.skeleton();
        let binds = skins
            .iter()
            .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
        let binds = binds.collect();
        let rig = Rig::new(skeleton, binds);
        let pairs = check(&all, &rig).unwrap();
        for [hips, left, hat] in figures {
            let plane = pairs.plane_of(joint(&rig, hips));
            assert_eq!(pairs.plane_of(joint(&rig, left)), plane);
            assert_eq!(pairs.plane_of(joint(&rig, hat)), plane);
            assert!((plane.offset.abs() - 2.5).abs() < 1e-2, "{plane:?}");
        }
    }
}

/// One that looks between the axes is paired about a plane of its own, its middle too, alone and beside another.
#[test]
fn a_figure_that_looks_between_the_axes_has_a_plane_of_its_own() {
    let limbs = [([0.4, 0.5, 0.1], 2), ([0.2, 1.2, 0.0], 3)];
    let cases = [
        (0, 45.0_f32, true),
        (8, 30.0, false),
        (11, -62.0, false),
        (3, 20.0, true),
    ];
    for (convention, degrees, is_alone) in cases {
        let name = CONVENTIONS[convention];
        let mut all = Figure::default();
        let stand = |at: Vec3| Stand {
            at,
            turned: false,
            parent: None,
        };
        let mut skins = Vec::new();
        if !is_alone {
            skins.push(add_figure(&mut all, &stand(Vec3::ZERO), &limbs, &name));
        }
        let (at, first) = (Vec3::new(3.5, 0.0, 0.5), all.joints.len());
        skins.push(add_figure(&mut all, &stand(at), &limbs, &name));
        let turn = Quat::from_rotation_y(degrees.to_radians());
        for (_, _, place) in &mut all.joints[first..] {
            *place = at + turn * (*place - at);
        }
        let skeleton = all.skeleton();
        let binds = skins
            .iter()
            .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
        let binds = binds.collect();
        let rig = Rig::new(skeleton, binds);
        let pairs = check(&all, &rig).unwrap_or_else(|error| panic!("{degrees}: {error}"));
        let hips = *skins.last().unwrap().first().unwrap();
        let plane = pairs.plane_of(joint(&rig, hips));
        let along = plane.normal.dot(turn * Vec3::X).abs();
        assert!(along > 0.9999, "{degrees}: {plane:?}");
        assert!(plane.height(at).abs() < 1e-2, "{degrees}: {plane:?}");
    }
}

/// Two that were paired by hand are partners though they are of two figures.
#[test]
fn a_hand_pairs_joints_of_two_figures() {
    let mut all = Figure::default();
    let name = CONVENTIONS[0];
    let limbs = [([0.4, 0.5, 0.1], 2), ([0.2, 1.2, 0.0], 2)];
    let figures = [0.0, 5.0].map(|x| {
        let stand = Stand {
            at: Vec3::X * x,
            turned: false,
            parent: None,
        };
        add_figure(&mut all, &stand, &limbs, &name)
    });
    let skeleton = all.skeleton();
    let binds = figures
        .each_ref()
        .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
    let hands = [figures[0][2], figures[1][3]].map(|key| skeleton.joint_of_key(key).unwrap());
    let (patterns, by_hand) = (NamePatterns::default(), [hands]);
    let evidence = PairEvidence {
        skeleton: &skeleton,
        binds: &binds,
        patterns: &patterns,
        by_hand: &by_hand,
        alone: &[],
        map: &[],
    };
    let pairs = JointPairs::find(&evidence);
    for (skin, x) in [0.0_f32, 5.0].into_iter().enumerate() {
        let plane = JointPairs::plane_of_skin(&evidence, skin).unwrap();
        assert_eq!(plane.normal, Vec3::X);
        assert!((plane.offset - x).abs() < 1e-3, "{plane:?}");
    }
    assert_eq!(JointPairs::plane_of_skin(&evidence, 2), None);
    let found = pairs.find_pairing(hands[0]).unwrap();
    assert_eq!((found.partner, found.by), (hands[1], PairedBy::Hand));
    assert!(!pairs.is_one_figure(hands));
    assert_eq!(pairs.plane_of(hands[0]), pairs.plane());
    assert_eq!(pairs.plane_of(hands[0]), pairs.plane_of(hands[1]));
}

/// Two figures that look opposite ways: across a plane that others found the left of each is told by its own names, that of both by none.
#[test]
fn the_left_of_each_figure_is_told_by_its_own_names() {
    let mut all = Figure::default();
    let limbs = [([0.4, 0.5, 0.1], 2), ([0.2, 1.2, 0.0], 2)];
    let figures = [(0.0, false), (5.0, true)].map(|(x, is_turned)| {
        let stand = Stand {
            at: Vec3::X * x,
            turned: false,
            parent: None,
        };
        let name = |limb: &str, is_left: bool, place: usize, number: usize| {
            CONVENTIONS[0](limb, is_left != is_turned, place, number)
        };
        add_figure(&mut all, &stand, &limbs, &name)
    });
    let skeleton = all.skeleton();
    let binds = figures
        .each_ref()
        .map(|joints| bind_of(&skeleton, |key| joints.contains(&key)));
    let patterns = NamePatterns::default();
    let evidence = PairEvidence {
        skeleton: &skeleton,
        binds: &binds,
        patterns: &patterns,
        by_hand: &[],
        alone: &[],
        map: &[],
    };
    let pairs = JointPairs::find(&evidence);
    let wanted = [(0.01, Vec3::X), (5.01, Vec3::NEG_X)];
    for (joints, (offset, left)) in figures.iter().zip(wanted) {
        let hips = skeleton.joint_of_key(joints[0]);
        assert!(hips.is_some());
        let found = pairs.find_left_direction(&evidence, hips, (Vec3::X, offset));
        assert_eq!(found, Some(left), "{offset}");
    }
    assert_eq!(
        pairs.find_left_direction(&evidence, None, (Vec3::X, 2.5)),
        None
    );
}

/// Two arms that no plane mirrors without taking the hips along: where one is seen from the other tells the left.
#[test]
fn the_way_to_the_left_needs_no_plane() {
    let way = Vec3::new(0.0, 0.3, -0.4).normalize();
    for (names, wanted) in [
        (["arm.L", "arm.R"], Some(way)),
        (["arm.R", "arm.L"], Some(-way)),
        (["foo", "bar"], None),
        (["arm.L", "bar"], None),
    ] {
        let mut figure = Figure::default();
        let hips = figure.add("hips", None, Vec3::Y);
        let places = [Vec3::new(0.0, 1.6, -0.5), Vec3::new(0.0, 1.3, -0.1)];
        for (name, at) in names.into_iter().zip(places) {
            figure.add(name, Some(hips), at);
        }
        let rig = rig_of(figure.skeleton(), |_| true);
        let patterns = NamePatterns::default();
        let evidence = PairEvidence {
            skeleton: &rig.skeleton,
            binds: &rig.binds,
            patterns: &patterns,
            by_hand: &[],
            alone: &[],
            map: &[],
        };
        let found = JointPairs::to_left(&evidence, 0);
        let apart = found
            .zip(wanted)
            .map(|(found, wanted)| found.distance(wanted));
        assert_eq!(found.is_some(), wanted.is_some(), "{names:?}: {found:?}");
        assert!(
            apart.is_none_or(|apart| apart < 1e-5),
            "{names:?}: {found:?}"
        );
        assert_eq!(JointPairs::to_left(&evidence, 1), None);
    }
}

/// One side stands off by some per cent of the size: the joint on which both sides hang is in the middle, alone or with a spine, with names
/// or without, at the origin, beside it, and with its sides across z; and so is the plane.
#[test]
fn one_side_that_stands_off_leaves_the_common_parent_in_the_middle() {
    for off in [0.01_f32, 0.02, 0.03, 0.05, 0.06, 0.08, 0.12] {
        for bits in 0..16 {
            let [spine, named, turned, beside] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
            let at = if turned { Vec3::Z } else { Vec3::X } * if beside { 5.0 } else { 0.0 };
            let stand = Stand {
                at,
                turned,
                parent: None,
            };
            let figure = with_one_side_off(&stand, off, (spine, named));
            let said = format!("{off}: spine {spine}, names {named}, turned {turned}, at {at}");
            let pairs = check(&figure, &rig_of(figure.skeleton(), |_| true));
            let pairs = pairs.unwrap_or_else(|error| panic!("{said}: {error}"));
            let (normal, offset) = stand.plane();
            assert_eq!(pairs.plane().normal, normal, "{said}");
            assert!((pairs.plane().offset - offset).abs() < 0.01, "{said}");
        }
    }
}

fn with_one_side_off(stand: &Stand, off: f32, (spine, named): (bool, bool)) -> Figure {
    let mut figure = Figure::default();
    let name = |name: &str| {
        if named {
            name.to_owned()
        } else {
            String::new()
        }
    };
    let hips = figure.add(&name("pelvis"), None, stand.place(Vec3::Y * 0.9));
    figure.partners.insert(hips, Some(hips));
    let mut chest = hips;
    for height in [1.1_f32, 1.35].iter().filter(|_| spine) {
        chest = figure.add(&name("spine"), Some(chest), stand.place(Vec3::Y * *height));
        figure.partners.insert(chest, Some(chest));
    }
    let arm = [(0.2_f32, 1.4_f32), (0.45, 1.38), (0.7, 1.35)];
    let leg = [(0.15, 0.75), (0.17, 0.4), (0.18, 0.05)];
    for (limb, above, joints) in [("leg", hips, leg), ("arm", chest, arm)] {
        let mut parents = [above, above];
        for (number, (out, height)) in joints.into_iter().enumerate() {
            let depth = 0.1 * out;
            let left = stand.place(Vec3::new(out, height, depth));
            let right = stand.place(Vec3::new(-out - off, height, depth));
            let both = [("L", left), ("R", right)];
            let mut sides = parents.into_iter().zip(both);
            let mut add = || {
                let (parent, (side, at)) = sides.next().unwrap();
                figure.add(&name(&format!("{limb}{number}.{side}")), Some(parent), at)
            };
            let both = [add(), add()];
            figure.pair(both[0], both[1]);
            parents = both;
        }
    }
    figure
}
