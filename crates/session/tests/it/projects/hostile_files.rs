//! Files that the program looks for by itself, where something else lies: nothing is waited for, nothing is touched.

#![expect(
    clippy::disallowed_methods,
    reason = "files are laid out as an attacker would"
)]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use session::commands::keymap::{KeyMap, Preset};
use session::files::working_folder::{whole, whole_source};
use session::settings::{FILE, SettingsStore};
use session::state::pose_library::PresetIndex;
use session::state::projects::{Left, Project, Recovery, free_place, read, untold};
use whole_file::Files;

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn project() -> Project {
    read(b"(version: 1, source: (file: \"builtin:arm\"))").unwrap()
}

#[test]
fn lost_work_is_offered_whatever_lies_around_it() {
    let files = Files::default();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let victim = at("victim");
    fs::write(&victim, b"precious").unwrap();
    make_pipe(&at("1-0.ron"));
    let huge = File::create(at("2-0.ron")).unwrap();
    huge.set_len(20 << 30).unwrap();
    symlink("/dev/zero", at("3-0.ron")).unwrap();
    let work = Recovery::now("work".to_owned(), project());
    fs::write(at("4-0.ron"), work.to_text().unwrap()).unwrap();
    symlink(&victim, at(".4-0.ron.lock")).unwrap();
    symlink("nowhere", at("5-0.ron")).unwrap();
    let (left, faults) = Left::all(folder.path(), &files);
    let names: Vec<&str> = left.iter().map(|left| left.name.as_str()).collect();
    assert_eq!(names, ["work"]);
    for expected in ["a pipe", "21474836480 bytes", "a device"] {
        assert!(
            faults.iter().any(|fault| fault.contains(expected)),
            "{faults:?}"
        );
    }
    assert_eq!(faults.len(), 3);
    assert_eq!(fs::read(&victim).unwrap(), b"precious");

    // A link to nothing is no free place, and a lock that is a link no claim.
    let own = |number: u32| at(&format!("{}-{number}.ron", std::process::id()));
    symlink("nowhere", own(0)).unwrap();
    let lock = at(&format!(".{}-1.ron.lock", std::process::id()));
    symlink(&victim, &lock).unwrap();
    let (place, _claim) = free_place(folder.path(), &files).unwrap();
    assert_eq!(place, own(2));
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
}

#[test]
fn settings_keys_and_poses_are_files_or_refused() {
    let files = Files::default();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    make_pipe(&at(FILE));
    let (_, _, notices) = SettingsStore::open(Some(folder.path().to_owned()), &files);
    assert!(notices[0].contains("a pipe, not a file"), "{notices:?}");
    symlink("/dev/zero", at("keys.ron")).unwrap();
    let error = KeyMap::load(Preset::Blender, &at("keys.ron"), &files).unwrap_err();
    assert!(
        error.to_string().contains("a device, not a file"),
        "{error}"
    );
    let poses = at("poses");
    fs::create_dir(&poses).unwrap();
    make_pipe(&poses.join("pipe.ron"));
    let mut index = PresetIndex::new(poses, files);
    index.scan(&BTreeSet::new(), &mut |_| true).unwrap();
    for entry in index.entries().iter() {
        assert!(entry.preset.is_none());
        let fault = entry.fault.as_ref();
        assert!(fault.is_some_and(|fault| fault.contains("a pipe")));
    }
}

#[test]
fn relative_paths_are_meant_from_where_the_program_was_started() {
    let here = std::env::current_dir().unwrap();
    assert_eq!(whole(Path::new("a/b.glb")), here.join("a/b.glb"));
    assert_eq!(whole(Path::new("./b.glb")), here.join("b.glb"));
    for kept in ["", "/a/../b.glb", "builtin:arm"] {
        assert_eq!(whole_source(kept), kept);
    }
}

/// However many broken files there are, one notice tells of them, at one start; another fault is told when it comes.
#[test]
fn broken_files_for_recovery_are_told_once() {
    let files = Files::default();
    for count in [1, 2, 24] {
        let folder = tempfile::tempdir().unwrap();
        let start = || untold(folder.path(), &Left::all(folder.path(), &files).1, &files);
        assert_eq!(start(), None);
        for number in 0..count {
            let broken = format!("(version: 1, name: {number}");
            fs::write(folder.path().join(format!("{number}-0.ron")), broken).unwrap();
        }
        let told = start().unwrap();
        assert!(
            count == 1 || told.contains(&format!("{count} files")),
            "{told}"
        );
        assert!(told.contains("-0.ron"), "{told}");
        assert_eq!(start(), None, "{count}");
        // What is broken otherwise now is told again, alone.
        fs::write(folder.path().join("0-0.ron"), "(").unwrap();
        let told = start().unwrap();
        assert!(
            told.contains("0-0.ron") && !told.contains("files in"),
            "{told}"
        );
        assert_eq!(start(), None);
        let kept = fs::read_dir(folder.path()).unwrap().flatten();
        let broken = kept.filter(|file| file.path().extension().is_some_and(|it| it == "ron"));
        assert_eq!(broken.count(), count, "they are kept");
    }
}
