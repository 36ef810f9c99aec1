//! Detects changes on disk of files that were read.
//!
//! Folders are watched, not files: programs that save by writing a new file and renaming it would leave a watched file
//! behind. An event in a folder only triggers a check; a file has changed if its [`Stamp`] differs. All of it is best
//! effort: where nothing can be watched, as on some network drives, no reload is offered.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, SystemTime};

use character::SideFile;
use notify::{RecursiveMode, Watcher as _};
use web_time::Instant;
use whole_file::{FileKind, Files};

use crate::files::builtin;
use crate::tasks::{Spawner, Task};

/// The time without events after which files count as written: programs write in pieces.
const QUIET: Duration = Duration::from_millis(300);

/// The state of a file, compared without reading its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Differs for another file under the same name; zero where the system has no such number.
    inode: u64,
}

impl Stamp {
    /// The file's present state; none if there is no file.
    #[must_use]
    pub fn of(path: &Path, files: &Files) -> Option<Self> {
        let found = files.metadata(path).ok();
        let found = found.filter(|found| found.kind == FileKind::File)?;
        Some(Self {
            length: found.size,
            modified: found.modified,
            inode: found.inode,
        })
    }
}

/// Watches the files of one character until dropped.
#[derive(Debug)]
pub struct FileWatch {
    signals: Sender<Signal>,
    changes: Receiver<()>,
    task: Option<Task<()>>,
}

/// A message to the watching thread.
#[derive(Clone, Copy, Debug)]
pub enum Signal {
    /// An event concerned one of the files.
    Touched,
    /// The watch was dropped: the thread ends.
    Stop,
}

impl FileWatch {
    /// Watches `source` and the files beside it; none for built-in characters, and on a disk that is not the system's.
    ///
    /// `stamp` is the state in which `source` was read; none means the present state.
    #[must_use]
    pub fn start(
        source: &str,
        stamp: Option<Stamp>,
        side_files: &[SideFile],
        files: &Files,
        spawner: &Spawner,
    ) -> Option<Self> {
        if source.starts_with(builtin::PREFIX) || !files.is_system() {
            return None;
        }
        let (signals, inbox) = channel();
        let (outbox, changes) = channel();
        let mut paths = vec![(PathBuf::from(source), stamp)];
        paths.extend(side_files.iter().map(|file| (file.path.clone(), None)));
        let (to_thread, waker) = (signals.clone(), spawner.waker().clone());
        let files = files.clone();
        let task = Task::start(spawner, "watch files", move |_| {
            let notify = || {
                let listens = outbox.send(()).is_ok();
                waker.wake();
                listens
            };
            watch(WatchedFiles::of(paths, files), to_thread, &inbox, notify);
        });
        Some(Self {
            signals,
            changes,
            task: Some(task),
        })
    }

    /// The error of watching, once; a system without file events is no error.
    pub fn take_fault(&mut self) -> Option<String> {
        let error = Task::take(&mut self.task)?.err()?;
        Some(format!(
            "Changes of the open file are not noticed, for {error}. Open it again to have them noticed."
        ))
    }

    /// Whether a file has changed since the last call.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        // The watcher inside the thread holds a sender too, so dropping this one alone would not end the thread.
        let _ended = self.signals.send(Signal::Stop);
    }
}

/// Files with their last known states.
struct WatchedFiles {
    known: Vec<(PathBuf, Option<Stamp>)>,
    files: Files,
}

impl WatchedFiles {
    fn of(paths: Vec<(PathBuf, Option<Stamp>)>, files: Files) -> Self {
        let known = |(path, stamp): (PathBuf, Option<Stamp>)| {
            let stamp = stamp.or_else(|| Stamp::of(&path, &files));
            (path, stamp)
        };
        Self {
            known: paths.into_iter().map(known).collect(),
            files,
        }
    }

    /// Paths that events can name: each file's own path, and the target of a link.
    fn places(&self) -> BTreeSet<PathBuf> {
        let files = &self.files;
        let paths = self.known.iter().map(|(path, _)| path);
        paths
            .flat_map(|path| [in_real_folder(path, files), files.canonicalize(path).ok()])
            .flatten()
            .collect()
    }

    /// Checks all files: returns whether one differs from its known state, and stores the new states.
    ///
    /// A missing file is skipped: some programs save by removing it first.
    fn look(&mut self) -> bool {
        let mut changed = false;
        for (path, known) in &mut self.known {
            let now = Stamp::of(path, &self.files);
            if now.is_some() && now != *known {
                *known = now;
                changed = true;
            }
        }
        changed
    }
}

/// The path with its folder in the canonical form that events use.
fn in_real_folder(path: &Path, files: &Files) -> Option<PathBuf> {
    let folder = path.parent()?;
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let real = files.canonicalize(folder).ok()?;
    Some(real.join(path.file_name()?))
}

fn watch(
    mut files: WatchedFiles,
    signals: Sender<Signal>,
    inbox: &Receiver<Signal>,
    notify: impl Fn() -> bool,
) {
    let places = files.places();
    let folders: BTreeSet<PathBuf> = places
        .iter()
        .filter_map(|place| Some(place.parent()?.to_owned()))
        .collect();
    let handler = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| concerns(&event, &places)) {
            let _ended = signals.send(Signal::Touched);
        }
    };
    let Ok(mut watcher) = notify::recommended_watcher(handler) else {
        return;
    };
    for folder in &folders {
        let _unwatched = watcher.watch(folder, RecursiveMode::NonRecursive);
    }
    wait(inbox, || !files.look() || notify());
}

fn concerns(event: &notify::Event, places: &BTreeSet<PathBuf>) -> bool {
    let named = event.paths.iter().any(|path| places.contains(path));
    !event.kind.is_access() && (named || event.need_rescan())
}

/// Calls `look` after each pause of events, until it returns false or a stop arrives.
pub fn wait(inbox: &Receiver<Signal>, mut look: impl FnMut() -> bool) {
    // The first check finds changes between reading and watching.
    let mut look_at = Some(Instant::now() + QUIET);
    loop {
        let signal = match look_at {
            Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => inbox.recv().map_err(RecvTimeoutError::from),
        };
        match signal {
            Ok(Signal::Touched) => look_at = Some(Instant::now() + QUIET),
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                look_at = None;
                if !look() {
                    return;
                }
            }
        }
    }
}
