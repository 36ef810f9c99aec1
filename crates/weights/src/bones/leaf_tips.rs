//! Bones at the ends of chains whose joints do not say which way they point: they go to the tip of what the joint has around it.

use glam::Vec3;
use rig::JointSlot;

use crate::Bone;

/// The tip is the middle of the farthest ones of the points around a joint: one in so many.
const FARTHEST: usize = 10;

/// So few points show no tip.
const LEAST: usize = 3;

/// A tip nearer than this share of the bone's length says nothing.
const SHORTEST: f32 = 0.1;

/// Points nearer to another bone by less than this share are as near.
const TIE: f32 = 1e-4;

/// Pairs of points and bones that are compared at most; beyond, points are passed over evenly.
const MOST_PAIRS: usize = 20_000_000;

/// Lays the bones of these joints, which have one each, to the tip of the points that are nearer to them than to other joints' bones.
///
/// Where there are too few such points a bone stays as it is; so does one without length, which no bone leads to.
pub(crate) fn reach(bones: &mut [Bone], joints: &[JointSlot], positions: &[Vec3]) {
    if joints.is_empty() || bones.is_empty() {
        return;
    }
    let step = 1 + positions.len().saturating_mul(bones.len()) / MOST_PAIRS;
    let mut around: Vec<Vec<Vec3>> = vec![Vec::new(); bones.len()];
    for &place in positions.iter().step_by(step) {
        if let Some(nearest) = nearest(bones, joints, place) {
            around[nearest].push(place);
        }
    }
    // All tips are found before a bone moves, so that the order of bones does not matter.
    let tips: Vec<Option<Vec3>> = bones
        .iter()
        .zip(around)
        .map(|(bone, points)| tip(bone.head, points))
        .collect();
    for (bone, tip) in bones.iter_mut().zip(tips) {
        let is_asked = bone.length() > 0.0 && joints.binary_search(&bone.joint).is_ok();
        let least = SHORTEST * bone.length();
        let tip = tip.filter(|tip| is_asked && tip.distance(bone.head) > least);
        bone.tail = tip.unwrap_or(bone.tail);
    }
}

/// The bone of the asked joints that is nearest to a place; none where another one is nearer.
fn nearest(bones: &[Bone], joints: &[JointSlot], place: Vec3) -> Option<usize> {
    let (mut least, mut found) = (f32::INFINITY, None);
    let mut least_of_others = f32::INFINITY;
    for (number, bone) in bones.iter().enumerate() {
        let distance = bone.distance(place);
        if joints.binary_search(&bone.joint).is_err() {
            least_of_others = least_of_others.min(distance);
        } else if distance < least {
            (least, found) = (distance, Some(number));
        }
    }
    found.filter(|_| least <= least_of_others * (1.0 + TIE))
}

/// The middle of the points that are farthest from the head.
fn tip(head: Vec3, mut points: Vec<Vec3>) -> Option<Vec3> {
    if points.len() < LEAST {
        return None;
    }
    let distance = |place: &Vec3| place.distance_squared(head);
    points.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
    points.truncate(points.len().div_ceil(FARTHEST));
    #[expect(clippy::cast_precision_loss, reason = "a mean, roughly")]
    let count = points.len() as f32;
    Some(points.iter().sum::<Vec3>() / count)
}
