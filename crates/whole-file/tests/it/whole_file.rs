//! Whole or not at all.
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use whole_file::{
    Access, Claim, ClaimError, MOST_COPIES, WriteError, backup_of, check_destination, is_same_file,
    keep_copy, keep_version, write_new_within, write_whole, write_with_backup,
};

pub(crate) fn folder_with(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// The names of all files of a folder, hidden ones too.
pub(crate) fn files_of(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn files_are_made_and_replaced() {
    let (folder, path) = folder_with("out");
    for content in [&b"first"[..], b"", b"a longer second one"] {
        write_whole(&path, content).unwrap();
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(files_of(&folder), ["out"]);
    }
}

#[test]
fn of_many_writers_of_a_new_file_one_has_written_it() {
    let (folder, path) = folder_with("out");
    let writers: Vec<_> = (0..8_u8)
        .map(|writer| {
            let path = path.clone();
            std::thread::spawn(move || write_new_within(&path, &[writer; 9], Access::ANY))
        })
        .collect();
    let outcomes: Vec<_> = writers.into_iter().map(|it| it.join().unwrap()).collect();
    let wrote: Vec<_> = (0..).zip(&outcomes).filter(|(_, it)| it.is_ok()).collect();
    let [(writer, _)] = wrote[..] else {
        panic!("{outcomes:?}");
    };
    assert_eq!(fs::read(&path).unwrap(), [writer; 9]);
    assert_eq!(files_of(&folder), ["out"]);
    let is_told =
        |it: &Result<(), WriteError>| matches!(it, Ok(()) | Err(WriteError::Exists { .. }));
    assert!(outcomes.iter().all(is_told), "{outcomes:?}");
}

#[test]
fn what_cannot_be_written_is_left_alone() {
    let (folder, path) = folder_with("out");
    assert!(matches!(
        write_whole(folder.path(), b"x"),
        Err(WriteError::Folder { .. })
    ));
    assert!(matches!(
        write_whole(&path.join("deeper"), b"x"),
        Err(WriteError::NoFolder { .. })
    ));
    assert!(matches!(
        check_destination(Path::new("/")),
        Err(WriteError::Folder { .. })
    ));
    assert!(check_destination(Path::new("")).is_err());
    fs::write(&path, b"precious").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(matches!(
        write_whole(&path, b"x"),
        Err(WriteError::Protected { .. })
    ));
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    assert_eq!(files_of(&folder), ["out"]);
}

#[cfg(unix)]
#[test]
fn links_permissions_and_devices() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    let (folder, path) = folder_with("out");
    fs::write(&path, b"old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link");
    symlink(&path, &link).unwrap();
    write_whole(&link, b"new").unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(is_same_file(&link, &path) && !is_same_file(&link, folder.path()));

    // A device is written to, never replaced.
    write_whole(Path::new("/dev/null"), b"gone").unwrap();
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
}

#[test]
fn the_version_before_is_kept() {
    let (folder, path) = folder_with("work.dualskin");
    let backup = backup_of(&path);
    write_with_backup(&path, b"one").unwrap();
    assert_eq!(
        files_of(&folder),
        ["work.dualskin"],
        "there was none before"
    );
    for (version, before) in [
        ("two", "one"),
        ("three", "two"),
        ("", "three"),
        ("five", ""),
    ] {
        write_with_backup(&path, version.as_bytes()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), version.as_bytes());
        assert_eq!(fs::read(&backup).unwrap(), before.as_bytes());
        assert_eq!(files_of(&folder), ["work.dualskin", "work.dualskin.bak"]);
    }
    // As a kill between the two steps leaves it: both names lead to one file.
    fs::remove_file(&backup).unwrap();
    fs::hard_link(&path, &backup).unwrap();
    write_with_backup(&path, b"six").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"six");
    assert_eq!(fs::read(&backup).unwrap(), b"five");
    assert_eq!(files_of(&folder), ["work.dualskin", "work.dualskin.bak"]);
}

#[test]
fn a_version_is_kept_for_another_writer() {
    let (folder, path) = folder_with("fox.glb");
    keep_version(&path).unwrap();
    assert!(files_of(&folder).is_empty(), "there is nothing to keep");
    fs::write(backup_of(&path), b"zero").unwrap();
    for (version, before) in [("one", None), ("two", Some("one")), ("three", Some("two"))] {
        keep_version(&path).unwrap();
        write_whole(&path, version.as_bytes()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), version.as_bytes());
        let kept = fs::read(backup_of(&path)).unwrap();
        assert_eq!(kept, before.unwrap_or("zero").as_bytes());
        assert_eq!(files_of(&folder), ["fox.glb", "fox.glb.bak"]);
    }
    // Kept once more without being written: both names lead to one content.
    keep_version(&path).unwrap();
    assert_eq!(fs::read(backup_of(&path)).unwrap(), b"three");
    assert_eq!(files_of(&folder), ["fox.glb", "fox.glb.bak"]);
}

#[test]
fn nothing_is_written_where_the_version_before_cannot_be_kept() {
    let (folder, path) = folder_with("work.dualskin");
    fs::write(&path, b"precious").unwrap();
    fs::create_dir(backup_of(&path)).unwrap();
    let error = write_with_backup(&path, b"new").unwrap_err();
    assert!(matches!(error, WriteError::NoBackup { .. }), "{error}");
    assert!(error.to_string().contains("work.dualskin.bak"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    assert_eq!(files_of(&folder), ["work.dualskin", "work.dualskin.bak"]);
}

#[test]
fn leftovers_of_the_dead_go_and_those_of_the_living_stay() {
    let (folder, path) = folder_with("work");
    let of = |process: u32| folder.path().join(format!(".work.{process}-0.part"));
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .arg("--list")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    child.wait().unwrap();
    let (dead, own) = (of(child.id()), of(std::process::id()));
    let other = folder.path().join(".work.notes.part");
    for file in [&dead, &own, &other] {
        fs::write(file, b"half").unwrap();
    }
    write_whole(&path, b"whole").unwrap();
    if Path::new("/proc/self").exists() {
        assert!(!dead.exists(), "its writer is gone");
    }
    assert!(own.exists() && other.exists());
}

#[test]
fn one_at_a_time_claims_a_file() {
    let (folder, path) = folder_with("work.dualskin");
    let claim = Claim::take(&path).unwrap();
    let Err(ClaimError::Taken(holder)) = Claim::take(&path) else {
        unreachable!("it is taken");
    };
    if cfg!(unix) {
        assert_eq!(holder.process, Some(std::process::id()));
        assert!(holder.since.unwrap().elapsed().unwrap().as_secs() < 60);
    }
    drop(claim);
    assert_eq!(files_of(&folder), Vec::<String>::new());
    // What a killed process has left binds nobody.
    fs::write(folder.path().join(".work.dualskin.lock"), b"1 1\n").unwrap();
    drop(Claim::take(&path).unwrap());
    let nowhere = folder.path().join("deeper/work.dualskin");
    assert!(matches!(Claim::take(&nowhere), Err(ClaimError::System(_))));
}

/// Runs a command as root may; says so where it may not.
#[cfg(target_os = "linux")]
fn mount(arguments: &[&str], place: &Path) -> bool {
    use std::io::Write as _;
    let done = std::process::Command::new("mount")
        .args(arguments)
        .arg(place)
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !done {
        let mut out = std::io::stdout();
        writeln!(out, "skipped: no file system can be mounted here").unwrap();
    }
    done
}

/// Takes a mounted file system away again.
#[cfg(target_os = "linux")]
struct Mounted(PathBuf);

#[cfg(target_os = "linux")]
impl Drop for Mounted {
    fn drop(&mut self) {
        let _left = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_one_that_cannot_be_written_lose_nothing() {
    let (folder, path) = folder_with("work.dualskin");
    let place = folder.path().to_owned();
    // Pages that are let go come back a batch of some dozens at a time: a disk of a few pages could stay full for a while.
    if !mount(&["-t", "tmpfs", "-o", "size=4m", "tmpfs"], &place) {
        return;
    }
    let _mounted = Mounted(place.clone());
    write_with_backup(&path, b"precious").unwrap();
    for write in [write_whole, write_with_backup] {
        let error = write(&path, &vec![b'x'; 8 << 20]).unwrap_err();
        assert!(matches!(error, WriteError::Full { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"precious");
        assert_eq!(files_of(&folder), ["work.dualskin"]);
    }
    write_with_backup(&path, b"it works again").unwrap();
    assert!(mount(&["-o", "remount,ro"], &place));
    for write in [write_whole, write_with_backup] {
        let error = write(&path, b"x").unwrap_err();
        assert!(matches!(error, WriteError::ReadOnly { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"it works again");
    }
    assert!(matches!(Claim::take(&path), Err(ClaimError::System(_))));
}

#[test]
fn copies_stand_side_by_side_and_the_last_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pose.ron");
    fs::write(&path, b"now").unwrap();
    let names: Vec<String> = [&b"one"[..], b"two", b"one", b"two", b"three"]
        .into_iter()
        .map(|bytes| {
            let kept = keep_copy(&path, bytes).unwrap();
            assert_eq!(fs::read(&kept).unwrap(), bytes);
            kept.file_name().unwrap().to_string_lossy().into_owned()
        })
        .collect();
    let [first, second, third] = ["pose.ron.bak", "pose.ron.bak2", "pose.ron.bak3"];
    assert_eq!(names, [first, second, first, second, third]);
    for number in 0..30_u8 {
        keep_copy(&path, &[number]).unwrap();
    }
    let last = folder.path().join(format!("pose.ron.bak{MOST_COPIES}"));
    assert_eq!(fs::read(last).unwrap(), [29]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 21);
    assert_eq!(fs::read(&path).unwrap(), b"now");
}
