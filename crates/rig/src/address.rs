//! How a joint is called in a file that outlives its skeleton: by name where that is unique, else by a path.

use crate::{JointIndex, Skeleton};
use std::collections::HashMap;

/// The names by which the joints of one skeleton are found, and those by which they are written.
///
/// | the joint | its address |
/// |---|---|
/// | has a name that no other has | `hand.L` |
/// | shares its name | as much of the path as makes it unique: `arm.L/hand`, `shoulder/arm.L/hand` |
/// | is a root, and deeper joints are called the same | `/hips` |
/// | has no name, or a sibling has the same | its number among its parent's children, from 1: `hand.L/#2`, `/#1` |
///
/// A name goes before a path, so names with a slash in them are found too.
///
/// # Examples
///
/// ```
/// use rig::{Addresses, Found, LocalTransform, SkeletonBuilder, SkeletonError};
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
/// assert_eq!(addresses.find("arm.R/hand"), Found::One(right));
/// assert_eq!(addresses.find("hand"), Found::Several);
/// assert_eq!(addresses.find("foot"), Found::None);
/// # Ok::<(), SkeletonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Addresses<'a> {
    skeleton: &'a Skeleton,
    /// Joints by name.
    named: HashMap<&'a str, Vec<JointIndex>>,
    /// Joints by what stands after the last slash of their address.
    ending: HashMap<String, Vec<JointIndex>>,
    /// What a joint is called among its siblings.
    segments: Vec<String>,
}

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This joint.
    One(JointIndex),
    /// More than one joint.
    Several,
    /// No joint.
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
            let last = segment.rsplit('/').next().unwrap_or(segment);
            ending.entry(last.to_owned()).or_default().push(joint);
        }
        Self {
            skeleton,
            named,
            ending,
            segments,
        }
    }

    /// The shortest address that leads to the joint.
    ///
    /// Names that imitate paths can leave a joint without one; the whole path is given then, and leads elsewhere.
    ///
    /// # Panics
    ///
    /// If the joint is of a larger skeleton.
    #[must_use]
    pub fn of(&self, joint: JointIndex) -> String {
        let name = self.skeleton.name(joint);
        if self.find(name) == Found::One(joint) {
            return name.to_owned();
        }
        let mut address = self.segments[joint.index()].clone();
        let mut above = self.skeleton.parent(joint);
        while let Some(parent) = above {
            address = format!("{}/{address}", self.segments[parent.index()]);
            if self.find(&address) == Found::One(joint) {
                return address;
            }
            above = self.skeleton.parent(parent);
        }
        format!("/{address}")
    }

    /// The joint at an address.
    #[must_use]
    pub fn find(&self, address: &str) -> Found {
        if let Some(joints) = self.named.get(address) {
            return found(joints.iter().copied());
        }
        // A lone number would be a joint of every parent.
        if !address.contains('/') {
            return Found::None;
        }
        let last = address.rsplit('/').next().unwrap_or(address);
        let candidates = self.ending.get(last).map_or(&[][..], Vec::as_slice);
        let fits = |joint: &JointIndex| self.leads_to(address, *joint);
        found(candidates.iter().copied().filter(fits))
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

fn found(mut joints: impl Iterator<Item = JointIndex>) -> Found {
    match (joints.next(), joints.next()) {
        (Some(joint), None) => Found::One(joint),
        (Some(_), Some(_)) => Found::Several,
        (None, _) => Found::None,
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
