//! Several files get their names together, or none does.

use std::fs;

use super::whole_file::files_of;
use whole_file::{Access, Batch, ExistingFiles, WriteError, backup_of};

#[test]
fn nothing_has_its_name_before_all_are_there_and_nothing_stays_of_what_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = |number: u32| folder.path().join(format!("turn_{number}.png"));
    let mut batch = Batch::new(ExistingFiles::Refused, Access::ANY);
    batch.add(&path(1), b"one").unwrap();
    batch.add(&path(2), b"two").unwrap();
    assert!(!path(1).exists() && files_of(&folder).len() == 2);
    drop(batch);
    assert_eq!(files_of(&folder), [""; 0]);

    let mut batch = Batch::new(ExistingFiles::Refused, Access::ANY);
    batch.add(&path(1), b"one").unwrap();
    batch.add(&path(2), b"two").unwrap();
    batch.finish().unwrap();
    assert_eq!(files_of(&folder), ["turn_1.png", "turn_2.png"]);
    assert_eq!(fs::read(path(2)).unwrap(), b"two");
}

#[test]
fn what_stands_there_is_refused_replaced_or_kept_beside() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.png", "two.png"].map(|name| folder.path().join(name));
    fs::write(&two, b"mine").unwrap();
    let mut batch = Batch::new(ExistingFiles::Refused, Access::ANY);
    batch.add(&one, b"1").unwrap();
    let refused = batch.add(&two, b"2").unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }), "{refused}");
    drop(batch);
    assert_eq!(files_of(&folder), ["two.png"]);

    // Also if it comes in between: what got its name before is taken back.
    fs::remove_file(&two).unwrap();
    let mut batch = Batch::new(ExistingFiles::Refused, Access::ANY);
    batch.add(&one, b"1").unwrap();
    batch.add(&two, b"2").unwrap();
    fs::write(&two, b"mine").unwrap();
    let refused = batch.finish().unwrap_err();
    assert!(matches!(refused, WriteError::Exists { .. }), "{refused}");
    assert_eq!(files_of(&folder), ["two.png"]);
    assert_eq!(fs::read(&two).unwrap(), b"mine");

    let mut batch = Batch::new(ExistingFiles::KeptBeside, Access::ANY);
    batch.add(&one, b"1").unwrap();
    batch.add(&two, b"2").unwrap();
    batch.finish().unwrap();
    assert_eq!(fs::read(&two).unwrap(), b"2");
    assert_eq!(fs::read(backup_of(&two)).unwrap(), b"mine");
    assert!(!backup_of(&one).exists());

    let mut batch = Batch::new(ExistingFiles::Replaced, Access::ANY);
    batch.add(&two, b"3").unwrap();
    batch.finish().unwrap();
    assert_eq!(fs::read(&two).unwrap(), b"3");
    assert_eq!(fs::read(backup_of(&two)).unwrap(), b"mine");
    assert_eq!(files_of(&folder).len(), 3);
}
