//! Bone maps: trunks of several programs, maps of files, edits by hand, text, and what does not fit.

use crate::support::{find, joint_at, key};
use glam::Vec3;
use proptest::prelude::*;
use retarget::{BoneMap, HumanJoint, MapError, MapEvidence, MappedBy, NamedMap, Slot, names_hash};
use rig::{HumanBone, JointIndex, NamePatterns, Skeleton, SkeletonBuilder};

/// Joints by name, the place of their parent in the list, and where they are in the model.
fn skeleton(joints: &[(&str, Option<usize>, [f32; 3])]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, (name, parent, at)) in joints.iter().enumerate() {
        let from = parent.map_or(Vec3::ZERO, |parent| Vec3::from(joints[parent].2));
        let local = joint_at(Vec3::from(*at) - from);
        builder = builder.joint(key(place), parent.map(key), name, local);
    }
    builder.build().unwrap()
}

fn names(skeleton: &Skeleton, map: &BoneMap, bone: HumanBone) -> Vec<String> {
    let mapped = map.get(&Slot::Human(bone));
    let joints = mapped.map_or(&[][..], |mapped| &mapped.joints);
    joints
        .iter()
        .map(|&joint| skeleton.name(joint).to_owned())
        .collect()
}

/// Legs below 下半身, the spine beside it.
fn miku() -> Skeleton {
    skeleton(&[
        ("全ての親", None, [0.0, 0.0, 0.0]),
        ("センター", Some(0), [0.0, 0.8, 0.0]),
        ("上半身", Some(1), [0.0, 1.0, 0.0]),
        ("首", Some(2), [0.0, 1.4, 0.0]),
        ("頭", Some(3), [0.0, 1.5, 0.0]),
        ("左腕", Some(2), [0.15, 1.3, 0.0]),
        ("左ひじ", Some(5), [0.4, 1.3, 0.0]),
        ("左手首", Some(6), [0.6, 1.3, 0.0]),
        ("右腕", Some(2), [-0.15, 1.3, 0.0]),
        ("右ひじ", Some(8), [-0.4, 1.3, 0.0]),
        ("右手首", Some(9), [-0.6, 1.3, 0.0]),
        ("下半身", Some(1), [0.0, 0.95, 0.0]),
        ("左足", Some(11), [0.1, 0.9, 0.0]),
        ("左ひざ", Some(12), [0.1, 0.5, 0.0]),
        ("左足首", Some(13), [0.1, 0.1, 0.0]),
        ("右足", Some(11), [-0.1, 0.9, 0.0]),
        ("右ひざ", Some(15), [-0.1, 0.5, 0.0]),
        ("右足首", Some(16), [-0.1, 0.1, 0.0]),
        ("左足ＩＫ", Some(0), [0.1, 0.1, 0.0]),
    ])
}

#[test]
fn hips_go_from_where_the_spine_parts_to_where_the_legs_do() {
    let miku = miku();
    let map = find(&miku);
    assert_eq!(names(&miku, &map, HumanBone::Hips), ["センター", "下半身"]);
    assert_eq!(names(&miku, &map, HumanBone::Spine), ["上半身"]);
    assert_eq!(names(&miku, &map, HumanBone::LeftFoot), ["左足首"]);
    let unmapped: Vec<_> = map
        .unmapped(&miku)
        .iter()
        .map(|&it| miku.name(it))
        .collect();
    assert_eq!(unmapped, ["全ての親", "左足ＩＫ"]);
}

/// Collarbones that hang on the neck, and controls that have the names of limbs.
#[test]
fn a_biped_with_controls_is_mapped() {
    let biped = skeleton(&[
        ("Bip01", None, [0.0, 1.0, 0.0]),
        ("Bip01 Pelvis", Some(0), [0.0, 1.0, 0.0]),
        ("Bip01 Spine", Some(1), [0.0, 1.1, 0.0]),
        ("Bip01 Spine1", Some(2), [0.0, 1.3, 0.0]),
        ("Bip01 Neck", Some(3), [0.0, 1.5, 0.0]),
        ("Bip01 L Clavicle", Some(4), [0.05, 1.45, 0.0]),
        ("Bip01 L UpperArm", Some(5), [0.2, 1.45, 0.0]),
        ("Bip01 L Forearm", Some(6), [0.5, 1.45, 0.0]),
        ("Bip01 L Hand", Some(7), [0.75, 1.45, 0.0]),
        ("Bip01 R Clavicle", Some(4), [-0.05, 1.45, 0.0]),
        ("Bip01 R UpperArm", Some(9), [-0.2, 1.45, 0.0]),
        ("Bip01 R Forearm", Some(10), [-0.5, 1.45, 0.0]),
        ("Bip01 R Hand", Some(11), [-0.75, 1.45, 0.0]),
        ("Bip01 Head", Some(4), [0.0, 1.6, 0.0]),
        ("Bip01 L Thigh", Some(1), [0.1, 0.95, 0.0]),
        ("Bip01 L Calf", Some(14), [0.1, 0.5, 0.0]),
        ("Bip01 L Foot", Some(15), [0.1, 0.1, 0.0]),
        ("Bip01 R Thigh", Some(1), [-0.1, 0.95, 0.0]),
        ("Bip01 R Calf", Some(17), [-0.1, 0.5, 0.0]),
        ("Bip01 R Foot", Some(18), [-0.1, 0.1, 0.0]),
        ("IK L UpperArm", None, [0.2, 1.45, 0.0]),
        ("IK L Forearm", Some(20), [0.5, 1.45, 0.0]),
        ("IK L Hand", Some(21), [0.75, 1.45, 0.0]),
    ]);
    let map = find(&biped);
    assert_eq!(names(&biped, &map, HumanBone::Hips), ["Bip01 Pelvis"]);
    assert_eq!(names(&biped, &map, HumanBone::Chest), ["Bip01 Spine1"]);
    assert_eq!(names(&biped, &map, HumanBone::UpperChest), [""; 0]);
    assert_eq!(names(&biped, &map, HumanBone::Neck), ["Bip01 Neck"]);
    assert_eq!(
        names(&biped, &map, HumanBone::LeftShoulder),
        ["Bip01 L Clavicle"]
    );
    assert_eq!(names(&biped, &map, HumanBone::LeftHand), ["Bip01 L Hand"]);
}

#[test]
fn the_map_of_a_file_goes_before_names() {
    let miku = miku();
    let [wrong, elbow] = ["右ひじ", "左ひじ"].map(|name| miku.find(name).unwrap());
    let humanoid = [
        HumanJoint {
            bone: HumanBone::LeftLowerArm,
            joint: wrong,
        },
        HumanJoint {
            bone: HumanBone::Hips,
            joint: JointIndex(9999),
        },
    ];
    let mut map = BoneMap::find(&MapEvidence {
        skeleton: &miku,
        patterns: &NamePatterns::default(),
        humanoid: &humanoid,
        moves: &[],
    });
    let arm = map.get(&Slot::Human(HumanBone::LeftLowerArm)).unwrap();
    assert_eq!(
        (arm.joints.as_slice(), arm.by),
        (&[wrong][..], MappedBy::Humanoid)
    );
    map.check(&miku).unwrap();
    // By hand it is put right, and the other side has it back.
    map.set(HumanBone::LeftLowerArm.into(), vec![elbow]);
    map.set(HumanBone::RightLowerArm.into(), vec![wrong]);
    map.check(&miku).unwrap();
    assert_eq!(map.joint(HumanBone::LeftLowerArm), Some(elbow));
    assert_eq!(map.joint(HumanBone::RightLowerArm), Some(wrong));
    assert_eq!(map.mirrored().joint(HumanBone::LeftLowerArm), Some(wrong));
    map.set(
        Slot::Free("ik".to_owned()),
        vec![miku.find("左足ＩＫ").unwrap()],
    );
    let text = map.named(&miku).to_text();
    assert_eq!(
        NamedMap::from_text(&text).unwrap().for_skeleton(&miku),
        Ok(map)
    );
}

#[test]
fn a_map_comes_back_from_text() {
    let miku = miku();
    let map = find(&miku);
    let named = map.named(&miku);
    let text = named.to_text();
    let read = NamedMap::from_text(&text).unwrap();
    assert_eq!(read, named);
    assert_eq!(read.names_hash, names_hash(&miku));
    assert_eq!(read.for_skeleton(&miku), Ok(map));
    let mut other = miku.clone();
    other.rename(JointIndex(3), "neck");
    assert_ne!(names_hash(&other), names_hash(&miku));
    let fault = read.for_skeleton(&other).unwrap_err().to_string();
    assert!(
        fault.contains("`首`") && fault.contains("slot neck"),
        "{fault}"
    );
}

#[test]
fn slips_in_a_text_are_told_with_their_place() {
    let wrong = |slots: &str| {
        let text = format!("(version: 1,\n slots: {{{slots}}})");
        NamedMap::from_text(&text).unwrap_err().to_string()
    };
    let fault = wrong("\"leftUperArm\": (joints: [\"a\"])");
    assert!(
        fault.contains("line 2") && fault.contains("`leftUpperArm`"),
        "{fault}"
    );
    let fault = wrong("\"hips\": (joint: [\"a\"])");
    assert!(fault.contains("joints"), "{fault}");
    let fault = NamedMap::from_text("(version: 2, slots: {})")
        .unwrap_err()
        .to_string();
    assert!(fault.contains("version 2"), "{fault}");
    let least = NamedMap::from_text("(version: 1, slots: {\"hips\": (joints: [\"全ての親\"])})");
    assert!(least.unwrap().for_skeleton(&miku()).is_ok());
    assert!(NamedMap::from_text("").is_err());
}

#[test]
fn maps_that_do_not_fit_say_why() {
    let miku = miku();
    let says = |slots: &str| {
        let text = format!("(version: 1, slots: {{{slots}}})");
        let named = NamedMap::from_text(&text).unwrap();
        named.for_skeleton(&miku).unwrap_err()
    };
    assert_eq!(says(""), MapError::Empty);
    assert!(matches!(
        says("\"hips\": (joints: [])"),
        MapError::EmptySlot { .. }
    ));
    assert!(matches!(
        says("\"hips\": (joints: [\"Hips\"])"),
        MapError::NoSuchJoint { .. }
    ));
    let twice = says("\"neck\": (joints: [\"首\"]), \"head\": (joints: [\"首\"])");
    assert!(matches!(twice, MapError::Twice { .. }));
    let chain = says("\"neck\": (joints: [\"頭\", \"首\"])");
    assert!(matches!(chain, MapError::NoChain { .. }));
}

fn any_name() -> impl Strategy<Value = String> {
    let words = [
        "arm", "Left", "right", "hand", "leg", "foot", "spine", "head", "hips", "neck", "IK",
        "end", "thumb", "1", "_L", ".R", "左", "足", "Bip01 ", "DEF-", "finger", "twist", "upper",
        "fore", "",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..4)
        .prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever joints are called and wherever they hang, the map fits them.
    #[test]
    fn any_skeleton_has_a_map_that_fits(
        joints in prop::collection::vec((any_name(), any::<prop::sample::Index>(), prop::array::uniform3(-1.0_f32..1.0)), 0..40),
    ) {
        let mut builder = SkeletonBuilder::new();
        for (place, (name, parent, at)) in joints.iter().enumerate() {
            let parent = (place > 0 && parent.index(8) > 0).then(|| key(parent.index(place)));
            builder = builder.joint(key(place), parent, name, joint_at(Vec3::from(*at)));
        }
        let skeleton = builder.build().unwrap();
        let map = find(&skeleton);
        if !map.is_empty() {
            map.check(&skeleton).unwrap();
        }
        let mirrored = map.mirrored().mirrored();
        prop_assert_eq!(&mirrored, &map);
    }
}

/// A chain of many joints, all called a part of a limb, is looked through without a pass over all joints for each.
#[test]
fn a_skeleton_of_one_long_chain_is_mapped() {
    for name in ["LeftUpperArm", "LeftHandFinger"] {
        let mut builder = SkeletonBuilder::new();
        for place in 0..20_000_usize {
            let parent = place.checked_sub(1).map(key);
            builder = builder.joint(key(place), parent, name, joint_at(1e-3 * Vec3::Y));
        }
        let skeleton = builder.build().unwrap();
        let map = find(&skeleton);
        assert!(map.is_empty() || map.check(&skeleton).is_ok());
    }
}

/// The joints of a hand alone are no body.
#[test]
fn a_hand_is_no_body() {
    let mut joints = vec![("hand", None, [0.0, 0.0, 0.0])];
    for (place, name) in ["index", "middle", "ring", "little"]
        .into_iter()
        .enumerate()
    {
        let x = 0.02 * f32::from(u8::try_from(place).unwrap()) - 0.03;
        let first = joints.len();
        joints.push((name, Some(0), [x, -0.1, 0.0]));
        joints.push((name, Some(first), [x, -0.14, 0.0]));
        joints.push((name, Some(first + 1), [x, -0.17, 0.0]));
    }
    let hand = skeleton(&joints);
    let map = find(&hand);
    assert_eq!(map.joint(HumanBone::LeftUpperArm), None);
}
