//! What a run of the program costs, as the system tells, and its end where that is too much.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often the system is asked.
const PERIOD: Duration = Duration::from_millis(5);
/// What a run may take by the clock on the wall, in its processor time: on a machine with other work it waits.
const WAITS: u32 = 20;

/// What a run may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) time: Duration,
    pub(super) bytes: u64,
}

/// What a run took.
#[derive(Debug)]
pub(super) struct Cost {
    /// Of the processor, all threads together.
    pub(super) time: Duration,
    /// The most that was resident.
    pub(super) bytes: u64,
    pub(super) ended: RunEnd,
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum RunEnd {
    /// With a status of the program.
    Well,
    Badly(String),
    TooSlow,
    TooLarge,
}

/// Runs the program, and ends it where it exceeds a bound.
pub(super) fn run_within(program: &Path, words: &[String], bounds: Bounds) -> Cost {
    let mut cost = Cost {
        time: Duration::ZERO,
        bytes: 0,
        ended: RunEnd::Well,
    };
    let mut command = Command::new(program);
    command
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let mut child = match command.stderr(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            cost.ended = RunEnd::Badly(format!("cannot be started: {error}"));
            return cost;
        }
    };
    let said = said_by(&mut child);
    let start = Instant::now();
    let status = loop {
        cost.look(child.id());
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) => {}
            Err(error) => break Err(error.to_string()),
        }
        let is_slow = cost.time > bounds.time || start.elapsed() > bounds.time * WAITS;
        if is_slow || cost.bytes > bounds.bytes {
            cost.ended = if is_slow {
                RunEnd::TooSlow
            } else {
                RunEnd::TooLarge
            };
            let _gone = child.kill();
            let _ended = child.wait();
            return cost;
        }
        thread::sleep(PERIOD);
    };
    let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
    cost.ended = match status {
        Ok(status) => judged(status, &said),
        Err(error) => RunEnd::Badly(error),
    };
    cost
}

/// What it says on stderr, read beside it so that it never waits for a reader.
fn said_by(child: &mut Child) -> Option<thread::JoinHandle<String>> {
    let mut pipe = child.stderr.take()?;
    Some(thread::spawn(move || {
        let mut said = Vec::new();
        let _closed = pipe.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    }))
}

fn judged(status: ExitStatus, said: &str) -> RunEnd {
    match status.code() {
        // Of what a file lacks it is told in other words.
        Some(2) if said.contains("Usage: dualskin") => {
            RunEnd::Badly("is no command line of the program any more".to_owned())
        }
        Some(0..=2) if !said.contains("panicked at") => RunEnd::Well,
        _ => {
            let said: String = said.chars().take(200).collect();
            RunEnd::Badly(format!("ended with {status}: {}", said.replace('\n', " ")))
        }
    }
}

impl Cost {
    /// Asks the system; where it does not tell, nothing is known.
    fn look(&mut self, id: u32) {
        let read = |name: &str| fs::read_to_string(format!("/proc/{id}/{name}")).ok();
        let time = read("stat").and_then(|stat| {
            // After the name, which may hold spaces: user and system time are the 12th and 13th word, in hundredths.
            let (_, rest) = stat.rsplit_once(')')?;
            let words: Vec<&str> = rest.split_whitespace().collect();
            let ticks = |place: usize| words.get(place)?.parse::<u64>().ok();
            Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
        });
        let bytes = read("status").and_then(|status| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))?;
            let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
            Some(kilobytes << 10)
        });
        self.time = self.time.max(time.unwrap_or_default());
        self.bytes = self.bytes.max(bytes.unwrap_or_default());
    }
}
