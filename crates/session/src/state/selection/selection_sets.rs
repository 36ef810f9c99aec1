//! Selections of joints that are kept under names. Joints are kept by name too, so that sets outlive edits of the skeleton
//! and fit other files with the same names.

use std::collections::{BTreeMap, BTreeSet};

use rig::{JointIndex, Skeleton};
use scene::names::joint_name;
use serde::{Deserialize, Serialize};

/// A selection with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionSet {
    /// The name of the set.
    pub name: String,
    /// The names of the joints, the active one last.
    pub joints: Vec<String>,
}

/// All sets of a character; neither saved with the document nor undone, but kept in projects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectionSets {
    all: Vec<SelectionSet>,
    /// The set that was saved or recalled last.
    current: Option<usize>,
}

/// What can be done with sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetIntent {
    /// Keeps the selection under a name; a set of that name is replaced.
    Save(String),
    /// Selects the joints of a set.
    Recall(usize),
    /// Replaces the joints of a set by the selection.
    Update(usize),
    /// Deletes a set; the joints stay.
    Delete(usize),
}

impl SelectionSets {
    /// Sets as a project has them; of several of one name the last.
    #[must_use]
    pub fn new(sets: Vec<SelectionSet>) -> Self {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut all: Vec<SelectionSet> = Vec::new();
        for set in sets {
            let place = *places.entry(set.name.clone()).or_insert(all.len());
            match all.get_mut(place) {
                Some(slot) => *slot = set,
                None => all.push(set),
            }
        }
        Self { all, current: None }
    }

    /// All sets, in the order in which they were saved.
    #[must_use]
    pub fn all(&self) -> &[SelectionSet] {
        &self.all
    }

    /// The set that was saved or recalled last, by its index.
    #[must_use]
    pub const fn current(&self) -> Option<usize> {
        self.current
    }

    /// The set after the one that was recalled last, by its index.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let next = self.current.map_or(0, |current| current + 1);
        (!self.all.is_empty()).then(|| next % self.all.len())
    }

    /// A name that no set has yet.
    #[must_use]
    pub fn free_name(&self) -> String {
        let names: BTreeSet<&str> = self.all.iter().map(|set| set.name.as_str()).collect();
        // One more number than there are sets: one of them is free.
        let mut free = (1..=self.all.len() + 1).map(|number| format!("Set {number}"));
        let free = free.find(|name| !names.contains(name.as_str()));
        free.unwrap_or_default()
    }

    /// Adds a set, or replaces the one of its name.
    pub fn put(&mut self, set: SelectionSet) {
        let known = self.all.iter().position(|other| other.name == set.name);
        match known.and_then(|place| self.all.get_mut(place)) {
            Some(slot) => *slot = set,
            None => self.all.push(set),
        }
        self.current = known.or_else(|| self.all.len().checked_sub(1));
    }

    /// Makes a set the current one, and gives it.
    pub fn take(&mut self, place: usize) -> Option<&SelectionSet> {
        let set = self.all.get(place)?;
        self.current = Some(place);
        Some(set)
    }

    /// Deletes a set, and gives it.
    pub fn delete(&mut self, place: usize) -> Option<SelectionSet> {
        let gone = (place < self.all.len()).then(|| self.all.remove(place));
        self.current = match self.current {
            Some(current) if current == place => None,
            Some(current) if current > place => Some(current - 1),
            current => current,
        };
        gone
    }

    /// Keeps the joints of sets after a change of the skeleton: renamed ones stay in them.
    pub fn follow(
        &mut self,
        (before, now): (&Skeleton, &Skeleton),
        mapped: impl Fn(JointIndex) -> Option<JointIndex>,
    ) {
        if self.all.is_empty() {
            return;
        }
        let renamed = before.joints().filter_map(|joint| {
            let (old, new) = (joint_name(before, joint), joint_name(now, mapped(joint)?));
            (old != new).then_some((old, new))
        });
        let renamed: BTreeMap<String, String> = renamed.collect();
        for name in self.all.iter_mut().flat_map(|set| &mut set.joints) {
            if let Some(new) = renamed.get(name) {
                name.clone_from(new);
            }
        }
    }
}

impl SelectionSet {
    /// The selected joints under a name.
    #[must_use]
    pub fn of(name: String, skeleton: &Skeleton, joints: &[JointIndex]) -> Self {
        let there = joints.iter().filter(|joint| joint.index() < skeleton.len());
        Self {
            name,
            joints: there.map(|&joint| joint_name(skeleton, joint)).collect(),
        }
    }

    /// Its joints in a skeleton, and how many are not there.
    #[must_use]
    pub fn find_joints(&self, skeleton: &Skeleton) -> (Vec<JointIndex>, usize) {
        let (mut found, mut missing) = (Vec::new(), 0);
        for name in &self.joints {
            let before = found.len();
            found.extend(
                skeleton
                    .joints()
                    .filter(|&joint| joint_name(skeleton, joint) == *name),
            );
            missing += usize::from(found.len() == before);
        }
        (found, missing)
    }
}
