//! From a character to the file whose helpers follow every pose.

use std::collections::BTreeSet;

use character::{Character, open_as_others_do};
use rig::{Clip, GoOn, JointLimits, Method, RigidBlend, SignRule};
use scene::names::joint_name;
use scene::placed::placed_primitives;

use super::given_back::{give_back, without_unused};
use super::measure::{Compared, Measured};
use super::poses::{PoseSet, moments_of, with_random_poses};
use super::probe::{Keeping, WrittenLiving};
use super::report::{LivingClip, LivingReport, WorstRow};
use crate::context::{BakeContext, Subjects, megabytes, most_listed};
use crate::error::BakeError;
use crate::exact::{ExactScale, exact_scale};
use crate::frames::FramedHelpers;
use crate::greedy::{Fit, Greedy};
use crate::job::{BakeJob, Baked, Goal};
use crate::moments::{CHECKED, Moment, between, fitted_moments};
use crate::motions::{Columns, Motions, ratio};
use crate::points::Points;
use crate::report::BakeReport;
use crate::written::{AssembledCharacter, names};

/// Random poses that are fitted to unless told otherwise.
pub const USUAL_POSES: usize = 240;

/// Random poses that errors are measured in unless told otherwise.
pub const USUAL_UNSEEN: usize = 150;

/// The tolerance unless told otherwise, in percent of the size; where a number of helpers is asked for, vertices farther off count as given
/// up.
pub const LIVING_TOLERANCE: f32 = 1.0;

/// Where random numbers begin: of what is fitted to, of what is looked at on the way, and of what is measured in the end.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Moments of clips that are fitted to, and that are measured in each.
const CLIP_MOMENTS: usize = 60;
const MEASURED_MOMENTS: usize = 60;

/// Fewest poses that can be asked for.
const FEWEST: usize = 8;

/// Fewest poses that a fit makes sense with where memory holds no more.
const LEAST_HELD: usize = 60;

/// The part of a tolerance that is left to the poses fitted to, since others are farther off by up to a half; by how much it shrinks
/// where that is not enough, and how often it may.
const FITTED: f32 = 0.7;
const SHRUNK: f32 = 0.7;
const ROUNDS: usize = 4;

/// What is left to the poses that are looked at on the way: the final ones are others.
const HELD: f32 = 0.92;

/// What keys that go may cost, in percent of the size.
const REDUCED: f32 = 0.01;

/// A character to be given helpers that follow every pose.
#[derive(Clone, Copy, Debug)]
pub struct LivingJob<'a> {
    /// The character, the method, and how near and by how many joints. Its clips get keys of helpers for viewers that know no rows; with
    /// two or more of them the last is not fitted to, and tells how the helpers do in a motion that nobody has seen.
    ///
    /// A tolerance is held in random poses, those of the clips are told; it needs no clip.
    pub bake: BakeJob<'a>,
    /// How far joints may turn, by joint; those without limits as far as their names tell, else by 60° about any axis.
    pub limits: &'a [Option<JointLimits>],
    /// Random poses that are fitted to.
    pub poses: usize,
    /// Random poses that errors are measured in.
    pub unseen: usize,
}

/// What all steps go by.
struct Bench<'a> {
    /// Its method's character has a clip more for each set of random poses.
    bake: BakeContext<'a>,
    job: &'a LivingJob<'a>,
    /// The clip that is not fitted to.
    held_back: Option<usize>,
}

/// Helpers and what follows them.
#[derive(Clone, Debug)]
struct Chosen {
    /// The points whose rows they are.
    helpers: Vec<u32>,
    fits: Vec<Fit>,
    /// Meshes that helpers were taken from.
    meshes_without: Vec<usize>,
}

/// The finished file, and the same with a set of random poses as its last clip.
struct Finished {
    assembled: AssembledCharacter,
    file: WrittenLiving,
    probe: WrittenLiving,
    names: Vec<String>,
    /// Keys of helpers, before some were taken out and now.
    keys: [usize; 2],
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
        let bench = Bench {
            bake: BakeContext::new(bake, subjects, go_on)?,
            job: self,
            held_back: self.held_back(),
        };
        bench.run()
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

impl Bench<'_> {
    fn run(&self) -> Result<Option<Baked>, BakeError> {
        let points = self.bake.points.list.len();
        let held = self.bake.job.most_bytes / (points.max(1) * size_of::<Columns>());
        if held < LEAST_HELD {
            return Err(BakeError::LivingTooLarge {
                vertices: points,
                poses: LEAST_HELD,
                most: megabytes(self.bake.job.most_bytes),
            });
        }
        let moments = self.fitted(held);
        let mut on = |share: f32| self.bake.tell(0.3 * share);
        let Some(motions) = Motions::new(&self.bake.method, self.bake.points, &moments, &mut on)?
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
    fn set(&self, number: usize) -> usize {
        self.bake.job.character.clips.len() + number
    }

    /// Fits, looks at other poses, and fits nearer where these are too far off.
    fn choose(&self, motions: &Motions) -> Result<Option<Chosen>, BakeError> {
        let threads = self.bake.job.threads;
        let base = Greedy::new(self.bake.points, motions, &[], threads).fits;
        let (mut helpers, mut margin) = (Vec::new(), FITTED);
        for round in 0..ROUNDS {
            let start = 0.3 + 0.5 * ratio(round, ROUNDS);
            let mut greedy = Greedy::new(self.bake.points, motions, &helpers, threads);
            let stop = self.bake.stop(margin);
            let mut on = |share: f32| self.bake.tell(start + 0.5 / ratio(ROUNDS, 1) * share);
            if !greedy.run(stop, &mut on) {
                return Ok(None);
            }
            if matches!(self.bake.job.goal, Goal::Tolerance(_)) {
                greedy.prune(stop.target);
            }
            // Where some were dropped, others have their places.
            let is_full = greedy.count() >= stop.helpers;
            let (found, fits) = greedy.remaining_helpers();
            let found = Chosen {
                helpers: found,
                fits,
                meshes_without: Vec::new(),
            };
            let Some((chosen, measured)) = self.look_at(found, &base)? else {
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
            helpers.clone_from(&chosen.helpers);
            margin *= SHRUNK;
        }
        Ok(None)
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
        give_back(&mut chosen.fits, base, self.bake.points, &worse);
        chosen.helpers = without_unused(&chosen.helpers, &mut chosen.fits);
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
            !of_mesh.any(|(primitive, _)| self.follows_helpers(primitive, chosen))
        };
        meshes.into_iter().filter(has_none).collect()
    }

    /// Whether a vertex of a placed primitive follows a helper.
    fn follows_helpers(&self, primitive: usize, chosen: &Chosen) -> bool {
        let of = self.bake.points.of.get(primitive).into_iter().flatten();
        let fits = of.flatten().filter_map(|it| chosen.fits.get(*it as usize));
        let mut pairs = fits.flat_map(Fit::pairs);
        pairs.any(|(follows, _)| follows.helper().is_some())
    }

    /// Placed primitives that follow helpers and are no nearer to the method than by linear blending.
    fn not_better(&self, measured: &Measured, chosen: &Chosen) -> Vec<usize> {
        let pairs = measured.vertices.iter().zip(&measured.linear).enumerate();
        let worse = pairs.filter(|(primitive, (living, linear))| {
            let living = living.iter().copied().fold(0.0, f32::max);
            living >= **linear && self.follows_helpers(*primitive, chosen)
        });
        worse.map(|(primitive, _)| primitive).collect()
    }

    /// The file without keys of helpers, in the second set of random poses.
    fn try_out(&self, chosen: &Chosen) -> Result<Option<Measured>, BakeError> {
        let clips = [self.set(1)];
        let Some(framed) = self.framed(chosen, &[])? else {
            return Ok(None);
        };
        let assembled = self.bake.assembled(&framed, &chosen.fits, &clips)?;
        let probe = self
            .keeping(chosen)
            .write(&self.bake.method.character.name, &assembled)?;
        let compared = self.compared(&probe.character, &probe.character, &clips);
        let moments = moments_of(clips[0], self.job.unseen.max(FEWEST));
        compared.run(&moments, &mut |_| self.bake.tell(f32::NAN))
    }

    const fn compared<'a>(
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

    fn framed(&self, chosen: &Chosen, clips: &[usize]) -> Result<Option<FramedHelpers>, BakeError> {
        let mut on = |_: f32| self.bake.tell(f32::NAN);
        let framing = self.bake.framing(clips);
        framing.run(&chosen.helpers, &chosen.fits, &mut on)
    }

    fn keeping<'a>(&'a self, chosen: &'a Chosen) -> Keeping<'a> {
        Keeping {
            points: self.bake.points,
            helpers: &chosen.helpers,
            look: self.bake.job.look,
            limits: self.job.limits,
        }
    }

    /// Keys the helpers in the clips and writes the file, and once more with these clips, the last of them of random poses.
    fn written(&self, chosen: &Chosen, clips: &[usize]) -> Result<Option<Finished>, BakeError> {
        let asked = self.bake.job.clips;
        let Some(framed) = self.framed(chosen, asked)? else {
            return Ok(None);
        };
        let mut assembled = self.bake.assembled(&framed, &chosen.fits, asked)?;
        let on = |share: f32| self.bake.tell(0.8 + 0.1 * share);
        let Some(keys) = self.bake.reduce(&mut assembled, REDUCED, &on)? else {
            return Ok(None);
        };
        let (keeping, name) = (self.keeping(chosen), &self.bake.method.character.name);
        let with_poses = self.bake.assembled(&framed, &chosen.fits, clips)?;
        Ok(Some(Finished {
            file: keeping.write(name, &assembled)?,
            probe: keeping.write(name, &with_poses)?,
            names: names(self.bake.plain.character, &framed),
            keys,
            assembled,
        }))
    }

    /// The finished file with its errors.
    fn finish(&self, chosen: &Chosen, fitted: usize) -> Result<Option<Baked>, BakeError> {
        let mut clips = self.bake.job.clips.to_vec();
        clips.push(self.set(2));
        let Some(found) = self.written(chosen, &clips)? else {
            return Ok(None);
        };
        let probe = &found.probe.character;
        let compared = self.compared(probe, probe, &clips);
        let moments = moments_of(self.set(2), self.job.unseen.max(FEWEST));
        let mut on = |share: f32| self.bake.tell(0.9 + 0.1 * share);
        let Some(unseen) = compared.run(&moments, &mut on)? else {
            return Ok(None);
        };
        self.check_held(&unseen, chosen.helpers.len())?;
        let Some(in_clips) = self.in_clips(&found, &clips)? else {
            return Ok(None);
        };
        let living = LivingReport {
            unseen: unseen.errors,
            clips: in_clips,
            given_up: self.given_up(&unseen),
            meshes_without: chosen.meshes_without.clone(),
            worst: self.worst(&unseen),
        };
        let report = BakeReport {
            size: self.bake.size,
            linear: unseen.errors.linear,
            baked: unseen.errors.living,
            moments: unseen.errors.poses,
            fitted,
            helpers: self
                .bake
                .helpers(&found.names, &chosen.fits, &found.assembled.kinds),
            joints: most_listed(&found.file.character),
            exact_scale: 0,
            keys: found.keys,
            vertices: unseen.vertices,
            worst: Vec::new(),
            jumps: Vec::new(),
            remarks: found.file.saved.to_string(),
        };
        Ok(Some(Baked {
            character: found.file.character,
            glb: found.file.glb,
            report,
            living: Some(living),
        }))
    }

    fn check_held(&self, unseen: &Measured, helpers: usize) -> Result<(), BakeError> {
        let reached = unseen.errors.living.maximum;
        match self.bake.job.goal {
            Goal::Tolerance(tolerance) if reached > tolerance => Err(BakeError::LivingNotHeld {
                tolerance,
                reached,
                helpers,
                poses: unseen.errors.poses,
            }),
            Goal::Tolerance(_) | Goal::Helpers(_) => Ok(()),
        }
    }

    /// Errors in each clip that is in the file.
    fn in_clips(
        &self,
        found: &Finished,
        clips: &[usize],
    ) -> Result<Option<Vec<LivingClip>>, BakeError> {
        let name = format!("{}.glb", self.bake.method.character.name);
        let others = open_as_others_do(&name, &found.file.glb)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        let probe = &found.probe.character;
        let compared = self.compared(probe, &others, clips);
        let list: &[Clip] = &self.bake.method.character.clips;
        let mut found = Vec::new();
        for &clip in self.bake.job.clips {
            let moments = between(list, &[clip], MEASURED_MOMENTS, &CHECKED);
            let measured = compared.run(&moments, &mut |_| self.bake.tell(f32::NAN))?;
            let Some(measured) = measured else {
                return Ok(None);
            };
            found.push(LivingClip {
                clip,
                held_back: self.held_back == Some(clip),
                errors: measured.errors,
            });
        }
        Ok(Some(found))
    }

    fn given_up(&self, unseen: &Measured) -> usize {
        let tolerance = match self.bake.job.goal {
            Goal::Tolerance(tolerance) => tolerance,
            Goal::Helpers(_) => LIVING_TOLERANCE,
        };
        let all = unseen.vertices.iter().flatten();
        all.filter(|error| **error > tolerance).count()
    }

    fn worst(&self, unseen: &Measured) -> Option<WorstRow> {
        let (primitive, vertex, error) = unseen.worst()?;
        let skeleton = &self.bake.method.character.rig.skeleton;
        let points = self.bake.points;
        let point = (*points.of.get(primitive)?.get(vertex)?)?;
        let row = &points.list.get(usize::try_from(point).ok()?)?.row;
        let joint = |(entry, weight): &(u32, f32)| {
            let entry = points.entries.get(usize::try_from(*entry).ok()?)?;
            Some((joint_name(skeleton, entry.joint), *weight))
        };
        Some(WorstRow {
            primitive,
            vertex,
            error,
            joints: row.iter().filter_map(joint).collect(),
        })
    }
}
