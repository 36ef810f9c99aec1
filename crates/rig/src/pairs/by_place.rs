//! Pairs by where joints stand.

use super::figures::Scope;
use super::layout::{Grid, Layout};
use super::sides::NamedSides;
use super::{FoundPairs, PairedBy};
use crate::JointIndex;
use glam::Vec3;

/// What a pair by place is worth if it is exact, and what less at the tolerance.
const WORTH: [f32; 2] = [0.95, 0.1];

/// Pairs all that are left and nearest to each other's mirror images, within the tolerance; those in the middle with themselves. The sides in
/// their names have to allow it.
pub(super) fn find(
    scope: &Scope<'_>,
    layout: &Layout,
    has_middle: bool,
    sides: &NamedSides,
    found: &mut FoundPairs,
) {
    let joints = scope.joints.iter().copied();
    let free: Vec<JointIndex> = joints
        .filter(|&joint| found.is_free(joint) && layout.place(joint).is_some())
        .collect();
    let places: Vec<Vec3> = free
        .iter()
        .filter_map(|&joint| layout.place(joint))
        .collect();
    let search = Search {
        scope,
        layout,
        sides,
        free: &free,
        grid: Grid::new(&places, layout.tolerance()),
    };
    // Parents come first, so that a joint's parent is paired before the joint asks.
    for &joint in &free {
        if !found.is_free(joint) {
            continue;
        }
        let nearest = search.nearest(joint, found);
        // Nearest both ways, so that no joint is the image of one that has a nearer image.
        let is_mutual = |other: &JointIndex| search.nearest(*other, found) == Some(joint);
        let is_central = layout
            .height(joint)
            .is_some_and(|height| height.abs() <= layout.tolerance());
        let is_central = is_central && sides.allow([joint, joint]);
        let partner = nearest
            .filter(is_mutual)
            .or_else(|| is_central.then_some(joint))
            .filter(|&partner| has_middle || partner != joint);
        if let Some(partner) = partner {
            let far = layout.distance(joint, partner).unwrap_or(0.0) / layout.tolerance();
            let sureness = WORTH[0] - WORTH[1] * far.min(1.0);
            found.pair([joint, partner], PairedBy::Place, sureness);
        }
    }
}

struct Search<'a> {
    scope: &'a Scope<'a>,
    layout: &'a Layout,
    sides: &'a NamedSides,
    free: &'a [JointIndex],
    grid: Grid<'a>,
}

impl Search<'_> {
    /// The joint still without a partner that is nearest to the mirror image of this one; of several as near the one whose
    /// parent is the parent's partner, then this one itself, then the first.
    fn nearest(&self, joint: JointIndex, found: &FoundPairs) -> Option<JointIndex> {
        let tolerance = self.layout.tolerance();
        let image = self.layout.mirror_point(self.layout.place(joint)?);
        let mut best: Option<(f32, bool, bool, JointIndex)> = None;
        for index in self.grid.near(image) {
            let Some(&other) = self.free.get(index) else {
                continue;
            };
            let Some(place) = self.layout.place(other) else {
                continue;
            };
            if !(found.is_free(other) && self.sides.allow([joint, other])) {
                continue;
            }
            let distance = place.distance(image);
            let is_stranger = !found.has_paired_parents(self.scope, [joint, other]);
            // Rounding does not distinguish what stands in one place.
            let rank = if distance < tolerance / 16.0 {
                0.0
            } else {
                distance
            };
            let offer = (rank, is_stranger, other != joint, other);
            if distance <= tolerance && best.is_none_or(|best| offer < best) {
                best = Some(offer);
            }
        }
        best.map(|(.., joint)| joint)
    }
}
