//! Set-ups for targets that blend linearly: fewer joints a vertex, fitted weights, twist joints, helpers.

use std::cmp::Ordering;

use bake::LivingKind;
use character::WeightEdit;
use rig::Method;
use scene::posed_character::Look;

use super::bench::{Bench, Part, Trial};
use super::findings::Findings;
use super::fitted::{FitOrder, fitted_edits, limiting_edits, with_weights};
use super::helpers::{HelperTrial, keyed, living};
use super::shapes::corrected;
use super::steps::with_steps;
use crate::state::advice::{AdvicePlan, AdviceStep, Measured, NoAdvice, SetUp};

/// Numbers of twist joints on each limb that are tried.
const TWISTS: [u8; 3] = [1, 2, 3];

/// Twist joints by which the farthest vertices stay as far off, but for this part, are not where something is lacking: more are not tried.
const STILL: f32 = 1e-3;

/// Parts of all work.
const LIMITED: Part = Part {
    from: 0.1,
    to: 0.15,
};
const FIT: Part = Part {
    from: 0.15,
    to: 0.25,
};
const TWISTED: Part = Part {
    from: 0.25,
    to: 0.4,
};
const SHAPED: Part = Part { from: 0.4, to: 0.5 };
const HELPED: Part = Part { from: 0.5, to: 1.0 };

/// What is told where helpers are chosen.
const CHAINS: &str = "Helpers follow every pose in programs that know VRMC_node_constraint; other viewers play the clips by keys, and in other poses helpers stand still there.";
const ROWS: &str = "Helpers follow every pose wherever their rows are read; other viewers play the clips by keys, and in other poses helpers stand still there.";

/// What is told where shapes are taken.
const SHAPES: &str = "The shapes follow the angles of joints here and by keys in the clips of the file; an engine that is to show them in other poses drives them by the same angles and curves.";

/// A set-up that holds for some meshes alone.
struct Candidate {
    set_up: SetUp,
    trial: Trial,
}

/// What the search goes by.
struct LinearSearch<'a, 'b> {
    bench: &'a Bench<'b>,
    found: &'a mut Findings,
    /// The most joints of a vertex.
    most: u8,
    /// The document with all that holds so far.
    now: Trial,
    /// What was tried for meshes that hold by nothing, in case that nothing will.
    candidates: Vec<Candidate>,
}

/// Tries the set-ups of linear blending, the cheapest first.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn search(
    bench: &Bench<'_>,
    before: &Measured,
    found: &mut Findings,
) -> Result<AdvicePlan, NoAdvice> {
    let now = Trial {
        document: bench.base.clone(),
        steps: Vec::new(),
        measured: before.clone(),
    };
    let mut search = LinearSearch {
        bench,
        found,
        most: bench.job.target.joints().unwrap_or(u8::MAX),
        now,
        candidates: Vec::new(),
    };
    search.as_it_is(before)?;
    search.fitted()?;
    search.twisted()?;
    search.shaped()?;
    search.helped()
}

/// What skins for all of these.
pub(super) const fn linear() -> Look {
    Look {
        method: Method::Linear,
        signs: dq_math::SignRule::Followed,
        per_mesh: false,
        first_phase: false,
        twist: false,
        smooth: None,
    }
}

impl LinearSearch<'_, '_> {
    fn open(&self) -> Vec<usize> {
        self.found.open(self.bench)
    }

    /// As the meshes are; those whose vertices follow more joints than the target takes, with the largest weights alone.
    fn as_it_is(&mut self, before: &Measured) -> Result<(), NoAdvice> {
        let counts = self.bench.most_joints();
        let mut many = Vec::new();
        for &mesh in &self.bench.meshes {
            let errors = Bench::errors_of(before, mesh);
            let joints = counts.get(&mesh).copied().unwrap_or(0);
            if joints <= usize::from(self.most) {
                self.found.try_on(self.bench, mesh, SetUp::AsItIs, errors);
                continue;
            }
            self.found.note_tried(mesh, SetUp::AsItIs, errors);
            let sentence = format!(
                "Its vertices follow up to {joints} joints, and the target takes {}.",
                self.most
            );
            self.found.note(&[mesh], &sentence);
            many.push(mesh);
        }
        if many.is_empty() {
            return Ok(());
        }
        let edits = limiting_edits(&self.bench.base, self.most);
        let document = with_weights(&self.bench.base, &edits)?;
        let measured = self.bench.measure(&document, linear(), LIMITED)?;
        let set_up = SetUp::FewerJoints(self.most);
        self.found.try_on_each(self.bench, &many, set_up, &measured);
        self.now = Trial {
            document,
            steps: vec![AdviceStep::Weights(edits)],
            measured,
        };
        Ok(())
    }

    /// Weights fitted to the reference, of meshes that hold by nothing yet. They stay where a mesh holds by them.
    fn fitted(&mut self) -> Result<(), NoAdvice> {
        let open = self.open();
        if open.is_empty() {
            return Ok(());
        }
        let Some((trial, edits)) = self.fit(&self.now, &open, FIT)? else {
            return Ok(());
        };
        let set_up = SetUp::FittedWeights;
        let held = self
            .found
            .try_on_each(self.bench, &open, set_up, &trial.measured);
        if held.is_empty() {
            self.candidates.push(Candidate { set_up, trial });
            return Ok(());
        }
        let mut kept = edits;
        kept.retain(|edit| held.contains(&edit.mesh));
        let document = with_weights(&self.now.document, &kept)?;
        self.now.document = document;
        self.now.steps.push(AdviceStep::Weights(kept));
        // Meshes hang on their own rows alone.
        for mesh in held {
            let errors = Bench::errors_of(&trial.measured, mesh);
            if let Some(slot) = self.now.measured.meshes.get_mut(mesh) {
                *slot = errors;
            }
        }
        self.candidates.push(Candidate { set_up, trial });
        Ok(())
    }

    /// A trial with fitted weights of these meshes, and what was changed; none where nothing was.
    fn fit(
        &self,
        from: &Trial,
        meshes: &[usize],
        part: Part,
    ) -> Result<Option<(Trial, Vec<WeightEdit>)>, NoAdvice> {
        let order = FitOrder {
            look: linear(),
            limit: self.most,
            vertices: &from.measured.beyond,
            meshes,
        };
        let middle = part.from + 0.7 * (part.to - part.from);
        let search = Part { to: middle, ..part };
        let edits = fitted_edits(self.bench, &from.document, order, search)?;
        if edits.is_empty() {
            return Ok(None);
        }
        let document = with_weights(&from.document, &edits)?;
        let rest = Part {
            from: middle,
            ..part
        };
        let measured = self.bench.measure(&document, linear(), rest)?;
        let mut steps = from.steps.clone();
        steps.push(AdviceStep::Weights(edits.clone()));
        let trial = Trial {
            document,
            steps,
            measured,
        };
        Ok(Some((trial, edits)))
    }

    /// Twist joints on arms and legs, then weights fitted with them. They are taken if all meshes hold then.
    fn twisted(&mut self) -> Result<(), NoAdvice> {
        let open = self.open();
        if open.is_empty() {
            return Ok(());
        }
        let before = Self::score(&open, &self.now.measured);
        let mut nearest: Option<(u8, Vec<f32>, Trial)> = None;
        for (number, count) in (0_u8..).zip(TWISTS) {
            let quarter = (TWISTED.to - TWISTED.from) / 4.0;
            let from = TWISTED.from + quarter * f32::from(number);
            let part = Part {
                from,
                to: from + quarter,
            };
            let trial = match self.with_twist(count, part)? {
                Ok(trial) => trial,
                Err(why) => {
                    self.found.note(&open, &format!("Twist joints: {why}"));
                    return Ok(());
                }
            };
            let set_up = SetUp::TwistJoints(count);
            if self.takes(&open, set_up, &trial) {
                return Ok(());
            }
            let score = Self::score(&open, &trial.measured);
            let mut pairs = score.iter().zip(&before);
            let is_moved = pairs.any(|(own, before)| (own - before).abs() > STILL * before);
            if nearest.as_ref().is_none_or(|(_, best, _)| score < *best) {
                nearest = Some((count, score, trial.clone()));
            }
            self.candidates.push(Candidate { set_up, trial });
            if !is_moved {
                break;
            }
        }
        let Some((count, _, trial)) = nearest else {
            return Ok(());
        };
        let quarter = (TWISTED.to - TWISTED.from) / 4.0;
        let part = Part {
            from: TWISTED.to - quarter,
            ..TWISTED
        };
        let Some((trial, _)) = self.fit(&trial, &open, part)? else {
            return Ok(());
        };
        let set_up = SetUp::FittedTwistJoints(count);
        if !self.takes(&open, set_up, &trial) {
            self.candidates.push(Candidate { set_up, trial });
        }
        Ok(())
    }

    /// Corrective shapes over what is nearest so far. They are taken if all meshes hold then.
    fn shaped(&mut self) -> Result<(), NoAdvice> {
        let open = self.open();
        if open.is_empty() || !self.bench.job.target.shows_shapes() {
            return Ok(());
        }
        let now = Self::score(&open, &self.now.measured);
        let nearest = self.nearest(&open).filter(|(_, score)| *score < now);
        let under = nearest.and_then(|(place, _)| self.candidates.get(place));
        let (from, with) = match under {
            Some(candidate) => (&candidate.trial, Some(candidate.set_up)),
            None => (&self.now, None),
        };
        match corrected(self.bench, from, &open, SHAPED)? {
            Ok((count, trial)) => {
                if let Some(with) = with {
                    let told = format!(
                        "The corrective shapes are made over this: {}.",
                        with.title()
                    );
                    self.found.note(&open, &told);
                }
                let set_up = SetUp::Shapes(count);
                match self.takes(&open, set_up, &trial) {
                    true => self.found.note(&open, SHAPES),
                    false => self.candidates.push(Candidate { set_up, trial }),
                }
            }
            Err(why) => self.found.note(&open, &why),
        }
        Ok(())
    }

    /// A trial with so many twist joints on each limb; a sentence where there can be none.
    fn with_twist(&self, count: u8, part: Part) -> Result<Result<Trial, String>, NoAdvice> {
        let job = self.bench.job;
        let steps = [AdviceStep::TwistJoints(count)];
        let twisted = match with_steps(&self.now.document, &steps, job.bones, job.work) {
            Ok(twisted) => twisted,
            Err(why) => return Ok(Err(why)),
        };
        let edits = limiting_edits(&twisted, self.most);
        let document = with_weights(&twisted, &edits)?;
        let measured = self.bench.measure(&document, linear(), part)?;
        let mut all = self.now.steps.clone();
        all.extend(steps);
        if !edits.is_empty() {
            all.push(AdviceStep::Weights(edits));
        }
        Ok(Ok(Trial {
            document,
            steps: all,
            measured,
        }))
    }

    /// Notes what a trial makes of open meshes, and takes it if all meshes hold by it.
    fn takes(&mut self, open: &[usize], set_up: SetUp, trial: &Trial) -> bool {
        for &mesh in open {
            let errors = Bench::errors_of(&trial.measured, mesh);
            self.found.note_tried(mesh, set_up, errors);
        }
        let holds = self.are_held(&self.bench.meshes, &trial.measured);
        if holds {
            self.take(open, set_up, trial);
        }
        holds
    }

    /// Takes a trial for open meshes; all others are as they come by it.
    fn take(&mut self, open: &[usize], set_up: SetUp, trial: &Trial) {
        for &mesh in &self.bench.meshes {
            let errors = Bench::errors_of(&trial.measured, mesh);
            let before = self.found.taken(mesh).map(|taken| taken.set_up);
            let own = before.filter(|_| !open.contains(&mesh)).unwrap_or(set_up);
            self.found.take(mesh, own, errors);
        }
        self.now = trial.clone();
    }

    /// The errors of these meshes, the largest first: less is nearer. Where one mesh is as far off by two trials, the others tell.
    fn score(meshes: &[usize], measured: &Measured) -> Vec<f32> {
        let errors = meshes.iter().map(|mesh| Bench::errors_of(measured, *mesh));
        let mut errors: Vec<f32> = errors.map(|errors| errors.maximum).collect();
        errors.sort_by(|one, other| other.total_cmp(one));
        errors
    }

    /// Whether all of these meshes hold.
    fn are_held(&self, meshes: &[usize], measured: &Measured) -> bool {
        let mut errors = meshes.iter().map(|mesh| Bench::errors_of(measured, *mesh));
        errors.all(|errors| self.bench.is_held(&errors))
    }

    /// Helpers, where nothing else holds; where they do not either, what is nearest.
    fn helped(mut self) -> Result<AdvicePlan, NoAdvice> {
        let open = self.open();
        if open.is_empty() {
            return Ok(plan_of(&self.now));
        }
        let trial = match living(self.bench, HELPED)? {
            Ok(trial) => trial,
            Err(why) => {
                self.found.note(&open, &why);
                return self.keyed(&open);
            }
        };
        for &mesh in &open {
            let errors = Bench::errors_of(&trial.measured, mesh);
            self.found.note_tried(mesh, trial.set_up, errors);
        }
        let score = Self::score(&open, &trial.measured);
        let now = Self::score(&open, &self.now.measured);
        let nearest = self.nearest(&open);
        let is_nearest = score < now && nearest.is_none_or(|(_, other)| score < other);
        if !self.are_held(&open, &trial.measured) && !is_nearest {
            return Ok(self.take_nearest(&open));
        }
        let told = match self.bench.job.target.helpers() {
            LivingKind::Rows => ROWS,
            LivingKind::Chains => CHAINS,
        };
        self.found.note(&open, told);
        self.take_helpers(&trial);
        Ok(AdvicePlan::Bake(Box::new(trial.plan)))
    }

    /// What a bake makes of all meshes: it is made of the document as it was, so that nothing else that was tried is in it.
    fn take_helpers(&mut self, trial: &HelperTrial) {
        for &mesh in &self.bench.meshes {
            let errors = Bench::errors_of(&trial.measured, mesh);
            let taken = self.found.taken(mesh);
            let stays = taken.is_some_and(|taken| taken.set_up == SetUp::AsItIs);
            let set_up = match stays && self.bench.is_held(&errors) {
                true => SetUp::AsItIs,
                false => trial.set_up,
            };
            self.found.take(mesh, set_up, errors);
        }
    }

    /// Helpers with keys, where others cannot be: right in the clips alone.
    fn keyed(mut self, open: &[usize]) -> Result<AdvicePlan, NoAdvice> {
        if self.bench.base.character.clips.is_empty() {
            return Ok(self.take_nearest(open));
        }
        match keyed(self.bench, HELPED)? {
            Ok(trial) => {
                for &mesh in open {
                    let errors = Bench::errors_of(&trial.measured, mesh);
                    self.found.note_tried(mesh, trial.set_up, errors);
                }
                self.take_helpers(&trial);
                Ok(AdvicePlan::Bake(Box::new(trial.plan)))
            }
            Err(why) => {
                self.found.note(open, &why);
                Ok(self.take_nearest(open))
            }
        }
    }

    /// The candidate that leaves the least to open meshes and takes nothing from others, with what it leaves; none where the document as
    /// it is by now leaves less.
    fn nearest(&self, open: &[usize]) -> Option<(usize, Vec<f32>)> {
        let others = self.bench.meshes.iter();
        let others: Vec<usize> = others
            .copied()
            .filter(|mesh| !open.contains(mesh))
            .collect();
        let candidates = self.candidates.iter().enumerate();
        let able = candidates.filter(|(_, candidate)| {
            let measured = &candidate.trial.measured;
            self.are_held(&others, measured)
        });
        let scored =
            able.map(|(place, candidate)| (place, Self::score(open, &candidate.trial.measured)));
        // No error is not a number.
        scored.min_by(|one, other| one.1.partial_cmp(&other.1).unwrap_or(Ordering::Equal))
    }

    /// Takes what leaves the least to open meshes.
    fn take_nearest(mut self, open: &[usize]) -> AdvicePlan {
        let now = Self::score(open, &self.now.measured);
        let nearest = self.nearest(open).filter(|(_, score)| *score < now);
        let place = nearest.map(|(place, _)| place);
        let taken = place.and_then(|place| {
            let known = place < self.candidates.len();
            known.then(|| self.candidates.swap_remove(place))
        });
        match taken {
            Some(Candidate { set_up, trial }) => {
                // Of many vertices too far off no weights were fitted.
                let is_same = |mesh: &usize| {
                    let of = [&self.now.measured, &trial.measured];
                    let [now, then] = of.map(|measured| Bench::errors_of(measured, *mesh));
                    now == then
                };
                let left: Vec<usize> = open.iter().copied().filter(is_same).collect();
                self.take(open, set_up, &trial);
                self.leave(&left);
            }
            None => self.leave(open),
        }
        plan_of(&self.now)
    }

    /// Notes of meshes that nothing is done to them but to leave out joints that the target does not take.
    fn leave(&mut self, meshes: &[usize]) {
        for &mesh in meshes {
            let errors = Bench::errors_of(&self.now.measured, mesh);
            let fewer = SetUp::FewerJoints(self.most);
            let set_up = match self.found.has_tried(mesh, fewer) {
                true => fewer,
                false => SetUp::AsItIs,
            };
            self.found.take(mesh, set_up, errors);
        }
    }
}

fn plan_of(now: &Trial) -> AdvicePlan {
    match now.steps.is_empty() {
        true => AdvicePlan::Nothing,
        false => AdvicePlan::Edit(now.steps.clone()),
    }
}
