//! From a job to the helpers that it gets.

use std::collections::BTreeSet;

use character::Character;
use scene::placed::placed_primitives;

use super::built::Built;
use super::chains::{ChainGrowth, ChainPoses, GrowingChains};
use super::chosen::Chosen;
use super::job::{FEWEST, LivingJob};
use super::kind::LivingKind;
use super::measure::{Compared, Measured};
use super::poses::moments_of;
use super::probe::Keeping;
use crate::context::{BakeContext, megabytes};
use crate::error::BakeError;
use crate::greedy::{Fit, Greedy, Helper, Stop};
use crate::job::{Baked, Goal};
use crate::moments::{Moment, fitted_moments};
use crate::motions::{Columns, Motions, ratio};

/// Moments of clips that are fitted to.
const CLIP_MOMENTS: usize = 60;

/// Fewest poses that a fit makes sense with where memory holds no more.
const LEAST_HELD: usize = 60;

/// The part of a tolerance that is left to the poses fitted to, since others are farther off by up to a half; by how much it shrinks
/// where that is not enough, and how often it may.
const FITTED: f32 = 0.7;
const SHRUNK: f32 = 0.7;
const ROUNDS: usize = 4;

/// What is left to the poses that are looked at on the way: the final ones are others.
const HELD: f32 = 0.92;

/// What all steps go by.
pub(super) struct Bench<'a> {
    /// Its method's character has a clip more for each set of random poses.
    pub(super) bake: BakeContext<'a>,
    pub(super) job: &'a LivingJob<'a>,
    /// The clip that is not fitted to.
    pub(super) held_back: Option<usize>,
    /// Where helpers are chains, what joints do in the poses fitted to.
    pub(super) chains: Option<ChainPoses<'a>>,
}

/// Helpers that a round of fitting gives.
struct Grown {
    chosen: Chosen,
    /// Whether there are as many as may be.
    is_full: bool,
}

impl Bench<'_> {
    /// What is fitted to.
    pub(super) fn moments(&self) -> Result<Vec<Moment>, BakeError> {
        let points = self.bake.points.list.len();
        let held = self.bake.job.most_bytes / (points.max(1) * size_of::<Columns>());
        if held < LEAST_HELD {
            return Err(BakeError::LivingTooLarge {
                vertices: points,
                poses: LEAST_HELD,
                most: megabytes(self.bake.job.most_bytes),
            });
        }
        Ok(self.fitted(held))
    }

    pub(super) fn run(&self, moments: &[Moment]) -> Result<Option<Baked>, BakeError> {
        let mut on = |share: f32| self.bake.tell(0.3 * share);
        let Some(motions) = Motions::new(&self.bake.method, self.bake.points, moments, &mut on)?
        else {
            return Ok(None);
        };
        let Some(chosen) = self.choose(&motions)? else {
            return Ok(None);
        };
        drop(motions);
        self.finish(&chosen, moments.len())
    }

    /// Random poses, and moments of all clips but that which is held back; fewer of both where memory holds no more.
    fn fitted(&self, held: usize) -> Vec<Moment> {
        let clips = &self.bake.method.character.clips;
        let poses = self.job.poses.max(FEWEST).min(held / 4 * 3);
        let mut moments = moments_of(self.set(0), poses);
        let asked = self.bake.job.clips.iter().copied();
        let asked: Vec<usize> = asked.filter(|clip| Some(*clip) != self.held_back).collect();
        let of_clips = fitted_moments(clips, &asked, (CLIP_MOMENTS, held - poses));
        moments.extend(of_clips.unwrap_or_default());
        moments
    }

    /// The place of a set of random poses among the clips.
    pub(super) fn set(&self, number: usize) -> usize {
        self.bake.job.character.clips.len() + number
    }

    /// Fits, looks at other poses, and fits nearer where these are too far off.
    fn choose(&self, motions: &Motions) -> Result<Option<Chosen>, BakeError> {
        let threads = self.bake.job.threads;
        let base = Greedy::new(self.bake.points, motions, Vec::new(), threads).fits;
        let (mut before, mut margin) = (Chosen::default(), FITTED);
        for round in 0..ROUNDS {
            let start = 0.3 + 0.5 * ratio(round, ROUNDS);
            let mut on = |share: f32| self.bake.tell(start + 0.5 / ratio(ROUNDS, 1) * share);
            let stop = self.bake.stop(margin);
            let grown = match &self.chains {
                None => self.grow_rows(motions, &before, stop, &mut on),
                Some(poses) => {
                    let growing = GrowingChains {
                        points: self.bake.points,
                        motions,
                        poses,
                        size: self.bake.size,
                        threads,
                    };
                    self.grow_chains(growing, before, stop, &mut on)?
                }
            };
            let Some(Grown { chosen, is_full }) = grown else {
                return Ok(None);
            };
            let Some((chosen, measured)) = self.look_at(chosen, &base)? else {
                return Ok(None);
            };
            let reached = measured.errors.living.maximum;
            let is_enough = match self.bake.job.goal {
                Goal::Tolerance(tolerance) => reached <= tolerance * HELD,
                Goal::Helpers(_) => true,
            };
            if is_enough || is_full || round + 1 == ROUNDS {
                return Ok(Some(chosen));
            }
            before = chosen;
            margin *= SHRUNK;
        }
        Ok(None)
    }

    /// Whether helpers that the target does not need are taken out again.
    const fn prunes(&self) -> bool {
        matches!(self.bake.job.goal, Goal::Tolerance(_))
    }

    /// Rows that come to these until there are enough. None if it is told to break.
    fn grow_rows(
        &self,
        motions: &Motions,
        before: &Chosen,
        stop: Stop,
        on: &mut dyn FnMut(f32) -> bool,
    ) -> Option<Grown> {
        let helpers = before.helpers.iter().copied().map(Helper::of_row).collect();
        let threads = self.bake.job.threads;
        let mut greedy = Greedy::new(self.bake.points, motions, helpers, threads);
        if !greedy.run(stop, on) {
            return None;
        }
        if self.prunes() {
            greedy.prune(stop.target);
        }
        // Where some were dropped, others have their places.
        let is_full = greedy.count() >= stop.helpers;
        let (helpers, fits) = greedy.remaining_helpers();
        let chosen = Chosen {
            helpers,
            fits,
            ..Chosen::default()
        };
        Some(Grown { chosen, is_full })
    }

    /// The same of chains.
    ///
    /// # Errors
    ///
    /// A tolerance that vertices are beyond which no chain brings nearer.
    fn grow_chains(
        &self,
        growing: GrowingChains<'_, '_>,
        before: Chosen,
        stop: Stop,
        on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<Option<Grown>, BakeError> {
        let before = ChainGrowth {
            points: before.helpers,
            chains: before.chains,
            ..ChainGrowth::default()
        };
        let Some(found) = growing.run(before, stop, self.prunes(), on) else {
            return Ok(None);
        };
        let stuck = found.stuck / self.bake.size * 100.0;
        if let Goal::Tolerance(tolerance) = self.bake.job.goal
            && stuck > tolerance
        {
            return Err(BakeError::ChainsNotReached {
                tolerance,
                reached: stuck,
                helpers: found.chains.len(),
            });
        }
        let chosen = Chosen {
            helpers: found.points,
            chains: found.chains,
            fits: found.fits,
            meshes_without: Vec::new(),
        };
        let is_full = found.is_full;
        Ok(Some(Grown { chosen, is_full }))
    }

    /// Measures in the second set of poses, and takes helpers from meshes that linear blending shows as near.
    fn look_at(
        &self,
        mut chosen: Chosen,
        base: &[Fit],
    ) -> Result<Option<(Chosen, Measured)>, BakeError> {
        let Some(measured) = self.try_out(&chosen)? else {
            return Ok(None);
        };
        let worse = self.not_better(&measured, &chosen);
        if worse.is_empty() {
            return Ok(Some((chosen, measured)));
        }
        chosen.give_back(base, self.bake.points, &worse);
        chosen.meshes_without = self.meshes_without(&worse, &chosen);
        let measured = self.try_out(&chosen)?;
        Ok(measured.map(|measured| (chosen, measured)))
    }

    /// The meshes of these placed primitives of which no primitive follows a helper.
    fn meshes_without(&self, primitives: &[usize], chosen: &Chosen) -> Vec<usize> {
        let placed: Vec<usize> = (placed_primitives(self.bake.method.character))
            .map(|it| it.instance.mesh)
            .collect();
        let meshes = primitives.iter().filter_map(|it| placed.get(*it));
        let meshes: BTreeSet<usize> = meshes.copied().collect();
        // Another primitive of the mesh may keep its helpers.
        let has_none = |mesh: &usize| {
            let mut of_mesh = placed.iter().enumerate().filter(|(_, of)| *of == mesh);
            !of_mesh.any(|(primitive, _)| chosen.follows_helpers(primitive, self.bake.points))
        };
        meshes.into_iter().filter(has_none).collect()
    }

    /// Placed primitives that follow helpers and are no nearer to the method than by linear blending.
    fn not_better(&self, measured: &Measured, chosen: &Chosen) -> Vec<usize> {
        let pairs = measured.vertices.iter().zip(&measured.linear).enumerate();
        let worse = pairs.filter(|(primitive, (living, linear))| {
            let living = living.iter().copied().fold(0.0, f32::max);
            living >= **linear && chosen.follows_helpers(*primitive, self.bake.points)
        });
        worse.map(|(primitive, _)| primitive).collect()
    }

    /// The file without keys of helpers, in the second set of random poses.
    fn try_out(&self, chosen: &Chosen) -> Result<Option<Measured>, BakeError> {
        let clips = [self.set(1)];
        let Some(built) = self.built(chosen, &[])? else {
            return Ok(None);
        };
        let assembled = built.assembled(&self.bake, &chosen.fits, &clips)?;
        let probe = self
            .keeping(chosen)
            .write(&self.bake.method.character.name, &assembled)?;
        let compared = self.compared(&probe.character, &probe.character, &clips);
        let moments = moments_of(clips[0], self.job.unseen.max(FEWEST));
        compared.run(&moments, &mut |_| self.bake.tell(f32::NAN))
    }

    pub(super) const fn compared<'a>(
        &'a self,
        living: &'a Character,
        others: &'a Character,
        clips: &'a [usize],
    ) -> Compared<'a> {
        Compared {
            method: &self.bake.method,
            linear: &self.bake.linear,
            living,
            others,
            clips,
            size: self.bake.size,
        }
    }

    pub(super) fn built(
        &self,
        chosen: &Chosen,
        clips: &[usize],
    ) -> Result<Option<Built>, BakeError> {
        Built::new(&self.bake, self.chains.as_ref(), chosen, clips)
    }

    pub(super) fn keeping<'a>(&'a self, chosen: &'a Chosen) -> Keeping<'a> {
        Keeping {
            points: self.bake.points,
            rows: match self.job.kind {
                LivingKind::Rows => &chosen.helpers,
                LivingKind::Chains => &[],
            },
            look: self.bake.job.look,
            limits: self.job.limits,
        }
    }
}
