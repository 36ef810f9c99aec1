//! Markers of a clip: moments with names on the ruler.

use rig::{ClipId, ClipMarker};

/// Markers closer than this, in seconds, are at one time: less than a frame of any usual rate.
const SAME_TIME: f32 = 1e-3;

/// The longest name of a marker, in characters.
pub const LONGEST_NAME: usize = 60;

/// The name that is being typed for a marker.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkerNaming {
    /// The clip that the marker is of.
    pub clip: ClipId,
    /// The index of the marker; none for one that is being added.
    pub marker: Option<usize>,
    /// When it is, in seconds.
    pub time: f32,
    /// What is typed so far.
    pub text: String,
}

/// Something asked of the markers of the shown clip.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkerIntent {
    /// Begins to type another name for a marker.
    Rename(usize),
    /// The name typed so far.
    Type(String),
    /// Takes the typed name; an empty one becomes a number.
    Confirm,
    /// Leaves everything as it was.
    Cancel,
    /// Moves a marker to a time in seconds.
    Move(usize, f32),
    /// Deletes the marker of this index in the clip's list.
    Delete(usize),
}

/// The index of the marker at a time.
#[must_use]
pub fn marker_at(markers: &[ClipMarker], time: f32) -> Option<usize> {
    let distance = |marker: &ClipMarker| (marker.time - time).abs();
    let all = markers.iter().enumerate();
    let near = all.filter(|(_, marker)| distance(marker) < SAME_TIME);
    let nearest = near.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    nearest.map(|(index, _)| index)
}

/// The time of the marker before or after a time; none if there is none.
#[must_use]
pub fn marker_beside(markers: &[ClipMarker], time: f32, is_later: bool) -> Option<f32> {
    let times = markers.iter().map(|marker| marker.time);
    if is_later {
        times.filter(|&at| at > time + SAME_TIME).reduce(f32::min)
    } else {
        times.filter(|&at| at < time - SAME_TIME).reduce(f32::max)
    }
}

/// The first name of the form *Marker 3* that no marker has.
#[must_use]
pub fn free_name(markers: &[ClipMarker]) -> String {
    let is_taken = |name: &String| markers.iter().any(|marker| marker.name == *name);
    // Without an end: there is always a number that no marker has.
    let names = (1..).map(|number: usize| format!("Marker {number}"));
    names
        .into_iter()
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// A name as it is kept: without blanks around it, one line, not too long; [`free_name`] for an empty one.
#[must_use]
pub fn clean_name(markers: &[ClipMarker], typed: &str) -> String {
    let line = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(LONGEST_NAME).collect();
    if short.is_empty() {
        free_name(markers)
    } else {
        short
    }
}

/// The markers with one more, in order of time.
#[must_use]
pub fn with_marker(markers: &[ClipMarker], time: f32, name: String) -> Vec<ClipMarker> {
    let mut markers = markers.to_vec();
    let place = markers.partition_point(|marker| marker.time <= time);
    markers.insert(place, ClipMarker { time, name });
    markers
}
