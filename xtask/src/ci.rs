//! `cargo xtask ci`: what `.ci/run` runs on a fresh machine, step by step, cheapest first.
//!
//! Rationale
//! - Formatting and tidy take a second and come before anything is compiled. The first step that fails ends the run; of the tests all
//!   programs run, and all failures are listed.
//! - One profile, `dev`, and one set of features (`--workspace` with all targets) for everything. A `release` build would compile 500
//!   crates once more, and find nothing: no code is compiled with or without `debug_assertions` alone, which tidy
//!   checks; that optimized code computes the same is checked by what the kernels are compared with at `opt-level = 1`.
//! - Tests are built first: what follows, clippy, rustdoc and packages, takes the metadata of the crates of others from there
//!   ([`reused_metadata`]), and nothing of them is compiled a second time.
//! - Packages are checked together by that metadata, and are not compiled: each alone, with features of its own, is minutes
//!   (`cargo xtask packages`).
//! - The Python package compiles most crates once more, by a profile of its own: `cargo xtask python` does that, and is no step.
//! - Tests are one binary a crate, so that linking is paid once, and the window is drawn by a device only where pixels
//!   are looked at. They run two at a time ([`test_programs`]).
//! - Checks run beside the tests: each waits for one core much of the time, and the tests take what is left. What cargo does stands in
//!   one row, since it does one thing at a time.
//!
//! Each step prints its seconds, and a table at the end says where the time went.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;
use std::{env, thread};

use crate::report::{Failure, Reporter};
use crate::test_programs::TestProgram;
use crate::{clients, packages, reused_metadata, supply, test_programs, tidy, torture, wasm};

/// A step that cargo does.
struct CargoStep {
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

impl CargoStep {
    fn name(&self) -> String {
        format!("cargo {}", self.args.join(" "))
    }
}

const FORMAT: CargoStep = CargoStep {
    args: &["fmt", "--all", "--check"],
    env: &[],
};

/// What reads the metadata of others and compiles no machine code.
const CHECKS: &[CargoStep] = &[
    CargoStep {
        args: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
    },
    CargoStep {
        args: &["doc", "--workspace", "--no-deps"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

/// One run of the program without a window, and the exit status that its manual promises.
struct Headless {
    args: &'static str,
    exit: i32,
}

/// A step of a row: its name, and what it does.
type RowStep<'a> = (
    String,
    Box<dyn Fn(&mut Reporter) -> Vec<Failure> + Send + Sync + 'a>,
);

/// One on good input, one on data that is none and one of wrong usage; all others are tests of the program.
const HEADLESS: [Headless; 3] = [
    Headless {
        args: "inspect builtin:arm --json",
        exit: 0,
    },
    Headless {
        args: "inspect README.md",
        exit: 1,
    },
    Headless {
        args: "inspct builtin:arm",
        exit: 2,
    },
];

/// Runs every step on the workspace at `root`; tells the time each took. Empty when all is well.
pub fn run(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let metadata = target_folder(root).join("xtask-metadata");
    let environment = match reused_metadata::environment(&metadata) {
        Ok(environment) => environment,
        Err(error) => return vec![Failure::of_file(metadata, error.to_string())],
    };
    let mut run = StepRunner {
        reporter,
        environment: &environment,
        failures: Vec::new(),
        lines: Vec::new(),
    };
    // What takes least comes first: the form and the rules fail before anything is compiled.
    run.cargo(root, &FORMAT);
    run.step("tidy", |_| tidy::run(root));
    run.step("deny", |reporter| supply::deny(root, reporter));
    let mut programs = Vec::new();
    run.step("tests, built", |_| {
        match test_programs::build(root, &environment) {
            Ok(built) => {
                programs = built;
                Vec::new()
            }
            Err(failures) => failures,
        }
    });
    run.beside(&[tests(root, programs), checks(root, &environment)]);
    run.reporter.line("\n== where the time went");
    for line in &run.lines {
        run.reporter.line(line);
    }
    run.failures
}

/// The steps so far.
struct StepRunner<'a> {
    reporter: &'a mut Reporter,
    /// What cargo is run with.
    environment: &'a [(&'static str, OsString)],
    /// Of the step that failed; those after it are passed over.
    failures: Vec<Failure>,
    /// One a step: seconds and name.
    lines: Vec<String>,
}

impl StepRunner<'_> {
    fn step(&mut self, name: &str, step: impl FnOnce(&mut Reporter) -> Vec<Failure>) {
        // The first failure is what is mended next: what came after it would cost time and hide it.
        if !self.failures.is_empty() {
            return;
        }
        self.reporter.line(&format!("\n== {name}"));
        let start = Instant::now();
        self.failures = step(self.reporter);
        let outcome = if self.failures.is_empty() {
            "ok"
        } else {
            "FAILED"
        };
        let seconds = start.elapsed().as_secs_f32();
        self.reporter
            .line(&format!("== {name}: {outcome}, {seconds:.1} s"));
        self.lines
            .push(format!("{seconds:8.1} s  {name}: {outcome}"));
    }

    /// Rows of steps on a thread each; a step that fails ends its own row.
    fn beside(&mut self, rows: &[Vec<RowStep<'_>>]) {
        if !self.failures.is_empty() {
            return;
        }
        let outcomes = thread::scope(|scope| {
            let threads = rows.iter().map(|row| scope.spawn(|| in_turn(row)));
            // Collected first, so that all have started before one is waited for.
            let threads: Vec<_> = threads.collect();
            let ended = threads.into_iter().map(|thread| thread.join());
            ended.collect::<Vec<_>>()
        });
        for outcome in outcomes {
            match outcome {
                Ok((failures, lines)) => {
                    self.failures.extend(failures);
                    self.lines.extend(lines);
                }
                Err(_) => self
                    .failures
                    .push(Failure::of_file("cargo xtask ci", "a step panicked")),
            }
        }
    }

    fn cargo(&mut self, root: &Path, step: &CargoStep) {
        let name = step.name();
        let environment = self.environment;
        self.step(&name, |_| cargo(root, step, environment));
    }
}

/// The programs of tests, and what else runs built programs.
fn tests(root: &Path, programs: Vec<TestProgram>) -> Vec<RowStep<'_>> {
    vec![
        row_step("tests, run", move |reporter| {
            test_programs::run(programs.clone(), reporter)
        }),
        row_step("headless commands", |reporter| headless(root, reporter)),
        row_step("JavaScript of web/dualskin", |reporter| {
            wasm::check_javascript(root, reporter)
        }),
        row_step("other programs", |reporter| clients::check(root, reporter)),
    ]
}

/// What cargo does, which locks its folder meanwhile; and the torture, which takes as long as the tests have left.
fn checks<'a>(root: &'a Path, environment: &'a [(&'static str, OsString)]) -> Vec<RowStep<'a>> {
    let mut steps: Vec<RowStep<'a>> = Vec::new();
    for step in CHECKS {
        let name = step.name();
        steps.push((name, Box::new(move |_| cargo(root, step, environment))));
    }
    steps.extend([
        row_step("packages --together", |reporter| {
            packages::check_together(root, environment, reporter)
        }),
        row_step("tests of the documentation", |_| {
            test_programs::run_documentation(root, environment)
        }),
        row_step("torture --quick", |reporter| torture::quick(root, reporter)),
    ]);
    steps
}

fn row_step<'a>(
    name: &str,
    step: impl Fn(&mut Reporter) -> Vec<Failure> + Send + Sync + 'a,
) -> RowStep<'a> {
    (name.to_owned(), Box::new(step))
}

/// The failures of steps that follow one another, and their lines.
fn in_turn(steps: &[RowStep<'_>]) -> (Vec<Failure>, Vec<String>) {
    // One of its own, since steps beside one another cannot share one; whole lines are written at a time.
    let mut reporter = Reporter::to_stderr();
    let mut run = StepRunner {
        reporter: &mut reporter,
        environment: &[],
        failures: Vec::new(),
        lines: Vec::new(),
    };
    for (name, step) in steps {
        run.step(name, |reporter| step(reporter));
    }
    (run.failures, run.lines)
}

fn cargo(root: &Path, step: &CargoStep, environment: &[(&str, OsString)]) -> Vec<Failure> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // Without input: a program that asks something ends instead of waiting.
    command
        .args(step.args)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .envs(step.env.iter().copied())
        .current_dir(root)
        .stdin(Stdio::null());
    let name = step.name();
    expect_exit(&mut command, &name, 0).into_iter().collect()
}

fn expect_exit(command: &mut Command, name: &str, exit: i32) -> Option<Failure> {
    match command.status() {
        Ok(status) if status.code() == Some(exit) => None,
        Ok(status) => Some(Failure::of_file(name, unexpected_exit(status, exit))),
        Err(error) => Some(Failure::of_file(name, format!("cannot be run: {error}"))),
    }
}

fn unexpected_exit(status: ExitStatus, exit: i32) -> String {
    format!("ended with {status}, expected exit status {exit}")
}

fn headless(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let program = target_folder(root)
        .join("debug")
        .join(format!("dualskin{}", env::consts::EXE_SUFFIX));
    let mut failures = Vec::new();
    for run in HEADLESS {
        let name = format!("dualskin {}", run.args);
        reporter.line(&format!("-- {name} (exit status {})", run.exit));
        let mut command = Command::new(&program);
        command
            .args(run.args.split(' '))
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        failures.extend(expect_exit(&mut command, &name, run.exit));
    }
    failures
}

pub(crate) fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}
