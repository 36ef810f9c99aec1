//! Motion of one skeleton on another: bone maps, and the transfer of poses and clips.
//!
//! ```text
//! Skeleton ── BoneMap::find() ─► BoneMap ─┐
//!                                         ├─ Retargeter ── pose(), clip() ─► poses and clips of the target
//! Skeleton ── BoneMap::find() ─► BoneMap ─┘
//! ```
//!
//! A [`BoneMap`] says which joints of a skeleton are which bones of VRM 1.0, or tail and paws of an animal: by the humanoid map of a file, by the names of joints,
//! by the shape of the skeleton, and by hand; each slot says how it was found and how surely. It is kept as text by the names of the joints
//! ([`NamedMap`]), and found again by their hash ([`names_hash`]).
//!
//! A [`Retargeter`] is made once for two skeletons with their maps and reference poses; [`align_reference`] makes one of these, and
//! [`limb_directions`] tells whether it is needed.
//!
//! [`Retargeter::pin_feet`] holds feet where they stand in the source, [`Retargeter::hold_hands`] hands where they touch something, and [`Retargeter::report`] measures what is left of slides and distances.
//!
//! Conventions are those of [`rig`]: right-handed, column vectors, radians, quaternions as glam's `(x, y, z, w)`. Lengths of the source may be in any unit.
#![forbid(unsafe_code)]

mod contacts;
mod map;
mod transfer;

pub use contacts::hands::{HandContact, HandDistance, HeldTo};
pub use contacts::planted::{PlantError, PlantedFeet, StandingFoot, plant_feet, standing_feet};
pub use contacts::report::{FootSlide, LimbError, Report};
pub use contacts::stands::{ContactOptions, Stand};
pub use map::bone_map::{BoneMap, HumanJoint, MapEvidence, MappedBy, MappedSlot};
pub use map::convention::NameConvention;
pub use map::fault::MapError;
pub use map::slot::{AnimalBone, Slot, UnknownSlot};
pub use map::text::{MapToPair, NamedMap, NamedSlot, names_hash};
pub use transfer::clip::RetargetError;
pub use transfer::reference::{LimbDirection, align_reference, limb_directions};
pub use transfer::retargeter::{MappedSkeleton, RetargetOptions, Retargeter, RootTravel};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
