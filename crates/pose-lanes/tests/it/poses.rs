//! Palettes of poses, by every path, against f64.

use dq_math::SignRule;
use glam::{DAffine3, DVec3};
use pose_lanes::{LanePose, PreparedRig};
use proptest::prelude::*;
use rig::{DualQuatPalette, MatrixPalette, Pose, PosedSkin, Rig, forward};

use lanes::SimdPath;

use crate::oracle::{apart, linear, rigid_motions, size, to_f64};
use crate::support::{Numbers, Stretched, Trouble, cases, pose, rig};

/// Rounding, as a share of the size.
pub(crate) const ROUNDING: f64 = 5e-6;

fn heads(rig: &Rig) -> Vec<DVec3> {
    let listed = rig.binds[0].joints().iter();
    listed
        .map(|&joint| rig.binds[0].rest_from_joint(joint).translation.as_dvec3())
        .collect()
}

fn worst(rig: &Rig, found: &[DAffine3], expected: &[DAffine3], size: f64) -> f64 {
    assert_eq!(found.len(), expected.len());
    let pairs = found.iter().zip(expected).zip(heads(rig));
    pairs
        .map(|((&found, &expected), head)| apart(found, expected, head, size))
        .fold(0.0, f64::max)
}

/// Linear and dual quaternion palettes of what the lanes hold.
pub(crate) fn check(lanes: &mut LanePose, rig: &Rig, pose: &Pose) -> Result<(), TestCaseError> {
    let size = size(rig, pose);
    let mut palette = MatrixPalette::default();
    lanes.linear(0, &mut palette).unwrap();
    let found: Vec<DAffine3> = palette.posed_from_bind.iter().map(|&m| to_f64(m)).collect();
    let off = worst(rig, &found, &linear(rig, pose), size);
    prop_assert!(off < ROUNDING, "{}: linear {off:e}", lanes.rig().path());
    for signs in [SignRule::First, SignRule::Hierarchical, SignRule::Followed] {
        let mut palette = DualQuatPalette::default();
        lanes.dual_quaternion(0, signs, &mut palette).unwrap();
        let motions = palette.posed_from_bind.iter();
        let found: Vec<DAffine3> = motions.map(|motion| to_f64(motion.to_affine3a())).collect();
        let off = worst(rig, &found, &rigid_motions(rig, pose), size);
        prop_assert!(
            off < ROUNDING,
            "{}: dual quaternions {off:e}",
            lanes.rig().path()
        );
        prop_assert_eq!(palette.signs, signs);
        if signs.is_per_pose() {
            check_signs(rig, pose, &palette)?;
        }
    }
    Ok(())
}

/// Signs of the pose are those that the palette's own way gives.
fn check_signs(rig: &Rig, pose: &Pose, found: &DualQuatPalette) -> Result<(), TestCaseError> {
    let posed = forward(
        &rig.skeleton,
        pose.user_transforms(),
        &rig.scale_inheritance,
    )
    .unwrap();
    let skin = PosedSkin::new(&posed, &rig.binds[0]).unwrap();
    let expected = DualQuatPalette::new(&skin, found.signs);
    let pairs = found.posed_from_bind.iter().zip(&expected.posed_from_bind);
    for (found, expected) in pairs {
        let along = found.real.dot(expected.real);
        prop_assert!(along > 0.0, "{:?} {found:?} {expected:?}", expected.real);
    }
    Ok(())
}

fn check_pose(seed: u64, trouble: Trouble, how: Stretched) -> Result<(), TestCaseError> {
    let mut numbers = Numbers::new(seed);
    let rig = rig(&mut numbers, trouble);
    let pose = pose(&mut numbers, &rig, how);
    for path in SimdPath::available() {
        let prepared = PreparedRig::new(&rig, path).unwrap();
        let mut lanes = LanePose::new(&prepared);
        lanes.set(&pose).unwrap();
        check(&mut lanes, &rig, &pose)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn rigid_poses(seed in any::<u64>()) {
        check_pose(seed, Trouble::default(), Stretched::None)?;
    }

    #[test]
    fn stretched_poses(seed in any::<u64>()) {
        check_pose(seed, Trouble::default(), Stretched::Mildly)?;
        check_pose(seed, Trouble { uneven_rests: true, ..Trouble::default() }, Stretched::Wildly)?;
    }

    #[test]
    fn binds_that_are_not_the_rest(seed in any::<u64>()) {
        let trouble = Trouble { bound_elsewhere: true, ..Trouble::default() };
        check_pose(seed, trouble, Stretched::None)?;
        check_pose(seed, Trouble { uneven_rests: true, ..trouble }, Stretched::Mildly)?;
    }

    #[test]
    fn heads_far_from_the_origin(seed in any::<u64>()) {
        check_pose(seed, Trouble { far: true, ..Trouble::default() }, Stretched::Mildly)?;
    }
}
