//! The texts of the shaders as they are on disk, while somebody works on them: debug builds only.
//!
//! The folder is watched as the open file is (see [`watch`](session::jobs::watch)): an event is only a reason to look, and what
//! decides is whether the texts differ. All of it is best effort: where the folder is not there or cannot be watched,
//! the built-in texts stay.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use notify::{RecursiveMode, Watcher as _};
use shaders::Sources;
use thiserror::Error;

use session::jobs::watch::{Signal, wait};
use session::jobs::{Spawner, Task};

/// Watches the texts in one folder until it is dropped.
#[derive(Debug)]
pub struct ShaderWatch {
    signals: Sender<Signal>,
    news: Receiver<Texts>,
    task: Option<Task<()>>,
}

/// All texts, or why they could not be read.
pub type Texts = Result<Sources, ReadError>;

/// A file of the folder that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path} cannot be read: {reason}")]
pub struct ReadError {
    /// In the folder.
    path: String,
    /// In the system's words.
    reason: String,
}

impl ShaderWatch {
    /// Begins to watch a folder like `shaders/wgsl`; none if it is no folder.
    ///
    /// Texts that differ from the built-in ones are news already: the program may be older than its folder.
    #[must_use]
    pub fn start(folder: &Path, spawner: &Spawner) -> Option<Self> {
        // As the system names it in events.
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

    /// Why nothing is watched any more, once.
    pub fn take_fault(&mut self) -> Option<String> {
        let error = Task::take(&mut self.task)?.err()?;
        Some(format!(
            "Changes of shaders are not noticed, for {error}. Restart graphics to have them noticed."
        ))
    }

    /// The texts as they are now, if they have changed since the last call.
    #[must_use]
    pub fn news(&self) -> Option<Texts> {
        self.news.try_iter().last()
    }
}

impl Drop for ShaderWatch {
    fn drop(&mut self) {
        // The watcher inside the thread holds a sender too, so that hanging up alone would not end it.
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
        let texts = read(folder);
        if texts == known {
            return true;
        }
        known = texts.clone();
        notify(texts)
    });
}

/// All texts that are built in, and includes that are not.
fn read(folder: &Path) -> Texts {
    let mut sources = Sources::built_in();
    let mut paths: BTreeSet<String> = sources.paths().map(str::to_owned).collect();
    paths.extend(includes(folder));
    for path in paths {
        let text = fs::read_to_string(folder.join(&path)).map_err(|reason| ReadError {
            path: path.clone(),
            reason: reason.to_string(),
        })?;
        sources.replace(&path, text);
    }
    Ok(sources)
}

/// The includes on disk, without what text editors hide beside them while they work.
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
