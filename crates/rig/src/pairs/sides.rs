//! Which joints are no images of each other by the sides in their names, wherever they stand.

use super::figures::Scope;
use super::{FoundPairs, PairedBy};
use crate::JointIndex;

/// Where no less than one of so many joints that count has a partner by name, a mark that most share does not say where they are.
const BOTH_SIDES: usize = 4;

/// On which side joints are by marks in their names.
pub(super) struct NamedSides {
    /// Of each joint of the skeleton whether it is on the left (true) or on the right; none without a mark.
    of: Vec<Option<bool>>,
    /// Whether most joints that count are on one side and none on the other, as those of one hand: what stands in the middle of it is not in
    /// the middle of a figure.
    is_one_side: bool,
}

impl NamedSides {
    /// Those of a figure whose joints were paired by name before. A mark that most joints share says nothing where their names have both sides
    /// besides, as in `LeftArm_R` and `RightArm_R` beside `Hips_R`.
    pub(super) fn new(scope: &Scope<'_>, found: &FoundPairs) -> Self {
        let mut of = vec![None; scope.is_in.len()];
        for &joint in &scope.joints {
            of[joint.index()] = scope.side(joint);
        }
        let counted = scope.counted_joints().map(|joint| of[joint.index()]);
        let counted: Vec<Option<bool>> = counted.collect();
        let [left, right] = [true, false].map(|is_left| {
            let on_side = counted.iter().filter(|side| **side == Some(is_left));
            on_side.count()
        });
        let is_one_side = left.min(right) == 0 && 2 * left.max(right) > counted.len();
        let paired = scope
            .counted_joints()
            .filter(|&joint| is_named(found, joint));
        if is_one_side && BOTH_SIDES * paired.count() >= counted.len() {
            return Self {
                of: vec![None; of.len()],
                is_one_side: false,
            };
        }
        Self { of, is_one_side }
    }

    /// Whether two joints may be each other's images, or one its own.
    pub(super) fn allow(&self, [one, other]: [JointIndex; 2]) -> bool {
        let [here, there] = [one, other].map(|joint| self.of.get(joint.index()).copied().flatten());
        match one == other {
            true => here.is_none() || !self.is_one_side,
            false => here.is_none() || here != there,
        }
    }
}

/// Whether another joint is a joint's partner by name.
fn is_named(found: &FoundPairs, joint: JointIndex) -> bool {
    let paired = found.paired.get(joint.index()).copied().flatten();
    paired.is_some_and(|paired| paired.by == PairedBy::Name && paired.partner != joint)
}
