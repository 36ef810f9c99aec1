//! Names so long that what is beside them would have too long ones.

use std::collections::BTreeSet;
use std::fs;

use whole_file::{
    Claim, MOST_COPIES, WriteError, backup_of, check_destination, keep_copy, write_whole,
    write_with_backup,
};

use crate::whole_file::{files_of, folder_with};

#[test]
fn names_of_up_to_255_bytes_are_written_locked_and_kept() {
    let words: [fn(usize) -> String; 2] = [
        |length| "n".repeat(length),
        |length| format!("{}{}", "é".repeat(length / 2), "n".repeat(length % 2)),
    ];
    for (length, word) in (240..=255).flat_map(|length| words.map(|word| (length, word))) {
        let name = word(length);
        assert_eq!(name.len(), length);
        let (folder, path) = folder_with(&name);
        let claim = Claim::take(&path).unwrap();
        assert!(Claim::take(&path).is_err(), "{length}: it is taken");
        write_whole(&path, b"one").unwrap();
        write_with_backup(&path, b"two").unwrap();
        let backup = backup_of(&path);
        assert_eq!(fs::read(&path).unwrap(), b"two", "{length}");
        assert_eq!(fs::read(&backup).unwrap(), b"one", "{length}");
        let kept: BTreeSet<_> = (0..MOST_COPIES)
            .map(|copy| keep_copy(&path, &copy.to_le_bytes()).unwrap())
            .collect();
        assert_eq!(kept.len() + 1, MOST_COPIES as usize, "{length}");
        drop(claim);
        let own = backup.file_name().unwrap().to_string_lossy().into_owned();
        let files = files_of(&folder);
        assert!(files.contains(&name) && files.contains(&own));
        assert_eq!(files.len(), MOST_COPIES as usize + 1, "{files:?}");
    }
    // Two long names that begin alike have two backups.
    let (_folder, one) = folder_with(&format!("{}1", "n".repeat(254)));
    let other = one.with_file_name(format!("{}2", "n".repeat(254)));
    assert_ne!(backup_of(&one), backup_of(&other));
}

#[test]
fn a_longer_name_is_told_as_such() {
    let (folder, path) = folder_with(&"n".repeat(256));
    for write in [write_whole, write_with_backup] {
        let error = write(&path, b"x").unwrap_err();
        assert!(matches!(error, WriteError::NameTooLong { .. }), "{error}");
    }
    assert!(check_destination(&path).is_err());
    assert!(files_of(&folder).is_empty());
}
