//! Meshes at their nodes.

use crate::character::MeshInstance;
use crate::error::Read;
use crate::meshes::morph_target_counts;
use crate::morph::default_weights;
use crate::nodes::{Nodes, is_set};
use crate::reader::Reader;
use crate::skeleton::Joints;

/// The meshes that stand in the default scene.
pub(crate) fn read_instances(
    reader: &Reader<'_>,
    nodes: &Nodes,
    joints: &Joints,
) -> Read<Vec<MeshInstance>> {
    let root = &reader.root;
    let n_targets = morph_target_counts(root)?;
    let all = root.items("nodes")?;
    let mut instances = Vec::new();
    let mut n_weights = 0;
    for (&file_node, &node) in &joints.of_node {
        let Some(at) = all
            .at(file_node)
            .filter(|_| is_set(&nodes.in_scene, file_node))
        else {
            continue;
        };
        let Some(mesh_index) = at.get("mesh") else {
            continue;
        };
        let (mesh, mesh_at) = mesh_index.lookup(root, "meshes", "mesh")?;
        let skin = at
            .get("skin")
            .map(|at| at.lookup(root, "skins", "skin"))
            .transpose()?;
        let n_targets = n_targets.get(mesh).copied().unwrap_or(0);
        // Every instance has weights of its own, and poses copy them.
        reader.charge(&at, n_targets, 4 * size_of::<f32>())?;
        let morph_weights = default_weights(&at, &mesh_at, n_targets)?;
        let morph = n_weights..n_weights + morph_weights.len();
        n_weights = morph.end;
        instances.push(MeshInstance {
            node,
            file_node,
            mesh,
            skin: skin.map(|(skin, _)| skin),
            morph,
            morph_weights,
        });
    }
    Ok(instances)
}

/// Per mesh the joints of the smallest skin that it is used with.
pub(crate) fn joint_counts(
    n_meshes: usize,
    instances: &[MeshInstance],
    skins: &[Vec<usize>],
) -> Vec<Option<usize>> {
    let mut counts: Vec<Option<usize>> = vec![None; n_meshes];
    for instance in instances {
        let joints = instance.skin.and_then(|skin| skins.get(skin)).map(Vec::len);
        if let (Some(joints), Some(count)) = (joints, counts.get_mut(instance.mesh)) {
            *count = Some(count.map_or(joints, |count| count.min(joints)));
        }
    }
    counts
}
