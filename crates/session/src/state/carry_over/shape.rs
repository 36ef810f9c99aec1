//! What has to be known of a character's file to find its joints and vertices again in another version of it.

use std::sync::Arc;

use character::{Character, Primitive};
use glam::Vec3;

use crate::state::motion_in::bring::bone_map;

/// The joints and meshes of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CharacterShape {
    /// All nodes, parents before their children.
    pub nodes: Vec<NodeShape>,
    /// The key that the first joint gets which an edit makes: [`Character::next_joint_key`].
    pub next_key: u32,
    /// The meshes in the order of the file.
    pub meshes: Vec<MeshShape>,
}

/// A node of the file: a joint, or what a mesh stands at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeShape {
    /// Its key in the skeleton.
    pub key: u32,
    /// Its name; may be empty, and others may have it.
    pub name: String,
    /// The key of its parent.
    pub parent: Option<u32>,
    /// Where its head is at rest, in the model, meters.
    pub head: Vec3,
    /// Which bone of a person it is, as [`retarget::Slot`] is written, with its place in the chain; none where nothing tells.
    pub bone: Option<String>,
}

/// A mesh of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshShape {
    /// Its name.
    pub name: Option<String>,
    /// The name of the first node that it stands at.
    pub node: Option<String>,
    /// Its primitives that have triangles.
    pub primitives: Vec<PrimitiveShape>,
}

/// The surface of a primitive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrimitiveShape {
    /// The number of its vertices.
    pub vertices: usize,
    /// Where they are in the mesh's space; empty where nothing is to be found by it.
    pub positions: Arc<[Vec3]>,
    /// Their normals; empty where they are not known.
    pub normals: Arc<[Vec3]>,
    /// Three vertices each; empty where the positions are.
    pub triangles: Arc<[[u32; 3]]>,
}

impl CharacterShape {
    /// That of a character as its file has it. Vertices are shared with it.
    #[must_use]
    pub fn of(character: &Character) -> Self {
        Self {
            nodes: nodes_of(character),
            next_key: character.next_joint_key(),
            meshes: meshes_of(character),
        }
    }

    /// A primitive by its place.
    #[must_use]
    pub fn primitive(&self, (mesh, primitive): (usize, usize)) -> Option<&PrimitiveShape> {
        self.meshes.get(mesh)?.primitives.get(primitive)
    }
}

fn nodes_of(character: &Character) -> Vec<NodeShape> {
    let skeleton = &character.rig.skeleton;
    let map = bone_map(character);
    let mut bones: Vec<Option<String>> = vec![None; skeleton.len()];
    for (slot, mapped) in map.slots() {
        for (place, joint) in mapped.joints.iter().enumerate() {
            if let Some(bone) = bones.get_mut(joint.index()) {
                *bone = Some(format!("{slot} {place}"));
            }
        }
    }
    let joints = skeleton.joints().zip(bones);
    let nodes = joints.map(|(joint, bone)| NodeShape {
        key: skeleton.key(joint),
        name: skeleton.name(joint).to_owned(),
        parent: skeleton.parent(joint).map(|parent| skeleton.key(parent)),
        head: skeleton.rest_model_from_joint(joint).translation,
        bone,
    });
    nodes.collect()
}

fn meshes_of(character: &Character) -> Vec<MeshShape> {
    let skeleton = &character.rig.skeleton;
    let mut meshes: Vec<MeshShape> = character
        .meshes
        .iter()
        .map(|mesh| MeshShape {
            name: mesh.name.clone(),
            node: None,
            primitives: mesh.primitives.iter().map(PrimitiveShape::of).collect(),
        })
        .collect();
    for instance in &character.instances {
        if let Some(mesh) = meshes.get_mut(instance.mesh) {
            let name = || skeleton.name(instance.node).to_owned();
            mesh.node.get_or_insert_with(name);
        }
    }
    meshes
}

impl PrimitiveShape {
    fn of(primitive: &Primitive) -> Self {
        Self {
            vertices: primitive.positions.len(),
            positions: Arc::clone(&primitive.positions),
            normals: Arc::clone(&primitive.normals),
            triangles: Arc::clone(&primitive.triangles),
        }
    }

    /// Whether the vertices are the same in the same order; false where those of one are not known.
    #[must_use]
    pub fn has_same_vertices(&self, other: &Self) -> bool {
        self.vertices == other.vertices
            && self.positions.len() == self.vertices
            && (Arc::ptr_eq(&self.positions, &other.positions) || self.positions == other.positions)
    }

    /// Whether triangles join the same vertices in the same order, wherever these are; false without triangles.
    #[must_use]
    pub fn has_same_triangles(&self, other: &Self) -> bool {
        self.vertices == other.vertices
            && !self.triangles.is_empty()
            && (Arc::ptr_eq(&self.triangles, &other.triangles) || self.triangles == other.triangles)
    }
}
