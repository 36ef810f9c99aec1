//! Motion of one skeleton on another.
#![forbid(unsafe_code)]

mod map;

pub use map::bone_map::{BoneMap, HumanJoint, MapEvidence, MappedBy, MappedSlot};
pub use map::fault::MapError;
pub use map::slot::{Slot, UnknownSlot};
pub use map::text::{NamedMap, NamedSlot, names_hash};
