//! What each joint of the target takes its orientation from.

use super::frames::Frames;
use crate::map::bone_map::{BoneMap, MappedSlot};
use crate::map::fault::MapError;
use crate::map::slot::Slot;
use crate::map::tree::Tree;
use glam::DVec3;
use rig::{HumanBone, JointIndex, Skeleton};
use std::collections::{BTreeMap, BTreeSet};

/// Nodes of a chain nearer than this share of its length are one.
const SAME_NODE: f64 = 1e-5;
/// Slots that a message lists.
const LISTED: usize = 4;

/// What turns a joint, as D of joints of the source: what these were turned by since the reference pose, in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Link {
    /// Nothing: it keeps its rest relative to its parent.
    Rest,
    /// D of one joint.
    Plain(usize),
    /// Between two nodes of a chain; none is no turn at all.
    Between {
        from: Option<usize>,
        to: usize,
        share: f64,
    },
    /// A bone whose twist is shared out.
    Twist(TwistLink),
}

impl Link {
    /// The joints of the source that it depends on; none stands for what never turns.
    pub(crate) fn nodes(&self) -> Vec<Option<usize>> {
        match *self {
            Self::Rest => Vec::new(),
            Self::Plain(joint) => vec![Some(joint)],
            Self::Between { from, to, .. } => vec![from, Some(to)],
            Self::Twist(TwistLink {
                above, bone, next, ..
            }) => {
                let mut nodes = vec![above, Some(bone)];
                nodes.extend(next.map(Some));
                nodes
            }
        }
    }
}

/// D of a bone with a share of its twist, and of that of the next bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TwistLink {
    /// The nearest mapped joint above the bone in the source.
    pub(crate) above: Option<usize>,
    /// The bone.
    pub(crate) bone: usize,
    /// The next bone.
    pub(crate) next: Option<usize>,
    /// The direction of the target's bone in its reference pose, of length one.
    pub(crate) axis: DVec3,
    /// Shares of the bone's own twist, and of the next one's.
    pub(crate) own_share: f64,
    pub(crate) next_share: f64,
}

/// Both skeletons with their maps while links are made.
pub(crate) struct Linker<'a> {
    pub(crate) source: SideOf<'a>,
    pub(crate) target: SideOf<'a>,
    links: Vec<Link>,
    /// The joint of the source that one of the target is, if it is one and nothing else.
    twins: Vec<Option<usize>>,
}

/// One skeleton.
pub(crate) struct SideOf<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) tree: Tree<'a>,
    pub(crate) map: &'a BoneMap,
    pub(crate) frames: &'a Frames,
    /// Which joints bend in a slot that both have.
    shared: BTreeSet<usize>,
}

/// All links of a target.
pub(crate) struct Links {
    pub(crate) of_joints: Vec<Link>,
    pub(crate) twins: Vec<Option<usize>>,
}

/// A chain of the source or the target.
struct Chain {
    joints: Vec<usize>,
    end: Option<usize>,
}

impl<'a> SideOf<'a> {
    pub(crate) fn new(skeleton: &'a Skeleton, map: &'a BoneMap, frames: &'a Frames) -> Self {
        Self {
            skeleton,
            tree: Tree::new(skeleton),
            map,
            frames,
            shared: BTreeSet::new(),
        }
    }

    fn chain(&self, slots: &[&MappedSlot]) -> Chain {
        let joints = slots.iter().flat_map(|slot| &slot.joints);
        let joints: Vec<usize> = joints.map(|joint| joint.index()).collect();
        let end = joints.last().and_then(|&last| self.next_mapped(last));
        Chain { joints, end }
    }

    /// The nearest mapped joint below one; of several the one in the middle of the body.
    fn next_mapped(&self, joint: usize) -> Option<usize> {
        let joint = self.joint(joint)?;
        let below = self.tree.below(joint);
        let mapped = below.filter(|below| self.shared.contains(&below.index()));
        let has_side = |joint: &JointIndex| {
            let slot = self.map.slot_of(*joint);
            slot.and_then(Slot::side).is_some()
        };
        let nearest = mapped.min_by_key(|&joint| (has_side(&joint), self.tree.depth(joint)));
        nearest.map(JointIndex::index)
    }

    fn mapped_above(&self, joint: usize) -> Option<usize> {
        let above = self.frames.upwards(joint).skip(1);
        above.into_iter().find(|above| self.shared.contains(above))
    }

    fn joint(&self, joint: usize) -> Option<JointIndex> {
        let index = u16::try_from(joint).ok().map(JointIndex);
        index.filter(|index| index.index() < self.skeleton.len())
    }

    /// The joint that a bone's D is taken from: the last that twists within it, else the last that bends.
    fn last_of(&self, slot: &MappedSlot) -> Option<usize> {
        let last = slot.joints.last()?.index();
        let inline = self.inline_twists(slot);
        Some(inline.last().copied().unwrap_or(last))
    }

    /// The twist joints that stand between a bone and the next one.
    fn inline_twists(&self, slot: &MappedSlot) -> Vec<usize> {
        let Some(next) = slot
            .joints
            .last()
            .and_then(|last| self.next_mapped(last.index()))
        else {
            return Vec::new();
        };
        let above: BTreeSet<usize> = self.frames.upwards(next).collect();
        let twists = slot.twists.iter().map(|twist| twist.index());
        twists.filter(|twist| above.contains(twist)).collect()
    }
}

impl<'a> Linker<'a> {
    /// Links what both maps have, and with `same_names` the joints in no slot that are called the same.
    ///
    /// # Errors
    ///
    /// Maps that do not fit their skeletons, and maps that share no slot, unless names make one skeleton the other, as of machines and
    /// creatures without arms and legs.
    pub(crate) fn new(
        source: SideOf<'a>,
        target: SideOf<'a>,
        same_names: bool,
    ) -> Result<Self, MapError> {
        source.map.check_slots(source.skeleton)?;
        target.map.check_slots(target.skeleton)?;
        let len = target.skeleton.len();
        let mut linker = Self {
            source,
            target,
            links: vec![Link::Rest; len],
            twins: vec![None; len],
        };
        let groups = groups(linker.source.map, linker.target.map);
        for group in &groups {
            for (side, slots) in [
                (&mut linker.source, &group.source),
                (&mut linker.target, &group.target),
            ] {
                let joints = slots.iter().flat_map(|slot| &slot.joints);
                side.shared.extend(joints.map(|joint| joint.index()));
            }
        }
        for group in &groups {
            linker.link(group);
        }
        let named = if same_names {
            linker.same_names()
        } else {
            Vec::new()
        };
        // A few names, as root and camera, make no skeleton of one body that of another.
        let fewest = linker.source.skeleton.len().min(len).div_ceil(2);
        if groups.is_empty() && named.len() < fewest.max(1) {
            let (source, target) = (linker.source.map, linker.target.map);
            return Err(nothing_shared(source, target, same_names));
        }
        for (source, target) in named {
            linker.pair(source, target);
        }
        Ok(linker)
    }

    pub(crate) fn finish(self) -> Links {
        Links {
            of_joints: self.links,
            twins: self.twins,
        }
    }

    fn set(&mut self, joint: usize, link: Link) {
        if let Some(place) = self.links.get_mut(joint) {
            *place = link;
        }
    }

    /// Makes one joint the twin of another: its D, and where both have them its scale.
    fn pair(&mut self, source: usize, target: usize) {
        self.set(target, Link::Plain(source));
        if let Some(twin) = self.twins.get_mut(target) {
            *twin = Some(source);
        }
    }

    fn link(&mut self, group: &Group<'_>) {
        let (source, target) = (
            self.source.chain(&group.source),
            self.target.chain(&group.target),
        );
        if let (&[from], &[to]) = (source.joints.as_slice(), target.joints.as_slice()) {
            self.pair(from, to);
        } else {
            self.link_chains(&source, &target, group.is_hips);
        }
        if let (&[from], &[to]) = (group.source.as_slice(), group.target.as_slice()) {
            self.link_twists(from, to);
        }
    }

    /// Bend and twist of a chain, spread over another by arc length.
    fn link_chains(&mut self, source: &Chain, target: &Chain, is_hips: bool) {
        let (Some(&first), Some(&last)) = (source.joints.first(), source.joints.last()) else {
            return;
        };
        // What carries the whole body is never turned by half of it.
        let head = match is_hips {
            true => Some(first),
            false => self.source.mapped_above(first),
        };
        let mut nodes = vec![(0.0, head)];
        let ends = ends_of(self.source.frames, source);
        nodes.extend(
            ends.into_iter()
                .zip(source.joints.iter().copied().map(Some)),
        );
        let ends = ends_of(self.target.frames, target);
        for (&joint, at) in target.joints.iter().zip(ends) {
            let after = nodes.iter().position(|(node, _)| *node >= at - SAME_NODE);
            let after = after.unwrap_or(nodes.len() - 1).max(1);
            let (Some(&(low, from)), Some(&(high, to))) = (nodes.get(after - 1), nodes.get(after))
            else {
                continue;
            };
            let to = to.unwrap_or(last);
            let span = high - low;
            let share = if span > 0.0 { (at - low) / span } else { 1.0 };
            let link = match share > 1.0 - SAME_NODE / span.max(SAME_NODE) || from == Some(to) {
                true => Link::Plain(to),
                false => Link::Between { from, to, share },
            };
            self.set(joint, link);
        }
        // As many joints at the same shares are each other's twins.
        for (&from, &to) in source.joints.iter().zip(&target.joints) {
            let is_plain = self.links.get(to) == Some(&Link::Plain(from));
            if source.joints.len() == target.joints.len() && is_plain {
                self.pair(from, to);
            }
        }
    }

    fn link_twists(&mut self, source: &MappedSlot, target: &MappedSlot) {
        let (ours, theirs) = (
            self.source.inline_twists(source),
            self.target.inline_twists(target),
        );
        if ours.len() == theirs.len() && source.twists.len() == target.twists.len() {
            for (from, to) in source.twists.iter().zip(&target.twists) {
                self.pair(from.index(), to.index());
            }
            return;
        }
        let (&[first], &[root]) = (source.joints.as_slice(), target.joints.as_slice()) else {
            return;
        };
        let Some(bone) = self.source.last_of(source) else {
            return;
        };
        let (first, root) = (first.index(), root.index());
        self.set(root, Link::Plain(bone));
        let Some(spread) = TwistSpread::new(&self.target, root, theirs) else {
            return;
        };
        let link = TwistLink {
            above: self.source.mapped_above(first),
            bone,
            next: self.source.next_mapped(first).filter(|_| spread.is_lower),
            axis: spread.axis,
            own_share: 0.0,
            next_share: 0.0,
        };
        if !spread.inline.is_empty() {
            self.set(root, Link::Twist(link));
        }
        for twist in &target.twists {
            let twist = twist.index();
            let along = spread.along(&self.target, twist);
            let link = TwistLink {
                own_share: spread.own_share(twist, along),
                next_share: along,
                ..link
            };
            self.set(twist, Link::Twist(link));
        }
    }

    /// Joints of source and target that are in no slot and have one name, which no other joint of either skeleton has.
    fn same_names(&self) -> Vec<(usize, usize)> {
        let named = |side: &SideOf<'_>| {
            let mut joints: BTreeMap<String, Option<usize>> = BTreeMap::new();
            for joint in side.skeleton.joints() {
                let name = side.skeleton.name(joint);
                let seen = joints.entry(name.to_owned());
                // A name that is there twice is nobody's.
                seen.and_modify(|joint| *joint = None)
                    .or_insert_with(|| Some(joint.index()));
            }
            joints.remove("");
            joints
        };
        let (source, target) = (named(&self.source), named(&self.target));
        let mapped = |side: &SideOf<'_>| {
            let slots = side.map.slots();
            let joints = slots.flat_map(|(_, mapped)| mapped.joints.iter().chain(&mapped.twists));
            joints.map(|joint| joint.index()).collect::<BTreeSet<_>>()
        };
        let (taken_source, taken_target) = (mapped(&self.source), mapped(&self.target));
        let both = target
            .iter()
            .filter_map(|(name, to)| source.get(name).copied()?.zip(*to));
        both.filter(|(from, to)| !taken_source.contains(from) && !taken_target.contains(to))
            .collect()
    }
}

/// Why two maps with no slot in common do not fit each other.
fn nothing_shared(source: &BoneMap, target: &BoneMap, same_names: bool) -> MapError {
    let which = match [source.is_empty(), target.is_empty()] {
        [true, true] => Some("both skeletons"),
        [true, false] => Some("the source"),
        [false, true] => Some("the target"),
        [false, false] => None,
    };
    match which {
        Some(which) if same_names => return MapError::NothingKnown { which },
        Some(_) => return MapError::Empty,
        None => {}
    }
    let listed = |map: &BoneMap| {
        let slots = map.slots().map(|(slot, _)| slot.to_string());
        slots.take(LISTED).collect::<Vec<_>>().join(", ")
    };
    MapError::NothingShared {
        source_slots: listed(source),
        target_slots: listed(target),
    }
}

/// How a bone of the target shares out its twist.
struct TwistSpread {
    root: usize,
    axis: DVec3,
    length: f64,
    /// The twist joints within the bone, and where the last of them stands.
    inline: Vec<usize>,
    last_along: f64,
    is_lower: bool,
}

impl TwistSpread {
    /// None for a bone without length, or with nothing behind it.
    fn new(side: &SideOf<'_>, root: usize, inline: Vec<usize>) -> Option<Self> {
        let way = side.frames.place(side.next_mapped(root)?) - side.frames.place(root);
        let slot = side.joint(root).and_then(|root| side.map.slot_of(root));
        let mut spread = Self {
            root,
            axis: way.try_normalize()?,
            length: way.length(),
            last_along: 1.0,
            is_lower: matches!(slot, Some(Slot::Human(bone)) if is_lower(*bone)),
            inline,
        };
        if let Some(&last) = spread.inline.last() {
            spread.last_along = spread.along(side, last).max(SAME_NODE);
        }
        Some(spread)
    }

    /// Where a joint stands along the bone, 0 to 1.
    fn along(&self, side: &SideOf<'_>, joint: usize) -> f64 {
        let way = side.frames.place(joint) - side.frames.place(self.root);
        (way.dot(self.axis) / self.length).clamp(0.0, 1.0)
    }

    fn own_share(&self, joint: usize, along: f64) -> f64 {
        if self.inline.contains(&joint) {
            // Within the bone: from nothing at its first joint to all of it at its last.
            (along / self.last_along).min(1.0)
        } else if self.is_lower {
            // Beside it: a forearm has turned as a whole at the elbow.
            1.0
        } else {
            // An upper arm turns along its length.
            along
        }
    }
}

/// Forearms and shins, whose twist joints go with the hand or the foot.
const fn is_lower(bone: HumanBone) -> bool {
    matches!(
        bone,
        HumanBone::LeftLowerArm
            | HumanBone::RightLowerArm
            | HumanBone::LeftLowerLeg
            | HumanBone::RightLowerLeg
    )
}

/// Where each joint of a chain ends, as a share of its length in the reference pose.
fn ends_of(frames: &Frames, chain: &Chain) -> Vec<f64> {
    let places = chain.joints.iter().map(|&joint| frames.place(joint));
    let mut places: Vec<DVec3> = places.collect();
    places.extend(chain.end.map(|end| frames.place(end)));
    let steps = places.iter().zip(places.iter().skip(1));
    let mut lengths: Vec<f64> = steps.map(|(from, to)| from.distance(*to)).collect();
    if lengths.len() < chain.joints.len() {
        // Where nothing tells where the last one ends, it is as long as the one before.
        lengths.push(lengths.last().copied().unwrap_or(1.0));
    }
    let whole: f64 = lengths.iter().sum();
    let count = lengths.len();
    let mut along = 0.0;
    let mut ends: Vec<f64> = Vec::with_capacity(count);
    for (place, length) in (1_u32..).zip(lengths) {
        along += length;
        // A chain without length is shared out evenly.
        let even = f64::from(place) / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        ends.push(if whole > 0.0 { along / whole } else { even });
    }
    ends
}

/// Slots of both maps that are one chain.
struct Group<'a> {
    source: Vec<&'a MappedSlot>,
    target: Vec<&'a MappedSlot>,
    is_hips: bool,
}

const BACK: [HumanBone; 3] = [HumanBone::Spine, HumanBone::Chest, HumanBone::UpperChest];

/// The slots that both maps have, and the back as one chain where it has other joints.
fn groups<'a>(source: &'a BoneMap, target: &'a BoneMap) -> Vec<Group<'a>> {
    let of = |map: &'a BoneMap, bones: &[HumanBone]| {
        let slots = bones.iter().filter_map(|&bone| map.get(&Slot::Human(bone)));
        slots.collect::<Vec<_>>()
    };
    let counts = |map: &BoneMap| {
        BACK.map(|bone| {
            map.get(&Slot::Human(bone))
                .map_or(0, |slot| slot.joints.len())
        })
    };
    let is_one_back = counts(source) == counts(target);
    let mut groups = Vec::new();
    for (slot, ours) in source.slots() {
        let is_back = matches!(slot, Slot::Human(bone) if BACK.contains(bone));
        let Some(theirs) = target.get(slot).filter(|_| is_one_back || !is_back) else {
            continue;
        };
        groups.push(Group {
            source: vec![ours],
            target: vec![theirs],
            is_hips: *slot == Slot::Human(HumanBone::Hips),
        });
    }
    let (ours, theirs) = (of(source, &BACK), of(target, &BACK));
    if !is_one_back && !ours.is_empty() && !theirs.is_empty() {
        groups.push(Group {
            source: ours,
            target: theirs,
            is_hips: false,
        });
    }
    groups
}
