//! Which joints of a skeleton are which bones.

use super::fault::MapError;
use super::slot::Slot;
use super::tree::Tree;
use super::{by_name, by_shape, quadruped, tail, trunk};
use rig::{HumanBone, JointIndex, JointPairs, NamePatterns, PairEvidence, Skeleton};
use std::collections::{BTreeMap, BTreeSet};
use text_files::shorten;

/// How a slot of a map was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum MappedBy {
    /// Somebody said so.
    Hand,
    /// A humanoid map in the file, as VRM's.
    Humanoid,
    /// The names of the joints.
    Name,
    /// The shape of the skeleton.
    Shape,
}

/// The joints of a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedSlot {
    /// The joints that bend, from the first to the last; each below the one before. Never empty.
    pub joints: Vec<JointIndex>,
    /// Joints that only turn about the length of the bone: between it and the next one, or beside that.
    pub twists: Vec<JointIndex>,
    /// How they were found.
    pub by: MappedBy,
    /// How surely, 0 to 1: 1 for what a file or somebody says; from 0.9 on there is no doubt, below 0.6 it is a guess.
    pub sureness: f32,
}

const OF_FILE: Found = Found {
    by: MappedBy::Humanoid,
    sureness: 1.0,
};

/// A bone of a humanoid map with its joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanJoint {
    /// The bone.
    pub bone: HumanBone,
    /// The joint that is that bone.
    pub joint: JointIndex,
}

/// What is known of a skeleton when its bones are looked for.
#[derive(Clone, Copy, Debug)]
pub struct MapEvidence<'a> {
    /// The skeleton.
    pub skeleton: &'a Skeleton,
    /// How names tell left from right.
    pub patterns: &'a NamePatterns,
    /// The humanoid map of the file; empty where it has none.
    pub humanoid: &'a [HumanJoint],
    /// Whether each joint moves a mesh, in the order of the skeleton: of several arms those that do are preferred. May be empty.
    pub moves: &'a [bool],
}

/// Which joints of one skeleton are which bones.
///
/// A slot holds one joint or a chain; no joint is in two slots. Joints in no slot keep their rest when motion is brought to the
/// skeleton, and theirs is not taken when it is brought from there.
///
/// # Examples
///
/// ```
/// use retarget::{BoneMap, MapEvidence};
/// use rig::{HumanBone, LocalTransform, NamePatterns, SkeletonBuilder};
///
/// let joint = LocalTransform::default;
/// let skeleton = SkeletonBuilder::new()
///     .joint(0, None, "mixamorig:Hips", joint())
///     .joint(1, Some(0), "mixamorig:LeftUpLeg", joint())
///     .joint(2, Some(1), "mixamorig:LeftLeg", joint())
///     .joint(3, Some(2), "mixamorig:LeftFoot", joint())
///     .build()?;
/// let map = BoneMap::find(&MapEvidence {
///     skeleton: &skeleton,
///     patterns: &NamePatterns::default(),
///     humanoid: &[],
///     moves: &[],
/// });
/// assert_eq!(map.joint(HumanBone::LeftLowerLeg), skeleton.find("mixamorig:LeftLeg"));
/// # Ok::<(), rig::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BoneMap {
    slots: BTreeMap<Slot, MappedSlot>,
}

impl BoneMap {
    /// Finds the bones of a skeleton by all that is known of it; of the ways in this order the first that fills a slot decides.
    ///
    /// 1. **The humanoid map** of the file.
    /// 2. **Names**: those of arms and legs by [`rig::joint_roles`], with sides as [`JointPairs`] finds them. An arm is an upper arm
    ///    with a forearm below it, that with a hand below it, and a collarbone above; a leg is a thigh with a shin and a foot. Of several
    ///    the one counts with the most joints that move a mesh, and whose names are not those of helpers (`ik`, `ctrl`, `MCH`). Fingers
    ///    go by their words or numbers, and, as head, eyes and jaw, by what they hang on.
    /// 3. **Shape**, where names tell no arm or no leg: of the pairs of chains that are each other's mirror images the two that reach
    ///    lowest are legs, the two others that reach farthest are arms. Without a trunk between them there are
    ///    none. Where no name tells the left, the feet do, which point forward.
    ///
    /// Animals on four legs have front legs for arms: those whose names say so (`front`, `fore`), beside hind ones; by shape two pairs of
    /// chains that both reach the ground, of which the one farther from the root of the trunk is in front. Below the hands are front paws.
    /// A tail is a chain that is called so, or of such a shape what else hangs on the hips.
    ///
    /// The trunk follows from limbs: the hips are the joints from where legs and spine part to where both legs do, as センター and
    /// 下半身, or DAZ's `hip` and `pelvis`; the spine goes from there to where both arms part, the neck on to the head. Two joints of a spine are spine
    /// and chest, three have the upper chest too, and more are shared out.
    ///
    /// Degenerate: what is not found has no slot; of a skeleton without limbs and names nothing is.
    #[must_use]
    pub fn find(evidence: &MapEvidence<'_>) -> Self {
        let tree = Tree::new(evidence.skeleton);
        let sides: Vec<[JointIndex; 2]> = evidence.side_pairs();
        let pairs = JointPairs::find(&PairEvidence {
            skeleton: evidence.skeleton,
            binds: &[],
            patterns: evidence.patterns,
            by_hand: &[],
            alone: &[],
            map: &sides,
        });
        let names = by_name::Names::new(&tree, &pairs, evidence);
        let mut limbs = by_name::limbs(&tree, &names);
        quadruped::complete_by_name(&tree, &names, &mut limbs);
        quadruped::complete_by_shape(&tree, &pairs, &names, &mut limbs);
        by_shape::complete(&tree, &pairs, &names, &mut limbs);
        let mut map = Self::default();
        let mut filler = Filler::new(&mut map, evidence.skeleton);
        for HumanJoint { bone, joint } in evidence.humanoid {
            filler.fill(*bone, &[*joint], OF_FILE);
        }
        trunk::fill(&tree, &names, &limbs, &mut filler);
        tail::fill(&tree, &names, &limbs, &mut filler);
        map
    }

    /// The joints of a slot.
    #[must_use]
    pub fn get(&self, slot: &Slot) -> Option<&MappedSlot> {
        self.slots.get(slot)
    }

    /// The first joint of a bone.
    #[must_use]
    pub fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.get(&Slot::Human(bone))?.joints.first().copied()
    }

    /// All slots that are filled, in the order of the body, those of one's own behind.
    pub fn slots(&self) -> impl Iterator<Item = (&Slot, &MappedSlot)> {
        self.slots.iter()
    }

    /// Whether no slot is filled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The slot that a joint is in, among those that bend or twist.
    #[must_use]
    pub fn slot_of(&self, joint: JointIndex) -> Option<&Slot> {
        let has =
            |mapped: &MappedSlot| mapped.joints.contains(&joint) || mapped.twists.contains(&joint);
        let mut slots = self.slots.iter();
        slots.find(|(_, mapped)| has(mapped)).map(|(slot, _)| slot)
    }

    /// The joints that are in no slot, in order.
    #[must_use]
    pub fn unmapped(&self, skeleton: &Skeleton) -> Vec<JointIndex> {
        let slots = self.slots.values();
        let mapped = slots.flat_map(|mapped| mapped.joints.iter().chain(&mapped.twists));
        let mapped: BTreeSet<&JointIndex> = mapped.collect();
        let joints = skeleton.joints();
        joints.filter(|joint| !mapped.contains(joint)).collect()
    }

    /// Fills a slot by hand with a chain of joints, from the first to the last; joints that were elsewhere leave their slots.
    ///
    /// Twist joints stay with the joints that they were found with: with other ones the slot has none.
    pub fn set(&mut self, slot: Slot, joints: Vec<JointIndex>) {
        let before = self.slots.remove(&slot);
        let taken = |joint: &JointIndex| joints.contains(joint);
        for mapped in self.slots.values_mut() {
            mapped.joints.retain(|joint| !taken(joint));
            mapped.twists.retain(|joint| !taken(joint));
        }
        self.slots.retain(|_, mapped| !mapped.joints.is_empty());
        if joints.is_empty() {
            return;
        }
        let same = before.filter(|before| before.joints == joints);
        let mapped = MappedSlot {
            joints,
            twists: same.map_or_else(Vec::new, |same| same.twists),
            by: MappedBy::Hand,
            sureness: 1.0,
        };
        self.slots.insert(slot, mapped);
    }

    /// Fills a slot as somebody or a file has it, with whatever it held before gone. [`check`](Self::check) tells whether it fits.
    pub fn insert(&mut self, slot: Slot, mapped: MappedSlot) {
        self.slots.insert(slot, mapped);
    }

    /// Empties a slot.
    pub fn clear(&mut self, slot: &Slot) {
        self.slots.remove(slot);
    }

    /// The map with both sides exchanged, as one of a mirrored skeleton with the same joints.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let slots = self.slots.iter();
        Self {
            slots: slots
                .map(|(slot, mapped)| (slot.mirrored(), mapped.clone()))
                .collect(),
        }
    }

    /// Whether the map fits a skeleton.
    ///
    /// # Errors
    ///
    /// No slot at all, a slot without a joint, joints beyond the skeleton, a joint that is given twice, and joints of a slot that do not hang on
    /// each other.
    pub fn check(&self, skeleton: &Skeleton) -> Result<(), MapError> {
        match self.is_empty() {
            true => Err(MapError::Empty),
            false => self.check_slots(skeleton),
        }
    }

    /// As [`check`](Self::check), for a map that may be empty, as where names alone tell what is what.
    pub(crate) fn check_slots(&self, skeleton: &Skeleton) -> Result<(), MapError> {
        let tree = Tree::new(skeleton);
        let mut slots: Vec<Option<&Slot>> = vec![None; skeleton.len()];
        for (slot, mapped) in &self.slots {
            if mapped.joints.is_empty() {
                return Err(MapError::EmptySlot {
                    slot: slot.to_string(),
                });
            }
            for &joint in mapped.joints.iter().chain(&mapped.twists) {
                take(skeleton, &mut slots, slot, joint)?;
            }
            check_chain(&tree, slot, &mapped.joints)?;
        }
        Ok(())
    }
}

/// Notes that a joint is in a slot.
fn take<'a>(
    skeleton: &Skeleton,
    slots: &mut [Option<&'a Slot>],
    slot: &'a Slot,
    joint: JointIndex,
) -> Result<(), MapError> {
    let count = slots.len();
    let place = slots
        .get_mut(joint.index())
        .ok_or_else(|| MapError::NoSuchJoint {
            slot: slot.to_string(),
            joint: format!("@{}", joint.index() + 1),
            count,
        })?;
    place.replace(slot).map_or(Ok(()), |first| {
        Err(MapError::Twice {
            joint: shorten(skeleton.name(joint)),
            first: first.to_string(),
            second: slot.to_string(),
        })
    })
}

/// Whether each joint is below the one before.
fn check_chain(tree: &Tree<'_>, slot: &Slot, joints: &[JointIndex]) -> Result<(), MapError> {
    let pairs = joints.iter().zip(joints.iter().skip(1));
    let mut loose = pairs.filter(|(upper, lower)| !tree.is_below(**lower, **upper));
    loose.next().map_or(Ok(()), |(upper, lower)| {
        Err(MapError::NoChain {
            slot: slot.to_string(),
            upper: shorten(tree.name(*upper)),
            lower: shorten(tree.name(*lower)),
        })
    })
}

impl MapEvidence<'_> {
    /// The bones of the humanoid map that are on both sides.
    fn side_pairs(&self) -> Vec<[JointIndex; 2]> {
        let joint = |bone: HumanBone| {
            let mut all = self.humanoid.iter();
            all.find(|one| one.bone == bone).map(|one| one.joint)
        };
        let bones = HumanBone::ALL.into_iter();
        let lefts = bones.filter(|bone| bone.side() == Some(rig::BodySide::Left));
        lefts
            .filter_map(|left| Some([joint(left)?, joint(left.mirrored())?]))
            .collect()
    }
}

/// Fills slots that are empty with joints that are free.
pub(super) struct Filler<'a> {
    map: &'a mut BoneMap,
    /// Whether each joint of the skeleton is in a slot.
    is_taken: Vec<bool>,
}

impl<'a> Filler<'a> {
    /// For a map that is empty so far.
    fn new(map: &'a mut BoneMap, skeleton: &Skeleton) -> Self {
        Self {
            map,
            is_taken: vec![false; skeleton.len()],
        }
    }

    /// Fills a bone with those of a chain that are free, if it is empty.
    pub(super) fn fill(&mut self, bone: impl Into<Slot>, joints: &[JointIndex], found: Found) {
        let slot = bone.into();
        if self.map.slots.contains_key(&slot) {
            return;
        }
        let joints = self.take_free(joints);
        if joints.is_empty() {
            return;
        }
        let mapped = MappedSlot {
            joints,
            twists: Vec::new(),
            by: found.by,
            sureness: found.sureness,
        };
        self.map.slots.insert(slot, mapped);
    }

    /// Gives a bone the joints that twist with it, whoever filled it.
    pub(super) fn add_twists(&mut self, bone: HumanBone, twists: &[JointIndex]) {
        if !self.map.slots.contains_key(&Slot::Human(bone)) {
            return;
        }
        let twists = self.take_free(twists);
        if let Some(there) = self.map.slots.get_mut(&Slot::Human(bone)) {
            there.twists.extend(twists);
        }
    }

    pub(super) fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.map.joint(bone)
    }

    /// All joints of a bone.
    pub(super) fn joints(&self, bone: HumanBone) -> Vec<JointIndex> {
        let mapped = self.map.get(&Slot::Human(bone));
        mapped.map_or_else(Vec::new, |mapped| mapped.joints.clone())
    }

    /// Those of some joints that are in no slot; they count as taken from now on.
    fn take_free(&mut self, joints: &[JointIndex]) -> Vec<JointIndex> {
        let mut take = |joint: &JointIndex| {
            let is_taken = self.is_taken.get_mut(joint.index());
            is_taken.is_some_and(|is_taken| !std::mem::replace(is_taken, true))
        };
        let joints = joints.iter().copied();
        joints.filter(|joint| take(joint)).collect()
    }
}

/// How something was found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) by: MappedBy,
    pub(super) sureness: f32,
}
