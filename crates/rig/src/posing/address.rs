//! How a joint is called in a file that outlives its skeleton: by name where that is unique, else by a path.

use crate::{JointIndex, Skeleton};
use std::{borrow::Cow, collections::HashMap, hash::Hash};

/// The names by which the joints of one skeleton are found, and those by which they are written.
///
/// | the joint | its address |
/// |---|---|
/// | has a name that no other has | `hand.L` |
/// | shares its name | as much of the path as makes it unique: `arm.L/hand`, `shoulder/arm.L/hand` |
/// | is a root, and deeper joints are called the same | `/hips` |
/// | has no name, or a sibling has the same | its number among its parent's children, from 1: `hand.L/#2`, `/#1` |
/// | no path of 64 steps is its own, or another's name is that path | its number among all joints, from 1, and how many there are: `@513/2000` |
///
/// A name goes before a path, so names with a slash in them are found too. Paths end at 64 steps because a chain of n
/// joints of one name would otherwise need n²/2 of them. The number of all joints is said so that the address leads nowhere in
/// another skeleton, rather than to another joint.
///
/// # Examples
///
/// ```
/// use rig::{AddressMatch, Addresses, LocalTransform, SkeletonBuilder, SkeletonError};
///
/// let skeleton = SkeletonBuilder::new()
///     .joint(0, None, "arm.L", LocalTransform::default())
///     .joint(1, Some(0), "hand", LocalTransform::default())
///     .joint(2, None, "arm.R", LocalTransform::default())
///     .joint(3, Some(2), "hand", LocalTransform::default())
///     .build()?;
/// let addresses = Addresses::new(&skeleton);
/// let right = skeleton.joints().find(|&joint| skeleton.key(joint) == 3).unwrap();
/// assert_eq!(addresses.of(right), "arm.R/hand");
/// assert_eq!(addresses.find("arm.R/hand"), AddressMatch::One(right));
/// assert_eq!(addresses.find("hand"), AddressMatch::Several);
/// assert_eq!(addresses.find("foot"), AddressMatch::None);
/// # Ok::<(), SkeletonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Addresses<'a> {
    skeleton: &'a Skeleton,
    /// Joints by their names; those without a name are not here.
    named: HashMap<&'a str, Vec<JointIndex>>,
    /// Joints by what stands after the last slash of their address.
    ending: HashMap<String, Vec<JointIndex>>,
    /// What a joint is called among its siblings.
    segments: Vec<String>,
    /// How many joints are above each.
    depths: Vec<usize>,
    /// The joints right below each.
    children: Vec<Vec<JointIndex>>,
    /// With how many steps a path may be each joint's own; none where [`MOST_STEPS`] do not suffice.
    fewest_steps: Vec<Option<usize>>,
    /// Whether a name has a slash in it, so that a path may have more slashes than steps.
    has_slashes: bool,
}

/// The most steps of a path that is given for a joint.
const MOST_STEPS: usize = 64;

/// What stands before a joint's number among all of its skeleton.
const NUMBER: char = '@';

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressMatch {
    /// The only joint that it leads to.
    One(JointIndex),
    /// More than one joint.
    Several,
    /// No joint has this address.
    None,
}

impl<'a> Addresses<'a> {
    /// Goes through the skeleton once.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let segments = segments(skeleton);
        let mut named: HashMap<&str, Vec<JointIndex>> = HashMap::new();
        let mut ending: HashMap<String, Vec<JointIndex>> = HashMap::new();
        for (joint, segment) in skeleton.joints().zip(&segments) {
            let name = skeleton.name(joint);
            if !name.is_empty() {
                named.entry(name).or_default().push(joint);
            }
            // A name may have a slash itself: paths are looked up by what is after their last one.
            let last = segment.rsplit('/').next().unwrap_or(segment);
            ending.entry(last.to_owned()).or_default().push(joint);
        }
        let fewest_steps = fewest_steps(skeleton, &segments);
        Self {
            skeleton,
            named,
            ending,
            segments,
            depths: depths(skeleton),
            children: children(skeleton),
            fewest_steps,
            has_slashes: skeleton.names.iter().any(|name| name.contains('/')),
        }
    }

    /// The shortest address that leads to the joint.
    ///
    /// Where no path leads here and another joint's name is what would stand for this one's number, there is none; the number
    /// is given all the same, and leads to the other.
    ///
    /// # Panics
    ///
    /// If the joint is of a larger skeleton.
    #[must_use]
    pub fn of(&self, joint: JointIndex) -> String {
        let name = self.skeleton.name(joint);
        if self.find(name) == AddressMatch::One(joint) {
            return name.to_owned();
        }
        self.own_path(joint)
            .or_else(|| self.own_whole_path(joint))
            .unwrap_or_else(|| format!("{NUMBER}{}/{}", joint.index() + 1, self.skeleton.len()))
    }

    /// The shortest path of two steps or more, from any joint above it down, that leads to the joint alone.
    fn own_path(&self, joint: JointIndex) -> Option<String> {
        let fewest = self.fewest_steps[joint.index()]?;
        let mut address = self.segments[joint.index()].clone();
        let mut above = self.skeleton.parent(joint);
        for steps in 2..=MOST_STEPS {
            let parent = above?;
            address = format!("{}/{address}", self.segments[parent.index()]);
            // Unique by the ends of paths, and yet it may be another joint's name, which goes first.
            if steps >= fewest && self.find(&address) == AddressMatch::One(joint) {
                return Some(address);
            }
            above = self.skeleton.parent(parent);
        }
        None
    }

    /// The path from a root down to the joint, if it is of few steps and leads to the joint alone.
    fn own_whole_path(&self, joint: JointIndex) -> Option<String> {
        if self.depths[joint.index()] >= MOST_STEPS {
            return None;
        }
        let mut address = String::new();
        let mut next = Some(joint);
        while let Some(joint) = next {
            address = format!("/{}{address}", self.segments[joint.index()]);
            next = self.skeleton.parent(joint);
        }
        (self.find(&address) == AddressMatch::One(joint)).then_some(address)
    }

    /// The joint at an address.
    #[must_use]
    pub fn find(&self, address: &str) -> AddressMatch {
        if let Some(joints) = self.named.get(address) {
            return unique_match(joints.iter().copied());
        }
        if let Some(number) = address.strip_prefix(NUMBER)
            && let Some(joint) = self.find_by_number(number)
        {
            return AddressMatch::One(joint);
        }
        // A lone number would be a joint of every parent.
        if !address.contains('/') {
            return AddressMatch::None;
        }
        // A path from a root tells the depth, which leaves fewer joints to compare.
        let depth = self.depth_of(address);
        let is_deep = |joint: &JointIndex| depth.is_none_or(|at| at == self.depths[joint.index()]);
        let fits = |joint: &JointIndex| is_deep(joint) && self.leads_to(address, *joint);
        unique_match(self.candidates(address).iter().copied().filter(fits))
    }

    /// Joints with the last step of a path, among them all that it leads to.
    ///
    /// Where many have that step, but few have another one, those below these: of 20,000 joints with one name few are in one branch.
    fn candidates(&self, path: &str) -> Cow<'_, [JointIndex]> {
        let of_segment = |step: &str| self.ending.get(step).map_or(&[][..], Vec::as_slice);
        let of_name = |step: &str| self.named.get(step).map_or(&[][..], Vec::as_slice);
        let all = of_segment(path.rsplit('/').next().unwrap_or(path));
        if self.has_slashes {
            return Cow::Borrowed(all);
        }
        let steps: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
        let count = |step: &str| of_segment(step).len() + of_name(step).len();
        let before_last = steps.iter().enumerate().rev().skip(1);
        let rarest = before_last.min_by_key(|(_, step)| count(step));
        let Some((place, rarest)) = rarest.filter(|(_, step)| count(step) < all.len()) else {
            return Cow::Borrowed(all);
        };
        let mut here = [of_segment(rarest), of_name(rarest)].concat();
        // A joint may be here by what it is called among siblings and by its name.
        here.sort_unstable();
        here.dedup();
        for step in steps.iter().skip(place + 1) {
            let below = here.iter().flat_map(|joint| &self.children[joint.index()]);
            let is_next = |joint: &JointIndex| {
                self.segments[joint.index()] == *step || self.skeleton.name(*joint) == *step
            };
            here = below.copied().filter(is_next).collect();
        }
        here.retain(|joint| Some(&self.segments[joint.index()][..]) == steps.last().copied());
        Cow::Owned(here)
    }

    /// How many joints are above that at the end of a path from a root; none where the path does not tell.
    fn depth_of(&self, path: &str) -> Option<usize> {
        let below_root = path.strip_prefix('/').filter(|_| !self.has_slashes)?;
        Some(below_root.matches('/').count())
    }

    /// The joint with a number, from 1, among all, if there are as many as is said.
    fn find_by_number(&self, number_of_all: &str) -> Option<JointIndex> {
        let (number, all) = number_of_all.split_once('/')?;
        let (number, all): (usize, usize) = (number.parse().ok()?, all.parse().ok()?);
        let is_here = all == self.skeleton.len();
        self.skeleton
            .joints()
            .nth(number.checked_sub(1)?)
            .filter(|_| is_here)
    }

    /// Whether the path, read from its end, is that of the joint and of those above it.
    fn leads_to(&self, address: &str, joint: JointIndex) -> bool {
        let mut rest = address;
        let mut joint = joint;
        loop {
            let Some(before) = self.before_segment(rest, joint) else {
                return false;
            };
            if before.is_empty() {
                return true;
            }
            let Some(before) = before.strip_suffix('/') else {
                return false;
            };
            match self.skeleton.parent(joint) {
                None => return before.is_empty(),
                Some(_) if before.is_empty() => return false,
                Some(parent) => (rest, joint) = (before, parent),
            }
        }
    }

    /// What stands before the joint's own name, or number, at the end of a path.
    fn before_segment<'t>(&self, path: &'t str, joint: JointIndex) -> Option<&'t str> {
        let name = self.skeleton.name(joint);
        path.strip_suffix(self.segments[joint.index()].as_str())
            .or_else(|| path.strip_suffix(name).filter(|_| !name.is_empty()))
    }
}

fn unique_match(mut joints: impl Iterator<Item = JointIndex>) -> AddressMatch {
    match (joints.next(), joints.next()) {
        (Some(joint), None) => AddressMatch::One(joint),
        (Some(_), Some(_)) => AddressMatch::Several,
        (None, _) => AddressMatch::None,
    }
}

/// What every joint is called among its siblings: its name if it has one that no sibling has, else its number from 1.
fn segments(skeleton: &Skeleton) -> Vec<String> {
    let mut same: HashMap<(Option<JointIndex>, &str), usize> = HashMap::new();
    for joint in skeleton.joints() {
        *same
            .entry((skeleton.parent(joint), skeleton.name(joint)))
            .or_default() += 1;
    }
    let mut children: HashMap<Option<JointIndex>, usize> = HashMap::new();
    let segment = |joint| {
        let (parent, name) = (skeleton.parent(joint), skeleton.name(joint));
        let number = children.entry(parent).or_default();
        *number += 1;
        let is_own = !name.is_empty() && same.get(&(parent, name)) == Some(&1);
        if is_own {
            name.to_owned()
        } else {
            format!("#{number}")
        }
    };
    skeleton.joints().map(segment).collect()
}

/// The joints right below each.
fn children(skeleton: &Skeleton) -> Vec<Vec<JointIndex>> {
    let mut children = vec![Vec::new(); skeleton.len()];
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent.index()].push(joint);
        }
    }
    children
}

/// How many joints are above each.
fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths = vec![0; skeleton.len()];
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint);
        depths[joint.index()] = above.map_or(0, |parent| depths[parent.index()] + 1);
    }
    depths
}

/// With how many steps each joint's path differs from the ends of all others' paths; none where [`MOST_STEPS`] do not
/// suffice.
///
/// The last k + 1 steps are the joint's own and the last k of its parent's, so joints are put into groups with the same
/// last steps, a step more at a time: 64 n at most.
fn fewest_steps(skeleton: &Skeleton, segments: &[String]) -> Vec<Option<usize>> {
    let mut fewest = vec![None; skeleton.len()];
    // Numbers in place of strings, so that paths are compared a pair of numbers at a time.
    let own = numbers(segments.iter().map(Some));
    let mut groups = own.clone();
    for steps in 1..=MOST_STEPS {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for group in groups.iter().flatten() {
            *counts.entry(*group).or_default() += 1;
        }
        for (fewest, group) in fewest.iter_mut().zip(&groups) {
            let is_alone = group.is_some_and(|group| counts[&group] == 1);
            if fewest.is_none() && is_alone {
                *fewest = Some(steps);
            }
        }
        let is_open =
            |(fewest, group): (&Option<_>, &Option<_>)| fewest.is_none() && group.is_some();
        if !fewest.iter().zip(&groups).any(is_open) {
            break;
        }
        groups = numbers(skeleton.joints().map(|joint| {
            let parent = skeleton.parent(joint)?;
            Some((own[joint.index()], groups[parent.index()]?))
        }));
    }
    fewest
}

/// A number for each, the same for what is equal.
fn numbers<T: Eq + Hash>(of: impl Iterator<Item = Option<T>>) -> Vec<Option<usize>> {
    let mut known = HashMap::new();
    let number = |of: Option<T>| {
        let next = known.len();
        of.map(|of| *known.entry(of).or_insert(next))
    };
    of.map(number).collect()
}
