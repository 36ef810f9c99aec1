//! In which order joints are turned that turn each other.

use super::channel::Named;
use crate::{DrivenError, JointIndex, Skeleton};

/// The most names of a ring that are told.
const MOST_NAMES: usize = 8;

/// What one joint does hangs on how another is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependency {
    /// The joint that is to be turned first.
    pub(super) first: JointIndex,
    /// The joint that follows.
    pub(super) then: JointIndex,
}

/// One thing waits for another one, by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    /// What comes first.
    pub(super) first: usize,
    /// What follows.
    pub(super) then: usize,
}

/// For each joint how many joints in a row have to be turned before it, at most. All joints are of the skeleton.
///
/// # Errors
///
/// Joints that wait for each other in a ring.
pub(super) fn depths(
    skeleton: &Skeleton,
    dependencies: &[Dependency],
) -> Result<Vec<usize>, DrivenError> {
    let waits = dependencies.iter().map(|own| Waits {
        first: own.first.index(),
        then: own.then.index(),
    });
    let waits: Vec<Waits> = waits.collect();
    levels(skeleton.len(), &waits).map_err(|ring| {
        let joints = skeleton.joints().collect::<Vec<_>>();
        let joints = ring.iter().filter_map(|&place| joints.get(place).copied());
        ring_error(skeleton, joints.collect())
    })
}

/// For each of so many things how many in a row come before it, at most; or a ring of some that wait for each other, each for the one
/// before it and the first for the last.
pub(super) fn levels(count: usize, waits: &[Waits]) -> Result<Vec<usize>, Vec<usize>> {
    let mut following: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut awaited = vec![0_usize; count];
    for Waits { first, then } in waits {
        if let (Some(following), Some(awaited)) =
            (following.get_mut(*first), awaited.get_mut(*then))
        {
            following.push(*then);
            *awaited += 1;
        }
    }
    let mut levels = vec![0_usize; count];
    let free = awaited.iter().enumerate().filter(|(_, count)| **count == 0);
    let mut ready: Vec<usize> = free.map(|(own, _)| own).collect();
    while let Some(own) = ready.pop() {
        let after = levels.get(own).map_or(0, |level| level + 1);
        for &then in following.get(own).into_iter().flatten() {
            if let (Some(level), Some(count)) = (levels.get_mut(then), awaited.get_mut(then)) {
                *level = after.max(*level);
                *count -= 1;
                ready.extend((*count == 0).then_some(then));
            }
        }
    }
    match awaited.iter().any(|count| *count > 0) {
        true => Err(ring(waits, &awaited)),
        false => Ok(levels),
    }
}

/// One ring among the things that still wait: back from any of them to one that it waits for, until one comes again.
fn ring(waits: &[Waits], awaited: &[usize]) -> Vec<usize> {
    let is_left = |own: usize| awaited.get(own).is_some_and(|count| *count > 0);
    let mut before: Vec<Option<usize>> = vec![None; awaited.len()];
    for Waits { first, then } in waits {
        if let Some(before) = before.get_mut(*then).filter(|_| is_left(*first)) {
            *before = Some(*first);
        }
    }
    let back = |own: usize| before.get(own).copied().flatten();
    let mut seen = vec![false; awaited.len()];
    let mut start = (0..awaited.len()).find(|own| is_left(*own));
    while let Some(own) = start {
        match seen.get_mut(own) {
            Some(seen) if !*seen => *seen = true,
            _ => break,
        }
        start = back(own);
    }
    // Where the walk came again, the ring begins; it was walked against the way of the waits.
    let walk = std::iter::successors(start, |own| back(*own).filter(|next| Some(*next) != start));
    let mut found: Vec<usize> = walk.collect();
    found.reverse();
    found
}

/// What is told of a ring: each joint drives the next, and the last the first. One that stands there several times in a row is told once.
pub(super) fn ring_error(skeleton: &Skeleton, ring: Vec<JointIndex>) -> DrivenError {
    let mut ring = ring;
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let names = ring.iter().map(|joint| Named(skeleton, *joint).to_string());
    let joints: Vec<String> = names.collect();
    let told: Vec<&str> = joints.iter().take(MOST_NAMES).map(String::as_str).collect();
    let left = joints.len().saturating_sub(MOST_NAMES);
    let more = match left {
        0 => String::new(),
        left => format!(" and {left} more"),
    };
    let ring = match told.as_slice() {
        [alone] => format!("{alone} drives itself"),
        told => {
            let first = told.first().copied().unwrap_or_default();
            format!("{}{more} drives {first}", told.join(" drives "))
        }
    };
    DrivenError::Cycle { joints, ring }
}
