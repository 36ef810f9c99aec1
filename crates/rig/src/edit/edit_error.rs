//! Why a skeleton cannot be edited as asked.

use crate::{BindError, MAX_JOINTS, SkeletonError};
use thiserror::Error;

/// Why a skeleton cannot be edited as asked: one sentence with a remedy. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// A key that no joint has.
    #[error("there is no joint with the key {key}; choose one of the skeleton's joints")]
    NoJoint {
        /// The key that was asked for.
        key: u32,
    },
    /// A key for a new joint that is taken.
    #[error("the key {key} belongs to {name:?} already; choose another for the new joint")]
    Taken {
        /// The key, which a joint of the skeleton has already.
        key: u32,
        /// The name of its joint.
        name: String,
    },
    /// A joint that would become its own ancestor.
    #[error("{name:?} would become its own ancestor; choose a parent that does not hang below it")]
    Cycle {
        /// The joint to be moved.
        name: String,
    },
    /// A child that is none.
    #[error("{child:?} is no child of {parent:?}; insert between a joint and one of its children")]
    NotAChild {
        /// The name of the joint that was taken for the parent.
        parent: String,
        /// The joint said to be below.
        child: String,
    },
    /// A joint that cannot go, for it is the only one.
    #[error("{name:?} is the last joint; add another before this one is dissolved")]
    Last {
        /// The name of the only joint.
        name: String,
    },
    /// A bone along which nothing can be placed, since it has no length.
    #[error(
        "{child:?} rests where {parent:?} does, so that there is no bone between them; move one of the two first"
    )]
    NoLength {
        /// The name of the joint at which the bone begins.
        parent: String,
        /// The name of the joint at which it ends.
        child: String,
    },
    /// A number of twist joints that a bone cannot get.
    #[error("{found} twist joints are asked for; give a bone one to four")]
    TwistCount {
        /// How many were asked for.
        found: usize,
    },
    /// A hinge that bends about nothing, or about its own bone.
    #[error("{name:?} has no axis across its bone that it bends about; give it one")]
    NoAxis {
        /// The name of the joint that bends.
        name: String,
    },
    /// A name for a new joint that another one has.
    #[error("there is a joint {name:?} already; rename or dissolve it first")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// As many joints as there can be.
    #[error("the skeleton has {MAX_JOINTS} joints, and more are not possible; dissolve some first")]
    Full,
    /// A joint that is flat at rest has no inverse.
    #[error(
        "{name:?} is scaled flat, so that nothing can be placed below it; give it a scale other than zero"
    )]
    Flat {
        /// The name of the joint that is flat.
        name: String,
    },
    /// NaN, infinity, a rotation of length zero, or a place beyond the range.
    #[error("{what} is not a finite number in range; give an ordinary one")]
    NotFinite {
        /// What, with its article or name.
        what: String,
    },
    /// A stretch that children inherit in a way that no rest has.
    #[error(
        "{name:?} is stretched, or a joint above it, and its scale inheritance is \"{kind}\", which no rest holds; set that to this joint or with children first"
    )]
    Inheritance {
        /// The joint whose children inherit it.
        name: String,
        /// The kind, by its name.
        kind: &'static str,
    },
    /// The result is no skeleton.
    #[error("the edited joints make no skeleton ({0}); take a smaller step")]
    Skeleton(#[from] SkeletonError),
    /// A skin does not fit the result.
    #[error("a skin cannot be bound to the edited skeleton ({0}); dissolve some joints first")]
    Bind(#[from] BindError),
}
