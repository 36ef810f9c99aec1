//! Finds problems of the weights, and repairs them, in the background. Owns the worker and the surfaces that it
//! searches; the list itself is kept by the session.
//!
//! Results come into the session as commands; results for an older character are dropped. The surfaces are kept from
//! one search to the next as long as only weights change.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use character::Character;
use mesh::PointIndex;
use rig::{GoOn, NamePatterns};
use scene::same_surface::has_same_surface;

use crate::commands::command;
use crate::commands::command::Command;
use crate::document::Document;
use crate::features::painting::paint_engine::PaintEngine;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::session::Session;
use crate::settings::CheckSettings;
use crate::settings::window_layout::Tile;
use crate::state::painting::PaintMesh;
use crate::state::problems::problem_list::{Entry, FixOrder, Fixed, ProblemList, ProblemOutcome};
use crate::state::weight_table::weights_work::WeightsWork;
use crate::tasks::{Handle, JobError, Spawner, Task};

mod ground;
mod sight_search;
mod trial;

use ground::CheckContext;
use sight_search::SightSearch;

pub use trial::seam_words;

/// Work that takes longer than this shows its progress.
const LONG: Duration = Duration::from_millis(200);

/// Rounds of [`repair_from`]: a repair may leave something to the next.
const ROUNDS: usize = 4;

/// The document without what the checks find in the weights of skins from `first` on, as far as some rounds of repair
/// go; what cannot be repaired stays, and so do the points of `kept`, by skin and in rising order. For weights that were just
/// made, so that they begin without problems.
pub(crate) fn repair_from(
    first: usize,
    mut document: Document,
    (checks, patterns): (&CheckSettings, &NamePatterns),
    locks: &WeightsWork,
    kept: &[(usize, Vec<PointIndex>)],
) -> Document {
    let go_on: &GoOn<'_> = &|_| ControlFlow::Continue(());
    let sides = (checks.axis, patterns.clone());
    // The surfaces that these weights were made on: points are counted by them.
    let meshes = PaintMesh::since(&document.character, first).into_iter();
    let meshes = meshes.map(Arc::new).collect();
    let Some(ground) = CheckContext::new(&document.character, meshes, sides, go_on) else {
        return document;
    };
    let rig = &document.character.rig;
    let binds = rig.binds.iter();
    let locks: Vec<Vec<bool>> = binds
        .map(|bind| locks.locks_of(&rig.skeleton, bind.joints()))
        .collect();
    for _ in 0..ROUNDS {
        let character = Arc::clone(&document.character);
        let Some(mut list) = ground.problems(&character, checks.clone(), go_on) else {
            break;
        };
        for entry in &mut list.entries {
            let skin = entry.skin;
            if let Some((_, kept)) = kept.iter().find(|(of, _)| *of == skin) {
                let points = &mut entry.problem.points;
                points.retain(|point| kept.binary_search(point).is_err());
            }
        }
        let entries = list.entries.iter().enumerate();
        let is_open = |entry: &Entry| entry.skin >= first && !entry.problem.points.is_empty();
        let entries = entries.filter(|(_, entry)| is_open(entry));
        let entries: Vec<usize> = entries.map(|(place, _)| place).collect();
        if entries.is_empty() {
            break;
        }
        let order = FixOrder {
            list: Arc::new(list),
            entries,
            name: String::new(),
        };
        let fixed = ground.repair(&character, &order, &locks, go_on);
        let after = fixed.and_then(|fixed| document.with_weight_edits(&fixed.edits).ok());
        let Some(after) = after else { break };
        document = after;
    }
    document
}

/// The background worker that finds and repairs problems of weights.
#[derive(Debug, Default)]
pub struct Checker {
    ground: Option<Arc<CheckContext>>,
    job: Option<Job>,
    /// The character whose search has failed: it is not searched again until something changes.
    failed: Option<Arc<Character>>,
    sight_search: SightSearch,
}

/// The search or repair that is running.
#[derive(Debug)]
struct Job {
    of: Arc<Character>,
    checks: CheckSettings,
    patterns: NamePatterns,
    repairs: bool,
    /// The locked joints that the repair leaves unchanged.
    locked: BTreeSet<String>,
    task: Task<Option<CheckResult>, f32>,
}

/// The worker's handle; its progress is the share of the work that is done, 0 to 1.
type CheckHandle = Handle<f32>;

/// The result of a search or a repair.
struct CheckResult {
    ground: Arc<CheckContext>,
    outcome: Outcome,
}

enum Outcome {
    Found(ProblemList),
    Fixed(Box<Fixed>),
}

/// The input of the background thread.
struct CheckInput {
    of: Arc<Character>,
    checks: CheckSettings,
    patterns: NamePatterns,
    ground: Option<Arc<CheckContext>>,
    /// The surfaces, if the paint engine has built them already.
    meshes: Vec<Arc<PaintMesh>>,
    /// The problems to repair and, per skin, which joints are locked; none for a search alone.
    order: Option<(FixOrder, Vec<Vec<bool>>)>,
}

impl Checker {
    /// Compares the document with what is shown, starts what is requested and returns the results as commands. While
    /// `is_dragged` weights may still be changing, and nothing is returned. A repair of weights or locks that have
    /// changed since is canceled.
    pub fn follow(
        &mut self,
        document: &Document,
        (session, paint_engine): (&Session, &PaintEngine),
        is_dragged: bool,
        spawner: &Spawner,
    ) -> Vec<Command> {
        let sight = session.character.problems.sight.as_ref();
        let seen = self.sight_search.follow(sight, spawner);
        let mut commands = self.keep_to(document, session, paint_engine, is_dragged, spawner);
        commands.extend(seen);
        commands
    }

    fn keep_to(
        &mut self,
        document: &Document,
        session: &Session,
        paint_engine: &PaintEngine,
        is_dragged: bool,
        spawner: &Spawner,
    ) -> Vec<Command> {
        let (character, settings) = (&document.character, &session.settings);
        if self.is_out_of_date(character, session) {
            self.job = None;
            return vec![Command::Outcome(command::Outcome::Problems(
                ProblemOutcome::GiveUpFix(
                    "the weights or the locks have changed meanwhile. Try again",
                ),
            ))];
        }
        if !is_dragged {
            let came = self.receive(document);
            if !came.is_empty() {
                return came;
            }
        }
        if let Some(job) = &self.job {
            let is_asked = if job.repairs {
                session.character.problems.order.is_some()
            } else {
                session.character.problems.order.is_none() && job.checks == settings.checks
            };
            // During a drag every frame has another character: a search is not restarted for each of them.
            let is_of_now = Arc::ptr_eq(&job.of, character) || (is_dragged && !job.repairs);
            if is_asked && is_of_now && job.patterns == *settings.mirror.patterns() {
                spawner.waker().wake_after(LONG);
                return Vec::new();
            }
            self.job = None;
        }
        if session.opened == 0 {
            self.ground = None;
            return Vec::new();
        }
        let order = session.character.problems.order.clone();
        let has_failed = (self.failed.as_ref()).is_some_and(|of| Arc::ptr_eq(of, character));
        let is_looked_for = !is_dragged && !has_failed && is_wanted(document, session);
        if order.is_some() || is_looked_for {
            self.start(document, session, paint_engine, order, spawner);
        }
        Vec::new()
    }

    /// Whether the weights or locks have changed since the repair was requested.
    fn is_out_of_date(&self, character: &Arc<Character>, session: &Session) -> bool {
        let Some(order) = &session.character.problems.order else {
            return false;
        };
        let job = self.job.as_ref().filter(|job| job.repairs);
        let has_other_locks = job.is_some_and(|job| job.locked != session.character.weights.locked);
        has_other_locks || !Arc::ptr_eq(&order.list.of, character)
    }

    /// The share of a long search or repair that is done, 0 to 1, and whether it is a repair; none while it is fast.
    #[must_use]
    pub fn progress(&self) -> Option<(f32, bool)> {
        let job = self.job.as_ref()?;
        (job.task.age() >= LONG).then(|| (job.task.progress(), job.repairs))
    }

    /// Whether a search or a repair is running.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_some()
    }

    fn receive(&mut self, document: &Document) -> Vec<Command> {
        let Some(job) = &mut self.job else {
            return Vec::new();
        };
        let Poll::Ready(outcome) = job.task.poll() else {
            return Vec::new();
        };
        let (of, repairs) = (Arc::clone(&job.of), job.repairs);
        self.job = None;
        let answer = match outcome {
            Ok(Some(answer)) => answer,
            // The worker ends without an answer only when it was canceled.
            Ok(None) => return Vec::new(),
            Err(error) => {
                self.failed = Some(of);
                return vec![failure_message(repairs, &error)];
            }
        };
        let is_of_now = Arc::ptr_eq(&of, &document.character);
        // Kept even where the list is out of date, since it does not depend on weights.
        self.ground = Some(answer.ground);
        let command = match answer.outcome {
            Outcome::Found(list) if is_of_now => ProblemOutcome::Found(Arc::new(list)),
            Outcome::Found(_) => return Vec::new(),
            Outcome::Fixed(fixed) => ProblemOutcome::Fixed(fixed),
        };
        vec![Command::Outcome(command::Outcome::Problems(command))]
    }

    fn start(
        &mut self,
        document: &Document,
        session: &Session,
        paint_engine: &PaintEngine,
        order: Option<FixOrder>,
        spawner: &Spawner,
    ) {
        let character = &document.character;
        // While weights are painted, the paint engine has built the same surfaces.
        let shares = session.mode == Mode::Weights && !paint_engine.is_building();
        let locks = |order| {
            let skeleton = &character.rig.skeleton;
            let binds = character.rig.binds.iter();
            let locks =
                binds.map(|bind| session.character.weights.locks_of(skeleton, bind.joints()));
            (order, locks.collect())
        };
        let search = CheckInput {
            of: Arc::clone(character),
            checks: session.settings.checks.clone(),
            patterns: session.settings.mirror.patterns().clone(),
            ground: self.ground.clone(),
            meshes: if shares {
                paint_engine.meshes().to_vec()
            } else {
                Vec::new()
            },
            order: order.map(locks),
        };
        self.job = Some(Job {
            of: Arc::clone(&search.of),
            checks: search.checks.clone(),
            patterns: search.patterns.clone(),
            repairs: search.order.is_some(),
            locked: session.character.weights.locked.clone(),
            task: Task::start_at(0.0, spawner, "problems of weights", |watch| {
                search.work(watch)
            }),
        });
    }
}

/// The message for a search or a repair that has failed.
fn failure_message(repairs: bool, error: &JobError) -> Command {
    if repairs {
        let why = match error {
            JobError::NoThread(_) => {
                "no thread could be started for it; nothing was changed. Try again"
            }
            JobError::Stopped => "it has stopped unexpectedly; nothing was changed. Try again",
        };
        return Command::Outcome(command::Outcome::Problems(ProblemOutcome::GiveUpFix(why)));
    }
    let text = format!(
        "The search for problems of weights has stopped: {error}. Changing a weight begins it again."
    );
    Command::Outcome(command::Outcome::Notify(Severity::Error, text))
}

/// Whether the list is visible or waited for, and out of date.
fn is_wanted(document: &Document, session: &Session) -> bool {
    let problems = &session.character.problems;
    let is_seen = session.mode == Mode::Weights
        || session.settings.layout.is_in_sight(Tile::Problems)
        || problems.step.is_some();
    is_seen
        && problems
            .list_of(&document.character, &session.settings.checks)
            .is_none()
}

impl CheckInput {
    fn work(self, watch: &CheckHandle) -> Option<CheckResult> {
        let go_on: &GoOn<'_> = &|share| watch.progress(share);
        let known = self.ground.as_ref();
        let known = known.filter(|ground| {
            ground.is_of(self.checks.axis, &self.patterns) && has_same_surface(&ground.of, &self.of)
        });
        let ground = match known {
            Some(ground) => Arc::clone(ground),
            None => {
                let kept = (self.checks.axis, self.patterns);
                Arc::new(CheckContext::new(&self.of, self.meshes, kept, go_on)?)
            }
        };
        let outcome = match self.order {
            None => Outcome::Found(ground.problems(&self.of, self.checks, go_on)?),
            Some((order, locks)) => {
                let fixed = ground.try_repair(&self.of, &order, &locks, go_on)?;
                Outcome::Fixed(Box::new(fixed))
            }
        };
        Some(CheckResult { ground, outcome })
    }
}
