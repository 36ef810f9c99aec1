//! Starts workers, follows what they print, and keeps what killed them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use whole_file::write_whole;

use super::super::finding::Finding;
use super::super::options::Options;

/// A worker that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Address space of a worker, in kilobytes: a case is judged by what it allocates; this keeps the machine alive.
const ADDRESSES: &str = "6000000";
/// After so many findings a lane stops: something common is broken.
const ENOUGH: usize = 25;

/// Runs all cases on several workers at once, and prints what was done.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    fs::create_dir_all(&options.out).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let lanes: Vec<Lane<'_>> = thread::scope(|scope| {
        let running: Vec<_> = (0..options.lanes)
            .map(|lane| scope.spawn(move || Lane::new(options, lane).run(start + options.time)))
            .collect();
        running
            .into_iter()
            .filter_map(|lane| lane.join().ok())
            .collect()
    });
    let sum = |count: fn(&Lane<'_>) -> u64| lanes.iter().map(count).sum::<u64>();
    println!(
        "fuzz: seed {}, {} cases ({} characters, {} texts), {} of them read, worst {} ms and {} MB, {:.0} s",
        options.seed,
        sum(|lane| lane.models + lane.texts),
        sum(|lane| lane.models),
        sum(|lane| lane.texts),
        sum(|lane| lane.read),
        lanes.iter().map(|lane| lane.slowest).max().unwrap_or(0),
        lanes.iter().map(|lane| lane.largest).max().unwrap_or(0) >> 10,
        start.elapsed().as_secs_f32(),
    );
    if let Some(text) = lanes.iter().find_map(|lane| lane.trouble.clone()) {
        return Err(text);
    }
    if sum(|lane| lane.models) == 0 {
        return Err("no case was read".to_owned());
    }
    Ok(lanes.into_iter().flat_map(|lane| lane.findings).collect())
}

/// The cases of one worker and its successors.
#[derive(Debug)]
struct Lane<'a> {
    options: &'a Options,
    lane: u64,
    /// The case that was begun last, its kind and its file.
    begun: Option<(u64, String, PathBuf)>,
    models: u64,
    texts: u64,
    read: u64,
    /// Milliseconds.
    slowest: u64,
    /// Kilobytes.
    largest: u64,
    findings: Vec<Finding>,
    /// Why there was nothing to follow.
    trouble: Option<String>,
}

/// Why a worker is no longer followed.
enum End {
    /// It has done all, or time is up.
    Done,
    /// It has stopped in the middle of a case.
    Died(String),
}

impl End {
    /// Of a worker that says nothing while `left` of the run's time was left.
    fn of_silence(left: Duration) -> Self {
        if left < PATIENCE {
            Self::Done
        } else {
            Self::Died(format!("hung for {} s", PATIENCE.as_secs()))
        }
    }
}

impl<'a> Lane<'a> {
    const fn new(options: &'a Options, lane: u64) -> Self {
        Self {
            options,
            lane,
            begun: None,
            models: 0,
            texts: 0,
            read: 0,
            slowest: 0,
            largest: 0,
            findings: Vec::new(),
            trouble: None,
        }
    }

    fn run(mut self, until: Instant) -> Self {
        let mut from = self.lane;
        while self.findings.len() < ENOUGH {
            self.begun = None;
            let end = match self.start(from) {
                Ok(mut child) => self.follow(&mut child, until),
                Err(error) => {
                    self.trouble = Some(format!("no worker can be started: {error}"));
                    break;
                }
            };
            match (end, &self.begun) {
                (End::Done, _) => break,
                (End::Died(how), None) => {
                    self.trouble = Some(format!("a worker {how} before its first case"));
                    break;
                }
                (End::Died(how), &Some((number, ..))) => {
                    self.find(&how);
                    from = number + self.options.lanes;
                }
            }
        }
        self
    }

    fn start(&self, from: u64) -> std::io::Result<Child> {
        let program = std::env::current_exe()?;
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -v {ADDRESSES}; exec \"$0\" \"$@\"")]);
            shell.arg(program);
            shell
        } else {
            Command::new(program)
        };
        let options = self.options;
        command
            .arg("fuzz-worker")
            .args(["--out".as_ref(), options.out.as_os_str()]);
        for (name, number) in [
            ("--seed", options.seed),
            ("--cases", options.cases),
            ("--texts", options.texts),
            ("--lanes", options.lanes),
            ("--lane", self.lane),
            ("--from", from),
        ] {
            command.args([name, &number.to_string()]);
        }
        for folder in &options.corpus {
            command.args(["--corpus".as_ref(), folder.as_os_str()]);
        }
        if let Some(folder) = &options.keep {
            command
                .arg("--keep")
                .arg(folder.join(self.lane.to_string()));
        }
        command.env("MALLOC_ARENA_MAX", "2");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command.spawn()
    }

    fn follow(&mut self, child: &mut Child, until: Instant) -> End {
        let lines = lines_of(child);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left.min(PATIENCE)) {
                Ok(line) if line == "done" => {
                    let _ended = child.wait();
                    return End::Done;
                }
                Ok(line) => self.take(&line),
                Err(RecvTimeoutError::Timeout) => {
                    let _gone = child.kill();
                    let _ended = child.wait();
                    return End::of_silence(left);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = child.wait();
                    return End::Died(status.map_or_else(
                        |error| error.to_string(),
                        |status| format!("ended with {status}"),
                    ));
                }
            }
        }
    }

    /// `begin NUMBER KIND PATH` or `end NUMBER MILLISECONDS KILOBYTES ANSWER`; anything else is the program's own.
    fn take(&mut self, line: &str) {
        let mut words = line.splitn(4, ' ');
        let (verb, number) = (
            words.next(),
            words.next().and_then(|word| word.parse().ok()),
        );
        match (verb, number, words.next(), words.next()) {
            (Some("begin"), Some(number), Some(kind), Some(path)) => {
                self.begun = Some((number, kind.to_owned(), PathBuf::from(path)));
            }
            (Some("end"), Some(_), Some(time), Some(rest)) => self.judge(time, rest),
            _ => {}
        }
    }

    fn judge(&mut self, time: &str, rest: &str) {
        let (size, answer) = rest.split_once(' ').unwrap_or((rest, ""));
        self.slowest = self.slowest.max(time.parse().unwrap_or(0));
        self.largest = self.largest.max(size.parse().unwrap_or(0));
        let is_model = self
            .begun
            .as_ref()
            .is_some_and(|(_, kind, _)| kind == "model");
        self.models += u64::from(is_model);
        self.texts += u64::from(!is_model);
        self.read += u64::from(answer == "read");
        if let Some(fault) = answer.strip_prefix("fault ") {
            self.find(fault);
        }
    }

    /// Keeps the case that was begun last under a name of its own.
    fn find(&mut self, what: &str) {
        let Some((number, kind, path)) = &self.begun else {
            return;
        };
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let seed = self.options.seed;
        let name = format!("{kind}-{seed}-{number}.{extension}");
        let kept = keep(path, &self.options.out.join(name));
        self.findings.push(Finding {
            what: format!("{kind}: {what}"),
            seed,
            reproducer: kept.unwrap_or_else(|| path.clone()),
        });
    }
}

fn keep(from: &Path, to: &Path) -> Option<PathBuf> {
    let bytes = fs::read(from).ok()?;
    write_whole(to, &bytes).ok()?;
    Some(to.to_owned())
}

/// The lines that a child prints, until it ends.
pub(crate) fn lines_of(child: &mut Child) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(out) = child.stdout.take() {
        thread::spawn(move || {
            let mut all = BufReader::new(out).lines().map_while(Result::ok);
            all.all(|line| sender.send(line).is_ok())
        });
    }
    lines
}
