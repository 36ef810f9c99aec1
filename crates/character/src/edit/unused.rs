//! Joints that move nothing, left out for programs that take few.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{Clip, InfluenceRow, JointIndex, JointSlot, JointTrack};

use super::EditError;
use crate::model::character::Character;

/// What was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct UnusedJoints {
    /// Places of joint lists of skins.
    pub places: usize,
    /// Joints that are gone from the skeleton.
    pub joints: usize,
    /// Those of them that some clip has keys for.
    pub keyed: usize,
    /// Keys that are gone with them, of all clips.
    pub keys: usize,
}

impl Character {
    /// The character without joints that move nothing: no skin lists a joint without weight, and what has only such below it, and
    /// carries nothing, is gone from the skeleton, with its tracks. Nothing that is seen changes.
    ///
    /// A skin keeps one joint at least. One whose meshes have another skin too, or stand in another scene, stays as it is: places of rows
    /// mean joints of all of them. Nodes that no skin has listed stay.
    ///
    /// # Errors
    ///
    /// None in practice: a skeleton that was built can be built with less.
    pub fn without_unused_joints(&self) -> Result<(Self, UnusedJoints), EditError> {
        let mut character = self.clone();
        let mut found = UnusedJoints::default();
        let before: BTreeSet<JointIndex> = self.listed_joints();
        let outside: BTreeSet<usize> = self.meshes_outside().into_keys().collect();
        for skin in 0..self.rig.binds.len() {
            found.places += character.close_places(skin, &outside)?;
        }
        let now = character.listed_joints();
        let unused: BTreeSet<JointIndex> = before.difference(&now).copied().collect();
        let gone = character.bare(&unused);
        found.joints = gone.len();
        if gone.is_empty() {
            return Ok((character, found));
        }
        let tracks = character.clips.iter().flat_map(Clip::tracks);
        let tracks: Vec<&JointTrack> = tracks.filter(|it| gone.contains(&it.joint)).collect();
        let keyed: BTreeSet<JointIndex> = tracks.iter().map(|track| track.joint).collect();
        found.keyed = keyed.len();
        found.keys = tracks.iter().map(|it| it.channel.times().len()).sum();
        let mut draft = character.rig.skeleton.draft();
        // Children first: a joint with children would hand them to its parent.
        for joint in gone.into_iter().rev() {
            draft.dissolve(character.rig.skeleton.key(joint))?;
        }
        let edited = character.apply_remap(draft.build()?)?;
        Ok((edited.character, found))
    }

    fn listed_joints(&self) -> BTreeSet<JointIndex> {
        let binds = self.rig.binds.iter();
        binds.flat_map(|bind| bind.joints()).copied().collect()
    }

    /// Of these joints those that have none but such below them, and carry nothing.
    fn bare(&self, unused: &BTreeSet<JointIndex>) -> BTreeSet<JointIndex> {
        let skeleton = &self.rig.skeleton;
        let mut bare = unused.clone();
        let followed: BTreeSet<JointIndex> = (self.constraints.constraints().iter())
            .map(|own| own.source)
            .collect();
        bare.retain(|&joint| {
            let carries_nothing = self.joint_content(joint, skeleton.key(joint)).is_none();
            carries_nothing && !followed.contains(&joint)
        });
        // Children come after their parents.
        for joint in skeleton.joints().rev() {
            let parent = skeleton.parent(joint);
            if let Some(parent) = parent.filter(|_| !bare.contains(&joint)) {
                bare.remove(&parent);
            }
        }
        bare
    }

    /// Takes places without weight out of a skin's list. Returns how many.
    fn close_places(&mut self, skin: usize, outside: &BTreeSet<usize>) -> Result<usize, EditError> {
        let of_skin = self.instances.iter().filter(|of| of.skin == Some(skin));
        let meshes: BTreeSet<usize> = of_skin.map(|of| of.mesh).collect();
        let mut others = self.instances.iter().filter(|of| of.skin != Some(skin));
        let is_shared = others.any(|of| meshes.contains(&of.mesh) && of.skin.is_some());
        let Some(bind) = self.rig.binds.get(skin).filter(|_| !is_shared) else {
            return Ok(0);
        };
        if meshes.is_empty() || !meshes.is_disjoint(outside) {
            return Ok(0);
        }
        let rows = meshes.iter().filter_map(|&mesh| self.meshes.get(mesh));
        let primitives = rows.flat_map(|mesh| &mesh.primitives);
        let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
        let mut used: BTreeSet<usize> = BTreeSet::new();
        for InfluenceRow { joints, weights } in influences.flat_map(|influences| influences.rows())
        {
            let pairs = joints
                .iter()
                .zip(weights)
                // A weight below zero moves a vertex as well.
                .filter(|(_, weight)| **weight != 0.0);
            used.extend(pairs.map(|(joint, _)| usize::from(*joint)));
        }
        if used.is_empty() {
            // glTF wants at least one joint in a skin.
            used.insert(0);
        }
        let places: Vec<usize> = used
            .into_iter()
            .filter(|&place| place < bind.len())
            .collect();
        let n_closed = bind.len() - places.len();
        if n_closed == 0 {
            return Ok(0);
        }
        let mut new_places = vec![JointSlot::default(); bind.len()];
        for (new, &old) in JointSlot::all().zip(&places) {
            if let Some(place) = new_places.get_mut(old) {
                *place = new;
            }
        }
        let bind = bind.with_places(&places);
        for mesh in meshes {
            let mesh = self.meshes.get_mut(mesh).into_iter();
            let primitives = mesh.flat_map(|mesh| &mut mesh.primitives);
            for influences in primitives.filter_map(|primitive| primitive.influences.as_mut()) {
                let moved = influences.remap_joints(&new_places, places.len());
                *influences = moved.map_err(|error| EditError::Mesh {
                    reason: error.to_string(),
                })?;
            }
        }
        if let Some(place) = Arc::make_mut(&mut self.rig).binds.get_mut(skin) {
            *place = bind;
        }
        Ok(n_closed)
    }
}
