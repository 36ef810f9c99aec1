//! The thread that reads, watches and writes the folder of the library.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::{Entry, Failure, Job, Look, Shelf, Standing};

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
    Carry(Job),
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
        job: Job,
        /// What to say about it.
        outcome: Result<String, Failure>,
    },
}

/// The window's end of the thread; without a folder there is none.
#[derive(Debug, Default)]
pub struct PoseFolder {
    /// The folder that was opened last.
    folder: Option<PathBuf>,
    thread: Option<(Sender<Order>, Receiver<News>)>,
}

impl PoseFolder {
    /// Reads and watches this folder from now on, if it is another one than before; says whether it is.
    ///
    /// # Errors
    ///
    /// One sentence when no thread can be started.
    pub fn open(&mut self, folder: Option<&Path>, ctx: &egui::Context) -> Result<bool, String> {
        if self.folder.as_deref() == folder {
            return Ok(false);
        }
        self.folder = folder.map(Path::to_owned);
        if let Some((orders, _)) = self.thread.take() {
            let _ended = orders.send(Order::Stop);
        }
        if let Some(folder) = folder {
            let (orders, news) = start(ctx.clone()).map_err(|error| {
                format!("no thread could be started to read the library of poses: {error}")
            })?;
            let _ended = orders.send(Order::Open(folder.to_owned()));
            self.thread = Some((orders, news));
        }
        Ok(true)
    }

    /// Has something written; says whether it will be.
    #[must_use]
    pub fn carry_out(&self, job: Job) -> bool {
        let orders = self.thread.as_ref().map(|(orders, _)| orders);
        orders.is_some_and(|orders| orders.send(Order::Carry(job)).is_ok())
    }

    /// What has been told since the last call.
    pub fn receive(&self) -> Vec<News> {
        let news = self.thread.as_ref().map(|(_, news)| news);
        news.map_or_else(Vec::new, |news| news.try_iter().collect())
    }
}

impl Drop for PoseFolder {
    fn drop(&mut self) {
        // The watcher inside the thread holds a sender too, so that hanging up alone would not end it.
        if let Some((orders, _)) = &self.thread {
            let _ended = orders.send(Order::Stop);
        }
    }
}

fn start(ctx: egui::Context) -> std::io::Result<(Sender<Order>, Receiver<News>)> {
    let (orders, inbox) = channel();
    let (outbox, news) = channel();
    let librarian = Librarian {
        orders: orders.clone(),
        outbox,
        ctx,
        shelf: Shelf::new(PathBuf::new()),
        watcher: None,
        touched: BTreeSet::new(),
        standing: Standing::Reading,
    };
    thread::Builder::new()
        .name("pose library".to_owned())
        .spawn(move || librarian.work(&inbox))?;
    Ok((orders, news))
}

struct Librarian {
    orders: Sender<Order>,
    outbox: Sender<News>,
    ctx: egui::Context,
    shelf: Shelf,
    watcher: Option<RecommendedWatcher>,
    touched: BTreeSet<PathBuf>,
    standing: Standing,
}

impl Librarian {
    fn work(mut self, inbox: &Receiver<Order>) {
        // When to look, and when at the latest.
        let mut look_at: Option<(Instant, Instant)> = None;
        loop {
            let order = match look_at {
                Some((at, _)) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
                None if self.watcher.is_none() => inbox.recv_timeout(POLL),
                None => inbox.recv().map_err(RecvTimeoutError::from),
            };
            let now = Instant::now();
            match order {
                Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Order::Open(folder)) => {
                    self.shelf = Shelf::new(folder);
                    look_at = self.look();
                }
                Ok(Order::Carry(job)) => {
                    if !self.carry_out(job) {
                        return;
                    }
                    look_at = self.look();
                }
                Ok(Order::Touched(paths)) => {
                    self.touched.extend(paths);
                    let latest = look_at.map_or(now + LONGEST_WAIT, |(_, latest)| latest);
                    look_at = Some(((now + QUIET).min(latest), latest));
                }
                Err(RecvTimeoutError::Timeout) => look_at = self.look(),
            }
        }
    }

    fn carry_out(&mut self, job: Job) -> bool {
        let outcome = job.carry_out();
        self.touched.extend(job.path().map(Path::to_owned));
        if let Some(gone) = job.gone().filter(|_| outcome.is_ok()) {
            self.shelf.forget(gone);
            self.standing = Standing::Reading;
        }
        self.tell(News::Written { job, outcome })
    }

    /// Looks, and tells what there is to tell; gives when to look again.
    fn look(&mut self) -> Option<(Instant, Instant)> {
        self.watch();
        let touched = std::mem::take(&mut self.touched);
        let (outbox, ctx) = (self.outbox.clone(), self.ctx.clone());
        let mut tell = |shelf: &Shelf| {
            let listens = outbox.send(found(shelf, Standing::Reading)).is_ok();
            ctx.request_repaint();
            listens
        };
        let (look, standing) = match self.shelf.look(&touched, &mut tell) {
            Ok(look) => (look, Standing::Read),
            Err(why) => {
                self.watcher = None;
                (Look::default(), Standing::Unreadable(why))
            }
        };
        if look.changed || standing != self.standing {
            self.standing = standing.clone();
            self.tell(found(&self.shelf, standing));
        }
        let soon = Instant::now() + DOUBT;
        look.again.then_some((soon, soon))
    }

    /// Watches the folder, unless it is watched already. One that comes and goes is watched again when it is back.
    fn watch(&mut self) {
        let folder = self.shelf.folder();
        if !folder.is_dir() {
            self.watcher = None;
        } else if self.watcher.is_none() {
            let orders = self.orders.clone();
            let handler = move |event: notify::Result<notify::Event>| {
                if let Ok(event) = event
                    && !event.kind.is_access()
                {
                    let _ended = orders.send(Order::Touched(event.paths));
                }
            };
            self.watcher = notify::recommended_watcher(handler)
                .ok()
                .and_then(|mut watcher| {
                    let watched = watcher.watch(folder, RecursiveMode::NonRecursive);
                    watched.is_ok().then_some(watcher)
                });
        }
    }

    fn tell(&self, news: News) -> bool {
        // The window may be gone by now; then nobody wants to know.
        let listens = self.outbox.send(news).is_ok();
        self.ctx.request_repaint();
        listens
    }
}

fn found(shelf: &Shelf, standing: Standing) -> News {
    News::Found {
        folder: shelf.folder().to_owned(),
        standing,
        entries: shelf.entries(),
    }
}
