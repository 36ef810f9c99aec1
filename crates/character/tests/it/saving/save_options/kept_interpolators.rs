//! Poses that drive morph targets, as files keep them.

use character::{KeptInterpolatedPose, KeptInterpolator};
use glam::Quat;
use rig::PoseKernel;

/// One pose of a joint that drives a target of the mesh at another.
pub(super) fn interpolator(joint: u32, shows: u32) -> KeptInterpolator {
    KeptInterpolator {
        joints: vec![joint],
        kernel: PoseKernel::Linear,
        poses: vec![KeptInterpolatedPose {
            rotations: vec![Quat::from_xyzw(0.6, 0.0, -0.8, 0.0)],
            joint: shows,
            morph: 3,
        }],
    }
}
