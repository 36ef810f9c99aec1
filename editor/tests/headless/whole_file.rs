//! Writing files whole or not at all; and the numbers on scales.

use std::fs;
use std::path::Path;

use editor::legend::{rounded_up, significant};
use whole_file::{WriteError, check_destination, is_same_file, write_whole};

use crate::support::{files_of, folder_with};

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

#[test]
fn numbers_on_scales_are_short() {
    let cases = [
        (0.0, "0"),
        (0.05, "0.05"),
        (-0.012_345, "-0.0123"),
        (1.5, "1.5"),
        (2.0, "2"),
        (12.34, "12.3"),
        (123.4, "123"),
        (100.0, "100"),
        (54_321.0, "54321"),
        (3e-6, "3e-6"),
        (3.25e-6, "3.25e-6"),
        (1.2e9, "1.2e9"),
        (f32::INFINITY, "inf"),
    ];
    for (value, expected) in cases {
        assert_eq!(significant(value), expected, "{value}");
    }
}

#[test]
fn the_end_of_a_scale_is_round_and_not_below() {
    let cases = [
        (0.0, 0.0),
        (f32::NAN, 0.0),
        (f32::INFINITY, 0.0),
        (-1.0, 0.0),
        (0.15, 0.15),
        (0.151, 0.2),
        (7.0, 8.0),
        (9.1, 10.0),
        (1e-7, 1e-7),
    ];
    for (value, expected) in cases {
        assert_eq!(rounded_up(value), expected, "{value}");
    }
}
