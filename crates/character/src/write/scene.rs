//! A scene of our own, before it is a file: any tree of nodes, with meshes and skins of their own.

use glam::{Affine3A, Vec3};
use rig::{InfluenceRow, MAX_JOINTS, ScaleInheritance, Trs};

use super::authored::{
    AuthoredClip, AuthoredError, AuthoredMaterial, AuthoredPrimitive, check_finite, check_index,
};
use crate::model::character::MeshSkinning;

/// A scene of our own: what a reader of another format has found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredScene {
    /// Parents before children; at least one.
    pub nodes: Vec<AuthoredNode>,
    /// Meshes that nodes name.
    pub meshes: Vec<AuthoredMesh>,
    /// Skins that nodes name.
    pub skins: Vec<AuthoredSkin>,
    /// Materials that primitives name.
    pub materials: Vec<PicturedMaterial>,
    /// Pictures that materials name.
    pub images: Vec<AuthoredImage>,
    /// Clips; joint indices of their tracks are places in `nodes`.
    pub clips: Vec<SceneClip>,
}

/// A node; its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredNode {
    /// Several nodes may have one.
    pub name: String,
    /// Index of an earlier node.
    pub parent: Option<usize>,
    /// Where it rests in its parent.
    pub local: Trs,
    /// The mesh that stands there.
    pub mesh: Option<usize>,
    /// The skin that moves the mesh; none where it follows the node.
    pub skin: Option<usize>,
    /// Whether its scale stays with it, which `extras` keep.
    pub scale_inheritance: ScaleInheritance,
}

/// A mesh.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredMesh {
    /// The name in the file.
    pub name: String,
    /// At least one.
    pub primitives: Vec<MorphedPrimitive>,
    /// Names of morph targets; every primitive has as many.
    pub morphs: Vec<String>,
    /// Weights of the morph targets where no clip moves them; as many as there are targets, or none.
    pub morph_weights: Vec<f32>,
    /// The mesh's own method, which `extras` keep.
    pub skinning: Option<MeshSkinning>,
}

/// Triangles of one material, with morph targets and a blend map.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MorphedPrimitive {
    /// In the space of the mesh's node, or of the bind where a skin moves it. Influences name places in the skin's joints.
    pub surface: AuthoredPrimitive,
    /// As many as the mesh has names of targets.
    pub targets: Vec<AuthoredMorph>,
    /// How much of the method each vertex takes, 0 … 1, see [`MapKind::Blend`](rig::MapKind::Blend); empty without a map.
    pub blend_map: Vec<f32>,
    /// Attributes of our own, which are kept and not looked at.
    pub vectors: Vec<AuthoredVectors>,
}

/// A vector for each vertex under a name of our own.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredVectors {
    /// Begins with an underscore, as glTF asks of attributes that are not its own.
    pub name: String,
    /// One a vertex.
    pub values: Vec<Vec3>,
}

/// How vertices move at full weight of a morph target.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredMorph {
    /// One a vertex.
    pub positions: Vec<Vec3>,
    /// One a vertex, or none.
    pub normals: Vec<Vec3>,
}

/// The joints of a skin, and how they were bound.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredSkin {
    /// Nodes; at least one.
    pub joints: Vec<usize>,
    /// From the space of the mesh at bind time to each joint: inverse bind matrices.
    pub joint_from_bind: Vec<Affine3A>,
}

/// A material with a picture for its color.
#[derive(Clone, Debug, PartialEq)]
pub struct PicturedMaterial {
    /// Its color, which a picture is multiplied with.
    pub plain: AuthoredMaterial,
    /// The picture, by its place.
    pub image: Option<usize>,
}

/// A picture as it is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AuthoredImage {
    /// The name in the file.
    pub name: String,
    /// As `image/png`.
    pub mime_type: &'static str,
    /// The content of the picture's file.
    pub bytes: Vec<u8>,
}

/// A clip with weights of morph targets.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SceneClip {
    /// Tracks over nodes; may be empty where there are weights.
    pub joints: AuthoredClip,
    /// Keys of the weights of whole meshes.
    pub weights: Vec<AuthoredWeights>,
}

/// Keys of all morph targets of the mesh at a node, mixed linearly.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AuthoredWeights {
    /// A node with a mesh that has targets.
    pub node: usize,
    /// In seconds, ascending.
    pub times: Vec<f32>,
    /// For each time as many as there are targets.
    pub values: Vec<f32>,
}

impl AuthoredScene {
    pub(super) fn check(&self) -> Result<(), AuthoredError> {
        if self.nodes.is_empty() {
            return Err(AuthoredError::Nothing { what: "nodes" });
        }
        if MAX_JOINTS < self.nodes.len() {
            return Err(AuthoredError::TooManyJoints {
                found: self.nodes.len(),
            });
        }
        let mut nodes = self.nodes.iter().enumerate();
        nodes.try_for_each(|(number, node)| self.check_node(number, node))?;
        let mut meshes = self.meshes.iter().enumerate();
        meshes.try_for_each(|(number, mesh)| self.check_mesh(number, mesh))?;
        for (number, skin) in self.skins.iter().enumerate() {
            self.check_skin(number, skin)?;
        }
        for (number, material) in self.materials.iter().enumerate() {
            let place = || format!("material {number}");
            check_finite(material.plain.base_color.is_finite(), place)?;
            let image = material.image.unwrap_or(0);
            check_index(
                place,
                "image",
                image,
                self.images.len().max(usize::from(material.image.is_none())),
            )?;
        }
        let mut clips = self.clips.iter().enumerate();
        clips.try_for_each(|(number, clip)| self.check_clip(number, clip))
    }

    fn check_node(&self, number: usize, node: &AuthoredNode) -> Result<(), AuthoredError> {
        let place = || format!("node {number}");
        if let Some(parent) = node.parent.filter(|&parent| number <= parent) {
            return Err(AuthoredError::Parent {
                joint: number,
                parent,
            });
        }
        let Trs {
            translation,
            rotation,
            scale,
        } = node.local;
        let is_finite = translation.is_finite() && rotation.is_finite() && scale.is_finite();
        check_finite(is_finite, place)?;
        let Some(mesh) = node.mesh else {
            return Ok(());
        };
        check_index(place, "mesh", mesh, self.meshes.len())?;
        let Some(skin) = node.skin else {
            return Ok(());
        };
        check_index(place, "skin", skin, self.skins.len())?;
        // Both are there: just checked.
        let joints = self.skins.get(skin).map_or(0, |skin| skin.joints.len());
        let primitives = self
            .meshes
            .get(mesh)
            .into_iter()
            .flat_map(|mesh| &mesh.primitives);
        for (primitive, of) in primitives.enumerate() {
            let rows = of.surface.influences.rows();
            let largest = rows.flat_map(|InfluenceRow { joints, .. }| joints).max();
            let place = || format!("mesh {mesh}, primitive {primitive}");
            if let Some(&largest) = largest {
                check_index(place, "joint", usize::from(largest), joints)?;
            }
        }
        Ok(())
    }

    fn check_mesh(&self, number: usize, mesh: &AuthoredMesh) -> Result<(), AuthoredError> {
        if mesh.primitives.is_empty() {
            return Err(AuthoredError::Nothing { what: "primitives" });
        }
        for (primitive, of) in mesh.primitives.iter().enumerate() {
            let is_skinned = of.surface.influences.vertex_count() != 0;
            of.surface.check_lengths(primitive, is_skinned)?;
            of.surface
                .check_indices(primitive, MAX_JOINTS, self.materials.len())?;
            of.surface.check_finite(primitive)?;
            of.check(number, primitive, mesh.morphs.len())?;
        }
        Ok(())
    }

    fn check_skin(&self, number: usize, skin: &AuthoredSkin) -> Result<(), AuthoredError> {
        let place = || format!("skin {number}");
        if skin.joints.is_empty() || skin.joints.len() != skin.joint_from_bind.len() {
            return Err(AuthoredError::Nothing {
                what: "joints with a bind matrix each",
            });
        }
        for &joint in &skin.joints {
            check_index(place, "node", joint, self.nodes.len())?;
        }
        let is_finite = skin.joint_from_bind.iter().all(|matrix| matrix.is_finite());
        check_finite(is_finite, place)
    }

    fn check_clip(&self, number: usize, clip: &SceneClip) -> Result<(), AuthoredError> {
        if clip.weights.is_empty() || !clip.joints.tracks.is_empty() {
            clip.joints.check(number, self.nodes.len())?;
        }
        for weights in &clip.weights {
            let place = || format!("clip {number}");
            check_index(place, "node", weights.node, self.nodes.len())?;
            let mesh = self.nodes.get(weights.node).and_then(|node| node.mesh);
            let targets = mesh
                .and_then(|mesh| self.meshes.get(mesh))
                .map_or(0, |mesh| mesh.morphs.len());
            let all = weights.times.len() * targets;
            if all == 0 || all != weights.values.len() {
                return Err(AuthoredError::EmptyClip { clip: number });
            }
            let mut numbers = weights.times.iter().chain(&weights.values);
            check_finite(numbers.all(|number| number.is_finite()), place)?;
        }
        Ok(())
    }
}

impl MorphedPrimitive {
    /// Of a mesh with so many names of targets.
    fn check(&self, mesh: usize, primitive: usize, targets: usize) -> Result<(), AuthoredError> {
        let length = |what, found, expected| {
            let error = AuthoredError::Length {
                primitive,
                what,
                found,
                expected,
            };
            if found == expected {
                Ok(())
            } else {
                Err(error)
            }
        };
        let count = self.surface.positions.len();
        // A list that may be empty is as long as it should be then.
        let or_none = |found: usize| if found == 0 { 0 } else { count };
        length("morph targets", self.targets.len(), targets)?;
        let map = self.blend_map.len();
        length("numbers of the blend map", map, or_none(map))?;
        for AuthoredVectors { values, .. } in &self.vectors {
            length("vectors", values.len(), count)?;
            let place = || format!("mesh {mesh}, primitive {primitive}");
            check_finite(values.iter().all(|vector| vector.is_finite()), place)?;
        }
        for AuthoredMorph { positions, normals } in &self.targets {
            length("displacements", positions.len(), count)?;
            length("changes of normals", normals.len(), or_none(normals.len()))?;
            let mut all = positions.iter().chain(normals);
            let place = || format!("mesh {mesh}, primitive {primitive}");
            check_finite(all.all(|vector| vector.is_finite()), place)?;
        }
        Ok(())
    }
}
