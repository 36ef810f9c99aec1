//! One case for one reader: those of `cargo xtask torture`, from the same files.

#![forbid(unsafe_code)]

#[expect(dead_code, reason = "torture names its cases, and looks at their endings")]
#[path = "../../crates/headless/examples/torture/fuzz/case.rs"]
mod case;
#[path = "../../crates/headless/examples/torture/fuzz/readers.rs"]
mod readers;

use std::cell::OnceCell;
use std::fs;
use std::path::PathBuf;

use case::{Case, Kind};
use readers::{Answer, Readers};
use session::state::opening::load::load;

thread_local! {
    static READERS: OnceCell<(Readers, PathBuf)> = const { OnceCell::new() };
}

/// Gives a case to the reader of this kind, as torture names it; what it makes of the case may not be wrong.
///
/// # Panics
///
/// If it is, which is what a fuzzer looks for.
pub fn give(kind: &str, bytes: &[u8]) {
    let kind = match kind {
        "model" => Kind::Model,
        other => Kind::TEXTS
            .into_iter()
            .find(|kind| kind.name() == other)
            .expect("a kind of file"),
    };
    let is_binary = bytes.starts_with(b"glTF");
    let extension = match kind {
        Kind::Model if !is_binary => "gltf",
        kind => kind.extension(),
    };
    let case = Case {
        kind,
        extension: extension.to_owned(),
        bytes: bytes.to_vec(),
    };
    READERS.with(|readers| {
        let (readers, folder) = readers.get_or_init(make_readers);
        let path = folder.join("case").with_extension(extension);
        if matches!(kind, Kind::Model | Kind::Bvh | Kind::Fbx) {
            fs::write(&path, bytes).expect("a folder for cases");
        }
        if let Answer::Broken(what) = readers.read(&case, &path) {
            panic!("{what}");
        }
    });
}

fn make_readers() -> (Readers, PathBuf) {
    let folder = std::env::temp_dir().join(format!("dualskin-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for cases");
    let target = load("builtin:cylinder").expect("a character that is built in");
    (Readers::new(target, folder.clone()), folder)
}
