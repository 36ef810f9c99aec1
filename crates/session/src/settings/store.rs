//! Store of the settings file: reads it once, and writes it in the background when settings change.
//!
//! Read before the first frame; written in the background half a second after the last change, and at the end. The
//! folder is given to the window when it starts: without one nothing is read or written, which is so in tests. A file
//! that cannot be understood is copied to `settings.ron.bak` before anything takes its place; a layout that cannot be
//! understood costs the layout alone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use text_files::{FileFault, TextFault, text_of};
use web_time::Instant;
use whole_file::{Files, ReadError};

use super::{FILE, Settings, VARIABLE, from_text, to_text};
use crate::tasks::{JobError, Queue, Spawner};

/// The most bytes of a settings file that are read. One with more than settings ever have is still told of as such, and kept.
const MOST_BYTES: u64 = 1 << 24;

/// Time without changes before the settings are written.
const CALM: Duration = Duration::from_millis(500);

/// Longest time that a closing window waits for writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Store of the settings file; without a folder nothing is read or written.
#[derive(Debug)]
pub struct SettingsStore {
    files: Files,
    folder: Option<PathBuf>,
    /// Whether the file may be replaced: not if its faulty content could not be copied.
    writes: bool,
    /// Settings that the file has, or will have once the queue is empty.
    written: Settings,
    /// Changed settings that wait to be written, and since when.
    waiting: Option<(Settings, Instant)>,
    /// Writes in the background, in order.
    queue: Queue<(PathBuf, Settings), Result<(), String>>,
    /// Why the last write failed; none if it succeeded.
    failed: Option<String>,
}

impl Default for SettingsStore {
    fn default() -> Self {
        Self::new(Files::default(), None, Settings::default(), false)
    }
}

impl SettingsStore {
    /// Reads the settings of a folder; also returns notices for the user. Without a folder, or a file in it, they are
    /// the default ones.
    #[must_use]
    pub fn open(folder: Option<PathBuf>, files: &Files) -> (Self, Settings, Vec<String>) {
        let Some(folder) = folder else {
            return (Self::default(), Settings::default(), Vec::new());
        };
        let path = folder.join(FILE);
        let found = match files.read_regular(&path, MOST_BYTES) {
            Err(error) if error.is_not_found() => LoadedSettings::default(),
            Err(error) => LoadedSettings::unreadable(&path, &error),
            Ok(bytes) => LoadedSettings::of(&path, &bytes, files),
        };
        // Corrected values are written at the next change, not at once: the user did not ask for it.
        let store = Self::new(
            files.clone(),
            Some(folder),
            found.settings.clone(),
            found.writes,
        );
        (store, found.settings, found.notices)
    }

    fn new(files: Files, folder: Option<PathBuf>, written: Settings, writes: bool) -> Self {
        let own = files.clone();
        Self {
            files,
            folder,
            writes,
            written,
            waiting: None,
            queue: Queue::new("settings", move |(path, settings): &(PathBuf, Settings)| {
                write(path, settings, &own)
            }),
            failed: None,
        }
    }

    /// Folder of the settings file, if there is one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Writes the settings in the background once they have not changed for half a second; call it every frame. Returns
    /// a failure once.
    pub fn keep(&mut self, settings: &Settings, spawner: &Spawner) -> Option<String> {
        let news = self.receive(spawner);
        let path = self.path()?;
        // Compared with what waits already, so that only another change begins the wait anew.
        let same = self
            .waiting
            .as_ref()
            .map_or(&self.written, |(waiting, _)| waiting)
            == settings;
        if !same {
            // What was changed back meanwhile needs no write.
            let is_as_written = *settings == self.written;
            self.waiting = (!is_as_written).then(|| (settings.clone(), Instant::now()));
        }
        if let Some((_, since)) = self.waiting {
            let calm = since.elapsed();
            if calm < CALM || self.queue.is_busy() {
                let left = CALM.saturating_sub(calm).max(Duration::from_millis(20));
                spawner.waker().wake_after(left);
            } else if let Some((settings, _)) = self.waiting.take() {
                // If writing fails, it is tried again at the next change, and at the end.
                self.written = settings.clone();
                self.queue.push((path, settings), spawner);
            }
        }
        news
    }

    /// Writes unsaved settings before the program ends.
    ///
    /// # Errors
    ///
    /// One sentence on why they could not be written.
    pub fn finish(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(path) = self.path() else {
            return Ok(());
        };
        // A write in progress must end first, or it would replace the newer settings.
        if self.queue.is_busy() {
            self.failed = match self.queue.finish(PATIENCE).pop() {
                Some((_, outcome)) => outcome.map_err(|error| not_kept(&error)).flatten().err(),
                // The write may still succeed, but nothing tells.
                None => Some("a thread hangs".to_owned()),
            };
        }
        self.waiting = None;
        if *settings == self.written && self.failed.is_none() {
            return Ok(());
        }
        let outcome = write(&path, settings, &self.files);
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

/// The notice for a failure of the worker, not of the file.
fn not_kept(error: &JobError) -> String {
    format!(
        "The settings could not be kept, for {error}. They are written at the next change, or when the window closes."
    )
}

fn write(path: &Path, settings: &Settings, files: &Files) -> Result<(), String> {
    let text = to_text(settings)?;
    let unwritable = |reason: String| {
        format!(
            "The settings could not be kept: {reason} Until then, changes last only for this session; \
             {VARIABLE} names another folder."
        )
    };
    if let Some(folder) = path.parent() {
        files.create_folders(folder).map_err(|error| {
            unwritable(format!(
                "{}: the folder cannot be made ({error}).",
                folder.display()
            ))
        })?;
    }
    let written = files.write_whole(path, text.as_bytes());
    written.map_err(|error| unwritable(error.to_string()))
}

/// Result of reading the settings file.
struct LoadedSettings {
    settings: Settings,
    notices: Vec<String>,
    writes: bool,
}

impl Default for LoadedSettings {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            notices: Vec::new(),
            writes: true,
        }
    }
}

impl LoadedSettings {
    fn of(path: &Path, bytes: &[u8], files: &Files) -> Self {
        let broken = |fault, instead| Self::keep_broken(path, bytes, fault, instead, files);
        match text_of(bytes).and_then(from_text) {
            Ok(read) => match read.layout {
                None => Self {
                    settings: read.settings,
                    ..Self::default()
                },
                Some(fault) => Self {
                    settings: read.settings,
                    ..broken(fault, "The panels stand as in a new window")
                },
            },
            Err(fault) => broken(fault, "All settings are the default ones"),
        }
    }

    /// Copies the faulty file before it is written again, so that nothing is lost.
    fn keep_broken(
        path: &Path,
        bytes: &[u8],
        fault: TextFault,
        instead: &str,
        files: &Files,
    ) -> Self {
        let fault = FileFault::new(path.display().to_string(), fault);
        let place = format!("{fault} {instead}");
        let (writes, text) = match files.keep_copy(path, bytes) {
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

    fn unreadable(path: &Path, error: &ReadError) -> Self {
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
