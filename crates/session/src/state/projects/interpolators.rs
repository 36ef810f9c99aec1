//! Morph targets that follow poses of joints, in a project.

use std::sync::Arc;

use character::{Character, MorphPlace};
use glam::Quat;
use rig::{Addresses, DrivenSet, InterpolatedPose, JointIndex, PoseInterpolator, PoseKernel};
use serde::{Deserialize, Serialize};

use super::restore::{Finder, unit};
use crate::document::Document;
use crate::document::driven::driven_of_file;
use crate::document::waiting_poses::{node_of_weight, weight_of_node};

/// Poses of some joints, each of which drives a morph target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterpolatorShape {
    /// The addresses of the joints.
    pub joints: Vec<String>,
    /// How much of a pose is left at a distance from it.
    pub kernel: KernelShape,
    /// The poses.
    pub poses: Vec<InterpolatedShape>,
}

/// A kernel, as projects name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KernelShape {
    /// Smooth.
    Gaussian,
    /// Straight.
    Linear,
}

/// One of the poses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterpolatedShape {
    /// The rotation of each joint relative to its rest, x y z w.
    pub rotations: Vec<[f32; 4]>,
    /// The address of the joint that shows the mesh.
    pub joint: String,
    /// The place of the morph target in the mesh.
    pub morph: usize,
    /// Its name, by which it is found where a changed file has others at its place.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl InterpolatorShape {
    fn of(character: &Character, own: &PoseInterpolator, addresses: &Addresses<'_>) -> Self {
        let poses = own.poses().iter().filter_map(|pose| {
            let (joint, morph) = node_of_weight(character, pose.morph)?;
            Some(InterpolatedShape {
                rotations: pose.rotations.iter().map(Quat::to_array).collect(),
                joint: addresses.of(joint),
                morph,
                name: character
                    .morph_name(pose.morph)
                    .unwrap_or_default()
                    .to_owned(),
            })
        });
        Self {
            joints: own
                .joints()
                .iter()
                .map(|joint| addresses.of(*joint))
                .collect(),
            kernel: match own.kernel() {
                PoseKernel::Gaussian => KernelShape::Gaussian,
                PoseKernel::Linear => KernelShape::Linear,
            },
            poses: poses.collect(),
        }
    }

    /// The interpolator; none, and told, where it cannot be used. Poses whose targets are gone are left out.
    fn interpolator(
        &self,
        character: &Character,
        work: &mut Finder<'_>,
    ) -> Option<PoseInterpolator> {
        let names = self.joints.join(", ");
        let joints = self.joints.iter();
        let joints: Option<Vec<JointIndex>> = joints
            .map(|name| {
                work.find(
                    name,
                    "the shapes that follow its pose stay as they are posed",
                )
            })
            .collect();
        let joints = joints?;
        let mut poses = Vec::new();
        for pose in &self.poses {
            match pose.pose(character, work) {
                Some(pose) => poses.push(pose),
                None => work.tell(format!(
                    "{names}: a pose names no morph target of {}, or no rotations; it is left out",
                    pose.joint
                )),
            }
        }
        if poses.is_empty() {
            return None;
        }
        let kernel = match self.kernel {
            KernelShape::Gaussian => PoseKernel::Gaussian,
            KernelShape::Linear => PoseKernel::Linear,
        };
        match PoseInterpolator::new(joints, kernel, poses) {
            Ok(own) => Some(own),
            Err(why) => {
                work.tell(format!(
                    "{names}: what follows their pose is left out: {why}"
                ));
                None
            }
        }
    }
}

impl InterpolatedShape {
    fn pose(&self, character: &Character, work: &mut Finder<'_>) -> Option<InterpolatedPose> {
        let joint = work.find(&self.joint, "its shapes are left out")?;
        let rotations = self.rotations.iter();
        let rotations: Option<Vec<Quat>> = rotations
            .map(|numbers| unit(Quat::from_array(*numbers)))
            .collect();
        Some(InterpolatedPose {
            rotations: rotations?,
            morph: weight_of_node(character, joint, self.place(character, joint)?)?,
        })
    }
}

impl InterpolatedShape {
    /// The place of the target among those of the mesh that a joint shows.
    fn place(&self, character: &Character, joint: JointIndex) -> Option<usize> {
        let mut instances = character.instances.iter();
        let instance = instances.find(|instance| instance.node == joint)?;
        let target = MorphPlace {
            place: self.morph,
            name: self.name.clone(),
        };
        target.find(character.meshes.get(instance.mesh)?)
    }
}

/// The interpolators; none where they are those of the file.
pub(super) fn changed_interpolators(
    document: &Document,
    addresses: &Addresses<'_>,
) -> Option<Vec<InterpolatorShape>> {
    let character = &*document.character;
    let own = document.driven.interpolators();
    if own == driven_of_file(character).interpolators() {
        return None;
    }
    let shapes = own.iter();
    let shapes = shapes.map(|own| InterpolatorShape::of(character, own, addresses));
    Some(shapes.collect())
}

/// The set with the interpolators of a project, or without with those of the file; what cannot be used is told.
pub(super) fn restore_interpolators(
    character: &Character,
    set: Arc<DrivenSet>,
    stored: Option<&[InterpolatorShape]>,
    work: &mut Finder<'_>,
) -> Arc<DrivenSet> {
    let interpolators = match stored {
        Some(stored) => stored
            .iter()
            .filter_map(|shape| shape.interpolator(character, work))
            .collect(),
        None => driven_of_file(character).interpolators().to_vec(),
    };
    let set = Arc::unwrap_or_clone(set);
    let (set, refused) = set.with_interpolators_that_can(interpolators, &character.rig.skeleton);
    for error in refused {
        work.tell(format!("{error}; one of them is left out"));
    }
    Arc::new(set)
}
