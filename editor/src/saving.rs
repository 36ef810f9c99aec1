//! Writes projects, and what is kept for recovery, on a worker thread: one file after another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use eframe::egui;
use whole_file::{Claim, ClaimError, WriteError, write_whole, write_with_backup};

use crate::command::{Command, Outcome};
use crate::document::Document;
use crate::notices::Severity;
use crate::project::{
    Left, OnDisk, Project, Recovery, Trouble, free_place, hash_of, source_from, write,
};
use crate::project_command::{ProjectOutcome, SavedProject};

/// Something to write.
#[derive(Debug)]
pub struct Save {
    /// Where.
    pub file: PathBuf,
    /// What must be there; none: whatever is there.
    pub expected: Option<OnDisk>,
    /// Whether another window may work on it.
    pub whoever: bool,
    /// Whether this window has claimed it.
    pub is_claimed: bool,
    /// What to write; its source is named as it was opened.
    pub project: Project,
    /// The document it is of.
    pub document: Document,
    /// The window's clock.
    pub time: f64,
}

/// Something to keep for recovery.
#[derive(Debug)]
pub struct Keep {
    /// The folder.
    pub folder: PathBuf,
    /// What to keep; its source is absolute.
    pub recovery: Recovery,
    /// The document it is of.
    pub document: Document,
    /// What it was recovered from: no longer needed then.
    pub replaces: Option<PathBuf>,
    /// The window's clock.
    pub time: f64,
}

#[derive(Debug)]
enum Job {
    Save(Box<Save>),
    Keep(Box<Keep>),
    Remove(Vec<PathBuf>),
    /// Removes what this window keeps, and lets the place go.
    Forget,
    Look(PathBuf),
}

/// Where a window keeps its work, claimed as long as it runs.
type Place = (PathBuf, Claim);

#[derive(Debug)]
struct Done {
    commands: Vec<Command>,
    place: Option<Place>,
}

/// The window's end.
#[derive(Debug)]
pub struct Saver {
    sender: Sender<Done>,
    receiver: Receiver<Done>,
    waiting: Vec<Job>,
    busy: bool,
    /// Where this window keeps its work; with the thread while it works.
    place: Option<Place>,
    /// Whether something is kept there.
    keeps: bool,
    /// What was said when keeping failed last.
    failed: Option<String>,
}

impl Default for Saver {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            waiting: Vec::new(),
            busy: false,
            place: None,
            keeps: false,
            failed: None,
        }
    }
}

impl Saver {
    /// Saves, after what is being written.
    pub fn save(&mut self, save: Save, ctx: &egui::Context) {
        self.queue(Job::Save(Box::new(save)), ctx);
    }

    /// Keeps, after what is being written.
    pub fn keep(&mut self, keep: Keep, ctx: &egui::Context) {
        self.keeps = true;
        self.queue(Job::Keep(Box::new(keep)), ctx);
    }

    /// Removes files that are no longer needed.
    pub fn remove(&mut self, files: Vec<PathBuf>, ctx: &egui::Context) {
        self.queue(Job::Remove(files), ctx);
    }

    /// Looks for what other windows have left.
    pub fn look(&mut self, folder: PathBuf, ctx: &egui::Context) {
        self.queue(Job::Look(folder), ctx);
    }

    /// Removes what this window keeps, if it does.
    pub fn forget_kept(&mut self, ctx: &egui::Context) {
        if std::mem::take(&mut self.keeps) {
            self.waiting.retain(|job| !matches!(job, Job::Keep(_)));
            self.queue(Job::Forget, ctx);
        }
    }

    /// Whether something is being written, or waits for it.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.busy
    }

    /// Whether something of this window is kept.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        self.keeps
    }

    /// What has been done since the last call, as commands.
    pub fn receive(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok(done) = self.receiver.try_recv() {
            self.busy = false;
            self.place = done.place;
            commands.extend(done.commands);
        }
        commands.retain(|command| self.is_news(command));
        self.start_next(ctx);
        commands
    }

    /// The same fault again and again is told once.
    fn is_news(&mut self, command: &Command) -> bool {
        match command {
            Command::Outcome(Outcome::Notify(Severity::Warning, text)) => {
                self.failed.replace(text.clone()).as_ref() != Some(text)
            }
            Command::Outcome(Outcome::Project(ProjectOutcome::Kept(..))) => {
                self.failed = None;
                true
            }
            _ => true,
        }
    }

    /// Waits for what is being written, then writes or removes what this window keeps: it is about to go.
    pub fn finish(&mut self, keep: Option<Keep>) {
        if self.busy
            && let Ok(done) = self.receiver.recv_timeout(Duration::from_secs(5))
        {
            (self.place, self.busy) = (done.place, false);
        }
        for job in std::mem::take(&mut self.waiting) {
            if !matches!(job, Job::Keep(_)) {
                self.place = work(job, self.place.take()).place;
            }
        }
        let place = self.place.take();
        match keep {
            Some(keep) => self.place = work(Job::Keep(Box::new(keep)), place).place,
            None => drop(work(Job::Forget, place)),
        }
        self.keeps = false;
    }

    fn queue(&mut self, job: Job, ctx: &egui::Context) {
        self.waiting.push(job);
        self.start_next(ctx);
    }

    fn start_next(&mut self, ctx: &egui::Context) {
        if self.busy || self.waiting.is_empty() {
            return;
        }
        let job = self.waiting.remove(0);
        let place = self.place.take();
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(work(job, place));
            ctx.request_repaint();
        };
        let thread = thread::Builder::new().name("save".to_owned());
        self.busy = thread.spawn(work).is_ok();
    }
}

fn work(job: Job, place: Option<Place>) -> Done {
    match job {
        Job::Save(save) => Done {
            commands: vec![Command::Outcome(Outcome::Project(saved(*save)))],
            place,
        },
        Job::Keep(keep) => kept(*keep, place),
        Job::Remove(files) => {
            for file in &files {
                let _stays = whole_file::remove(file);
            }
            Done {
                commands: Vec::new(),
                place,
            }
        }
        Job::Forget => {
            if let Some((path, _claim)) = place {
                let _stays = whole_file::remove(&path);
            }
            Done {
                commands: Vec::new(),
                place: None,
            }
        }
        Job::Look(folder) => {
            let (left, faults) = Left::all(&folder);
            let faults = faults
                .into_iter()
                .map(|text| Command::Outcome(Outcome::Notify(Severity::Warning, text)));
            let left = Command::Outcome(Outcome::Project(ProjectOutcome::Left(left)));
            Done {
                commands: faults.chain([left]).collect(),
                place,
            }
        }
    }
}

fn saved(save: Save) -> ProjectOutcome {
    let Save {
        file,
        expected,
        whoever,
        is_claimed,
        mut project,
        document,
        time,
    } = save;
    let found = match content_at(&file) {
        Ok(found) => found,
        Err(error) => {
            return ProjectOutcome::NotSaved(format!(
                "{}: not saved, for what is there cannot be read ({error}); check the file's permissions, or save under \
                 another name.",
                file.display()
            ));
        }
    };
    let in_the_way = match (expected, found) {
        (None, _) | (_, None) => None,
        (Some(OnDisk::Nothing), Some(_)) => Some(Trouble::Exists),
        (Some(OnDisk::Content(known)), Some(found)) => (known != found).then_some(Trouble::Changed),
    };
    if let Some(trouble) = in_the_way {
        return ProjectOutcome::InTheWay(file, trouble);
    }
    let made_anew = matches!(expected, Some(OnDisk::Content(_))) && found.is_none();
    let claim = match (is_claimed, Claim::take(&file)) {
        (false, Err(ClaimError::Taken(holder))) if !whoever => {
            return ProjectOutcome::InTheWay(file, Trouble::Elsewhere(holder));
        }
        (_, claim) => claim.ok().map(Arc::new),
    };
    let folder = file.parent().unwrap_or_else(|| Path::new("."));
    project.source.file = source_from(folder, &project.source.file);
    let outcome = write(&project).and_then(|text| {
        write_with_backup(&file, text.as_bytes()).map_err(|error| told(&error))?;
        Ok(hash_of(text.as_bytes()))
    });
    match outcome {
        Ok(hash) => ProjectOutcome::Saved(Box::new(SavedProject {
            file,
            hash,
            document,
            claim,
            made_anew,
            time,
        })),
        Err(reason) => ProjectOutcome::NotSaved(format!("Not saved. {reason}")),
    }
}

fn told(error: &WriteError) -> String {
    error.to_string()
}

/// The hash of what is there; none where nothing is.
fn content_at(file: &Path) -> io::Result<Option<u64>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(hash_of(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        // Writing will say so in its own words.
        Err(_) if file.is_dir() => Ok(None),
        Err(error) => Err(error),
    }
}

fn kept(keep: Keep, place: Option<Place>) -> Done {
    let Keep {
        folder,
        recovery,
        document,
        replaces,
        time,
    } = keep;
    let place = match place.map_or_else(|| free_place(&folder), Ok) {
        Ok(place) => place,
        Err(text) => {
            return Done {
                commands: vec![Command::Outcome(Outcome::Notify(Severity::Warning, text))],
                place: None,
            };
        }
    };
    let outcome = recovery
        .to_text()
        .and_then(|text| write_whole(&place.0, text.as_bytes()).map_err(|error| told(&error)));
    let command = match outcome {
        Ok(()) => {
            if let Some(replaces) = replaces {
                let _stays = whole_file::remove(&replaces);
            }
            Command::Outcome(Outcome::Project(ProjectOutcome::Kept(
                Box::new(document),
                time,
            )))
        }
        Err(reason) => Command::Outcome(Outcome::Notify(
            Severity::Warning,
            format!(
                "Work that is not saved cannot be kept in case of a crash: {reason} Save often."
            ),
        )),
    };
    Done {
        commands: vec![command],
        place: Some(place),
    }
}
