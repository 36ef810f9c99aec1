//! Bone maps that are not as they were found: kept from before, of a file, or changed by hand.

use character::Character;
use retarget::{BoneMap, MappedBy, Slot};
use rig::{Addresses, JointIndex};

/// Whose bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MapSide {
    /// The file that motion comes from.
    #[default]
    Source,
    /// The open character.
    Target,
}

impl MapSide {
    /// Both, the source first.
    pub const BOTH: [Self; 2] = [Self::Source, Self::Target];

    /// Whose bones, as a sentence goes on after *of the*.
    #[must_use]
    pub const fn whose(self) -> &'static str {
        match self {
            Self::Source => "file",
            Self::Target => "character",
        }
    }
}

/// Where a map comes from that is not as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapOrigin {
    /// It was kept for a skeleton of these names.
    Kept,
    /// A file, by its name without the folder.
    File(String),
    /// Somebody changed it in the dialog.
    Hand,
}

/// A map that counts in place of the one that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMap {
    /// The map.
    pub map: BoneMap,
    /// Where it comes from.
    pub origin: MapOrigin,
}

/// The chosen maps of both sides; none where the one that was found counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChosenMaps {
    source: Option<ChosenMap>,
    target: Option<ChosenMap>,
    /// Incremented whenever one is chosen or forgotten, so that motion is brought anew.
    changes: u64,
}

impl ChosenMaps {
    /// That of a side.
    #[must_use]
    pub const fn of(&self, side: MapSide) -> Option<&ChosenMap> {
        match side {
            MapSide::Source => self.source.as_ref(),
            MapSide::Target => self.target.as_ref(),
        }
    }

    /// Chooses a map, or goes back to the one that was found.
    pub fn choose(&mut self, side: MapSide, map: Option<ChosenMap>) {
        self.changes += 1;
        match side {
            MapSide::Source => self.source = map,
            MapSide::Target => self.target = map,
        }
    }

    /// How often something was chosen or forgotten.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.changes
    }
}

/// The slots that two maps fill with other joints, or only one of them.
#[must_use]
pub fn slots_apart(one: &BoneMap, other: &BoneMap) -> Vec<Slot> {
    let joints = |map: &BoneMap, slot: &Slot| map.get(slot).map(|mapped| mapped.joints.clone());
    let slots = one.slots().chain(other.slots()).map(|(slot, _)| slot);
    let mut apart: Vec<Slot> = slots
        .filter(|slot| joints(one, slot) != joints(other, slot))
        .cloned()
        .collect();
    apart.sort();
    apart.dedup();
    apart
}

/// A map with a slot that somebody fills with a joint, or empties.
#[must_use]
pub fn with_joint(map: &BoneMap, slot: &Slot, joint: Option<JointIndex>) -> BoneMap {
    let mut map = map.clone();
    match joint {
        Some(joint) => map.set(slot.clone(), vec![joint]),
        None => map.clear(slot),
    }
    map
}

/// The slot that two joints are paired in, by the address of the source's.
#[must_use]
pub fn pair_slot(source: &Character, joint: JointIndex) -> Slot {
    Slot::Free(Addresses::new(&source.rig.skeleton).of(joint))
}

/// The free slots that a map has, in order.
pub fn free_slots(map: &BoneMap) -> impl Iterator<Item = &Slot> {
    let slots = map.slots().map(|(slot, _)| slot);
    slots.filter(|slot| matches!(slot, Slot::Free(_)))
}

/// A map for a skeleton that was edited: by the names of the joints. None where some of them are gone.
#[must_use]
pub fn map_for_edited(map: &BoneMap, before: &Character, after: &Character) -> Option<BoneMap> {
    let named = map.named(&before.rig.skeleton);
    named.for_skeleton(&after.rig.skeleton).ok()
}

/// How a slot was filled, in a word.
#[must_use]
pub const fn found_word(by: MappedBy) -> &'static str {
    match by {
        MappedBy::Hand => "hand",
        MappedBy::Humanoid => "its map",
        MappedBy::Name => "name",
        MappedBy::Shape => "shape",
    }
}
