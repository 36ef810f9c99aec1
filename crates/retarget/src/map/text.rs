//! Bone maps as text, with the names of the joints, to be kept and given to others.

use super::bone_map::{BoneMap, MappedBy, MappedSlot};
use super::fault::MapError;
use super::slot::Slot;
use rig::{AddressMatch, Addresses, JointIndex, Skeleton};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use text_files::{Format, TextFault, Version, shorten};

/// How the text is read. A map of the most joints that a skeleton has, each with a name of 200 letters, is shorter.
const FORMAT: Format = Format {
    name: "BoneMap",
    version: 1,
    longest: 16 << 20,
    implicit_some: true,
    ..Format::PLAIN
};
/// What stands at the head of a written map.
const HEAD: &str = "// Which joints are which bones of VRM 1.0; a slot of your own is written as \"free:wing\", a joint that moves as one of the other skeleton in pairs: {\"here\": \"there\"}.\n";

/// A bone map by names, as it is written and read: for any skeleton whose joints are called so.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMap {
    /// The [hash of the names](names_hash) of the skeleton that the map was made for.
    pub names_hash: u64,
    /// The addresses of the joints, as [`Addresses`] has them, by slot.
    pub slots: BTreeMap<Slot, NamedSlot>,
    /// Joints of the skeleton with the joints of another one that are the same, by the addresses of both.
    pub pairs: BTreeMap<String, String>,
}

/// A skeleton with its map, which is changed.
#[derive(Debug)]
pub struct MapToPair<'a> {
    /// The skeleton.
    pub skeleton: &'a Skeleton,
    /// Which of its joints are which bones.
    pub map: &'a mut BoneMap,
}

/// The joints of a slot by their addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedSlot {
    /// The joints that bend, from the first to the last.
    pub joints: Vec<String>,
    /// Those that only twist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twists: Vec<String>,
    /// How the slot was filled.
    #[serde(default = "by_hand")]
    pub by: MappedBy,
    /// How surely, 0 to 1.
    #[serde(default = "sure")]
    pub sureness: f32,
}

const fn by_hand() -> MappedBy {
    MappedBy::Hand
}

const fn sure() -> f32 {
    1.0
}

/// The text, whose slots are checked after reading.
#[derive(Serialize)]
#[serde(rename = "BoneMap")]
struct Written<'a> {
    version: u32,
    names: String,
    slots: BTreeMap<String, &'a NamedSlot>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pairs: &'a BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename = "BoneMap", deny_unknown_fields)]
struct Read {
    #[serde(rename = "version")]
    _version: Version<1>,
    #[serde(default)]
    names: String,
    #[serde(default)]
    slots: BTreeMap<String, NamedSlot>,
    #[serde(default)]
    pairs: BTreeMap<String, String>,
}

/// A hash of the names of all joints with their parents, by which a kept map is found again: 64-bit FNV-1a, the same on every machine.
///
/// Places and axes do not count: the same character in another pose, or scaled, has the same.
#[must_use]
pub fn names_hash(skeleton: &Skeleton) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint).map_or(u16::MAX, |parent| parent.0);
        take(skeleton.name(joint).as_bytes());
        // No text has this byte: names cannot run into one another.
        take(&[0xff]);
        take(&parent.to_le_bytes());
    }
    hash
}

impl BoneMap {
    /// The map by the names of a skeleton's joints. Joints beyond that are left out.
    #[must_use]
    pub fn named(&self, skeleton: &Skeleton) -> NamedMap {
        let addresses = Addresses::new(skeleton);
        let of = |joints: &[JointIndex]| {
            let there = joints.iter().filter(|joint| joint.index() < skeleton.len());
            there.map(|&joint| addresses.of(joint)).collect()
        };
        let named = |(slot, mapped): (&Slot, &MappedSlot)| {
            let named = NamedSlot {
                joints: of(&mapped.joints),
                twists: of(&mapped.twists),
                by: mapped.by,
                sureness: mapped.sureness,
            };
            (slot.clone(), named)
        };
        NamedMap {
            names_hash: names_hash(skeleton),
            slots: self.slots().map(named).collect(),
            pairs: BTreeMap::new(),
        }
    }

    /// As [`named`](Self::named), with free slots that hold one joint here and one in another map as pairs, so that one text does for both
    /// skeletons.
    #[must_use]
    pub fn named_with_pairs(
        &self,
        skeleton: &Skeleton,
        other: &Self,
        other_skeleton: &Skeleton,
    ) -> NamedMap {
        let mut named = self.named(skeleton);
        let there = Addresses::new(other_skeleton);
        let single = |slot: &Slot| match other.get(slot)?.joints.as_slice() {
            &[joint] if joint.index() < other_skeleton.len() => Some(there.of(joint)),
            _ => None,
        };
        let free = named.slots.iter();
        let pairs = free.filter_map(|(slot, here)| match (slot, here.joints.as_slice()) {
            (Slot::Free(_), [joint]) => Some((slot.clone(), joint.clone(), single(slot)?)),
            _ => None,
        });
        for (slot, here, there) in pairs.collect::<Vec<_>>() {
            named.slots.remove(&slot);
            named.pairs.insert(here, there);
        }
        named
    }
}

impl NamedMap {
    /// The map for a skeleton with joints of these names.
    ///
    /// # Errors
    ///
    /// Names that no joint has or several have, and whatever [`BoneMap::check`] finds.
    pub fn for_skeleton(&self, skeleton: &Skeleton) -> Result<BoneMap, MapError> {
        let addresses = Addresses::new(skeleton);
        let mut map = BoneMap::default();
        for (slot, named) in &self.slots {
            let name = slot.to_string();
            let find = |address: &String| find_joint(&addresses, skeleton.len(), address, &name);
            let all = |listed: &[String]| listed.iter().map(find).collect::<Result<Vec<_>, _>>();
            let mapped = MappedSlot {
                joints: all(&named.joints)?,
                twists: all(&named.twists)?,
                by: named.by,
                sureness: named.sureness,
            };
            map.insert(slot.clone(), mapped);
        }
        map.check(skeleton)?;
        Ok(map)
    }

    /// Whether there are pairs, and no slot.
    #[must_use]
    pub fn lists_pairs_alone(&self) -> bool {
        self.slots.is_empty() && !self.pairs.is_empty()
    }

    /// Pairs joints of two skeletons, each in a free slot of both maps, which is called as the joint of `own`. Joints that were in other slots leave
    /// these.
    ///
    /// # Errors
    ///
    /// Names that no joint has or several have; then both maps are as they were.
    pub fn pair(&self, own: MapToPair<'_>, other: MapToPair<'_>) -> Result<(), MapError> {
        let MapToPair { skeleton, map } = own;
        let (n_here, here) = (skeleton.len(), Addresses::new(skeleton));
        let (own_map, MapToPair { skeleton, map }) = (map, other);
        let (n_there, there) = (skeleton.len(), Addresses::new(skeleton));
        let mut pairs = Vec::new();
        for (one, its) in &self.pairs {
            let what = format!("of the pair `{}`", shorten(one));
            let joints = [
                find_joint(&here, n_here, one, &what)?,
                find_joint(&there, n_there, its, &what)?,
            ];
            pairs.push((Slot::Free(one.clone()), joints));
        }
        for (slot, [one, its]) in pairs {
            own_map.set(slot.clone(), vec![one]);
            map.set(slot, vec![its]);
        }
        Ok(())
    }

    /// The map as RON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let slots = self
            .slots
            .iter()
            .map(|(slot, named)| (slot.to_string(), named));
        let written = Written {
            version: FORMAT.version,
            names: format!("{:016x}", self.names_hash),
            slots: slots.collect(),
            pairs: &self.pairs,
        };
        let pretty = ron::ser::PrettyConfig::default()
            .depth_limit(2)
            .extensions(ron::extensions::Extensions::IMPLICIT_SOME)
            .new_line("\n");
        // Texts, numbers and lists of them can always be written.
        let text = ron::ser::to_string_pretty(&written, pretty).unwrap_or_default();
        format!("{HEAD}{text}\n")
    }

    /// Reads what [`to_text`](Self::to_text) wrote, or somebody else. `names` may be missing; then the hash is 0.
    ///
    /// # Errors
    ///
    /// A text that is no bone map, with line, column and remedy; a slot that is none.
    pub fn from_text(text: &str) -> Result<Self, TextFault> {
        let read: Read = FORMAT.read(text_files::without_mark(text))?;
        let mut slots = BTreeMap::new();
        for (name, mut named) in read.slots {
            let slot = name
                .parse::<Slot>()
                .map_err(|unknown| fault_at(text, &name, unknown.to_string()))?;
            // Whoever writes nonsense is as sure as somebody who guesses.
            if !(0.0..=1.0).contains(&named.sureness) {
                named.sureness = 0.0;
            }
            slots.insert(slot, named);
        }
        let names_hash = match read.names.as_str() {
            "" => 0,
            hash => u64::from_str_radix(hash, 16).map_err(|_no_number| {
                let what = "`names` is a hash of 16 digits and letters up to f, written by this program; leave it out";
                fault_at(text, hash, what.to_owned())
            })?,
        };
        Ok(Self {
            names_hash,
            slots,
            pairs: read.pairs,
        })
    }
}

/// The joint of an address, which a slot names.
fn find_joint(
    addresses: &Addresses<'_>,
    count: usize,
    address: &str,
    slot: &str,
) -> Result<JointIndex, MapError> {
    match addresses.find(address) {
        AddressMatch::One(joint) => Ok(joint),
        AddressMatch::Several => Err(MapError::SeveralJoints {
            slot: slot.to_owned(),
            joint: shorten(address),
        }),
        AddressMatch::None => Err(MapError::NoSuchJoint {
            slot: slot.to_owned(),
            joint: shorten(address),
            count,
        }),
    }
}

/// A fault at the first place where a text has this in quotation marks.
fn fault_at(text: &str, quoted: &str, what: String) -> TextFault {
    let place = text.find(&format!("\"{quoted}\"")).unwrap_or_default();
    let text_files::TextPlace { line, column } = text_files::place_of(text, place);
    TextFault { line, column, what }
}
