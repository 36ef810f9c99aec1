//! Edits of clips, on the joints of the new file.

use std::collections::BTreeMap;

use character::{Character, OtherKeys as _};
use rig::{Addresses, Clip, ClipId, JointIndex};

use super::joints::KeyMap;
use crate::document::journal::{ClipWork, KeptClips, LayerChange, NodeName};

/// Carries edits of clips from one file to another.
#[derive(Debug, Default)]
pub(super) struct ClipCarrier {
    /// What is to be told, each a clause.
    pub(super) told: Vec<String>,
    /// Clips that the new file lacks, by what they were: they are new ones now.
    made_new: BTreeMap<ClipId, Option<ClipId>>,
}

impl ClipCarrier {
    /// Edits of clips, in which those that were changed and that the character lacks are new ones with all their tracks.
    pub(super) fn with_lost(&mut self, work: &ClipWork, now: &Character) -> KeptClips {
        let mut kept = work.to_kept();
        for clip in &mut kept.clips {
            let made = self.made_new.get(&clip.was.id).copied().flatten();
            if let Some(made) = made.filter(|_| clip.was.place.is_some()) {
                (clip.was.id, clip.was.place) = (made, None);
            }
            if let Some(LayerChange::Over(layer)) = &mut clip.layer
                && let Some(made) = self.made_new.get(&layer.over.id).copied().flatten()
            {
                layer.over.id = made;
            }
        }
        for place in kept.lost_in(now) {
            let Some(clip) = kept.clips.get_mut(place) else {
                continue;
            };
            if let Some(whole) = work.to_kept_as_new(&clip.was) {
                let name = whole.name.as_deref().unwrap_or("a clip without a name");
                self.told.push(format!(
                    "{name}: the file has no such clip now; it stays with your keys, as a new one"
                ));
                self.made_new.insert(clip.was.id, None);
                *clip = whole;
            }
        }
        kept
    }

    /// Notes which clips those have become that the new file lacks.
    pub(super) fn follow(&mut self, before: &[Clip], after: &[Clip]) {
        let is_known = |clip: &&Clip| before.iter().any(|known| known.id() == clip.id());
        let mut made = after
            .iter()
            .filter(|clip| !is_known(clip) && clip.source().is_none());
        for now in self.made_new.values_mut().filter(|now| now.is_none()) {
            // A new clip has the number that it had, unless a clip of the file has it.
            *now = made.next().map(Clip::id);
        }
    }

    /// Names the joints of tracks as the character does.
    pub(super) fn carry(kept: &mut KeptClips, onto: &Character, keys: &KeyMap) {
        let skeleton = &onto.rig.skeleton;
        let joints: BTreeMap<u32, JointIndex> = skeleton
            .joints()
            .map(|joint| (skeleton.key(joint), joint))
            .collect();
        let addresses = Addresses::new(skeleton);
        let rename = |node: &mut NodeName| {
            // What has no counterpart keeps its name, by which a later file may have it.
            if let Some((key, joint)) = keys
                .of(node.key)
                .and_then(|key| Some((key, *joints.get(&key)?)))
            {
                node.key = key;
                node.address = addresses.of(joint);
            }
        };
        let clips = kept.clips.iter_mut().chain(&mut kept.waiting);
        for clip in clips {
            for track in &mut clip.tracks {
                rename(&mut track.node);
            }
            for euler in &mut clip.euler {
                rename(&mut euler.node);
            }
            if let Some(LayerChange::Over(layer)) = &mut clip.layer {
                layer.joints.iter_mut().flatten().for_each(&rename);
            }
        }
    }
}

/// A clip that nothing but its content is shared with.
pub(super) fn copy_of(clip: &Clip, id: ClipId, name: &str) -> Clip {
    let euler = clip.euler_curves();
    let euler = euler.map(|(joint, curves)| (joint, curves.clone()));
    Clip::new(id, Some(name.to_owned()), clip.duration())
        .with_repeat(clip.repeat())
        .with_markers(clip.markers().to_vec())
        .with_tracks(clip.tracks().to_vec(), clip.morphs().to_vec())
        .with_euler_where_baked(euler)
        // Tracks with later keys lengthen the clip.
        .with_duration(clip.duration())
}

/// A number that no clip has.
pub(super) fn free_clip_id(clips: &[Clip]) -> ClipId {
    let last = clips.iter().map(|clip| clip.id().0).max();
    ClipId(last.map_or(0, |last| last.saturating_add(1)))
}
