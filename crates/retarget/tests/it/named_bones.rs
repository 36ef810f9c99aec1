//! Names that conventions give to bones: each is of one bone alone, and the bone is found again by it.

use crate::support::{find, joint_at, key};
use glam::Vec3;
use retarget::{NameConvention, Slot};
use rig::{BodySide, HumanBone, SkeletonBuilder};

/// A skeleton of all bones, with the names of a convention; bones point away from the middle.
fn figure(convention: NameConvention) -> rig::Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, bone) in HumanBone::ALL.into_iter().enumerate() {
        let side = match bone.side() {
            None => 0.0,
            Some(BodySide::Left) => 1.0,
            Some(BodySide::Right) => -1.0,
        };
        let is_root = bone.parent() == bone;
        let parent = HumanBone::ALL.iter().position(|own| *own == bone.parent());
        let parent = parent.filter(|_| !is_root);
        let name = bone.name();
        let is_leg = ["Leg", "Foot", "Toes"].iter().any(|it| name.ends_with(it));
        let way = match (side == 0.0, is_leg) {
            (true, _) => Vec3::new(0.0, 0.15, 0.0),
            (false, true) => Vec3::new(0.05 * side, -0.4, 0.05),
            (false, false) => Vec3::new(0.12 * side, 0.0, 0.01),
        };
        let name = convention.bone_name(bone);
        builder = builder.joint(key(place), parent.map(key), &name, joint_at(way));
    }
    builder.build().unwrap()
}

#[test]
fn bones_are_found_again_by_the_names_they_are_given() {
    for convention in NameConvention::ALL {
        let skeleton = figure(convention);
        let map = find(&skeleton);
        let mut names: Vec<String> = HumanBone::ALL.map(|bone| convention.bone_name(bone)).into();
        for bone in HumanBone::ALL {
            let name = convention.bone_name(bone);
            let found = map.get(&Slot::Human(bone)).map(|found| found.joints[0]);
            let found = found.map(|joint| skeleton.name(joint));
            assert_eq!(found, Some(name.as_str()), "{}: {bone}", convention.name());
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), HumanBone::ALL.len(), "{}", convention.name());
        // And the other way round: a map gives the names that the joints have.
        for (joint, name) in map.bone_names(convention) {
            assert_eq!(skeleton.name(joint), name);
        }
    }
}
