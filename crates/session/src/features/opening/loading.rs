//! Opens files in the background, so that the window never waits.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use character::{Character, OnProgress, Progress, Stage};
use whole_file::Files;

use crate::commands::command::{Command, Outcome};
use crate::document::Document;
use crate::files::watch::Stamp;
use crate::notices::Severity;
use crate::state::opening::hidden_files::HiddenFile;
use crate::state::opening::load::{LoadError, load_decoded};
use crate::state::opening::open_request::OpenRequest;
use crate::state::opening::reread::Reread;
use crate::state::projects::command::ProjectOutcome;
use crate::state::projects::open::{open_project, recover_work};
use crate::state::projects::{Fingerprint, Next, is_project};
use crate::tasks::{Handle, JobError, Spawner, Task};

/// Opening that takes longer shows its progress; for shorter times the card would only flicker.
pub const SLOW: Duration = Duration::from_millis(200);

/// Time between two polls of the progress.
const FRAME: Duration = Duration::from_millis(33);

/// The function that opens files: [`load_decoded`], or another one in tests.
#[derive(Clone)]
pub struct Loader(Arc<Load>);

type Load = dyn Fn(&str, &mut OnProgress<'_>) -> Result<Character, LoadError> + Send + Sync;

impl Loader {
    /// Opens files with the given function.
    pub fn new(
        load: impl Fn(&str, &mut OnProgress<'_>) -> Result<Character, LoadError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(load))
    }

    /// Opens a file, reporting progress to `report`; stops when that breaks off.
    ///
    /// # Errors
    ///
    /// One sentence, as of [`load_decoded`].
    pub fn load(&self, file: &str, report: &mut OnProgress<'_>) -> Result<Character, LoadError> {
        (self.0)(file, report)
    }
}

impl Default for Loader {
    fn default() -> Self {
        Self::new(|file, report| load_decoded(file, report))
    }
}

impl fmt::Debug for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").finish_non_exhaustive()
    }
}

/// The progress of an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningProgress<'a> {
    /// The path, or `builtin:NAME`.
    pub file: &'a str,
    /// The present phase, and the share of the whole that is done.
    pub progress: Progress,
    /// Whether it has taken longer than [`SLOW`].
    pub is_slow: bool,
}

/// The background work of opening files, kept by the window.
#[derive(Debug)]
pub struct Loading {
    loader: Loader,
    files: Files,
    /// The running request; dropping it cancels the worker.
    job: Option<(OpenRequest, Task<Message, Progress>)>,
    stamp: Option<Stamp>,
    content: Option<Fingerprint>,
    /// What is asked about a character that was opened, once it is there.
    question: Option<Command>,
    /// The last reload.
    reload: Option<OpenRequest>,
}

/// The content of a file: a character or a project.
#[derive(Debug)]
enum LoadedFile {
    Character(Box<Character>),
    Reread(Box<Reread>),
    Project(ProjectOutcome),
}

#[derive(Debug)]
struct Message {
    stamp: Option<Stamp>,
    content: Option<Fingerprint>,
    result: Result<LoadedFile, LoadError>,
}

impl Default for Loading {
    fn default() -> Self {
        Self::new(Loader::default(), Files::default())
    }
}

impl Loading {
    /// Opens characters with this loader, and all else from these files.
    #[must_use]
    pub const fn new(loader: Loader, files: Files) -> Self {
        Self {
            loader,
            files,
            job: None,
            stamp: None,
            content: None,
            question: None,
            reload: None,
        }
    }

    /// The loader in use.
    #[must_use]
    pub const fn loader(&self) -> &Loader {
        &self.loader
    }

    /// The running request and its progress.
    #[must_use]
    pub fn opening(&self) -> Option<OpeningProgress<'_>> {
        let (request, task) = self.job.as_ref()?;
        Some(OpeningProgress {
            file: &request.file,
            progress: task.progress(),
            is_slow: task.age() >= SLOW,
        })
    }

    /// The state on disk of the last file, taken just before it was read.
    #[must_use]
    pub const fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// The content hash of the last file; none for a built-in character.
    #[must_use]
    pub const fn content(&self) -> Option<Fingerprint> {
        self.content
    }

    /// Starts reading; cancels a request that is still running, see [`cancel`](Self::cancel).
    ///
    /// # Errors
    ///
    /// One sentence when no thread can be started.
    pub fn start(&mut self, request: OpenRequest, spawner: &Spawner) -> Result<(), String> {
        self.start_on(Document::empty(), request, spawner)
    }

    /// The same where the work of a document is done again on the character that a reload reads.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn start_on(
        &mut self,
        work: Document,
        request: OpenRequest,
        spawner: &Spawner,
    ) -> Result<(), String> {
        if request.reload {
            self.reload = Some(request.clone());
        }
        let worker = Worker {
            request: request.clone(),
            loader: self.loader.clone(),
            files: self.files.clone(),
            work,
        };
        self.begin(request, spawner, |handle| worker.work(handle))
    }

    /// Goes on with the last reload: does the work of a document again on the character that it read.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn replay(
        &mut self,
        work: Document,
        character: Arc<Character>,
        spawner: &Spawner,
    ) -> Result<(), String> {
        let (stamp, content) = (self.stamp, self.content);
        let request = self.reload.clone().unwrap_or_default();
        self.begin(request, spawner, move |_| Message {
            stamp,
            content,
            result: Ok(LoadedFile::Reread(Box::new(Reread::new(character, work)))),
        })
    }

    fn begin(
        &mut self,
        request: OpenRequest,
        spawner: &Spawner,
        work: impl FnOnce(&Handle<Progress>) -> Message + Send + 'static,
    ) -> Result<(), String> {
        self.job = None;
        let begin = Progress {
            stage: Stage::File,
            fraction: 0.0,
        };
        let task = Task::start_at(begin, spawner, "open file", work);
        if let Some(error) = task.refusal() {
            return Err(not_read(&request, error));
        }
        self.job = Some((request, task));
        // So that the card appears in time, even if the pointer rests.
        spawner.waker().wake_after(SLOW);
        Ok(())
    }

    /// Whether something is being opened that is to take the place of the user's work.
    #[must_use]
    pub fn reads_work(&self) -> bool {
        let job = self.job.as_ref();
        job.is_some_and(|(request, _)| request.figure.is_none())
    }

    /// Cancels the running request and returns it; no result follows. The worker ends at its next progress report.
    pub fn cancel(&mut self) -> Option<OpenRequest> {
        self.job.take().map(|(request, _)| request)
    }

    /// The result since the last call, as a command. Where `loses_work` says that what would take the place of the work takes more with it
    /// than was given up, it is asked about.
    pub fn receive(
        &mut self,
        spawner: &Spawner,
        loses_work: impl FnOnce() -> bool,
    ) -> Option<Command> {
        // Asked in the call after the one that opened the character.
        if let Some(question) = self.question.take() {
            return Some(question);
        }
        let (_, task) = self.job.as_mut()?;
        let Poll::Ready(outcome) = task.poll() else {
            let until_slow = SLOW.saturating_sub(task.age());
            spawner.waker().wake_after(until_slow.max(FRAME));
            return None;
        };
        let request = self.cancel()?;
        Some(match outcome {
            Ok(message) if message.replaces_work(&request) && loses_work() => {
                Command::Outcome(Outcome::Project(ProjectOutcome::MoreWork(next_of(request))))
            }
            Ok(message) => self.answer(request, message),
            Err(error) => {
                Command::Outcome(Outcome::Notify(Severity::Error, not_read(&request, &error)))
            }
        })
    }

    fn answer(&mut self, request: OpenRequest, message: Message) -> Command {
        match message.result {
            Ok(LoadedFile::Project(command)) => {
                // A project whose character is missing leaves the open document unchanged.
                if let ProjectOutcome::Opened(opened) = &command {
                    (self.stamp, self.content) = (message.stamp, message.content);
                    let character = &opened.restored.document.original;
                    self.question = hidden_file_question(&request, &opened.source, character);
                }
                Command::Outcome(Outcome::Project(command))
            }
            Ok(LoadedFile::Character(character)) if request.figure.is_some() => {
                let id = request.figure.unwrap_or_default();
                Command::Outcome(Outcome::Figure { id, character })
            }
            Ok(LoadedFile::Character(character)) if is_motion_dropped(&request, &character) => {
                Command::Outcome(Outcome::MotionDropped(request.file))
            }
            Ok(LoadedFile::Character(character)) => {
                (self.stamp, self.content) = (message.stamp, message.content);
                self.question = hidden_file_question(&request, &request.file, &character);
                Command::Outcome(Outcome::Opened {
                    file: request.file,
                    character,
                })
            }
            Ok(LoadedFile::Reread(read)) => {
                (self.stamp, self.content) = (message.stamp, message.content);
                Command::Outcome(Outcome::Reloaded(read))
            }
            Err(error) => not_opened(request, &error),
        }
    }
}

fn is_motion_dropped(request: &OpenRequest, character: &Character) -> bool {
    let is_motion = character.instances.is_empty() && !character.clips.is_empty();
    request.dropped && is_motion
}

impl Message {
    /// Whether it takes the place of what is open, as neither figures, reloads nor motion do.
    fn replaces_work(&self, request: &OpenRequest) -> bool {
        match &self.result {
            Ok(LoadedFile::Project(command)) => matches!(command, ProjectOutcome::Opened(_)),
            Ok(LoadedFile::Character(character)) => {
                request.figure.is_none() && !is_motion_dropped(request, character)
            }
            Ok(LoadedFile::Reread(_)) | Err(_) => false,
        }
    }
}

/// What is asked for once more.
fn next_of(request: OpenRequest) -> Next {
    match request.recovery {
        true => Next::Recover(request.file.into()),
        false => Next::Open(request.file),
    }
}

/// A hidden file is asked about, all else is told.
fn not_opened(request: OpenRequest, error: &LoadError) -> Command {
    let Some(named) = error.hidden_file() else {
        return Command::Outcome(Outcome::Notify(Severity::Error, error.to_string()));
    };
    let (is_reload, source) = (request.reload, request.source.clone());
    Command::Outcome(Outcome::Project(ProjectOutcome::HiddenFile {
        opening: (!is_reload).then(|| next_of(request)),
        source,
        named,
    }))
}

/// The question about a hidden picture without which a character was opened; not about one that the user has seen open.
fn hidden_file_question(
    request: &OpenRequest,
    file: &str,
    character: &Character,
) -> Option<Command> {
    let uri = character.source.hidden_picture.clone()?;
    (!request.reload && !request.recovery).then(|| {
        Command::Outcome(Outcome::Project(ProjectOutcome::HiddenFile {
            opening: Some(Next::Open(request.file.clone())),
            source: request.source.clone(),
            named: HiddenFile {
                character: file.to_owned(),
                uri,
                is_left_out: true,
            },
        }))
    })
}

/// The message for a worker that has failed: the file itself may be fine.
fn not_read(request: &OpenRequest, error: &JobError) -> String {
    format!("{}: not opened, for {error}. Open it again.", request.file)
}

/// The input of the background thread.
struct Worker {
    request: OpenRequest,
    loader: Loader,
    files: Files,
    /// The work that is done again on a character that is read again.
    work: Document,
}

impl Worker {
    fn work(self, handle: &Handle<Progress>) -> Message {
        let (mut stamp, files) = (None, &self.files);
        let mut load = |file: &str| {
            // Taken before reading: a change during reading must count as a change.
            stamp = Stamp::of(Path::new(file), files);
            self.loader
                .load(file, &mut |progress| handle.progress(progress))
        };
        let (file, source) = (self.request.file.as_str(), self.request.source.as_deref());
        let result = if self.request.recovery {
            recover_work(file, source, &mut load, files).map(LoadedFile::Project)
        } else if is_project(file) {
            open_project(file, source, &mut load, files).map(LoadedFile::Project)
        } else {
            load(file).map(|character| LoadedFile::Character(Box::new(character)))
        };
        let content = match &result {
            Ok(LoadedFile::Project(ProjectOutcome::Opened(opened))) => opened.content,
            Ok(LoadedFile::Character(_)) => Fingerprint::of(file, files),
            _ => None,
        };
        let result = result.map(|read| match read {
            LoadedFile::Character(character) if self.request.reload => {
                let read = Reread::new(Arc::new(*character), self.work);
                LoadedFile::Reread(Box::new(read))
            }
            read => read,
        });
        Message {
            stamp,
            content,
            result,
        }
    }
}
