//! Where pins are, and how they move when joints turn.

use super::{Pin, PinGoal};
use crate::{JointIndex, PosedSkeleton, Skeleton};
use glam::{DVec3, Mat3, Vec3};

/// The head of a joint in the model; none of one that is not there.
pub(super) fn head(posed: &PosedSkeleton<'_>, joint: JointIndex) -> Option<DVec3> {
    let is_there = joint.index() < posed.skeleton().len();
    is_there.then(|| Vec3::from(posed.model_from_posed_frame(joint).translation).as_dvec3())
}

/// Where a pin is in the model; at its target if its joint is not there.
pub(super) fn place_of(posed: &PosedSkeleton<'_>, pin: &Pin) -> DVec3 {
    if pin.joint.index() >= posed.skeleton().len() {
        return pin.target.as_dvec3();
    }
    let joint = posed.model_from_posed_joint(pin.joint);
    joint.transform_point3(pin.offset).as_dvec3()
}

/// How far a pin is from its target; infinitely if either is nowhere.
#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
pub(super) fn residual(posed: &PosedSkeleton<'_>, pin: &Pin) -> f32 {
    let is_there = pin.joint.index() < posed.skeleton().len();
    let distance = place_of(posed, pin).distance(pin.target.as_dvec3()) as f32;
    match is_there && distance.is_finite() {
        true => distance,
        false => f32::INFINITY,
    }
}

/// From each pin to its target; nothing for one that is nowhere, so that the others are held.
pub(super) fn ways(posed: &PosedSkeleton<'_>, goal: &PinGoal<'_>) -> Vec<f64> {
    let ways = goal.pins.iter().map(|pin| {
        let way = pin.target.as_dvec3() - place_of(posed, pin);
        if way.is_finite() { way } else { DVec3::ZERO }
    });
    ways.flat_map(|way| way.to_array()).collect()
}

/// The columns of the differential, three for each free joint.
pub(super) fn columns(
    posed: &PosedSkeleton<'_>,
    goal: &PinGoal<'_>,
    free: &[JointIndex],
) -> Vec<Vec<f64>> {
    let of_joint = |&joint: &JointIndex| {
        let moved: Vec<[DVec3; 3]> = goal
            .pins
            .iter()
            .map(|pin| moved_by(posed, pin, joint).unwrap_or([DVec3::ZERO; 3]))
            .collect();
        [0, 1, 2].map(|axis: usize| moved.iter().flat_map(|of| of[axis].to_array()).collect())
    };
    free.iter().flat_map(of_joint).collect()
}

/// What a small turn of a joint about each of its axes does to a pin; none to one that is not below it, or in a flat frame.
fn moved_by(posed: &PosedSkeleton<'_>, pin: &Pin, joint: JointIndex) -> Option<[DVec3; 3]> {
    let origin = head(posed, joint)?;
    if !is_at_or_below(posed.skeleton(), pin.joint, joint) {
        return None;
    }
    let linear = Mat3::from(posed.model_from_posed_frame(joint).matrix3).as_dmat3();
    if linear.determinant() == 0.0 {
        return None;
    }
    let arm = linear.inverse() * (place_of(posed, pin) - origin);
    Some(DVec3::AXES.map(|axis| linear * axis.cross(arm)))
}

fn is_at_or_below(skeleton: &Skeleton, joint: JointIndex, above: JointIndex) -> bool {
    if joint.index() >= skeleton.len() {
        return false;
    }
    let mut path = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    path.any(|joint| joint == above)
}
