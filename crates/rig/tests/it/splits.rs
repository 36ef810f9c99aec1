//! What must hold for every way to split a skinning matrix, whatever the skeleton, the bind and the pose.

use crate::support::{
    Posed, affine64, distance, linear, linear64, plain_joints, raw_joints, rigid, rotation_defect,
    size, widen,
};
use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, DAffine3, DMat3, Mat3};
use proptest::prelude::*;
use proptest::sample::Index;
use rig::{
    AffineDualQuatPalette, DualQuatPalette, JointIndex, MatrixPalette, Palette, Rigid, RigidBlend,
    ScaleInheritance, Split, TwoPhasePalette, UserTransform, polar,
};

const SPLITS: [Split; 3] = [Split::ElongatedRest, Split::Head, Split::Origin];

/// Relative to [`Posed::sizes`], which is an upper bound of what rounding is relative to; f32 rounds by 6e-8 and a dozen
/// roundings follow each other per joint; 4e-8 is the most seen in 4000 rigs.
const TOLERANCE: f64 = 2e-7;

/// Between unit quaternions made on different ways.
const ROTATION: f32 = 1e-5;

fn two_phase(posed: &Posed, split: Split) -> TwoPhasePalette {
    posed.with_skin(|skin| {
        TwoPhasePalette::new(skin, split, RigidBlend::DualQuaternion, SignRule::First)
    })
}

fn motion64(motion: &DualQuat) -> DAffine3 {
    affine64(Rigid::new(motion.rotation(), motion.translation()))
}

/// Without stretch, or without motion.
fn changed(posed: &Posed, change: impl Fn(&mut UserTransform)) -> Posed {
    let mut changed = posed.clone();
    changed.user.iter_mut().for_each(change);
    changed
}

/// How well each listed joint's rotations are determined, at most 1: the polar rotation of M changes by `2 |δM| / (σ₂ + s₃)`,
/// and trace less Frobenius norm of the stretch is a lower bound of that sum. Not positive: chosen by rounding.
fn gaps(posed: &Posed) -> Vec<f64> {
    let still = changed(posed, |user| user.rigid = Rigid::IDENTITY);
    let gap = |posed: &Posed, joint| {
        let stretch = polar(posed.forward().model_from_posed_frame(joint).matrix3.into())
            .stretch
            .as_dmat3();
        let squares: f64 = stretch.to_cols_array().iter().map(|x| x * x).sum();
        (stretch.x_axis.x + stretch.y_axis.y + stretch.z_axis.z - squares.sqrt()).clamp(0.0, 1.0)
    };
    posed
        .bind
        .joints()
        .iter()
        .map(|&joint| gap(posed, joint).min(gap(&still, joint)).powi(2))
        .collect()
}

proptest! {
    #![proptest_config(crate::support::cases(512))]

    #[test]
    fn nothing_is_told_of_entries_beyond_the_last(joints in plain_joints()) {
        let posed = Posed::new(&joints);
        let palettes = [
            Palette::Linear(posed.with_skin(MatrixPalette::new)),
            Palette::DualQuaternion(posed.with_skin(|skin| DualQuatPalette::new(skin, SignRule::First))),
            Palette::TwoPhase(two_phase(&posed, Split::Head)),
            Palette::Affine(posed.with_skin(|skin| AffineDualQuatPalette::new(skin, SignRule::First))),
        ];
        for palette in palettes {
            let last = palette.len() - 1;
            prop_assert!(palette.stretch(last).is_some());
            prop_assert!(palette.stretch(last + 1).is_none() && palette.rotation(last + 1).is_none());
        }
    }

    #[test]
    fn skinning_matrices_are_the_formula(joints in raw_joints()) {
        let posed = Posed::new(&joints);
        let found = posed.with_skin(MatrixPalette::new).posed_from_bind;
        let affine = posed.with_skin(|skin| AffineDualQuatPalette::new(skin, SignRule::First));
        prop_assert_eq!(&affine.posed_from_bind, &found);
        for ((found, expected), size) in found.iter().zip(posed.skinning_matrices64()).zip(posed.sizes()) {
            prop_assert!(distance(&widen(*found), &expected) <= TOLERANCE * size, "{found:?} {expected:?} {size}");
        }
        for (matrix, rotation) in found.iter().zip(&affine.rotation) {
            prop_assert!(rotation.dot(polar(matrix.matrix3.into()).rotation).abs() > 1.0 - ROTATION);
        }
    }

    #[test]
    fn motion_times_stretch_is_the_skinning_matrix(joints in raw_joints()) {
        let posed = Posed::new(&joints);
        let (expected, sizes) = (posed.skinning_matrices64(), posed.sizes());
        for split in SPLITS {
            let palette = two_phase(&posed, split);
            prop_assert_eq!(palette.posed_from_stretched.len(), expected.len());
            for (place, expected) in expected.iter().enumerate() {
                let motion = motion64(&palette.posed_from_stretched[place]);
                let found = motion * widen(palette.stretched_from_bind[place]);
                let error = distance(&found, expected);
                prop_assert!(error <= TOLERANCE * sizes[place], "{split:?} {place}: {error:e}, size {}", sizes[place]);
            }
        }
    }

    #[test]
    fn motions_are_rigid_and_proper(joints in raw_joints()) {
        let posed = Posed::new(&joints);
        for split in SPLITS {
            for motion in two_phase(&posed, split).posed_from_stretched {
                prop_assert!((motion.real.length() - 1.0).abs() < 1e-6, "{split:?} {motion:?}");
                let dual = 1.0 + motion.dual.length();
                prop_assert!(motion.real.dot(motion.dual).abs() <= 1e-6 * dual, "{split:?} {motion:?}");
                prop_assert!(rotation_defect(DMat3::from_quat(motion.real.as_dquat())) < 1e-5);
            }
        }
    }

    /// The formulas of Kavan et al. 2008, section 4.2, as printed but for `F'' = F' S⁻¹`, which is taken before S.
    #[test]
    fn flags_all_off_is_the_paper(joints in plain_joints()) {
        let mut posed = Posed::new(&joints);
        posed.scale_inheritance.fill(ScaleInheritance::Joint);
        let palette = two_phase(&posed, Split::ElongatedRest);
        let sizes = posed.sizes();
        let mut stretched_rest: Vec<DAffine3> = Vec::new();
        let mut stretched_posed: Vec<DAffine3> = Vec::new();
        for joint in posed.skeleton.joints() {
            let i = joint.index();
            let mut relative = affine64(posed.skeleton.parent_from_joint(joint));
            let mut above = (DAffine3::IDENTITY, DAffine3::IDENTITY);
            if let Some(parent) = posed.skeleton.parent(joint).map(JointIndex::index) {
                relative.translation = posed.user[parent].linear.as_dmat3() * relative.translation;
                above = (stretched_rest[parent], stretched_posed[parent]);
            }
            let user = &posed.user[i];
            stretched_rest.push(above.0 * relative);
            stretched_posed.push(above.1 * relative * affine64(user.rigid));
            let inverse_bind = affine64(posed.skeleton.rest_model_from_joint(joint)).inverse();
            let stretch = stretched_rest[i] * linear64(user.linear) * inverse_bind;
            let motion = stretched_posed[i] * stretched_rest[i].inverse();
            prop_assert!(distance(&widen(palette.stretched_from_bind[i]), &stretch) <= TOLERANCE * sizes[i]);
            prop_assert!(distance(&motion64(&palette.posed_from_stretched[i]), &motion) <= TOLERANCE * sizes[i]);
        }
    }

    #[test]
    fn without_stretch_it_is_dual_quaternion_skinning(joints in raw_joints()) {
        let posed = changed(&Posed::new(&joints), |user| user.linear = Mat3::IDENTITY);
        let plain = posed.with_skin(|skin| DualQuatPalette::new(skin, SignRule::First)).posed_from_bind;
        let palette = two_phase(&posed, Split::ElongatedRest);
        for ((plain, motion), size) in plain.iter().zip(&palette.posed_from_stretched).zip(posed.sizes()) {
            let motion = if plain.dot(*motion) < 0.0 { -*motion } else { *motion };
            let tolerance = 1e-5 * (1.0 + size.sqrt());
            let dual = (plain.dual - motion.dual).length();
            prop_assert!((plain.real - motion.real).length() <= ROTATION, "{plain:?} {motion:?}");
            prop_assert!(f64::from(dual) <= tolerance, "{plain:?} {motion:?}");
        }
    }

    #[test]
    fn without_stretch_every_split_agrees(joints in plain_joints()) {
        let posed = changed(&Posed::new(&joints), |user| user.linear = Mat3::IDENTITY);
        let [elongated, head, origin] = SPLITS.map(|split| two_phase(&posed, split));
        // Exactly, so that kernels leave the first phase out.
        prop_assert!(elongated.stretched_from_bind.iter().all(|stretch| *stretch == Affine3A::IDENTITY));
        let sizes = posed.sizes();
        for (i, first) in elongated.posed_from_stretched.iter().enumerate() {
            for other in [head.posed_from_stretched[i], origin.posed_from_stretched[i]] {
                prop_assert!(distance(&motion64(first), &motion64(&other)) <= 4.0 * TOLERANCE * sizes[i]);
            }
        }
    }

    #[test]
    fn without_motion_nothing_moves(joints in plain_joints()) {
        let posed = changed(&Posed::new(&joints), |user| user.rigid = Rigid::IDENTITY);
        let palette = two_phase(&posed, Split::ElongatedRest);
        for ((motion, size), gap) in palette.posed_from_stretched.iter().zip(posed.sizes()).zip(gaps(&posed)) {
            let tolerance = 4.0 * TOLERANCE * size / gap.max(f64::MIN_POSITIVE);
            prop_assert!(distance(&motion64(motion), &DAffine3::IDENTITY) <= tolerance, "{motion:?}");
        }
    }

    #[test]
    fn uniform_scales_stay_uniform(joints in plain_joints(), factors in prop::collection::vec(0.4_f32..2.0, 9)) {
        let mut posed = Posed::new(&joints);
        for (user, factor) in posed.user.iter_mut().zip(&factors) {
            user.linear = Mat3::IDENTITY * *factor;
        }
        for matrix in two_phase(&posed, Split::ElongatedRest).stretched_from_bind {
            let factor = matrix.matrix3.x_axis.x;
            prop_assert!(matrix.matrix3.abs_diff_eq(glam::Mat3A::IDENTITY * factor, 1e-5 * factor), "{matrix:?}");
        }
        for joint in posed.skeleton.joints() {
            let frame = posed.forward().model_from_posed_frame(joint);
            let stretch = polar(frame.matrix3.into()).stretch;
            prop_assert!(stretch.abs_diff_eq(Mat3::IDENTITY * stretch.x_axis.x, 1e-5 * stretch.x_axis.x.abs()));
        }
    }

    #[test]
    fn the_flag_of_a_leaf_has_no_effect(joints in raw_joints()) {
        let posed = Posed::new(&joints);
        let mut flipped = posed.clone();
        for joint in posed.skeleton.joints().filter(|&joint| posed.skeleton.children(joint).next().is_none()) {
            let flag = &mut flipped.scale_inheritance[joint.index()];
            *flag = if *flag == ScaleInheritance::Joint { ScaleInheritance::Children } else { ScaleInheritance::Joint };
        }
        prop_assert_ne!(&posed.scale_inheritance, &flipped.scale_inheritance);
        for split in SPLITS {
            prop_assert_eq!(two_phase(&posed, split), two_phase(&flipped, split));
        }
    }

    #[test]
    fn a_stretch_of_this_joint_only_moves_what_is_below(joints in raw_joints(), which in any::<Index>(), new in linear()) {
        let mut before = Posed::new(&joints);
        let changed = which.index(before.skeleton.len());
        before.scale_inheritance[changed] = ScaleInheritance::Joint;
        let mut after = before.clone();
        after.user[changed].linear = new;
        let changed = before.skeleton.joints().nth(changed).unwrap();
        let (old, new) = (two_phase(&before, Split::ElongatedRest), two_phase(&after, Split::ElongatedRest));
        for (place, &joint) in before.bind.joints().iter().enumerate() {
            let motions = (old.posed_from_stretched[place], new.posed_from_stretched[place]);
            let stretches = (old.stretched_from_bind[place], new.stretched_from_bind[place]);
            prop_assert_eq!(motions.0.real, motions.1.real);
            // To rounding: what nothing stretches is not multiplied at all.
            let numbers = stretches.0.matrix3.to_cols_array();
            let most = numbers.into_iter().map(f32::abs).fold(1.0, f32::max);
            let are_alike = stretches.0.matrix3.abs_diff_eq(stretches.1.matrix3, 1e-6 * most);
            prop_assert!(are_alike || joint == changed, "{:?} {:?}", stretches.0, stretches.1);
            if !before.is_below(joint, changed) {
                prop_assert_eq!(motions.0, motions.1);
                let moved = stretches.0.translation.distance(stretches.1.translation);
                let far = stretches.0.translation.length();
                prop_assert!(joint == changed || moved <= 1e-6 * (most + far), "{stretches:?}");
            }
        }
    }

    #[test]
    fn moving_the_rest_moves_everything_with_it(joints in plain_joints(), by in rigid()) {
        let (here, there) = (Posed::new(&joints), Posed::moved(&joints, by));
        let by = affine64(by);
        let gaps: Vec<f64> = gaps(&here).into_iter().zip(gaps(&there)).map(|(a, b)| a.min(b)).collect();
        for split in [Split::ElongatedRest, Split::Head] {
            let (old, new) = (two_phase(&here, split), two_phase(&there, split));
            for (place, size) in there.sizes().into_iter().enumerate() {
                let tolerance = 8.0 * TOLERANCE * size;
                let stretch = by * widen(old.stretched_from_bind[place]) * by.inverse();
                let product = motion64(&new.posed_from_stretched[place]) * widen(new.stretched_from_bind[place]);
                let expected = by * here.skinning_matrices64()[place] * by.inverse();
                prop_assert!(distance(&product, &expected) <= tolerance);
                if split == Split::ElongatedRest {
                    let tolerance = tolerance / gaps[place].max(f64::MIN_POSITIVE);
                    prop_assert!(distance(&widen(new.stretched_from_bind[place]), &stretch) <= tolerance);
                    let motion = by * motion64(&old.posed_from_stretched[place]) * by.inverse();
                    prop_assert!(distance(&motion64(&new.posed_from_stretched[place]), &motion) <= tolerance);
                }
            }
        }
    }

    #[test]
    fn the_head_split_fixes_the_head(joints in raw_joints()) {
        let posed = Posed::new(&joints);
        let palette = two_phase(&posed, Split::Head);
        for (place, &joint) in posed.bind.joints().iter().enumerate() {
            let head = posed.bind.model_from_joint(joint).translation;
            let at_rest = posed.bind.rest_from_joint(joint).translation;
            let matrix: Affine3A = palette.stretched_from_bind[place];
            let error = (matrix.transform_point3(head) - at_rest).length();
            let size = (1.0 + size(&widen(matrix))) * f64::from(1.0 + head.length());
            prop_assert!(f64::from(error) <= TOLERANCE * size);
            prop_assert!(Mat3::from(matrix.matrix3).abs_diff_eq(Mat3::from(matrix.matrix3).transpose(), 0.0));
        }
        for matrix in two_phase(&posed, Split::Origin).stretched_from_bind {
            prop_assert_eq!(matrix.translation, glam::Vec3A::ZERO);
        }
    }
}
