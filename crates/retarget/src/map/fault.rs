//! What can be wrong with a bone map.

use thiserror::Error;

/// Why a bone map does not fit a skeleton, or two maps each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MapError {
    /// No slot has a joint.
    #[error(
        "the bone map names no joint: neither names nor the shape of the skeleton tell what is an arm or a leg; \
         fill slots by hand"
    )]
    Empty,
    /// An empty map, and names that do not tell either which joint is which.
    #[error(
        "neither names nor shape of {which} tell what is an arm or a leg, and few joints are called the same in both; \
         fill slots of the bone map by hand"
    )]
    NothingKnown {
        /// The skeleton with the empty map.
        which: &'static str,
    },
    /// A slot that is filled with nothing.
    #[error("slot {slot} has no joint: name one, or leave the slot out")]
    EmptySlot {
        /// Name of the slot.
        slot: String,
    },
    /// A joint beyond the skeleton, or a name that no joint has.
    #[error(
        "slot {slot} names the joint `{joint}`, which the skeleton does not have; name one of its {count} joints"
    )]
    NoSuchJoint {
        /// Name of the slot.
        slot: String,
        /// The joint as the map has it.
        joint: String,
        /// How many joints there are.
        count: usize,
    },
    /// A name that several joints have.
    #[error(
        "slot {slot} names the joint `{joint}`, and several joints are called so; write a path, as `arm.L/hand`"
    )]
    SeveralJoints {
        /// Name of the slot.
        slot: String,
        /// The joint as the map has it.
        joint: String,
    },
    /// A joint in two places.
    #[error("joint `{joint}` is in slot {first} and in slot {second}; leave it in one of them")]
    Twice {
        /// Name of the joint.
        joint: String,
        /// Name of the slot that has it first.
        first: String,
        /// Name of the other slot, which may be the same one.
        second: String,
    },
    /// Joints of a slot that do not hang on each other.
    #[error(
        "slot {slot} has `{lower}` after `{upper}`, which it does not hang on; list a chain from its beginning to its end"
    )]
    NoChain {
        /// Name of the slot.
        slot: String,
        /// The joint that should be above.
        upper: String,
        /// The joint after it.
        lower: String,
    },
    /// Two maps with no slot in common, of skeletons that are not called the same either.
    #[error(
        "both skeletons have no bone in common, and few joints of one name: the source has {source_slots}, the target has \
         {target_slots}; give one joint of each the same slot"
    )]
    NothingShared {
        /// Some slots of the source, in words.
        source_slots: String,
        /// Some slots of the target, in words.
        target_slots: String,
    },
}
