//! Two-phase palettes, by every path: their product against f64, and each phase against today's way.

use dq_math::SignRule;
use glam::Vec3;
use lanes::SimdPath;
use pose_lanes::{ClipCursor, LanePose, PreparedClip, PreparedRig};
use proptest::prelude::*;
use rig::{
    Method, Palette, Pose, PosedSkin, Rig, ScaleInheritance, Stretch, TwoPhasePalette, forward,
};

use crate::oracle::{apart, linear, size, to_f64};
use crate::poses::ROUNDING;
use crate::support::{Numbers, Stretched, Trouble, cases, clip, pose, rig};

fn today(rig: &Rig, pose: &Pose, signs: SignRule) -> TwoPhasePalette {
    let posed = forward(
        &rig.skeleton,
        pose.user_transforms(),
        &rig.scale_inheritance,
    )
    .unwrap();
    let skin = PosedSkin::new(&posed, &rig.binds[0]).unwrap();
    match Palette::new(Method::TWO_PHASE, signs, &skin) {
        Palette::TwoPhase(palette) => palette,
        other => unreachable!("{other:?}"),
    }
}

/// Whether each phase has to be that of today's way, or only their product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phases {
    Each,
    Product,
}

fn check(
    lanes: &mut LanePose,
    rig: &Rig,
    pose: &Pose,
    phases: Phases,
) -> Result<(), TestCaseError> {
    let size = size(rig, pose);
    let path = lanes.rig().path();
    let mut palette = TwoPhasePalette::default();
    lanes.two_phase(0, SignRule::First, &mut palette).unwrap();
    let expected = today(rig, pose, SignRule::First);
    prop_assert_eq!(palette.lists(), expected.lists());
    let products = linear(rig, pose);
    for (place, product) in products.into_iter().enumerate() {
        let n = to_f64(palette.stretched_from_bind[place]);
        let motion = palette.posed_from_stretched[place];
        prop_assert!(
            (motion.real.length() - 1.0).abs() < 1e-5,
            "{path}: {motion:?}"
        );
        let g = to_f64(motion.to_affine3a());
        let bind = rig.binds[0].joint_from_bind(place);
        let head = to_f64(bind).inverse().translation;
        let off = apart(g * n, product, head, size);
        prop_assert!(off < ROUNDING, "{path}, {place}: product {off:e}");
        if phases == Phases::Each {
            let of_today = to_f64(expected.stretched_from_bind[place]);
            let off = apart(n, of_today, head, size);
            prop_assert!(off < ROUNDING, "{path}, {place}: first phase {off:e}");
            let of_today = to_f64(expected.posed_from_stretched[place].to_affine3a());
            let off = apart(g, of_today, n.transform_point3(head), size);
            prop_assert!(off < ROUNDING, "{path}, {place}: second phase {off:e}");
        }
    }
    Ok(())
}

fn check_pose(
    seed: u64,
    (trouble, how, inheritance): (Trouble, Stretched, Option<ScaleInheritance>),
    phases: Phases,
) -> Result<(), TestCaseError> {
    let mut numbers = Numbers::new(seed);
    let mut rig = rig(&mut numbers, trouble);
    if let Some(inheritance) = inheritance {
        rig.scale_inheritance.fill(inheritance);
    }
    let pose = pose(&mut numbers, &rig, how);
    for path in SimdPath::available() {
        let mut lanes = LanePose::new(&PreparedRig::new(&rig, path).unwrap());
        lanes.set(&pose).unwrap();
        check(&mut lanes, &rig, &pose, phases)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn poses_without_stretch(seed in any::<u64>()) {
        check_pose(seed, (Trouble::default(), Stretched::None, None), Phases::Each)?;
    }

    #[test]
    fn stretches_that_stay_with_their_joints(seed in any::<u64>()) {
        let kept = Some(ScaleInheritance::Joint);
        check_pose(seed, (Trouble::default(), Stretched::Mildly, kept), Phases::Each)?;
        check_pose(seed, (Trouble::default(), Stretched::Wildly, kept), Phases::Each)?;
    }

    #[test]
    fn stretches_that_reach_joints_below(seed in any::<u64>()) {
        let children = Some(ScaleInheritance::Children);
        check_pose(seed, (Trouble::default(), Stretched::Mildly, children), Phases::Each)?;
        check_pose(seed, (Trouble::default(), Stretched::Mildly, None), Phases::Each)?;
    }

    #[test]
    fn mirrored_and_flat_stretches(seed in any::<u64>()) {
        check_pose(seed, (Trouble::default(), Stretched::Wildly, None), Phases::Product)?;
        let uneven = Trouble { uneven_rests: true, ..Trouble::default() };
        check_pose(seed, (uneven, Stretched::Wildly, None), Phases::Product)?;
    }

    #[test]
    fn skins_bound_elsewhere(seed in any::<u64>()) {
        let elsewhere = Trouble { bound_elsewhere: true, ..Trouble::default() };
        check_pose(seed, (elsewhere, Stretched::None, None), Phases::Each)?;
        check_pose(seed, (elsewhere, Stretched::Mildly, None), Phases::Each)?;
        let kept = Some(ScaleInheritance::Joint);
        check_pose(seed, (elsewhere, Stretched::Wildly, kept), Phases::Each)?;
        let uneven = Trouble { uneven_rests: true, ..elsewhere };
        check_pose(seed, (uneven, Stretched::Mildly, None), Phases::Each)?;
        check_pose(seed, (uneven, Stretched::Wildly, None), Phases::Product)?;
    }

    #[test]
    fn clips(seed in any::<u64>()) {
        let mut numbers = Numbers::new(seed);
        let rig = rig(&mut numbers, Trouble::default());
        let (base, clip) = (Pose::rest(&rig.skeleton), clip(&mut numbers, &rig, Stretched::Mildly));
        for path in SimdPath::available() {
            let prepared = PreparedRig::new(&rig, path).unwrap();
            let prepared_clip = PreparedClip::new(&prepared, &clip, &base).unwrap();
            let (mut lanes, mut cursor) = (LanePose::new(&prepared), ClipCursor::default());
            for time in [0.1, 0.66] {
                lanes.sample(&prepared_clip, time, &mut cursor).unwrap();
                let pose = clip.sample(&rig.skeleton, &base, time);
                check(&mut lanes, &rig, &pose, Phases::Product)?;
            }
        }
    }
}

#[test]
fn one_uneven_stretch_turns_nothing() {
    let mut numbers = Numbers::new(3);
    let mut rig = rig(&mut numbers, Trouble::default());
    rig.scale_inheritance.fill(ScaleInheritance::Children);
    let mut pose = pose(&mut numbers, &rig, Stretched::None);
    pose.stretch[0] = Stretch::from_scale(Vec3::new(1.0, 1.4, 0.8));
    for path in SimdPath::available() {
        let mut lanes = LanePose::new(&PreparedRig::new(&rig, path).unwrap());
        lanes.set(&pose).unwrap();
        check(&mut lanes, &rig, &pose, Phases::Each).unwrap();
    }
}

#[test]
fn palettes_of_one_pose_do_not_spoil_each_other() {
    let mut numbers = Numbers::new(7);
    let mut rig = rig(&mut numbers, Trouble::default());
    let pose = pose(&mut numbers, &rig, Stretched::Mildly);
    rig.scale_inheritance.fill(ScaleInheritance::Children);
    let prepared = PreparedRig::new(&rig, SimdPath::default()).unwrap();
    let mut lanes = LanePose::new(&prepared);
    lanes.set(&pose).unwrap();
    check(&mut lanes, &rig, &pose, Phases::Each).unwrap();
    crate::poses::check(&mut lanes, &rig, &pose).unwrap();
    check(&mut lanes, &rig, &pose, Phases::Each).unwrap();
}
