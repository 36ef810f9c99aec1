//! How many poses a character is worth, and which of them are taken at once.

use std::collections::HashSet;

use character::Character;
use rig::{DrivenSet, JointIndex};

use super::concerned::ConcernedJoints;
use super::motion::{Movement, PosePlan, PoseSource};
use crate::pose::placed::placed_primitives;
use crate::surface::combined_surface::CombinedSurface;

/// Most times that a character is posed.
pub const MOST_POSES: usize = 4096;
/// Most vertices that are looked at over all poses and placements: a large character is posed less often. Joints and placements count as
/// so many vertices as they take time.
pub const MOST_WORK: usize = 1 << 24;
/// Times that a character is posed in any case, if it has so many poses.
pub const LEAST_POSES: usize = 24;
/// What a joint takes in a pose, in vertices.
pub const JOINT_WORK: usize = 16;
/// What a placed primitive takes in a pose beside its own vertices, in vertices.
pub const PLACEMENT_WORK: usize = 256;

/// Takes as many of the moments and movements as are affordable, movements of joints far from one another at once.
///
/// Movements get at least half of what is affordable if there are so many, and moments the rest, evenly.
pub(super) fn plan_poses(
    character: &Character,
    moments: Vec<PoseSource>,
    movements: &[Movement],
    driven: &DrivenSet,
) -> PosePlan {
    let all = moments.len() + movements.len();
    let affordable = affordable(character);
    let for_moments = moments.len().min(affordable / 2);
    let merged = batch_movements(character, movements, driven, affordable - for_moments);
    let left = (affordable - merged.len()).max(1);
    let step = moments.len().div_ceil(left).max(1);
    let mut motion = PosePlan::each_alone(moments.into_iter().step_by(step).collect());
    for batch in merged {
        let first = motion.sources.len();
        motion.batches.push((first..first + batch.len()).collect());
        motion
            .sources
            .extend(batch.into_iter().map(PoseSource::Turned));
    }
    motion.all = all;
    motion.driven = driven.clone();
    motion
}

/// How often a character may be posed.
fn affordable(character: &Character) -> usize {
    let mut work = 1 + JOINT_WORK * character.rig.skeleton.len();
    for placed in placed_primitives(character) {
        let own = PLACEMENT_WORK.saturating_add(placed.primitive.positions.len());
        work = work.saturating_add(own);
    }
    (MOST_WORK / work).clamp(LEAST_POSES, MOST_POSES)
}

/// Movements that are posed at once.
#[derive(Default)]
struct Batch {
    movements: Vec<Movement>,
    /// Joints of which none more may be turned.
    taken: HashSet<JointIndex>,
}

/// Movements in at most so many batches, each in the first where it concerns no vertex that another one of it concerns; those that come
/// last and find no place are left out.
fn batch_movements(
    character: &Character,
    movements: &[Movement],
    driven: &DrivenSet,
    most: usize,
) -> Vec<Vec<Movement>> {
    if movements.is_empty() {
        return Vec::new();
    }
    let concerned = ConcernedJoints::new(character, &CombinedSurface::of(character));
    let neighbors = concerned.neighbors(character.rig.skeleton.len());
    let mut batches: Vec<Batch> = Vec::new();
    // Where the first batch with room is for a joint: those before it are taken for good.
    let mut from = vec![0; character.rig.skeleton.len()];
    for movement in movements {
        let moved = movement.moved_joints(driven);
        let joints = || moved.iter().copied();
        let mut near: Vec<JointIndex> = moved.clone();
        // A morph target moves vertices wherever it has them.
        let mut channels = driven.channels().iter();
        let has_morph = channels.any(|channel| {
            channel.target.morph().is_some() && moved.contains(&channel.driver.joint)
        });
        let all = !has_morph && joints().all(|joint| neighbors.add_to(&mut near, joint));
        let first = joints().filter_map(|joint| from.get(joint.index()).copied());
        let first = first.max().unwrap_or(0);
        let fits = |batch: &Batch| all && joints().all(|joint| !batch.taken.contains(&joint));
        let found = match all {
            true => batches.iter().skip(first).position(fits),
            false => None,
        };
        let place = match found {
            Some(place) => first + place,
            None if batches.len() < most => {
                batches.push(Batch::default());
                batches.len() - 1
            }
            None => continue,
        };
        if let Some(batch) = batches.get_mut(place) {
            batch.movements.push(*movement);
            match all {
                true => batch.taken.extend(near),
                // One that concerns nearly everything has a pose of its own.
                false => batch.taken.extend(character.rig.skeleton.joints()),
            }
        }
        if movement.above.is_none()
            && let Some(from) = from.get_mut(movement.turn.joint.index())
        {
            *from = place + 1;
        }
    }
    batches.into_iter().map(|batch| batch.movements).collect()
}
