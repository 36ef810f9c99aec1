//! The character's file as it was when a project was saved: what finds its joints and vertices again where it has changed since.

use std::collections::{BTreeMap, BTreeSet};

use character::OtherKeys as _;
use glam::Vec3;
use rig::{Addresses, JointIndex, Skeleton};
use serde::{Deserialize, Serialize};

use super::packed;
use super::shape::Project;
use crate::document::Document;
use crate::state::carry_over::{CharacterShape, KeyMap, MeshShape, NodeShape, PrimitiveShape};

/// Joints and meshes of the file, and what the joints are called after all edits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileShape {
    /// The key that the first joint got which an edit made.
    #[serde(default)]
    pub next_key: u32,
    /// All nodes, parents before their children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<FileJoint>,
    /// All meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<FileMesh>,
    /// The addresses of joints after all edits, by their keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub addresses: BTreeMap<u32, String>,
}

/// A node of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileJoint {
    /// Its key.
    pub key: u32,
    /// Its name.
    pub name: String,
    /// The key of its parent; one that does not stand before it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Its head at rest in the model, meters.
    pub head: [f32; 3],
    /// The bone of a person that it is, and its place in the chain of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bone: Option<String>,
}

/// A mesh of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileMesh {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of the first node that it stands at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Its primitives with triangles.
    #[serde(default)]
    pub primitives: Vec<FilePrimitive>,
}

/// A primitive of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePrimitive {
    /// The number of its vertices.
    pub vertices: usize,
    /// Where they are; only where the project changes weights.
    #[serde(
        default,
        with = "packed::places",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub positions: Vec<Vec3>,
    /// Its triangles, likewise.
    #[serde(
        default,
        with = "packed::triangles",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub triangles: Vec<[u32; 3]>,
}

impl FileShape {
    /// That of the file of a document, with the vertices of the primitives whose weights `work` changes.
    pub(super) fn of(document: &Document, work: &Project) -> Self {
        let shape = CharacterShape::of(&document.original);
        let layers = work.layers.iter().flat_map(|layers| &layers.layers);
        let painted = layers.flat_map(|layer| &layer.weights).chain(&work.weights);
        let changed: BTreeSet<(usize, usize)> = painted
            .map(|painted| (painted.mesh, painted.primitive))
            .collect();
        let meshes = shape.meshes.iter().enumerate();
        let skeleton = &document.character.rig.skeleton;
        let addresses = Addresses::new(skeleton);
        Self {
            next_key: shape.next_key,
            joints: shape.nodes.iter().map(FileJoint::of).collect(),
            meshes: meshes
                .map(|(place, mesh)| FileMesh::of(mesh, |part| changed.contains(&(place, part))))
                .collect(),
            addresses: skeleton
                .joints()
                .map(|joint| (skeleton.key(joint), addresses.of(joint)))
                .collect(),
        }
    }

    /// The file for [`carry_over`](crate::state::carry_over::carry_over). What cannot be, as a parent that comes later, is left out.
    pub(super) fn to_shape(&self) -> CharacterShape {
        let mut known = BTreeSet::new();
        let nodes = self.joints.iter().map(|joint| {
            let parent = joint.parent.filter(|parent| known.contains(parent));
            known.insert(joint.key);
            NodeShape {
                key: joint.key,
                name: joint.name.clone(),
                parent,
                head: Vec3::from_array(joint.head),
                bone: joint.bone.clone(),
            }
        });
        CharacterShape {
            nodes: nodes.collect(),
            next_key: self.next_key,
            meshes: self.meshes.iter().map(FileMesh::to_shape).collect(),
        }
    }

    /// The addresses of joints that are called otherwise in the character, with what they are called there.
    pub(super) fn renamed(&self, keys: &KeyMap, skeleton: &Skeleton) -> BTreeMap<String, String> {
        let joints: BTreeMap<u32, JointIndex> = skeleton
            .joints()
            .map(|joint| (skeleton.key(joint), joint))
            .collect();
        let addresses = Addresses::new(skeleton);
        let renamed = self.addresses.iter().filter_map(|(key, address)| {
            let now = addresses.of(*joints.get(&keys.of(*key)?)?);
            (now != *address).then(|| (address.clone(), now))
        });
        renamed.collect()
    }
}

impl FileJoint {
    fn of(node: &NodeShape) -> Self {
        Self {
            key: node.key,
            name: node.name.clone(),
            parent: node.parent,
            head: node.head.to_array(),
            bone: node.bone.clone(),
        }
    }
}

impl FileMesh {
    fn of(mesh: &MeshShape, is_changed: impl Fn(usize) -> bool) -> Self {
        let primitives = mesh.primitives.iter().enumerate();
        let primitives = primitives.map(|(place, primitive)| FilePrimitive {
            vertices: primitive.vertices,
            positions: match is_changed(place) {
                true => primitive.positions.to_vec(),
                false => Vec::new(),
            },
            triangles: match is_changed(place) {
                true => primitive.triangles.to_vec(),
                false => Vec::new(),
            },
        });
        Self {
            name: mesh.name.clone(),
            node: mesh.node.clone(),
            primitives: primitives.collect(),
        }
    }

    fn to_shape(&self) -> MeshShape {
        let primitives = self.primitives.iter().map(|primitive| {
            let vertices = primitive.vertices;
            let is_whole = primitive.positions.len() == vertices;
            let is_there = |corner: &u32| (*corner as usize) < vertices;
            let triangles = primitive.triangles.iter();
            let triangles = triangles.filter(|corners| is_whole && corners.iter().all(is_there));
            PrimitiveShape {
                vertices,
                positions: match is_whole {
                    true => primitive.positions.as_slice().into(),
                    false => [].into(),
                },
                normals: [].into(),
                triangles: triangles.copied().collect(),
            }
        });
        MeshShape {
            name: self.name.clone(),
            node: self.node.clone(),
            primitives: primitives.collect(),
        }
    }
}
