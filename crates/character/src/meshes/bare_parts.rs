//! Parts without joints and weights of a mesh whose other parts have some: their vertices are unbound.
//!
//! glTF leaves open what such a part does, and viewers let it follow the node of the mesh. An unbound vertex stays where its mesh has it.
//! Where the node stands in the origin, and nothing moves it, both are the same, and the part has rows that bind nothing: it is counted,
//! colored and filled as other unbound vertices are. Where not, it goes on following its node, with a warning.

use std::collections::{BTreeMap, BTreeSet};

use glam::Affine3A;
use rig::{Influences, JointIndex, Skeleton};

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::fault::warning::WarningKind;
use crate::meshes::influences::unbound;
use crate::meshes::vertex_maps::kept_maps;
use crate::model::character::{Mesh, MeshInstance};
use crate::nodes::forest::{Nodes, is_set};

/// What an empty row takes of the budget, in bytes.
const PER_ROW: usize = 8;
/// A node that is this close to the origin, and so little turned and scaled, stands in it.
const AT_ORIGIN: f32 = 1e-6;

/// The nodes that show meshes, and what moves them.
#[derive(Clone, Copy)]
pub(crate) struct MeshNodes<'a> {
    nodes: &'a Nodes,
    animated: &'a BTreeSet<usize>,
    skeleton: &'a Skeleton,
    instances: &'a [MeshInstance],
}

/// Gives rows that bind nothing to the parts without any of meshes that have some, by the joints of the smallest skin of each mesh; or
/// warns of them.
pub(crate) fn bind_bare_parts(
    reader: &Reader<'_>,
    meshes: &mut [Mesh],
    joint_counts: &[Option<usize>],
    mesh_nodes: MeshNodes<'_>,
) -> ReadResult<()> {
    let elsewhere = mesh_nodes.elsewhere();
    // Parts of one size share their rows.
    let mut made: BTreeMap<[usize; 2], Influences> = BTreeMap::new();
    let places = reader.root.items("meshes")?;
    for (number, (mesh, joint_count)) in meshes.iter_mut().zip(joint_counts).enumerate() {
        let Some(joint_count) = *joint_count else {
            continue;
        };
        if mesh.primitives.iter().all(|part| part.influences.is_none()) {
            continue;
        }
        let place = places.at(number).unwrap_or(reader.root);
        let parts = place.items("primitives")?;
        let bare = mesh.primitives.iter_mut();
        for part in bare.filter(|part| part.influences.is_none()) {
            let at = parts.at(part.file_primitive).unwrap_or(place);
            let n_vertices = part.positions.len();
            if elsewhere.contains(&number) {
                reader.warn_of(WarningKind::PartWithoutInfluences, &at, n_vertices);
                continue;
            }
            let size = [n_vertices, joint_count];
            let rows = match made.get(&size) {
                Some(rows) => rows.clone(),
                None => {
                    reader.charge(&at, n_vertices, PER_ROW)?;
                    let rows = unbound(n_vertices, joint_count);
                    made.insert(size, rows.clone());
                    rows
                }
            };
            part.influences = Some(rows);
            part.maps = kept_maps(&part.attributes);
        }
    }
    Ok(())
}

impl<'a> MeshNodes<'a> {
    /// `animated` are the nodes that clips move.
    pub(crate) fn new(
        nodes: &'a Nodes,
        animated: &'a BTreeSet<usize>,
        skeleton: &'a Skeleton,
        instances: &'a [MeshInstance],
    ) -> Self {
        Self {
            nodes,
            animated,
            skeleton,
            instances,
        }
    }

    /// The meshes whose node with a skin stands elsewhere than in the origin, or is moved.
    fn elsewhere(&self) -> BTreeSet<usize> {
        let mut is_moved = vec![false; self.nodes.parents.len()];
        // Parents come before their children, so that one pass carries motion down.
        for &node in &self.nodes.skeleton {
            let parent = self.nodes.parents.get(node).copied().flatten();
            let with_parent = parent.is_some_and(|parent| is_set(&is_moved, parent));
            if let Some(is_moved) = is_moved.get_mut(node) {
                *is_moved = with_parent || self.animated.contains(&node);
            }
        }
        let skinned = self.instances.iter().filter(|one| one.skin.is_some());
        let elsewhere = skinned.filter(|one| {
            is_set(&is_moved, one.file_node) || !is_at_origin(self.skeleton, one.node)
        });
        elsewhere.map(|one| one.mesh).collect()
    }
}

/// Whether the rest of a joint is the identity, its scale included.
fn is_at_origin(skeleton: &Skeleton, joint: JointIndex) -> bool {
    let rest = skeleton.rest_model_from_joint(joint).to_affine()
        * Affine3A::from_mat3(skeleton.rest_stretch(joint));
    rest.abs_diff_eq(Affine3A::IDENTITY, AT_ORIGIN)
}
