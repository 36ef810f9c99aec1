//! The folder of the library without a window: what is read, what is kept in doubt, what is written.

#![expect(
    clippy::disallowed_methods,
    reason = "a test that cannot go on fails; text editors write as they like"
)]

use std::collections::BTreeSet;
use std::path::Path;

use session::state::pose_library::{
    Entry, Failure, Library, LibraryJob, PresetIndex, file_name, group_path,
};
use session::state::presets::{PresetFile, read};
use testkit::disk::Disk;
use whole_file::Files;

fn pose(name: &str, degrees: f32) -> String {
    format!("(version: 1, name: \"{name}\", joints: {{ \"arm\": (rotation: (0, 0, {degrees})) }})")
}

/// Looks; says whether something changed, and whether to look again.
fn scan(index: &mut PresetIndex) -> (bool, bool) {
    let scan = index.scan(&BTreeSet::new(), &mut |_| true).unwrap();
    (scan.changed, scan.again)
}

fn names(index: &PresetIndex) -> Vec<String> {
    let entries = index.entries();
    entries.iter().map(|entry| entry.name.clone()).collect()
}

fn only(index: &PresetIndex) -> Entry {
    let entries = index.entries();
    assert_eq!(entries.len(), 1);
    Entry::clone(&entries[0])
}

#[test]
fn files_are_called_as_their_poses_as_far_as_systems_take_it() {
    for (name, file) in [
        ("Wave", "Wave.ron"),
        ("  Wave hello ", "Wave hello.ron"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j.ron"),
        ("..", "pose.ron"),
        ("", "pose.ron"),
        (".hidden", "hidden.ron"),
        ("../../etc/passwd", "-..-etc-passwd.ron"),
        ("手を振る", "手を振る.ron"),
        ("tab\tnew\nline", "tab-new-line.ron"),
        ("con", "con_.ron"),
        ("COM1.x", "COM1.x_.ron"),
        ("common", "common.ron"),
        ("end. ", "end.ron"),
    ] {
        assert_eq!(file_name(name), file, "{name:?}");
    }
    let long = file_name(&"ä".repeat(500));
    assert!(long.len() < 200 && long.ends_with("ä.ron"), "{long}");
}

#[test]
fn a_folder_is_read_by_name_and_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |file: &str| folder.path().join(file);
    let mut index = PresetIndex::new(folder.path().join("poses"), Files::default());
    assert_eq!(
        scan(&mut index),
        (false, false),
        "a folder that is not there"
    );
    let mut index = PresetIndex::new(folder.path().to_owned(), Files::default());
    std::fs::write(path("2.ron"), pose("zebra", 1.0)).unwrap();
    std::fs::write(path("1.ron"), pose("Yak", 2.0)).unwrap();
    std::fs::write(path(".1.ron"), pose("hidden", 2.0)).unwrap();
    std::fs::write(path("1.ron.bak"), pose("old", 2.0)).unwrap();
    std::fs::create_dir(path("folder.ron")).unwrap();
    assert_eq!(scan(&mut index), (true, false));
    assert_eq!(names(&index), ["Yak", "zebra"]);
    assert_eq!(scan(&mut index), (false, false));

    // What is gone is waited for once.
    std::fs::remove_file(path("1.ron")).unwrap();
    assert_eq!(scan(&mut index), (false, true));
    assert_eq!(names(&index), ["Yak", "zebra"]);
    std::fs::write(path("1.ron"), pose("Yak", 2.0)).unwrap();
    assert_eq!(scan(&mut index), (false, false), "as it was");
    std::fs::remove_file(path("1.ron")).unwrap();
    assert_eq!(scan(&mut index), (false, true));
    assert_eq!(scan(&mut index), (true, false));
    assert_eq!(names(&index), ["zebra"]);
}

#[test]
fn a_broken_file_keeps_what_it_said_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.ron");
    let mut index = PresetIndex::new(folder.path().to_owned(), Files::default());
    std::fs::write(&path, pose("Wave", 1.0)).unwrap();
    scan(&mut index);
    let good = only(&index);
    assert_eq!(good.fault, None);
    let faults: [&[u8]; 3] = [
        b"(version: 1,\n joints: oops)",
        b"(\xff\xfe",
        &[b' '; 5 << 20],
    ];
    for bytes in faults {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(scan(&mut index), (true, false));
        let broken = only(&index);
        let fault = broken.fault.unwrap();
        assert!(
            fault.contains("wave.ron") && fault.ends_with('.'),
            "{fault}"
        );
        assert_eq!(
            (broken.name, broken.preset),
            (good.name.clone(), good.preset.clone())
        );
        assert_eq!(broken.revision, good.revision);
    }
    // An empty file is being written, unless it stays so.
    std::fs::write(&path, "").unwrap();
    assert_eq!(scan(&mut index), (false, true));
    assert_eq!(scan(&mut index), (true, false));
    assert!(only(&index).fault.is_some());
    std::fs::write(&path, pose("Wave", 3.0)).unwrap();
    assert_eq!(scan(&mut index), (true, false));
    let repaired = only(&index);
    assert!(repaired.fault.is_none() && repaired.revision > good.revision);
}

#[test]
fn thousands_of_files_come_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..2000 {
        let file = folder.path().join(format!("{number}.ron"));
        std::fs::write(file, pose(&format!("pose {number:04}"), 1.0)).unwrap();
    }
    let mut index = PresetIndex::new(folder.path().to_owned(), Files::default());
    let mut counts = Vec::new();
    let mut report = |index: &PresetIndex| {
        counts.push(index.entries().len());
        true
    };
    index.scan(&BTreeSet::new(), &mut report).unwrap();
    assert_eq!((counts.len(), counts[0]), (20, 100));
    let library = Library {
        entries: index.entries(),
        search: "0042".to_owned(),
        ..Library::default()
    };
    assert_eq!(library.matching_entries()[0].name, "pose 0042");
    assert!(!library.matching_entries().is_empty() && library.matching_entries().len() < 50);
}

fn preset(name: &str) -> Box<PresetFile> {
    Box::new(PresetFile {
        name: name.to_owned(),
        ..read(&pose(name, 5.0), "").unwrap()
    })
}

fn save(path: &Path, name: &str, replace: bool) -> LibraryJob {
    LibraryJob::Save {
        path: path.to_owned(),
        preset: preset(name),
        replace,
    }
}

fn carry_out(job: &LibraryJob) -> Result<String, Failure> {
    job.carry_out(&Files::default())
}

#[test]
fn nothing_is_replaced_unasked_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let at = |file: &str| folder.path().join(file);
    let text = |file: &str| std::fs::read_to_string(at(file)).unwrap();
    carry_out(&save(&at("new/Wave.ron"), "Wave", false)).unwrap();
    carry_out(&save(&at("Wave.ron"), "Wave", false)).unwrap();
    let first = text("Wave.ron");
    let refused = carry_out(&save(&at("Wave.ron"), "Other", false)).unwrap_err();
    assert!(refused.exists && text("Wave.ron") == first, "{refused:?}");

    std::fs::write(
        at("Wave.ron"),
        first.replacen("//", "// My own words.\n//", 1),
    )
    .unwrap();
    carry_out(&save(&at("Wave.ron"), "Other", true)).unwrap();
    assert!(text("Wave.ron.bak").contains("My own words"));
    assert!(text("Wave.ron").contains("My own words") && text("Wave.ron").contains("Other"));

    let rename = |from: &str, to: &str| LibraryJob::Rename {
        from: at(from),
        to: at(to),
        name: "Bow".to_owned(),
    };
    std::fs::write(at("taken.ron"), pose("Taken", 1.0)).unwrap();
    assert!(
        carry_out(&rename("Wave.ron", "taken.ron"))
            .unwrap_err()
            .exists
    );
    carry_out(&rename("Wave.ron", "Bow.ron")).unwrap();
    assert!(!at("Wave.ron").exists() && text("Bow.ron").contains("\"Bow\""));
    carry_out(&rename("Bow.ron", "Bow.ron")).unwrap();
    assert!(at("Bow.ron").exists());
    assert!(carry_out(&rename("gone.ron", "back.ron")).is_err());

    let before = text("Bow.ron");
    carry_out(&LibraryJob::Delete(at("Bow.ron"))).unwrap();
    assert!(!at("Bow.ron").exists());
    let kept = ["Bow.ron.bak", "Bow.ron.bak2"].map(|file| std::fs::read_to_string(at(file)).ok());
    assert!(kept.contains(&Some(before)));
    assert!(carry_out(&LibraryJob::Delete(at("Bow.ron"))).is_err());
    // A file stands where the folder should be.
    let failure = carry_out(&save(&at("taken.ron/Wave.ron"), "Wave", false));
    assert!(failure.unwrap_err().text.contains("cannot be made"));
}

/// A disk of some kilobytes, where one may be mounted.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::mount(folder.path(), "size=64k") else {
        return;
    };
    let path = folder.path().join("Wave.ron");
    let saved = save(&path, "Wave", false).carry_out(&Files::default());
    let before = std::fs::read(&path).ok();
    let filler = vec![7_u8; 1 << 17];
    let _full = std::fs::write(folder.path().join("filler"), filler);
    let failure = save(&path, "Other", true).carry_out(&Files::default());
    let after = std::fs::read(&path).ok();
    drop(disk);
    saved.unwrap();
    let text = failure.unwrap_err().text;
    assert!(
        text.contains("Wave.ron") && text.contains("the disk is full"),
        "{text}"
    );
    assert!(before.is_some() && before == after);
}

#[test]
fn folders_in_the_folder_are_groups_that_fold() {
    let folder = tempfile::tempdir().unwrap();
    let path = |file: &str| folder.path().join(file);
    for group in ["Dance/Slow/Deeper", ".hidden"] {
        std::fs::create_dir_all(path(group)).unwrap();
    }
    for file in [
        "top.ron",
        "Dance/b.ron",
        "Dance/Slow/a.ron",
        "Dance/Slow/Deeper/x.ron",
        ".hidden/y.ron",
    ] {
        let name = Path::new(file).file_stem().unwrap().to_str().unwrap();
        std::fs::write(path(file), pose(name, 1.0)).unwrap();
    }
    let mut index = PresetIndex::new(folder.path().to_owned(), Files::default());
    scan(&mut index);
    assert_eq!(names(&index), ["a", "b", "top"]);
    assert_eq!(index.folders().len(), 2);
    let mut library = Library {
        folder: Some(folder.path().to_owned()),
        entries: index.entries(),
        ..Library::default()
    };
    let shown = |library: &Library| {
        let found = library.unfolded_entries();
        found
            .iter()
            .map(|entry| entry.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&library), ["top", "b", "a"]);
    assert_eq!(library.group_of(&path("Dance/Slow/a.ron")), "Dance/Slow");
    assert_eq!(library.groups().len(), 2);
    library.folded.insert("Dance".to_owned());
    assert_eq!(shown(&library), ["top", "a"]);
    library.search = "b".to_owned();
    assert_eq!(shown(&library), ["b"], "a search looks everywhere");

    // Into a new folder, and from there into another.
    let new = library.path_of("Wave", "Greetings").unwrap();
    assert_eq!(new, path("Greetings/Wave.ron"));
    let preset = Box::new(read(&pose("Wave", 1.0), "wave.ron").unwrap());
    let save = LibraryJob::Save {
        path: new.clone(),
        preset,
        replace: false,
    };
    save.carry_out(&Files::default()).unwrap();
    let moved = LibraryJob::Rename {
        from: new.clone(),
        to: library.path_of("Wave", "Dance").unwrap(),
        name: "Wave".to_owned(),
    };
    assert!(
        moved
            .carry_out(&Files::default())
            .unwrap()
            .starts_with("Moved Wave to ")
    );
    assert!(!new.exists() && path("Dance/Wave.ron").exists());
}

#[test]
fn no_name_of_a_folder_leads_out_of_the_library() {
    for (typed, expected) in [
        ("", ""),
        ("  ", ""),
        ("Dance", "Dance"),
        (" Dance / Slow ", "Dance/Slow"),
        ("a/b/c/d", "a/b"),
        ("../../etc", "pose/pose"),
        ("/etc", "etc"),
        ("C:\\x", "C-/x"),
    ] {
        assert_eq!(group_path(typed), Path::new(expected), "{typed:?}");
    }
}
