//! Palettes for every method and rule of signs, and numbers that are none.

use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use lanes::SimdPath;
use pose_lanes::{LanePose, PreparedRig};
use rig::{JointIndex, Method, Palette, Pose, PosedSkin, Rig, RigidBlend, Stretch, forward};

use crate::oracle::{apart, size, to_f64};
use crate::poses::ROUNDING;
use crate::support::{Numbers, Stretched, Trouble, pose, rig};

fn expected(rig: &Rig, pose: &Pose, method: Method, signs: SignRule) -> Palette {
    let posed = forward(
        &rig.skeleton,
        pose.user_transforms(),
        &rig.scale_inheritance,
    )
    .unwrap();
    Palette::new(
        method,
        signs,
        &PosedSkin::new(&posed, &rig.binds[0]).unwrap(),
    )
}

/// How far apart the maps of two palettes are.
fn worst(rig: &Rig, found: &Palette, expected: &Palette) -> f64 {
    let (found, expected) = (found.joint_maps(), expected.joint_maps());
    assert_eq!(found.len(), expected.len());
    let joints = rig.binds[0].joints().iter();
    let off = |((found, expected), &joint): ((Affine3A, Affine3A), &JointIndex)| {
        let head = rig.skeleton.rest_model_from_joint(joint).translation;
        apart(to_f64(found), to_f64(expected), head.as_dvec3(), 1.0)
    };
    let pairs = found.into_iter().zip(expected).zip(joints);
    pairs.map(off).fold(0.0, f64::max)
}

#[test]
fn every_method_has_its_palette() {
    for seed in 0..6 {
        let mut numbers = Numbers::new(seed);
        let rig = rig(&mut numbers, Trouble::default());
        let pose = pose(&mut numbers, &rig, Stretched::Mildly);
        let prepared = PreparedRig::new(&rig, SimdPath::default()).unwrap();
        let (mut lanes, mut palette) = (LanePose::new(&prepared), Palette::default());
        lanes.set(&pose).unwrap();
        let size = size(&rig, &pose);
        for method in Method::ALL
            .into_iter()
            .chain(RigidBlend::ALL.map(Method::rigid))
        {
            for signs in SignRule::ALL {
                lanes.palette(0, method, signs, &mut palette).unwrap();
                let expected = expected(&rig, &pose, method, signs);
                assert_eq!(palette.signs(), expected.signs(), "{method}, {signs:?}");
                let off = worst(&rig, &palette, &expected);
                assert!(off < ROUNDING * size, "{method}, {signs:?}: {off:e}");
            }
        }
        assert!(
            lanes
                .palette(1, Method::Affine, SignRule::First, &mut palette)
                .is_err()
        );
    }
}

#[test]
fn numbers_that_are_none_end_nothing() {
    for path in SimdPath::available() {
        let mut numbers = Numbers::new(5);
        let rig = rig(&mut numbers, Trouble::default());
        let mut pose = pose(&mut numbers, &rig, Stretched::Wildly);
        let mut lanes = LanePose::new(&PreparedRig::new(&rig, path).unwrap());
        let mut palette = Palette::default();
        pose.rigid[0].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for bad in [f32::NAN, f32::INFINITY, 3e38, 1e-40] {
            pose.rigid[0].translation = Vec3::splat(bad);
            pose.stretch[0] = Stretch::from_scale(Vec3::splat(bad));
            lanes.set(&pose).unwrap();
            for method in [Method::Linear, Method::DualQuaternion, Method::TWO_PHASE] {
                lanes
                    .palette(0, method, SignRule::Hierarchical, &mut palette)
                    .unwrap();
                assert_eq!(palette.joint_maps().len(), rig.binds[0].len(), "{path}");
            }
            // What is asked for next is right again.
            lanes.set(&Pose::rest(&rig.skeleton)).unwrap();
            lanes
                .palette(0, Method::Linear, SignRule::First, &mut palette)
                .unwrap();
            assert!(palette.joint_maps().iter().all(|matrix| matrix.is_finite()));
        }
    }
}

#[test]
fn a_rig_without_joints_is_prepared_and_has_no_skin() {
    let rig = Rig::default();
    let prepared = PreparedRig::new(&rig, SimdPath::default()).unwrap();
    let mut lanes = LanePose::new(&prepared);
    lanes.set(&Pose::default()).unwrap();
    // It has no skin either.
    assert!(lanes.linear(0, &mut rig::MatrixPalette::default()).is_err());
}
