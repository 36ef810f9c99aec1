//! Which constraints wait for which.

use super::order::{Waits, levels, ring_error};
use crate::{ConstraintKind, DrivenError, JointIndex, NodeConstraint, Skeleton};

/// For each constraint a number that is above those of all that it waits for.
///
/// It waits for all that turns its source and the joints above that, though a rotation in a parent does not hang on these: programs do, and
/// load no file in which one of them is the destination. One that aims waits for what turns the joints above its own too.
///
/// # Errors
///
/// Constraints that wait for each other in a ring. All joints are of the skeleton, and no two constraints have one destination.
pub(super) fn ranks(
    constraints: &[NodeConstraint],
    skeleton: &Skeleton,
) -> Result<Vec<usize>, DrivenError> {
    let nearest = nearest(constraints, skeleton);
    let carried = |joint: Option<JointIndex>| {
        let place = nearest.get(joint?.index()).copied().flatten()?;
        Some(stands(place))
    };
    let mut waits = Vec::new();
    for (place, own) in constraints.iter().enumerate() {
        let above = carried(skeleton.parent(own.destination));
        let mut wait = |first: Option<usize>, then: usize| {
            waits.extend(first.map(|first| Waits { first, then }));
        };
        wait(Some(turned(place)), stands(place));
        wait(above, stands(place));
        wait(carried(Some(own.source)), turned(place));
        match own.kind {
            ConstraintKind::Aim(_) => wait(above, turned(place)),
            ConstraintKind::Rotation | ConstraintKind::Roll(_) => {}
        }
    }
    let found = levels(2 * constraints.len(), &waits).map_err(|ring| {
        let joints = ring.iter().filter_map(|thing| constraints.get(thing / 2));
        ring_error(skeleton, joints.map(|own| own.destination).collect())
    })?;
    Ok(found.into_iter().step_by(2).collect())
}

// Two things wait by constraint, so that a joint far down has no list of all that carries it.

/// The joint is turned.
const fn turned(place: usize) -> usize {
    2 * place
}

/// The joint is turned, and all above it is too.
const fn stands(place: usize) -> usize {
    2 * place + 1
}

/// By joint the constraint of itself, or else of the nearest one above it that has one.
fn nearest(constraints: &[NodeConstraint], skeleton: &Skeleton) -> Vec<Option<usize>> {
    let mut nearest: Vec<Option<usize>> = vec![None; skeleton.len()];
    for (place, constraint) in constraints.iter().enumerate() {
        if let Some(own) = nearest.get_mut(constraint.destination.index()) {
            *own = Some(place);
        }
    }
    // Parents come first.
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint);
        let above = above.and_then(|above| nearest.get(above.index()).copied().flatten());
        if let Some(own) = nearest.get_mut(joint.index()) {
            *own = own.or(above);
        }
    }
    nearest
}
