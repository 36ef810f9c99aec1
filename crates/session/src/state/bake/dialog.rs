//! A bake to linear blending, and the file that is written of it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bake::{BakeJob, LivingJob, LivingKind, USUAL_BYTES, USUAL_POSES, USUAL_RATE, USUAL_UNSEEN};
use character::Character;
use rig::ScaleInheritance;
use scene::posed_character::Look;
use whole_file::Files;

use crate::document::Document;
use crate::document::baked::BakedFrom;
use crate::document::joint_limits::LimitsOfJoints;
use crate::document::keyed::all_keyed;
use crate::document::layered_clips::{MERGE_RATE, layers_not_merged, with_seen_clips};
use crate::state::bake::baking::{BakeAsked, Baked};
use crate::state::export::written::{
    NotWritten, WrittenFile, baked_file_for, refuse_own, sentence, with_ending,
};
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, FileOrder, Filter, JobOutput, Words,
};
use crate::state::props::baked::PropsToBake;
use crate::state::props::exported::has_props;

const ENDING: &str = "glb";

/// Why a bake is not written.
pub const OLD: &str = "The character was edited after this bake. Bake again.";
/// What is told while the choices of the dialog are other ones than those of the last bake.
pub const NOT_BAKED: &str = "These choices are not baked yet.";

/// What is asked of the dialog about its file, and for its options.
pub type BakeFileIntent = FileDialogIntent<BakeAsked>;

/// What is asked about a bake besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BakeIntent {
    /// Bakes what the dialog asks.
    Bake,
    /// Shows what was baked in a pane, with the dialog out of the way.
    Show,
    /// Cancels what is at work; the dialog stays.
    Stop,
}

/// What a job is for.
#[derive(Clone, Debug)]
pub enum BakeStep {
    /// Computes a bake; no file is written.
    Bake(Box<BakeWork>),
    /// Writing what was baked, with the props that go along.
    Write(Arc<Baked>, Option<Box<PropsToBake>>),
}

/// What is baked, and how.
#[derive(Clone, Debug)]
pub struct BakeWork {
    /// The choices of the dialog when the job began.
    pub asked: BakeAsked,
    /// The character, with all edits, and with keys for what is pending.
    pub character: Arc<Character>,
    /// How each joint's stretch is inherited.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// How far joints may turn.
    pub joint_limits: LimitsOfJoints,
    /// What it depends on.
    pub from: BakedFrom,
    /// Threads that compute: one fewer than the machine has, and one at least.
    pub threads: usize,
}

impl FileDialog for BakeAsked {
    type Work = BakeStep;
    type Read = Arc<Baked>;

    const WORDS: Words = Words {
        title: "Bake to linear blending",
        go: "Write",
        field: "Path to bake to",
        hint: "/path/to/character-baked.glb",
        busy: "The character is being baked.",
        what: "The baked character",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "glTF",
        endings: &[ENDING],
    };

    fn initial_path(&self, _last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        baked_file_for(subject.source, subject.project)
    }

    /// The method of the active pane.
    fn initial_options(&self, subject: &DialogContext<'_>) -> Self {
        let comparing = subject.comparing;
        let pane = comparing.panes.get(comparing.active);
        let mut asked = Self::offering(pane.map_or_else(Look::default, |shows| shows.look));
        // Without clips there is nothing else.
        let has_none = subject.document.character.clips.is_empty();
        asked.follow_poses(has_none.then_some(LivingKind::Rows));
        asked
    }

    fn complete(&self, file: PathBuf, _subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        let file = with_ending(file, ENDING);
        let ending = file.extension().unwrap_or_default();
        match ending.eq_ignore_ascii_case(ENDING) {
            true => Ok(file),
            false => Err(
                "Baked characters are written as one file; give a name that ends in .glb."
                    .to_owned(),
            ),
        }
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<BakeStep, String> {
        let found = subject.baked.ok_or(NOT_BAKED)?;
        let baked = found.of(self).ok_or(NOT_BAKED)?;
        // A bake is written only as it was looked at: of an edited character another one would come.
        match found.is_old(subject.document) {
            true => Err(OLD.to_owned()),
            false => {
                let props = self.props(subject)?;
                Ok(BakeStep::Write(Arc::clone(baked), props))
            }
        }
    }

    fn writes(work: &BakeStep) -> bool {
        matches!(work, BakeStep::Write(..))
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<Arc<Baked>>, NotWritten> {
        match &job.work {
            BakeStep::Bake(work) => bake(work, &job.order),
            BakeStep::Write(baked, props) => write(baked, props.as_deref(), &job.order, files),
        }
    }
}

impl BakeAsked {
    /// The props that go along, in the poses of the clips that were baked; none where there are none, or they stay out.
    fn props(&self, subject: &DialogContext<'_>) -> Result<Option<Box<PropsToBake>>, String> {
        let document = subject.document;
        if self.leaves_props || !has_props(document) {
            return Ok(None);
        }
        let work = BakeWork::new(self, subject)?;
        let document = Document {
            character: Arc::clone(&work.character),
            ..document.clone()
        };
        let props = PropsToBake::new(&document, &work.clips(), subject.frames_per_second);
        Ok(Some(Box::new(props)))
    }
}

impl BakeWork {
    /// The clips that are baked, by their places.
    fn clips(&self) -> Vec<usize> {
        let clips = self.character.clips.iter().enumerate();
        let meant = clips.filter(|(_, clip)| !self.asked.left_out.contains(&clip.id()));
        meant.map(|(place, _)| place).collect()
    }

    /// What is baked of the subject.
    ///
    /// # Errors
    ///
    /// One sentence about what cannot be keyed.
    pub fn new(asked: &BakeAsked, subject: &DialogContext<'_>) -> Result<Self, String> {
        let document = subject.document;
        let keyed = match document.pending.is_empty() {
            true => Ok(document.clone()),
            false => all_keyed(document),
        };
        let keyed = keyed.map_err(|error| {
            format!(
                "What was posed and is not keyed yet cannot get keys: {error}. Discard it, or key it first."
            )
        })?;
        let character =
            with_seen_clips(&keyed, MERGE_RATE).map_err(|error| layers_not_merged(&error))?;
        Ok(Self {
            asked: asked.clone(),
            character,
            scale_inheritance: document.scale_inheritance.to_vec().into(),
            joint_limits: Arc::clone(&document.joint_limits),
            from: BakedFrom::of(document, asked.follows_poses()),
            threads: scene::parallel::processors().saturating_sub(1).max(1),
        })
    }
}

fn bake(work: &BakeWork, order: &FileOrder) -> Result<JobOutput<Arc<Baked>>, NotWritten> {
    let clips = work.clips();
    let job = BakeJob {
        character: &work.character,
        scale_inheritance: &work.scale_inheritance,
        look: work.asked.look,
        clips: &clips,
        goal: work.asked.goal(),
        rate: USUAL_RATE,
        most_joints: work.asked.most_joints,
        most_bytes: USUAL_BYTES,
        threads: work.threads,
    };
    let go_on = |share: f32| {
        // Where a bake only asks whether to go on, the share is none.
        if share.is_finite() {
            order.ticket.set_progress(share);
        }
        match order.ticket.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let found = match work.asked.living {
        None => job.run(&go_on),
        Some(kind) => {
            let living = LivingJob {
                bake: job,
                kind,
                limits: &work.joint_limits,
                poses: USUAL_POSES,
                unseen: USUAL_UNSEEN,
            };
            living.run(&go_on)
        }
    };
    let found = found.map_err(|error| NotWritten::Failed(sentence(&error.to_string())))?;
    let baked = found.ok_or(NotWritten::Canceled)?;
    Ok(JobOutput::Read(Arc::new(baked)))
}

fn write(
    baked: &Baked,
    props: Option<&PropsToBake>,
    order: &FileOrder,
    files: &Files,
) -> Result<JobOutput<Arc<Baked>>, NotWritten> {
    let file = &order.file;
    refuse_own(file, &order.own, files).map_err(NotWritten::Failed)?;
    if files.exists(file) && !order.replaces {
        return Err(NotWritten::Exists(file.clone()));
    }
    let access = order.own.access(files);
    let go_on = || match order.ticket.is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let with_props = props.map(|props| props.add_to(&baked.glb, files, &go_on));
    let with_props = match with_props {
        None => None,
        Some(added) => {
            let added = added.map_err(NotWritten::Failed)?;
            Some(added.ok_or(NotWritten::Canceled)?)
        }
    };
    let glb = with_props.as_ref().map_or(&baked.glb, |added| &added.glb);
    let remarks = with_props.as_ref().map(|added| added.remarks.join(" "));
    let written = files.write_with_backup_within(file, glb, access);
    written.map_err(|error| NotWritten::Failed(sentence(&error.to_string())))?;
    Ok(JobOutput::Written(WrittenFile {
        place: file.clone(),
        bytes: u64::try_from(glb.len()).ok(),
        remarks: remarks.unwrap_or_default(),
    }))
}
