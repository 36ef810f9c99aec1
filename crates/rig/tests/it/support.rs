//! Random rigs biased to trouble, and the forward pass in f64, written from the formulas.

use glam::{Affine3A, DAffine3, DMat3, DVec3, Mat3, Quat, Vec3};
use proptest::prelude::*;
use proptest::sample::Index;
use rig::{
    BindPose, Influences, InfluencesBuilder, JointIndex, LocalTransform, PosedSkeleton, PosedSkin,
    Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, Trs, UserTransform, forward,
};

/// That many cases, and no files of failures beside the sources.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Unit quaternions: none, tiny, half and nearly half a turn, either sign.
pub(crate) fn rotation() -> impl Strategy<Value = Quat> {
    let axis = prop_oneof![
        Just(Vec3::X),
        Just(Vec3::Y),
        Just(Vec3::Z),
        prop::array::uniform3(-1.0_f32..1.0)
            .prop_map(|v| Vec3::from_array(v).normalize_or(Vec3::Z)),
    ];
    let angle = prop_oneof![
        1 => Just(0.0_f32),
        1 => Just(core::f32::consts::PI),
        1 => Just(core::f32::consts::PI - 6e-4),
        1 => Just(1e-4_f32),
        1 => Just(1e-7_f32),
        6 => -6.2_f32..6.2,
    ];
    (axis, angle).prop_map(|(axis, angle)| Quat::from_axis_angle(axis, angle).normalize())
}

pub(crate) fn translation() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        1 => Just(Vec3::ZERO),
        6 => prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from_array),
    ]
}

pub(crate) fn rigid() -> impl Strategy<Value = Rigid> {
    (rotation(), translation())
        .prop_map(|(rotation, translation)| Rigid::new(rotation, translation))
}

/// A factor that has an inverse; mirrored ones too.
pub(crate) fn factor() -> impl Strategy<Value = f32> {
    prop_oneof![2 => Just(1.0_f32), 4 => 0.5_f32..1.6, 1 => -1.5_f32..-0.5, 1 => Just(-1.0_f32)]
}

/// A factor that may also be zero or nearly so.
pub(crate) fn any_factor() -> impl Strategy<Value = f32> {
    prop_oneof![8 => factor(), 1 => Just(0.0_f32), 1 => Just(-0.0_f32), 1 => Just(1e-6_f32)]
}

pub(crate) fn scale() -> impl Strategy<Value = Vec3> {
    [factor(), factor(), factor()].prop_map(Vec3::from_array)
}

/// Any 3×3: the identity, uniform, flat, mirrored, sheared, not symmetric, zero.
pub(crate) fn linear() -> impl Strategy<Value = Mat3> {
    let diagonal = || {
        [any_factor(), any_factor(), any_factor()]
            .prop_map(|d| Mat3::from_diagonal(Vec3::from_array(d)))
    };
    prop_oneof![
        2 => Just(Mat3::IDENTITY),
        2 => any_factor().prop_map(|factor| Mat3::IDENTITY * factor),
        3 => diagonal(),
        3 => (diagonal(), rotation()).prop_map(|(d, q)| Mat3::from_quat(q) * d * Mat3::from_quat(q.conjugate())),
        2 => prop::array::uniform9(-1.5_f32..1.5).prop_map(|m| Mat3::from_cols_array(&m)),
    ]
}

/// What a bind matrix holds beside a rigid motion: usually nothing; scale, shear, a reflection.
pub(crate) fn invertible() -> impl Strategy<Value = Mat3> {
    prop_oneof![
        2 => Just(Mat3::IDENTITY),
        1 => Just(Mat3::IDENTITY * 100.0),
        1 => Just(Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0))),
        2 => (scale(), rotation()).prop_map(|(s, q)| Mat3::from_quat(q) * Mat3::from_diagonal(s)),
        2 => (scale(), -0.8_f32..0.8).prop_map(|(s, k)| {
            Mat3::from_cols(Vec3::X, Vec3::new(k, 1.0, 0.0), Vec3::Z) * Mat3::from_diagonal(s)
        }),
    ]
}

/// One joint of a random rig.
#[derive(Clone, Debug)]
pub(crate) struct RawJoint {
    pub(crate) parent: Option<Index>,
    pub(crate) rest: Rigid,
    pub(crate) rest_scale: Vec3,
    /// `(P X)⁻¹` is the rest frame, times this rigid motion, times this matrix.
    pub(crate) moved: Rigid,
    pub(crate) left_over: Mat3,
    pub(crate) listed: bool,
    pub(crate) user: UserTransform,
    pub(crate) scale_inheritance: ScaleInheritance,
}

pub(crate) fn raw_joint() -> impl Strategy<Value = RawJoint> {
    let rest_scale = prop_oneof![3 => Just(Vec3::ONE), 1 => scale()];
    let moved = prop_oneof![2 => Just(Rigid::IDENTITY), 1 => rigid()];
    let scale_inheritance = prop_oneof![
        2 => Just(ScaleInheritance::Joint),
        2 => Just(ScaleInheritance::Children),
        1 => Just(ScaleInheritance::Segment)
    ];
    let user = (rigid(), linear()).prop_map(|(rigid, linear)| UserTransform { rigid, linear });
    let parent = prop::option::weighted(0.9, any::<Index>());
    (
        parent,
        rigid(),
        rest_scale,
        moved,
        invertible(),
        prop::bool::weighted(0.85),
        user,
        scale_inheritance,
    )
        .prop_map(
            |(parent, rest, rest_scale, moved, left_over, listed, user, scale_inheritance)| {
                RawJoint {
                    parent,
                    rest,
                    rest_scale,
                    moved,
                    left_over,
                    listed,
                    user,
                    scale_inheritance,
                }
            },
        )
}

pub(crate) fn raw_joints() -> impl Strategy<Value = Vec<RawJoint>> {
    prop::collection::vec(raw_joint(), 1..9)
}

/// Joints whose rest is rigid and is the bind, all listed: the setting of the papers.
pub(crate) fn plain_joints() -> impl Strategy<Value = Vec<RawJoint>> {
    raw_joints().prop_map(|mut joints| {
        for joint in &mut joints {
            joint.rest_scale = Vec3::ONE;
            joint.moved = Rigid::IDENTITY;
            joint.left_over = Mat3::IDENTITY;
            joint.listed = true;
        }
        joints
    })
}

/// A skeleton with a bind and a pose.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    pub(crate) skeleton: Skeleton,
    pub(crate) bind: BindPose,
    pub(crate) user: Vec<UserTransform>,
    pub(crate) scale_inheritance: Vec<ScaleInheritance>,
    /// `X`, one per place of the bind.
    pub(crate) joint_from_model: Vec<Affine3A>,
}

impl Posed {
    pub(crate) fn new(joints: &[RawJoint]) -> Self {
        Self::moved(joints, Rigid::IDENTITY)
    }

    /// The same character, rest and mesh, moved rigidly as a whole.
    pub(crate) fn moved(joints: &[RawJoint], model_from_old: Rigid) -> Self {
        let mut builder = SkeletonBuilder::new();
        for (i, joint) in joints.iter().enumerate() {
            let parent = joint.parent.filter(|_| i > 0).map(|index| index.index(i));
            let rest = if parent.is_some() {
                joint.rest
            } else {
                model_from_old * joint.rest
            };
            let local = Trs {
                translation: rest.translation,
                rotation: rest.rotation,
                scale: joint.rest_scale,
            };
            builder = builder.joint(key(i), parent.map(key), "", LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let raw = |joint: JointIndex| &joints[skeleton.key(joint) as usize];
        let listed: Vec<JointIndex> = skeleton
            .joints()
            .filter(|&joint| raw(joint).listed)
            .collect();
        let joint_from_model: Vec<Affine3A> = listed
            .iter()
            .map(|&joint| {
                let frame = skeleton.rest_model_from_joint(joint) * raw(joint).moved;
                let model_from_bind = affine64(frame) * linear64(raw(joint).left_over);
                let stretch = linear64(skeleton.rest_stretch(joint));
                narrow(stretch.inverse() * model_from_bind.inverse())
            })
            .collect();
        let (bind, warnings) = BindPose::new(&skeleton, &listed, &joint_from_model).unwrap();
        assert_eq!(warnings, []);
        let user = skeleton.joints().map(|joint| raw(joint).user).collect();
        let scale_inheritance = skeleton
            .joints()
            .map(|joint| raw(joint).scale_inheritance)
            .collect();
        Self {
            skeleton,
            bind,
            user,
            scale_inheritance,
            joint_from_model,
        }
    }

    pub(crate) fn forward(&self) -> PosedSkeleton<'_> {
        forward(&self.skeleton, &self.user, &self.scale_inheritance).unwrap()
    }

    /// Calls `f` with the posed skin.
    pub(crate) fn with_skin<T>(&self, f: impl FnOnce(&PosedSkin<'_>) -> T) -> T {
        let posed = self.forward();
        f(&PosedSkin::new(&posed, &self.bind).unwrap())
    }

    /// Whether `joint` is below `ancestor` (not itself).
    pub(crate) fn is_below(&self, joint: JointIndex, ancestor: JointIndex) -> bool {
        let mut above = self.skeleton.parent(joint);
        while let Some(parent) = above {
            if parent == ancestor {
                return true;
            }
            above = self.skeleton.parent(parent);
        }
        false
    }

    /// `C_i = W_i P_i X_i` in f64, one per place of the bind.
    pub(crate) fn skinning_matrices64(&self) -> Vec<DAffine3> {
        let frames = self.frames64(|motion| motion);
        let places = self.bind.joints().iter().zip(&self.joint_from_model);
        places
            .map(|(&joint, &x)| frames[joint.index()].1 * self.bind64(joint, x))
            .collect()
    }

    /// `P_i X_i` in f64.
    pub(crate) fn bind64(&self, joint: JointIndex, joint_from_model: Affine3A) -> DAffine3 {
        linear64(self.skeleton.rest_stretch(joint)) * widen(joint_from_model)
    }

    /// `(E_i, W_i)` of every joint in f64, with every factor passed through `change` first.
    pub(crate) fn frames64(
        &self,
        change: impl Fn(DAffine3) -> DAffine3,
    ) -> Vec<(DAffine3, DAffine3)> {
        let mut frames: Vec<(DAffine3, DAffine3)> = Vec::new();
        for joint in self.skeleton.joints() {
            let rest = affine64(self.skeleton.parent_from_joint(joint));
            let user = &self.user[joint.index()];
            let (motion, stretch) = (change(affine64(user.rigid)), change(linear64(user.linear)));
            let before = match self.skeleton.parent(joint) {
                None => change(rest) * motion,
                Some(p) if self.scale_inheritance[p.index()] == ScaleInheritance::Children => {
                    frames[p.index()].1 * change(rest) * motion
                }
                Some(p) if self.scale_inheritance[p.index()] == ScaleInheritance::Segment => {
                    let stretch = self.user[p.index()].linear.as_dmat3();
                    let local = rest * affine64(user.rigid);
                    let elongated = DAffine3 {
                        translation: stretch * local.translation,
                        ..local
                    };
                    frames[p.index()].0 * change(elongated)
                }
                Some(p) => {
                    let parent_stretch = self.user[p.index()].linear.as_dmat3();
                    let elongated = DAffine3 {
                        translation: parent_stretch * rest.translation,
                        ..rest
                    };
                    frames[p.index()].0 * change(elongated) * motion
                }
            };
            frames.push((before, before * stretch));
        }
        frames
    }

    /// How large the numbers become on the way to a joint's skinning matrix: what rounding is relative to.
    ///
    /// The product of the absolute values of all factors, since sums may cancel, times the size of the bind and of the
    /// elongated rest, through which the split goes and comes back; one more for every joint on the way.
    pub(crate) fn sizes(&self) -> Vec<f64> {
        let absolute = self.frames64(|motion| DAffine3 {
            matrix3: motion.matrix3.abs(),
            translation: motion.translation.abs(),
        });
        let reached: Vec<f64> = absolute.iter().map(|(_, w)| 1.0 + size(w)).collect();
        let depth = |mut joint: JointIndex| {
            let mut depth = 2.0;
            while let Some(parent) = self.skeleton.parent(joint) {
                (joint, depth) = (parent, depth + 1.0);
            }
            depth
        };
        let places = self.bind.joints().iter().zip(&self.joint_from_model);
        places
            .map(|(&joint, &x)| {
                let way = self.bind.model_from_joint(joint).translation.length();
                reached[joint.index()].powi(2)
                    * (1.0 + size(&self.bind64(joint, x)))
                    * depth(joint)
                    * f64::from(1.0 + way)
            })
            .collect()
    }
}

pub(crate) fn key(index: usize) -> u32 {
    u32::try_from(index).unwrap()
}

pub(crate) fn affine64(motion: Rigid) -> DAffine3 {
    DAffine3::from_rotation_translation(
        motion.rotation.as_dquat().normalize(),
        motion.translation.as_dvec3(),
    )
}

pub(crate) fn linear64(matrix: Mat3) -> DAffine3 {
    DAffine3 {
        matrix3: matrix.as_dmat3(),
        translation: DVec3::ZERO,
    }
}

pub(crate) fn widen(matrix: Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: Mat3::from(matrix.matrix3).as_dmat3(),
        translation: Vec3::from(matrix.translation).as_dvec3(),
    }
}

pub(crate) fn narrow(matrix: DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(matrix.matrix3.as_mat3(), matrix.translation.as_vec3())
}

/// The largest absolute element.
pub(crate) fn size(matrix: &DAffine3) -> f64 {
    matrix
        .to_cols_array()
        .into_iter()
        .fold(0.0, |size, x| size.max(x.abs()))
}

/// The largest difference of any element; infinite when one of them is not a number.
pub(crate) fn distance(a: &DAffine3, b: &DAffine3) -> f64 {
    let pairs = a.to_cols_array().into_iter().zip(b.to_cols_array());
    pairs
        .map(|(a, b)| {
            if (a - b).is_nan() {
                f64::INFINITY
            } else {
                (a - b).abs()
            }
        })
        .fold(0.0, f64::max)
}

/// How far a matrix is from a proper rotation.
pub(crate) fn rotation_defect(matrix: DMat3) -> f64 {
    let gram = matrix.transpose() * matrix - DMat3::IDENTITY;
    let orthogonal = gram
        .to_cols_array()
        .into_iter()
        .fold(0.0, |size: f64, x| size.max(x.abs()));
    orthogonal.max((matrix.determinant() - 1.0).abs())
}

/// Rows over so many joints as they were given; an empty one is unbound.
pub(crate) fn built_of(joints: u16, rows: &[Vec<(u16, f32)>]) -> Influences {
    let mut builder = InfluencesBuilder::new(usize::from(joints));
    for row in rows {
        if row.is_empty() {
            builder.unbound();
        } else {
            builder.vertex(row.iter().copied()).unwrap();
        }
    }
    builder.build()
}

/// A chain of joints, each one turned and half a unit away from the one before.
pub(crate) fn bent_chain(joints: usize) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for place in 0..joints {
        let local = Trs {
            translation: Vec3::new(0.1, 0.5, 0.0),
            rotation: Quat::from_rotation_z(0.2),
            scale: Vec3::ONE,
        };
        let parent = place.checked_sub(1).map(key);
        builder = builder.joint(key(place), parent, "", LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}
