//! One compilation of each crate of others, for tests and for checks.
//!
//! Cargo compiles a crate once to machine code, for programs, and once to metadata, for `cargo check`, clippy and rustdoc, though the
//! first writes the same metadata beside its machine code: half of the minutes that clippy takes. As `RUSTC_WRAPPER` this program
//! remembers what was compiled to machine code, and where metadata of the same is asked for, by the same words, it copies.
//!
//! What was never compiled to machine code goes to the compiler, and what has a file that has changed since: one of our own, for those
//! of registries stay as they are. Crates that a crate depends on count by what they are copies of, so that a copy only ever meets
//! copies. Clippy is another compiler: it sees all that is ours.

#![expect(
    clippy::disallowed_methods,
    reason = "what it writes lies below target/, where a half-written file harms nobody"
)]

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

/// The variable with the folder of what is remembered: cargo is run for a step of continuous integration.
const FOLDER: &str = "DUALSKIN_METADATA";

/// Metadata alone; and with machine code.
const CHECKED: &str = "--emit=dep-info,metadata";
const BUILT: &str = "--emit=dep-info,metadata,link";

/// What cargo is to be run with, by every step alike.
///
/// # Errors
///
/// Where this program cannot be copied to `folder`: cargo builds the original anew while it is needed.
pub fn environment(folder: &Path) -> io::Result<[(&'static str, OsString); 2]> {
    fs::create_dir_all(folder)?;
    // A copy: cargo builds the original anew while this one runs, and some systems lock a running program.
    let own = folder.join(format!("wrapper{}", env::consts::EXE_SUFFIX));
    fs::copy(env::current_exe()?, &own)?;
    Ok([("RUSTC_WRAPPER", own.into()), (FOLDER, folder.into())])
}

/// Runs the compiler, or spares it, where cargo has called this program in its place.
pub fn compiler_called(args: &[String]) -> Option<ExitCode> {
    let folder = PathBuf::from(env::var_os(FOLDER)?);
    let [compiler, words @ ..] = args else {
        return None;
    };
    let name = Path::new(compiler).file_stem()?;
    if name != "rustc" && name != "clippy-driver" {
        return None;
    }
    let known = CompiledLibrary::read(compiler, words, &folder);
    if known.as_ref().is_some_and(CompiledLibrary::try_copy) {
        return Some(ExitCode::SUCCESS);
    }
    if let Some(known) = &known {
        known.forget_copy();
    }
    let status = match Command::new(compiler).args(words).status() {
        Ok(status) => status,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{compiler}: {error}");
            return Some(ExitCode::FAILURE);
        }
    };
    if let Some(known) = known.filter(|_| status.success()) {
        known.remember();
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// A library, as the compiler is asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CompiledLibrary {
    /// Whether machine code is asked for.
    is_built: bool,
    /// When the compiler was called.
    called: SystemTime,
    /// Where its files go.
    out: PathBuf,
    /// The name of its files but for what kind they are: `serde-0123456789abcdef`.
    stem: String,
    /// Everything that decides what is in them.
    key: String,
    /// Where it is remembered.
    folder: PathBuf,
}

impl CompiledLibrary {
    /// None of what is no library.
    fn read(compiler: &str, words: &[String], folder: &Path) -> Option<Self> {
        let value = |option: &str| {
            let place = words.iter().position(|word| word == option)?;
            words.get(place + 1)
        };
        let is_library = value("--crate-type").is_some_and(|kind| kind == "lib" || kind == "rlib");
        let is_built = words.iter().any(|word| word == BUILT);
        let is_checked = words.iter().any(|word| word == CHECKED);
        // Programs, macros and build scripts are run: for them metadata alone is never enough.
        if !is_library || is_built == is_checked {
            return None;
        }
        let name = value("--crate-name")?;
        let suffix = words
            .iter()
            .find_map(|word| word.strip_prefix("extra-filename="))?;
        let mut key = compiler_stamp(compiler);
        for word in words.iter().filter(|word| !is_of_place(word)) {
            key.push('\n');
            match word
                .split_once('=')
                .filter(|(_, path)| path.ends_with(".rmeta") || path.ends_with(".rlib"))
            {
                Some((name, path)) => key.push_str(&format!("{name}={}", original(folder, path)?)),
                None => key.push_str(word),
            }
        }
        key.push('\n');
        key.push_str(&env::var("OUT_DIR").unwrap_or_default());
        Some(Self {
            is_built,
            called: SystemTime::now(),
            out: PathBuf::from(value("--out-dir")?),
            stem: format!("{name}{suffix}"),
            key,
            folder: folder.to_owned(),
        })
    }

    /// The file that says which build has this key.
    fn by_key(&self) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        self.folder.join(format!("{:016x}.key", hasher.finish()))
    }

    /// What is compiled is no copy any more. Before it is, since cargo starts what depends on it while this compiler still runs.
    fn forget_copy(&self) {
        if !self.is_built {
            // Mostly it was none.
            let _ = fs::remove_file(self.folder.join(&self.stem));
        }
    }

    /// Keeps in mind that its metadata is there.
    fn remember(&self) {
        let called = self.called.duration_since(SystemTime::UNIX_EPOCH);
        if let (true, Ok(called)) = (self.is_built, called) {
            let known = format!("{} {}\n{}", self.stem, called.as_nanos(), self.key);
            // What cannot be remembered is compiled.
            let _ = fs::write(self.by_key(), known);
        }
    }

    /// Whether the metadata was there and is where it was asked for.
    fn try_copy(&self) -> bool {
        !self.is_built && self.copy().is_some()
    }

    fn copy(&self) -> Option<()> {
        let known = fs::read_to_string(self.by_key()).ok()?;
        let (known, key) = known.split_once('\n')?;
        let (original, called) = known.split_once(' ')?;
        if key != self.key {
            return None;
        }
        let file = |stem: &str| self.out.join(format!("lib{stem}.rmeta"));
        let dependencies = |stem: &str| self.out.join(format!("{stem}.d"));
        if !is_older(&dependencies(original), called.parse().ok()?)? {
            return None;
        }
        fs::copy(dependencies(original), dependencies(&self.stem)).ok()?;
        fs::copy(file(original), file(&self.stem)).ok()?;
        fs::write(self.folder.join(&self.stem), original).ok()?;
        let artifact = file(&self.stem);
        // What the compiler would say: cargo waits for it before it starts what depends on this crate.
        let message = serde_json::json!({
            "$message_type": "artifact",
            "artifact": artifact.to_str()?,
            "emit": "metadata",
        });
        writeln!(io::stderr(), "{message}").ok()
    }
}

/// Whether a word says only where files go and what they are called.
fn is_of_place(word: &str) -> bool {
    word.starts_with("--emit=")
        || word.starts_with("metadata=")
        || word.starts_with("extra-filename=")
}

/// What the file of a crate is a copy of; itself, if it is none.
fn original(folder: &Path, path: &str) -> Option<String> {
    let stem = Path::new(path).file_stem()?.to_str()?;
    let stem = stem.strip_prefix("lib").unwrap_or(stem);
    let known = fs::read_to_string(folder.join(stem));
    Some(known.unwrap_or_else(|_| stem.to_owned()))
}

/// Whether all files that a crate was made of are older than the call of its compiler. None where that cannot be said.
fn is_older(dependencies: &Path, called: u128) -> Option<bool> {
    let text = fs::read_to_string(dependencies).ok()?;
    // Files without what was made of them: each has a line of its own.
    let files = text.lines().filter_map(|line| line.strip_suffix(':'));
    let mut is_older = true;
    for file in files {
        let changed = fs::metadata(file.replace("\\ ", " ")).and_then(|file| file.modified());
        let changed = changed.ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        is_older &= changed.as_nanos() < called;
    }
    Some(is_older)
}

/// Another compiler in the same place is another one.
fn compiler_stamp(compiler: &str) -> String {
    let changed = fs::metadata(compiler).and_then(|file| file.modified());
    format!("{compiler} {:?}", changed.ok())
}
