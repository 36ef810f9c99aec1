//! Which joints automatic weights are for: those that move something now, those meant to, all.

use glam::{Quat, Vec3, vec3};
use mesh::Adjacency;
use proptest::prelude::*;
use rig::{BindPose, Influences, InfluencesBuilder, JointSlot, Skeleton};
use weights::{JointChoice, Movers, SkinInUse};

use crate::skin::{pillar, skin_of};

/// Names of joints that move nothing in the rigs that they come from: of Rigify, Maya, Unreal, Blender, 3ds Max, mGear, BVH.
const NO_MOVERS: [&str; 20] = [
    "MCH-spine_roll",
    "ORG-thigh.L",
    "WGT-root",
    "VIS_upper_arm_ik_pole.L",
    "upper_arm_tweak.L",
    "hand_ik.L",
    "thigh_fk.R",
    "CTRL_foot",
    "footCtrl",
    "spine_ctl",
    "knee_pole.L",
    "ikFootTarget",
    "ik_hand_gun",
    "lookAtTarget",
    "weapon_socket",
    "WeaponMount",
    "HeadTop_End",
    "Bip01 HeadNub",
    "End Site",
    "ORG-f_index.01.L_034",
];

/// Words of the list within others, and what only looks like it.
const MOVERS: [&str; 8] = [
    "bending",
    "Pikestaff",
    "L_eye_Socket_bind_JNT",
    "Vista",
    "organ",
    "DEF-hand_ik.L",
    "legend",
    "amount",
];

/// A spine in the pillar, with joints of these names hung on its second joint, within the pillar too.
fn spine(names: &[&str]) -> (Skeleton, BindPose) {
    let same = Quat::IDENTITY;
    let mut joints = vec![
        (0, None, "hips", Vec3::Y * 1.2, same),
        (1, Some(0), "spine", Vec3::Y, same),
        (2, Some(1), "chest", Vec3::Y, same),
    ];
    for (number, name) in (3..).zip(names) {
        joints.push((number, Some(1), *name, Vec3::X * 0.3, same));
    }
    skin_of(&joints)
}

/// The eight corners of the pillar: the lower four follow the first of these joints, the upper four the second; nobody where none.
fn rows(joints: usize, of: [Option<u16>; 2]) -> Influences {
    let mut builder = InfluencesBuilder::new(joints);
    for corner in 0..8 {
        match of[usize::from(corner & 2 != 0)] {
            Some(joint) => builder.vertex([(joint, 1.0)]).map(|_| ()).unwrap(),
            None => builder.unbound(),
        }
    }
    builder.build()
}

fn left_out(
    choice: JointChoice,
    skin: &(Skeleton, BindPose),
    rows: (&Influences, bool),
) -> Vec<String> {
    left_out_on(&pillar(0.5), choice, skin, rows)
}

fn left_out_on(
    surface: &Adjacency,
    choice: JointChoice,
    (skeleton, bind): &(Skeleton, BindPose),
    (rows, only_unbound): (&Influences, bool),
) -> Vec<String> {
    let movers = Movers::from_choice(
        choice,
        &SkinInUse {
            skeleton,
            bind,
            surface,
            rows,
            only_unbound,
        },
    );
    let name = |joint: &JointSlot| skeleton.name(bind.joints()[usize::from(*joint)]).to_owned();
    let is_left_out = |joint: &JointSlot| movers.left_out.contains(joint);
    assert!(movers.bones.iter().all(|bone| !is_left_out(&bone.joint)));
    movers.left_out.iter().map(name).collect()
}

#[test]
fn names_of_controls_sockets_and_ends_are_known_and_use_decides_over_them() {
    for name in NO_MOVERS {
        let skin = spine(&[name]);
        let bare = rows(4, [None, None]);
        for choice in [JointChoice::Used, JointChoice::Deform] {
            assert_eq!(left_out(choice, &skin, (&bare, false)), [name]);
        }
        let none: [&str; 0] = [];
        assert_eq!(left_out(JointChoice::All, &skin, (&bare, false)), none);
        // It moves half of the pillar: then no word is against it.
        let used = rows(4, [Some(0), Some(3)]);
        assert_eq!(left_out(JointChoice::Deform, &skin, (&used, false)), none);
        let kept = left_out(JointChoice::Used, &skin, (&used, false));
        assert_eq!(kept, ["spine", "chest"]);
    }
    for name in MOVERS {
        let skin = spine(&[name]);
        let bare = rows(4, [None, None]);
        let none: [&str; 0] = [];
        assert_eq!(left_out(JointChoice::Deform, &skin, (&bare, false)), none);
    }
}

#[test]
fn a_rig_that_says_which_joints_deform_is_believed() {
    let skin = spine(&["DEF-arm.L", "DEF-arm.R", "arm_parent.L"]);
    let bare = rows(6, [None, None]);
    let expected = ["hips", "spine", "chest", "arm_parent.L"];
    assert_eq!(
        left_out(JointChoice::Deform, &skin, (&bare, false)),
        expected
    );
    // A word that most names have says nothing.
    let skin = spine(&["a_ctrl", "b_ctrl", "c_ctrl", "d_ctrl"]);
    let bare = rows(7, [None, None]);
    let none: [&str; 0] = [];
    assert_eq!(left_out(JointChoice::Deform, &skin, (&bare, false)), none);
}

#[test]
fn words_of_attachments_and_ends_that_most_names_have_say_nothing() {
    let none: [&str; 0] = [];
    for most in [
        ["Mount_A", "Mount_B", "Mount_C", "Mount_D"],
        ["A_socket", "B_socket", "C_socket", "D_socket"],
        ["A_end", "B_end", "C_end", "D_end"],
    ] {
        let skin = spine(&most);
        let bare = rows(7, [None, None]);
        assert_eq!(left_out(JointChoice::Deform, &skin, (&bare, false)), none);
    }
    let same = Quat::IDENTITY;
    let all = skin_of(&[
        (0, None, "seg0_end", Vec3::Y * 1.2, same),
        (1, Some(0), "seg1_end", Vec3::Y, same),
        (2, Some(1), "seg2_end", Vec3::Y, same),
    ]);
    let bare = rows(3, [None, None]);
    assert_eq!(left_out(JointChoice::Deform, &all, (&bare, false)), none);
    // Three of six are no more than half.
    let some = ["Mount_A", "Mount_B", "Mount_C"];
    let bare = rows(6, [None, None]);
    let left = left_out(JointChoice::Deform, &spine(&some), (&bare, false));
    assert_eq!(left, some);
}

#[test]
fn a_joint_that_no_limb_leads_to_is_left_out_until_it_moves_something() {
    for away in [vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, -3.0)] {
        let same = Quat::IDENTITY;
        let skin = skin_of(&[
            (0, None, "a", Vec3::Y * 1.2, same),
            (1, Some(0), "b", Vec3::Y, same),
            (2, Some(1), "c", Vec3::Y, same),
            (3, Some(0), "d", away, same),
            (4, Some(3), "e", away, same),
        ]);
        let bare = rows(5, [None, None]);
        assert_eq!(
            left_out(JointChoice::Deform, &skin, (&bare, false)),
            ["d", "e"]
        );
        let used = rows(5, [Some(0), Some(4)]);
        assert_eq!(left_out(JointChoice::Deform, &skin, (&used, false)), ["d"]);
    }
}

#[test]
fn what_lies_among_unbound_points_counts_as_used() {
    let skin = spine(&["head_ctrl"]);
    let upper_is_bare = rows(4, [Some(0), None]);
    let found = left_out(JointChoice::Used, &skin, (&upper_is_bare, true));
    assert_eq!(found, ["spine", "head_ctrl"], "chest is in the upper half");
    let found = left_out(JointChoice::Used, &skin, (&upper_is_bare, false));
    assert_eq!(found, ["spine", "chest", "head_ctrl"]);
    let all_is_bound = rows(4, [Some(0), Some(0)]);
    let found = left_out(JointChoice::Used, &skin, (&all_is_bound, true));
    assert_eq!(found, ["spine", "chest", "head_ctrl"]);
}

/// An arm along y, four long, with joints a unit apart, the fourth of this name, and more hung on them; its points up to a height follow the
/// nearest of so many joints below them, the others nobody. Gives the joints that are left out though only those others get weights.
fn left_out_of_arm(
    fourth: (&str, f32),
    more: &[(u32, &str, f32)],
    (joints_in_use, up_to): (u16, f32),
) -> Vec<String> {
    let same = Quat::IDENTITY;
    let mut joints = vec![
        (0, None, "root", Vec3::ZERO, same),
        (1, Some(0), "upper", Vec3::Y, same),
        (2, Some(1), "lower", Vec3::Y, same),
        (3, Some(2), fourth.0, Vec3::Y * fourth.1, same),
    ];
    for (number, &(parent, name, way)) in (4..).zip(more) {
        joints.push((number, Some(parent), name, Vec3::Y * way, same));
    }
    let surface = bent(2.0, Vec3::Y * 2.0);
    let mut builder = InfluencesBuilder::new(joints.len());
    for place in surface.positions() {
        let below = (0..joints_in_use).rev();
        let mut below = below.filter(|&joint| f32::from(joint) <= place.y + 1e-4);
        match below.next().filter(|_| place.y < up_to) {
            Some(joint) => builder.vertex([(joint, 1.0)]).map(|_| ()).unwrap(),
            None => builder.unbound(),
        }
    }
    let rows = builder.build();
    left_out_on(
        &surface,
        JointChoice::Used,
        &skin_of(&joints),
        (&rows, true),
    )
}

#[test]
fn a_leaf_that_has_lost_its_points_counts_as_used_whatever_its_name() {
    let none: [&str; 0] = [];
    for name in NO_MOVERS {
        let found = left_out_of_arm((name, 1.0), &[], (3, 2.6));
        assert_eq!(found, none, "{name} has lost what is beyond it");
        let at_the_tip = left_out_of_arm((name, 2.0), &[], (3, 2.6));
        assert_eq!(at_the_tip, [name], "nothing is beyond it");
        let within = left_out_of_arm(("hand", 1.0), &[(3, name, 0.3)], (3, 2.6));
        assert_eq!(within, [name], "the hand has lost what is around it");
        let beside = left_out_of_arm(("hand", 1.0), &[(0, name, 3.0)], (3, 2.6));
        assert_eq!(beside, [name], "it stands where the hand does");
        // The hand's bone goes to a tip that is not straight on.
        let sibling = left_out_of_arm(("hand", 0.9), &[(2, name, 0.9)], (3, 2.6));
        assert_eq!(sibling, [name], "it hangs beside the hand");
        let bound = left_out_of_arm(("hand", 1.0), &[(3, name, 0.3)], (4, 3.6));
        assert_eq!(bound, [name], "the hand has what is around it");
        let fingertips = left_out_of_arm(("hand", 1.0), &[(3, name, 0.5)], (4, 3.4));
        assert_eq!(fingertips, [name], "the hand has lost its fingertips");
    }
}

/// Legs that hang from joints which move nothing have bones as long as those that lead to them.
#[test]
fn a_used_joint_below_unused_ones_has_its_bone() {
    let same = Quat::IDENTITY;
    let skin = skin_of(&[
        (0, None, "root", Vec3::Y, same),
        (1, Some(0), "hip", Vec3::Y * 0.5, same),
        (2, Some(1), "leg", Vec3::Y, same),
    ]);
    let rows = rows(3, [Some(2), Some(2)]);
    let surface = pillar(0.5);
    let movers = Movers::from_choice(
        JointChoice::Used,
        &SkinInUse {
            skeleton: &skin.0,
            bind: &skin.1,
            surface: &surface,
            rows: &rows,
            only_unbound: false,
        },
    );
    assert_eq!(movers.left_out, [0, 1].map(JointSlot));
    assert!(movers.bones[0].length() > 0.5, "{:?}", movers.bones);
}

proptest! {
    /// Whatever joints are called and wherever they stand: those that move something get weight, the others none.
    #[test]
    fn used_joints_are_those_that_move_something(
        names in prop::collection::vec(prop::sample::select([NO_MOVERS.as_slice(), &MOVERS].concat()), 1..5),
        places in prop::collection::vec(prop::array::uniform3(-9.0_f32..9.0), 5),
        of in prop::array::uniform2(0_u16..8),
    ) {
        let mut joints = vec![(0, None, "hips".to_owned(), Vec3::Y * 1.2, Quat::IDENTITY)];
        for ((number, name), place) in (1..).zip(&names).zip(&places) {
            joints.push((number, Some(number - 1), format!("{name} {number}"), Vec3::from(*place), Quat::IDENTITY));
        }
        let listed: Vec<_> = joints.iter().map(|(number, parent, name, place, turn)| (*number, *parent, name.as_str(), *place, *turn)).collect();
        let skin = skin_of(&listed);
        let count = joints.len();
        let of = of.map(|joint| joint % u16::try_from(count).unwrap());
        let rows = rows(count, of.map(Some));
        let found = left_out(JointChoice::Used, &skin, (&rows, false));
        let expected: Vec<&str> = (0..).zip(&listed)
            .filter(|(place, _)| !of.contains(place))
            .map(|(_, joint)| joint.2)
            .collect();
        prop_assert_eq!(found, expected);
    }
}

/// A limb of points along y from 0 to `knee`, and from there along `toe`.
fn bent(knee: f32, toe: Vec3) -> Adjacency {
    let mut positions = Vec::new();
    let along = (0_u8..20).map(|step| Vec3::Y * knee * f32::from(step) / 20.0);
    let on = (0_u8..20).map(|step| Vec3::Y * knee + toe * f32::from(step) / 19.0);
    for place in along.chain(on) {
        positions.extend([0.1, -0.1].map(|side| place + Vec3::X * side));
    }
    let rungs = u32::try_from(positions.len() / 2).unwrap() - 1;
    let triangles: Vec<[u32; 3]> = (0..rungs)
        .flat_map(|rung| {
            [
                [2 * rung, 2 * rung + 1, 2 * rung + 2],
                [2 * rung + 1, 2 * rung + 3, 2 * rung + 2],
            ]
        })
        .collect();
    Adjacency::new(&positions, &triangles)
}

#[test]
fn a_bone_at_the_end_goes_to_the_tip_of_its_mesh_where_joints_have_no_turns() {
    for toe in [
        vec3(0.0, 0.0, 1.5),
        vec3(0.0, 0.4, 1.0),
        vec3(0.0, 1.0, -0.2),
    ] {
        for turn in [Quat::IDENTITY, Quat::from_rotation_z(0.6)] {
            let along = turn.inverse() * Vec3::Y;
            let (skeleton, bind) = skin_of(&[
                (0, None, "a", Vec3::ZERO, turn),
                (1, Some(0), "b", along, Quat::IDENTITY),
                (2, Some(1), "c", along, Quat::IDENTITY),
            ]);
            let movers = Movers::of_skin(&skeleton, &bind, &bent(2.0, toe));
            let leaf = movers.bones.iter().find(|bone| bone.joint == JointSlot(2));
            let off = leaf.unwrap().tail.distance(Vec3::Y * 2.0 + toe);
            assert!(off < 0.15 * toe.length(), "{toe}: {off}");
        }
    }
}
