//! Changed clips: what they were and what they are, as results.
//!
//! Not as operations, for what they give depends on skeleton, skin and method: the same keys come back whatever a
//! later version makes of an operation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use character::Character;
use rig::{Clip, ClipId, JointIndex, Rig};

use super::kept_clips::{ClipName, KeptClip, KeptClips};
use super::kept_tracks::NodeNames;

/// All clips before and after.
///
/// Both share every track that did not change, with each other and with the characters before and after.
#[derive(Clone, Debug)]
pub struct ClipWork {
    pub(super) before: Arc<[Clip]>,
    pub(super) after: Arc<[Clip]>,
    /// What is kept for joints and clips that the character lacks.
    pub(super) waiting: Arc<[KeptClip]>,
    /// What the tracks move.
    pub(super) moved: TargetPlaces,
}

/// Joints and morph weights by their places, at the time of the edits.
#[derive(Clone, Debug)]
pub(super) struct TargetPlaces {
    rig: Arc<Rig>,
    /// Nodes of meshes, with their places in a pose's morph weights.
    morphs: Arc<[(JointIndex, Range<usize>)]>,
}

impl TargetPlaces {
    pub(super) fn of(character: &Character) -> Self {
        Self {
            rig: Arc::clone(&character.rig),
            morphs: morphs_of(character),
        }
    }

    fn nodes(&self) -> NodeNames<'_> {
        NodeNames::new(&self.rig.skeleton, Arc::clone(&self.morphs))
    }
}

pub(super) fn morphs_of(character: &Character) -> Arc<[(JointIndex, Range<usize>)]> {
    let instances = character.instances.iter();
    instances
        .map(|instance| (instance.node, instance.morph.clone()))
        .collect()
}

impl ClipWork {
    /// The clips before the first of the edits.
    #[must_use]
    pub fn before(&self) -> &Arc<[Clip]> {
        &self.before
    }

    /// The clips after the last.
    #[must_use]
    pub fn after(&self) -> &Arc<[Clip]> {
        &self.after
    }

    /// What waits for joints and clips that the character lacks.
    #[must_use]
    pub fn waiting(&self) -> &[KeptClip] {
        &self.waiting
    }

    /// A clip after the edits as a new one, with all that is in it; none if it has no such clip.
    #[must_use]
    pub fn to_kept_as_new(&self, name: &ClipName) -> Option<KeptClip> {
        let mut clips = self.after.iter();
        let clip = clips.find(|clip| (clip.id(), clip.source()) == (name.id, name.place))?;
        let mut kept = KeptClip::between(None, clip, &self.after, &self.moved.nodes());
        kept.was.place = None;
        Some(kept)
    }

    /// Whether the edits have undone each other, and nothing waits.
    pub(super) fn is_nothing(&self) -> bool {
        let is_same = Arc::ptr_eq(&self.before, &self.after) || self.before == self.after;
        is_same && self.waiting.is_empty()
    }

    /// The change without the character that it was made on: to replay it on a changed file, and for projects.
    #[must_use]
    pub fn to_kept(&self) -> KeptClips {
        let nodes = self.moved.nodes();
        let key = |clip: &Clip| (clip.id(), clip.source());
        let before: BTreeMap<(ClipId, Option<usize>), &Clip> =
            self.before.iter().map(|clip| (key(clip), clip)).collect();
        let clips = self.after.iter().map(|clip| {
            KeptClip::between(before.get(&key(clip)).copied(), clip, &self.after, &nodes)
        });
        let clips: Vec<KeptClip> = clips.collect();
        let stays: BTreeSet<_> = self.after.iter().map(key).collect();
        let deleted = self
            .before
            .iter()
            .filter(|clip| !stays.contains(&key(clip)));
        let deleted: Vec<ClipName> = deleted.map(ClipName::of).collect();
        let waiting = self.waiting.iter().filter(|waiting| {
            let is_own = |clip: &KeptClip| clip.is_new && clip.was.id == waiting.was.id;
            !deleted.contains(&waiting.was) && (!waiting.is_new || clips.iter().any(is_own))
        });
        KeptClips {
            waiting: waiting.cloned().collect(),
            reordered: !is_in_order(&self.before, &self.after),
            deleted,
            clips,
        }
    }
}

/// Equal if the change is, on whatever version of the file it was made.
impl PartialEq for ClipWork {
    fn eq(&self, other: &Self) -> bool {
        if self.waiting != other.waiting {
            return false;
        }
        if self.before == other.before {
            return self.after == other.after;
        }
        self.to_kept().is_same_change(&other.to_kept())
    }
}

/// Whether the clips of both lists have one order.
fn is_in_order(before: &[Clip], after: &[Clip]) -> bool {
    // Only clips in both lists count: one that was added or deleted between them is no change of order.
    let places: BTreeMap<ClipId, usize> = before.iter().map(Clip::id).zip(0..).collect();
    let places = after.iter().filter_map(|clip| places.get(&clip.id()));
    places.is_sorted()
}
