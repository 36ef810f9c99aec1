//! The first weight that a joint gets.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{BindPose, JointSlot};

use super::WeightEdit;
use crate::character::Character;

impl Character {
    /// The bind of a skin in which all joints that move nothing are bound where they rest, as they will be once they get weight; none where
    /// there is no such skin. For whoever asks where joints are in a mesh that they do not move yet.
    #[must_use]
    pub fn bind_with_idle_at_rest(&self, skin: usize) -> Option<BindPose> {
        let bind = self.rig.binds.get(skin)?;
        let moving = self.moving_slots(skin);
        let is_idle = |slot: &JointSlot| !moving.contains(slot);
        let idle: Vec<JointSlot> = bind.slots().map(|(slot, _)| slot).filter(is_idle).collect();
        let skeleton = &self.rig.skeleton;
        Some(bind.with_idle_at_rest(skeleton, &idle, &|slot| moving.contains(&slot)))
    }

    /// Binds the joints where they rest that moved nothing before and are named by edits.
    pub(super) fn bind_first_weights(&mut self, before: &Self, edits: &[WeightEdit]) {
        for skin in 0..self.rig.binds.len() {
            let mut named: BTreeSet<JointSlot> = BTreeSet::new();
            for edit in edits.iter().filter(|edit| self.moves(skin, edit.mesh)) {
                let rows = edit.rows.iter();
                named.extend(rows.flat_map(|(_, row)| row).map(|pair| pair.joint));
            }
            if named.is_empty() {
                continue;
            }
            let moving = before.moving_slots(skin);
            let first: Vec<JointSlot> = named.difference(&moving).copied().collect();
            let Some(bind) = self.rig.binds.get(skin).filter(|_| !first.is_empty()) else {
                continue;
            };
            let skeleton = &self.rig.skeleton;
            let bound = bind.with_idle_at_rest(skeleton, &first, &|slot| moving.contains(&slot));
            if bound != *bind
                && let Some(place) = Arc::make_mut(&mut self.rig).binds.get_mut(skin)
            {
                *place = bound;
            }
        }
    }

    /// Whether a mesh is shown with a skin.
    fn moves(&self, skin: usize, mesh: usize) -> bool {
        let mut instances = self.instances.iter();
        instances.any(|instance| (instance.mesh, instance.skin) == (mesh, Some(skin)))
    }

    /// The places in a skin's list of the joints that move any vertex of its meshes, be it a row of zeros.
    fn moving_slots(&self, skin: usize) -> BTreeSet<JointSlot> {
        let meshes = self.meshes.iter().enumerate();
        let own = meshes.filter(|(mesh, _)| self.moves(skin, *mesh));
        let primitives = own.flat_map(|(_, mesh)| &mesh.primitives);
        let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
        influences.flat_map(rig::Influences::joints_used).collect()
    }
}
