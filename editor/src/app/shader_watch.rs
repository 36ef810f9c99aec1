//! The shader sources on disk, watched while somebody edits them; debug builds only.
//!
//! The folder is watched as the open file is (see [`watch`](session::files::watch)): an event only triggers a comparison
//! of the sources. All of it is best effort: where the folder is missing or cannot be watched, the built-in sources
//! stay.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use notify::{RecursiveMode, Watcher as _};
use session::files::watch::{Signal, wait};
use session::tasks::{Spawner, Task};
use shaders::Sources;
use thiserror::Error;
use whole_file::read_regular;

/// Watches the shader sources in one folder until it is dropped.
#[derive(Debug)]
pub struct ShaderWatch {
    signals: Sender<Signal>,
    news: Receiver<Texts>,
    task: Option<Task<()>>,
}

/// All sources, or why they could not be read.
pub type Texts = Result<Sources, ReadError>;

/// The most bytes of a source that are read.
const MOST_BYTES: u64 = 1 << 22;

/// A file of the folder that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path} cannot be read: {reason}")]
pub struct ReadError {
    /// Path relative to the folder.
    path: String,
    /// The system's error message.
    reason: String,
}

impl ShaderWatch {
    /// Starts watching a folder such as `shaders/wgsl`; `None` if it is no folder.
    ///
    /// Sources that differ from the built-in ones are reported at once: the program may be older than its folder.
    #[must_use]
    pub fn start(folder: &Path, spawner: &Spawner) -> Option<Self> {
        // The system's events name canonical paths.
        let folder = folder.canonicalize().ok().filter(|path| path.is_dir())?;
        let (signals, inbox) = channel();
        let (outbox, news) = channel();
        let (to_thread, waker) = (signals.clone(), spawner.waker().clone());
        let notify = move |texts| {
            let listens = outbox.send(texts).is_ok();
            waker.wake();
            listens
        };
        let task = Task::start(spawner, "watch shaders", move |_| {
            watch(&folder, to_thread, &inbox, notify);
        });
        Some(Self {
            signals,
            news,
            task: Some(task),
        })
    }

    /// Why watching has ended; returned once.
    pub fn take_fault(&mut self) -> Option<String> {
        let error = Task::take(&mut self.task)?.err()?;
        Some(format!(
            "Changes of shaders are not noticed, for {error}. Restart graphics to have them noticed."
        ))
    }

    /// The current sources, if they have changed since the last call.
    #[must_use]
    pub fn news(&self) -> Option<Texts> {
        self.news.try_iter().last()
    }
}

impl Drop for ShaderWatch {
    fn drop(&mut self) {
        // The watcher inside the thread holds a sender too, so dropping this one would not end the thread.
        let _ended = self.signals.send(Signal::Stop);
    }
}

fn watch(
    folder: &Path,
    signals: Sender<Signal>,
    inbox: &Receiver<Signal>,
    notify: impl Fn(Texts) -> bool,
) {
    let handler = move |event: notify::Result<notify::Event>| {
        // Reading the sources causes access events itself.
        if event.is_ok_and(|event| !event.kind.is_access()) {
            let _ended = signals.send(Signal::Touched);
        }
    };
    let Ok(mut watcher) = notify::recommended_watcher(handler) else {
        return;
    };
    let _unwatched = watcher.watch(folder, RecursiveMode::Recursive);
    let mut known = Ok(Sources::built_in());
    wait(inbox, || {
        let texts = read_sources(folder);
        if texts == known {
            return true;
        }
        known = texts.clone();
        notify(texts)
    });
}

/// Reads from disk all sources that are built in, and the includes that are not.
fn read_sources(folder: &Path) -> Texts {
    let mut sources = Sources::built_in();
    let mut paths: BTreeSet<String> = sources.paths().map(str::to_owned).collect();
    paths.extend(includes(folder));
    for path in paths {
        let unread = |reason: String| ReadError {
            path: path.clone(),
            reason,
        };
        let bytes = read_regular(&folder.join(&path), MOST_BYTES);
        let bytes = bytes.map_err(|reason| unread(reason.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|reason| unread(reason.to_string()))?;
        sources.replace(&path, text);
    }
    Ok(sources)
}

/// Names of the includes on disk, without the temporary files of text editors.
fn includes(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder.join("include")).into_iter().flatten();
    let names = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| name.ends_with(".wgsl") && !name.starts_with('.'))
        .map(|name| format!("include/{name}"))
}
