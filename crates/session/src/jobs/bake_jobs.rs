//! Bakes in the background, and the files that are written of them.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bake::{BakeJob, USUAL_BYTES, USUAL_RATE};
use whole_file::write_with_backup_within;

use crate::commands::command::{Command, Outcome};
use crate::files::bake_work::{BakeAsked, BakeOrder, BakeOutcome, BakeStep, Baked};
use crate::files::export::{refuse_own, sentence};
use crate::files::file_work::NotWritten;
use crate::jobs::file_jobs::{FileJob, FileJobs};

/// Running and waiting bakes.
pub type Bakes = FileJobs<BakeOrder>;

impl FileJob for BakeOrder {
    fn file(&self) -> &Path {
        &self.file
    }

    fn run(self) -> Command {
        match &self.work {
            BakeStep::Bake { asked, .. } => {
                let outcome = self.baked(asked);
                told(BakeOutcome::Baked(
                    self.ticket.clone(),
                    Box::new(asked.clone()),
                    outcome,
                ))
            }
            BakeStep::Write { .. } => {
                let outcome = self.written();
                told(BakeOutcome::Written(self.ticket, self.file, outcome))
            }
        }
    }

    fn failed(self, text: String) -> Command {
        told(match self.work {
            BakeStep::Bake { asked, .. } => {
                BakeOutcome::Baked(self.ticket, Box::new(asked), Some(Err(text)))
            }
            BakeStep::Write { .. } => {
                BakeOutcome::Written(self.ticket, self.file, Err(NotWritten::Failed(text)))
            }
        })
    }
}

impl BakeOrder {
    fn baked(&self, asked: &BakeAsked) -> Option<Result<Arc<Baked>, String>> {
        let BakeStep::Bake {
            character,
            scale_inheritance,
            threads,
            ..
        } = &self.work
        else {
            return None;
        };
        let clips = character.clips.iter().enumerate();
        let meant = clips.filter(|(_, clip)| !asked.left_out.contains(&clip.id()));
        let clips: Vec<usize> = meant.map(|(place, _)| place).collect();
        let job = BakeJob {
            character,
            scale_inheritance,
            look: asked.look,
            clips: &clips,
            goal: asked.goal(),
            rate: USUAL_RATE,
            most_joints: asked.most_joints,
            most_bytes: USUAL_BYTES,
            threads: *threads,
        };
        let found = job.run(&|share| {
            self.share.set(share);
            match self.ticket.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match found {
            Ok(baked) => baked.map(|baked| Ok(Arc::new(baked))),
            Err(error) => Some(Err(sentence(&error.to_string()))),
        }
    }

    fn written(&self) -> Result<(), NotWritten> {
        let BakeStep::Write {
            baked,
            own,
            access,
            replaces,
        } = &self.work
        else {
            return Err(NotWritten::Cancelled);
        };
        refuse_own(&self.file, own).map_err(NotWritten::Failed)?;
        if self.file.exists() && !*replaces {
            return Err(NotWritten::Exists(self.file.clone()));
        }
        let written = write_with_backup_within(&self.file, &baked.glb, *access);
        written.map_err(|error| NotWritten::Failed(sentence(&error.to_string())))
    }
}

const fn told(outcome: BakeOutcome) -> Command {
    Command::Outcome(Outcome::Bake(outcome))
}
