//! What a skin does over many poses: where it loses volume, stretches, has wrong normals, turns beyond its signs, and differs between
//! methods, with the worst places of each.

mod concerned;
mod ground;
mod limited_turns;
mod motion;
mod plan;
mod poke_through;
mod tally;

use std::sync::{Arc, Mutex, PoisonError};

use character::Character;
use glam::Vec3;
use rig::{GoOn, JointIndex, ScaleInheritance};

use crate::pose::deform::DeformError;
use crate::pose::parallel::for_each_parallel;
use crate::pose::posed_character::Look;
use crate::surface::vertex_facts::VertexPlace;

use ground::JudgeContext;
pub use motion::{
    JointTurn, MotionChoice, Movement, PosePlan, PoseSource, Range, TurnName, choose_poses,
};
pub use plan::{JOINT_WORK, LEAST_POSES, MOST_POSES, MOST_WORK, PLACEMENT_WORK};
pub use poke_through::{PokeAsked, PokeThrough, PosePoke, joints_of_meshes, poke_through};
use tally::Tally;

/// Places that are named of each measure and method.
pub const MOST_PLACES: usize = 10;

/// What is measured in poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The share of the volume around a joint that is lost, `1 − V/V₀` of
    /// [`JointZone::volume`](crate::measure::joint_volume::JointZone::volume); more than 1 where the zone turns inside out.
    VolumeLoss,
    /// The length of an edge beside what it is at rest, `ℓ/ℓ₀`.
    Stretch,
    /// The angle between usual and exact normals, in degrees.
    NormalError,
    /// The number of vertices around a joint whose signs are not valid in a pose; see [`valid_signs`](crate::measure::valid_signs).
    Flips,
    /// The distance of a vertex from where the first method has it, in scene units.
    Difference,
}

impl Measure {
    /// Every measure, in the order of the enum.
    pub const ALL: [Self; 5] = [
        Self::VolumeLoss,
        Self::Stretch,
        Self::NormalError,
        Self::Flips,
        Self::Difference,
    ];
}

/// A place where a measure is large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstPlace {
    /// How large; infinite where the vertex, or what is measured there, is beyond the range of numbers.
    pub value: f32,
    /// The pose, by the index of its source.
    pub pose: usize,
    /// The joint that moves the place most, or whose volume it is; none where no joint does.
    pub joint: Option<JointIndex>,
    /// The vertex where it is worst, by its primitive and its index in that.
    pub vertex: VertexPlace,
    /// Where it is in that pose, in scene units; not finite where the pose carries it beyond the range of numbers.
    pub at: Vec3,
}

/// What was found for one measure and method.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureResult {
    /// The measure by which these places are worst.
    pub measure: Measure,
    /// What the character was skinned by.
    pub look: Look,
    /// The worst place of each joint, worst first, at most [`MOST_PLACES`]; none where all is well.
    pub places: Vec<WorstPlace>,
    /// Whether the measure applies nowhere, and no vertex is beyond the range of numbers: of the volume, where the surface is closed
    /// around no joint; of stretch, where no edge has a length at rest; of normals, where no triangle that joints move has an area.
    pub is_blind: bool,
}

/// What is judged, and how.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// The character whose skins are judged.
    pub character: &'a Arc<Character>,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The poses that it is judged in, and which of them are taken at once.
    pub motion: &'a PosePlan,
    /// The methods; others are compared with the first.
    pub looks: &'a [Look],
    /// The measures wanted, each by all methods.
    pub measures: &'a [Measure],
    /// Threads to use; the result is the same with any number.
    pub threads: usize,
}

/// Measures all poses by all methods; none if `go_on`, which gets the share that is done, breaks off.
///
/// Of each measure and method the worst place of each joint is kept, so that one bad elbow does not hide a bad knee; of equal ones the
/// first pose counts. A vertex that a pose carries beyond the range of numbers counts as infinitely bad by every measure.
///
/// # Errors
///
/// A pose or scale inheritance that does not fit the character.
pub fn judge_poses(
    judging: &Judging<'_>,
    go_on: &GoOn<'_>,
) -> Option<Result<Vec<MeasureResult>, DeformError>> {
    let ground = match JudgeContext::new(judging) {
        Ok(ground) => ground,
        Err(error) => return Some(Err(error)),
    };
    let slots = judging.measures.len() * judging.looks.len();
    let empty = vec![Tally::new(judging.character); slots];
    let all = Mutex::new((empty.clone(), 0_usize));
    let (stopped, failed) = (Mutex::new(false), Mutex::new(None));
    let count = judging.motion.pose_count();
    // Four shares a thread, so that one with more to do does not keep the others waiting.
    let chunk = count.div_ceil(judging.threads.max(1) * 4).max(1);
    let chunks = (0..count).step_by(chunk);
    for_each_parallel(chunks, judging.threads, |first| {
        // Tallies of its own, merged at the end, so that no value takes the lock.
        let mut own = empty.clone();
        let mut memory = vec![Vec::new(); judging.looks.len()];
        for batch in first..(first + chunk).min(count) {
            if *lock_unpoisoned(&stopped) {
                return;
            }
            if let Err(error) = ground.take_pose(batch, &mut memory, &mut own) {
                lock_unpoisoned(&failed).get_or_insert(error);
                *lock_unpoisoned(&stopped) = true;
                return;
            }
            let mut all = lock_unpoisoned(&all);
            all.1 += 1;
            let done = share(all.1, count);
            // Before the callback, which may take its time.
            drop(all);
            if go_on(done).is_break() {
                *lock_unpoisoned(&stopped) = true;
            }
        }
        let mut all = lock_unpoisoned(&all);
        all.0
            .iter_mut()
            .zip(own)
            .for_each(|(all, own)| all.merge(own));
    });
    if let Some(error) = lock_unpoisoned(&failed).take() {
        return Some(Err(error));
    }
    if *lock_unpoisoned(&stopped) {
        return None;
    }
    let tallies = std::mem::take(&mut lock_unpoisoned(&all).0);
    let of = judging
        .measures
        .iter()
        .flat_map(|&measure| judging.looks.iter().map(move |&look| (measure, look)));
    let worst = of.zip(tallies).map(|((measure, look), tally)| {
        let places = ground.in_own_poses(tally.worst(), (measure, look))?;
        Ok(MeasureResult {
            measure,
            look,
            is_blind: places.is_empty() && ground.is_blind(measure, look),
            places,
        })
    });
    Some(worst.collect())
}

/// A lock is poisoned where a thread has panicked, which goes on in this one.
fn lock_unpoisoned<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, all: usize) -> f32 {
    done as f32 / all.max(1) as f32
}
