//! `cargo xtask torture`: readers on broken files, random sessions, kills, and devices that fail.
//!
//! The work is done by `crates/session/examples/torture`, which every `cargo test --workspace` builds, and by tests of
//! devices that exist anyway. This file shares out the time: two minutes with `--quick`, which continuous integration
//! runs on what its tests have built; else as long as `--minutes` says. A finding is printed with the seed and the path
//! of what brings it about.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// Tests of lost, missing and small devices, by the beginning of their names.
const DEVICE_TESTS: &[&str] = &[
    "window::graphics",
    "window::pixels::faults",
    "window::pixels::skinning_faults",
    "headless::gpu::without_a_device",
    "headless::gpu::devices_that_are_too_small",
    "validity::",
];

/// One kind of torture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Fuzz,
    Soak,
    Kill,
    Device,
}

impl Part {
    const ALL: [Self; 4] = [Self::Fuzz, Self::Soak, Self::Kill, Self::Device];

    const fn name(self) -> &'static str {
        match self {
            Self::Fuzz => "fuzz",
            Self::Soak => "soak",
            Self::Kill => "kill",
            Self::Device => "device",
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    parts: Vec<Part>,
    /// Whether it is the short form on what is built already.
    quick: bool,
    minutes: u64,
    /// None takes one from the clock, or 1 for the short form.
    seed: Option<u64>,
    replay: Option<PathBuf>,
}

impl Order {
    /// The short form of everything that tests do not do anyway.
    fn of_ci() -> Self {
        Self {
            parts: vec![Part::Fuzz, Part::Soak, Part::Kill],
            quick: true,
            minutes: 2,
            seed: None,
            replay: None,
        }
    }

    /// Reads the words after `torture`; none if they are not understood.
    pub fn parse(words: &[&str]) -> Option<Self> {
        let mut order = Self {
            parts: Vec::new(),
            quick: false,
            minutes: 60,
            seed: None,
            replay: None,
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "all" => order.parts = Part::ALL.into(),
                "--quick" => (order.quick, order.minutes) = (true, 2),
                "--minutes" => order.minutes = words.next()?.parse().ok()?,
                "--seed" => order.seed = Some(words.next()?.parse().ok()?),
                "replay" => order.replay = Some(PathBuf::from(words.next()?)),
                name => order
                    .parts
                    .push(Part::ALL.into_iter().find(|part| part.name() == name)?),
            }
        }
        if order.parts.is_empty() {
            order.parts = Part::ALL.into();
        }
        Some(order)
    }
}

/// What continuous integration runs, with the programs that its tests have built.
pub(crate) fn quick(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    run_built(root, &Order::of_ci(), reporter)
}

/// Builds what is needed, and runs it.
pub fn run(root: &Path, order: &Order, reporter: &mut Reporter) -> Vec<Failure> {
    // Of the whole workspace: the features are those of the tests, and nothing is compiled twice.
    let build = [
        "build",
        "--workspace",
        "--example",
        "torture",
        "--bin",
        "dualskin",
    ];
    if let Err(failure) = cargo(root, &build) {
        return vec![failure];
    }
    run_built(root, order, reporter)
}

fn run_built(root: &Path, order: &Order, reporter: &mut Reporter) -> Vec<Failure> {
    let run = Run {
        root,
        order,
        seed: order
            .seed
            .unwrap_or_else(|| if order.quick { 1 } else { from_clock() }),
        out: target_folder(root).join("torture"),
    };
    if let Some(file) = &order.replay {
        #[expect(
            clippy::disallowed_methods,
            reason = "xtask stays where it was started"
        )]
        let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        let file = file.to_string_lossy();
        return run.torture(&["replay", &file]).err().into_iter().collect();
    }
    let mut failures = Vec::new();
    for part in &order.parts {
        reporter.line(&format!("-- torture {}", part.name()));
        failures.extend(run.part(*part).err());
    }
    failures
}

fn from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_secs())
}

struct Run<'a> {
    root: &'a Path,
    order: &'a Order,
    seed: u64,
    /// Where findings are left.
    out: PathBuf,
}

impl Run<'_> {
    fn part(&self, part: Part) -> Result<(), Failure> {
        let quick = self.order.quick;
        // Whatever ends first: the count of the short form, or the time of the long one.
        let count = |few: u64| (if quick { few } else { u64::from(u32::MAX) }).to_string();
        let seconds = |share: u64| (self.order.minutes * 60 * share / 100).max(1).to_string();
        match part {
            Part::Fuzz => {
                let (cases, texts) = if quick {
                    (8_000, 3_000)
                } else {
                    (10_000_000, 3_000_000)
                };
                let (cases, texts) = (cases.to_string(), texts.to_string());
                let limit = [
                    "--cases",
                    &cases,
                    "--texts",
                    &texts,
                    "--seconds",
                    &seconds(30),
                ];
                self.torture(&[&["fuzz"], &limit[..]].concat())
            }
            Part::Soak => {
                let limit = [
                    "soak",
                    "--commands",
                    &count(3_000),
                    "--seconds",
                    &seconds(40),
                ];
                self.torture(&limit)
            }
            Part::Kill => {
                let rounds = count(if quick { 10 } else { 500 });
                self.torture(&["kill", "--rounds", &rounds, "--seconds", &seconds(15)])?;
                if quick {
                    return Ok(());
                }
                let program = program(self.root, "dualskin");
                let program = program.to_string_lossy();
                self.torture(&[
                    "kill",
                    &program,
                    "--rounds",
                    &rounds,
                    "--seconds",
                    &seconds(15),
                ])
            }
            Part::Device => {
                let tests = ["test", "--workspace", "--test", "it", "--"];
                cargo(self.root, &[&tests[..], DEVICE_TESTS].concat())
            }
        }
    }

    /// Runs the program with these words, the seed and the corpus; it prints itself what it finds.
    fn torture(&self, words: &[&str]) -> Result<(), Failure> {
        let synthetic = env::var_os("DUALSKIN_SYNTHETIC").filter(|folder| !folder.is_empty());
        let synthetic = synthetic.unwrap_or_else(|| "testdata/synthetic".into());
        let synthetic = self.root.join(synthetic);
        let mut command = Command::new(program(self.root, "examples/torture"));
        command.args(words).args(["--seed", &self.seed.to_string()]);
        command
            .arg("--out")
            .arg(&self.out)
            .arg("--corpus")
            .arg(synthetic);
        for folder in ["testdata/fuzz", "assets/poses", "crates/session/keymaps"] {
            command.arg("--corpus").arg(self.root.join(folder));
        }
        // Exports and weight files that a session names without a folder go where findings go.
        std::fs::create_dir_all(&self.out)
            .map_err(|error| Failure::of_file(&self.out, error.to_string()))?;
        command.current_dir(&self.out).stdin(Stdio::null());
        let name = format!("torture {}", words.join(" "));
        expect_success(&mut command, &name)
    }
}

fn program(root: &Path, name: &str) -> PathBuf {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    target_folder(root).join("debug").join(name)
}

fn cargo(root: &Path, words: &[&str]) -> Result<(), Failure> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(words).current_dir(root).stdin(Stdio::null());
    expect_success(&mut command, &format!("cargo {}", words.join(" ")))
}

fn expect_success(command: &mut Command, name: &str) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::of_file(name, format!("ended with {status}"))),
        Err(error) => Err(Failure::of_file(name, format!("cannot be run: {error}"))),
    }
}
