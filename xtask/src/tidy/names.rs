//! Checks of names in code: what only one crate may name, and what some crates must never name.
//!
//! Comments and strings are free to name anything; only identifiers and paths count.

use super::imports::imports;
use crate::report::Failure;
use crate::source::SourceFile;

/// A name that belongs to few folders.
struct OwnedName {
    name: &'static str,
    /// Letter case and position inside a longer identifier do not matter: `GltfNode` counts as `gltf`.
    anywhere: bool,
    owners: &'static [&'static str],
}

const OWNED: &[OwnedName] = &[
    OwnedName {
        name: concat!("e", "gui"),
        anywhere: false,
        owners: &["editor"],
    },
    OwnedName {
        name: concat!("e", "frame"),
        anywhere: false,
        owners: &["editor"],
    },
    OwnedName {
        name: concat!("w", "gpu"),
        anywhere: false,
        owners: &[
            "editor",
            "crates/headless",
            "crates/render",
            "crates/shader-text/tests",
            "crates/skin-gpu",
        ],
    },
    OwnedName {
        name: concat!("g", "ltf"),
        anywhere: true,
        owners: &["conformance", "crates/character"],
    },
];

/// Something that the code of a folder must not say.
struct Absence {
    folder: &'static str,
    /// The files that may, without their endings, and the folders of those names.
    except: &'static [&'static str],
    says: &'static [&'static str],
    because: &'static str,
}

const IO_AND_THREADS: &[&str] = &[
    "std::fs",
    "std::io",
    "std::time",
    "std::thread",
    "std::env",
    "std::net",
    "std::process",
    "println!",
    "print!",
];
const COMPUTES_ONLY: &str =
    "this crate does no IO, does not log, reads no clock and starts no thread";
const FILES: &[&str] = &[
    "std::fs",
    "std::path",
    "std::env",
    "std::io",
    "std::net",
    "std::process",
];
const NO_FILES: &str = "skinning reads no file: slices, palettes and influences only";
const DEBUG_ONLY: &str =
    "a release build compiles the same code, which CI checks once: say `if cfg!(debug_assertions)`";
const ONE_WRITER: &str = "only session's `apply` changes the document and the session: panels read them and send commands";

const BACKGROUND: &str = "threads are started by jobs alone, so that every failure of work is told and it can be begun again";

/// Who may name threads: beside `jobs`, loops that are shared out and waited for (`parallel`, and the measured one of `bench`), and
/// the pause between two windows.
const THREADED: &[&str] = &[
    "crates/session/src/tasks/spawner",
    "crates/scene/src/pose/parallel",
    "crates/headless/src/bench/processor",
    "editor/src/app/run",
];

const HANDED_IN: &str = "the session's files are those of the disk that is handed in: take a `whole_file::Files`, so that a test can give another disk";

/// What reaches the system's files without asking the disk that is handed in.
const SYSTEM_FILES: &[&str] = &[
    "std::fs",
    "SystemDisk",
    "Claim::take",
    "Access::of",
    "Batch::new",
    "whole_file::check_destination",
    "whole_file::clear_leftovers",
    "whole_file::is_same_file",
    "whole_file::keep_copy",
    "whole_file::keep_version",
    "whole_file::open_regular",
    "whole_file::read_regular",
    "whole_file::remove",
    "whole_file::write_new_within",
    "whole_file::write_whole",
    "whole_file::write_whole_within",
    "whole_file::write_with_backup",
    "whole_file::write_with_backup_within",
    ".canonicalize()",
    ".exists()",
    ".is_dir()",
    ".is_file()",
    ".is_symlink()",
    ".metadata()",
    ".read_dir()",
    ".read_link()",
    ".symlink_metadata()",
    ".try_exists()",
];
/// The reader of characters, which is handed in by itself.
const CHARACTER_READER: &str = "crates/session/src/state/opening/load";

const IN_BROWSERS: &str = "this panics in a browser: take the clock of `web_time`, and the number of `whole_file::process_id`";

/// What the standard library has for every target, and panics at where there is no such thing.
const PANICS_IN_BROWSERS: &[&str] = &[
    "std::time::Instant",
    " SystemTime::now",
    "std::process::id",
    "std::env::temp_dir",
    "thread::sleep",
];

const THREADS: &[&str] = &["std::thread", "thread::Builder", "thread::spawn"];
const CHANGING: &[&str] = &["&mut Document", "&mut Session"];

const ABSENCES: &[Absence] = &[
    Absence {
        folder: "crates/dq-math/src",
        except: &[],
        says: IO_AND_THREADS,
        because: COMPUTES_ONLY,
    },
    Absence {
        folder: "crates/rig/src",
        except: &[],
        says: IO_AND_THREADS,
        because: COMPUTES_ONLY,
    },
    Absence {
        folder: "crates/figures/src",
        except: &[],
        says: IO_AND_THREADS,
        because: COMPUTES_ONLY,
    },
    Absence {
        folder: "crates/skin-cpu/src",
        except: &[],
        says: FILES,
        because: NO_FILES,
    },
    Absence {
        folder: "crates/skin-gpu/src",
        except: &[],
        says: FILES,
        because: NO_FILES,
    },
    Absence {
        folder: "crates",
        except: &[],
        says: &["cfg(debug_assertions)", "cfg(not(debug_assertions))"],
        because: DEBUG_ONLY,
    },
    Absence {
        folder: "shaders",
        except: &[],
        says: &["cfg(debug_assertions)", "cfg(not(debug_assertions))"],
        because: DEBUG_ONLY,
    },
    Absence {
        folder: "editor",
        except: &[],
        says: &["cfg(debug_assertions)", "cfg(not(debug_assertions))"],
        because: DEBUG_ONLY,
    },
    Absence {
        folder: "editor/src",
        except: &[],
        says: CHANGING,
        because: ONE_WRITER,
    },
    Absence {
        folder: "crates/session/src",
        except: &["crates/session/src/features"],
        says: CHANGING,
        because: ONE_WRITER,
    },
    Absence {
        folder: "editor/src",
        except: THREADED,
        says: THREADS,
        because: BACKGROUND,
    },
    Absence {
        folder: "crates/session/src",
        except: THREADED,
        says: THREADS,
        because: BACKGROUND,
    },
    Absence {
        folder: "crates/session/src",
        except: &[CHARACTER_READER],
        says: SYSTEM_FILES,
        because: HANDED_IN,
    },
    runs_in_browsers("crates/bake/src"),
    runs_in_browsers("crates/bindings/src"),
    runs_in_browsers("crates/character/src"),
    runs_in_browsers("crates/formats/src"),
    runs_in_browsers("crates/retarget/src"),
    runs_in_browsers("crates/scene/src"),
    runs_in_browsers("crates/session/src"),
    runs_in_browsers("crates/skin-cpu/src"),
    runs_in_browsers("crates/weights/src"),
    runs_in_browsers("crates/whole-file/src"),
    Absence {
        folder: "crates/headless/src",
        except: THREADED,
        says: THREADS,
        because: BACKGROUND,
    },
    Absence {
        folder: "crates/scene/src",
        except: THREADED,
        says: THREADS,
        because: BACKGROUND,
    },
    Absence {
        folder: "crates/render/src",
        except: THREADED,
        says: THREADS,
        because: BACKGROUND,
    },
];

const fn runs_in_browsers(folder: &'static str) -> Absence {
    Absence {
        folder,
        // It has the one place that says what a process's number is where there are none.
        except: &["crates/whole-file/src/lib"],
        says: PANICS_IN_BROWSERS,
        because: IN_BROWSERS,
    }
}

/// A name that belongs to some crates appears in the code of no other.
pub fn check_owned_names(files: &[SourceFile]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        let code = file.code();
        for owned in OWNED {
            // The whole file is searched before its lines: most files name nothing.
            let is_owner = owned.owners.iter().any(|owner| file.is_in(owner));
            if is_owner || !owned.may_be_in(code) {
                continue;
            }
            let message = format!(
                "`{}` is named, which belongs to {}",
                owned.name,
                owned.owners.join(", ")
            );
            failures.extend(
                lines_where(code, |line| owned.is_in(line))
                    .map(|line| Failure::at_line(&file.path, line, message.as_str())),
            );
        }
    }
    failures
}

/// The invariants that are absences: what a crate must not name, its code does not name.
pub fn check_absences(files: &[SourceFile]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        let absences: Vec<&Absence> = ABSENCES
            .iter()
            .filter(|absence| file.is_in(absence.folder) && !absence.excepts(file))
            .collect();
        if absences.is_empty() {
            continue;
        }
        let code = plain_borrows(file.code());
        let imports = imports(&code);
        for absence in absences {
            failures.extend(absence_failures(absence, file, &code, &imports));
        }
    }
    failures
}

impl Absence {
    fn excepts(&self, file: &SourceFile) -> bool {
        let name =
            |except: &&str| file.path.strip_suffix(".rs") == Some(*except) || file.is_in(except);
        self.except.iter().any(name)
    }
}

/// With `&mut Type` for every `&'a mut some::path::Type`.
fn plain_borrows(code: &str) -> String {
    let mut plain = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find('&') {
        let (before, borrow) = rest.split_at(at + 1);
        plain.push_str(before);
        rest = without_path(without_lifetime(borrow));
        if rest.len() < borrow.len() && without_lifetime(borrow).starts_with("mut ") {
            plain.push_str("mut ");
        }
    }
    plain + rest
}

fn without_lifetime(borrow: &str) -> &str {
    let named = borrow.strip_prefix('\'');
    let after = named.and_then(|name| name.split_once(' '));
    after.map_or(borrow, |(_, after)| after)
}

/// What follows `mut ` and the modules of a path; the same when there is no `mut`.
fn without_path(borrow: &str) -> &str {
    let Some(mut path) = borrow.strip_prefix("mut ") else {
        return borrow;
    };
    while let Some((module, after)) = path.split_once("::")
        && module.chars().all(|c| c.is_alphanumeric() || c == '_')
    {
        path = after;
    }
    path
}

fn absence_failures(
    absence: &Absence,
    file: &SourceFile,
    code: &str,
    imports: &[(usize, String)],
) -> Vec<Failure> {
    let is_somewhere =
        |word: &&str| code.contains(*word) || imports.iter().any(|(_, path)| is_within(path, word));
    // Lines are looked at only where there is something to find.
    if !absence.says.iter().any(is_somewhere) {
        return Vec::new();
    }
    let imported = |number: usize, word: &str| {
        let here = imports.iter().filter(|(line, _)| *line == number);
        here.into_iter().any(|(_, path)| is_within(path, word))
    };
    (1..)
        .zip(code.lines())
        .filter_map(|(number, line)| {
            let says = |word: &&&str| line.contains(**word) || imported(number, word);
            let said = absence.says.iter().find(says)?;
            let message = format!("`{said}`: {}", absence.because);
            Some(Failure::at_line(&file.path, number, message))
        })
        .collect()
}

/// Whether an imported path is `word`, something in it, or everything beside it.
fn is_within(path: &str, word: &str) -> bool {
    let word = word.trim_end_matches("::");
    let inside = path.strip_prefix(word);
    inside.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        || path
            .strip_suffix('*')
            .is_some_and(|base| !base.is_empty() && word.starts_with(base))
}

impl OwnedName {
    /// Whether some line may say it.
    fn may_be_in(&self, code: &str) -> bool {
        if self.anywhere {
            return code.to_ascii_lowercase().contains(self.name);
        }
        code.contains(self.name)
    }

    fn is_in(&self, line: &str) -> bool {
        if self.anywhere {
            return line.to_ascii_lowercase().contains(self.name);
        }
        words(line).any(|word| word == self.name)
    }
}

fn lines_where(code: &str, test: impl Fn(&str) -> bool) -> impl Iterator<Item = usize> {
    (1..)
        .zip(code.lines())
        .filter(move |(_, line)| test(line))
        .map(|(number, _)| number)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}
