//! Places of a character by the names that people know them by.

use character::Character;
use glam::Vec3;
use rig::JointIndex;
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::names::joint_name;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;

use super::CheckedPlace;

/// What places of a character are called, and where they are at rest.
pub(super) struct Names<'a> {
    character: &'a Character,
    /// Names of meshes, one per placed primitive; `mesh 3` for one without a name.
    meshes: Vec<String>,
    at_rest: Vec<DeformedPrimitive>,
}

impl<'a> Names<'a> {
    pub(super) fn new(character: &'a Character) -> Self {
        let name = |mesh: usize| {
            let named = character.meshes.get(mesh);
            let named = named.and_then(|mesh| mesh.name.as_deref()).map(str::trim);
            match named {
                None | Some("") => format!("mesh {mesh}"),
                Some(name) => name.to_owned(),
            }
        };
        let placed = placed_primitives(character);
        let (pose, inheritance) = (base_pose(character), &character.rig.scale_inheritance);
        let at_rest = deform(character, &pose, inheritance, Look::default());
        Self {
            character,
            meshes: placed.map(|placed| name(placed.instance.mesh)).collect(),
            at_rest: at_rest.unwrap_or_default(),
        }
    }

    /// The diagonal of the box around the character at rest, in scene units.
    pub(super) fn size(&self) -> f32 {
        let all: Vec<Vec3> = (self.at_rest.iter())
            .filter_map(|of| mesh::bounds(&of.positions))
            .flat_map(|of| [of.min, of.max])
            .collect();
        mesh::bounds(&all).map_or(0.0, mesh::Bounds::diagonal)
    }

    pub(super) fn at_rest(&self) -> &[DeformedPrimitive] {
        &self.at_rest
    }

    /// A place of the character at rest.
    pub(super) fn place_at_rest(
        &self,
        vertex: VertexPlace,
        joint: Option<JointIndex>,
        value: f64,
    ) -> CheckedPlace {
        let primitive = self.at_rest.get(vertex.primitive);
        let at = primitive.and_then(|of| of.positions.get(vertex.vertex));
        let mesh = self.meshes.get(vertex.primitive);
        CheckedPlace {
            value,
            pose: None,
            moment: None,
            joint: joint.map(|joint| joint_name(&self.character.rig.skeleton, joint)),
            joint_index: joint,
            joint_node: joint.map(|joint| self.character.rig.skeleton.key(joint)),
            mesh: mesh.cloned().unwrap_or_default(),
            vertex,
            at: at.copied().unwrap_or(Vec3::ZERO),
        }
    }
}
