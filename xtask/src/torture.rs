//! `cargo xtask torture`: readers on broken files, random sessions, kills, and devices that fail.
//!
//! The work is done by `crates/headless/examples/torture`, which every `cargo test --workspace` builds, and by tests of
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
    "window::comparing::graphics",
    "window::pixels::faults",
    "window::pixels::losses",
    "window::pixels::skinning_faults",
    "headless::pictures::gpu::without_a_device",
    "headless::pictures::gpu::devices_that_are_too_small",
    "validity::",
];

/// One kind of torture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TortureKind {
    Fuzz,
    /// Every command on files that ask for much.
    Commands,
    /// Every action of the table.
    Actions,
    Soak,
    Kill,
    /// What the window holds after a long time.
    Memory,
    Device,
}

impl TortureKind {
    const ALL: [Self; 7] = [
        Self::Fuzz,
        Self::Commands,
        Self::Actions,
        Self::Soak,
        Self::Kill,
        Self::Memory,
        Self::Device,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Fuzz => "fuzz",
            Self::Commands => "commands",
            Self::Actions => "actions",
            Self::Soak => "soak",
            Self::Kill => "kill",
            Self::Memory => "memory",
            Self::Device => "device",
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    parts: Vec<TortureKind>,
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
            parts: vec![
                TortureKind::Fuzz,
                TortureKind::Actions,
                TortureKind::Soak,
                TortureKind::Kill,
            ],
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
                "all" => order.parts = TortureKind::ALL.into(),
                "--quick" => (order.quick, order.minutes) = (true, 2),
                "--minutes" => order.minutes = words.next()?.parse().ok()?,
                "--seed" => order.seed = Some(words.next()?.parse().ok()?),
                "replay" => order.replay = Some(PathBuf::from(words.next()?)),
                name => order.parts.push(
                    TortureKind::ALL
                        .into_iter()
                        .find(|part| part.name() == name)?,
                ),
            }
        }
        if order.parts.is_empty() {
            order.parts = TortureKind::ALL.into();
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
    let run = TortureRun {
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
        failures.extend(run.part(*part, reporter).err());
    }
    failures
}

fn from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_secs())
}

struct TortureRun<'a> {
    root: &'a Path,
    order: &'a Order,
    seed: u64,
    /// Where findings are left.
    out: PathBuf,
}

impl TortureRun<'_> {
    fn part(&self, part: TortureKind, reporter: &mut Reporter) -> Result<(), Failure> {
        let quick = self.order.quick;
        // Whatever ends first: the count of the short form, or the time of the long one.
        let count = |few: u64| (if quick { few } else { u64::from(u32::MAX) }).to_string();
        let seconds = |share: u64| (self.order.minutes * 60 * share / 100).max(1).to_string();
        match part {
            TortureKind::Fuzz => {
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
                    &seconds(25),
                ];
                self.torture(&[&["fuzz"], &limit[..]].concat())?;
                match quick {
                    true => Ok(()),
                    false => self.run_guided(reporter),
                }
            }
            TortureKind::Commands => self.commands(),
            TortureKind::Actions => self.torture(&["actions"]),
            TortureKind::Soak => {
                let limit = [
                    "soak",
                    "--commands",
                    &count(3_000),
                    "--seconds",
                    &seconds(30),
                ];
                self.torture(&limit)
            }
            TortureKind::Kill => {
                let rounds = count(if quick { 10 } else { 500 });
                self.torture(&["kill", "--rounds", &rounds, "--seconds", &seconds(10)])?;
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
                    &seconds(10),
                ])
            }
            TortureKind::Memory => self.memory(),
            TortureKind::Device => {
                let tests = ["test", "--workspace", "--test", "it", "--"];
                cargo(self.root, &[&tests[..], DEVICE_TESTS].concat())
            }
        }
    }

    /// Every command on mutated and multiplied files: the short form by the program of the tests, which is several times slower; the
    /// long one by a release, to which the bounds belong.
    fn commands(&self) -> Result<(), Failure> {
        let quick = self.order.quick;
        let (program, slack) = match quick {
            true => (program(self.root, "dualskin"), "6"),
            false => {
                cargo(self.root, &["build", "--release", "--bin", "dualskin"])?;
                let release = target_folder(self.root).join("release");
                let name = format!("dualskin{}", env::consts::EXE_SUFFIX);
                (release.join(name), "1")
            }
        };
        let cases = if quick { "2" } else { "1000000" };
        let is_alone = self.order.parts.len() == 1;
        // A fifth of the time beside the other parts, all of it alone.
        let seconds = self.order.minutes * 60 * if is_alone { 100 } else { 20 } / 100;
        let program = program.to_string_lossy();
        let limit = ["--cases", cases, "--slack", slack];
        let seconds = seconds.max(1).to_string();
        self.torture(
            &[
                &["commands", &program],
                &limit[..],
                &["--seconds", &seconds],
            ]
            .concat(),
        )
    }

    /// As long again with cargo-fuzz, which mutates what reaches more of the program; where it is missing, that is said.
    fn run_guided(&self, reporter: &mut Reporter) -> Result<(), Failure> {
        let targets = [
            "model", "bvh", "fbx", "project", "recovery", "preset", "settings", "keymap",
        ];
        let targets = targets.into_iter().chain(["weights-csv", "weights-ron"]);
        let mut version = cargo_of(self.root, &["fuzz", "--version"]);
        let version = version.stdout(Stdio::null()).stderr(Stdio::null());
        if !version.status().is_ok_and(|status| status.success()) {
            reporter.line(
                "fuzz: cargo-fuzz is not installed, so only the mutator of our own has run (cargo install cargo-fuzz --locked)",
            );
            return Ok(());
        }
        // Characters are most of what is read: they get half of the time.
        let seconds = (self.order.minutes * 60 * 25 / 100).max(16);
        for target in targets {
            // The nine others share the other half.
            let share = if target == "model" { 2 } else { 18 };
            let corpus = self.seeds(target)?;
            let limits = [
                format!("-max_total_time={}", seconds / share),
                "-timeout=2".to_owned(),
                "-malloc_limit_mb=512".to_owned(),
                "-rss_limit_mb=2048".to_owned(),
                // The fuzzer takes seeds of 32 bits.
                format!("-seed={}", self.seed % u64::from(u32::MAX)),
            ];
            // Sanitizers ask for a nightly toolchain, and look for what code without `unsafe` cannot do.
            let mut command = cargo_of(self.root, &["fuzz", "run", "--sanitizer", "none", target]);
            command.arg(corpus).arg("--").args(limits);
            expect_success(&mut command, &format!("cargo fuzz run {target}"))?;
        }
        Ok(())
    }

    /// A folder with the seeds of a target, to which it adds what it finds.
    #[expect(clippy::disallowed_methods, reason = "copies seeds of this repository")]
    fn seeds(&self, target: &str) -> Result<PathBuf, Failure> {
        let corpus = self.out.join("corpus").join(target);
        let fault = |error: std::io::Error| Failure::of_file(&corpus, error.to_string());
        std::fs::create_dir_all(&corpus).map_err(fault)?;
        let folders = [
            "testdata/fuzz",
            "testdata/synthetic/valid",
            "testdata/fbx",
            "testdata/motions",
        ];
        let folders = folders.map(|folder| std::fs::read_dir(self.root.join(folder)));
        for file in folders.into_iter().flatten().flatten().flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let has = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
            let is_own = match target {
                "model" => has(&[".glb", ".gltf", ".vrm", ".vrma"]),
                "bvh" => has(&[".bvh"]),
                "fbx" => has(&[".fbx"]),
                text => name.starts_with(&format!("{text}-")),
            };
            if is_own {
                std::fs::copy(file.path(), corpus.join(name)).map_err(fault)?;
            }
        }
        Ok(corpus)
    }

    /// The window plays, paints and gets random input, each for a fourth of the time.
    fn memory(&self) -> Result<(), Failure> {
        let is_alone = self.order.parts.len() == 1;
        let share = if is_alone { 100 } else { 25 };
        let seconds = match self.order.quick {
            true => 10,
            false => (self.order.minutes * 60 * share / 100 / 4).max(10),
        };
        let words = "test --workspace --test it -- --ignored --test-threads 1 --nocapture window::projects::memory";
        let mut command = cargo_of(self.root, &words.split(' ').collect::<Vec<_>>());
        command.env("DUALSKIN_SOAK_SECONDS", seconds.to_string());
        // No dialog of the system: nobody would answer.
        for desktop in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            command.env_remove(desktop);
        }
        expect_success(&mut command, "torture memory")
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
        for folder in [
            "testdata/fuzz",
            "testdata/fbx",
            "testdata/motions",
            "assets/poses",
            "crates/session/keymaps",
        ] {
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

pub(crate) fn cargo(root: &Path, words: &[&str]) -> Result<(), Failure> {
    let mut command = cargo_of(root, words);
    expect_success(&mut command, &format!("cargo {}", words.join(" ")))
}

fn cargo_of(root: &Path, words: &[&str]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(words).current_dir(root).stdin(Stdio::null());
    command
}

fn expect_success(command: &mut Command, name: &str) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::of_file(name, format!("ended with {status}"))),
        Err(error) => Err(Failure::of_file(name, format!("cannot be run: {error}"))),
    }
}
