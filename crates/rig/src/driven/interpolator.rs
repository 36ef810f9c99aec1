//! Morph targets that follow the poses of a few joints: radial basis functions over their rotations.

use crate::motion::joint_limits::{narrow, unit};
use crate::{JointIndex, MappedJoint, Pose};
use glam::{DQuat, Quat};
use thiserror::Error;

/// The most joints that one interpolator looks at.
pub const MOST_POSE_JOINTS: usize = 3;
/// The most poses of one interpolator.
pub const MOST_POSES: usize = 32;
/// Poses that are nearer than this are one pose: a degree.
const NEAREST: f64 = core::f64::consts::PI / 180.0;
/// The width σ of a Gaussian, as a share of the mean distance from a pose to the nearest other one.
const WIDTH: f64 = 0.7;
/// A pivot that is smaller leaves the weights of a Gaussian to rounding.
const SINGULAR: f64 = 1e-10;
/// Values nearer than this to 0 or 1 are it: rounding of the solved weights.
const ROUNDING: f64 = 1e-6;

/// How much of a pose is left at a distance from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PoseKernel {
    /// `exp(−d²/(2σ²))`, weighted so that all poses are met: smooth.
    #[default]
    Gaussian,
    /// `max(0, 1 − d/r)`, with r the distance to the nearest other pose: straight, and nothing beyond r.
    Linear,
}

/// A pose of the joints of an interpolator, and the morph target that it drives.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InterpolatedPose {
    /// The rotation of each joint relative to its rest, as many as the interpolator has joints.
    pub rotations: Vec<Quat>,
    /// The place of the morph target in [`Pose::morph_weights`](crate::Pose::morph_weights).
    pub morph: usize,
}

/// Why poses make no interpolator: a clause with a remedy.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PoseInterpolatorError {
    /// No joints, too many, or one twice.
    #[error(
        "{joints} joints were given, and a pose is told by 1 to {MOST_POSE_JOINTS} different ones; choose fewer, those that bend there"
    )]
    Joints {
        /// How many were given.
        joints: usize,
    },
    /// No pose, or too many.
    #[error("{poses} poses were given; give 1 to {MOST_POSES}")]
    Poses {
        /// How many were given.
        poses: usize,
    },
    /// Rotations that are none, or not one for each joint.
    #[error("pose {pose} has not one rotation for each joint; give it {joints} unit quaternions")]
    Rotations {
        /// The number of the pose, from 1.
        pose: usize,
        /// How many joints there are.
        joints: usize,
    },
    /// A pose that is the rest.
    #[error("pose {pose} is the rest but for less than a degree; turn one of the joints further")]
    Rest {
        /// The number of the pose, from 1.
        pose: usize,
    },
    /// Two poses that are one.
    #[error(
        "poses {one} and {other} are less than a degree apart; remove one, or turn the joints further"
    )]
    Same {
        /// The number of the first, from 1.
        one: usize,
        /// The number of the second.
        other: usize,
    },
    /// Poses so near to each other beside others that no weights are found.
    #[error(
        "the poses are too near to each other for a smooth kernel; choose the linear one, or remove some"
    )]
    Singular,
}

/// Poses of one to three joints, each of which drives a morph target: 1 at its own pose, 0 at rest and at all others, between 0 and 1
/// everywhere.
///
/// With `q_j` the rotations of the joints relative to rest, the distance of two poses is that of their rotation matrices, as points,
///
/// ```text
/// d(p, q)² = Σ_j (2 sin(θ_j/2))²,   θ_j the angle of p_j⁻¹ q_j,
/// ```
///
/// which is the angle where that is small, and knows no sign of a quaternion. The rest is the pose 0. The Gaussian has
///
/// ```text
/// v_k(q) = Σ_i c_ki exp(−d(q, p_i)²/(2σ²)),   c by v_k(p_i) = 1 if i = k, else 0,
/// ```
///
/// σ 0.7 times the mean distance from a pose to its nearest neighbor. Points of a space with such distances that differ make a positive definite
/// matrix (Schoenberg 1938), so that the weights are there and unique. The linear kernel is `v_k(q) = max(0, 1 − d(q, p_k)/r_k)`, r the
/// distance to the nearest neighbor, which meets all poses without weights. Both are cut to 0…1.
///
/// References: J. P. Lewis, M. Cordner, N. Fong, "Pose Space Deformation", 2000; I. J. Schoenberg, "Metric Spaces and Positive Definite
/// Functions", 1938.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseInterpolator {
    joints: Vec<JointIndex>,
    kernel: PoseKernel,
    poses: Vec<InterpolatedPose>,
    /// By pose: the distance to its nearest neighbor.
    radii: Vec<f64>,
    /// The σ of all Gaussians.
    width: f64,
    /// By pose: the weights of the Gaussians, that of the rest first.
    weights: Vec<Vec<f64>>,
}

impl PoseInterpolator {
    /// Finds the weights.
    ///
    /// # Errors
    ///
    /// No joint or more than three, no pose or more than 32, rotations that are none, poses that are the rest or each other.
    pub fn new(
        joints: Vec<JointIndex>,
        kernel: PoseKernel,
        poses: Vec<InterpolatedPose>,
    ) -> Result<Self, PoseInterpolatorError> {
        check_joints(&joints)?;
        if !(1..=MOST_POSES).contains(&poses.len()) {
            let poses = poses.len();
            return Err(PoseInterpolatorError::Poses { poses });
        }
        let is_rotation = |own: &Quat| own.is_finite() && (own.length() - 1.0).abs() < 1e-3;
        let bad = poses.iter().position(|pose| {
            pose.rotations.len() != joints.len() || !pose.rotations.iter().all(is_rotation)
        });
        if let Some(bad) = bad {
            return Err(PoseInterpolatorError::Rotations {
                pose: bad + 1,
                joints: joints.len(),
            });
        }
        let centers = centers(&poses, joints.len());
        let nearest = nearest(&centers)?;
        let count = u32::try_from(nearest.len()).unwrap_or(u32::MAX);
        let width = WIDTH * nearest.iter().sum::<f64>() / f64::from(count);
        let weights = match kernel {
            PoseKernel::Linear => Vec::new(),
            PoseKernel::Gaussian => {
                solved(&centers, width).ok_or(PoseInterpolatorError::Singular)?
            }
        };
        Ok(Self {
            joints,
            kernel,
            poses,
            radii: nearest.into_iter().skip(1).collect(),
            width,
            weights,
        })
    }

    /// The joints whose rotations are looked at.
    #[must_use]
    pub fn joints(&self) -> &[JointIndex] {
        &self.joints
    }

    /// The kernel.
    #[must_use]
    pub const fn kernel(&self) -> PoseKernel {
        self.kernel
    }

    /// The poses, in the order given.
    #[must_use]
    pub fn poses(&self) -> &[InterpolatedPose] {
        &self.poses
    }

    /// The values of all poses for rotations of the joints relative to rest, in the order of the poses.
    ///
    /// A rotation that is missing, not finite or zero counts as none.
    #[must_use]
    pub fn values(&self, rotations: &[Quat]) -> Vec<f32> {
        let turns = self.turns(|place| rotations.get(place).copied());
        let values = (0..self.poses.len()).map(|place| self.value(place, &turns));
        values.collect()
    }

    /// Puts the values into the morph weights of a pose, in place of what is there. Places that it does not have are passed over.
    pub(super) fn apply(&self, pose: &mut Pose) {
        let turns = self.turns(|place| {
            let joint = self.joints.get(place)?;
            Some(pose.rigid.get(joint.index())?.rotation)
        });
        for (place, own) in self.poses.iter().enumerate() {
            if let Some(weight) = pose.morph_weights.get_mut(own.morph) {
                *weight = self.value(place, &turns);
            }
        }
    }

    fn turns(&self, rotation: impl Fn(usize) -> Option<Quat>) -> [DQuat; MOST_POSE_JOINTS] {
        let mut turns = [DQuat::IDENTITY; MOST_POSE_JOINTS];
        for (place, turn) in turns.iter_mut().enumerate().take(self.joints.len()) {
            *turn = rotation(place).map_or(DQuat::IDENTITY, unit);
        }
        turns
    }

    fn value(&self, place: usize, turns: &[DQuat; MOST_POSE_JOINTS]) -> f32 {
        let from = |pose: &InterpolatedPose| {
            let pairs = pose.rotations.iter().zip(turns);
            pairs
                .map(|(own, turn)| square(unit(*own), *turn))
                .sum::<f64>()
        };
        let value = match self.kernel {
            PoseKernel::Linear => {
                let distance = self
                    .poses
                    .get(place)
                    .map_or(f64::INFINITY, |own| from(own).sqrt());
                let radius = self.radii.get(place).copied().unwrap_or(1.0);
                1.0 - distance / radius
            }
            PoseKernel::Gaussian => {
                let rest = turns.iter().take(self.joints.len());
                let rest = rest.map(|turn| square(DQuat::IDENTITY, *turn)).sum::<f64>();
                let squares = std::iter::once(rest).chain(self.poses.iter().map(from));
                let weights = self.weights.get(place).map_or(&[][..], Vec::as_slice);
                let terms = weights.iter().zip(squares);
                terms
                    .map(|(weight, square)| weight * gaussian(square, self.width))
                    .sum()
            }
        };
        if value < ROUNDING {
            0.0
        } else if value > 1.0 - ROUNDING {
            1.0
        } else {
            narrow(value)
        }
    }

    /// The interpolator on another skeleton; none where one of its joints is gone, or two of them are one there.
    #[must_use]
    pub fn with_joints_mapped(
        &self,
        map: impl Fn(JointIndex) -> Option<MappedJoint>,
    ) -> Option<Self> {
        let mapped: Option<Vec<MappedJoint>> =
            self.joints.iter().map(|&joint| map(joint)).collect();
        let mapped = mapped?;
        let is_turned = mapped.iter().any(|own| own.turn != Quat::IDENTITY);
        let joints: Vec<JointIndex> = mapped.iter().map(|own| own.joint).collect();
        check_joints(&joints).ok()?;
        let mut own = self.clone();
        own.joints = joints;
        let poses = own.poses.iter_mut().filter(|_| is_turned);
        for pose in poses {
            for (rotation, mapped) in pose.rotations.iter_mut().zip(&mapped) {
                *rotation = (mapped.turn * *rotation * mapped.turn.conjugate()).normalize();
            }
        }
        // Distances are those that they were.
        Some(own)
    }

    /// The interpolator with morph targets at other places; without the poses whose targets are gone, and none where none is left.
    #[must_use]
    pub fn with_morphs_mapped(&self, map: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let poses = self.poses.iter().filter_map(|pose| {
            Some(InterpolatedPose {
                morph: map(pose.morph)?,
                ..pose.clone()
            })
        });
        let poses: Vec<InterpolatedPose> = poses.collect();
        if poses.len() == self.poses.len() {
            return Some(Self {
                poses,
                ..self.clone()
            });
        }
        // Fewer of the same poses are as far apart.
        Self::new(self.joints.clone(), self.kernel, poses).ok()
    }
}

fn check_joints(joints: &[JointIndex]) -> Result<(), PoseInterpolatorError> {
    let mut different = joints.to_vec();
    different.sort();
    different.dedup();
    let is_good = different.len() == joints.len() && (1..=MOST_POSE_JOINTS).contains(&joints.len());
    match is_good {
        true => Ok(()),
        false => Err(PoseInterpolatorError::Joints {
            joints: joints.len(),
        }),
    }
}

/// The rest, then all poses.
fn centers(poses: &[InterpolatedPose], joints: usize) -> Vec<Vec<DQuat>> {
    let rest = vec![DQuat::IDENTITY; joints];
    let posed = poses.iter();
    let posed = posed.map(|pose| pose.rotations.iter().map(|&own| unit(own)).collect());
    std::iter::once(rest).chain(posed).collect()
}

/// `(2 sin(θ/2))²` of the angle between two rotations.
fn square(one: DQuat, other: DQuat) -> f64 {
    let between = one.conjugate() * other;
    let sine = between.x * between.x + between.y * between.y + between.z * between.z;
    4.0 * sine
}

fn distance(one: &[DQuat], other: &[DQuat]) -> f64 {
    let pairs = one.iter().zip(other);
    let sum: f64 = pairs.map(|(one, other)| square(*one, *other)).sum();
    sum.sqrt()
}

fn gaussian(square: f64, width: f64) -> f64 {
    (-0.5 * square / (width * width)).exp()
}

/// For each center how far the nearest other one is.
fn nearest(centers: &[Vec<DQuat>]) -> Result<Vec<f64>, PoseInterpolatorError> {
    let mut nearest = vec![f64::INFINITY; centers.len()];
    for (one, of_one) in centers.iter().enumerate() {
        for (other, of_other) in centers.iter().enumerate().skip(one + 1) {
            let apart = distance(of_one, of_other);
            if apart < NEAREST {
                return Err(match one {
                    0 => PoseInterpolatorError::Rest { pose: other },
                    one => PoseInterpolatorError::Same { one, other },
                });
            }
            lower(&mut nearest, one, apart);
            lower(&mut nearest, other, apart);
        }
    }
    Ok(nearest)
}

fn lower(all: &mut [f64], place: usize, to: f64) {
    if let Some(least) = all.get_mut(place) {
        *least = least.min(to);
    }
}

/// By pose the weights of all Gaussians: the columns of the inverse of their matrix but for that of the rest; none where it has none.
fn solved(centers: &[Vec<DQuat>], width: f64) -> Option<Vec<Vec<f64>>> {
    let count = centers.len();
    // Beside the matrix the right sides: 1 at one's own pose.
    let row = |place: usize, own: &Vec<DQuat>| -> Vec<f64> {
        let kernel = centers
            .iter()
            .map(|other| gaussian(distance(own, other).powi(2), width));
        let sides = (1..count).map(|pose| f64::from(u8::from(pose == place)));
        kernel.chain(sides).collect()
    };
    let mut rows: Vec<Vec<f64>> = centers
        .iter()
        .enumerate()
        .map(|(place, own)| row(place, own))
        .collect();
    for column in 0..count {
        let size = |row: &Vec<f64>| row.get(column).map_or(0.0, |own| own.abs());
        let below = rows.iter().enumerate().skip(column);
        let (pivot, _) = below.max_by(|one, other| size(one.1).total_cmp(&size(other.1)))?;
        rows.swap(column, pivot);
        let pivot_row = rows.get(column)?.clone();
        let pivot = *pivot_row.get(column)?;
        if pivot.abs() < SINGULAR {
            return None;
        }
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = row.get(column)? / pivot;
            if place == column || factor == 0.0 {
                continue;
            }
            for (own, other) in row.iter_mut().zip(&pivot_row) {
                *own -= factor * other;
            }
        }
    }
    let weight = |pose: usize| -> Option<Vec<f64>> {
        let own = rows.iter().enumerate();
        own.map(|(place, row)| Some(row.get(count + pose)? / row.get(place)?))
            .collect()
    };
    (0..count - 1).map(weight).collect()
}
