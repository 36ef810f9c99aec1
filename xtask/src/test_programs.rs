//! The tests of `cargo test --workspace`, two programs at a time.
//!
//! Cargo runs one program of tests after the other, and while the slowest test of each ends the other cores wait. Here they are built by
//! `cargo test --workspace --no-run`, which lists them, and run beside one another. What each prints is shown whole when it ends. All run,
//! whichever fail. The tests of the documentation are cargo's to compile and to run.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::report::{Failure, Reporter};

/// Each has as many threads as there are cores: a third only takes memory.
const AT_ONCE: usize = 2;

/// A program of tests, as cargo runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestProgram {
    /// Its package and target: `dualskin-rig it`.
    pub name: String,
    /// The executable file that cargo has built.
    pub path: PathBuf,
    /// The package's: tests look for files from here.
    pub folder: PathBuf,
}

/// Compiles every program of tests of the workspace at `root`, and all that they start, and lists the programs.
///
/// # Errors
///
/// What does not compile, or a workspace without tests.
pub fn build(
    root: &Path,
    environment: &[(&str, OsString)],
) -> Result<Vec<TestProgram>, Vec<Failure>> {
    let words = ["test", "--workspace", "--no-run"];
    let failures = cargo_alone(root, &words, environment);
    if !failures.is_empty() {
        return Err(failures);
    }
    let list = ["test", "--workspace", "--no-run", "--message-format=json"];
    let failure = |what: String| vec![Failure::of_file("cargo test --no-run", what)];
    let listed = cargo(root, &list, environment)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| failure(error.to_string()))?;
    if !listed.status.success() {
        return Err(failure(format!("ended with {}", listed.status)));
    }
    let programs = listed_programs(&String::from_utf8_lossy(&listed.stdout));
    match programs.is_empty() {
        true => Err(failure("lists no tests".to_owned())),
        false => Ok(programs),
    }
}

/// Runs programs of tests.
pub fn run(programs: Vec<TestProgram>, reporter: &mut Reporter) -> Vec<Failure> {
    reporter.line(&format!("-- {} programs of tests", programs.len()));
    let jobs = longest_first(programs).into_iter().map(job);
    beside_one_another(jobs.collect(), reporter)
}

/// Runs the tests of the documentation of the workspace at `root`.
pub fn run_documentation(root: &Path, environment: &[(&str, OsString)]) -> Vec<Failure> {
    cargo_alone(
        root,
        &["test", "--workspace", "--doc", "--quiet"],
        environment,
    )
}

fn cargo_alone(root: &Path, words: &[&str], environment: &[(&str, OsString)]) -> Vec<Failure> {
    let name = format!("cargo {}", words.join(" "));
    let failure = match cargo(root, words, environment).status() {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("ended with {status}")),
        Err(error) => Some(format!("cannot be run: {error}")),
    };
    let failure = failure.map(|message| Failure::of_file(name, message));
    failure.into_iter().collect()
}

/// The programs among the messages that cargo prints with `--message-format=json`.
#[must_use]
pub fn listed_programs(messages: &str) -> Vec<TestProgram> {
    let messages = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"].as_bool()?;
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?.to_owned();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let path = PathBuf::from(message["executable"].as_str().filter(|_| is_test)?);
        Some(TestProgram {
            name: format!("{package} {}", message["target"]["name"].as_str()?),
            path,
            folder,
        })
    });
    messages.collect()
}

/// The largest programs have the most tests, and what runs long must not begin last.
fn longest_first(mut programs: Vec<TestProgram>) -> Vec<TestProgram> {
    // Sizes say enough, and nothing has to be remembered from run to run.
    let size = |program: &TestProgram| fs::metadata(&program.path).map_or(0, |file| file.len());
    programs.sort_by_cached_key(|program| std::cmp::Reverse(size(program)));
    programs
}

/// A command to be run to its end.
struct Job {
    name: String,
    command: Command,
}

fn job(program: TestProgram) -> Job {
    let mut command = Command::new(&program.path);
    command
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .stdin(Stdio::null());
    Job {
        name: program.name,
        command,
    }
}

fn beside_one_another(jobs: VecDeque<Job>, reporter: &mut Reporter) -> Vec<Failure> {
    let (jobs, told) = (Mutex::new(jobs), Mutex::new((reporter, Vec::new())));
    let work = || {
        loop {
            let next = jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some(mut job) = next else { break };
            let start = Instant::now();
            let ended = job.command.output();
            let seconds = start.elapsed().as_secs_f32();
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let (reporter, failures) = &mut *told;
            failures.extend(tell(&job.name, seconds, ended, reporter));
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(work);
        }
    });
    let (_, failures) = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures
}

/// Prints what a program printed, and gives its failure.
fn tell(
    name: &str,
    seconds: f32,
    ended: std::io::Result<Output>,
    reporter: &mut Reporter,
) -> Option<Failure> {
    let output = match ended {
        Ok(output) => output,
        Err(error) => return Some(Failure::of_file(name, format!("cannot be run: {error}"))),
    };
    reporter.line(&format!("\n-- {name}"));
    for text in [&output.stdout, &output.stderr] {
        reporter.line(String::from_utf8_lossy(text).trim_end());
    }
    let status = output.status;
    reporter.line(&format!("-- {name}: {status}, {seconds:.1} s"));
    (!status.success()).then(|| Failure::of_file(name, format!("ended with {status}")))
}

fn cargo(root: &Path, args: &[&str], environment: &[(&str, OsString)]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command
        .args(args)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .current_dir(root)
        .stdin(Stdio::null());
    command
}
