//! Places of a bone map.

use rig::HumanBone;
use std::fmt;
use std::str::FromStr;
use text_files::{did_you_mean, shorten};
use thiserror::Error;

/// What stands before the name of a free slot in text.
const FREE: &str = "free:";

/// A place of a bone map, which joints of any skeleton may fill.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A bone of a person.
    Human(HumanBone),
    /// Anything else that two skeletons share, as a tail or a prop, by a name of one's own.
    Free(String),
}

/// A text that names no slot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{name}` is no bone of VRM 1.0, and a slot of your own is written as `free:tail`{suggestion}"
)]
pub struct UnknownSlot {
    name: String,
    suggestion: String,
}

impl From<HumanBone> for Slot {
    fn from(bone: HumanBone) -> Self {
        Self::Human(bone)
    }
}

impl Slot {
    /// The same slot of the other side; a free one is its own.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        match self {
            Self::Human(bone) => Self::Human(bone.mirrored()),
            Self::Free(name) => Self::Free(name.clone()),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(bone) => write!(out, "{bone}"),
            Self::Free(name) => write!(out, "{FREE}{name}"),
        }
    }
}

impl FromStr for Slot {
    type Err = UnknownSlot;

    fn from_str(text: &str) -> Result<Self, UnknownSlot> {
        let free = text.strip_prefix(FREE).filter(|name| !name.is_empty());
        if let Some(name) = free {
            return Ok(Self::Free(name.to_owned()));
        }
        text.parse().map(Self::Human).map_err(|_unknown| {
            let names = HumanBone::ALL.into_iter().map(HumanBone::name);
            UnknownSlot {
                name: shorten(text),
                suggestion: did_you_mean(text, names, ""),
            }
        })
    }
}
