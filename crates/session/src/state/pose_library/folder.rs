//! Worker of the pose library: reads, watches and writes its folder in the background.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::Poll;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use web_time::Instant;
use whole_file::Files;

use super::{Entry, Failure, FolderState, LibraryJob, PresetIndex, Scan};
use crate::tasks::{JobError, Spawner, Task, Waker};

/// Time without changes before the folder is read: programs write in pieces.
const QUIET: Duration = Duration::from_millis(60);

/// Longest time between a change and reading, in a folder that keeps changing.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// Time until a file that was missing or empty is looked for again.
const DOUBT: Duration = Duration::from_millis(150);

/// Interval of reading a folder that cannot be watched or does not exist.
const POLL: Duration = Duration::from_secs(2);

/// A message to the worker.
#[derive(Debug)]
enum Order {
    /// Changes the folder of the library.
    Open(PathBuf),
    /// The watcher reported changes of these files.
    Touched(Vec<PathBuf>),
    /// Writes, renames or deletes a pose.
    Carry(LibraryJob),
    /// Ends the worker: the window no longer needs it.
    Stop,
}

/// A message from the worker.
#[derive(Debug)]
pub enum News {
    /// The content of the folder.
    Found {
        /// Path of the folder.
        folder: PathBuf,
        /// State of the folder.
        standing: FolderState,
        /// All poses, by name.
        entries: Arc<[Arc<Entry>]>,
    },
    /// A pose was written, or not.
    Written {
        /// The order that was carried out or failed.
        job: LibraryJob,
        /// Notice for the user, or why it failed.
        outcome: Result<String, Failure>,
    },
}

/// Handle of the worker; without a folder there is no worker.
#[derive(Debug, Default)]
pub struct PoseFolder {
    files: Files,
    /// The folder opened last.
    folder: Option<PathBuf>,
    thread: Option<Thread>,
    /// Orders without an answer yet.
    pending: VecDeque<LibraryJob>,
}

/// The worker's channels; dropping them ends the worker.
#[derive(Debug)]
struct Thread {
    orders: Sender<Order>,
    news: Receiver<News>,
    task: Task<()>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        // The watcher inside the worker holds a sender too, so that dropping this one would not disconnect the channel.
        let _ended = self.orders.send(Order::Stop);
    }
}

impl PoseFolder {
    /// A worker for a folder of this disk.
    #[must_use]
    pub fn new(files: Files) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Reads and watches this folder from now on, if it is another one. Returns whether it is.
    pub fn open(&mut self, folder: Option<&Path>, spawner: &Spawner) -> bool {
        if self.folder.as_deref() == folder {
            return false;
        }
        self.folder = folder.map(Path::to_owned);
        self.thread = folder.map(|folder| start(folder, &self.files, spawner));
        true
    }

    /// Orders a write; if the worker ended, another one is started.
    ///
    /// # Errors
    ///
    /// One sentence if there is no folder.
    pub fn carry_out(&mut self, job: LibraryJob, spawner: &Spawner) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            return Err("There is no folder of poses: choose one first.".to_owned());
        };
        let thread = &mut self.thread;
        let thread = thread.get_or_insert_with(|| start(folder, &self.files, spawner));
        self.pending.push_back(job.clone());
        // If the worker has ended, the next poll finds that.
        let _gone = thread.orders.send(Order::Carry(job));
        Ok(())
    }

    /// The messages since the last call, and a notice if the worker ended.
    pub fn receive(&mut self) -> (Vec<News>, Option<String>) {
        let Some(thread) = &mut self.thread else {
            return (Vec::new(), None);
        };
        // Polled before its messages are read: those it sends while it ends are then read too.
        let error = match thread.task.poll() {
            Poll::Pending => None,
            Poll::Ready(outcome) => Some(outcome.err().unwrap_or(JobError::Stopped)),
        };
        let mut news: Vec<News> = thread.news.try_iter().collect();
        let written = |news: &&News| matches!(news, News::Written { .. });
        let n_written = news.iter().filter(written).count();
        // Answers come in the order of the orders, so the first ones are done.
        self.pending.drain(..n_written.min(self.pending.len()));
        let Some(error) = error else {
            return (news, None);
        };
        self.thread = None;
        news.extend(self.pending.drain(..).map(|job| News::Written {
            job,
            outcome: Err(Failure {
                text: format!("The pose was not written, for {error}. Try again."),
                exists: false,
            }),
        }));
        let text = format!(
            "The folder of poses is followed no more, for {error}. Save a pose, or choose another folder, to begin again."
        );
        (news, Some(text))
    }
}

fn start(folder: &Path, files: &Files, spawner: &Spawner) -> Thread {
    let (orders, inbox) = channel();
    let (outbox, news) = channel();
    let worker = LibraryWorker {
        orders: orders.clone(),
        outbox,
        waker: spawner.waker().clone(),
        index: PresetIndex::new(PathBuf::new(), files.clone()),
        files: files.clone(),
        watcher: None,
        watched: BTreeSet::new(),
        touched: BTreeSet::new(),
        standing: FolderState::Reading,
    };
    let task = Task::start(spawner, "pose library", move |_| worker.work(&inbox));
    let _gone = orders.send(Order::Open(folder.to_owned()));
    Thread { orders, news, task }
}

struct LibraryWorker {
    orders: Sender<Order>,
    outbox: Sender<News>,
    waker: Waker,
    files: Files,
    index: PresetIndex,
    watcher: Option<RecommendedWatcher>,
    /// Folders below the library's that are watched too.
    watched: BTreeSet<PathBuf>,
    touched: BTreeSet<PathBuf>,
    standing: FolderState,
}

impl LibraryWorker {
    fn work(mut self, inbox: &Receiver<Order>) {
        // When to look, and when at the latest.
        let mut scan_at = None;
        while let ControlFlow::Continue(next) = self.follow_order(inbox, scan_at) {
            scan_at = next;
        }
    }

    /// Waits for an order, or until it is time to look; gives when to look next, unless there is nothing more to do.
    fn follow_order(
        &mut self,
        inbox: &Receiver<Order>,
        scan_at: Option<(Instant, Instant)>,
    ) -> ControlFlow<(), Option<(Instant, Instant)>> {
        let order = match scan_at {
            Some((at, _)) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            None if self.watcher.is_none() => inbox.recv_timeout(POLL),
            None => inbox.recv().map_err(RecvTimeoutError::from),
        };
        let now = Instant::now();
        ControlFlow::Continue(match order {
            Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            Ok(Order::Open(folder)) => {
                self.index = PresetIndex::new(folder, self.files.clone());
                self.scan()
            }
            Ok(Order::Carry(job)) => {
                if !self.carry_out(job) {
                    return ControlFlow::Break(());
                }
                self.scan()
            }
            Ok(Order::Touched(paths)) => {
                self.touched.extend(paths);
                // The latest time is that of the first change, so that a folder that never rests is read too.
                let latest = scan_at.map_or(now + LONGEST_WAIT, |(_, latest)| latest);
                Some(((now + QUIET).min(latest), latest))
            }
            Err(RecvTimeoutError::Timeout) => self.scan(),
        })
    }

    fn carry_out(&mut self, job: LibraryJob) -> bool {
        let outcome = job.carry_out(&self.files);
        self.touched.extend(job.path().map(Path::to_owned));
        if let Some(gone) = job.removed_path().filter(|_| outcome.is_ok()) {
            self.index.forget(gone);
            // The index changed without a scan; this makes the next scan report it.
            self.standing = FolderState::Reading;
        }
        self.report(News::Written { job, outcome })
    }

    /// Reads the folder and reports changes. Returns when to read it again.
    fn scan(&mut self) -> Option<(Instant, Instant)> {
        self.watch();
        let touched = std::mem::take(&mut self.touched);
        let (outbox, waker) = (self.outbox.clone(), self.waker.clone());
        let mut report = |index: &PresetIndex| {
            let listens = outbox
                .send(folder_news(index, FolderState::Reading))
                .is_ok();
            waker.wake();
            listens
        };
        let (scan, standing) = match self.index.scan(&touched, &mut report) {
            Ok(scan) => (scan, FolderState::Read),
            Err(why) => {
                // Without a watcher the folder is read again every two seconds.
                self.watcher = None;
                (Scan::default(), FolderState::Unreadable(why))
            }
        };
        if scan.changed || standing != self.standing {
            self.standing = standing.clone();
            self.report(folder_news(&self.index, standing));
        }
        let again = self.watch_below() || scan.again;
        let soon = Instant::now() + DOUBT;
        again.then_some((soon, soon))
    }

    /// Watches the folder, unless it is watched already. One that disappears is watched again when it is back.
    ///
    /// The watcher sees the system's folders alone. On another disk, one of the same path there would tell nothing of this one.
    fn watch(&mut self) {
        let folder = self.index.folder();
        if !self.files.is_system() || !self.files.is_folder(folder) {
            self.watcher = None;
        } else if self.watcher.is_none() {
            self.watcher = watcher_of(folder, self.orders.clone());
            self.watched.clear();
        }
    }

    /// Watches folders below that are new; returns whether there are any: something may have come into them before.
    fn watch_below(&mut self) -> bool {
        let Some(watcher) = &mut self.watcher else {
            self.watched.clear();
            return false;
        };
        let folders = self.index.folders();
        self.watched.retain(|folder| folders.contains(folder));
        let mut is_any = false;
        for folder in folders {
            let is_new = !self.watched.contains(folder);
            if is_new && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
                self.watched.insert(folder.clone());
                is_any = true;
            }
        }
        is_any
    }

    fn report(&self, news: News) -> bool {
        // The window may be closed by now; then the worker ends.
        let listens = self.outbox.send(news).is_ok();
        self.waker.wake();
        listens
    }
}

/// Tells the thread which files are touched; none where the system watches no such folder.
fn watcher_of(folder: &Path, orders: Sender<Order>) -> Option<RecommendedWatcher> {
    let handler = move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event
            && !event.kind.is_access()
        {
            let _ended = orders.send(Order::Touched(event.paths));
        }
    };
    let mut watcher = notify::recommended_watcher(handler).ok()?;
    let watched = watcher.watch(folder, RecursiveMode::NonRecursive);
    watched.is_ok().then_some(watcher)
}

fn folder_news(index: &PresetIndex, standing: FolderState) -> News {
    News::Found {
        folder: index.folder().to_owned(),
        standing,
        entries: index.entries(),
    }
}
