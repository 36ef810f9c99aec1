//! Which limb a drag moves.

use crate::support::key;
use glam::Vec3;
use rig::{Limb, LocalTransform, Skeleton, SkeletonBuilder, Trs};

fn skeleton(joints: &[(&str, usize, [f32; 3])]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (i, (name, parent, way)) in joints.iter().enumerate() {
        let local = Trs {
            translation: Vec3::from_array(*way),
            ..Trs::IDENTITY
        };
        let parent = (i > 0).then(|| key(*parent));
        builder = builder.joint(key(i), parent, name, LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

#[test]
fn palms_and_toes_move_the_arm_and_the_leg_and_fingertips_their_finger() {
    let skeleton = skeleton(&[
        ("hips", 0, [0.0, 1.0, 0.0]),
        ("upper_arm.L", 0, [0.2, 0.5, 0.0]),
        ("forearm.L", 1, [0.3, 0.0, 0.0]),
        ("hand.L", 2, [0.3, 0.0, 0.0]),
        ("index_metacarpal.L", 3, [0.05, 0.0, 0.0]),
        ("index_1.L", 4, [0.05, 0.0, 0.0]),
        ("index_2.L", 5, [0.03, 0.0, 0.0]),
        ("index_3.L", 6, [0.03, 0.0, 0.0]),
        ("thigh.L", 0, [0.1, 0.0, 0.0]),
        ("shin.L", 8, [0.0, -0.5, 0.0]),
        ("foot.L", 9, [0.0, -0.45, 0.0]),
        ("toes.L", 10, [0.0, -0.04, 0.1]),
    ]);
    let joint = |name: &str| skeleton.find(name).unwrap();
    let dragged = |name: &str| Limb::find_for_drag(&skeleton, joint(name)).unwrap();
    for name in ["hand.L", "index_metacarpal.L", "index_1.L", "index_2.L"] {
        let limb = dragged(name);
        assert_eq!(limb.end, joint("hand.L"), "{name}");
        assert_eq!(limb.root, joint("upper_arm.L"));
        assert!(!limb.end_is_foot(&skeleton), "hands follow");
    }
    assert_eq!(dragged("index_3.L").root, joint("index_1.L"));
    for name in ["foot.L", "toes.L"] {
        let limb = dragged(name);
        assert_eq!(limb.end, joint("foot.L"), "{name}");
        assert!(limb.end_is_foot(&skeleton));
    }
    assert_eq!(dragged("forearm.L").end, joint("forearm.L"));
    assert_eq!(Limb::find_for_drag(&skeleton, joint("hips")), None);
}

#[test]
fn without_names_a_hand_is_known_by_its_fingers_and_a_foot_by_the_ground() {
    let skeleton = skeleton(&[
        ("", 0, [0.0, 1.0, 0.0]),
        ("", 0, [0.3, 0.0, 0.0]),
        ("", 1, [0.3, 0.0, 0.0]),
        ("", 2, [0.1, 0.0, 0.0]),
        ("", 2, [0.1, 0.0, 0.02]),
        ("", 2, [0.1, 0.0, 0.04]),
        ("", 2, [0.1, 0.0, 0.06]),
        ("", 0, [0.0, -0.5, 0.0]),
        ("", 7, [0.0, -0.5, 0.0]),
    ]);
    let joint = |place: usize| {
        let mut joints = skeleton.joints();
        joints
            .find(|&joint| skeleton.key(joint) == key(place))
            .unwrap()
    };
    let finger = Limb::find_for_drag(&skeleton, joint(5)).unwrap();
    assert_eq!(finger.end, joint(2));
    assert!(!finger.end_is_foot(&skeleton));
    assert!(
        Limb::find_for_drag(&skeleton, joint(8))
            .unwrap()
            .end_is_foot(&skeleton)
    );
}
