//! Vertices that are the same in every pose, taken once: a mesh that one skin shows at many nodes is at one place, and primitives of a
//! mesh may share all their vertices.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use character::{Character, Mesh, MeshInstance};

use crate::pose::placed::placed_primitives;
use crate::surface::vertex_facts::VertexPlace;

/// A character without what is another's image in every pose.
///
/// With a skin the node has no effect (glTF 2.0, section 3.7.3.3), so that instances of one mesh and skin are the same unless they have
/// morph weights of their own, or primitives without influences, which follow the node. Primitives of a mesh that
/// [share their vertices](character::Primitive::has_vertices_of) are one, with the triangles of all.
#[derive(Clone, Debug)]
pub struct Distinct {
    character: Arc<Character>,
    /// Of each placed primitive that is left its index among all.
    placed: Vec<usize>,
}

impl Distinct {
    /// The first of each kind; the character itself where nothing is repeated.
    #[must_use]
    pub fn of(character: &Arc<Character>) -> Self {
        let meshes: Vec<JoinedMesh> = character.meshes.iter().map(JoinedMesh::of).collect();
        let mut seen = HashSet::new();
        let mut is_kept = |instance: &MeshInstance| {
            let kind = kind(character, instance);
            // Of a kind the first stays; what is like no other stays anyway.
            kind.is_none_or(|kind| seen.insert(kind))
        };
        let kept: Vec<bool> = character.instances.iter().map(&mut is_kept).collect();
        let mut placed = Vec::new();
        for (index, own) in placed_primitives(character).enumerate() {
            let joined = meshes.get(own.instance.mesh);
            let is_first = joined.is_some_and(|of| of.left.contains(&own.primitive_index));
            if is_first && kept.get(own.instance_index) == Some(&true) {
                placed.push(index);
            }
        }
        let is_whole = kept.iter().all(|is_kept| *is_kept)
            && meshes.iter().all(|joined| joined.mesh.is_none());
        if is_whole {
            let character = Arc::clone(character);
            return Self { character, placed };
        }
        let mut left = Character::clone(character);
        let mut kept = kept.into_iter();
        left.instances.retain(|_| kept.next().unwrap_or_default());
        for (mesh, joined) in left.meshes.iter_mut().zip(meshes) {
            if let Some(joined) = joined.mesh {
                *mesh = joined;
            }
        }
        Self {
            character: Arc::new(left),
            placed,
        }
    }

    /// The character with what is left: the same rig, meshes, clips and numbers of a pose.
    #[must_use]
    pub const fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// Where a vertex of what is left is among all placed primitives.
    #[must_use]
    pub fn whole(&self, vertex: VertexPlace) -> VertexPlace {
        let primitive = self.placed.get(vertex.primitive).copied();
        VertexPlace {
            primitive: primitive.unwrap_or(vertex.primitive),
            ..vertex
        }
    }
}

/// What instances that are the same have in common; none of one that is like no other.
fn kind(character: &Character, instance: &MeshInstance) -> Option<(usize, usize)> {
    let skin = instance.skin?;
    let mesh = character.meshes.get(instance.mesh)?;
    let is_skinned = mesh.primitives.iter().all(|own| own.influences.is_some());
    (is_skinned && instance.morph.is_empty()).then_some((instance.mesh, skin))
}

/// A mesh whose primitives have no vertices in common.
struct JoinedMesh {
    /// None where that is so already.
    mesh: Option<Mesh>,
    /// The primitives that are left.
    left: BTreeSet<usize>,
}

impl JoinedMesh {
    fn of(mesh: &Mesh) -> Self {
        // By the first of those that share their vertices, all of them.
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (number, own) in mesh.primitives.iter().enumerate() {
            let is_same = |group: &&mut Vec<usize>| {
                let first = group.first().and_then(|&first| mesh.primitives.get(first));
                first.is_some_and(|first| own.has_vertices_of(first))
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        let left = groups.iter().filter_map(|group| group.first().copied());
        let left: BTreeSet<usize> = left.collect();
        if left.len() == mesh.primitives.len() {
            return Self { mesh: None, left };
        }
        let triangles = |group: &[usize]| -> Vec<[u32; 3]> {
            let of_group = group.iter().filter_map(|&one| mesh.primitives.get(one));
            of_group
                .flat_map(|one| one.triangles.iter().copied())
                .collect()
        };
        let joined = groups.iter().filter_map(|group| {
            let mut first = mesh.primitives.get(*group.first()?)?.clone();
            if group.len() > 1 {
                first.triangles = triangles(group).into();
            }
            Some(first)
        });
        Self {
            mesh: Some(Mesh {
                primitives: joined.collect(),
                ..mesh.clone()
            }),
            left,
        }
    }
}
