//! Skins: joints and bind matrices by clusters, weights by vertices, and the method that the file asks for.

use character::{AuthoredScene, AuthoredSkin, MeshSkinning};
use glam::Affine3A;
use rig::Method;
use ufbx::{Mesh, Node, Scene, SkinDeformer, SkinningMethod};

use super::Notes;
use super::nodes::{Nodes, affine, f32_of};

/// A skin as it is bound, for the vertices of its mesh.
pub(super) struct Bound<'a> {
    pub(super) skin: AuthoredSkin,
    pub(super) method: Option<MeshSkinning>,
    deformer: &'a SkinDeformer,
    /// By cluster, the place in the skin's joints.
    slots: Vec<Option<u16>>,
    /// The place of the mesh's own node, which vertices without weights follow.
    own: u16,
}

impl<'a> Bound<'a> {
    /// Of a mesh at a node; none where it has no skin, or more joints than can be numbered.
    pub(super) fn of(mesh: &'a Mesh, at: &Node, nodes: &Nodes, notes: &mut Notes) -> Option<Self> {
        let deformer: &SkinDeformer = (&mesh.skin_deformers).into_iter().next()?;
        if mesh.skin_deformers.count > 1 {
            notes.push("of several skins over one another the first was taken");
        }
        let mut skin = AuthoredSkin::default();
        let mut slots = Vec::new();
        for cluster in &deformer.clusters {
            let bone = cluster.bone_node.as_ref();
            let joint = bone.and_then(|bone| nodes.place(bone));
            slots.push(joint.and_then(|_| u16::try_from(skin.joints.len()).ok()));
            if let Some(joint) = joint {
                skin.joints.push(joint);
                skin.joint_from_bind.push(affine(&cluster.geometry_to_bone));
            }
        }
        let own = u16::try_from(skin.joints.len()).ok()?;
        skin.joints.push(nodes.place(at)?);
        skin.joint_from_bind.push(affine(&at.geometry_to_node));
        Some(Self {
            method: method_of(deformer.skinning_method),
            skin,
            deformer,
            slots,
            own,
        })
    }

    /// Joints and weights of a vertex of the mesh; the node's own where it has none.
    pub(super) fn row(&self, vertex: usize) -> Vec<(u16, f32)> {
        let of = self.deformer.vertices.get(vertex);
        let weights = of.and_then(|of| {
            let begin = of.weight_begin as usize;
            self.deformer
                .weights
                .get(begin..begin.checked_add(of.num_weights as usize)?)
        });
        let mut row: Vec<(u16, f32)> = Vec::new();
        for weight in weights.unwrap_or(&[]) {
            let slot = self
                .slots
                .get(weight.cluster_index as usize)
                .copied()
                .flatten();
            let number = f32_of(weight.weight);
            if let (Some(slot), true) = (slot, number.is_finite() && number > 0.0) {
                row.push((slot, number));
            }
        }
        if row.is_empty() {
            row.push((self.own, 1.0));
        }
        row
    }

    /// How much of the method a vertex takes, where that changes over the mesh.
    pub(super) fn blend(&self, vertex: usize) -> Option<f32> {
        if self.deformer.skinning_method != SkinningMethod::BlendedDqLinear {
            return None;
        }
        let weight = self
            .deformer
            .vertices
            .get(vertex)
            .map_or(0.0, |of| f32_of(of.dq_weight));
        Some(if weight.is_finite() {
            weight.clamp(0.0, 1.0)
        } else {
            0.0
        })
    }

    /// Whether any vertex follows the node, as those without weights do. Else the node is no joint of the skin.
    pub(super) fn without_own_joint(mut self, uses_own: bool) -> AuthoredSkin {
        if !uses_own && self.skin.joints.len() > 1 {
            self.skin.joints.pop();
            self.skin.joint_from_bind.pop();
        }
        self.skin
    }

    pub(super) const fn own(&self) -> u16 {
        self.own
    }
}

/// Dual quaternions of FBX know scale: two phases.
fn method_of(method: SkinningMethod) -> Option<MeshSkinning> {
    matches!(
        method,
        SkinningMethod::DualQuaternion | SkinningMethod::BlendedDqLinear
    )
    .then_some(MeshSkinning {
        method: Method::TWO_PHASE,
        signs: None,
    })
}

/// A file without a skin, as a motion has, gets one of its bones, so that they are joints.
pub(super) fn add_bones_alone(authored: &mut AuthoredScene, scene: &Scene, nodes: &Nodes) {
    if !authored.skins.is_empty() {
        return;
    }
    let bones = (&scene.nodes)
        .into_iter()
        .filter(|node| node.bone.is_some());
    let places: Vec<(usize, Affine3A)> = bones
        .filter_map(|node| {
            let inverse = affine(&node.node_to_world).inverse();
            let bind = if inverse.is_finite() {
                inverse
            } else {
                Affine3A::IDENTITY
            };
            Some((nodes.place(node)?, bind))
        })
        .collect();
    if !places.is_empty() {
        let (joints, joint_from_bind) = places.into_iter().unzip();
        authored.skins.push(AuthoredSkin {
            joints,
            joint_from_bind,
        });
    }
}
