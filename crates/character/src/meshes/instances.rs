//! Meshes at their nodes.

use glam::Vec3;

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::meshes::morph::default_weights;
use crate::meshes::primitives::morph_target_counts;
use crate::meshes::unused_vertices::leave_out_unused;
use crate::model::character::{Mesh, MeshInstance, Primitive};
use crate::nodes::forest::{Nodes, is_set};
use crate::nodes::skeleton::Joints;

/// The meshes that stand in the default scene.
pub(crate) fn read_instances(
    reader: &Reader<'_>,
    nodes: &Nodes,
    joints: &Joints,
) -> ReadResult<Vec<MeshInstance>> {
    let root = &reader.root;
    let n_targets = morph_target_counts(root)?;
    let all = root.items("nodes")?;
    let mut instances = Vec::new();
    let mut n_weights = 0;
    // In the order of the file's nodes, so that the places of morph weights are the same at each opening.
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

/// What is kept for a primitive at a place, whatever its size: to pose it, to draw it, to tell of it.
const PER_PLACEMENT: usize = 1 << 10;
/// Positions and normals of a vertex in a pose, and a little for what shows them.
const PER_VERTEX: usize = 32;
const PER_TRIANGLE: usize = size_of::<[u32; 3]>();

/// Leaves primitives with the vertices that their triangles use, where normals that the file does not give and every primitive at every
/// place would take more memory than the budget has left: a mesh of many primitives at many nodes takes far more than either list.
pub(crate) fn trim_to_budget(
    reader: &Reader<'_>,
    instances: &[MeshInstance],
    meshes: &mut [Mesh],
) -> ReadResult<()> {
    let of_instance = |one: &MeshInstance| meshes.get(one.mesh).map_or(0, instance_size);
    let all = instances.iter().map(of_instance);
    let all = all.chain(meshes.iter().map(size_of_normals));
    // Only where it does not fit: shared lists take less memory than lists of each primitive's own.
    if reader.has_left(all.fold(0, usize::saturating_add)) {
        return Ok(());
    }
    leave_out_unused(reader, meshes, instances)
}

/// Takes the memory for every primitive at every place off the budget.
pub(crate) fn charge_placements(
    reader: &Reader<'_>,
    instances: &[MeshInstance],
    meshes: &[Mesh],
) -> ReadResult<()> {
    let sizes: Vec<usize> = meshes.iter().map(instance_size).collect();
    let all = reader.root.items("nodes")?;
    for instance in instances {
        let at = all.at(instance.file_node).unwrap_or(reader.root);
        let mesh = meshes.get(instance.mesh);
        let name = mesh.and_then(|mesh| mesh.name.as_ref());
        // Messages about the node name the mesh.
        reader.charge(&at, name.map_or(0, String::len), 2)?;
        let size = sizes.get(instance.mesh).copied().unwrap_or(0);
        reader.charge(&at, 1, size)?;
    }
    Ok(())
}

/// Bytes that a mesh takes at each place; all it holds is in memory, so that the sum cannot be out of range.
fn instance_size(mesh: &Mesh) -> usize {
    let of_primitive = |primitive: &Primitive| {
        PER_PLACEMENT
            + PER_VERTEX * primitive.positions.len()
            + PER_TRIANGLE * primitive.triangles.len()
    };
    let sizes = mesh.primitives.iter().map(of_primitive);
    sizes.fold(0, usize::saturating_add)
}

/// Bytes of the normals that have to be computed.
fn size_of_normals(mesh: &Mesh) -> usize {
    let parts = mesh.primitives.iter().filter(|part| !part.normals_given);
    let sizes = parts.map(|part| size_of::<Vec3>() * part.positions.len());
    sizes.fold(0, usize::saturating_add)
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
