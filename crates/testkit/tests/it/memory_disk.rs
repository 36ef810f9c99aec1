//! The disk in memory does what the system's disk does, and fails as it is told to.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Debug;
use std::path::Path;
use std::thread;
use std::time::Duration;

use testkit::memory_disk::MemoryDisk;
use whole_file::{Access, ClaimError, Files, WriteError};

/// What a disk says to a call. The system's own errors have numbers and words besides their kinds, which are left out.
fn answer<T: Debug, E: Debug>(result: &Result<T, E>) -> String {
    let text = format!("{result:?}").replace("Kind(", "");
    let text = match text.split_once("Os {") {
        Some((before, after)) => {
            let kind = after.split("kind: ").nth(1).unwrap_or_default();
            format!("{before}{}", kind.split(',').next().unwrap_or_default())
        }
        None => text,
    };
    text.replace(')', "")
}

/// The names in a folder with what they are, sorted; claims of the system's disk leave notes there.
fn listed(files: &Files, folder: &Path) -> Vec<String> {
    let entries = files.read_folder(folder).unwrap();
    let entries = entries.map(|entry| entry.unwrap());
    let names = entries.map(|entry| format!("{:?}", (entry.path, entry.kind)));
    let mut names: Vec<String> = names.filter(|name| !name.contains(".lock")).collect();
    names.sort();
    names
}

/// What reads and writes say, one by one.
fn changes(files: &Files, root: &Path) -> Vec<String> {
    let at = |name: &str| root.join(name);
    let read = |name: &str| answer(&files.read_regular(&at(name), 8));
    let write = |name: &str, text: &str| answer(&files.write_whole(&at(name), text.as_bytes()));
    let with_backup = |name: &str, text: &str| {
        answer(&files.write_with_backup_within(&at(name), text.as_bytes(), Access::ANY))
    };
    vec![
        read("a"),
        write("a", "one"),
        read("a"),
        write("a", "two"),
        read("a"),
        write("none/a", "three"),
        write("a/b", "three"),
        answer(&files.create_folders(&at("folder/below"))),
        answer(&files.create_folders(&at("folder"))),
        answer(&files.create_folders(&at("a"))),
        answer(&files.create_folders(&at("a/b"))),
        write("folder", "three"),
        write("folder/../folder/b", "four"),
        read("folder/b"),
        read("folder"),
        read("a/b"),
        write("long", "123456789"),
        read("long"),
        with_backup("c", "five"),
        read("c.bak"),
        with_backup("c", "six"),
        with_backup("c", "seven"),
        read("c"),
        read("c.bak"),
        answer(&files.keep_version(&at("a"))),
        answer(&files.keep_version(&at("nothing"))),
        read("a.bak"),
        answer(&files.keep_copy(&at("a"), b"two")),
        answer(&files.keep_copy(&at("a"), b"other")),
        answer(&files.keep_copy(&at("a"), b"third")),
        answer(&files.keep_copy(&at("a"), b"other")),
        read("a.bak2"),
        answer(&files.remove(&at("a"))),
        answer(&files.remove(&at("a"))),
        read("a"),
    ]
}

/// What is said of the paths that there are then.
fn facts(files: &Files, root: &Path) -> Vec<String> {
    let at = |name: &str| root.join(name);
    let mut said = Vec::new();
    for name in ["a", "c", "folder", "folder/b", "c/d", "./folder/../c"] {
        let path = at(name);
        let found = files.metadata(&path);
        said.extend([
            answer(&found.map(|found| (found.kind, found.modified.is_some()))),
            answer(&files.canonicalize(&path)),
            format!(
                "{:?}",
                (
                    files.exists(&path),
                    files.is_file(&path),
                    files.is_folder(&path)
                )
            ),
            format!("{:?}", files.is_same_file(&path, &at("c"))),
        ]);
    }
    said.extend(listed(files, root));
    said.extend(listed(files, &at("folder")));
    said.push(answer(&files.read_folder(&at("c")).map(|_| ())));
    said.push(answer(&files.read_folder(&at("none")).map(|_| ())));
    said
}

#[test]
fn it_says_what_the_systems_disk_says() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let disk = MemoryDisk::default();
    disk.put(root.join("x"), "");
    whole_file::write_whole(&root.join("x"), b"").unwrap();
    let calls = |files: &Files| [changes(files, &root), facts(files, &root)].concat();
    let of_system = calls(&Files::default());
    let of_memory = calls(&disk.files());
    for (number, (memory, system)) in of_memory.iter().zip(&of_system).enumerate() {
        assert_eq!(memory, system, "line {number}");
    }
    assert_eq!(of_memory.len(), of_system.len());
}

#[test]
fn one_claim_lasts_until_it_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let memory = MemoryDisk::default();
    memory.put(folder.path().join("x"), "");
    for files in [Files::default(), memory.files()] {
        let path = folder.path().join("a");
        let claim = files.claim(&path).unwrap();
        assert!(matches!(files.claim(&path), Err(ClaimError::Taken(_))));
        drop(claim);
        assert!(files.claim(&path).is_ok());
        let nowhere = files.claim(&folder.path().join("none/a"));
        assert!(matches!(nowhere, Err(ClaimError::System(_))));
    }
}

#[test]
fn a_full_disk_keeps_what_it_has() {
    let disk = MemoryDisk::default();
    disk.put("/a", "old");
    disk.set_room(Some(5));
    let files = disk.files();
    files.write_whole("/b".as_ref(), b"1234").unwrap();
    let full = files.write_with_backup("/a".as_ref(), b"new");
    assert!(matches!(full, Err(WriteError::Full { .. })), "{full:?}");
    assert_eq!(disk.text("/a").as_deref(), Some("old"));
    assert_eq!(disk.paths_in("/").len(), 2, "no backup either");
    disk.set_room(None);
    files.write_with_backup("/a".as_ref(), b"new").unwrap();
    assert_eq!(disk.text("/a.bak").as_deref(), Some("old"));
}

#[test]
fn nothing_is_written_below_a_read_only_folder() {
    let disk = MemoryDisk::default();
    disk.put("/locked/below/a", "old");
    disk.put("/locked/protected", "old");
    disk.set_read_only("/locked", true);
    let files = disk.files();
    let path = Path::new("/locked/below/a");
    let refused = files.write_whole(path, b"new");
    assert!(
        matches!(refused, Err(WriteError::ReadOnly { .. })),
        "{refused:?}"
    );
    assert!(files.remove(path).is_err() && files.claim(path).is_err());
    assert!(files.create_folders("/locked/other".as_ref()).is_err());
    assert_eq!(disk.text(path).as_deref(), Some("old"));
    disk.set_read_only("/locked", false);
    files.write_whole(path, b"new").unwrap();
    disk.set_protected(path, true);
    let refused = files.write_whole(path, b"newer");
    assert!(
        matches!(refused, Err(WriteError::Protected { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_file_may_change_between_two_reads() {
    let disk = MemoryDisk::default();
    disk.put("/a", "one");
    disk.change_after_read("/a", "two");
    let files = disk.files();
    let before = files.metadata("/a".as_ref()).unwrap();
    assert_eq!(files.read_regular("/a".as_ref(), 8).unwrap(), b"one");
    assert_eq!(files.read_regular("/a".as_ref(), 8).unwrap(), b"two");
    assert_ne!(files.metadata("/a".as_ref()).unwrap(), before);
}

#[test]
fn held_writers_wait() {
    let disk = MemoryDisk::default();
    disk.hold_writes(true);
    let files = disk.files();
    let writer = thread::spawn(move || files.write_whole("/a".as_ref(), b"late").is_ok());
    while !disk.is_writer_waiting() {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(disk.text("/a"), None);
    disk.hold_writes(false);
    assert!(writer.join().unwrap());
    assert_eq!(disk.text("/a").as_deref(), Some("late"));
}
