//! `dualskin bench --open`: what opening and closing a character cost, without a window.
//!
//! The engine of the window opens the character as the window does, with the same work on the same threads. Panels and pictures are
//! left out, as by all that has no window.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use character::{Character, OnProgress, open_bytes_with};
use scene::vertex_layout::with_vertex_layout;
use session::engine::{Editor, Input, World};
use session::features::opening::loading::Loader;
use session::state::opening::load::{LoadError, load_decoded};
use session::tasks::{Threads, Waker};

use super::open_report::{Counts, OpenReport, StageRow};
use super::peak::peak_bytes;
use super::setup::BUILD;
use super::tube::tube;
use super::{BenchJob, BenchSubject};
use crate::Failure;
use crate::terminal::stdin::DASH;

/// Threads that end with the editor.
const LASTING: &[&str] = &["watch files", "pose library"];
/// Between two frames where nothing wakes the editor sooner.
const PAUSE: Duration = Duration::from_millis(10);
/// Frames in which nothing may be at work before the editor counts as at rest: an answer can begin other work in the next.
const QUIET: u32 = 3;
/// Frames that are due later than this wait for time alone, as for a notice to vanish.
const SOON: Duration = Duration::from_millis(100);

/// Measures the opening and the closing of a character.
///
/// # Errors
///
/// The character cannot be read.
pub fn measure_opening(job: &BenchJob) -> Result<OpenReport, Failure> {
    let subject = OpenSubject::of(&job.subject)?;
    let (threads, working) = Threads::default().counted(LASTING);
    let record = Arc::new(Mutex::new(LoadRecord::default()));
    let (wake, woken) = channel();
    let world = World {
        threads,
        waker: Waker::new(move |after: Duration| {
            // What may wait is due by the pause anyway.
            if after.is_zero() {
                // Nobody receives it once the editor is dropped.
                let _closed = wake.send(());
            }
        }),
        loader: subject.loader(&record),
        ..World::default()
    };
    let before = peak_bytes();
    let begin = Instant::now();
    let mut driven = Driven {
        editor: Editor::new(world, Some(&subject.name), false),
        begin,
        woken,
        longest: Duration::ZERO,
        due: None,
    };
    let Some(shown) = driven.wait_until_shown() else {
        return Err(failure(&record, &subject.name));
    };
    let opened = begin.elapsed();
    let panes = driven.editor.view_undrawn().shown.deformed_panes().len();
    let skinned = begin.elapsed();
    driven.wait_until_at_rest(&working);
    let at_rest = begin.elapsed();
    let counts = Counts::of(&driven.editor.view_undrawn().document.character);
    let peak = peak_bytes();
    let longest_frame = driven.longest;
    let close = Instant::now();
    drop(driven);
    let closing = close.elapsed();
    let record = lock(&record);
    Ok(OpenReport {
        subject: record.name.clone(),
        vertices: counts.vertices,
        joints: counts.joints,
        influences: counts.influences,
        build: BUILD,
        file_bytes: counts.file_bytes,
        decoded_bytes: counts.decoded_bytes,
        stages: record.rows(),
        read_ms: ms(record.whole),
        frame_ms: ms(shown),
        opened_ms: ms(opened),
        panes,
        skinned_ms: ms(skinned - opened),
        at_rest_ms: ms(at_rest),
        longest_frame_ms: ms(longest_frame),
        before_bytes: before,
        peak_bytes: peak,
        closing_ms: ms(closing),
    })
}

/// What is opened.
struct OpenSubject {
    /// A path or a built-in name.
    name: String,
    /// The file of a synthetic character, which is in memory.
    made: Option<Arc<[u8]>>,
}

impl OpenSubject {
    fn of(subject: &BenchSubject) -> Result<Self, Failure> {
        match subject {
            BenchSubject::Source(source) if source == DASH => Err(Failure::Usage(
                "--open reads a file as the window does; name one.".to_owned(),
            )),
            BenchSubject::Source(source) => Ok(Self {
                name: source.clone(),
                made: None,
            }),
            BenchSubject::Synthetic(size) => Ok(Self {
                name: "synthetic".to_owned(),
                made: Some(tube(*size).map_err(Failure::Usage)?.into()),
            }),
        }
    }

    /// Loads it whatever it is asked for, and notes when each stage began.
    fn loader(&self, record: &Arc<Mutex<LoadRecord>>) -> Loader {
        let (name, made, record) = (self.name.clone(), self.made.clone(), Arc::clone(record));
        Loader::new(move |_named, report| {
            let mut timed = LoadRecord::default();
            let begin = Instant::now();
            let read = load(&name, made.as_deref(), &mut |progress| {
                timed.begin(progress.stage.name());
                report(progress)
            });
            timed.end();
            timed.whole = begin.elapsed();
            match &read {
                Ok(character) => timed.name.clone_from(&character.name),
                Err(error) => timed.fault = Some(error.to_string()),
            }
            *lock(&record) = timed;
            read
        })
    }
}

/// Opens a character as [`load_decoded`] does.
fn load(
    name: &str,
    made: Option<&[u8]>,
    report: &mut OnProgress<'_>,
) -> Result<Character, LoadError> {
    match made {
        None => load_decoded(name, report),
        Some(bytes) => Ok(with_vertex_layout(open_bytes_with(name, bytes, report)?)),
    }
}

/// How a character was read.
#[derive(Debug, Default)]
struct LoadRecord {
    name: String,
    /// Each stage with its time, in the order in which they began.
    stages: Vec<(&'static str, Duration)>,
    /// The stage that goes on, and since when.
    running: Option<(&'static str, Instant)>,
    whole: Duration,
    fault: Option<String>,
}

impl LoadRecord {
    fn begin(&mut self, stage: &'static str) {
        if self.running.is_some_and(|(running, _)| running == stage) {
            return;
        }
        self.end();
        self.running = Some((stage, Instant::now()));
    }

    /// Ends the stage that goes on. Stages that take turns have one sum each.
    fn end(&mut self) {
        let Some((stage, since)) = self.running.take() else {
            return;
        };
        let time = since.elapsed();
        match self.stages.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, sum)) => *sum += time,
            None => self.stages.push((stage, time)),
        }
    }

    fn rows(&self) -> Vec<StageRow> {
        let stages = self.stages.iter();
        stages
            .map(|&(stage, time)| StageRow {
                stage,
                ms: ms(time),
            })
            .collect()
    }
}

/// A panic elsewhere leaves no record half written.
fn lock(record: &Mutex<LoadRecord>) -> MutexGuard<'_, LoadRecord> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure(record: &Mutex<LoadRecord>, name: &str) -> Failure {
    let fault = lock(record).fault.clone();
    Failure::Data(fault.unwrap_or_else(|| format!("{name}: nothing was opened; try again.")))
}

/// An editor whose frames are timed.
struct Driven {
    editor: Editor,
    begin: Instant,
    /// Is told when workers have ended.
    woken: Receiver<()>,
    /// The longest frame so far.
    longest: Duration,
    /// The time until the next frame that the last one asked for.
    due: Option<Duration>,
}

impl Driven {
    /// Lets frames pass until a character is shown; the time of the frame that has taken it, or nothing where none was opened.
    fn wait_until_shown(&mut self) -> Option<Duration> {
        loop {
            let frame = self.frame();
            let view = self.editor.view_undrawn();
            if view.session.opened > 0 {
                return Some(frame);
            }
            view.opening?;
            self.pause();
        }
    }

    /// Lets frames pass until nothing is at work in the background.
    fn wait_until_at_rest(&mut self, working: &AtomicUsize) {
        let mut quiet = 0;
        while quiet < QUIET {
            self.pause();
            self.frame();
            let is_due = self.due.is_some_and(|due| due < SOON);
            let is_at_rest = !is_due && working.load(Ordering::Acquire) == 0;
            quiet = if is_at_rest { quiet + 1 } else { 0 };
        }
    }

    /// Until a worker wakes the editor, or a while has passed.
    fn pause(&self) {
        let _nothing = self.woken.recv_timeout(PAUSE);
    }

    fn frame(&mut self) -> Duration {
        let begin = Instant::now();
        let output = self.editor.frame(Input {
            now: self.begin.elapsed().as_secs_f64(),
            aspect: Some(1.0),
            draws: true,
            ..Input::default()
        });
        let time = begin.elapsed();
        self.due = output.next_frame;
        self.longest = self.longest.max(time);
        time
    }
}

fn ms(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}
