//! Edits of clips, on the joints of the new file.

use std::collections::BTreeMap;

use character::{Character, OtherKeys as _};
use rig::{Addresses, JointIndex};

use super::joints::KeyMap;
use crate::document::journal::{KeptClip, KeptClips, NodeName};

/// Carries edits of clips from one file to another.
#[derive(Debug, Default)]
pub(super) struct ClipCarrier {
    /// What is to be told, each a clause.
    pub(super) told: Vec<String>,
}

impl ClipCarrier {
    /// Names the joints of tracks as the character does.
    pub(super) fn carry(&mut self, kept: &mut KeptClips, onto: &Character, keys: &KeyMap) {
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
        for track in clips.flat_map(|clip: &mut KeptClip| &mut clip.tracks) {
            rename(&mut track.node);
        }
    }
}
