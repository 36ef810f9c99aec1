//! From the inputs of test files to skinned vertices, by the same path as the program.

use std::cell::Cell;

use dq_math::{DualQuat, SignRule};
use glam::{Mat3, Quat, Vec3, Vec4};
use rig::{
    BindPose, InfluenceRow, Influences, InfluencesBuilder, JointIndex, JointSlot, LocalTransform,
    Palette, PosedSkin, Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, Trs, UserTransform,
    Weighting, forward,
};
use skin_cpu::{NormalTransform, SimdPath, SkinOutput, Skinner, Vertices};
use testkit::json::{RigidInput, SkeletonInput, VertexInput};

/// A mesh with its influences.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) influences: Influences,
}

/// Skinned vertices.
#[derive(Default)]
pub(crate) struct Moved {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
}

impl Mesh {
    /// A vertex whose weights are all zero is unbound, as the golden files mean it.
    pub(crate) fn new(vertices: &[VertexInput], joint_count: usize) -> Self {
        let rows = vertices.iter().map(|vertex| {
            let joints = vertex
                .joints
                .iter()
                .map(|&joint| u16::try_from(joint).unwrap());
            joints.zip(vertex.weights.iter().copied()).collect()
        });
        Self {
            positions: vertices.iter().map(|vertex| vertex.position).collect(),
            normals: vertices.iter().map(|vertex| vertex.normal).collect(),
            influences: influences(joint_count, rows),
        }
    }

    pub(crate) fn skinned(&self, palette: &Palette) -> Moved {
        let vertices = Vertices {
            positions: &self.positions,
            normals: &self.normals,
            ..Vertices::default()
        };
        skinned_by_path(vertices, (&self.influences).into(), palette)
    }
}

/// By the path of [`path`].
pub(crate) fn skinned_by_path(
    vertices: Vertices<'_>,
    weighting: Weighting<'_>,
    palette: &Palette,
) -> Moved {
    let mut moved = Moved {
        positions: vec![Vec3::NAN; vertices.positions.len()],
        normals: vec![Vec3::NAN; vertices.normals.len()],
        tangents: Vec::new(),
    };
    let out = SkinOutput {
        positions: &mut moved.positions,
        normals: &mut moved.normals,
        ..SkinOutput::default()
    };
    let mesh = skin_cpu::Mesh::new(vertices, weighting);
    let mut skinner = Skinner::new(path());
    skinner
        .skin(&mesh, palette, NormalTransform::Usual, out)
        .unwrap();
    moved
}

thread_local! {
    static PATH: Cell<Option<SimdPath>> = const { Cell::new(None) };
}

/// The paths of this machine, or the one that `DUALSKIN_SIMD` names.
pub(crate) fn paths() -> Vec<SimdPath> {
    match std::env::var("DUALSKIN_SIMD") {
        Ok(name) => vec![name.parse().unwrap()],
        Err(_) => SimdPath::available().collect(),
    }
}

/// The path by which [`Mesh::skinned`] skins in this thread; the fastest, if nothing else is said.
pub(crate) fn path() -> SimdPath {
    PATH.get().unwrap_or_else(|| *paths().last().unwrap())
}

/// Does something while [`Mesh::skinned`] takes a path.
pub(crate) fn on_path<T>(path: SimdPath, body: impl FnOnce() -> T) -> T {
    let before = PATH.replace(Some(path));
    let result = body();
    PATH.set(before);
    result
}

/// Does something once for every path.
pub(crate) fn on_every_path(body: impl Fn()) {
    paths().into_iter().for_each(|path| on_path(path, &body));
}

/// Influences from rows; a row without a weight is unbound.
pub(crate) fn influences(
    joint_count: usize,
    rows: impl IntoIterator<Item = Vec<(impl Into<JointSlot>, f32)>>,
) -> Influences {
    let mut builder = InfluencesBuilder::new(joint_count);
    for row in rows {
        if row.iter().all(|&(_, weight)| weight == 0.0) {
            builder.unbound();
        } else {
            builder.vertex(row).unwrap();
        }
    }
    builder.build()
}

/// Poses a skeleton whose skin lists all joints in the order of the input, bound at rest.
pub(crate) fn with_posed_skin<T>(
    input: &SkeletonInput,
    linear: &[Mat3],
    scale_inheritance: impl Fn(usize) -> ScaleInheritance,
    then: impl FnOnce(&PosedSkin<'_>) -> T,
) -> T {
    let skeleton = skeleton(input);
    // The builder puts parents before children; the key of a joint is its place in the input.
    let places: Vec<usize> = skeleton
        .joints()
        .map(|joint| skeleton.key(joint) as usize)
        .collect();
    let user: Vec<UserTransform> = places
        .iter()
        .map(|&place| UserTransform {
            rigid: rigid(input.user[place]),
            linear: linear[place],
        })
        .collect();
    let scale_inheritance: Vec<ScaleInheritance> = places
        .iter()
        .map(|&place| scale_inheritance(place))
        .collect();
    let mut listed = vec![JointIndex(0); skeleton.len()];
    for (joint, &place) in skeleton.joints().zip(&places) {
        listed[place] = joint;
    }
    let joint_from_model: Vec<_> = listed
        .iter()
        .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
        .collect();
    let (bind, warnings) = BindPose::new(&skeleton, &listed, &joint_from_model).unwrap();
    assert_eq!(warnings, []);
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    then(&PosedSkin::new(&posed, &bind).unwrap())
}

fn skeleton(input: &SkeletonInput) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for ((key, &parent), rest) in (0..).zip(&input.parents).zip(&input.rest) {
        let local = Trs {
            translation: rest.translation,
            rotation: rest.rotation,
            scale: Vec3::ONE,
        };
        let parent = parent.map(|parent| u32::try_from(parent).unwrap());
        builder = builder.joint(key, parent, "", LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

pub(crate) fn rigid(input: RigidInput) -> Rigid {
    Rigid::new(input.rotation, input.translation)
}

/// The rotations whose signs a palette chooses; none for linear blending.
pub(crate) fn rotations(palette: &Palette) -> (Vec<Quat>, SignRule) {
    let real = |motions: &[DualQuat]| motions.iter().map(|motion| motion.real).collect();
    match palette {
        Palette::Linear(_) => (Vec::new(), SignRule::Hierarchical),
        Palette::DualQuaternion(palette) => (real(&palette.posed_from_bind), palette.signs),
        Palette::TwoPhase(palette) => (real(&palette.posed_from_stretched), palette.signs),
        Palette::Affine(palette) => (palette.rotation.clone(), palette.signs),
    }
}

/// Whether rounding can neither change a sign at this vertex nor be blown up by a blend that nearly cancels.
///
/// Exact half turns between joints are ambiguous, and so are two largest weights: tests that compare two ways to
/// compute leave such vertices out.
pub(crate) fn decided(mesh: &Mesh, vertex: usize, palette: &Palette) -> bool {
    const CLEAR: f32 = 1e-3;
    let (rotations, rule) = rotations(palette);
    let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
    if rotations.is_empty() || joints.is_empty() {
        return true;
    }
    let largest = weights.iter().copied().fold(f32::MIN, f32::max);
    let rivals = weights
        .iter()
        .filter(|&&weight| largest - CLEAR < weight)
        .count();
    let mut against = match rule {
        SignRule::First => rotations[usize::from(joints[0])],
        SignRule::Largest if 1 < rivals => return false,
        SignRule::Largest => {
            let place = weights
                .iter()
                .position(|&weight| weight == largest)
                .unwrap();
            rotations[usize::from(joints[place])]
        }
        SignRule::Hierarchical | SignRule::Followed | SignRule::Running => {
            Quat::from_array([0.0; 4])
        }
    };
    let mut sum = Quat::from_array([0.0; 4]);
    for (place, (&joint, &weight)) in joints.iter().zip(weights).enumerate() {
        let rotation = rotations[usize::from(joint)];
        let chooses = !rule.is_per_pose() && (rule != SignRule::Running || place != 0);
        if chooses && against.dot(rotation).abs() < CLEAR {
            return false;
        }
        sum += rotation
            * (weight
                * if against.dot(rotation) < 0.0 {
                    -1.0
                } else {
                    1.0
                });
        if rule == SignRule::Running {
            against = sum;
        }
    }
    // What is nearly a whole turn apart has no axis in f32, and cancels in parts.
    let apart = |a: &JointSlot, b: &JointSlot| {
        rotations[usize::from(*a)].dot(rotations[usize::from(*b)]) < -0.9
    };
    let is_torn = rule.is_per_pose() && joints.iter().any(|a| joints.iter().any(|b| apart(a, b)));
    0.2 < sum.length() && !is_torn
}
