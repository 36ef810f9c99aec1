//! The rows of the sheet: all keys, a row for each joint that has some, and under it one for each of its channels.

use std::collections::BTreeSet;

use character::Character;
use rig::{Axis, Clip, JointChannel, JointIndex, Skeleton, Target};
use scene::names::{joint_name, morph_name};

/// What a row shows the keys of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowOf {
    /// All keys of the clip.
    All,
    /// All channels of a joint.
    Joint(JointIndex),
    /// All morph weights of the character.
    Morphs,
    /// One channel of a joint, or one morph weight.
    Track(Target),
}

impl RowOf {
    /// Whether the keys of a target stand in the row.
    #[must_use]
    pub fn shows(self, target: Target) -> bool {
        match (self, target) {
            (Self::All, _) | (Self::Morphs, Target::Morph(_)) => true,
            (Self::Joint(joint), Target::Joint(other, _)) => joint == other,
            (Self::Track(one), other) => one == other,
            (Self::Joint(_), Target::Morph(_)) | (Self::Morphs, Target::Joint(..)) => false,
        }
    }
}

impl RowOf {
    /// The same row of another version of the character; none if the joint is gone.
    #[must_use]
    pub fn map_joint(self, of: impl Fn(JointIndex) -> Option<JointIndex>) -> Option<Self> {
        Some(match self {
            Self::Joint(joint) => Self::Joint(of(joint)?),
            Self::Track(Target::Joint(joint, channel)) => {
                Self::Track(Target::Joint(of(joint)?, channel))
            }
            Self::All | Self::Morphs | Self::Track(Target::Morph(_)) => self,
        })
    }
}

/// A row in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it shows the keys of.
    pub of: RowOf,
    /// Levels of indentation; 0 at the left edge.
    pub depth: usize,
    /// Whether its channels are shown under it; none for a row without any.
    pub is_open: Option<bool>,
}

/// Which rows are wanted.
#[derive(Clone, Copy, Debug)]
pub struct RowFilter<'a> {
    /// Words of names; all rows if there are none.
    pub search: &'a str,
    /// Only these joints; all if none.
    pub only: Option<&'a [JointIndex]>,
    /// The rows whose channels are shown.
    pub open: &'a BTreeSet<RowOf>,
    /// What has poses that are not keyed: shown although it may have no keys.
    pub unkeyed: &'a BTreeSet<Target>,
}

impl RowFilter<'_> {
    /// Whether joints may be left out: the row of all keys stands for those that are shown then.
    #[must_use]
    pub fn is_narrowed(&self) -> bool {
        self.only.is_some() || !self.search.trim().is_empty()
    }
}

/// Joints are indented no deeper than this, however long a chain is.
const DEEPEST: usize = 8;

/// The rows of a clip from top to bottom: joints in the order of the skeleton, indented below those they hang from.
#[must_use]
pub fn rows(character: &Character, clip: &Clip, wanted: RowFilter<'_>) -> Vec<Row> {
    let skeleton = &character.rig.skeleton;
    let targets: BTreeSet<Target> = clip
        .keyed_targets()
        .chain(wanted.unkeyed.iter().copied())
        .collect();
    let joint_of = |target: &Target| match target {
        Target::Joint(joint, _) => Some(*joint),
        Target::Morph(_) => None,
    };
    let joints: BTreeSet<JointIndex> = targets.iter().filter_map(joint_of).collect();
    let words: Vec<String> = wanted
        .search
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let found = |name: &str| {
        let name = name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    let mut rows = Vec::new();
    for joint in joints.iter().copied() {
        let is_wanted = joint.index() < skeleton.len()
            && wanted.only.is_none_or(|only| only.contains(&joint))
            && found(&joint_name(skeleton, joint));
        if is_wanted {
            let depth = depth(skeleton, joint, &joints);
            let first = Target::Joint(joint, JointChannel::ALL[0]);
            // Targets are sorted by joint, then by channel: those of a joint lie together.
            let own = targets.range(first..).copied();
            let own = own.take_while(|target| joint_of(target) == Some(joint));
            add(&mut rows, (RowOf::Joint(joint), depth), own, wanted.open);
        }
    }
    let morphs: Vec<Target> = targets
        .iter()
        .copied()
        .filter(|target| {
            matches!(target, Target::Morph(_))
                && (found(&track_name(character, *target)) || found(MORPHS))
        })
        .collect();
    if !morphs.is_empty() && wanted.only.is_none() {
        add(
            &mut rows,
            (RowOf::Morphs, 0),
            morphs.into_iter(),
            wanted.open,
        );
    }
    let all = Row {
        of: RowOf::All,
        depth: 0,
        is_open: None,
    };
    if !targets.is_empty() {
        rows.insert(0, all);
    }
    rows
}

const MORPHS: &str = "Morph targets";

fn add(
    rows: &mut Vec<Row>,
    (of, depth): (RowOf, usize),
    targets: impl Iterator<Item = Target>,
    open: &BTreeSet<RowOf>,
) {
    let is_open = open.contains(&of);
    rows.push(Row {
        of,
        depth,
        is_open: Some(is_open),
    });
    if is_open {
        rows.extend(targets.map(|target| Row {
            of: RowOf::Track(target),
            depth: depth + 1,
            is_open: None,
        }));
    }
}

/// The number of joints above that have rows.
fn depth(skeleton: &Skeleton, joint: JointIndex, shown: &BTreeSet<JointIndex>) -> usize {
    let above = std::iter::successors(skeleton.parent(joint), |&above| skeleton.parent(above));
    above
        .filter(|above| shown.contains(above))
        .count()
        .min(DEEPEST)
}

/// The targets whose keys a row shows.
pub fn targets_of(clip: &Clip, row: RowOf) -> impl Iterator<Item = Target> + '_ {
    clip.keyed_targets()
        .filter(move |target| row.shows(*target))
}

/// What stands at the left of a row.
#[must_use]
pub fn row_name(character: &Character, row: RowOf) -> String {
    match row {
        RowOf::All => "All keys".to_owned(),
        RowOf::Joint(joint) => joint_name(&character.rig.skeleton, joint),
        RowOf::Morphs => MORPHS.to_owned(),
        RowOf::Track(target) => track_name(character, target),
    }
}

/// Name of a channel of a joint, or of a morph target.
#[must_use]
pub fn track_name(character: &Character, target: Target) -> String {
    match target {
        Target::Joint(_, channel) => channel_name(channel).to_owned(),
        Target::Morph(weight) => morph_name(character, weight),
    }
}

/// Name of a channel.
#[must_use]
pub const fn channel_name(channel: JointChannel) -> &'static str {
    match channel {
        JointChannel::Translation => "Translation",
        JointChannel::Rotation => "Rotation",
        JointChannel::Angle(Axis::X) => "Rotation X",
        JointChannel::Angle(Axis::Y) => "Rotation Y",
        JointChannel::Angle(Axis::Z) => "Rotation Z",
        JointChannel::Scale => "Scale",
        JointChannel::Shear => "Shear",
    }
}
