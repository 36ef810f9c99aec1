//! What is to say about clips: how long they are, what they move, and how.

use std::collections::BTreeSet;

use rig::{Channel, Clip, Interpolation, Keyed, Track};
use serde::Serialize;

/// A clip.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipReport {
    /// Its index in the file.
    pub index: usize,
    /// Its name; `None` where the file gives none.
    pub name: Option<String>,
    /// Time of the last key in seconds; 0 without keys.
    pub duration: f32,
    /// Time of the first key in seconds; `None` without keys.
    pub first_key: Option<f32>,
    /// Nodes that it moves, not counting morph weights.
    pub nodes: usize,
    /// Keys of all tracks, each counted in every track that has it.
    pub keys: usize,
    /// Tracks of each channel.
    pub tracks: TrackCounts,
    /// Tracks of each interpolation.
    pub interpolations: InterpolationCounts,
}

/// Numbers of tracks by what they move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackCounts {
    /// Tracks that move a node.
    pub translation: usize,
    /// Tracks that turn a node.
    pub rotation: usize,
    /// Tracks that scale a node.
    pub scale: usize,
    /// Tracks of one morph weight each: a channel of the file has as many as its mesh has targets.
    pub weights: usize,
}

/// Numbers of tracks by how they pass between keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InterpolationCounts {
    /// Tracks that stay as they are until the next key.
    pub step: usize,
    /// Tracks that go straight from key to key; rotations on the shortest arc.
    pub linear: usize,
    /// Tracks with tangents at their keys.
    pub cubic_spline: usize,
}

pub(super) fn clip_report(index: usize, clip: &Clip) -> ClipReport {
    let mut report = ClipReport {
        index,
        name: clip.name.clone(),
        duration: clip.duration,
        first_key: None,
        nodes: clip
            .tracks
            .iter()
            .map(|track| track.joint)
            .collect::<BTreeSet<_>>()
            .len(),
        keys: 0,
        tracks: TrackCounts::default(),
        interpolations: InterpolationCounts::default(),
    };
    for track in &clip.tracks {
        match &track.channel {
            Channel::Translation(keys) => {
                report.tracks.translation += 1;
                report.count(keys);
            }
            Channel::Rotation(keys) => {
                report.tracks.rotation += 1;
                report.count(keys);
            }
            Channel::Scale(keys) => {
                report.tracks.scale += 1;
                report.count(keys);
            }
        }
    }
    for morph in &clip.morphs {
        report.tracks.weights += 1;
        report.count(&morph.track);
    }
    report
}

impl ClipReport {
    fn count<T: Keyed>(&mut self, track: &Track<T>) {
        let first = track.times().first().copied();
        self.first_key = match (self.first_key, first) {
            (Some(known), Some(first)) => Some(known.min(first)),
            (known, first) => known.or(first),
        };
        self.keys += track.times().len();
        let counts = &mut self.interpolations;
        *match track.interpolation() {
            Interpolation::Step => &mut counts.step,
            Interpolation::Linear => &mut counts.linear,
            Interpolation::CubicSpline => &mut counts.cubic_spline,
        } += 1;
    }
}
