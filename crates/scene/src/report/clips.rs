//! The report on clips: duration, nodes, channels and interpolation.

use std::collections::BTreeSet;

use character::Character;
use rig::{Channel, Clip, Interpolation, Keyed, Track};
use serde::Serialize;

/// The report on one clip.
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
    /// Nodes that it animates, without morph weights.
    pub nodes: usize,
    /// Keys of all tracks, counted per track.
    pub keys: usize,
    /// Numbers of tracks by what they change: translation, rotation, scale or a morph weight.
    pub tracks: TrackCounts,
    /// Numbers of tracks by how they pass from key to key.
    pub interpolations: InterpolationCounts,
}

/// Numbers of tracks per channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackCounts {
    /// Tracks that translate a node.
    pub translation: usize,
    /// Tracks that rotate a node.
    pub rotation: usize,
    /// Tracks that scale a node.
    pub scale: usize,
    /// Tracks of one morph weight each: a channel of the file has as many as its mesh has targets.
    pub weights: usize,
}

/// Numbers of tracks per interpolation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InterpolationCounts {
    /// Tracks that keep their value until the next key.
    pub step: usize,
    /// Tracks with linear interpolation; rotations on the shortest arc.
    pub linear: usize,
    /// Tracks with tangents at their keys.
    pub cubic_spline: usize,
}

/// What there is to say of each clip of a character, in the order of the file.
#[must_use]
pub fn clip_reports(character: &Character) -> Vec<ClipReport> {
    let clips = character.clips.iter().enumerate();
    clips
        .map(|(index, clip)| clip_report(index, clip))
        .collect()
}

pub(super) fn clip_report(index: usize, clip: &Clip) -> ClipReport {
    let mut report = ClipReport {
        index,
        name: clip.name().map(str::to_owned),
        duration: clip.duration(),
        first_key: None,
        nodes: clip
            .tracks()
            .iter()
            .map(|track| track.joint)
            .collect::<BTreeSet<_>>()
            .len(),
        keys: 0,
        tracks: TrackCounts::default(),
        interpolations: InterpolationCounts::default(),
    };
    for track in clip.tracks() {
        match &track.channel {
            Channel::Translation(keys) => {
                report.tracks.translation += 1;
                report.count(keys);
            }
            Channel::Rotation(keys) => {
                report.tracks.rotation += 1;
                report.count(keys);
            }
            // Files have no shear.
            Channel::Scale(keys) | Channel::Shear(keys) => {
                report.tracks.scale += 1;
                report.count(keys);
            }
        }
    }
    for morph in clip.morphs() {
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
