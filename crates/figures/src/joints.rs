//! A vertex with its joints, skinned by the kernels of the program.

use dq_math::DualQuat;
use glam::{Affine3A, DVec2, DVec3, Vec3};
use rig::{JointSlot, MatrixPalette, TwoPhasePalette};
use skin_cpu::{
    TwoPhase, direct_quaternion_blend_vertex, linear_blend_vertex, spherical_blend_vertex,
    two_phase_blend_vertex,
};

use crate::motions::narrow;

/// A joint without scale, as a skin has it in a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// From rest to the pose.
    pub(crate) motion: DualQuat,
    /// Where it is at rest.
    pub(crate) head: DVec2,
}

/// How a vertex is skinned.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    /// Linear blending.
    Linear,
    /// Dual quaternions.
    DualQuaternion,
    /// Rotations about the head that is nearest.
    DirectQuaternion,
    /// Rotations about this point.
    Spherical(DVec3),
}

/// The joints of a mesh in a pose, for all kernels.
#[derive(Clone, Debug)]
pub(crate) struct Joints {
    two_phase: TwoPhasePalette,
    linear: MatrixPalette,
}

impl Joints {
    pub(crate) fn new(joints: &[Joint]) -> Self {
        let motions: Vec<DualQuat> = joints.iter().map(|joint| joint.motion).collect();
        let heads = joints.iter().map(|joint| joint.head.extend(0.0).as_vec3());
        let linear = MatrixPalette {
            posed_from_bind: motions.iter().map(|motion| motion.to_affine3a()).collect(),
        };
        let two_phase = TwoPhasePalette {
            stretched_from_bind: vec![Affine3A::IDENTITY; motions.len()],
            heads: heads.collect(),
            posed_from_stretched: motions,
            ..TwoPhasePalette::default()
        };
        Self { two_phase, linear }
    }

    /// Where a vertex comes to lie; `weights` has one for each joint, and those of zero count for nothing.
    pub(crate) fn place(&self, by: By, weights: &[f64], vertex: DVec3) -> DVec3 {
        let row = Row::new(weights);
        let (joints, weights) = (&row.joints, &row.weights);
        let vertex = vertex.as_vec3();
        let map = match by {
            By::Linear => {
                let matrix = linear_blend_vertex(joints, weights, &self.linear);
                return matrix.transform_point3(vertex).as_dvec3();
            }
            By::DualQuaternion => two_phase_blend_vertex(joints, weights, &self.two_phase),
            By::DirectQuaternion => {
                direct_quaternion_blend_vertex(joints, weights, &self.two_phase, vertex)
            }
            By::Spherical(center) => {
                spherical_blend_vertex(joints, weights, &self.two_phase, center.as_vec3())
            }
        };
        carry(&map, vertex).as_dvec3()
    }

    /// The same in the plane z = 0.
    pub(crate) fn place_in_plane(&self, by: By, weights: &[f64], vertex: DVec2) -> DVec2 {
        self.place(by, weights, vertex.extend(0.0)).truncate()
    }
}

/// Where the two phases take a point.
pub(crate) fn carry(map: &TwoPhase, point: Vec3) -> Vec3 {
    let stretched = map.stretched_from_bind.transform_point3(point);
    map.posed_from_stretched.transform_point3(stretched)
}

/// The joints of weight above zero, as the rows of a mesh have them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) joints: Vec<JointSlot>,
    pub(crate) weights: Vec<f32>,
}

impl Row {
    pub(crate) fn new(weights: &[f64]) -> Self {
        let mut row = Self::default();
        let counted = JointSlot::all().zip(weights);
        for (joint, &weight) in counted.filter(|&(_, &weight)| weight > 0.0) {
            row.joints.push(joint);
            row.weights.push(narrow(weight));
        }
        row
    }
}

/// A step from 0 to 1 that is level at both ends, `3 s² − 2 s³`.
pub(crate) fn smooth_step(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}
