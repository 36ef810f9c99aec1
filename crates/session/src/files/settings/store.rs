//! Reads the settings once, and writes them when they change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whole_file::write_whole;

use super::{FILE, Settings, VARIABLE, from_text, to_text};
use crate::jobs::{JobError, Queue, Spawner};
use text_files::{FileFault, TextFault, text_of};
use whole_file::keep_copy;

/// What changes for as long as this is written once.
const CALM: Duration = Duration::from_millis(500);

/// How long a window that closes waits for what is being written.
const PATIENCE: Duration = Duration::from_secs(5);

/// The file of the settings; without a folder nothing is read or written.
#[derive(Debug)]
pub struct SettingsStore {
    folder: Option<PathBuf>,
    /// Whether the file may be replaced: not if what is there could not be kept.
    writes: bool,
    /// What the file says, or soon will.
    written: Settings,
    /// What is to be written, and since when it is so.
    waiting: Option<(Settings, Instant)>,
    /// What is being written.
    queue: Queue<(PathBuf, Settings), Result<(), String>>,
    /// Why the last writing failed.
    failed: Option<String>,
}

impl Default for SettingsStore {
    fn default() -> Self {
        Self::new(None, Settings::default(), false)
    }
}

impl SettingsStore {
    /// Reads the settings of a folder; gives what there is to tell about it. Without a folder, or a file in it, they are the
    /// default ones.
    #[must_use]
    pub fn open(folder: Option<PathBuf>) -> (Self, Settings, Vec<String>) {
        let Some(folder) = folder else {
            return (Self::default(), Settings::default(), Vec::new());
        };
        let path = folder.join(FILE);
        let found = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Found::default(),
            Err(error) => Found::unreadable(&path, &error),
            Ok(bytes) => Found::of(&path, &bytes),
        };
        // What was mended is written anew at the next change, not at once: nobody asked for it.
        let store = Self::new(Some(folder), found.settings.clone(), found.writes);
        (store, found.settings, found.notices)
    }

    fn new(folder: Option<PathBuf>, written: Settings, writes: bool) -> Self {
        Self {
            folder,
            writes,
            written,
            waiting: None,
            queue: Queue::new("settings", |(path, settings): &(PathBuf, Settings)| {
                write(path, settings)
            }),
            failed: None,
        }
    }

    /// Where the settings are kept.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Writes the settings in the background once they have not changed for half a second; gives what could not be
    /// written, once.
    pub fn keep(&mut self, settings: &Settings, spawner: &Spawner) -> Option<String> {
        let news = self.receive(spawner);
        let path = self.path()?;
        let same = self
            .waiting
            .as_ref()
            .map_or(&self.written, |(waiting, _)| waiting)
            == settings;
        if !same {
            let is_as_written = *settings == self.written;
            self.waiting = (!is_as_written).then(|| (settings.clone(), Instant::now()));
        }
        if let Some((_, since)) = self.waiting {
            let calm = since.elapsed();
            if calm < CALM || self.queue.is_busy() {
                let left = CALM.saturating_sub(calm).max(Duration::from_millis(20));
                spawner.waker().wake_after(left);
            } else if let Some((settings, _)) = self.waiting.take() {
                // What cannot be written is tried again at the next change, and at the end.
                self.written = settings.clone();
                self.queue.push((path, settings), spawner);
            }
        }
        news
    }

    /// Writes what is not yet written, before the program ends.
    ///
    /// # Errors
    ///
    /// One sentence about why it could not be.
    pub fn finish(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(path) = self.path() else {
            return Ok(());
        };
        // A thread that still writes must not come last with what is older.
        if self.queue.is_busy() {
            self.failed = match self.queue.finish(PATIENCE).pop() {
                Some((_, outcome)) => outcome.map_err(|error| not_kept(&error)).flatten().err(),
                // It may still come to its end, but nothing says so.
                None => Some("a thread hangs".to_owned()),
            };
        }
        self.waiting = None;
        if *settings == self.written && self.failed.is_none() {
            return Ok(());
        }
        let outcome = write(&path, settings);
        self.failed = outcome.clone().err();
        if outcome.is_ok() {
            self.written = settings.clone();
        }
        outcome
    }

    fn path(&self) -> Option<PathBuf> {
        let folder = self.folder.as_ref().filter(|_| self.writes)?;
        Some(folder.join(FILE))
    }

    fn receive(&mut self, spawner: &Spawner) -> Option<String> {
        let (_, outcome) = self.queue.poll(spawner).pop()?;
        let outcome = outcome.map_err(|error| not_kept(&error)).flatten().err();
        let is_new = outcome != self.failed;
        self.failed.clone_from(&outcome);
        outcome.filter(|_| is_new)
    }
}

/// That the worker, not the file, is why nothing was written.
fn not_kept(error: &JobError) -> String {
    format!(
        "The settings could not be kept, for {error}. They are written at the next change, or when the window closes."
    )
}

fn write(path: &Path, settings: &Settings) -> Result<(), String> {
    let text = to_text(settings)?;
    let unwritable = |reason: String| {
        format!(
            "The settings could not be kept: {reason} Until then, changes last only for this session; \
             {VARIABLE} names another folder."
        )
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| {
            unwritable(format!(
                "{}: the folder cannot be made ({error}).",
                folder.display()
            ))
        })?;
    }
    write_whole(path, text.as_bytes()).map_err(|error| unwritable(error.to_string()))
}

/// What was found where the file should be.
struct Found {
    settings: Settings,
    notices: Vec<String>,
    writes: bool,
}

impl Default for Found {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            notices: Vec::new(),
            writes: true,
        }
    }
}

impl Found {
    fn of(path: &Path, bytes: &[u8]) -> Self {
        match text_of(bytes).and_then(from_text) {
            Ok(read) => match read.layout {
                None => Self {
                    settings: read.settings,
                    ..Self::default()
                },
                Some(fault) => Self {
                    settings: read.settings,
                    ..Self::broken(path, bytes, fault, "The panels stand as in a new window")
                },
            },
            Err(fault) => Self::broken(path, bytes, fault, "All settings are the default ones"),
        }
    }

    /// Keeps what cannot be understood beside, so that nothing is lost when the file is written again.
    fn broken(path: &Path, bytes: &[u8], fault: TextFault, instead: &str) -> Self {
        let fault = FileFault::new(path.display().to_string(), fault);
        let place = format!("{fault} {instead}");
        let (writes, text) = match keep_copy(path, bytes) {
            Ok(kept) => (
                true,
                format!(
                    "{place}; the file is kept as {}. Mend that and give it the old name while the program is closed, \
                     or delete it.",
                    kept.display()
                ),
            ),
            Err(reason) => (
                false,
                format!(
                    "{place}, and will not be written in this session, for the file cannot be kept beside: {reason} \
                     Mend it, or delete it."
                ),
            ),
        };
        Self {
            notices: vec![text],
            writes,
            ..Self::default()
        }
    }

    fn unreadable(path: &Path, error: &io::Error) -> Self {
        let text = format!(
            "{}: the settings cannot be read ({error}). All settings are the default ones, and will not be written in \
             this session. Check the file's permissions; {VARIABLE} names another folder.",
            path.display()
        );
        Self {
            notices: vec![text],
            writes: false,
            ..Self::default()
        }
    }
}
