//! Weights fitted to poses, and vertices pulled elsewhere, as jobs.

use std::sync::Arc;

use glam::Vec3;
use rig::Pose;
use scene::posed_character::Look;
use whole_file::Files;

use super::JobFn;
use crate::document::Document;
use crate::files::working_folder::whole;
use crate::session::Session;
use crate::settings::Units;
use crate::shown::shown_pose;
use crate::state::presets::PresetFile;
use crate::state::weight_fit::{FitChoice, FitSource, Pull, fit_weights, pull_vertices, targets};
use crate::state::weight_operations::weight_request::{PullChoice, WeightResult};
use crate::state::weight_table::weights_work::WeightsWork;

/// The phase of the search.
const PHASE: &str = "fitting weights";
/// The phase before it, of examples and poses.
const READING: &str = "reading poses";
/// The share of all work that it takes in the bar.
const OF_READING: f32 = 0.2;

/// What both jobs take as a snapshot.
#[derive(Debug)]
struct FitSnapshot {
    document: Document,
    tests: Arc<[PresetFile]>,
    /// Locks, and the selected vertices.
    work: WeightsWork,
    units: Units,
}

impl FitSnapshot {
    fn new(document: &Document, session: &Session) -> Self {
        Self {
            document: document.clone(),
            tests: Arc::clone(&session.character.test_poses.poses),
            work: WeightsWork {
                locked: session.character.weights.locked.clone(),
                vertices: session.character.weights.vertices.clone(),
                ..WeightsWork::default()
            },
            units: session.settings.units,
        }
    }
}

/// Fitting, with a snapshot of its input.
#[derive(Debug)]
pub struct FitTask {
    choice: FitChoice,
    taken: FitSnapshot,
    files: Files,
}

impl FitTask {
    /// The name to show while it runs, and of the step in the history.
    pub const TITLE: &'static str = "Fit weights";

    /// Takes a snapshot of everything that the job needs.
    #[must_use]
    pub fn new(mut choice: FitChoice, document: &Document, session: &Session) -> Self {
        if let FitSource::Files(path) = &mut choice.source {
            *path = whole(path);
        }
        Self {
            choice,
            taken: FitSnapshot::new(document, session),
            files: session.files.clone(),
        }
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        Box::new(move |watch| {
            let FitSnapshot {
                document,
                tests,
                work,
                units,
            } = &self.taken;
            let failed = |why: String| format!("{}: {why}", Self::TITLE);
            let reading = |share: f32| watch.progress((READING, share * OF_READING));
            let targets = targets(document, &self.choice, tests, &self.files, &reading)?;
            let targets = match targets {
                Ok(targets) => targets,
                Err(why) => return Some(Err(failed(why))),
            };
            let go_on =
                |share: f32| watch.progress((PHASE, OF_READING + share * (1.0 - OF_READING)));
            let found = match fit_weights(document, &self.choice, &targets, work, &go_on)? {
                Ok(found) => found,
                Err(why) => return Some(Err(failed(why))),
            };
            let after = document.with_weight_edits(&found.edits);
            let mut said = format!("{}: {}.", Self::TITLE, found.words(*units));
            for more in found.shared_words() {
                said = format!("{said} {more}");
            }
            let done = |after| WeightResult {
                name: Self::TITLE.to_owned(),
                after,
                report: found.report,
                said,
                is_fresh: false,
                is_compared: true,
                shows: None,
            };
            let refused = |error| failed(format!("the weights cannot be changed: {error}."));
            Some(after.map(done).map_err(refused))
        })
    }
}

/// Pulling, with a snapshot of its input.
#[derive(Debug)]
pub struct PullTask {
    choice: PullChoice,
    taken: FitSnapshot,
    pose: Arc<Pose>,
    look: Look,
    limit: u8,
}

impl PullTask {
    /// The name to show while it runs, and of the step in the history.
    pub const TITLE: &'static str = "Pull vertices";

    /// Takes a snapshot of everything that the job needs.
    #[must_use]
    pub fn new(choice: PullChoice, document: &Document, session: &Session) -> Self {
        Self {
            choice,
            taken: FitSnapshot::new(document, session),
            pose: shown_pose(document, session),
            look: session.comparing.active_look().whole(),
            limit: session.settings.brush.limit,
        }
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        Box::new(move |watch| {
            let taken = &self.taken;
            let pull = Pull {
                pose: &self.pose,
                look: self.look,
                vertices: taken.work.vertices.all(),
                by: Vec3::from_array(self.choice.by),
                radius: self.choice.radius,
                change: self.choice.change,
                keep: self.choice.keep,
                limit: self.limit,
                at_any_cost: self.choice.at_any_cost,
            };
            let go_on = |share| watch.progress((PHASE, share));
            let with = (&taken.tests[..], &taken.work);
            let done = pull_vertices(&taken.document, &pull, with, &go_on)?;
            let done = done.and_then(|done| {
                let why_not = done.why_not(taken.units);
                match why_not.filter(|_| !self.choice.at_any_cost) {
                    None => Ok(done),
                    Some(why) => Err(why),
                }
            });
            let done = done.map(|done| WeightResult {
                name: Self::TITLE.to_owned(),
                said: format!("{}: {}.", Self::TITLE, done.words(taken.units)),
                after: done.after,
                report: done.report,
                is_fresh: false,
                is_compared: true,
                shows: None,
            });
            Some(done.map_err(|why| format!("{}: {why}", Self::TITLE)))
        })
    }
}
