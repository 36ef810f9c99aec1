//! What the inspector shows of one vertex: its mesh and the joints that move it.

use std::sync::Arc;

use character::{Character, Mesh, MorphTarget, Primitive};
use glam::Vec3;
use rig::{ByMap, InfluenceRow, Influences, InfluencesBuilder, JointIndex, VertexMap};

use crate::pose::placed::{PlacedPrimitive, placed_primitives};

/// The number of influences per vertex that most engines keep; the others are cut there.
pub const INFLUENCE_LIMIT: usize = 4;

/// A vertex of a placed primitive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexPlace {
    /// Index of the primitive, in the order of [`placed_primitives`].
    pub primitive: usize,
    /// Index of the vertex in it.
    pub vertex: usize,
}

/// What moves a vertex.
#[derive(Clone, Debug, PartialEq)]
pub enum MovedBy {
    /// Joints with their weights, largest first; equal ones in the order of the file.
    Joints(Vec<(JointIndex, f32)>),
    /// Nothing binds it to a joint: its row of influences is empty, and it stays in place; or the row is one of
    /// [zeros](rig::Influences::zero_rows), and viewers differ.
    Nothing,
    /// The node that carries its mesh, which has no skin.
    Node(JointIndex),
}

/// Mesh and influences of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexFacts {
    /// The mesh's name, or its number where it has none.
    pub mesh: String,
    /// The index of the primitive in its mesh.
    pub primitive: usize,
    /// The number of primitives of that mesh.
    pub n_primitives: usize,
    /// The joints or the node that move it.
    pub moved_by: MovedBy,
}

impl VertexFacts {
    /// The facts of a vertex; none if there is no such vertex.
    #[must_use]
    pub fn of(character: &Character, place: VertexPlace) -> Option<Self> {
        let placed = placed_primitives(character).nth(place.primitive)?;
        placed.primitive.positions.get(place.vertex)?;
        let mesh = character.meshes.get(placed.instance.mesh)?;
        Some(Self {
            mesh: mesh_name(character, placed.instance.mesh),
            primitive: placed.primitive_index,
            n_primitives: mesh.primitives.len(),
            moved_by: moved_by(character, &placed, place.vertex),
        })
    }

    /// The joint with the largest weight, or the node that the mesh follows.
    #[must_use]
    pub fn dominant(&self) -> Option<JointIndex> {
        match &self.moved_by {
            MovedBy::Joints(joints) => joints.first().map(|&(joint, _)| joint),
            MovedBy::Node(joint) => Some(*joint),
            MovedBy::Nothing => None,
        }
    }

    /// The mesh as text: `body`, or `body / 2` where a mesh has several primitives.
    #[must_use]
    pub fn mesh_text(&self) -> String {
        if self.n_primitives > 1 {
            format!("{} / {}", self.mesh, self.primitive)
        } else {
            self.mesh.clone()
        }
    }
}

/// A mesh's name, or its number where it has none.
#[must_use]
pub fn mesh_name(character: &Character, mesh: usize) -> String {
    let name = character
        .meshes
        .get(mesh)
        .and_then(|mesh| mesh.name.as_deref());
    match name.map(str::trim) {
        None | Some("") => format!("mesh {mesh}"),
        Some(name) => name.to_owned(),
    }
}

fn moved_by(character: &Character, placed: &PlacedPrimitive<'_>, vertex: usize) -> MovedBy {
    let skin = placed.instance.skin;
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let (Some(bind), Some(influences)) = (bind, &placed.primitive.influences) else {
        return MovedBy::Node(placed.instance.node);
    };
    if influences.vertex_count() <= vertex {
        return MovedBy::Nothing;
    }
    let InfluenceRow {
        joints: places,
        weights,
    } = influences.bound_row(vertex);
    let listed = places.iter().zip(weights);
    let mut joints: Vec<(JointIndex, f32)> = listed
        .filter_map(|(place, &weight)| Some((bind.joint_at(*place)?, weight)))
        .collect();
    // A stable sort: of equals the first stays first.
    joints.sort_by(|a, b| b.1.total_cmp(&a.1));
    if joints.is_empty() {
        MovedBy::Nothing
    } else {
        MovedBy::Joints(joints)
    }
}

/// The same rig with this vertex alone: deforming it is cheap, and gives the vertex's position in any pose. Other
/// primitives keep their indices, empty.
#[must_use]
pub fn alone(character: &Character, place: VertexPlace) -> Character {
    let chosen = placed_primitives(character).nth(place.primitive);
    let chosen = chosen.map(|placed| (placed.instance.mesh, placed.primitive_index));
    let mesh = |(index, mesh): (usize, &Mesh)| Mesh {
        primitives: (0..)
            .zip(&mesh.primitives)
            .map(|(primitive, found)| {
                let is_chosen = chosen == Some((index, primitive));
                single_vertex(found, is_chosen.then_some(place.vertex))
            })
            .collect(),
        skinning: mesh.skinning,
        ..Mesh::default()
    };
    Character {
        meshes: character.meshes.iter().enumerate().map(mesh).collect(),
        instances: character.instances.clone(),
        rig: character.rig.clone(),
        constraints: character.constraints.clone(),
        ..Character::default()
    }
}

fn single_vertex(primitive: &Primitive, kept: Option<usize>) -> Primitive {
    let some = |list: &[Vec3]| -> Arc<[Vec3]> {
        let one = kept.and_then(|vertex| list.get(vertex).copied());
        one.into_iter().collect()
    };
    let targets = primitive.morph_targets.iter();
    let rows = |influences: &Influences| single_row(influences, kept);
    let number = |map: &VertexMap| {
        let vertex = kept.filter(|&vertex| vertex < map.vertex_count());
        VertexMap::new(vertex.map(|vertex| map.value(vertex)))
    };
    Primitive {
        positions: some(&primitive.positions),
        normals_given: true,
        influences: primitive.influences.as_ref().map(rows),
        maps: ByMap::new(|kind| primitive.maps[kind].as_ref().map(number)),
        morph_targets: targets
            .map(|target| MorphTarget {
                positions: some(&target.positions),
                ..MorphTarget::default()
            })
            .collect(),
        ..Primitive::default()
    }
}

fn single_row(influences: &Influences, kept: Option<usize>) -> Influences {
    let mut builder = InfluencesBuilder::new(influences.joint_count());
    if let Some(vertex) = kept.filter(|&vertex| vertex < influences.vertex_count()) {
        let row = influences.row(vertex);
        let followed = row.joints.first().filter(|_| influences.is_unbound(vertex));
        // What was valid before is valid now; only an empty row is refused: its sum is zero.
        let taken = match followed {
            Some(&joint) => builder.zeros(joint),
            None => builder.vertex(row.pairs()).map(|_sum| ()),
        };
        if taken.is_err() {
            builder.unbound();
        }
    }
    builder.build()
}
