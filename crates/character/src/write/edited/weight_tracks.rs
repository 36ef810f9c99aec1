//! Which tracks of morph weights differ from the file's.

use std::collections::BTreeMap;
use std::ops::Range;

use rig::{Clip, Keys, Target, Track};

use crate::model::character::Character;
use crate::model::source::AsRead;

/// What moves the morph weights of the mesh at a node: a track each, or the number that it stays at.
pub(super) struct NodeWeights<'a> {
    pub(super) tracks: Vec<(Option<&'a Track<f32>>, f32)>,
}

impl NodeWeights<'_> {
    /// Whether any track moves one.
    pub(super) fn is_moved(&self) -> bool {
        self.tracks.iter().any(|(track, _)| track.is_some())
    }
}

/// The nodes whose weights a clip moves otherwise than as it was read. A node has one channel for all of them.
pub(super) fn changed_weights<'a>(
    read: &AsRead,
    before: Option<&Clip>,
    character: &Character,
    clip: &'a Clip,
) -> BTreeMap<usize, NodeWeights<'a>> {
    let mut changed = BTreeMap::new();
    for (now, old) in character.instances.iter().zip(&read.instances) {
        let tracks = of_weights(clip, &now.morph);
        let read = before.map_or_else(
            || vec![None; old.morph.len()],
            |before| of_weights(before, &old.morph),
        );
        // Where a mesh has got targets, or lost some, channels count others than before, but only if there are any.
        let is_any = tracks.iter().chain(&read).any(Option::is_some);
        if is_any && tracks != read {
            let at_rest = now
                .morph_weights
                .iter()
                .copied()
                .chain(std::iter::repeat(0.0));
            let tracks = tracks.into_iter().zip(at_rest).collect();
            changed.insert(now.file_node, NodeWeights { tracks });
        }
    }
    changed
}

fn of_weights<'a>(clip: &'a Clip, places: &Range<usize>) -> Vec<Option<&'a Track<f32>>> {
    let track = |weight| match clip.keys(Target::Morph(weight))? {
        Keys::Number(track) => Some(track),
        Keys::Vector(_) | Keys::Rotation(_) => None,
    };
    places.clone().map(track).collect()
}
