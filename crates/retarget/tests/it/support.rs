//! What several tests need.

use glam::Vec3;
use retarget::{BoneMap, MapEvidence};
use rig::{LocalTransform, NamePatterns, Skeleton, Trs};

pub(crate) fn key(place: usize) -> u32 {
    u32::try_from(place).unwrap()
}

pub(crate) fn joint_at(translation: Vec3) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation,
        ..Trs::IDENTITY
    })
}

pub(crate) fn find(skeleton: &Skeleton) -> BoneMap {
    BoneMap::find(&MapEvidence {
        skeleton,
        patterns: &NamePatterns::default(),
        humanoid: &[],
        moves: &[],
    })
}
