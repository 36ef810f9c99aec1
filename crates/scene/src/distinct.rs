//! Instances that are the same in every pose, taken once: a mesh that one skin shows at many nodes is at one place.

use std::{collections::HashSet, sync::Arc};

use character::{Character, MeshInstance};

use crate::placed::placed_primitives;
use crate::vertex_facts::VertexPlace;

/// A character without the instances that are another's image in every pose.
///
/// With a skin the node has no effect (glTF 2.0, section 3.7.3.3), so that instances of one mesh and skin are the same unless they have
/// morph weights of their own, or primitives without influences, which follow the node.
#[derive(Clone, Debug)]
pub struct DistinctInstances {
    character: Arc<Character>,
    /// Of each placed primitive that is left its index among all.
    placed: Vec<usize>,
}

impl DistinctInstances {
    /// The first instance of each kind; the character itself where none is repeated.
    #[must_use]
    pub fn of(character: &Arc<Character>) -> Self {
        let mut seen = HashSet::new();
        let mut is_kept = |instance: &MeshInstance| {
            let kind = kind(character, instance);
            kind.is_none_or(|kind| seen.insert(kind))
        };
        let kept: Vec<bool> = character.instances.iter().map(&mut is_kept).collect();
        let of_all = placed_primitives(character).enumerate();
        let is_left = |placed: usize| kept.get(placed).copied().unwrap_or_default();
        let placed = of_all.filter(|(_, placed)| is_left(placed.instance_index));
        let placed = placed.map(|(index, _)| index).collect();
        if kept.iter().all(|is_kept| *is_kept) {
            let character = Arc::clone(character);
            return Self { character, placed };
        }
        let mut left = Character::clone(character);
        let mut kept = kept.into_iter();
        left.instances.retain(|_| kept.next().unwrap_or_default());
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
