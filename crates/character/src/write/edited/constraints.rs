//! What nodes follow: `VRMC_node_constraint`, as it is [read](crate::nodes::constraints).

use std::collections::{BTreeMap, BTreeSet};

use rig::{AimAxis, ConstraintKind, NodeConstraint, Skeleton};

use super::Writing;
use super::dropped::NewNumbers;
use super::keeping::number_at_last;
use crate::fault::extensions::NODE_CONSTRAINT;
use crate::json::tree::draft::{Draft, List, NewMembers, View, object};
use crate::model::character::Character;
use crate::model::constraint::KeyedConstraint;
use crate::nodes::constraints::axis_name;
use crate::write::options::SaveOptions;

/// Constraints by the keys of those that follow.
type ByDestination = BTreeMap<u32, KeyedConstraint>;

/// Whether the constraints that say what driven channels say stay as they came.
pub(super) fn leaves_driven(character: &Character, options: &SaveOptions) -> bool {
    let Some(asked) = &options.driven_constraints else {
        return true;
    };
    let read = &character.source.as_read;
    by_key(asked.iter().copied()) == by_destination(&read.rig.skeleton, &read.driven_constraints)
}

fn by_destination<'a>(
    skeleton: &Skeleton,
    constraints: impl IntoIterator<Item = &'a NodeConstraint>,
) -> ByDestination {
    let all = constraints.into_iter();
    by_key(all.filter_map(|own| KeyedConstraint::of(skeleton, own)))
}

fn by_key(constraints: impl IntoIterator<Item = KeyedConstraint>) -> ByDestination {
    let all = constraints.into_iter();
    all.map(|own| (own.destination, own)).collect()
}

impl<'a> Writing<'a, '_> {
    /// Writes the constraints that are others than were read; a node can have one. Those that were not read stay.
    pub(super) fn write_constraints(&mut self) {
        let (skeleton, read) = (&self.character.rig.skeleton, self.read);
        let mut wanted = match &self.options.driven_constraints {
            Some(asked) => by_key(asked.iter().copied()),
            None => by_destination(&read.rig.skeleton, &read.driven_constraints),
        };
        wanted.extend(by_destination(
            skeleton,
            self.character.constraints.constraints(),
        ));
        let joints = &self.nodes.by_key;
        wanted.retain(|key, own| joints.contains_key(key) && joints.contains_key(&own.source));
        let constraints = read.constraints.constraints().iter();
        let all = constraints.chain(&read.driven_constraints);
        let before = by_destination(&read.rig.skeleton, all);
        let keys: BTreeSet<u32> = wanted.keys().chain(before.keys()).copied().collect();
        if keys.is_empty() {
            return;
        }
        let numbers = self.numbers_at_last();
        let mut nodes = self.take("nodes");
        let mut is_changed = false;
        for key in keys {
            let change = ConstraintChange {
                key,
                now: wanted.get(&key),
                before: before.get(&key),
                numbers: numbers.as_ref(),
            };
            is_changed |= self.write_constraint(&mut nodes, &change);
        }
        if is_changed {
            let mut nodes = nodes.items().iter();
            let is_used = nodes.any(|node| constraint_of(node).is_some());
            self.name_extension(NODE_CONSTRAINT, is_used);
        }
        self.put("nodes", nodes);
    }

    /// Writes or takes off what one node follows, and says whether that is something else now.
    fn write_constraint(&mut self, nodes: &mut List<'a>, change: &ConstraintChange<'_>) -> bool {
        let joint = self.nodes.by_key.get(&change.key).copied();
        // The node of a joint that is gone may stay in the file.
        let number = match joint {
            Some(joint) => self.nodes.of(joint),
            None => usize::try_from(change.key).unwrap_or(usize::MAX),
        };
        let now = change.now.zip(joint).and_then(|(now, joint)| {
            let value = self.constraint_value(now, change.numbers);
            let is_pair = self.nodes.above.contains_key(&joint);
            let other = nodes.get(number).and_then(constraint_of);
            let is_free = other.is_none() || change.before.is_some();
            let value = value.filter(|_| !is_pair && is_free);
            if value.is_none() {
                let name = self.character.rig.skeleton.name(joint);
                self.report.unconstrained.push(name.to_owned());
            }
            value
        });
        if now.is_some() && change.now == change.before {
            return false;
        }
        let Some(node) = nodes.get_mut(number) else {
            return false;
        };
        match now {
            Some(value) => set_constraint(node, value),
            None if change.before.is_some() => remove_constraint(node),
            None => return false,
        }
        true
    }

    /// The member `constraint`; none where the node that is followed is two in the file.
    fn constraint_value(
        &self,
        constraint: &KeyedConstraint,
        numbers: Option<&NewNumbers>,
    ) -> Option<Draft<'a>> {
        let source = *self.nodes.by_key.get(&constraint.source)?;
        let is_pair = self.nodes.above.contains_key(&source);
        let number = number_at_last(numbers, self.nodes.of(source));
        let mut members: NewMembers<'a> = vec![("source", number.filter(|_| !is_pair)?.into())];
        let kind = match constraint.kind {
            ConstraintKind::Rotation => "rotation",
            ConstraintKind::Roll(axis) => {
                members.push(("rollAxis", axis_name(axis).into()));
                "roll"
            }
            ConstraintKind::Aim(AimAxis { axis, negative }) => {
                let way = if negative { "Negative" } else { "Positive" };
                let name = format!("{way}{}", axis_name(axis));
                members.push(("aimAxis", name.as_str().into()));
                "aim"
            }
        };
        members.push(("weight", constraint.weight.into()));
        Some(object([(kind, Draft::from(members))]))
    }

    /// Has the file name an extension, or not.
    pub(super) fn name_extension(&mut self, extension: &str, is_used: bool) {
        let names = match is_used {
            true => &["extensionsUsed"][..],
            false => &["extensionsUsed", "extensionsRequired"],
        };
        for name in names {
            let mut list = self.take(name);
            let is_ours = |own: &Draft<'_>| own.view().as_str() == Some(extension);
            let is_there = list
                .items()
                .iter()
                .any(|own| own.as_str() == Some(extension));
            match (is_used, is_there) {
                (true, false) => list.push(extension.into()),
                (false, true) => {
                    list = list.into_elements().filter(|own| !is_ours(own)).collect();
                }
                (true, true) | (false, false) => continue,
            }
            self.put(name, list);
        }
    }
}

/// What a node follows now, and what it followed in the file.
struct ConstraintChange<'a> {
    key: u32,
    now: Option<&'a KeyedConstraint>,
    before: Option<&'a KeyedConstraint>,
    /// The numbers that nodes have in the end.
    numbers: Option<&'a NewNumbers>,
}

fn constraint_of(node: View<'_>) -> Option<View<'_>> {
    node.get("extensions")?.get(NODE_CONSTRAINT)
}

fn set_constraint<'a>(node: &mut Draft<'a>, constraint: Draft<'a>) {
    let none = || Draft::from(NewMembers::new());
    let came = node.member("extensions").filter(Draft::is_object);
    let mut extensions = came.unwrap_or_else(none);
    let came = extensions.member(NODE_CONSTRAINT).filter(Draft::is_object);
    let mut own = came.unwrap_or_else(none);
    if own.get("specVersion").is_none() {
        own.set("specVersion", "1.0");
    }
    own.set("constraint", constraint);
    extensions.set(NODE_CONSTRAINT, own);
    node.set("extensions", extensions);
}

fn remove_constraint(node: &mut Draft<'_>) {
    let Some(extensions) = node.member_mut("extensions") else {
        return;
    };
    extensions.remove(NODE_CONSTRAINT);
    if extensions.view().is_empty_object() {
        node.remove("extensions");
    }
}
