//! A bake from beginning to end.

use std::collections::HashSet;

use character::{Character, SaveOptions, SavedState, open_as_others_do, to_glb_with};
use rig::{BindPose, Clip, GoOn, ScaleInheritance};
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use crate::context::{BakeContext, Subjects, megabytes, most_listed};
use crate::error::BakeError;
use crate::exact::{ExactScale, exact_scale};
use crate::frames::FramedHelpers;
use crate::greedy::{Fit, Greedy, Helper};
use crate::living::LivingReport;
use crate::measure::{Comparing, MeasuredErrors};
use crate::moments::{CHECKED, MEASURED, Moment, between, fitted_moments, offending};
use crate::motions::{Columns, MethodCharacter, Motions, ratio};
use crate::own_keys::own_keys;
use crate::points::{Points, skin_of};
use crate::report::{BakeReport, BakedHelper};
use crate::worst::worst;
use crate::written::{AssembledCharacter, names};

/// Joints that a list may have unless told otherwise: what most engines take at least.
pub const MOST_JOINTS: usize = 256;

/// The tolerance unless told otherwise, in percent of the size.
pub const USUAL_TOLERANCE: f32 = 0.5;

/// Keys of helpers a second unless told otherwise.
pub const USUAL_RATE: f32 = 30.0;

/// Bytes that the matrices fitted to, and the keys of helpers, may take each unless told otherwise.
pub const USUAL_BYTES: usize = 768 << 20;

/// Moments that are fitted to at first, at most; and the part of those that memory holds, so that rounds can add some.
const MOST_MOMENTS: usize = 160;
const FIRST: [usize; 2] = [5, 8];

/// Moments that errors are measured at, at most.
const MOST_MEASURED: usize = 200;

/// Parts of the tolerance: what is left to the fit, and what keys that go may cost. Both together are a little less than the whole.
const FITTED: f32 = 0.975;
const REDUCED: f32 = 0.02;

/// What is left to the moments that the final error is measured at, and how the part of the fit shrinks where that is not enough.
const HELD: f32 = 0.985;
const SHRUNK: f32 = 0.96;
const LEAST_MARGIN: f32 = 0.5;

/// How often what is found between the moments fitted to is fitted to as well; then the finished file is measured, held or not.
const ROUNDS: usize = 4;

/// What keys that go may cost where there is no tolerance, in percent of the size.
const USUAL_REDUCED: f32 = 0.01;

/// When there are enough helpers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// As many as it takes until no vertex is farther off, in percent of the diagonal of the character's box at rest, at any moment looked
    /// at. Held, or nothing is baked.
    Tolerance(f32),
    /// So many at most, as near as they come.
    Helpers(usize),
}

/// A character to be baked.
#[derive(Clone, Copy, Debug)]
pub struct BakeJob<'a> {
    /// The character with all its clips.
    pub character: &'a Character,
    /// How each joint's stretch is inherited, as long as the skeleton.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The method and its signs.
    pub look: Look,
    /// The clips that are baked, by their places; all others are left out of the result, since helpers would stand still in them.
    pub clips: &'a [usize],
    /// Until a tolerance is held, or a number of helpers is made.
    pub goal: Goal,
    /// Keys of helpers a second.
    pub rate: f32,
    /// Joints that a list may have, helpers included.
    pub most_joints: usize,
    /// Bytes that the matrices fitted to may take, and after them the keys of helpers; a bake that needs more is refused. What else it
    /// takes grows with the vertices alone.
    pub most_bytes: usize,
    /// Threads that compute; results do not depend on it.
    pub threads: usize,
}

/// A baked character with its file and how near it comes.
#[derive(Clone, Debug)]
pub struct Baked {
    /// As plain linear blending shows it; it is that of [`glb`](Self::glb), read again: as others read it, unless helpers follow every pose.
    pub character: Character,
    /// The file as binary glTF, ready to be written.
    pub glb: Vec<u8>,
    /// What was made, and how near it comes.
    pub report: BakeReport,
    /// Where helpers follow every pose, how near they come beside other viewers; none of helpers that have keys alone.
    pub living: Option<LivingReport>,
}

/// What one round of fitting gives.
struct Round {
    helpers: Vec<u32>,
    fits: Vec<Fit>,
    framed: FramedHelpers,
    assembled: AssembledCharacter,
    keys: [usize; 2],
}

/// What all rounds go by.
struct Bench<'a> {
    bake: BakeContext<'a>,
    /// Moments whose matrices memory holds.
    most: usize,
    /// Keys of the clips where a motion would be missed.
    own_keys: Vec<Moment>,
}

impl BakeJob<'_> {
    /// Bakes. `go_on` is told the share that is done; none if it breaks.
    ///
    /// Helpers are chosen at moments spread over the clips, their matrices are computed at every key, and the error is measured on the
    /// finished file, read again, at moments between those fitted to, and at keys of the clips where a motion would be missed otherwise.
    /// Where vertices are too far off between, those moments are fitted to as well, and others are measured at.
    ///
    /// # Errors
    ///
    /// Before anything is made: no skin, no clips, a tolerance or rate that is none, too many joints already, more vertices and clips than
    /// memory holds. After it: keys of helpers that are too many for it, a tolerance that is not reached with the joints allowed, or not
    /// held; see [`BakeError`].
    pub fn run(&self, go_on: &GoOn<'_>) -> Result<Option<Baked>, BakeError> {
        self.check()?;
        let points = Points::new(self.character, self.look)?;
        let ExactScale {
            character: plain,
            helpers: exact,
            ..
        } = exact_scale(self.character, self.scale_inheritance)?;
        let subjects = Subjects {
            method: self.character,
            plain: &plain,
            points: &points,
        };
        let context = BakeContext::new(self, subjects, go_on)?;
        let asked = || context.tell(f32::NAN);
        let Some(own_keys) = self.own_keys(&context.method, context.size, asked)? else {
            return Ok(None);
        };
        // What one moment takes: a matrix for each point.
        let bytes = points.list.len().max(1) * size_of::<Columns>();
        let bench = Bench {
            bake: context,
            most: self.most_bytes / bytes,
            own_keys,
        };
        bench.run(exact)
    }

    fn check(&self) -> Result<(), BakeError> {
        self.check_goal()?;
        let is_there = |clip: &usize| *clip < self.character.clips.len();
        if !self.clips.iter().any(is_there) {
            return Err(BakeError::NoClips);
        }
        Ok(())
    }

    /// Whether the tolerance and the rate are some.
    pub(crate) fn check_goal(&self) -> Result<(), BakeError> {
        if let Goal::Tolerance(tolerance) = self.goal
            && !(tolerance > 0.0 && tolerance <= 100.0)
        {
            return Err(BakeError::Tolerance(tolerance));
        }
        if self.look.twist {
            return Err(BakeError::Twist);
        }
        if self.look.smooth.is_some() {
            return Err(BakeError::Smooth);
        }
        if !(1.0..=240.0).contains(&self.rate) {
            return Err(BakeError::Rate(self.rate));
        }
        Ok(())
    }

    /// Keys between all moments that are looked at.
    fn own_keys(
        &self,
        subject: &MethodCharacter<'_>,
        size: f32,
        mut asked: impl FnMut() -> bool,
    ) -> Result<Option<Vec<Moment>>, BakeError> {
        let clips = &self.character.clips;
        let mut known = measured_moments(clips, self.clips);
        known.extend(checked_moments(clips, self.clips));
        known.extend(
            fitted_moments(clips, self.clips, (MOST_MOMENTS, usize::MAX)).unwrap_or_default(),
        );
        own_keys(subject, self.clips, &known, size, &mut asked)
    }

    /// How many joints may come to the longest list.
    pub(crate) fn room(&self) -> Result<usize, BakeError> {
        let used = placed_primitives(self.character).filter_map(|placed| skin_of(&placed));
        let lists = used.filter_map(|skin| self.character.rig.binds.get(skin));
        let found = lists.map(BindPose::len).max().unwrap_or(0);
        let most = self.most_joints;
        let room = most.checked_sub(found);
        room.ok_or(BakeError::TooManyJoints { found, most })
    }
}

impl Bench<'_> {
    fn run(&self, exact: usize) -> Result<Option<Baked>, BakeError> {
        let clips = &self.bake.job.character.clips;
        let mut moments = self.first_moments()?;
        let mut helpers = Vec::new();
        let mut margin = FITTED;
        let mut checked = checked_moments(clips, self.bake.job.clips);
        checked.extend(&self.own_keys);
        if matches!(self.bake.job.goal, Goal::Helpers(_)) {
            // Nothing comes back to what one round has missed.
            let left = self.most.saturating_sub(moments.len());
            moments.extend(self.own_keys.iter().take(left));
        }
        let mut round = 0;
        loop {
            let share = ratio(round, ROUNDS + 1);
            let Some(found) = self.round(&moments, &helpers, margin, share)? else {
                return Ok(None);
            };
            round += 1;
            let Goal::Tolerance(tolerance) = self.bake.job.goal else {
                return self.finish(&found, &moments, exact);
            };
            let Some(measured) = self.measure_baked(&found.assembled.character, &checked)? else {
                return Ok(None);
            };
            // Stricter than the tolerance, since the final measure is at other moments, where errors may be a little larger.
            if measured.baked.maximum <= tolerance * HELD || round > ROUNDS {
                return self.finish(&found, &moments, exact);
            }
            let mut more = offending(&measured.vertices, tolerance * 0.9 * self.bake.size / 100.0);
            more.retain(|moment| !moments.contains(moment));
            let room = self.most.saturating_sub(moments.len());
            moments.extend(more.into_iter().take(room));
            // At first the moments themselves may do.
            if round > 1 {
                // New moments did not do: the fit itself has to come nearer, and more helpers are made.
                margin = (margin * SHRUNK).max(LEAST_MARGIN);
            }
            // The next round begins with these, so that it is not less near and needs few steps.
            helpers.clone_from(&found.helpers);
        }
    }

    /// The moments that the first round fits to.
    fn first_moments(&self) -> Result<Vec<Moment>, BakeError> {
        let [part, whole] = FIRST;
        let held = self.most / whole * part;
        let clips = self.bake.job.clips;
        let within =
            |held| fitted_moments(&self.bake.job.character.clips, clips, (MOST_MOMENTS, held));
        // Rather none for the rounds than nothing.
        let found = within(held).or_else(|| within(self.most));
        found.ok_or(BakeError::TooLarge {
            vertices: self.bake.points.list.len(),
            clips: clips.len(),
            most: megabytes(self.bake.job.most_bytes),
        })
    }

    fn round(
        &self,
        moments: &[Moment],
        helpers: &[u32],
        margin: f32,
        start: f32,
    ) -> Result<Option<Round>, BakeError> {
        let part = 1.0 / ratio(ROUNDS + 1, 1);
        let within = |from: f32, to: f32| {
            move |share: f32| self.bake.tell(start + part * (from + share * (to - from)))
        };
        let stop = self.bake.stop(margin);
        let motions = Motions::new(
            &self.bake.method,
            self.bake.points,
            moments,
            &mut within(0.0, 0.3),
        )?;
        let Some(motions) = motions else {
            return Ok(None);
        };
        let helpers = helpers.iter().copied().map(Helper::of_row).collect();
        let mut greedy = Greedy::new(self.bake.points, &motions, helpers, self.bake.job.threads);
        if !greedy.run(stop, &mut within(0.3, 0.7)) {
            return Ok(None);
        }
        if let Goal::Tolerance(tolerance) = self.bake.job.goal {
            let reached = greedy.largest() * 100.0 / self.bake.size;
            if reached > tolerance {
                return Err(BakeError::NotReached {
                    tolerance,
                    reached,
                    helpers: greedy.count(),
                    most: self.bake.job.most_joints,
                });
            }
            greedy.prune(stop.target);
        }
        let (helpers, fits) = greedy.remaining_helpers();
        // Before keys take their memory: the limit holds for matrices and keys one after the other.
        drop(greedy);
        drop(motions);
        self.key_helpers(helpers, fits, &within)
    }

    /// Nodes and keys for these helpers.
    fn key_helpers<F: Fn(f32) -> bool + Sync>(
        &self,
        helpers: Vec<u32>,
        fits: Vec<Fit>,
        within: &impl Fn(f32, f32) -> F,
    ) -> Result<Option<Round>, BakeError> {
        let clips = self.bake.job.clips;
        let framing = self.bake.framing(clips);
        let Some(framed) = framing.run(&helpers, &fits, &mut within(0.7, 0.85))? else {
            return Ok(None);
        };
        let mut assembled = self.bake.assembled(&framed, &fits, clips)?;
        let percent = match self.bake.job.goal {
            Goal::Tolerance(tolerance) => tolerance * REDUCED,
            Goal::Helpers(_) => USUAL_REDUCED,
        };
        let on = within(0.85, 0.95);
        let Some(keys) = self.bake.reduce(&mut assembled, percent, &on)? else {
            return Ok(None);
        };
        Ok(Some(Round {
            keys,
            helpers,
            fits,
            framed,
            assembled,
        }))
    }

    fn measure_baked(
        &self,
        baked: &Character,
        moments: &[Moment],
    ) -> Result<Option<MeasuredErrors>, BakeError> {
        self.comparing(baked)
            .run(moments, &mut |_| self.bake.tell(f32::NAN))
    }

    const fn comparing<'a>(&'a self, baked: &'a Character) -> Comparing<'a> {
        Comparing {
            method: &self.bake.method,
            linear: &self.bake.linear,
            baked,
            clips: self.bake.job.clips,
            size: self.bake.size,
        }
    }

    /// Writes the file, reads it again, and measures that.
    fn finish(
        &self,
        round: &Round,
        fitted: &[Moment],
        exact: usize,
    ) -> Result<Option<Baked>, BakeError> {
        // What is measured are the keys that every program reads, by linear blending; poses over the clips have become keys.
        let options = SaveOptions {
            plain_shear: true,
            // What joints drive has become keys, and drives nothing in the file.
            driven_constraints: Some(Vec::new()),
            kept: Some(SavedState::default()),
            ..SaveOptions::default()
        };
        let (glb, saved) = to_glb_with(&round.assembled.character, &options)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        let name = format!("{}.glb", self.bake.job.character.name);
        let character = open_as_others_do(&name, &glb)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        let clips = &self.bake.job.character.clips;
        let mut moments = measured_moments(clips, self.bake.job.clips);
        moments.extend(&self.own_keys);
        let Some(measured) = self.measure_baked(&character, &moments)? else {
            return Ok(None);
        };
        let comparing = self.comparing(&character);
        let allowed = match self.bake.job.goal {
            Goal::Tolerance(tolerance) => tolerance,
            // Without a tolerance half of the largest error tells keys that are near from those that are not.
            Goal::Helpers(_) => measured.baked.maximum * 0.5,
        };
        let times = &round.framed.times;
        let worst = worst(&comparing, &measured, times, allowed)?;
        if let Goal::Tolerance(tolerance) = self.bake.job.goal
            && measured.baked.maximum > tolerance
        {
            return Err(self.not_held(tolerance, &worst));
        }
        let percent = 100.0 / self.bake.size;
        let of_vertices = measured.vertices.iter();
        let known: HashSet<(Option<usize>, u32)> = fitted.iter().map(Moment::key).collect();
        let is_new = |moment: &&Moment| !known.contains(&moment.key());
        let report = BakeReport {
            size: self.bake.size,
            linear: measured.linear,
            baked: measured.baked,
            moments: moments.iter().filter(is_new).count(),
            fitted: fitted.len(),
            helpers: self.helpers(round),
            joints: most_listed(&round.assembled.character),
            exact_scale: exact,
            keys: round.keys,
            vertices: of_vertices
                .map(|of| of.iter().map(|(error, _)| error * percent).collect())
                .collect(),
            worst,
            jumps: round.framed.jumps.clone(),
            remarks: saved.to_string(),
        };
        Ok(Some(Baked {
            character,
            glb,
            report,
            living: None,
        }))
    }

    fn not_held(&self, tolerance: f32, worst: &[crate::WorstVertex]) -> BakeError {
        let first = worst.first();
        let moment = first.map(|it| it.moment).unwrap_or_default();
        let clip = moment
            .clip
            .and_then(|clip| self.bake.job.character.clips.get(clip));
        BakeError::NotHeld {
            tolerance,
            reached: first.map_or(0.0, |it| it.error),
            clip: clip.map_or_else(String::new, scene::names::clip_name),
            time: moment.time,
            reason: first.map_or("", |it| it.reason.words()),
        }
    }

    fn helpers(&self, round: &Round) -> Vec<BakedHelper> {
        let names = names(self.bake.plain.character, &round.framed);
        let kinds = &round.assembled.kinds;
        self.bake.helpers(&names, &round.fits, kinds)
    }
}

/// Where the finished file is measured, besides keys of the clips.
fn measured_moments(clips: &[Clip], asked: &[usize]) -> Vec<Moment> {
    between(clips, asked, MOST_MEASURED / 2, &MEASURED)
}

/// Where it is looked on the way there.
fn checked_moments(clips: &[Clip], asked: &[usize]) -> Vec<Moment> {
    between(clips, asked, MOST_MEASURED, &CHECKED)
}
