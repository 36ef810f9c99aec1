//! Where skeletons look, and how one is turned to look where another does.

use super::frames::Frames;
use super::retargeter::MappedSkeleton;
use crate::map::bone_map::BoneMap;
use glam::{DQuat, DVec3};
use rig::{BodySide, HumanBone};
use std::f64::consts::FRAC_PI_2;

/// Sides that are nearer to each other than this share of the body's height do not tell where it looks.
const NARROW: f64 = 0.01;

/// The turn about the vertical, by whole quarters, after which the source looks where the target does in their reference poses; none where either
/// does not say where it looks, or less than an eighth lies between them.
pub(crate) fn facing_turn(
    source: &MappedSkeleton<'_>,
    target: &MappedSkeleton<'_>,
    up: DVec3,
) -> DQuat {
    let up = up.normalize_or(DVec3::Y);
    let forward = |side: &MappedSkeleton<'_>| {
        forward(&Frames::new(side.skeleton, side.reference), side.map, up)
    };
    let (Some(from), Some(to)) = (forward(source), forward(target)) else {
        return DQuat::IDENTITY;
    };
    let angle = from.cross(to).dot(up).atan2(from.dot(to));
    // Exactly the identity where they look alike, so that a character's own motion stays the same to the bit.
    match (angle / FRAC_PI_2).round() {
        0.0 => DQuat::IDENTITY,
        quarters => DQuat::from_axis_angle(up, quarters * FRAC_PI_2),
    }
}

/// Where a body looks, level and of length one: left × up, over all bones of both sides. None without both sides, and where toes point the other
/// way.
fn forward(frames: &Frames, map: &BoneMap, up: DVec3) -> Option<DVec3> {
    let place = |bone: HumanBone| Some(frames.place(map.joint(bone)?.index()));
    let left_bones = || {
        HumanBone::ALL
            .into_iter()
            .filter(|bone| bone.side() == Some(BodySide::Left))
    };
    let pairs = left_bones().filter_map(|bone| Some((place(bone)?, place(bone.mirrored())?)));
    let widths: Vec<DVec3> = pairs.map(|(left, right)| left - right).collect();
    let body = frames.heights(0, up).body;
    let across = widths.iter().sum::<DVec3>().reject_from_normalized(up);
    if across.length() < NARROW * body * f64::from(u32::try_from(widths.len()).ok()?) {
        return None;
    }
    let forward = across.cross(up).try_normalize()?;
    let toes = [
        (HumanBone::LeftFoot, HumanBone::LeftToes),
        (HumanBone::RightFoot, HumanBone::RightToes),
    ];
    let toes = toes
        .into_iter()
        .filter_map(|(foot, toes)| Some(place(toes)? - place(foot)?));
    let ahead = toes.map(|way| way.dot(forward)).sum::<f64>();
    (-NARROW * body <= ahead).then_some(forward)
}
