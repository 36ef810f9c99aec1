//! A skin for meshes that had none.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Affine3A;
use rig::{BindPose, JointIndex};

use super::keyed::KeyedJoints;
use super::shown::ShownMeshes;
use super::{EditError, Edited};
use crate::meshes::influences::unbound;
use crate::meshes::vertex_maps::kept_maps;
use crate::model::character::{Character, Mesh, Primitive};

impl Character {
    /// One new skin of these joints, bound where they rest, for the meshes that stand at these nodes.
    ///
    /// Vertices go where their node shows them at rest, for a skin ignores nodes; with the joints bound where they rest,
    /// skinning is the identity there, so that nothing moves.
    pub(super) fn bind_meshes(&self, nodes: &[u32], joints: &[u32]) -> Result<Edited, EditError> {
        let places = self.unskinned_instances(nodes)?;
        let joints = self.find_joints(joints)?;
        let bind = self.bind_at_rest(&joints)?;
        let mut character = self.clone();
        let skin = self.rig.binds.len();
        Arc::make_mut(&mut character.rig).binds.push(bind);
        let mut shown = ShownMeshes::of(self);
        for place in places {
            character.bind_instance(place, (skin, joints.len()), &mut shown);
        }
        let remap = self.rig.skeleton.draft().build()?;
        Ok(Edited::with_same_joints(character, remap))
    }

    /// Places of the meshes that stand at these nodes, none of which may follow a skin. One that has a skin but no weights follows its
    /// node, and may.
    fn unskinned_instances(&self, nodes: &[u32]) -> Result<Vec<usize>, EditError> {
        // A set: two keys may name one node, and an instance must not be bound twice.
        let mut places = BTreeSet::new();
        for (node, here) in self.instances_at(nodes, |_| true)? {
            if here.is_empty() {
                let joint = self.rig.skeleton.name(node).to_owned();
                return Err(EditError::NoMesh { joint });
            }
            places.extend(here);
        }
        if places.is_empty() {
            return Err(EditError::NoMeshes);
        }
        let skinned = places.iter().find_map(|&place| {
            let instance = self.instances.get(place)?;
            let mut primitives = self.meshes.get(instance.mesh)?.primitives.iter();
            let has_weights = primitives.any(|primitive| primitive.influences.is_some());
            (instance.skin.is_some() && has_weights).then_some(instance.mesh)
        });
        if let Some(mesh) = skinned {
            return Err(EditError::HasSkin {
                mesh: self.mesh_name(mesh),
            });
        }
        self.check_only_triangles(&places)?;
        Ok(places.into_iter().collect())
    }

    /// glTF asks for weights in every part of a mesh that has a skin, and there are none for parts that were not read.
    fn check_only_triangles(&self, places: &BTreeSet<usize>) -> Result<(), EditError> {
        let instances = places.iter().filter_map(|&place| self.instances.get(place));
        let mut meshes = instances.map(|instance| instance.mesh);
        match meshes.find(|&mesh| self.unread_primitives(mesh) > 0) {
            None => Ok(()),
            Some(mesh) => Err(EditError::NotOnlyTriangles {
                mesh: self.mesh_name(mesh),
                parts: self.unread_primitives(mesh),
            }),
        }
    }

    /// The joints of these keys, each once.
    fn find_joints(&self, keys: &[u32]) -> Result<Vec<JointIndex>, EditError> {
        let mut joints = Vec::with_capacity(keys.len());
        let mut seen = BTreeSet::new();
        let keyed = KeyedJoints::new(&self.rig.skeleton);
        for &key in keys {
            let joint = keyed.joint(key)?;
            // In the order given, which is that of the new list.
            if seen.insert(joint) {
                joints.push(joint);
            }
        }
        if joints.is_empty() {
            return Err(EditError::Nothing);
        }
        Ok(joints)
    }

    /// `X_i = (B_i P_i)⁻¹`: the bind in which rest is the identity.
    fn bind_at_rest(&self, joints: &[JointIndex]) -> Result<BindPose, EditError> {
        let inverse: Vec<Affine3A> = joints
            .iter()
            .map(|&joint| self.rest_global(joint).inverse())
            .collect();
        let bind = BindPose::new(&self.rig.skeleton, joints, &inverse);
        // A joint whose rest flattens is told of when the file is opened, and is bound as it stands.
        let (bind, _warnings) = bind.map_err(|error| EditError::Mesh {
            reason: error.to_string(),
        })?;
        Ok(bind)
    }

    /// `B_i P_i`: where a node rests in the model, scale included.
    pub(super) fn rest_global(&self, joint: JointIndex) -> Affine3A {
        let skeleton = &self.rig.skeleton;
        skeleton.rest_model_from_joint(joint).to_affine()
            * Affine3A::from_mat3(skeleton.rest_stretch(joint))
    }

    /// Gives a mesh where it stands to a skin of so many joints.
    fn bind_instance(
        &mut self,
        place: usize,
        (skin, joint_count): (usize, usize),
        shown: &mut ShownMeshes,
    ) {
        let Some(instance) = self.instances.get(place) else {
            return;
        };
        let (mesh, node) = (instance.mesh, instance.node);
        let model_from_node = self.rest_global(node);
        let Some(mut bound) = self.meshes.get(mesh).cloned() else {
            return;
        };
        bound.take_place(&model_from_node, joint_count);
        self.replace_mesh(place, bound, shown);
        if let Some(instance) = self.instances.get_mut(place) {
            instance.skin = Some(skin);
        }
    }
}

impl Mesh {
    fn take_place(&mut self, model_from_node: &Affine3A, joint_count: usize) {
        for primitive in &mut self.primitives {
            // Multiplying by the identity would be exact, but copies shared lists.
            if *model_from_node != Affine3A::IDENTITY {
                primitive.reshape(&vec![*model_from_node; primitive.positions.len()]);
            }
            if model_from_node.matrix3.determinant() < 0.0 {
                primitive.turn_inside_out();
            }
            primitive.influences = Some(unbound(primitive.positions.len(), joint_count));
            primitive.maps = kept_maps(&primitive.attributes);
        }
    }
}

impl Primitive {
    /// A node that mirrors turns the triangles of its mesh; a skin does not.
    pub(super) fn turn_inside_out(&mut self) {
        self.triangles = self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        // `w` is the handedness of the bitangent, which a mirror changes.
        for tangent in Arc::make_mut(&mut self.tangents) {
            tangent.w = -tangent.w;
        }
    }
}
