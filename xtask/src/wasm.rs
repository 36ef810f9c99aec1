//! `cargo xtask wasm`: the npm package `web/dualskin`, compiled, measured and tested.
//!
//! Rationale
//! - The target `wasm32-unknown-unknown` of rustup is used where it is. Where only packages of Debian are to be had, its compiler for
//!   browsers is (`rustc-web`), which compiles the standard library along, since none for this target is packaged.
//! - It is no step of continuous integration: a compiler more, and minutes. What needs no module is tested there
//!   ([`check_javascript`]).
//! - The module is compiled with WebAssembly's vectors. Every browser since 2023 has them.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// The package.
const FOLDER: &str = "web/dualskin";
const TARGET: &str = "wasm32-unknown-unknown";
/// What wasm-bindgen makes, which npm packs and git ignores.
const GENERATED: &str = "web/dualskin/generated";
/// Bytes that the module may have when it is compressed as servers do.
const BUDGET: u64 = 1_500_000;
/// Rings of the mesh that is measured: 131,072 vertices.
const RINGS: &str = "2048";
const TESTS: [&str; 3] = ["test/dualskin.test.js", "test/same.test.js", WITHOUT_MODULE];
const WITHOUT_MODULE: &str = "test/without_module.test.js";
/// The version of the program `wasm-bindgen` has to be that of the crate, to the last number.
const BINDGEN: &str = "0.2.130";

/// Compiles, packs, measures and tests the package. With `speed`, it also measures skinning against the processor's own vectors.
pub fn run(root: &Path, speed: bool, reporter: &mut Reporter) -> Vec<Failure> {
    match built(root, reporter).and_then(|()| tested(root, speed, reporter)) {
        Ok(()) => Vec::new(),
        Err(error) => vec![Failure::of_file(FOLDER, error)],
    }
}

/// Tests of the package's JavaScript alone, which need node and no module: types, errors, what is told before it is ready.
pub fn check_javascript(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    if !is_there("node") {
        reporter.line(
            "SKIPPED: node is not installed, so that the JavaScript of web/dualskin is not tested",
        );
        return Vec::new();
    }
    let mut node = node(root, &["--test", WITHOUT_MODULE]);
    run_to_end(&mut node)
        .err()
        .map(|error| Failure::of_file(FOLDER, error))
        .into_iter()
        .collect()
}

fn built(root: &Path, reporter: &mut Reporter) -> Result<(), String> {
    let toolchain = Toolchain::find()?;
    let bindgen = bindgen()?;
    reporter.line(&format!("-- compiled by {}", toolchain.words()));
    let target = target_folder(root).join("xtask-wasm");
    run_to_end(&mut toolchain.command(root, &target))?;
    let module = target.join(TARGET).join("release/dualskin_web.wasm");
    let mut command = Command::new(bindgen);
    command
        .args(["--target", "web", "--out-name", "dualskin", "--out-dir"])
        .arg(root.join(GENERATED))
        .arg(&module)
        .current_dir(root);
    run_to_end(&mut command)?;
    optimized(root, reporter)?;
    check_size(root, reporter)
}

/// Who compiles for browsers.
enum Toolchain {
    /// That of this workspace has the target.
    Own,
    /// Debian's compiler, with the linker of this workspace's.
    Debian { linker: PathBuf },
}

impl Toolchain {
    fn find() -> Result<Self, String> {
        let libraries = printed("rustc", &["--print", "target-libdir", "--target", TARGET]);
        if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
            return Ok(Self::Own);
        }
        let debian = printed("/usr/bin/rustc", &["--print", "sysroot"]);
        let sources = debian.map(|folder| Path::new(&folder).join("lib/rustlib/src/rust/library"));
        if sources.is_some_and(|folder| folder.is_dir())
            && Path::new("/usr/bin/cargo").is_file()
            && let Some(linker) = linker()
        {
            return Ok(Self::Debian { linker });
        }
        Err(format!(
            "there is no compiler for {TARGET}: `rustup target add {TARGET}`, or on Debian \
             `apt-get install rustc-web cargo-web rust-web-src`"
        ))
    }

    const fn words(&self) -> &'static str {
        match self {
            Self::Own => "the toolchain of the workspace",
            Self::Debian { .. } => "Debian's rustc-web, with its standard library from sources",
        }
    }

    fn command(&self, root: &Path, target: &Path) -> Command {
        let mut command = match self {
            Self::Own => Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
            Self::Debian { .. } => Command::new("/usr/bin/cargo"),
        };
        command
            .args([
                "build",
                "--release",
                "--lib",
                "--locked",
                "--target",
                TARGET,
            ])
            .arg("--manifest-path")
            .arg(root.join(FOLDER).join("Cargo.toml"))
            .arg("--target-dir")
            .arg(target)
            // Of the cargo that started this program; another one has its own.
            .env_remove("RUSTC")
            .env_remove("RUSTUP_TOOLCHAIN")
            .env("RUSTFLAGS", "-C target-feature=+simd128")
            .current_dir(root);
        if let Self::Debian { linker } = self {
            command
                .args(["-Zbuild-std=std,panic_abort"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command
    }
}

/// The linker that rustup's compiler brings along.
fn linker() -> Option<PathBuf> {
    let root = printed("rustc", &["--print", "sysroot"])?;
    let host = printed("rustc", &["--print", "host-tuple"])?;
    let linker = Path::new(&root).join("lib/rustlib").join(host);
    let linker = linker.join("bin").join("rust-lld");
    linker.is_file().then_some(linker)
}

/// The program `wasm-bindgen`: that which `WASM_BINDGEN` names, or the one of the path.
fn bindgen() -> Result<OsString, String> {
    let program = env::var_os("WASM_BINDGEN").unwrap_or_else(|| "wasm-bindgen".into());
    let found = printed(&program, &["--version"]).unwrap_or_default();
    if found.split_whitespace().any(|word| word == BINDGEN) {
        return Ok(program);
    }
    Err(format!(
        "wasm-bindgen {BINDGEN} is not installed ({}): `cargo install wasm-bindgen-cli --version {BINDGEN}`, or name the \
         program in WASM_BINDGEN",
        if found.is_empty() {
            "none is found"
        } else {
            &found
        }
    ))
}

/// Makes the module smaller where `wasm-opt` of Binaryen is installed.
fn optimized(root: &Path, reporter: &mut Reporter) -> Result<(), String> {
    if !is_there("wasm-opt") {
        reporter.line("-- wasm-opt is not installed: the module stays as it was compiled");
        return Ok(());
    }
    let module = root.join(GENERATED).join("dualskin_bg.wasm");
    let mut command = Command::new("wasm-opt");
    command
        .args(["-O3", "--all-features", "-o"])
        .arg(&module)
        .arg(&module);
    run_to_end(&mut command)
}

/// Prints how large the module is, and fails above the budget.
fn check_size(root: &Path, reporter: &mut Reporter) -> Result<(), String> {
    let module = root.join(GENERATED).join("dualskin_bg.wasm");
    let mut node = node(root, &["tools/size.mjs"]);
    let printed = node.arg(&module).stdin(Stdio::null()).output();
    let printed = printed.map_err(|error| format!("node cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    let (Some(Ok(whole)), Some(Ok(gzip)), Some(Ok(brotli))) =
        (numbers.next(), numbers.next(), numbers.next())
    else {
        return Err("the size of the module cannot be measured: node ended early".to_owned());
    };
    reporter.line(&format!(
        "-- {whole} bytes, {gzip} by gzip, {brotli} by brotli; {BUDGET} are allowed"
    ));
    if gzip > BUDGET {
        return Err(format!(
            "the module has {gzip} bytes compressed, more than {BUDGET}"
        ));
    }
    Ok(())
}

/// Tests in node and in a browser; bits are held against those of this processor, made by the same crates.
fn tested(root: &Path, speed: bool, reporter: &mut Reporter) -> Result<(), String> {
    let native = Native::built(root)?;
    let folder = native.target.as_path();
    let tube = folder.join("tube.glb");
    run_to_end(node(root, &["tools/write_tube.mjs"]).arg(&tube))?;
    let digests = ["sse", "scalar"].map(|path| (path, folder.join(path)));
    for (path, file) in &digests {
        native.write(&[tube.as_os_str(), path.as_ref()], file)?;
    }
    let [(_, sse), (_, scalar)] = &digests;
    run_to_end(
        node(root, &["--test"])
            .args(TESTS)
            .env("DUALSKIN_NATIVE_SSE", sse)
            .env("DUALSKIN_NATIVE_SCALAR", scalar),
    )?;
    run_to_end(&mut node(root, &["tools/browser.mjs"]))?;
    if speed {
        measured(root, &native, reporter)?;
    }
    Ok(())
}

/// Skins the same large mesh here and in node, by every method.
fn measured(root: &Path, native: &Native, reporter: &mut Reporter) -> Result<(), String> {
    let large = native.target.join("large.glb");
    let times = native.target.join("times");
    run_to_end(node(root, &["tools/write_tube.mjs"]).arg(&large).arg(RINGS))?;
    reporter.line("-- how long it takes, of a mesh of 64 vertices a ring");
    let words = [large.as_os_str(), "sse".as_ref(), "--times".as_ref()];
    native.write(&words, &times)?;
    run_to_end(node(root, &["tools/speed.mjs"]).args([&large, &times]))
}

/// The program that does on this processor what the module does.
struct Native {
    target: PathBuf,
    program: PathBuf,
}

impl Native {
    fn built(root: &Path) -> Result<Self, String> {
        let target = target_folder(root).join("xtask-wasm");
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args([
                "build",
                "--profile",
                "native",
                "--example",
                "native",
                "--no-default-features",
                "--locked",
            ])
            .arg("--manifest-path")
            .arg(root.join(FOLDER).join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .current_dir(root);
        run_to_end(&mut command)?;
        let program = target.join("native").join("examples");
        Ok(Self {
            program: program.join(format!("native{}", env::consts::EXE_SUFFIX)),
            target,
        })
    }

    /// Writes what it prints to a file.
    #[expect(
        clippy::disallowed_methods,
        reason = "a file below target, which each run makes anew"
    )]
    fn write(&self, words: &[&OsStr], file: &Path) -> Result<(), String> {
        let told = |error: io::Error| format!("{} cannot be written: {error}", file.display());
        let mut command = Command::new(&self.program);
        command
            .args(words)
            .stdout(File::create(file).map_err(told)?);
        run_to_end(&mut command)
    }
}

fn node(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.args(args).current_dir(root.join(FOLDER));
    command
}

/// One line that a program prints; none where it cannot be run or fails.
fn printed(program: impl Into<OsString>, args: &[&str]) -> Option<String> {
    let output = Command::new(program.into())
        .args(args)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success()).then(|| text.trim().to_owned())
}

fn is_there(program: &str) -> bool {
    printed(program, &["--version"]).is_some()
}

fn run_to_end(command: &mut Command) -> Result<(), String> {
    let name = format!("{:?}", command.get_program());
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be run: {error}")),
    }
}
