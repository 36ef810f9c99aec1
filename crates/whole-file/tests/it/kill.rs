//! A process that is killed while it saves leaves a whole file, whenever that is.
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use whole_file::{backup_of, clear_leftovers, write_whole, write_with_backup};

/// Names the file that the child writes.
const FILE: &str = "WHOLE_FILE_TEST_FILE";
/// Whether it keeps backups.
const KEEPS: &str = "WHOLE_FILE_TEST_KEEPS";

/// Content that tells its version, and that every byte is there.
fn content(version: u64) -> Vec<u8> {
    let length = 200 + (version * 7919) % 90_000;
    let mut bytes = format!("version {version} length {length}\n").into_bytes();
    let filler = (0..length).map(|place| (version.wrapping_mul(31) + place * 17).to_le_bytes()[0]);
    bytes.extend(filler);
    bytes
}

/// The version of a whole file; stops at one that is not whole.
fn version_of(path: &Path) -> Option<u64> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::NotFound);
            return None;
        }
    };
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap();
    let line = std::str::from_utf8(line).unwrap();
    let version = line.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(bytes == content(version), "{} is not whole", path.display());
    Some(version)
}

/// What the parent starts again and again; as a test of its own it does nothing.
#[test]
fn child() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else {
        return;
    };
    let keeps = std::env::var_os(KEEPS).is_some();
    let mut version = version_of(&path).unwrap_or(0);
    loop {
        version += 1;
        let bytes = content(version);
        if keeps {
            write_with_backup(&path, &bytes).unwrap();
        } else {
            write_whole(&path, &bytes).unwrap();
        }
    }
}

fn start(path: &Path, keeps: bool) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([
        "--exact",
        "kill::child",
        "--nocapture",
        "--test-threads",
        "1",
    ]);
    command.env(FILE, path).stdout(Stdio::null());
    if keeps {
        command.env(KEEPS, "1");
    }
    command.spawn().unwrap()
}

fn leftovers(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".part")).collect()
}

fn kill_often(times: u64, keeps: bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.dualskin");
    let mut before = 0;
    let mut left = 0;
    for round in 0..times {
        let mut child = start(&path, keeps);
        // Not before it has begun to save; then at any moment of a save.
        let begin = Instant::now();
        while version_of(&path).unwrap_or(0) == before {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "the child does not save"
            );
            sleep(Duration::from_micros(300));
        }
        sleep(Duration::from_micros((round * 7_919) % 9_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let version = version_of(&path).unwrap();
        assert!(version > before, "an older version came back");
        if keeps && let Some(kept) = version_of(&backup_of(&path)) {
            assert!(
                kept == version || kept + 1 == version,
                "{kept} was kept beside {version}"
            );
        }
        left += leftovers(folder.path()).len();
        before = version;
    }
    // Those of the last round, and no others: every child removes what the ones before it have left.
    assert!(leftovers(folder.path()).len() <= 2);
    assert!(left > 0, "no kill has met a save");
    clear_leftovers(&path);
    clear_leftovers(&backup_of(&path));
    assert_eq!(leftovers(folder.path()), Vec::<String>::new());
    assert_eq!(version_of(&path), Some(before));
}

#[test]
fn a_hundred_kills_leave_a_whole_file_each() {
    kill_often(100, true);
}

#[test]
fn so_they_do_without_backups() {
    kill_often(30, false);
}
