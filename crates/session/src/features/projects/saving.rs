//! Writes projects and recovery files in the background, one after another.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;
use std::{fmt, io};

use whole_file::{Access, Claim, ClaimError, Files, ReadError, WriteError};

use crate::commands::command::{Command, Outcome};
use crate::document::Document;
use crate::notices::Severity;
use crate::state::projects::command::{ProjectOutcome, SavedProject};
use crate::state::projects::{
    Capture, Fingerprint, Left, MOST_BYTES, OnDisk, Recovery, Trouble, free_place, hash_of, untold,
    write,
};
use crate::tasks::{JobError, Queue, Spawner};

/// A project to write.
#[derive(Debug)]
pub struct ProjectSave {
    /// The path of the project.
    pub file: PathBuf,
    /// The expected content of the file, so that no foreign change is overwritten; none skips the check.
    pub expected: Option<OnDisk>,
    /// Whether to save even if another window has claimed the file.
    pub whoever: bool,
    /// Whether this window has claimed the file.
    pub is_claimed: bool,
    /// What others may do to the file: no more than to those that the work comes from.
    pub access: Access,
    /// What to write; its source is named as it was opened.
    pub capture: Capture,
    /// The document that was saved, to mark it as such afterwards.
    pub document: Document,
    /// What is saved beside it, see `CharacterSession::beside`.
    pub beside: u64,
    /// The window's clock, in seconds.
    pub time: f64,
}

/// A recovery file to write.
#[derive(Debug)]
pub struct RecoverySave {
    /// The folder of all recovery files.
    pub folder: PathBuf,
    /// What to write; its source is an absolute path.
    pub capture: Capture,
    /// Name of the project for people.
    pub name: String,
    /// Absolute path of the project; none if it was never saved.
    pub file: Option<String>,
    /// Hash of the project's file when it was last read or saved.
    pub on_disk: Option<u64>,
    /// The document that it was made from.
    pub document: Document,
    /// What is kept beside it, see `CharacterSession::beside`.
    pub beside: u64,
    /// The recovery file that this document was opened from: removed once the new one is written.
    pub replaces: Option<PathBuf>,
    /// Takes a small picture of the work, as a PNG file, when it is written.
    pub picture: Option<TakePicture>,
    /// The window's clock, in seconds.
    pub time: f64,
}

/// A function that takes a picture of the work; it runs in the background, since it waits for the graphics device.
pub struct TakePicture(Box<dyn Fn() -> Option<Vec<u8>> + Send + Sync>);

impl TakePicture {
    /// Wraps a function that gives a PNG file, or nothing where none can be had.
    pub fn new(take: impl Fn() -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        Self(Box::new(take))
    }
}

impl fmt::Debug for TakePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TakePicture")
    }
}

#[derive(Debug)]
enum Job {
    Save(Box<ProjectSave>),
    Keep(Box<RecoverySave>),
    Remove(Vec<PathBuf>),
    /// Removes this window's recovery file and releases its claim.
    Forget,
    Look(PathBuf),
}

/// The path of a window's recovery file, claimed while the window runs.
type RecoveryPlace = (PathBuf, Claim);

/// The longest time that a closing window waits for files being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// The background work of saving, kept by the window.
#[derive(Debug)]
pub struct Saver {
    queue: Queue<Job, Vec<Command>>,
    /// This window's recovery file; locked by the worker while it writes, and still known if the worker panics.
    place: Arc<Mutex<Option<RecoveryPlace>>>,
    /// Whether a recovery file exists.
    keeps: bool,
    files: Files,
}

impl Default for Saver {
    /// Writes to the system's disk.
    fn default() -> Self {
        Self::new(Files::default())
    }
}

impl Saver {
    /// Writes to this disk.
    #[must_use]
    pub fn new(files: Files) -> Self {
        let place = Arc::default();
        let (own, disk) = (Arc::clone(&place), files.clone());
        Self {
            queue: Queue::new("save", move |job| run_job(job, &own, &disk)),
            place,
            keeps: false,
            files,
        }
    }

    /// Saves a project, after all waiting jobs.
    pub fn save(&mut self, save: ProjectSave, spawner: &Spawner) {
        self.queue.push(Job::Save(Box::new(save)), spawner);
    }

    /// Writes a recovery file, after all waiting jobs.
    pub fn keep(&mut self, keep: RecoverySave, spawner: &Spawner) {
        self.keeps = true;
        self.queue.push(Job::Keep(Box::new(keep)), spawner);
    }

    /// Removes files that are no longer needed.
    pub fn remove(&mut self, files: Vec<PathBuf>, spawner: &Spawner) {
        self.queue.push(Job::Remove(files), spawner);
    }

    /// Searches the folder for recovery files of other windows.
    pub fn look(&mut self, folder: PathBuf, spawner: &Spawner) {
        self.queue.push(Job::Look(folder), spawner);
    }

    /// Removes this window's recovery file, if there is one.
    pub fn forget_kept(&mut self, spawner: &Spawner) {
        if std::mem::take(&mut self.keeps) {
            self.queue.retain(|job| !matches!(job, Job::Keep(_)));
            self.queue.push(Job::Forget, spawner);
        }
    }

    /// Whether a file is being written or waiting.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.queue.is_busy()
    }

    /// Whether this window has a recovery file.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        self.keeps
    }

    /// The outcomes since the last call, as commands.
    pub fn receive(&mut self, spawner: &Spawner) -> Vec<Command> {
        let mut commands = Vec::new();
        for (job, outcome) in self.queue.poll(spawner) {
            match outcome {
                // The work was saved or taken back while it was written, and its file goes by the next job.
                Ok(_) if matches!(&*job, Job::Keep(_)) && !self.keeps => {}
                Ok(done) => commands.extend(done),
                Err(error) => commands.extend(not_done(&job, &error)),
            }
        }
        commands
    }

    /// Waits for running jobs, then writes or removes this window's recovery file: the window is closing.
    pub fn finish(&mut self, keep: Option<RecoverySave>) {
        self.queue.retain(|job| !matches!(job, Job::Keep(_)));
        // The window is closing: there is no place left to show the outcome.
        let _unheard = self.queue.finish(PATIENCE);
        let last = keep.map_or(Job::Forget, |keep| Job::Keep(Box::new(keep)));
        let _unheard = run_job(&last, &self.place, &self.files);
        self.keeps = false;
    }
}

/// The message for a job whose worker has panicked or could not be started.
fn not_done(job: &Job, error: &JobError) -> Option<Command> {
    let warning = |text| Some(Command::Outcome(Outcome::Notify(Severity::Warning, text)));
    match job {
        Job::Save(save) => Some(Command::Outcome(Outcome::Project(
            ProjectOutcome::NotSaved(format!(
                "{}: not saved, for {error}. Save again.",
                save.file.display()
            )),
        ))),
        // It is tried again at the next interval.
        Job::Keep(_) => Some(not_kept(format!(
            "Unsaved work could not be kept in case of a crash, for {error}. Save often."
        ))),
        Job::Remove(files) => {
            let names: Vec<_> = files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            warning(format!(
                "{} was not removed, for {error}. It is offered at the next start again; discard it then.",
                names.join(", ")
            ))
        }
        // The path is still known: the recovery file is removed when the window closes.
        Job::Forget => None,
        Job::Look(_) => warning(format!(
            "Work that may be left of an earlier run was not looked for, for {error}. Start the program again to have it \
             looked for."
        )),
    }
}

/// Runs a job; without the recovery file's path if a stuck worker still locks it.
fn run_job(job: &Job, place: &Mutex<Option<RecoveryPlace>>, files: &Files) -> Vec<Command> {
    match place.try_lock() {
        Ok(mut place) => work(job, &mut place, files),
        Err(TryLockError::Poisoned(place)) => work(job, &mut place.into_inner(), files),
        Err(TryLockError::WouldBlock) => work(job, &mut None, files),
    }
}

fn work(job: &Job, place: &mut Option<RecoveryPlace>, files: &Files) -> Vec<Command> {
    match job {
        Job::Save(save) => vec![Command::Outcome(Outcome::Project(save_project(
            save, files,
        )))],
        Job::Keep(keep) => vec![write_recovery(keep, place, files)],
        Job::Remove(left) => {
            for file in left {
                let _stays = files.remove(file);
            }
            Vec::new()
        }
        Job::Forget => {
            if let Some((path, _claim)) = place.take() {
                let _stays = files.remove(&path);
            }
            Vec::new()
        }
        Job::Look(folder) => {
            let (left, faults) = Left::all(folder, files);
            let faults = untold(folder, &faults, files)
                .into_iter()
                .map(|text| Command::Outcome(Outcome::Notify(Severity::Warning, text)));
            let left = Command::Outcome(Outcome::Project(ProjectOutcome::Left(left)));
            // Before there is anything to keep, so that nobody works for hours without knowing.
            let no_place = free_place(folder, files).err().map(not_kept);
            faults.chain([left]).chain(no_place).collect()
        }
    }
}

fn save_project(save: &ProjectSave, files: &Files) -> ProjectOutcome {
    let ProjectSave {
        file,
        expected,
        whoever,
        is_claimed,
        access,
        capture,
        document,
        beside,
        time,
    } = save;
    let found = match content_at(file, files) {
        Ok(found) => found,
        Err(error) => {
            return ProjectOutcome::NotSaved(format!(
                "{}: not saved, for what is there cannot be read ({error}); {}, or save under another name.",
                file.display(),
                match error {
                    ReadError::System(_) => "check the file's permissions",
                    _ => "move that away",
                }
            ));
        }
    };
    if let Some(trouble) = in_the_way(*expected, found) {
        return ProjectOutcome::InTheWay(file.clone(), trouble);
    }
    let made_anew = matches!(expected, Some(OnDisk::Content(_))) && found == FileContent::Nothing;
    let (claim, unclaimed) = match files.claim(file) {
        Ok(claim) => (Some(Arc::new(claim)), None),
        Err(ClaimError::Taken(holder)) if !is_claimed && !whoever => {
            return ProjectOutcome::InTheWay(file.clone(), Trouble::Elsewhere(holder));
        }
        Err(ClaimError::Taken(_)) => (None, None),
        Err(error) => (None, (!is_claimed).then(|| error.to_string())),
    };
    let folder = file.parent().unwrap_or_else(|| Path::new("."));
    let mut project = capture.project();
    project.name_files_from(folder, files);
    let outcome = write(&project).and_then(|text| {
        files
            .write_with_backup_within(file, text.as_bytes(), *access)
            .map_err(|error| message(&error))?;
        Ok(hash_of(text.as_bytes()))
    });
    match outcome {
        Ok(hash) => ProjectOutcome::Saved(Box::new(SavedProject {
            file: file.clone(),
            hash,
            document: document.clone(),
            beside: *beside,
            claim,
            unclaimed,
            made_anew,
            time: *time,
        })),
        Err(reason) => ProjectOutcome::NotSaved(format!("Not saved. {reason}")),
    }
}

fn message(error: &WriteError) -> String {
    error.to_string()
}

/// Why what is there is not replaced unasked.
fn in_the_way(expected: Option<OnDisk>, found: FileContent) -> Option<Trouble> {
    match (expected, found) {
        (None, _) | (_, FileContent::Nothing) => None,
        (Some(OnDisk::Nothing), _) => Some(Trouble::Exists),
        (Some(OnDisk::Content(known)), FileContent::Content(found)) if known == found => None,
        (Some(OnDisk::Content(_)), _) => Some(Trouble::Changed),
    }
}

/// What is at the path of a project.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileContent {
    Nothing,
    /// A file whose content has this hash.
    Content(u64),
    /// A file far larger than any project.
    Other,
}

fn content_at(file: &Path, files: &Files) -> Result<FileContent, ReadError> {
    match Fingerprint::of_file(file, 2 * MOST_BYTES, files) {
        Ok(found) => Ok(FileContent::Content(found.hash)),
        Err(ReadError::TooLarge { .. }) => Ok(FileContent::Other),
        // Writing reports these itself, with a better message.
        Err(ReadError::Folder) => Ok(FileContent::Nothing),
        Err(ReadError::System(error)) if error.kind() == io::ErrorKind::InvalidFilename => {
            Ok(FileContent::Nothing)
        }
        Err(error) if error.is_not_found() => Ok(FileContent::Nothing),
        Err(error) => Err(error),
    }
}

fn write_recovery(
    keep: &RecoverySave,
    place: &mut Option<RecoveryPlace>,
    files: &Files,
) -> Command {
    let RecoverySave {
        folder,
        capture,
        name,
        file,
        on_disk,
        document,
        beside,
        replaces,
        picture,
        time,
    } = keep;
    let (path, _claim) = match place.take().map_or_else(|| free_place(folder, files), Ok) {
        Ok(found) => place.insert(found),
        Err(text) => return not_kept(text),
    };
    let picture = picture.as_ref().and_then(|picture| picture.0());
    let recovery = Recovery {
        file: file.clone(),
        on_disk: *on_disk,
        ..Recovery::now(name.clone(), capture.project())
    };
    let outcome = recovery
        .with_picture(picture.as_deref())
        .to_text()
        // Nobody else is to read it, whoever may read the project.
        .and_then(|text| {
            let written = files.write_whole_within(path, text.as_bytes(), Access::PRIVATE);
            written.map_err(|error| message(&error))
        });
    match outcome {
        Ok(()) => {
            if let Some(replaces) = replaces {
                let _stays = files.remove(replaces);
            }
            Command::Outcome(Outcome::Project(ProjectOutcome::Kept(
                Box::new(document.clone()),
                *beside,
                *time,
            )))
        }
        Err(reason) => not_kept(format!(
            "Unsaved work cannot be kept in case of a crash: {reason} Save often."
        )),
    }
}

const fn not_kept(reason: String) -> Command {
    Command::Outcome(Outcome::Project(ProjectOutcome::NotKept(reason)))
}
