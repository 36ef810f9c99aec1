//! Characters through every command of the program: mutated ones, and small ones that ask for much. Each command has bounds on
//! processor time and memory, ends with a status of its own, and never panics.

mod cost;
mod lines;
mod multiplied;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cost::{Bounds, RunEnd, run_within};
use lines::{Command, commands_of, copy_of};

use super::finding::Finding;
use super::fuzz::Kind;
use super::fuzz::corpus::{Corpus, target};
use super::options::Options;
use super::random::Random;

/// Larger files are for other tests: what they cost may be in proportion.
const MOST_FILE: usize = 1_000_000;
/// What any command may take on such a file, and what one that searches may.
const MOST_TIME: Duration = Duration::from_secs(5);
const MOST_SEARCH: Duration = Duration::from_secs(60);
const MOST_BYTES: u64 = 512 << 20;
/// After so many findings the run stops: something common is broken.
const ENOUGH: usize = 25;

/// What the run has done.
#[derive(Default)]
struct Sum {
    files: u64,
    runs: u64,
    slowest: (Duration, String),
    largest: (u64, String),
    findings: Vec<Finding>,
}

/// Runs all commands of the program on mutated and multiplied files until cases or seconds end.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    let program = options.file.as_ref().ok_or("commands needs the program")?;
    let folder = options.out.join("commands");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let corpus = Corpus::read(&options.corpus, &target(&options.corpus)?)?;
    for path in &corpus.beside {
        if let (Ok(bytes), Some(name)) = (fs::read(path), path.file_name()) {
            put(&folder.join(name), &bytes)?;
        }
    }
    let start = Instant::now();
    let mut sum = Sum::default();
    for case in 0..options.cases {
        if start.elapsed() > options.time || sum.findings.len() >= ENOUGH {
            break;
        }
        let mut random = Random::new(options.seed, case);
        let Some((extension, bytes)) = file(&corpus, &mut random, case) else {
            continue;
        };
        let path = folder.join(format!("model-{}-{case}.{extension}", options.seed));
        put(&path, &bytes)?;
        put(&copy_of(&path, &folder), &bytes)?;
        sum.files += 1;
        let before = sum.findings.len();
        for command in commands_of(case) {
            sum.try_command((program, command), (&path, &folder), options);
            if start.elapsed() > options.time {
                break;
            }
        }
        if sum.findings.len() == before {
            let _gone = fs::remove_file(&path);
        }
    }
    println!(
        "commands: seed {}, {} files, {} runs, worst {:.1} s ({}) and {} MB ({}), {:.0} s",
        options.seed,
        sum.files,
        sum.runs,
        sum.slowest.0.as_secs_f32(),
        sum.slowest.1,
        sum.largest.0 >> 20,
        sum.largest.1,
        start.elapsed().as_secs_f32()
    );
    match sum.files {
        0 => Err("no file was made".to_owned()),
        _ => Ok(sum.findings),
    }
}

/// Every other file is mutated; those between have much of something.
fn file(corpus: &Corpus, random: &mut Random, case: u64) -> Option<(String, Vec<u8>)> {
    let mutated = corpus.mutated(random, Kind::Model)?;
    let made = match case.is_multiple_of(2) {
        true => Some((mutated.extension, mutated.bytes)),
        false => {
            let valid = corpus.valid(random, Kind::Model)?;
            multiplied::of(random, &valid.bytes, MOST_FILE).map(|bytes| ("glb".to_owned(), bytes))
        }
    };
    made.filter(|(_, bytes)| bytes.len() <= MOST_FILE)
}

impl Sum {
    fn try_command(
        &mut self,
        (program, command): (&Path, &Command),
        (path, folder): (&Path, &Path),
        options: &Options,
    ) {
        let time = if command.searches {
            MOST_SEARCH
        } else {
            MOST_TIME
        };
        let slack = u32::try_from(options.slack).unwrap_or(u32::MAX);
        let bounds = Bounds {
            time: time.saturating_mul(slack),
            bytes: MOST_BYTES,
        };
        let cost = run_within(program, &command.words(path, folder), bounds);
        self.runs += 1;
        if cost.time > self.slowest.0 {
            self.slowest = (cost.time, command.line.to_owned());
        }
        if cost.bytes > self.largest.0 {
            self.largest = (cost.bytes, command.line.to_owned());
        }
        let seconds = cost.time.as_secs_f32();
        let what = match cost.ended {
            RunEnd::Well => return,
            RunEnd::Badly(how) => how,
            RunEnd::TooSlow => format!("more than {seconds:.1} s of processor time"),
            RunEnd::TooLarge => format!("{} MB", cost.bytes >> 20),
        };
        self.findings.push(Finding {
            what: format!("dualskin {}: {what}", command.line),
            seed: options.seed,
            reproducer: PathBuf::from(path),
        });
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a case for one reading: half of it would do as well"
)]
fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
