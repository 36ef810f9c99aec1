//! Reads, watches and writes the folder of the library, in the background.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::Poll;
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::{Entry, Failure, LibraryJob, PresetIndex, Scan, Standing};
use crate::jobs::{JobError, Spawner, Task, Waker};

/// How long the folder must rest before it is looked at: programs write in pieces.
const QUIET: Duration = Duration::from_millis(60);

/// A folder that never rests is looked at this often.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// A file that is gone or empty is looked for again after this time.
const DOUBT: Duration = Duration::from_millis(150);

/// How often a folder is looked at that cannot be watched, or is not there yet.
const POLL: Duration = Duration::from_secs(2);

/// What the thread is told.
#[derive(Debug)]
enum Order {
    /// Another folder is the library's.
    Open(PathBuf),
    /// Something happened to files there.
    Touched(Vec<PathBuf>),
    /// Write something.
    Carry(LibraryJob),
    /// Nobody wants to know any more.
    Stop,
}

/// What the thread tells.
#[derive(Debug)]
pub enum News {
    /// What is in the folder.
    Found {
        /// The folder.
        folder: PathBuf,
        /// How it is.
        standing: Standing,
        /// All poses, by name.
        entries: Arc<[Arc<Entry>]>,
    },
    /// Something was written, or not.
    Written {
        /// What.
        job: LibraryJob,
        /// What to say about it.
        outcome: Result<String, Failure>,
    },
}

/// The window's end of the thread; without a folder there is none.
#[derive(Debug, Default)]
pub struct PoseFolder {
    /// The folder that was opened last.
    folder: Option<PathBuf>,
    thread: Option<Thread>,
    /// What is to be written and was not answered yet.
    pending: VecDeque<LibraryJob>,
}

/// Dropping it ends the thread.
#[derive(Debug)]
struct Thread {
    orders: Sender<Order>,
    news: Receiver<News>,
    task: Task<()>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        // The watcher inside the thread holds a sender too, so that hanging up alone would not end it.
        let _ended = self.orders.send(Order::Stop);
    }
}

impl PoseFolder {
    /// Reads and watches this folder from now on, if it is another one than before; says whether it is.
    pub fn open(&mut self, folder: Option<&Path>, spawner: &Spawner) -> bool {
        if self.folder.as_deref() == folder {
            return false;
        }
        self.folder = folder.map(Path::to_owned);
        self.thread = folder.map(|folder| start(folder, spawner));
        true
    }

    /// Has something written; if the thread is gone, by another one.
    ///
    /// # Errors
    ///
    /// One sentence where there is no folder.
    pub fn carry_out(&mut self, job: LibraryJob, spawner: &Spawner) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            return Err("There is no folder of poses: choose one first.".to_owned());
        };
        let thread = self.thread.get_or_insert_with(|| start(folder, spawner));
        self.pending.push_back(job.clone());
        // One that is gone is met by the next look at its answers.
        let _gone = thread.orders.send(Order::Carry(job));
        Ok(())
    }

    /// What has been told since the last call, and why the folder is followed no more.
    pub fn receive(&mut self) -> (Vec<News>, Option<String>) {
        let Some(thread) = &mut self.thread else {
            return (Vec::new(), None);
        };
        // Before its news: what it sends while it dies is read then.
        let error = match thread.task.poll() {
            Poll::Pending => None,
            Poll::Ready(outcome) => Some(outcome.err().unwrap_or(JobError::Stopped)),
        };
        let mut news: Vec<News> = thread.news.try_iter().collect();
        let written = |news: &&News| matches!(news, News::Written { .. });
        let n_written = news.iter().filter(written).count();
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

fn start(folder: &Path, spawner: &Spawner) -> Thread {
    let (orders, inbox) = channel();
    let (outbox, news) = channel();
    let worker = LibraryWorker {
        orders: orders.clone(),
        outbox,
        waker: spawner.waker().clone(),
        index: PresetIndex::new(PathBuf::new()),
        watcher: None,
        touched: BTreeSet::new(),
        standing: Standing::Reading,
    };
    let task = Task::start(spawner, "pose library", move |_| worker.work(&inbox));
    let _gone = orders.send(Order::Open(folder.to_owned()));
    Thread { orders, news, task }
}

struct LibraryWorker {
    orders: Sender<Order>,
    outbox: Sender<News>,
    waker: Waker,
    index: PresetIndex,
    watcher: Option<RecommendedWatcher>,
    touched: BTreeSet<PathBuf>,
    standing: Standing,
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
                self.index = PresetIndex::new(folder);
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
                let latest = scan_at.map_or(now + LONGEST_WAIT, |(_, latest)| latest);
                Some(((now + QUIET).min(latest), latest))
            }
            Err(RecvTimeoutError::Timeout) => self.scan(),
        })
    }

    fn carry_out(&mut self, job: LibraryJob) -> bool {
        let outcome = job.carry_out();
        self.touched.extend(job.path().map(Path::to_owned));
        if let Some(gone) = job.gone().filter(|_| outcome.is_ok()) {
            self.index.forget(gone);
            self.standing = Standing::Reading;
        }
        self.report(News::Written { job, outcome })
    }

    /// Looks, and tells what there is to tell; gives when to look again.
    fn scan(&mut self) -> Option<(Instant, Instant)> {
        self.watch();
        let touched = std::mem::take(&mut self.touched);
        let (outbox, waker) = (self.outbox.clone(), self.waker.clone());
        let mut report = |index: &PresetIndex| {
            let listens = outbox.send(found(index, Standing::Reading)).is_ok();
            waker.wake();
            listens
        };
        let (scan, standing) = match self.index.scan(&touched, &mut report) {
            Ok(scan) => (scan, Standing::Read),
            Err(why) => {
                self.watcher = None;
                (Scan::default(), Standing::Unreadable(why))
            }
        };
        if scan.changed || standing != self.standing {
            self.standing = standing.clone();
            self.report(found(&self.index, standing));
        }
        let soon = Instant::now() + DOUBT;
        scan.again.then_some((soon, soon))
    }

    /// Watches the folder, unless it is watched already. One that comes and goes is watched again when it is back.
    fn watch(&mut self) {
        let folder = self.index.folder();
        if !folder.is_dir() {
            self.watcher = None;
        } else if self.watcher.is_none() {
            self.watcher = watcher_of(folder, self.orders.clone());
        }
    }

    fn report(&self, news: News) -> bool {
        // The window may be gone by now; then nobody wants to know.
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

fn found(index: &PresetIndex, standing: Standing) -> News {
    News::Found {
        folder: index.folder().to_owned(),
        standing,
        entries: index.entries(),
    }
}
