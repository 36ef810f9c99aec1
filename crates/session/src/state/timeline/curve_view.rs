//! The curve view as data: which tracks have curves, and which numbers show all of them.

use std::collections::BTreeSet;

use rig::{Clip, KeyAt, Target};

use super::curves::Curve;
use super::sheet::Sheet;
use super::values::ValueRange;
use crate::state::selection::Selection;

/// Most tracks whose curves are drawn at once.
const MOST_TRACKS: usize = 128;

/// The tracks that have curves: those of the selected joints; without a selected joint those of the selected keys. Channels that
/// are switched off have none.
#[must_use]
pub fn tracks(
    clip: &Clip,
    sheet: &Sheet,
    (joints, keys): (&Selection, &BTreeSet<KeyAt>),
) -> Vec<Target> {
    let is_wanted = |target: &Target| match target {
        Target::Joint(_, channel) => !sheet.hidden_channels.contains(&channel.whole()),
        Target::Morph(_) => true,
    };
    let of_keys: BTreeSet<Target> = keys.iter().map(|key| key.target).collect();
    let is_chosen = |target: &Target| match target {
        Target::Joint(joint, _) if !joints.is_empty() => joints.contains(*joint),
        _ => of_keys.contains(target),
    };
    let all = clip.keyed_targets();
    all.filter(is_chosen)
        .filter(is_wanted)
        .take(MOST_TRACKS)
        .collect()
}

/// The least and the largest number of each curve.
#[must_use]
pub fn spans(curves: &[Curve]) -> Vec<[f32; 2]> {
    let span = |curve: &Curve| {
        let values = curve.points.iter().map(|[_, value]| *value);
        values.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    };
    curves.iter().map(span).collect()
}

/// The range that shows all of these spans; none without any.
#[must_use]
pub fn fit_range(spans: &[[f32; 2]]) -> Option<ValueRange> {
    let all = spans.iter().copied();
    all.reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])
        .map(ValueRange::around)
}
