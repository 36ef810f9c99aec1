//! The last stage: the nearest bone.

use glam::Vec3;
use mesh::PointIndex;
use rig::JointSlot;

use crate::Bone;

use super::outcome::AutomaticStage;
use super::parts::Parts;
use super::sparse::{Raw, SparseRows, narrow};
use super::watch::{Canceled, Phase, Watch};
use super::{AutomaticInput, reach};

/// Distances this near to each other, as a share of them, are equal.
pub(super) const TIE: f64 = 1e-3;

/// Carries all parts that are left.
pub(super) fn climb(
    given: &AutomaticInput<'_>,
    parts: &mut Parts,
    rows: &mut SparseRows,
    watch: &Watch<'_>,
) -> Result<(), Canceled> {
    parts.carry_open(AutomaticStage::Nearest, rows, |parts, open| {
        watch.at(Phase::Nearest, open.done, open.of)?;
        let row = |&point: &PointIndex| {
            nearest_row(given.bones, given.surface.positions()[point.index()])
        };
        Ok(Ok(parts.points(open.part).iter().map(row).collect()))
    })
}

/// Equal shares for the joints of the nearest bones. A place that is not finite goes with the first bone's joint.
pub(super) fn nearest_row(bones: &[Bone], place: Vec3) -> Raw {
    let least = bones
        .iter()
        .map(|bone| reach(bone, place))
        .fold(f64::INFINITY, f64::min);
    let is_near = |bone: &&Bone| reach(bone, place) <= least * (1.0 + TIE);
    let mut joints: Vec<JointSlot> = bones
        .iter()
        .filter(is_near)
        .map(|bone| bone.joint)
        .collect();
    // A distance that is NaN is not at most anything.
    if joints.is_empty() {
        joints.extend(bones.first().map(|bone| bone.joint));
    }
    shares(joints)
}

/// Equal shares for each joint of a list.
fn shares(mut joints: Vec<JointSlot>) -> Raw {
    joints.sort_unstable();
    joints.dedup();
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 65,536")]
    let share = narrow(1.0 / joints.len() as f64);
    joints.into_iter().map(|joint| (joint, share)).collect()
}
