//! A character: what a file holds, in the forms that the other crates take.

use std::ops::Range;
use std::sync::Arc;

use glam::{Vec2, Vec3, Vec4};
use rig::{
    ByMap, Clip, ClipId, Influences, JointIndex, Method, NodeConstraints, Pose, Rig, SignRule,
    VertexMap, Weighting,
};

use crate::fault::error::FilePlace;
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::model::expression::Expression;
use crate::model::humanoid::Humanoid;
use crate::model::image::Image;
use crate::model::material::Material;
use crate::model::sides::PairsByHand;
use crate::model::source::Source;

/// A rigged character as a file gives it.
///
/// The skeleton holds every node of the default scene and every joint of a skin with its ancestors; the key of a joint
/// is its node's index in the file. Joints that edits add have keys above those of all nodes; in a saved file they are the nodes after the
/// last, in that order, so that opening it may give them other keys. Meshes, skins (`rig.binds`), clips and materials have the order of the file.
///
/// A clone shares everything that is large; [`Arc::make_mut`] parts one from the others.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Character {
    /// The file's name without its extension.
    pub name: String,
    /// All meshes of the file, used or not.
    pub meshes: Vec<Mesh>,
    /// Where meshes stand in the default scene, in the order of the skeleton.
    pub instances: Vec<MeshInstance>,
    /// Skeleton, binds (one per skin of the file) and scale inheritance.
    pub rig: Arc<Rig>,
    /// The joints that follow other joints in every pose, as the extension `VRMC_node_constraint` says.
    ///
    /// What is posed of their rotations, and keyed, is of no account. Nodes that are no joints are not among them, their constraints stay in
    /// the file as they came; nor are those that say what a driven channel says ([`driven_of_file`](Self::driven_of_file)).
    pub constraints: Arc<NodeConstraints>,
    /// All clips of the file.
    pub clips: Arc<[Clip]>,
    /// All materials of the file.
    pub materials: Vec<Material>,
    /// The pictures that the materials name.
    pub images: Vec<Image>,
    /// Which joints are which bones of a person, where the file says so; of an avatar (VRM).
    pub humanoid: Option<Arc<Humanoid>>,
    /// The faces that it can make, where the file says so; of an avatar (VRM).
    pub expressions: Arc<[Expression]>,
    /// Mirror images of joints that were chosen by hand, see [`joint_pairs`](Self::joint_pairs). No glTF file says any.
    pub pairs_by_hand: Arc<PairsByHand>,
    /// The file as it came.
    pub source: Arc<Source>,
    /// What was repaired or left out.
    pub warnings: Vec<Warning>,
}

impl Character {
    /// The clip of that identity.
    #[must_use]
    pub fn clip(&self, id: ClipId) -> Option<&Clip> {
        self.clips.iter().find(|clip| clip.id() == id)
    }

    /// The same character with other clips. Everything else is shared.
    #[must_use]
    pub fn with_clips(&self, clips: impl Into<Arc<[Clip]>>) -> Self {
        Self {
            clips: clips.into(),
            ..self.clone()
        }
    }

    /// What the file shows when no clip plays: its own joint transforms and morph weights.
    ///
    /// Joints are at rest, but those under a singular scale: see [`Pose::of_file`].
    #[must_use]
    pub fn file_pose(&self) -> Pose {
        let morph_weights = self
            .instances
            .iter()
            .flat_map(|instance| instance.morph_weights.iter().copied());
        Pose {
            morph_weights: morph_weights.collect(),
            ..Pose::of_file(&self.rig.skeleton)
        }
    }

    /// Adds a warning, through the list that counts: many of one kind do not bury others.
    pub(crate) fn warn(&mut self, warning: Warning) {
        let list = std::mem::take(&mut self.warnings);
        let mut warnings = Warnings { list };
        warnings.push(warning);
        self.warnings = warnings.list;
    }

    /// Decodes a picture; one that cannot be is shown nowhere, with a warning.
    pub(crate) fn decode_image(&mut self, index: usize) {
        let image = self.images.get(index);
        let Some((image, Err(reason))) = image.map(|image| (image, image.pixels.rgba8())) else {
            return;
        };
        let place = FilePlace::Json(format!("/images/{}", image.file_image));
        let mut warning = Warning::new(WarningKind::TextureUnavailable, place, 1);
        warning.detail = reason;
        self.warn(warning);
        let materials = self.materials.iter_mut();
        for material in materials.filter(|it| it.base_color_texture == Some(index)) {
            material.base_color_texture = None;
        }
    }

    /// The name of a morph target in its mesh, by its place in [`Pose::morph_weights`]; none where the file gives none.
    #[must_use]
    pub fn morph_name(&self, weight: usize) -> Option<&str> {
        let mut instances = self.instances.iter();
        let instance = instances.find(|instance| instance.morph.contains(&weight))?;
        let names = &self.meshes.get(instance.mesh)?.target_names;
        let name = names.get(weight.checked_sub(instance.morph.start)?)?;
        Some(name.as_str()).filter(|name| !name.trim().is_empty())
    }

    /// The joint that stands for a node of the file; none for nodes outside the skeleton. Looks through all joints.
    #[must_use]
    pub fn joint_of_node(&self, node: usize) -> Option<JointIndex> {
        let skeleton = &self.rig.skeleton;
        skeleton
            .joints()
            .find(|&joint| usize::try_from(skeleton.key(joint)) == Ok(node))
    }
}

/// A mesh: one or more primitives.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Mesh {
    /// The file's name for it.
    pub name: Option<String>,
    /// The primitives that have triangles.
    pub primitives: Vec<Primitive>,
    /// What the file calls its morph targets, in their order; empty where it says nothing, and fewer or more than targets where it miscounts.
    pub target_names: Vec<String>,
    /// The method of its own, which `extras` keep; none where it is skinned by whatever method the character is.
    pub skinning: Option<MeshSkinning>,
}

/// A mesh's own skinning method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshSkinning {
    /// The method that skins the mesh, whatever the character's is.
    pub method: Method,
    /// Its sign rule; none takes that of the character.
    pub signs: Option<SignRule>,
}

/// Triangles of one material.
///
/// Its vertices are those of the file, in that order; of a file that would take too much memory with all of them at every primitive
/// ([`WarningKind::VerticesLeftOut`]) those that its triangles use.
///
/// Every list with one entry per vertex is as long as `positions`, or empty where its documentation says so. All numbers but
/// those of `attributes` are finite, every index of a triangle is below the number of vertices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Primitive {
    /// The primitive's place in the file's mesh: primitives without triangles are left out of the list.
    pub file_primitive: usize,
    /// Vertex positions in the mesh's space.
    pub positions: Arc<[Vec3]>,
    /// Normals as stored, not normalized again; computed from the triangles where the file has none.
    pub normals: Arc<[Vec3]>,
    /// Whether the normals come from the file.
    pub normals_given: bool,
    /// Tangents with their handedness in w; empty if the file has none.
    pub tangents: Arc<[Vec4]>,
    /// Texture coordinates as the base color texture takes them, `KHR_texture_transform` applied; empty if there are
    /// none.
    pub tex_coords: Arc<[Vec2]>,
    /// Three vertices each, counter-clockwise seen from outside.
    pub triangles: Arc<[[u32; 3]]>,
    /// Index of its material in [`Character::materials`]; none for glTF's default one.
    pub material: Option<usize>,
    /// Joints and weights, indices into the joint list of each skin the mesh is used with. Without them the primitive
    /// follows its node. One that has none in the file beside others of its mesh that do has rows that bind nothing, where its node stands
    /// in the origin and no clip moves it.
    pub influences: Option<Influences>,
    /// What is painted over its surface, as `_DQ_BLEND` and `_DQ_BULGE` of the file say: each as many numbers as vertices, and only
    /// beside influences. Without a map every vertex has [`MapKind::default_value`](rig::MapKind::default_value).
    pub maps: ByMap<Option<VertexMap>>,
    /// Displacements that are added before skinning, times the weights of the instance.
    pub morph_targets: Vec<MorphTarget>,
    /// All other attributes of the file.
    pub attributes: Vec<Attribute>,
}

impl Primitive {
    /// What moves its vertices, and by which blend; none where they follow a node. Bones depend on the skin that it is shown with: none
    /// are in it.
    #[must_use]
    pub fn weighting(&self) -> Option<Weighting<'_>> {
        let weighting = Weighting::from(self.influences.as_ref()?);
        let maps = ByMap::new(|kind| self.maps[kind].as_ref());
        Some(weighting.with_maps(maps))
    }

    /// Whether its vertices are those of another primitive, the same lists in memory with the same influences, so that both move alike
    /// wherever they are shown together. Files give several primitives the same accessors, a material and triangles to each.
    ///
    /// False also where lists are equal that lie apart.
    #[must_use]
    pub fn has_vertices_of(&self, other: &Self) -> bool {
        let same_targets = || {
            let pairs = self.morph_targets.iter().zip(&other.morph_targets);
            let mut pairs = pairs.map(|(one, other)| {
                same_list(&one.positions, &other.positions)
                    && same_list(&one.normals, &other.normals)
                    && same_list(&one.tangents, &other.tangents)
            });
            self.morph_targets.len() == other.morph_targets.len() && pairs.all(|same| same)
        };
        same_list(&self.positions, &other.positions)
            && same_list(&self.normals, &other.normals)
            && same_list(&self.tangents, &other.tangents)
            && self.normals_given == other.normals_given
            && same_targets()
            && self.influences == other.influences
            && self.maps == other.maps
    }
}

/// Whether two lists are one in memory, or both empty.
fn same_list<T>(one: &Arc<[T]>, other: &Arc<[T]>) -> bool {
    // Addresses alone: comparing elements would take as long as the lists are.
    Arc::ptr_eq(one, other) || (one.is_empty() && other.is_empty())
}

/// Displacements of the vertices of a primitive. Each list is as long as the positions, or empty: no displacement.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MorphTarget {
    /// Displacements of positions, in the mesh's space, for a weight of one.
    pub positions: Arc<[Vec3]>,
    /// Added to normals, which are not normalized in between.
    pub normals: Arc<[Vec3]>,
    /// Added to the direction of tangents.
    pub tangents: Arc<[Vec3]>,
}

/// A vertex attribute that has no field of its own: texture coordinates, colors, custom ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The name in the file, as `COLOR_0`.
    pub name: String,
    /// Numbers per vertex, from 1 to 16 by the type of the accessor.
    pub width: usize,
    /// `width` numbers per vertex, as stored, whether finite or not; normalized integers as 0..1 or −1..1.
    pub values: Arc<[f32]>,
}

/// A mesh at its node.
///
/// With a skin, primitives with influences are moved by the skin's joints and by nothing else: the node's own transform
/// has no effect (glTF 2.0, section 3.7.3.3). All other primitives follow the node.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInstance {
    /// The joint that stands for the node, in the skeleton of the rig.
    pub node: JointIndex,
    /// The node's index in the file.
    pub file_node: usize,
    /// Index of the mesh that is shown in [`Character::meshes`].
    pub mesh: usize,
    /// Index of the skin in `rig.binds`; none where the mesh follows its node.
    pub skin: Option<usize>,
    /// The weights of the mesh's morph targets in [`Pose::morph_weights`].
    pub morph: Range<usize>,
    /// What those weights are when no clip plays, as many as `morph` is long.
    pub morph_weights: Vec<f32>,
}
