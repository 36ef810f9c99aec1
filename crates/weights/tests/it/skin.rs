//! What operations know of a skin's joints.

use glam::{Affine3A, Quat, Vec3};
use mesh::Adjacency;
use proptest::prelude::*;
use rig::{
    BindPose, JointIndex, JointPairs, JointSlot, LocalTransform, NamePatterns, Skeleton,
    SkeletonBuilder, Trs,
};
use weights::{Bone, Movers, parents, partners};

fn moved(by: Vec3) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation: by,
        ..Trs::IDENTITY
    })
}

/// A root, a helper that no skin lists, a chest above it with an arm on either side; in another order than the skeleton's.
fn torso() -> (Skeleton, BindPose) {
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "root", moved(Vec3::ZERO))
        .joint(1, Some(0), "helper", moved(Vec3::Y))
        .joint(2, Some(1), "chest", moved(Vec3::Y))
        .joint(3, Some(2), "arm.L", moved(Vec3::X * 2.0))
        .joint(4, Some(2), "arm.R", moved(Vec3::X * -2.0))
        .build()
        .expect("a tree");
    let named = |name| skeleton.find(name).expect("is there");
    let joints: Vec<JointIndex> = ["arm.R", "arm.L", "chest", "root"].map(named).to_vec();
    let binds = joints.iter().map(|&joint| {
        let place = skeleton.rest_model_from_joint(joint).translation;
        Affine3A::from_translation(-place)
    });
    let binds: Vec<Affine3A> = binds.collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &binds).expect("one matrix a joint");
    (skeleton, bind)
}

#[test]
fn bones_go_to_children_and_on_at_the_ends() {
    let (skeleton, bind) = torso();
    let bones = Bone::of_skin(&skeleton, &bind);
    let joints: Vec<JointSlot> = bones.iter().map(|bone| bone.joint).collect();
    assert_eq!(joints, [0, 1, 2, 2, 3].map(JointSlot));
    let up = Vec3::Y * 2.0;
    assert!(bones[4].head.distance(Vec3::ZERO) < 1e-6 && bones[4].tail.distance(up) < 1e-6);
    let end = bones[1];
    assert!(end.tail.distance(up + Vec3::X * 4.0) < 1e-6 && (end.length() - 2.0).abs() < 1e-6);
    assert!((bones[4].distance(Vec3::new(1.0, 1.0, 0.0)) - 1.0).abs() < 1e-6);
    assert!((bones[4].distance(Vec3::Y * 5.0) - 3.0).abs() < 1e-6);
}

#[test]
fn parents_and_partners_are_places_of_the_list() {
    let (skeleton, bind) = torso();
    let some = |slot| Some(JointSlot(slot));
    assert_eq!(parents(&skeleton, &bind), [some(2), some(2), some(3), None]);
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    let found = partners(&skeleton, &bind, &pairs);
    assert_eq!(found, [1, 0, 2, 3].map(some));
}

#[test]
fn a_bone_without_length_is_a_point() {
    let bone = Bone {
        joint: JointSlot(0),
        head: Vec3::ONE,
        tail: Vec3::ONE,
    };
    assert_eq!(bone.distance(Vec3::new(1.0, 3.0, 1.0)), 2.0);
}

/// A skin of these joints, all in one list, in their order: number, parent, name, and how each is moved and turned from its parent.
pub(crate) fn skin_of(joints: &[(u32, Option<u32>, &str, Vec3, Quat)]) -> (Skeleton, BindPose) {
    let mut builder = SkeletonBuilder::new();
    for &(number, parent, name, translation, rotation) in joints {
        let trs = LocalTransform::Trs(Trs {
            translation,
            rotation,
            ..Trs::IDENTITY
        });
        builder = builder.joint(number, parent, name, trs);
    }
    let skeleton = builder.build().expect("a tree");
    let listed: Vec<JointIndex> = joints
        .iter()
        .map(|&(_, _, name, _, _)| skeleton.find(name).expect("is there"))
        .collect();
    let binds: Vec<Affine3A> = listed
        .iter()
        .map(|&joint| {
            let rest = skeleton.rest_model_from_joint(joint);
            Affine3A::from_rotation_translation(rest.rotation, rest.translation).inverse()
        })
        .collect();
    let (bind, _) = BindPose::new(&skeleton, &listed, &binds).expect("one matrix a joint");
    (skeleton, bind)
}

/// A box of this half width around the y axis, from 1 to 5.
pub(crate) fn pillar(half: f32) -> Adjacency {
    let corner = |place: u8| {
        let side = |bit: u8| if place & bit == 0 { -half } else { half };
        Vec3::new(side(1), if place & 2 == 0 { 1.0 } else { 5.0 }, side(4))
    };
    let positions: Vec<Vec3> = (0..8).map(corner).collect();
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
    ];
    let triangles: Vec<[u32; 3]> = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    Adjacency::new(&positions, &triangles)
}

#[test]
fn sockets_ends_targets_and_a_root_on_the_ground_are_no_movers() {
    let same = Quat::IDENTITY;
    let (skeleton, bind) = skin_of(&[
        (0, None, "root", Vec3::ZERO, same),
        (1, Some(0), "hips", Vec3::Y * 1.2, same),
        (2, Some(1), "spine", Vec3::Y * 1.5, same),
        (3, Some(2), "HeadTop_End", Vec3::Y * 2.0, same),
        (4, Some(1), "BeltSocket", Vec3::X, same),
        (5, Some(0), "footIKTarget", Vec3::Z, same),
        // A word within another is none, and what bears a mover is one.
        (6, Some(2), "bending", Vec3::X * 0.1, same),
        (7, Some(2), "mount", Vec3::Z * 0.1, same),
        (8, Some(7), "tail", Vec3::Z * 0.1, same),
    ]);
    let movers = Movers::of_skin(&skeleton, &bind, &pillar(0.5));
    let names = |joints: &[JointSlot]| -> Vec<String> {
        let name = |&joint: &JointSlot| skeleton.name(bind.joints()[usize::from(joint)]).to_owned();
        joints.iter().map(name).collect()
    };
    let left_out = ["root", "HeadTop_End", "BeltSocket", "footIKTarget"];
    assert_eq!(names(&movers.left_out), left_out);
    assert!(
        movers
            .bones
            .iter()
            .all(|bone| !movers.left_out.contains(&bone.joint))
    );
    // Nothing is within a sheet: then a root is as good as any.
    let sheet = Adjacency::new(&[Vec3::ZERO, Vec3::Y, Vec3::X], &[[0, 1, 2]]);
    let movers = Movers::of_skin(&skeleton, &bind, &sheet);
    assert_eq!(names(&movers.left_out), left_out[1..]);
}

#[test]
fn a_skin_of_nothing_but_sockets_keeps_them() {
    let (skeleton, bind) = skin_of(&[
        (0, None, "socket.a", Vec3::ZERO, Quat::IDENTITY),
        (1, Some(0), "socket.b", Vec3::Y, Quat::IDENTITY),
    ]);
    let movers = Movers::of_skin(&skeleton, &bind, &pillar(0.5));
    assert_eq!(movers.left_out, Vec::<JointSlot>::new());
    assert_eq!(movers.bones, Bone::of_skin(&skeleton, &bind));
}

#[test]
fn a_joint_at_the_end_points_along_the_axis_that_the_others_do() {
    let bend = Quat::from_rotation_z(-1.0);
    let (skeleton, bind) = skin_of(&[
        (0, None, "hip", Vec3::ZERO, Quat::IDENTITY),
        (1, Some(0), "knee", Vec3::Y, Quat::from_rotation_z(0.4)),
        (2, Some(1), "foot", Vec3::Y, bend),
    ]);
    let bones = Bone::of_skin(&skeleton, &bind);
    let foot = skeleton.rest_model_from_joint(bind.joints()[2]).rotation * Vec3::Y;
    assert!(
        (bones[2].tail - bones[2].head).distance(foot) < 1e-5,
        "{bones:?}"
    );
    // Frames that stand as the world does say nothing: on as before.
    let (skeleton, bind) = skin_of(&[
        (0, None, "hip", Vec3::ZERO, Quat::IDENTITY),
        (1, Some(0), "knee", Vec3::Y, Quat::IDENTITY),
        (2, Some(1), "ankle", Vec3::Y, Quat::IDENTITY),
        (3, Some(2), "toe", Vec3::X, Quat::IDENTITY),
    ]);
    let bones = Bone::of_skin(&skeleton, &bind);
    assert!(
        (bones[3].tail - bones[3].head).distance(Vec3::X) < 1e-5,
        "{bones:?}"
    );
}

/// Twist joints have the parts of their limb, whatever their number, and none reaches beyond the next limb. One that is beside the limb is
/// none of them.
#[test]
fn bones_of_twist_joints_end_where_the_next_one_begins() {
    let same = Quat::IDENTITY;
    let (skeleton, bind) = skin_of(&[
        (0, None, "upper", Vec3::Z, same),
        (1, Some(0), "upper_twist_1", Vec3::Y, same),
        (2, Some(0), "upper_twist_2", Vec3::new(0.02, 2.0, 0.0), same),
        (3, Some(0), "lower", Vec3::Y * 3.0, same),
        (4, Some(3), "hand", Vec3::Y * 2.0, same),
        (5, Some(0), "plate", Vec3::new(0.5, 2.0, 0.0), same),
    ]);
    let bones = Bone::of_skin(&skeleton, &bind);
    let of = |slot: u16| {
        bones
            .iter()
            .filter(move |bone| bone.joint == JointSlot(slot))
    };
    for (slot, end) in [(1, 2), (2, 3)] {
        let next = skeleton
            .rest_model_from_joint(bind.joints()[end])
            .translation;
        let ends: Vec<Vec3> = of(slot).map(|bone| bone.tail).collect();
        assert!(ends.len() == 1 && ends[0].distance(next) < 1e-6, "{ends:?}");
    }
    let plate = of(5).next().unwrap();
    assert!((plate.length() - Vec3::new(0.5, 2.0, 0.0).length()).abs() < 1e-5);
    assert_eq!(of(0).count(), 4, "{bones:?}");
}

#[test]
fn a_list_without_hierarchy_is_chained_along_its_axes() {
    let turned = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let place = |finger: f32, joint: f32| Vec3::new(finger * (1.0 + 0.1 * joint), 0.0, -joint);
    let (skeleton, bind) = skin_of(&[
        (0, None, "a2", place(-1.0, 3.0), turned),
        (1, None, "a1", place(-1.0, 2.0), turned),
        (2, None, "a0", place(-1.0, 1.0), turned),
        (3, None, "b2", place(1.0, 3.0), turned),
        (4, None, "b1", place(1.0, 2.0), turned),
        (5, None, "b0", place(1.0, 1.0), turned),
    ]);
    let bones = Bone::of_skin(&skeleton, &bind);
    let ends: Vec<Vec3> = bones.iter().map(|bone| bone.tail).collect();
    for (bone, after) in [(1, 0), (2, 1), (4, 3), (5, 4)] {
        assert!(ends[bone].distance(bones[after].head) < 1e-5, "{bones:?}");
    }
}

/// Hips at the bottom of a body, a chest and a head above, legs beside them that hang from the root, and hands `reach` to both sides,
/// that hang from a joint of this number, 0.6 above it. In heights of the body.
fn body_without_arms(hands: u32, [reach, legs]: [f32; 2], height: f32) -> (Skeleton, BindPose) {
    let same = Quat::IDENTITY;
    let side = |x: f32, y: f32| Vec3::new(x, y, 0.0) * height;
    skin_of(&[
        (0, None, "root", Vec3::ZERO, same),
        (1, Some(0), "hips", side(0.0, 0.2), same),
        (2, Some(1), "chest", side(0.0, 0.7), same),
        (3, Some(2), "head", side(0.0, 0.6), same),
        (4, Some(hands), "hand.L", side(reach, 0.6), same),
        (5, Some(hands), "hand.R", side(-reach, 0.6), same),
        (6, Some(0), "leg.L", side(legs, 0.3), same),
        (7, Some(0), "leg.R", side(-legs, 0.3), same),
        (8, Some(6), "foot.L", side(0.1, -0.5), same),
        (9, Some(7), "foot.R", side(-0.1, -0.5), same),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of hands that hang from the hips the legs are nearer all along, by more than a quarter; those at a chest have nothing on the way. In
    /// any size.
    #[test]
    fn a_bone_that_runs_through_other_branches_is_none(
        reach in 0.8_f32..1.1,
        legs in 0.4_f32..0.55,
        height in prop_oneof![Just(0.01_f32), Just(1.0), Just(180.0)],
    ) {
        let bones = |hands| {
            let (skeleton, bind) = body_without_arms(hands, [reach, legs], height);
            Bone::of_skin(&skeleton, &bind)
        };
        let of_joint = |bones: &[Bone], joint| bones.iter().filter(|bone| bone.joint == joint).count();
        let hips = bones(1);
        prop_assert_eq!([0, 1, 2].map(|joint| of_joint(&hips, JointSlot(joint))), [3, 1, 1]);
        let chest = bones(2);
        prop_assert_eq!([0, 1, 2].map(|joint| of_joint(&chest, JointSlot(joint))), [3, 1, 3]);
        for bones in [hips, chest] {
            prop_assert!((0..10).all(|joint| of_joint(&bones, JointSlot(joint)) > 0));
        }
    }
}

#[test]
fn what_is_listed_twice_keeps_its_bones() {
    let same = Quat::IDENTITY;
    let mut joints = vec![(0, None, "root", Vec3::ZERO, same)];
    let names = [
        ["spine", "arm.L", "arm.R", "neck"],
        ["spine again", "arm.L again", "arm.R again", "neck again"],
    ];
    for (first, names) in [1, 5].into_iter().zip(names) {
        joints.push((first, Some(0), names[0], Vec3::Y, same));
        joints.push((first + 1, Some(first), names[1], Vec3::X, same));
        joints.push((first + 2, Some(first), names[2], -Vec3::X, same));
        joints.push((first + 3, Some(first), names[3], Vec3::Y, same));
    }
    let (skeleton, bind) = skin_of(&joints);
    let bones = Bone::of_skin(&skeleton, &bind);
    let of_spines = bones
        .iter()
        .filter(|bone| [1, 5].map(JointSlot).contains(&bone.joint));
    assert_eq!(of_spines.count(), 6);
}

/// Joints of these parents, a meter beside each other, all listed; of what a hostile file may say, so many that each cannot be looked
/// at with each.
fn many(parents: impl ExactSizeIterator<Item = Option<u32>>) -> (Skeleton, BindPose) {
    let mut builder = SkeletonBuilder::new();
    for (number, parent) in (0..).zip(parents) {
        builder = builder.joint(number, parent, "", moved(Vec3::X));
    }
    let skeleton = builder.build().expect("a tree");
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let binds = vec![Affine3A::IDENTITY; joints.len()];
    let (bind, _) = BindPose::new(&skeleton, &joints, &binds).expect("one matrix a joint");
    (skeleton, bind)
}

/// It ends: pair by pair any of them took from minutes to days.
#[test]
fn deep_wide_and_flat_skeletons_are_not_looked_at_pair_by_pair() {
    let half: u32 = 32_000;
    let n_half = 32_000;
    // Before a leaf comes the link that it hangs on; every second joint is a leaf.
    let chain = (0..2 * half).map(|joint| match (joint, joint % 2) {
        (0, _) => None,
        (_, 0) => Some(joint - 2),
        _ => Some(joint - 1),
    });
    let (skeleton, bind) = many(chain);
    assert_eq!(Bone::of_skin(&skeleton, &bind).len(), 3 * n_half - 1);
    let star = (0..2 * half).map(|joint| (joint > 0).then_some(0));
    let (skeleton, bind) = many(star);
    assert_eq!(Bone::of_skin(&skeleton, &bind).len(), 4 * n_half - 2);
    let flat = (0..2 * half).map(|_| None);
    let (skeleton, bind) = many(flat);
    assert_eq!(Bone::of_skin(&skeleton, &bind).len(), 2 * n_half);
    // What lists the ends of a chain alone goes all its way once.
    let chain = (0..2 * half).map(|joint: u32| match joint {
        0 => None,
        _ if joint < half => Some(joint - 1),
        _ => Some(half - 1),
    });
    let (skeleton, _) = many(chain);
    let ends: Vec<JointIndex> = skeleton.joints().skip(n_half).collect();
    let binds = vec![Affine3A::IDENTITY; ends.len()];
    let (bind, _) = BindPose::new(&skeleton, &ends, &binds).expect("one matrix a joint");
    assert!(parents(&skeleton, &bind).iter().all(Option::is_none));
}
