//! New names for many joints: search and replace, and partners renamed together.

use std::collections::HashMap;

use rig::{JointIndex, NamePatterns, Skeleton};

use crate::state::weight_operations::weight_request::WhichJoints;

/// The choices of *Replace in names*; kept while the window is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplaceChoice {
    /// The text to look for; upper and lower case differ.
    pub find: String,
    /// What takes its place.
    pub replace: String,
    /// The joints whose names change.
    pub joints: WhichJoints,
}

/// New names, and what speaks against them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewNames {
    /// The joints whose names change, each with its new one.
    pub names: Vec<(JointIndex, String)>,
    /// New names that another joint would have too.
    pub taken: Vec<String>,
    /// Joints that would have no name.
    pub empty: Vec<String>,
}

impl NewNames {
    /// Whether these names can be given.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !self.names.is_empty() && self.taken.is_empty() && self.empty.is_empty()
    }

    /// What search and replace makes of the names of a skeleton.
    #[must_use]
    pub fn from_replacement(
        skeleton: &Skeleton,
        selected: &[JointIndex],
        choice: &ReplaceChoice,
    ) -> Self {
        if choice.find.is_empty() {
            return Self::default();
        }
        let renamed = |joint: JointIndex| {
            let old = skeleton.name(joint);
            let new = old.replace(&choice.find, &choice.replace);
            let new = new.trim().to_owned();
            let is_meant = choice.joints == WhichJoints::All || selected.contains(&joint);
            let is_found = is_meant && old.contains(&choice.find) && new != old;
            is_found.then_some((joint, new))
        };
        let names = skeleton.joints().filter_map(renamed).collect();
        Self::from_names(skeleton, names)
    }

    /// Another name for a joint and, by the marks of the sides, for its partner. Nothing for the partner if there is none, or if
    /// the new name has no side.
    #[must_use]
    pub fn of_pair(
        skeleton: &Skeleton,
        joint: JointIndex,
        name: &str,
        patterns: &NamePatterns,
    ) -> Vec<(JointIndex, String)> {
        let mut names = vec![(joint, name.to_owned())];
        let partner = partner_by_name(skeleton, joint, patterns);
        names.extend(partner.zip(patterns.mirror_name(name)));
        names
    }

    /// These names, each for its joint, and what speaks against them.
    #[must_use]
    pub fn from_names(skeleton: &Skeleton, names: Vec<(JointIndex, String)>) -> Self {
        let new: HashMap<JointIndex, &str> = names
            .iter()
            .map(|(joint, name)| (*joint, name.as_str()))
            .collect();
        // With the new names in place: a name that another joint gives up is free.
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for joint in skeleton.joints() {
            let name = new.get(&joint).copied();
            *counts
                .entry(name.unwrap_or_else(|| skeleton.name(joint)))
                .or_default() += 1;
        }
        let is_twice = |name: &&String| counts.get(name.as_str()).is_some_and(|count| *count > 1);
        let given = names.iter().map(|(_, name)| name);
        let mut taken: Vec<String> = given.filter(is_twice).cloned().collect();
        taken.retain(|name| !name.is_empty());
        taken.sort();
        taken.dedup();
        let unnamed = names.iter().filter(|(_, name)| name.is_empty());
        let empty = unnamed.map(|(joint, _)| skeleton.name(*joint).to_owned());
        Self {
            empty: empty.collect(),
            taken,
            names,
        }
    }
}

/// The joint of the other side, by its name alone.
#[must_use]
pub fn partner_by_name(
    skeleton: &Skeleton,
    joint: JointIndex,
    patterns: &NamePatterns,
) -> Option<JointIndex> {
    if joint.index() >= skeleton.len() {
        return None;
    }
    let other = patterns.mirror_name(skeleton.name(joint))?;
    skeleton.find(&other).filter(|&other| other != joint)
}
