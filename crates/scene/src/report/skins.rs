//! The report on nodes, skins and their joints.

use std::collections::BTreeSet;

use character::{Character, Primitive};
use glam::Mat3;
use rig::{BindPose, InfluenceRow};
use serde::Serialize;

use super::stretch::Stretches;

/// The report on a node of the skeleton.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeReport {
    /// Its index in the file.
    pub node: u32,
    /// Its name; empty where the file gives none.
    pub name: String,
    /// The parent's index in the file; `None` for a root.
    pub parent: Option<u32>,
    /// Whether a skin lists it.
    pub is_joint: bool,
    /// Vertices with weight of it, over all skins.
    pub vertices: usize,
    /// The stretch of its rest frame in the scene; all ones for a rigid frame.
    pub rest_stretch: Stretches,
}

/// The report on a skin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkinReport {
    /// Its index in the file.
    pub index: usize,
    /// Vertices of the meshes placed with it.
    pub vertices: usize,
    /// Its joints, in the order of the file.
    pub joints: Vec<JointReport>,
}

/// One entry of a skin's list of joints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointReport {
    /// The node's index in the file.
    pub node: u32,
    /// The node's name; empty where the file gives none.
    pub name: String,
    /// Vertices with weight of this entry.
    pub vertices: usize,
    /// The stretch of its bind without the rest stretch and the units of the mesh: K of `docs/mathematics.md`.
    pub bind_stretch: Stretches,
}

/// All nodes of the skeleton, parent before child.
pub(super) fn nodes(character: &Character, skins: &[SkinReport]) -> Vec<NodeReport> {
    let skeleton = &character.rig.skeleton;
    let mut nodes: Vec<NodeReport> = skeleton
        .joints()
        .map(|joint| NodeReport {
            node: skeleton.key(joint),
            name: skeleton.name(joint).to_owned(),
            parent: skeleton.parent(joint).map(|parent| skeleton.key(parent)),
            is_joint: false,
            vertices: 0,
            rest_stretch: Stretches::of_symmetric(skeleton.rest_stretch(joint)),
        })
        .collect();
    for (bind, skin) in character.rig.binds.iter().zip(skins) {
        for (joint, entry) in bind.joints().iter().zip(&skin.joints) {
            if let Some(node) = nodes.get_mut(joint.index()) {
                node.is_joint = true;
                node.vertices += entry.vertices;
            }
        }
    }
    nodes
}

/// All skins of the file.
pub(super) fn skins(character: &Character) -> Vec<SkinReport> {
    let binds = character.rig.binds.iter().enumerate();
    binds
        .map(|(index, bind)| skin(character, index, bind))
        .collect()
}

fn skin(character: &Character, index: usize, bind: &BindPose) -> SkinReport {
    let skeleton = &character.rig.skeleton;
    let mut vertices_of = vec![0; bind.len()];
    let mut vertices = 0;
    for primitive in primitives_with(character, index) {
        let Some(influences) = &primitive.influences else {
            continue;
        };
        vertices += primitive.positions.len();
        for place in influences
            .bound_rows()
            .flat_map(|InfluenceRow { joints: places, .. }| places)
        {
            if let Some(count) = vertices_of.get_mut(usize::from(*place)) {
                *count += 1;
            }
        }
    }
    let entries = bind.joints().iter().zip(vertices_of).enumerate();
    let joints = entries.map(|(place, (&joint, vertices))| JointReport {
        node: skeleton.key(joint),
        name: skeleton.name(joint).to_owned(),
        vertices,
        bind_stretch: Stretches::of_inverse(
            Mat3::from(bind.joint_from_bind(place).matrix3) * bind.rest_from_bind().inverse(),
        ),
    });
    SkinReport {
        index,
        vertices,
        joints: joints.collect(),
    }
}

/// The primitives of all meshes placed with a skin, each mesh once.
fn primitives_with(character: &Character, skin: usize) -> impl Iterator<Item = &Primitive> {
    let meshes: BTreeSet<usize> = character
        .instances
        .iter()
        .filter(|instance| instance.skin == Some(skin))
        .map(|instance| instance.mesh)
        .collect();
    let meshes = meshes
        .into_iter()
        .filter_map(|mesh| character.meshes.get(mesh));
    meshes.flat_map(|mesh| &mesh.primitives)
}
