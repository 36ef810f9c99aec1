//! Posed skeletons and weighted vertices, biased to trouble.

use std::f32::consts::PI;

use glam::{Mat3, Quat, Vec3};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof};
use testkit::json::{RigidInput, SkeletonInput, VertexInput};

/// A skeleton in a pose, and vertices on it.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) skeleton: SkeletonInput,
    pub(crate) vertices: Vec<VertexInput>,
}

/// Quiet about files: nothing is kept between runs.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Up to five joints of one tree in any pose, with up to four influences a vertex.
pub(crate) fn figure() -> impl Strategy<Value = Figure> {
    (1_usize..=5).prop_flat_map(|n_joints| {
        let vertices = prop::collection::vec(vertex(n_joints), 1..6);
        (skeleton(n_joints), vertices)
            .prop_map(|(skeleton, vertices)| Figure { skeleton, vertices })
    })
}

fn skeleton(n_joints: usize) -> impl Strategy<Value = SkeletonInput> {
    let parents = prop::collection::vec(any::<prop::sample::Index>(), n_joints);
    let joint = (rigid(), rigid(), stretch(), any::<bool>());
    (parents, prop::collection::vec(joint, n_joints)).prop_map(|(parents, joints)| SkeletonInput {
        parents: parents
            .iter()
            .enumerate()
            .map(|(joint, parent)| (joint != 0).then(|| parent.index(joint)))
            .collect(),
        rest: joints.iter().map(|joint| joint.0).collect(),
        user: joints.iter().map(|joint| joint.1).collect(),
        scale: joints.iter().map(|joint| joint.2).collect(),
        propagate: joints.iter().map(|joint| joint.3).collect(),
        propagate_given: true,
    })
}

fn vertex(n_joints: usize) -> impl Strategy<Value = VertexInput> {
    let influences = prop::collection::vec((0..n_joints, weight()), 1..=4);
    (vec3(2.0), direction(), influences).prop_map(|(position, normal, influences)| {
        let (joints, weights) = influences.into_iter().unzip();
        VertexInput {
            position,
            normal,
            joints,
            weights,
        }
    })
}

fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 4 => 0.05_f32..1.0]
}

pub(crate) fn rigid() -> impl Strategy<Value = RigidInput> {
    (rotation(), vec3(1.5)).prop_map(|(rotation, translation)| RigidInput {
        rotation,
        translation,
    })
}

/// Either sign of a unit quaternion, often of no angle, a tiny one, about half a turn or about a whole one.
pub(crate) fn rotation() -> impl Strategy<Value = Quat> {
    let angle = prop_oneof![
        1 => Just(0.0_f32),
        1 => Just(1e-7_f32),
        1 => Just(1e-3_f32),
        1 => Just(PI),
        1 => Just(PI - 1e-3),
        1 => Just(2.0 * PI - 1e-3),
        6 => -PI..PI,
    ];
    (direction(), angle).prop_map(|(axis, angle)| Quat::from_axis_angle(axis, angle).normalize())
}

/// Symmetric stretch, often none, uniform, flat or mirrored.
fn stretch() -> impl Strategy<Value = Mat3> {
    let number = || 0.5_f32..1.6;
    let diagonal = |x, y, z| Mat3::from_diagonal(Vec3::new(x, y, z));
    prop_oneof![
        2 => Just(Mat3::IDENTITY),
        1 => number().prop_map(move |s| diagonal(s, s, s)),
        1 => number().prop_map(move |s| diagonal(s, 1.0, 0.0)),
        1 => number().prop_map(move |s| diagonal(-s, 1.0, 1.2)),
        3 => (number(), number(), number()).prop_map(move |(x, y, z)| diagonal(x, y, z)),
        2 => (number(), vec3(0.3)).prop_map(move |(s, shear)| sheared(s, shear)),
    ]
}

fn sheared(scale: f32, shear: Vec3) -> Mat3 {
    Mat3::from_cols(
        Vec3::new(scale, shear.x, shear.z),
        Vec3::new(shear.x, 1.0, shear.y),
        Vec3::new(shear.z, shear.y, 1.1),
    )
}

fn direction() -> impl Strategy<Value = Vec3> {
    vec3(1.0).prop_map(|v| {
        if v.length() < 0.1 {
            Vec3::Z
        } else {
            v.normalize()
        }
    })
}

pub(crate) fn vec3(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from_array)
}
