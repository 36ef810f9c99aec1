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

/// For each joint how many joints in a row have to be turned before it, at most. All joints are of the skeleton.
///
/// # Errors
///
/// Joints that wait for each other in a ring.
pub(super) fn depths(
    skeleton: &Skeleton,
    dependencies: &[Dependency],
) -> Result<Vec<usize>, DrivenError> {
    let joints = skeleton.len();
    let mut following: Vec<Vec<usize>> = vec![Vec::new(); joints];
    let mut awaited = vec![0_usize; joints];
    for Dependency { first, then } in dependencies {
        if let (Some(following), Some(awaited)) = (
            following.get_mut(first.index()),
            awaited.get_mut(then.index()),
        ) {
            following.push(then.index());
            *awaited += 1;
        }
    }
    let mut depths = vec![0_usize; joints];
    let free = awaited.iter().enumerate().filter(|(_, count)| **count == 0);
    let mut ready: Vec<usize> = free.map(|(joint, _)| joint).collect();
    while let Some(joint) = ready.pop() {
        let after = depths.get(joint).map_or(0, |depth| depth + 1);
        for &then in following.get(joint).into_iter().flatten() {
            if let (Some(depth), Some(count)) = (depths.get_mut(then), awaited.get_mut(then)) {
                *depth = after.max(*depth);
                *count -= 1;
                ready.extend((*count == 0).then_some(then));
            }
        }
    }
    match awaited.iter().any(|count| *count > 0) {
        true => Err(ring(skeleton, dependencies, &awaited)),
        false => Ok(depths),
    }
}

/// One ring among the joints that still wait: back from any of them to one that it waits for, until one comes again.
fn ring(skeleton: &Skeleton, dependencies: &[Dependency], awaited: &[usize]) -> DrivenError {
    let waits = |joint: JointIndex| awaited.get(joint.index()).is_some_and(|count| *count > 0);
    let mut before: Vec<Option<JointIndex>> = vec![None; awaited.len()];
    for Dependency { first, then } in dependencies {
        if let Some(before) = before.get_mut(then.index()).filter(|_| waits(*first)) {
            *before = Some(*first);
        }
    }
    let back = |joint: JointIndex| before.get(joint.index()).copied().flatten();
    let mut seen = vec![false; awaited.len()];
    let mut joint = skeleton.joints().find(|joint| waits(*joint));
    while let Some(own) = joint {
        match seen.get_mut(own.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => break,
        }
        joint = back(own);
    }
    // Where the walk came again, the ring begins; it was walked against the way of the channels.
    let start = joint;
    let walk = std::iter::successors(start, |own| back(*own).filter(|next| Some(*next) != start));
    let mut joints: Vec<String> = walk.map(|own| Named(skeleton, own).to_string()).collect();
    joints.reverse();
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
