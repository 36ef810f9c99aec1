//! Golden vectors of the polar decomposition, the forward pass and the palettes.

mod driven;
mod motion;
mod posing;
mod scale_inheritance;

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Mat3A, Mat4};
use rig::{
    BindPose, DualQuatPalette, JointIndex, LocalTransform, MatrixPalette, PosedSkeleton, PosedSkin,
    Rigid, RigidBlend, ScaleInheritance, Skeleton, SkeletonBuilder, Split, Trs, TwoPhasePalette,
    UserTransform, forward, polar,
};
use testkit::golden::{self, Case};
use testkit::json::{RigidInput, SkeletonInput};

/// What f32 leaves of "proper" and "symmetric" for matrices of about unit size.
const ROUNDING: f32 = 3e-6;

/// What the methods of the next crate make of the same skeletons.
const SKINNED: [&str; 22] = [
    "lbs_positions",
    "lbs_normals",
    "lbs_rigid_positions",
    "lbs_rigid_normals",
    "dqs_positions",
    "dqs_normals",
    "dqs_pivot_largest_positions",
    "dqs_pivot_largest_normals",
    "dqs_hierarchical_positions",
    "dqs_hierarchical_normals",
    "sbs_positions",
    "sbs_normals",
    "hejl_positions",
    "hejl_normals",
    "log_matrix_positions",
    "log_matrix_normals",
    "two_phase_global_positions",
    "two_phase_global_normals",
    "two_phase_local_positions",
    "two_phase_local_normals",
    "two_phase_mixed_positions",
    "two_phase_mixed_normals",
];

#[test]
fn golden_polar() {
    golden::run("polar", &[], |case| {
        let matrix = case.input().get("mat3").mat3();
        let found = polar(matrix);
        let rotation = Mat3::from_quat(found.rotation);
        case.check("rotation", &rotation);
        case.check("stretch", &found.stretch);
        case.check("quat", &found.rotation);
        case.check("trace_RtM", &trace(rotation.transpose() * matrix));
        case.touch("unique");
        check_admissible(case, matrix, rotation, found.stretch);
    });
}

/// What must hold whether or not the rotation is unique.
fn check_admissible(case: &Case<'_>, matrix: Mat3, rotation: Mat3, stretch: Mat3) {
    let tolerance = ROUNDING
        * matrix
            .to_cols_array()
            .iter()
            .fold(1.0_f32, |size, x| size.max(x.abs()));
    let rigid = (rotation.transpose() * rotation).abs_diff_eq(Mat3::IDENTITY, ROUNDING);
    if !rigid || rotation.determinant() < 0.0 {
        case.fail("the rotation is not proper");
    }
    if !stretch.abs_diff_eq(stretch.transpose(), 0.0) {
        case.fail("the stretch is not symmetric");
    }
    if !(rotation * stretch).abs_diff_eq(matrix, tolerance) {
        case.fail("rotation times stretch is not the matrix");
    }
    // Of minus the identity every half turn is as good: the file's suggestion is one of them.
    if let Some(suggested) = case.expected("suggested_rotation")
        && case.name() != "minus_identity"
        && !suggested.mat3().abs_diff_eq(rotation, ROUNDING)
    {
        case.fail("the rotation is not the admissible one closest to the identity");
    }
}

fn trace(matrix: Mat3) -> f32 {
    matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z
}

#[test]
fn golden_skeleton_matrices() {
    golden::run("skeleton_matrices", &[], |case| {
        let input = case.input().skeleton();
        let rigged = Rigged::new(&input);
        rigged.check_plain(case, &input);
        rigged.check_finals(case, &input);
        rigged.check_local(case, &input);
        if case.expected("global").is_some() {
            rigged.check_origin(case, &input, ["global.S", "global.rigid"]);
        }
        if case.expected("mixed").is_some() {
            rigged.check_mixed(case, &input);
        }
    });
}

#[test]
fn golden_whole_skeletons() {
    for topic in golden::WHOLE_SKELETONS {
        golden::run(topic, &SKINNED, check_whole_skeleton);
    }
}

fn check_whole_skeleton(case: &Case<'_>) {
    let input = case.input().get("skeleton").skeleton();
    let rigged = Rigged::new(&input);
    rigged.check_plain(case, &input);
    if case.expected("local_C1").is_none() {
        return;
    }
    let (local, mixed) = (rigged.all(ScaleInheritance::Joint), rigged.flags(&input));
    rigged.check_elongated(case, &input, &local, ["local_C1", "local_C2"]);
    rigged.check_elongated(case, &input, &mixed, ["mixed_C1", "mixed_C2"]);
    rigged.check_origin(case, &input, ["global_S", "global_rigid"]);
}

/// A golden skeleton in our types. Keys are the file's indices, so a parent may follow its child there; every list below is
/// in the file's order again.
struct Rigged {
    skeleton: Skeleton,
    bind: BindPose,
    /// The joint of each index of the file.
    joint_of: Vec<JointIndex>,
}

impl Rigged {
    fn new(input: &SkeletonInput) -> Self {
        let key = |index: usize| u32::try_from(index).unwrap();
        let mut builder = SkeletonBuilder::new();
        for (i, (parent, rest)) in input.parents.iter().zip(&input.rest).enumerate() {
            let local = Trs {
                translation: rest.translation,
                rotation: rest.rotation,
                ..Trs::IDENTITY
            };
            builder = builder.joint(key(i), parent.map(key), "", LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let mut joint_of = vec![JointIndex(0); skeleton.len()];
        for joint in skeleton.joints() {
            joint_of[skeleton.key(joint) as usize] = joint;
        }
        let inverses: Vec<_> = joint_of
            .iter()
            .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
            .collect();
        let (bind, warnings) = BindPose::new(&skeleton, &joint_of, &inverses).unwrap();
        assert_eq!(warnings, []);
        Self {
            skeleton,
            bind,
            joint_of,
        }
    }

    /// A list of the file in the skeleton's order.
    fn in_order<T: Copy>(&self, list: &[T]) -> Vec<T> {
        self.skeleton
            .joints()
            .map(|joint| list[self.skeleton.key(joint) as usize])
            .collect()
    }

    fn user(&self, input: &SkeletonInput) -> Vec<UserTransform> {
        let user = input.user.iter().zip(&input.scale);
        self.in_order(
            &user
                .map(|(&motion, &linear)| UserTransform {
                    rigid: rigid(motion),
                    linear,
                })
                .collect::<Vec<_>>(),
        )
    }

    fn flags(&self, input: &SkeletonInput) -> Vec<ScaleInheritance> {
        let scale_inheritance = |&on: &bool| {
            if on {
                ScaleInheritance::Children
            } else {
                ScaleInheritance::Joint
            }
        };
        self.in_order(
            &input
                .propagate
                .iter()
                .map(scale_inheritance)
                .collect::<Vec<_>>(),
        )
    }

    /// `W` of every joint in the file's order.
    fn finals(&self, posed: &PosedSkeleton<'_>) -> Vec<Affine3A> {
        self.joint_of
            .iter()
            .map(|&joint| posed.model_from_posed_joint(joint))
            .collect()
    }

    fn all(&self, scale_inheritance: ScaleInheritance) -> Vec<ScaleInheritance> {
        vec![scale_inheritance; self.skeleton.len()]
    }

    fn two_phase(
        &self,
        input: &SkeletonInput,
        scale_inheritance: &[ScaleInheritance],
        split: Split,
    ) -> TwoPhasePalette {
        let user = self.user(input);
        let posed = forward(&self.skeleton, &user, scale_inheritance).unwrap();
        let skin = PosedSkin::new(&posed, &self.bind).unwrap();
        TwoPhasePalette::new(&skin, split, RigidBlend::DualQuaternion, SignRule::First)
    }

    /// K08 section 4.2, `C1` and `C2`, for any reach.
    fn check_elongated(
        &self,
        case: &Case<'_>,
        input: &SkeletonInput,
        scale_inheritance: &[ScaleInheritance],
        [stretch, motion]: [&str; 2],
    ) {
        let palette = self.two_phase(input, scale_inheritance, Split::ElongatedRest);
        case.check(stretch, &palette.stretched_from_bind);
        case.check(motion, &affine(&palette.posed_from_stretched));
    }

    /// The stretch about the origin, without its translation, and the rigid rest, in a plain hierarchy.
    fn check_origin(&self, case: &Case<'_>, input: &SkeletonInput, [stretch, motion]: [&str; 2]) {
        let palette = self.two_phase(input, &self.all(ScaleInheritance::Children), Split::Origin);
        let linear: Vec<Mat3A> = palette
            .stretched_from_bind
            .iter()
            .map(|matrix| matrix.matrix3)
            .collect();
        case.check(stretch, &linear);
        case.check(motion, &affine(&palette.posed_from_stretched));
    }

    fn check_plain(&self, case: &Case<'_>, input: &SkeletonInput) {
        let rest: Vec<_> = self
            .joint_of
            .iter()
            .map(|&joint| self.skeleton.rest_model_from_joint(joint).to_affine())
            .collect();
        case.check("A", &rest);
        let bind: Vec<_> = self
            .joint_of
            .iter()
            .map(|&joint| self.bind.model_from_joint(joint).to_affine())
            .collect();
        case.check("A", &bind);

        let children = self.all(ScaleInheritance::Children);
        let user = self.user(input);
        let posed = forward(&self.skeleton, &user, &children).unwrap();
        let skin = PosedSkin::new(&posed, &self.bind).unwrap();
        case.check("C", &MatrixPalette::new(&skin).posed_from_bind);
        let motions = DualQuatPalette::new(&skin, SignRule::First).posed_from_bind;
        case.check(
            "C_rigid_dq",
            &motions
                .iter()
                .map(|motion| (motion.real, motion.dual))
                .collect::<Vec<_>>(),
        );
        case.check("C_rigid", &affine(&motions));
    }

    fn check_finals(&self, case: &Case<'_>, input: &SkeletonInput) {
        let children = self.all(ScaleInheritance::Children);
        let user = self.user(input);
        case.check(
            "F",
            &self.finals(&forward(&self.skeleton, &user, &children).unwrap()),
        );
        let unstretched: Vec<_> = user
            .iter()
            .map(|user| UserTransform {
                rigid: user.rigid,
                ..UserTransform::IDENTITY
            })
            .collect();
        case.check(
            "F_rigid",
            &self.finals(&forward(&self.skeleton, &unstretched, &children).unwrap()),
        );
    }

    /// K08 section 4.2: `F''` are the frames before the joints' own stretch, `A''` and `F'` the frames without and with it
    /// when nothing is moved but only stretched.
    fn check_local(&self, case: &Case<'_>, input: &SkeletonInput) {
        let joint_only = self.all(ScaleInheritance::Joint);
        let user = self.user(input);
        let posed = forward(&self.skeleton, &user, &joint_only).unwrap();
        case.check("local.F2", &self.frames(&posed));
        let still: Vec<_> = user
            .iter()
            .map(|user| UserTransform {
                rigid: Rigid::IDENTITY,
                ..*user
            })
            .collect();
        let elongated = forward(&self.skeleton, &still, &joint_only).unwrap();
        case.check("local.F1", &self.finals(&elongated));
        case.check("local.A2", &self.frames(&elongated));
        self.check_elongated(case, input, &joint_only, ["local.C1", "local.C2"]);
    }

    /// `E` of every joint in the file's order.
    fn frames(&self, posed: &PosedSkeleton<'_>) -> Vec<Affine3A> {
        self.joint_of
            .iter()
            .map(|&joint| posed.model_from_posed_frame(joint))
            .collect()
    }

    fn check_mixed(&self, case: &Case<'_>, input: &SkeletonInput) {
        let user = self.user(input);
        let flags = self.flags(input);
        let posed = forward(&self.skeleton, &user, &flags).unwrap();
        case.check("mixed.E", &self.frames(&posed));
        case.check("mixed.W", &self.finals(&posed));
        self.check_elongated(case, input, &flags, ["mixed.C1", "mixed.C2"]);
    }
}

fn rigid(motion: RigidInput) -> Rigid {
    Rigid::new(motion.rotation, motion.translation)
}

fn affine(motions: &[DualQuat]) -> Vec<Mat4> {
    motions.iter().map(|motion| motion.to_mat4()).collect()
}
