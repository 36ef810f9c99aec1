//! Whole or not at all.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may stop, and writes files in its own way"
)]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use whole_file::{WriteError, check_destination, is_same_file, write_whole};

fn folder_with(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// The names of all files of a folder, hidden ones too.
fn files_of(folder: &TempDir) -> Vec<String> {
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
