//! `cargo xtask ci`: what `.ci/run` runs on a fresh machine, step by step, cheapest first.
//!
//! Rationale
//! - A step that takes a second must not wait for one that takes minutes: formatting and tidy come before anything is
//!   compiled. The first step that fails ends the run, but for the headless commands, which are cheap once they are
//!   built: all of them run and all failures are listed.
//! - One profile, `dev`, and one set of features (`--workspace` with all targets): clippy and rustdoc read the same
//!   metadata of dependencies, tests and headless commands the same machine code. A `release` build would compile 500
//!   crates once more, and find nothing: no code is compiled with or without `debug_assertions` alone, which tidy
//!   checks; that optimized code computes the same is checked by what the kernels are compared with at `opt-level = 1`.
//! - Packages are checked together by the metadata that clippy has made, and are not compiled: each alone, with features of
//!   its own, is minutes (`cargo xtask packages`).
//! - Tests are one binary a crate, so that linking is paid once, and the window is drawn by a device only where pixels
//!   are looked at. Documentation tests are part of `cargo test`.
//! - What runs built programs on one core each runs beside one another.
//!
//! Each step prints its seconds, and a table at the end says where the time went.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;
use std::{env, fs, thread};

use crate::report::{Failure, Reporter};
use crate::{clients, packages, supply, tidy, torture};

/// A step that cargo does.
struct CargoStep {
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

const FORMAT: CargoStep = CargoStep {
    args: &["fmt", "--all", "--check"],
    env: &[],
};

/// What needs no machine code of the members.
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

/// The README's own test command, with its output as a reader of the README sees it.
const TESTS: CargoStep = CargoStep {
    args: &["test", "--workspace"],
    env: &[],
};

/// One run of the program without a window, and the exit status that its manual promises.
struct Headless {
    /// Arguments; a word may hold [`OUT`] and [`BAD_GLB`].
    args: &'static str,
    exit: i32,
}

type Check = fn(&Path, &mut Reporter) -> Vec<Failure>;

/// What runs programs that are built by now, each on one core most of the time: rows beside one another, their steps in turn.
const BUILT: &[&[(&str, Check)]] = &[
    &[
        ("headless commands", headless),
        ("other programs", clients::check),
    ],
    &[("torture --quick", torture::quick)],
];

/// Stands for a folder that is empty at first and removed at the end.
const OUT: &str = "{out}";
/// Stands for a text file whose name ends in `.glb`.
const BAD_GLB: &str = "{bad}";

/// Every headless command, on good input (0), on bad data (1) and on wrong usage (2).
const HEADLESS: &[Headless] = &[
    Headless {
        args: "inspect builtin:arm",
        exit: 0,
    },
    Headless {
        args: "inspect builtin:cylinder --json",
        exit: 0,
    },
    Headless {
        args: "inspect {bad} --json",
        exit: 1,
    },
    Headless {
        args: "inspect",
        exit: 2,
    },
    Headless {
        args: "check builtin:cylinder --json",
        exit: 0,
    },
    Headless {
        args: "check {bad} --junit",
        exit: 1,
    },
    Headless {
        args: "check builtin:arm --jobs 0",
        exit: 2,
    },
    Headless {
        args: "render builtin:arm --compare linear,two-phase --out {out}/arm.png",
        exit: 0,
    },
    Headless {
        args: "render builtin:cylinder --clip twist --time 1 --compare linear,two-phase --difference --out {out}/twist.png",
        exit: 0,
    },
    Headless {
        args: "render builtin:cylinder --clip twist --time 1 --compare linear,two-phase --difference --gpu --out {out}/gpu.png",
        exit: 0,
    },
    Headless {
        args: "render builtin:biped --clip walk --time 0.3 --compare linear,two-phase --wireframe --out {out}/walk.png",
        exit: 0,
    },
    Headless {
        args: "render {bad} --compare linear --out {out}/never.png",
        exit: 1,
    },
    Headless {
        args: "render builtin:arm --compare no-such-method --out {out}/never.png",
        exit: 2,
    },
    Headless {
        args: "render builtin:arm --clip no-such-clip --time 0 --compare linear --out {out}/never.png",
        exit: 2,
    },
    Headless {
        args: "skin builtin:arm --clip 0 --time 0.5 --method two-phase --out {out}/arm.json",
        exit: 0,
    },
    Headless {
        args: "skin builtin:arm --clip 0 --time 0.5 --method two-phase --gpu --out {out}/gpu.json",
        exit: 0,
    },
    Headless {
        args: "skin {bad} --method linear --out {out}/never.json",
        exit: 1,
    },
    Headless {
        args: "skin builtin:arm --method linear",
        exit: 2,
    },
    Headless {
        args: "skin builtin:arm --method linear --gpu --threads 2 --out {out}/never.json",
        exit: 2,
    },
    Headless {
        args: "weights export builtin:arm -o {out}/arm.csv",
        exit: 0,
    },
    Headless {
        args: "weights import builtin:arm {out}/arm.csv --check --json",
        exit: 0,
    },
    Headless {
        args: "weights limit builtin:arm --limit 2 -o {out}/arm.glb",
        exit: 0,
    },
    Headless {
        args: "weights smooth {bad} --check",
        exit: 1,
    },
    Headless {
        args: "weights mirror builtin:arm --check",
        exit: 2,
    },
    Headless {
        args: "clips reduce builtin:cylinder --tolerance 1mm -o {out}/fewer.glb --json",
        exit: 0,
    },
    Headless {
        args: "clips reduce {bad} --tolerance 1mm --check",
        exit: 1,
    },
    Headless {
        args: "clips reduce builtin:cylinder --tolerance 1 --check",
        exit: 2,
    },
    Headless {
        args: "export {out}/arm.glb -o - --no-clobber",
        exit: 0,
    },
    Headless {
        args: "export builtin:cylinder --scale exact -o {out}/exact.glb",
        exit: 0,
    },
    Headless {
        args: "bake builtin:cylinder --method two-phase --joints 3 --clip twist --rate 10 -o {out}/baked.glb --json",
        exit: 0,
    },
    Headless {
        args: "bake builtin:cylinder --method two-phase --tolerance 0.1 --most-joints 3 -o {out}/never.glb",
        exit: 1,
    },
    Headless {
        args: "bake builtin:cylinder --method two-phase --tolerance 0 -o {out}/never.glb",
        exit: 2,
    },
    Headless {
        args: "export builtin:arm -o {out}/few.gltf --influences 2 --weight-numbers u8 --strip-unused-joints",
        exit: 0,
    },
    Headless {
        args: "export builtin:biped -o {out}/never.glb --max-joints 20",
        exit: 1,
    },
    Headless {
        args: "bind builtin:arm --check",
        exit: 1,
    },
    Headless {
        args: "share builtin:cylinder --compare linear,two-phase -o {out}/page.html",
        exit: 0,
    },
    Headless {
        args: "share builtin:biped_mesh --compare linear,two-phase -o {out}/never.html",
        exit: 1,
    },
    Headless {
        args: "shader --target glsl-es --method two-phase -o {out}/two_phase.vert",
        exit: 0,
    },
    Headless {
        args: "shader --target wgsl",
        exit: 2,
    },
    Headless {
        args: "skin builtin:arm --method two-phase -o {out}/arm.obj",
        exit: 0,
    },
    Headless {
        args: "completions bash",
        exit: 0,
    },
    Headless {
        args: "man -o {out}",
        exit: 0,
    },
    Headless {
        args: "inspct builtin:arm",
        exit: 2,
    },
    Headless {
        args: "bench --vertices 2000 --joints 8 --influences 4 --json",
        exit: 0,
    },
    Headless {
        args: "bench --vertices 2000 --joints 8 --influences 4 --gpu --crowd 3 --json",
        exit: 0,
    },
    Headless {
        args: "bench --frame --json",
        exit: 0,
    },
    Headless {
        args: "bench {out}/no-such-file.glb",
        exit: 1,
    },
    Headless {
        args: "bench --vertices many",
        exit: 2,
    },
];

/// Runs every step on the workspace at `root`; tells the time each took. Empty when all is well.
pub fn run(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let mut run = Run {
        reporter,
        failures: Vec::new(),
        lines: Vec::new(),
    };
    run.cargo(root, &FORMAT);
    run.step("tidy", |_| tidy::run(root));
    run.step("deny", |reporter| supply::deny(root, reporter));
    for step in CHECKS {
        run.cargo(root, step);
    }
    run.step("packages --together", |reporter| {
        packages::check_together(root, reporter)
    });
    run.cargo(root, &TESTS);
    run.beside(root, BUILT);
    run.reporter.line("\n== where the time went");
    for line in &run.lines {
        run.reporter.line(line);
    }
    run.failures
}

/// The steps so far.
struct Run<'a> {
    reporter: &'a mut Reporter,
    /// Of the step that failed; those after it are passed over.
    failures: Vec<Failure>,
    /// One a step: seconds and name.
    lines: Vec<String>,
}

impl Run<'_> {
    fn step(&mut self, name: &str, step: impl FnOnce(&mut Reporter) -> Vec<Failure>) {
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
    fn beside(&mut self, root: &Path, rows: &[&[(&str, Check)]]) {
        if !self.failures.is_empty() {
            return;
        }
        let outcomes = thread::scope(|scope| {
            let threads = rows.iter().map(|row| scope.spawn(|| in_turn(root, row)));
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
        let name = format!("cargo {}", step.args.join(" "));
        self.step(&name, |_| cargo(root, step, &name));
    }
}

/// The failures of steps that follow one another, and their lines.
fn in_turn(root: &Path, steps: &[(&str, Check)]) -> (Vec<Failure>, Vec<String>) {
    let mut reporter = Reporter::to_stderr();
    let mut run = Run {
        reporter: &mut reporter,
        failures: Vec::new(),
        lines: Vec::new(),
    };
    for (name, check) in steps {
        run.step(name, |reporter| check(root, reporter));
    }
    (run.failures, run.lines)
}

fn cargo(root: &Path, step: &CargoStep, name: &str) -> Vec<Failure> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command
        .args(step.args)
        .envs(step.env.iter().copied())
        .current_dir(root)
        .stdin(Stdio::null());
    expect_exit(&mut command, name, 0).into_iter().collect()
}

fn expect_exit(command: &mut Command, name: &str, exit: i32) -> Option<Failure> {
    match command.status() {
        Ok(status) if status.code() == Some(exit) => None,
        Ok(status) => Some(Failure::of_file(name, unexpected(status, exit))),
        Err(error) => Some(Failure::of_file(name, format!("cannot be run: {error}"))),
    }
}

fn unexpected(status: ExitStatus, exit: i32) -> String {
    format!("ended with {status}, expected exit status {exit}")
}

fn headless(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let target = target_folder(root);
    let out = target.join("xtask-ci");
    let bad_glb = out.join("text.glb");
    if let Err(error) = prepare(&out, &bad_glb) {
        return vec![Failure::of_file(
            &out,
            format!("cannot be prepared: {error}"),
        )];
    }
    let program = target
        .join("debug")
        .join(format!("dualskin{}", env::consts::EXE_SUFFIX));
    let mut failures = Vec::new();
    for run in HEADLESS {
        let name = format!("dualskin {}", run.args);
        reporter.line(&format!("-- {name} (exit status {})", run.exit));
        let mut command = Command::new(&program);
        command
            .args(run.args.split(' ').map(|word| filled(word, &out, &bad_glb)))
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        failures.extend(expect_exit(&mut command, &name, run.exit));
    }
    failures.extend(left_behind(&out));
    // The folder lies under target/: nobody is harmed if it stays.
    let _ = fs::remove_dir_all(&out);
    failures
}

fn filled(word: &str, out: &Path, bad_glb: &Path) -> String {
    word.replace(OUT, &out.to_string_lossy())
        .replace(BAD_GLB, &bad_glb.to_string_lossy())
}

pub(crate) fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a file for the length of this run: half of it would do as well"
)]
fn prepare(out: &Path, bad_glb: &Path) -> std::io::Result<()> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    fs::write(
        bad_glb,
        "This is no character but a text file under a false name.\n",
    )
}

/// A run on bad input writes nothing, not even half a file.
fn left_behind(out: &Path) -> Vec<Failure> {
    ["never.png", "never.json", "never.glb", "never.html"]
        .into_iter()
        .filter(|name| out.join(name).exists())
        .map(|name| Failure::of_file(name, "was written by a command that failed"))
        .collect()
}
