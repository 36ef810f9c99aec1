//! A character that is to be given helpers that follow every pose.

use rig::{GoOn, JointLimits, Method, RigidBlend, SignRule};
use scene::placed::placed_primitives;

use super::bench::Bench;
use super::chains::{ChainPoses, followed_moments};
use super::kind::LivingKind;
use super::poses::{PoseSet, with_random_poses};
use crate::context::{BakeContext, Subjects};
use crate::error::BakeError;
use crate::exact::{ExactScale, exact_scale};
use crate::job::{BakeJob, Baked};
use crate::points::Points;

/// Random poses that are fitted to unless told otherwise.
pub const USUAL_POSES: usize = 240;

/// Random poses that errors are measured in unless told otherwise.
pub const USUAL_UNSEEN: usize = 150;

/// Where random numbers begin: of what is fitted to, of what is looked at on the way, and of what is measured in the end.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Fewest poses that can be asked for.
pub(super) const FEWEST: usize = 8;

/// A character to be given helpers that follow every pose.
#[derive(Clone, Copy, Debug)]
pub struct LivingJob<'a> {
    /// The character, the method, and how near and by how many joints. Its clips get keys of helpers for viewers that know no rows; with
    /// two or more of them the last is not fitted to, and tells how the helpers do in a motion that nobody has seen.
    ///
    /// A tolerance is held in random poses, those of the clips are told; it needs no clip.
    pub bake: BakeJob<'a>,
    /// What helpers are.
    pub kind: LivingKind,
    /// How far joints may turn, by joint; those without limits as far as their names tell, else by 60° about any axis.
    pub limits: &'a [Option<JointLimits>],
    /// Random poses that are fitted to.
    pub poses: usize,
    /// Random poses that errors are measured in.
    pub unseen: usize,
}

impl LivingJob<'_> {
    /// Makes the helpers. The report's errors are those in random poses that were not fitted to; it names no worst vertices and no
    /// jumps, and [`Baked::living`] has the rest. `go_on` is told the share that is done; none if it breaks.
    ///
    /// # Errors
    ///
    /// As [`BakeJob::run`], but that no clip is needed; and a method that depends on more than a row of weights, signs that are not
    /// followed, painted maps, scale that stays with its joint, helpers that are there already.
    pub fn run(&self, go_on: &GoOn<'_>) -> Result<Option<Baked>, BakeError> {
        let bake = &self.bake;
        self.check()?;
        let points = Points::new(bake.character, bake.look)?;
        let sets = self.sets();
        let posed = with_random_poses(bake.character, self.limits, &sets)?;
        let ExactScale {
            character: plain,
            helpers: split,
            ..
        } = exact_scale(&posed, bake.scale_inheritance)?;
        if split > 0 {
            return Err(BakeError::LivingScale(split));
        }
        let subjects = Subjects {
            method: &posed,
            plain: &plain,
            points: &points,
        };
        let mut bench = Bench {
            bake: BakeContext::new(bake, subjects, go_on)?,
            job: self,
            held_back: self.held_back(),
            chains: None,
        };
        let mut moments = bench.moments()?;
        if self.kind == LivingKind::Chains {
            let bake = &bench.bake;
            moments = followed_moments(&bake.plain, bake.points, &moments);
            let poses = ChainPoses::new(&bake.plain, &bake.method, bake.points, &moments)?;
            bench.chains = Some(poses);
        }
        bench.run(&moments)
    }

    fn sets(&self) -> [PoseSet; 3] {
        let counts = [self.poses, self.unseen, self.unseen];
        let pairs = SEEDS.into_iter().zip(counts);
        let mut sets = [PoseSet { seed: 0, count: 0 }; 3];
        for (set, (seed, count)) in sets.iter_mut().zip(pairs) {
            *set = PoseSet {
                seed,
                count: count.max(FEWEST),
            };
        }
        sets
    }

    /// The last clip, where there are others.
    fn held_back(&self) -> Option<usize> {
        let clips = self.bake.clips;
        clips.last().copied().filter(|_| clips.len() > 1)
    }

    fn check(&self) -> Result<(), BakeError> {
        let job = &self.bake;
        job.check_goal()?;
        if job.look.per_mesh || !is_of_rows(job.look.method) {
            return Err(BakeError::LivingMethod(job.look.name()));
        }
        if job.look.signs != SignRule::Followed {
            return Err(BakeError::LivingSigns(job.look.signs.name()));
        }
        if !job.character.helper_rows().is_empty() {
            return Err(BakeError::LivingAlready);
        }
        let maps = placed_primitives(job.character).filter_map(|it| it.primitive.weighting());
        let has_maps = maps
            .into_iter()
            .any(|it| it.blend.is_some() || it.bulge.is_some());
        if has_maps && job.look.method.follows_maps() {
            return Err(BakeError::LivingMaps);
        }
        Ok(())
    }
}

/// Whether a method's map of a vertex depends on its row alone.
const fn is_of_rows(method: Method) -> bool {
    matches!(
        method,
        Method::DualQuaternion | Method::TwoPhase(_, RigidBlend::DualQuaternion)
    )
}
