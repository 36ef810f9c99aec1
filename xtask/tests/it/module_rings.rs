//! Rings of modules inside a crate are found, and folders that hold too many files.

use xtask::SourceFile;
use xtask::tidy::{Rooms, check_folder_sizes, check_module_cycles, rooms_of_crates};

#[test]
fn rings_of_modules_are_found() {
    let ring = |texts: &[(&str, &str)]| {
        let files = texts
            .iter()
            .map(|(path, text)| SourceFile::new(*path, *text));
        let failures = check_module_cycles(&files.collect::<Vec<_>>());
        failures.into_iter().map(|f| f.message).collect::<Vec<_>>()
    };
    let down = ("editor/src/a.rs", "use crate::b::B;");
    let further = ("editor/src/b/inner.rs", "fn f() { crate::c::g(); }");
    assert_eq!(
        ring(&[down, further, ("editor/src/c.rs", "use crate::{d, a};")]),
        ["its modules call each other in a ring: a → b → c → a"]
    );
    let leaf = ("editor/src/c.rs", "use crate::C;\n// crate::a\n");
    assert!(ring(&[down, further, leaf]).is_empty());
    let root = ("editor/src/lib.rs", "pub use crate::a::A;");
    let own = ("editor/src/b/mod.rs", "use crate::b::inner;");
    assert!(ring(&[down, further, leaf, root, own]).is_empty());
    let other_crate = ("crates/f/src/c.rs", "use crate::a::A;");
    assert!(ring(&[down, further, other_crate]).is_empty());

    let folders = ["a", "b"].map(|name| format!("editor/src/{name}/mod.rs"));
    let heads = folders.each_ref().map(|path| (path.as_str(), "pub mod x;"));
    let x = ("editor/src/a/x.rs", "use crate::b::{y::Y, z};");
    let y = ("editor/src/b/y.rs", "use crate::a::w;");
    assert_eq!(
        ring(&[heads[0], heads[1], x, y]),
        ["its modules call each other in a ring: a → b → a"],
        "a folder counts as one, whichever of its files name another"
    );
}

#[test]
fn folders_are_rooms() {
    let messages = |texts: &[(&str, &str)]| {
        let files = texts
            .iter()
            .map(|(path, text)| SourceFile::new(*path, *text));
        let failures = check_module_cycles(&files.collect::<Vec<_>>());
        failures.into_iter().map(|f| f.message).collect::<Vec<_>>()
    };
    let ring = ["its modules call each other in a ring: rows → stroke → rows"];
    let root = (
        "crates/weights/src/lib.rs",
        "mod rows; pub use rows::row::Row;",
    );
    let heads = ["rows", "stroke"].map(|name| format!("crates/weights/src/{name}/mod.rs"));
    let [rows, stroke] = heads.each_ref().map(|path| (path.as_str(), "pub mod x;"));
    let dab = (
        "crates/weights/src/stroke/dab.rs",
        "use crate::rows::row::Row;",
    );
    assert!(messages(&[root, rows, stroke, dab]).is_empty());
    let up = (
        "crates/weights/src/rows/rules.rs",
        "use crate::stroke::path::Path;",
    );
    assert_eq!(messages(&[root, rows, stroke, dab, up]), ring);
    let by_root = ("crates/weights/src/stroke/dab.rs", "use crate::Row;");
    assert_eq!(messages(&[root, rows, stroke, by_root, up]), ring);
    let upwards = (
        "crates/weights/src/rows/rules.rs",
        "use super::super::stroke::path::Path;",
    );
    assert_eq!(messages(&[root, rows, stroke, dab, upwards]), ring);
    let beside = (
        "crates/weights/src/rows/rules.rs",
        "use super::stroke::Row; fn f(_: super::Row) {}",
    );
    assert!(messages(&[root, rows, stroke, dab, beside]).is_empty());
}

#[test]
fn rooms_are_counted() {
    let files = [
        ("crates/a/src/lib.rs", "mod b; mod c; mod d;"),
        ("crates/a/src/b/mod.rs", "mod e;"),
        ("crates/a/src/b/e.rs", "use crate::c::C;"),
        ("crates/a/src/c.rs", "use crate::b::B; use crate::d::D;"),
        ("crates/a/src/d.rs", ""),
    ];
    let files = files.map(|(path, text)| SourceFile::new(path, text));
    let rooms = rooms_of_crates(&files);
    let expected = Rooms {
        crate_folder: "crates/a".to_owned(),
        count: 3,
        in_rings: vec!["b".to_owned(), "c".to_owned()],
    };
    assert_eq!(rooms, [expected]);
}

#[test]
fn folders_hold_few_files() {
    let folder = |name: &str, n_files: usize| -> Vec<SourceFile> {
        let path = |index| format!("{name}/f{index}.rs");
        (0..n_files)
            .map(|index| SourceFile::new(path(index), ""))
            .collect()
    };
    assert!(check_folder_sizes(&folder("crates/a/src", 35)).is_empty());
    let failures = check_folder_sizes(&folder("crates/a/src", 36));
    assert_eq!(failures.len(), 1);
    assert_eq!(
        failures[0].message,
        "36 files, at most 35 allowed: give each subject a folder"
    );
    let mut spread = folder("crates/a/src", 30);
    spread.extend(folder("crates/a/src/b", 30));
    assert!(check_folder_sizes(&spread).is_empty());
}
