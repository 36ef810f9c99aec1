//! Places of a bone map.

use rig::{BodySide, HumanBone};
use std::fmt;
use std::str::FromStr;
use text_files::{did_you_mean, shorten};
use thiserror::Error;

/// What stands before the name of a free slot in text.
const FREE: &str = "free:";

/// A part that animals have beside the bones that they share with people.
///
/// The legs of a four-legged animal are its arms and legs: a front leg is shoulder (the shoulder blade), upper arm, lower arm and hand (the pastern), a hind leg is
/// upper leg, lower leg, foot (from the hock) and toes (the paw).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnimalBone {
    /// The tail, all of it.
    Tail,
    /// The left front paw, below the left hand.
    LeftFrontPaw,
    /// The right front paw.
    RightFrontPaw,
}

impl AnimalBone {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tail, Self::LeftFrontPaw, Self::RightFrontPaw];

    /// The name in text, as `leftFrontPaw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tail => "tail",
            Self::LeftFrontPaw => "leftFrontPaw",
            Self::RightFrontPaw => "rightFrontPaw",
        }
    }

    /// Which side of the body it is on; none in the middle.
    #[must_use]
    pub const fn side(self) -> Option<BodySide> {
        match self {
            Self::Tail => None,
            Self::LeftFrontPaw => Some(BodySide::Left),
            Self::RightFrontPaw => Some(BodySide::Right),
        }
    }

    /// The same part of the other side; in the middle itself.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Tail => Self::Tail,
            Self::LeftFrontPaw => Self::RightFrontPaw,
            Self::RightFrontPaw => Self::LeftFrontPaw,
        }
    }
}

/// A place of a bone map, which joints of any skeleton may fill.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A bone of a person.
    Human(HumanBone),
    /// A part of an animal.
    Animal(AnimalBone),
    /// Anything else that two skeletons share, as a wing or a prop, by a name of one's own.
    Free(String),
}

/// A text that names no slot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{name}` is no bone of VRM 1.0 and no part of an animal, and a slot of your own is written as `free:wing`{suggestion}"
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

impl From<AnimalBone> for Slot {
    fn from(bone: AnimalBone) -> Self {
        Self::Animal(bone)
    }
}

impl Slot {
    /// Which side of the body it is on; none in the middle, and of a free one.
    #[must_use]
    pub fn side(&self) -> Option<BodySide> {
        match self {
            Self::Human(bone) => bone.side(),
            Self::Animal(bone) => bone.side(),
            Self::Free(_) => None,
        }
    }

    /// The same slot of the other side; a free one is its own.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        match self {
            Self::Human(bone) => Self::Human(bone.mirrored()),
            Self::Animal(bone) => Self::Animal(bone.mirrored()),
            Self::Free(name) => Self::Free(name.clone()),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(bone) => write!(out, "{bone}"),
            Self::Animal(bone) => out.write_str(bone.name()),
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
        if let Some(bone) = AnimalBone::ALL.into_iter().find(|bone| bone.name() == text) {
            return Ok(Self::Animal(bone));
        }
        text.parse().map(Self::Human).map_err(|_unknown| {
            let animal = AnimalBone::ALL.into_iter().map(AnimalBone::name);
            let names = HumanBone::ALL
                .into_iter()
                .map(HumanBone::name)
                .chain(animal);
            UnknownSlot {
                name: shorten(text),
                suggestion: did_you_mean(text, names, ""),
            }
        })
    }
}
