//! The first weight that a joint gets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rig::{BindPose, JointSlot};

use super::WeightEdit;
use crate::model::character::Character;

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
        let skins_before = before.skins_of_meshes();
        for (skin, named) in self.slots_named(edits) {
            let moving = before.slots_moving_in(skin, &skins_before);
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

    /// By skin the places in its list that edits of its meshes name; no skin for which there are none.
    fn slots_named(&self, edits: &[WeightEdit]) -> BTreeMap<usize, BTreeSet<JointSlot>> {
        let skins_of_meshes = self.skins_of_meshes();
        let mut named: BTreeMap<usize, BTreeSet<JointSlot>> = BTreeMap::new();
        for edit in edits {
            let rows = edit.rows.iter();
            let slots: BTreeSet<JointSlot> = rows
                .flat_map(|(_, row)| row)
                .map(|pair| pair.joint)
                .collect();
            let skins = skins_of_meshes.get(&edit.mesh);
            for &skin in skins.into_iter().flatten().filter(|_| !slots.is_empty()) {
                named.entry(skin).or_default().extend(&slots);
            }
        }
        named
    }

    /// The skins that each mesh is shown with, gathered at once: instances may be many.
    fn skins_of_meshes(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut skins: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for instance in &self.instances {
            if let Some(skin) = instance.skin {
                skins.entry(instance.mesh).or_default().insert(skin);
            }
        }
        skins
    }

    /// The places in a skin's list of the joints that move any vertex of its meshes, be it a row of zeros.
    fn moving_slots(&self, skin: usize) -> BTreeSet<JointSlot> {
        self.slots_moving_in(skin, &self.skins_of_meshes())
    }

    fn slots_moving_in(
        &self,
        skin: usize,
        skins_of_meshes: &BTreeMap<usize, BTreeSet<usize>>,
    ) -> BTreeSet<JointSlot> {
        let is_shown_with = |mesh: &usize| {
            let skins = skins_of_meshes.get(mesh);
            skins.is_some_and(|skins| skins.contains(&skin))
        };
        let meshes = self.meshes.iter().enumerate();
        let own = meshes.filter(|(mesh, _)| is_shown_with(mesh));
        let primitives = own.flat_map(|(_, mesh)| &mesh.primitives);
        let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
        influences.flat_map(rig::Influences::joints_used).collect()
    }
}
