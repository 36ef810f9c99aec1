//! What others have laid where the program writes: links, pipes, files that are not its own, and who may read what.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use whole_file::{
    Access, Claim, ClaimError, WriteError, backup_of, keep_copy, keep_version, write_whole,
    write_whole_within, write_with_backup,
};

use crate::whole_file::{files_of, folder_with};

/// A pipe that nobody writes to.
pub(crate) fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Takes a claim and lets it go; says why it was refused.
fn refused(path: &Path) -> String {
    match Claim::take(path) {
        Ok(_) => "claimed".to_owned(),
        Err(error @ ClaimError::InTheWay { .. }) => error.to_string(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_claim_touches_nothing_but_notes() {
    let (folder, path) = folder_with("work.dualskin");
    let lock = folder.path().join(".work.dualskin.lock");
    let victim = folder.path().join("victim");
    let elsewhere = folder.path().join("not there");
    let keep = |content: &[u8]| fs::write(&victim, content).unwrap();

    keep(b"precious");
    symlink(&victim, &lock).unwrap();
    assert!(refused(&path).contains("is a link"), "{}", refused(&path));
    // A note behind a link is no better.
    keep(b"1 1\n");
    assert!(refused(&path).contains("is a link"));
    assert_eq!(fs::read(&victim).unwrap(), b"1 1\n");
    fs::remove_file(&lock).unwrap();
    symlink(&elsewhere, &lock).unwrap();
    assert!(refused(&path).contains("is a link"));
    assert!(lock.is_symlink() && !elsewhere.exists(), "nothing was made");
    fs::remove_file(&lock).unwrap();

    fs::hard_link(&victim, &lock).unwrap();
    assert!(refused(&path).contains("several names"));
    assert_eq!(fs::read(&victim).unwrap(), b"1 1\n");
    fs::remove_file(&lock).unwrap();

    for content in [&b"precious"[..], b"1 1", b"1 1\n2 2\n", &[b'1'; 4096]] {
        fs::write(&lock, content).unwrap();
        assert!(refused(&path).contains("another file"));
        assert_eq!(fs::read(&lock).unwrap(), content);
    }
    fs::remove_file(&lock).unwrap();

    fs::create_dir(&lock).unwrap();
    assert!(refused(&path).contains("is a folder"));
    fs::remove_dir(&lock).unwrap();
    make_pipe(&lock);
    assert!(
        refused(&path).contains("is a pipe"),
        "and nobody waits for it"
    );
    fs::remove_file(&lock).unwrap();

    // Whoever lays something else there meanwhile keeps it.
    let claim = Claim::take(&path).unwrap();
    fs::remove_file(&lock).unwrap();
    fs::write(&lock, b"another's").unwrap();
    drop(claim);
    assert_eq!(fs::read(&lock).unwrap(), b"another's");
    fs::remove_file(&lock).unwrap();
    for left in [&b""[..], b"4000000000 1700000000\n"] {
        fs::write(&lock, left).unwrap();
        drop(Claim::take(&path).unwrap());
        assert!(!lock.exists());
    }
}

#[test]
fn a_link_to_nothing_is_no_place_to_write() {
    let (folder, path) = folder_with("link.dualskin");
    let named = folder.path().join("target");
    for to in [named.as_path(), &path] {
        symlink(to, &path).unwrap();
        for write in [write_whole, write_with_backup] {
            let error = write(&path, b"x").unwrap_err();
            assert!(matches!(error, WriteError::DanglingLink { .. }), "{error}");
            assert!(error.to_string().contains(&*to.to_string_lossy()));
        }
        assert!(path.is_symlink() && !named.exists());
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(files_of(&folder), Vec::<String>::new());
}

#[test]
fn links_under_names_of_copies_are_not_followed() {
    let (folder, path) = folder_with("pose.ron");
    let victim = folder.path().join("victim");
    fs::write(&victim, b"precious").unwrap();
    fs::write(&path, b"now").unwrap();
    let backup = backup_of(&path);
    for (to, bytes) in [
        ("not there", &b"other"[..]),
        ("victim", b"other"),
        ("victim", b"precious"),
    ] {
        symlink(to, &backup).unwrap();
        let kept = keep_copy(&path, bytes).unwrap();
        assert_ne!(kept, backup, "a link is not free");
        assert_eq!(fs::read(kept).unwrap(), bytes);
        assert!(backup.is_symlink() && !folder.path().join("not there").exists());
        fs::remove_file(&backup).unwrap();
    }
    symlink(&victim, &backup).unwrap();
    keep_version(&path).unwrap();
    write_with_backup(&path, b"next").unwrap();
    assert!(!backup.is_symlink(), "a backup takes the link's place");
    assert_eq!(fs::read(&backup).unwrap(), b"now");
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
}

#[test]
fn a_copy_is_as_private_as_what_was_copied() {
    let (folder, path) = folder_with("secret");
    let copy = folder.path().join("copy");
    fs::write(&path, b"secret").unwrap();
    set_mode(&path, 0o600);
    assert_eq!(mode_of(&keep_copy(&path, b"secret").unwrap()), 0o600);
    // A looser one of an earlier version of the program.
    set_mode(&backup_of(&path), 0o644);
    assert_eq!(mode_of(&keep_copy(&path, b"secret").unwrap()), 0o600);

    for (from, there, after) in [
        (0o600, None, 0o600),
        (0o640, Some(0o644), 0o640),
        (0o644, Some(0o600), 0o600),
        (0o666, Some(0o664), 0o664),
        (0o400, None, 0o600),
    ] {
        set_mode(&path, from);
        let _none = fs::remove_file(&copy);
        if let Some(mode) = there {
            fs::write(&copy, b"old").unwrap();
            set_mode(&copy, mode);
        }
        write_whole_within(&copy, b"secret", Access::of(&path)).unwrap();
        assert_eq!(mode_of(&copy), after, "{from:o} {there:?}");
    }
    assert_eq!(Access::of(&folder.path().join("nothing")), Access::ANY);
}

/// Looks at what lies beside while a private file is replaced.
#[test]
fn no_temporary_file_is_looser_than_what_it_replaces() {
    let (folder, path) = folder_with("secret");
    fs::write(&path, b"secret").unwrap();
    set_mode(&path, 0o600);
    let done = AtomicBool::new(false);
    let loosest = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut loosest = 0;
            while !done.load(Ordering::Relaxed) {
                let all = fs::read_dir(folder.path()).unwrap().flatten();
                let modes =
                    all.filter_map(|entry| Some(entry.metadata().ok()?.permissions().mode()));
                loosest = modes.fold(loosest, |one, other| one | (other & 0o077));
            }
            loosest
        });
        for _ in 0..200 {
            write_whole(&path, &[7; 1 << 16]).unwrap();
        }
        done.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    });
    assert_eq!(loosest, 0, "{loosest:o}");
    assert_eq!(mode_of(&path), 0o600);
}

/// As a killed writer's left file it would be looked at.
#[test]
fn a_pipe_under_the_name_of_a_leftover_is_not_waited_for() {
    let (folder, path) = folder_with("work");
    let left: PathBuf = folder.path().join(".work.4000000000-0.part");
    make_pipe(&left);
    write_whole(&path, b"whole").unwrap();
    assert!(left.exists());
}
