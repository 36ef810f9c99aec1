//! The way of a character onto an edited skeleton.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rig::{
    Clip, JointIndex, JointSlot, NodeConstraint, RemappedBind, RemappedClip, Rig, SkeletonRemap,
};

use super::{ApproximatedKeys, DroppedTracks, EditError, EditReport, Edited, MovedWeights};
use crate::model::character::{Character, MeshInstance};

impl Character {
    /// Everything on the new skeleton, what it shows at rest kept.
    pub(super) fn apply_remap(&self, remap: SkeletonRemap) -> Result<Edited, EditError> {
        let mut report = EditReport::default();
        let skins = self.remapped_skins(&remap)?;
        let constraints = remap.constraints(&self.constraints);
        report.constraints = self.constrained_names(&constraints.gone);
        let mut character = Self {
            instances: self.remapped_instances(&remap),
            constraints: Arc::new(constraints.set),
            clips: self.remapped_clips(&remap, &mut report, |clip| remap.clip(clip))?,
            pairs_by_hand: Arc::new(self.pairs_by_hand.for_skeleton(remap.skeleton())),
            ..self.clone()
        };
        character.remap_influences(&remap, &self.rig, &skins, &mut report)?;
        character.rig = Arc::new(Rig {
            skeleton: remap.skeleton().clone(),
            binds: skins.into_iter().map(|skin| skin.bind).collect(),
            scale_inheritance: remap.scale_inheritance(&self.rig.scale_inheritance),
        });
        report.helpers = self.lost_helpers(&character);
        Ok(Edited {
            character,
            moved: remap.old_to_new().to_vec(),
            added: remap.added_joints().collect(),
            report,
            remap,
            taken: None,
            morphs: None,
        })
    }

    /// The names of joints that follow by constraints.
    fn constrained_names(&self, constraints: &[NodeConstraint]) -> Vec<String> {
        let names = constraints
            .iter()
            .map(|own| self.rig.skeleton.name(own.destination).to_owned());
        names.collect()
    }

    /// The names of helpers that followed every pose here, and in the edited character are there without a joint of their row.
    fn lost_helpers(&self, edited: &Self) -> Vec<String> {
        let before = self.helper_rows();
        if before.is_empty() {
            return Vec::new();
        }
        let skeleton = &edited.rig.skeleton;
        let kept = edited.helper_rows();
        let kept: BTreeSet<u32> = kept.iter().map(|row| skeleton.key(row.helper)).collect();
        let keys = before.iter().map(|row| self.rig.skeleton.key(row.helper));
        let lost = keys.filter(|key| !kept.contains(key));
        let there = lost.filter_map(|key| skeleton.joint_of_key(key));
        there.map(|joint| skeleton.name(joint).to_owned()).collect()
    }

    pub(super) fn remapped_clips(
        &self,
        remap: &SkeletonRemap,
        report: &mut EditReport,
        remap_clip: impl Fn(&Clip) -> Result<RemappedClip, rig::EditError>,
    ) -> Result<Arc<[Clip]>, EditError> {
        let mut clips = Vec::with_capacity(self.clips.len());
        for (number, clip) in self.clips.iter().enumerate() {
            let remapped = remap_clip(clip)?;
            let unnamed = || format!("clip {}", number + 1);
            let name = clip.name().map_or_else(unnamed, str::to_owned);
            let joints = remapped.approximated.iter();
            report.approximated.extend(joints.map(|&joint| {
                let joint = remap.skeleton().name(joint).to_owned();
                let clip = name.clone();
                ApproximatedKeys { clip, joint }
            }));
            if remapped.dropped > 0 {
                report.tracks.push(DroppedTracks {
                    clip: name,
                    tracks: remapped.dropped,
                });
            }
            clips.push(remapped.clip);
        }
        Ok(clips.into())
    }

    /// A joint that carries a mesh cannot be dissolved, so that every instance has a node.
    fn remapped_instances(&self, remap: &SkeletonRemap) -> Vec<MeshInstance> {
        let remapped = |instance: &MeshInstance| MeshInstance {
            node: remap.new_of(instance.node).unwrap_or_default(),
            ..instance.clone()
        };
        self.instances.iter().map(remapped).collect()
    }

    fn remapped_skins(&self, remap: &SkeletonRemap) -> Result<Vec<RemappedBind>, EditError> {
        let mut joining: Vec<Vec<JointIndex>> = vec![Vec::new(); self.rig.binds.len()];
        for joint in remap.added_joints() {
            for skin in self.skins_for(remap, joint) {
                // `skins_for` names skins of this list only.
                joining[skin].push(joint);
            }
        }
        let skins = self.rig.binds.iter().zip(&joining).enumerate();
        skins
            .map(|(skin, (bind, joining))| {
                let remapped = bind.remap(remap, joining, self.is_alone(skin));
                Ok(remapped.map_err(rig::EditError::from)?)
            })
            .collect()
    }

    /// The skins that a new joint comes into: those that list its parent or one of its children; else those that list the
    /// nearest joint above it that any skin lists; else those that list a joint of its tree; for a tree of its own all.
    fn skins_for(&self, remap: &SkeletonRemap, joint: JointIndex) -> Vec<usize> {
        let skeleton = remap.skeleton();
        let listing = |joints: &BTreeSet<JointIndex>| -> Vec<usize> {
            let skins = self.rig.binds.iter().enumerate();
            let lists = skins.filter(|(_, bind)| {
                let mut old = joints.iter().filter_map(|&joint| remap.old_of(joint));
                old.any(|joint| bind.slot_of(joint).is_some())
            });
            lists.map(|(skin, _)| skin).collect()
        };
        let above =
            || std::iter::successors(skeleton.parent(joint), |&above| skeleton.parent(above));
        // Children too: a joint that is inserted stands between two that a skin lists.
        let near: BTreeSet<JointIndex> = skeleton
            .children(joint)
            .chain(skeleton.parent(joint))
            .collect();
        let mut wider = above().map(|joint| BTreeSet::from([joint]));
        let root = above().last().unwrap_or(joint);
        let tree = || {
            let joints = skeleton.joints().filter(|&other| {
                std::iter::successors(Some(other), |&above| skeleton.parent(above)).last()
                    == Some(root)
            });
            joints.collect()
        };
        let first = Some(listing(&near)).filter(|skins| !skins.is_empty());
        first
            .or_else(|| wider.find_map(|joints| Some(listing(&joints)).filter(|s| !s.is_empty())))
            .or_else(|| Some(listing(&tree())).filter(|skins| !skins.is_empty()))
            .unwrap_or_else(|| (0..self.rig.binds.len()).collect())
    }

    /// Whether no mesh of a skin is used with another one, so that places in its list may change.
    fn is_alone(&self, skin: usize) -> bool {
        let of_skin = |instance: &&MeshInstance| instance.skin == Some(skin);
        let meshes: BTreeSet<usize> = self
            .instances
            .iter()
            .filter(of_skin)
            .map(|instance| instance.mesh)
            .collect();
        let others = self
            .instances
            .iter()
            .filter(|&instance| !of_skin(&instance));
        let mut skinned = others.filter(|instance| instance.skin.is_some());
        !skinned.any(|instance| meshes.contains(&instance.mesh))
    }

    /// Influences for the new joint lists, and where weights have gone.
    fn remap_influences(
        &mut self,
        remap: &SkeletonRemap,
        rig: &Rig,
        skins: &[RemappedBind],
        report: &mut EditReport,
    ) -> Result<(), EditError> {
        for (mesh, skin) in self.first_skins() {
            let (Some(bind), Some(remapped)) = (rig.binds.get(skin), skins.get(skin)) else {
                continue;
            };
            let gone: BTreeMap<JointSlot, JointIndex> = bind
                .slots()
                .filter(|(_, joint)| remap.new_of(*joint).is_none())
                .collect();
            let count = self.list_length(mesh, skins);
            let Some(mesh) = self.meshes.get_mut(mesh) else {
                continue;
            };
            let mut vertices = 0;
            let weighted = mesh.primitives.iter_mut();
            for influences in weighted.filter_map(|primitive| primitive.influences.as_mut()) {
                let is_gone = |place: &JointSlot| gone.contains_key(place);
                let rows = influences.rows();
                // Counted before the rows change, which then name the heir.
                vertices += rows.filter(|row| row.joints.iter().any(is_gone)).count();
                let moved = influences.remap_joints(&remapped.places, count);
                *influences = moved.map_err(|error| EditError::Mesh {
                    reason: error.to_string(),
                })?;
            }
            let from = gone.values().next();
            if let (Some(&from), Some(heir)) = (from.filter(|_| vertices > 0), remapped.heir) {
                note(report, remap, (from, heir), vertices);
            }
        }
        Ok(())
    }

    /// Every skinned mesh with the first skin that it is used with. Where there are others, their places are the same.
    fn first_skins(&self) -> BTreeMap<usize, usize> {
        let mut skins = BTreeMap::new();
        for instance in &self.instances {
            if let Some(skin) = instance.skin {
                skins.entry(instance.mesh).or_insert(skin);
            }
        }
        skins
    }

    /// Joints of the shortest list that a mesh is used with.
    fn list_length(&self, mesh: usize, skins: &[RemappedBind]) -> usize {
        let with = self.instances.iter().filter(|other| other.mesh == mesh);
        let lengths = with.filter_map(|instance| Some(skins.get(instance.skin?)?.bind.len()));
        // A row is checked against the shortest, so that its places exist in all lists.
        lengths.min().unwrap_or(0)
    }
}

fn note(
    report: &mut EditReport,
    remap: &SkeletonRemap,
    (from, to): (JointIndex, JointIndex),
    vertices: usize,
) {
    let from = remap.old().name(from).to_owned();
    let to = remap.skeleton().name(to).to_owned();
    let mut known = report.weights.iter_mut();
    match known.find(|moved| moved.from == from && moved.to == to) {
        Some(moved) => moved.vertices += vertices,
        None => report.weights.push(MovedWeights { from, to, vertices }),
    }
}
