//! Constraints between joints by the keys of these.

use rig::{ConstraintKind, NodeConstraint, Skeleton};

use crate::model::character::Character;

/// A constraint by the keys of its joints, which edits of the skeleton leave as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyedConstraint {
    /// The key of the joint that follows.
    pub destination: u32,
    /// The key of the joint that is followed.
    pub source: u32,
    /// What is taken over.
    pub kind: ConstraintKind,
    /// How much of it, from 0 to 1.
    pub weight: f32,
}

impl KeyedConstraint {
    /// A constraint of this skeleton; none where it names joints that the skeleton does not have.
    #[must_use]
    pub fn of(skeleton: &Skeleton, constraint: &NodeConstraint) -> Option<Self> {
        let NodeConstraint {
            source,
            destination,
            kind,
            weight,
        } = *constraint;
        let is_there = source.index().max(destination.index()) < skeleton.len();
        is_there.then(|| Self {
            destination: skeleton.key(destination),
            source: skeleton.key(source),
            kind,
            weight,
        })
    }
}

impl Character {
    /// Whether the file says driven channels by constraints, which are none of [`constraints`](Self::constraints).
    #[must_use]
    pub fn has_driven_constraints(&self) -> bool {
        !self.source.as_read.driven_constraints.is_empty()
    }
}
