//! Skins: lists of joints and inverse bind matrices.

use std::collections::{BTreeMap, BTreeSet};

use super::Writing;
use super::nodes::write_channels;
use crate::json::tree::draft::{Draft, NewMembers, View, object};
use crate::model::character::{Mesh, MeshInstance};
use glam::{Affine3A, DAffine3, DMat4, Mat4};
use rig::{BindPose, Influences, JointIndex, JointSlot, LocalTransform, Rig, Trs};

/// The joint that unbound vertices follow.
#[derive(Default)]
pub(super) struct StillJoint {
    /// Skins that list it, with the length of their lists then.
    pub(super) lengths: BTreeMap<usize, usize>,
}

impl Writing<'_, '_> {
    pub(super) fn write_skins(&mut self, still: &StillJoint) {
        let still_node = (!still.lengths.is_empty()).then(|| self.add_still_joint(still));
        let (rig, read) = (&self.character.rig, &self.read.rig);
        let first = self.skins_with_first_weights();
        let mut skins = self.take("skins");
        let n_new = rig.binds.len().saturating_sub(skins.len());
        skins.extend((0..n_new).map(|_| Draft::from(NewMembers::new())));
        for number in 0..skins.len() {
            let length = still.lengths.get(&number);
            let listed = list(rig, number);
            let is_same = !first.contains(&number) && list(read, number) == listed;
            if length.is_none() && is_same {
                continue;
            }
            let Some((keys, mut matrices)) = listed else {
                continue;
            };
            let joints = keys.iter().filter_map(|key| {
                let joint = self.nodes.by_key.get(key)?;
                Some(self.nodes.of(*joint))
            });
            let mut joints: Vec<usize> = joints.collect();
            if let (Some(&length), Some(node)) = (length, still_node) {
                joints.resize(length, node);
                // The joint stands in the model's origin, whatever it hangs on.
                matrices.resize(length, Mat4::IDENTITY.to_cols_array());
            }
            self.separate_shared_nodes(&mut joints);
            let matrices = self.packer.floats(&matrices, None);
            if let Some(skin) = skins.get_mut(number) {
                let joints: Draft<'_> = joints.into_iter().map(Draft::from).collect();
                skin.set("joints", joints);
                skin.set("inverseBindMatrices", matrices);
            }
        }
        self.put("skins", skins);
    }

    /// The skins in which a joint moves vertices now that moved none in the file.
    ///
    /// The inverse bind matrix that the file has for such a joint may be one that nobody can use, and was replaced while it was read.
    fn skins_with_first_weights(&self) -> BTreeSet<usize> {
        let (character, read) = (self.character, self.read);
        let is_changed = |&mesh: &usize| {
            let before = read.meshes.get(self.mesh_sources.origin(mesh));
            before.is_some_and(|before| !self.is_mesh_same(mesh, before))
        };
        let changed = (0..character.meshes.len()).filter(is_changed);
        let skins = changed.flat_map(|mesh| self.mesh_sources.skins(mesh));
        let mut skins: BTreeSet<usize> = skins.copied().collect();
        skins.retain(|&skin| {
            let now = moving(skin, &character.meshes, &character.instances);
            !now.is_subset(&moving(skin, &read.meshes, &read.instances))
        });
        skins
    }

    /// No list may name a joint twice: the second place gets a child that stands where the joint stands.
    fn separate_shared_nodes(&mut self, joints: &mut [usize]) {
        let mut seen = BTreeSet::new();
        for node in joints {
            if seen.insert(*node) {
                continue;
            }
            let copy = self.nodes.add();
            let mut nodes = self.take("nodes");
            let name = nodes.get(*node).and_then(|node| node.get("name"));
            let name = name.and_then(View::as_str).unwrap_or_default();
            let name = self.free_name(&format!("{name} copy"));
            if let Some(joint) = nodes.get_mut(*node) {
                let mut children = joint.view().indices("children");
                children.push(copy);
                joint.put_indices("children", children);
            }
            nodes.push(object([("name", name.into())]));
            self.put("nodes", nodes);
            *node = copy;
        }
    }

    /// A joint that nothing moves, bound where it stands: vertices that follow it stay. It hangs on the root of the skins' joints if
    /// that stands still too, else it is a root of its own.
    fn add_still_joint(&mut self, still: &StillJoint) -> usize {
        let name = self.free_name("unbound");
        let root = self.still_root(still);
        let node = self.nodes.add();
        let mut nodes = self.take("nodes");
        let mut joint = object([("name", name.as_str().into())]);
        if let Some((root, root_from_model)) = root {
            write_channels(&mut joint, &root_from_model);
            if let Some(root) = nodes.get_mut(root) {
                let mut children = root.view().indices("children");
                children.push(node);
                root.put_indices("children", children);
            }
        }
        nodes.push(joint);
        self.put("nodes", nodes);
        if let Some(unbound) = &mut self.report.unbound {
            unbound.joint = name;
        }
        node
    }

    /// The one root above all joints of the skins, if no clip moves it and channels can take its transform back, with those.
    fn still_root(&self, still: &StillJoint) -> Option<(usize, Trs)> {
        let rig = &self.character.rig;
        let skeleton = &rig.skeleton;
        let mut above: Vec<JointIndex> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let root = parent.and_then(|parent| above.get(parent.index()).copied());
            // Parents come before their children, so that the root above them is known.
            above.push(root.unwrap_or(joint));
        }
        let skins = still.lengths.keys().filter_map(|&skin| rig.binds.get(skin));
        let joints = skins.flat_map(BindPose::joints);
        let roots: BTreeSet<JointIndex> = joints
            .filter_map(|joint| above.get(joint.index()).copied())
            .collect();
        let root = *roots.first().filter(|_| roots.len() == 1)?;
        if self.animated_joints().contains(&root) {
            return None;
        }
        let model_from_root = rig.skeleton.local(root).to_affine();
        let channels = LocalTransform::Matrix(model_from_root.inverse()).to_trs();
        let back = model_from_root * channels.to_affine();
        // A sheared transform has an inverse that no channels say.
        let is_inverse = back.abs_diff_eq(Affine3A::IDENTITY, 1e-6);
        is_inverse.then(|| (self.nodes.of(root), channels))
    }
}

/// The places in a skin's list of joints that move vertices of the meshes shown with it.
fn moving(skin: usize, meshes: &[Mesh], instances: &[MeshInstance]) -> BTreeSet<JointSlot> {
    let shown = instances.iter().filter(|of| of.skin == Some(skin));
    let shown: BTreeSet<usize> = shown.map(|of| of.mesh).collect();
    let shown = shown.into_iter().filter_map(|mesh| meshes.get(mesh));
    let primitives = shown.flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    influences.flat_map(Influences::joints_used).collect()
}

/// Keys and inverse bind matrices `X = P⁻¹ (P X)` of a skin.
fn list(rig: &Rig, skin: usize) -> Option<(Vec<u32>, Vec<[f32; 16]>)> {
    let bind = rig.binds.get(skin)?;
    let joints = bind.joints().iter();
    let keys = joints.clone().map(|&joint| rig.skeleton.key(joint));
    let matrices = joints.enumerate().map(|(place, &joint)| {
        let stretch = rig.skeleton.rest_stretch(joint).as_dmat3();
        let joint_from_bind = bind.joint_from_bind(place);
        let stretched = DAffine3::from_mat3_translation(
            joint_from_bind.matrix3.as_dmat3(),
            joint_from_bind.translation.as_dvec3(),
        );
        // In f64, and rounded once at the end.
        let matrix = DAffine3::from_mat3(stretch).inverse() * stretched;
        DMat4::from(matrix).as_mat4().to_cols_array()
    });
    Some((keys.collect(), matrices.collect()))
}
