//! Why channels or constraints make no set.

use thiserror::Error;

/// Why driven channels or constraints cannot be evaluated: one sentence with a remedy. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrivenError {
    /// A joint that the skeleton does not have.
    #[error(
        "{what} names joint {joint}, but the skeleton has {joints} joints; choose one of these or remove it"
    )]
    NoJoint {
        /// The channel or the constraint.
        what: String,
        /// The index as given.
        joint: u16,
        /// How many joints there are.
        joints: usize,
    },
    /// An axis without length, or axes that are none.
    #[error(
        "{what} has no axis: it needs directions with a length, those of a swing across the bone and those of a shear at right angles"
    )]
    NoAxis {
        /// The channel.
        what: String,
    },
    /// A weight that is no share.
    #[error("{what} has the weight {weight}; give one from 0 to 1")]
    NoWeight {
        /// The constraint.
        what: String,
        /// The weight as given.
        weight: String,
    },
    /// A text that names no kind of constraint.
    #[error(
        "{text:?} is no constraint; write rotation, roll X or aim +X, with one of the axes X, Y and Z"
    )]
    NoKind {
        /// The text as given.
        text: String,
    },
    /// A number that is driven twice where that cannot be.
    #[error("{what} is driven twice, {how}; remove one of the two")]
    Twice {
        /// What is driven.
        what: String,
        /// What clashes.
        how: &'static str,
    },
    /// Joints that drive each other in a ring.
    #[error("the joints drive each other in a ring: {ring}; remove one of these channels")]
    Cycle {
        /// The names in order, each drives the next and the last the first.
        joints: Vec<String>,
        /// The same as a sentence has it.
        ring: String,
    },
}
