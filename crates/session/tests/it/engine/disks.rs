//! The editor on a disk that is handed in: what it keeps there, and what it does when the disk fails.

use std::path::{Path, PathBuf};

use character::SkeletonEdit;
use session::commands::actions::{
    Action, FileAction, LearnAction, VersionAction, ViewAction, WindowAction,
};
use session::commands::command::Intent;
use session::engine::World;
use session::state::export::written::{NotWritten, OwnFiles, export};
use session::state::opening::load::load;
use session::state::pose_library::{FolderState, LibraryIntent, Saved};
use session::state::projects::command::{ProjectAnswer, ProjectIntent};
use session::state::projects::{ProjectDialog, Trouble};
use testkit::memory_disk::MemoryDisk;
use whole_file::{Access, backup_of};

use super::Driven;

const SETTINGS: &str = "/in-memory/settings";
const PROJECT: &str = "/in-memory/projects/bent.dualskin";

/// A disk with a folder for work.
fn disk_for_work() -> MemoryDisk {
    let disk = MemoryDisk::default();
    disk.put("/in-memory/projects/notes.txt", "");
    disk
}

fn open_on(disk: &MemoryDisk, settings: Option<&str>, file: &str) -> Driven {
    let world = World {
        files: disk.files(),
        settings: settings.map(PathBuf::from),
        ..World::default()
    };
    Driven::begin(world, file)
}

/// How many notices say this.
fn count_notices(editor: &Driven, words: &str) -> usize {
    let notices = editor.notices();
    notices.iter().filter(|text| text.contains(words)).count()
}

fn recovery_files(disk: &MemoryDisk) -> Vec<PathBuf> {
    disk.paths_in(Path::new(SETTINGS).join("recovery"))
}

/// Lets so much time pass that changes are kept.
fn let_autosave(editor: &mut Driven) {
    editor.let_pass(0.1);
    editor.let_pass(5.5);
}

#[test]
fn a_project_is_saved_and_opened_again() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:arm");
    editor.turn(45.0);
    editor.save_to(&Path::new(PROJECT).with_extension(""));
    assert!(!editor.is_dirty(), "{:?}", editor.notices());
    let text = disk.text(PROJECT).unwrap();
    assert!(text.contains("(rotation:"), "{text}");
    assert!(
        !Path::new("/in-memory").exists(),
        "it is on the system's disk"
    );
    editor.turn(60.0);
    editor.save();
    assert_eq!(disk.text(backup_of(PROJECT.as_ref())), Some(text));
    let saved = editor.document().clone();
    drop(editor);

    let mut editor = open_on(&disk, Some(SETTINGS), PROJECT);
    assert!(editor.document().is_same_work(&saved) && !editor.is_dirty());
    assert_eq!(count_notices(&editor, "another window"), 0);
    // A second editor of the same disk is told of the first.
    let other = open_on(&disk, None, PROJECT);
    assert_eq!(count_notices(&other, "another window"), 1);
    editor.wait_until("the recent files are written", |_| {
        let text = disk.text(Path::new(SETTINGS).join("settings.ron"));
        text.is_some_and(|text| text.contains(PROJECT))
    });
}

#[test]
fn a_full_disk_costs_nothing_that_was_saved() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, None, "builtin:arm");
    editor.turn(30.0);
    editor.save_to(Path::new(PROJECT));
    let (before, files) = (disk.text(PROJECT).unwrap(), disk.paths_in("/"));
    editor.turn(60.0);
    disk.set_room(Some(100));
    editor.save();
    let said = editor.said();
    assert!(said.starts_with("Not saved. /in-memory/"), "{said}");
    assert!(said.contains("the disk is full; free some space"), "{said}");
    assert_eq!(disk.text(PROJECT).as_ref(), Some(&before));
    assert_eq!(disk.paths_in("/"), files, "nothing is left of the attempt");
    assert!(editor.is_dirty() && editor.is_turned_by(60.0));
    disk.set_room(None);
    editor.save();
    assert!(!editor.is_dirty(), "{:?}", editor.notices());
    assert!(disk.text(PROJECT).unwrap().contains("60.0"));
    assert_eq!(disk.text(backup_of(PROJECT.as_ref())), Some(before));
}

#[test]
fn a_protected_file_and_a_read_only_folder_are_told_with_a_remedy() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, None, "builtin:arm");
    editor.turn(30.0);
    editor.save_to(Path::new(PROJECT));
    let before = disk.text(PROJECT);
    editor.turn(60.0);
    disk.set_protected(PROJECT, true);
    editor.save();
    let said = editor.said();
    assert!(
        said.contains("write-protected; choose another name"),
        "{said}"
    );
    disk.set_protected(PROJECT, false);
    disk.set_read_only("/in-memory/projects", true);
    editor.save();
    let said = editor.said();
    assert!(
        said.contains("nothing can be written in this folder"),
        "{said}"
    );
    assert!(editor.is_dirty() && disk.text(PROJECT) == before);
}

#[test]
fn work_is_kept_and_offered_after_a_crash() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:arm");
    editor.turn(45.0);
    let_autosave(&mut editor);
    editor.wait_until("it is kept", |editor| {
        editor.session().project.autosaved_at.is_some()
    });
    let kept = recovery_files(&disk);
    assert_eq!(kept.len(), 1);
    assert_eq!(disk.access_of(&kept[0]), Some(Access::PRIVATE));
    let lost = editor.document().clone();
    // As a crash: nothing is finished.
    drop(editor);

    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:cylinder");
    editor.wait_until("it is offered", |editor| {
        let project = &editor.session().project;
        project.offers && project.next_left().is_some()
    });
    editor.run(Action::File(FileAction::RecoverWork));
    editor.wait_until_opened();
    assert!(editor.document().is_same_work(&lost) && editor.is_dirty());
    editor.save_to(Path::new(PROJECT));
    editor.wait_until("nothing is kept any more", |_| {
        recovery_files(&disk).is_empty()
    });
}

#[test]
fn work_that_a_full_disk_does_not_keep_is_told_once() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:arm");
    disk.set_room(Some(100));
    editor.turn(45.0);
    for _ in 0..3 {
        let failures = disk.n_writes_failed();
        let_autosave(&mut editor);
        editor.wait_until("it failed", |_| disk.n_writes_failed() > failures);
    }
    assert!(recovery_files(&disk).is_empty());
    disk.set_room(None);
    let_autosave(&mut editor);
    editor.wait_until("it is kept", |_| recovery_files(&disk).len() == 1);
    // The next attempt begins once the one before was heard of, so that all three were.
    let words = "Unsaved work cannot be kept";
    assert_eq!(count_notices(&editor, words), 1, "{:?}", editor.notices());
}

#[test]
fn settings_that_cannot_be_written_are_told_once() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:arm");
    let theme = Action::View(ViewAction::ToggleTheme);
    editor.wait_until("earlier work was looked for", |_| {
        disk.files().is_folder(SETTINGS.as_ref())
    });
    disk.set_read_only(SETTINGS, true);
    for _ in 0..3 {
        let failures = disk.n_writes_failed();
        editor.run(theme);
        editor.wait_until("it failed", |_| disk.n_writes_failed() > failures);
    }
    let file = Path::new(SETTINGS).join("settings.ron");
    assert_eq!(disk.text(&file), None);
    disk.set_read_only(SETTINGS, false);
    editor.run(theme);
    editor.wait_until("it is written", |_| disk.text(&file).is_some());
    // The next write begins once the one before was heard of, so that all three were.
    let words = "The settings could not be kept: /in-memory/settings";
    assert_eq!(count_notices(&editor, words), 1, "{:?}", editor.notices());
}

#[test]
fn a_slow_write_hinders_nobody() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, None, "builtin:arm");
    editor.turn(30.0);
    disk.hold_writes(true);
    editor.send(Intent::Project(ProjectIntent::SaveTo {
        file: PathBuf::from(PROJECT),
        replaces: false,
    }));
    editor.wait_until("it is being written", |_| disk.is_writer_waiting());
    // Frames go on, and so does the work.
    editor.turn(60.0);
    assert!(editor.session().project.saving && editor.is_turned_by(60.0));
    assert_eq!(disk.text(PROJECT), None);
    disk.hold_writes(false);
    editor.wait_until_saved();
    assert!(disk.text(PROJECT).unwrap().contains("30.0"));
    assert!(editor.is_dirty(), "what came meanwhile is not saved");
}

#[test]
fn weights_that_a_save_leaves_out_are_named_though_a_figure_is_shown_when_it_ends() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, None, "builtin:arm");
    editor.run(VersionAction::KeepWeights);
    let skeleton = editor.skeleton();
    let joint = skeleton.key(skeleton.find("forearm").unwrap());
    editor.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint }));
    disk.hold_writes(true);
    editor.send(Intent::Project(ProjectIntent::SaveTo {
        file: PathBuf::from(PROJECT),
        replaces: false,
    }));
    editor.wait_until("it is being written", |_| disk.is_writer_waiting());
    editor.run(LearnAction::ShowFigure("k08-04"));
    editor.wait_until_figure("k08-04");
    disk.hold_writes(false);
    editor.wait_until_saved();
    assert!(editor.session().figure().is_some());
    let said = editor.wait_for_notice("do not fit the skeleton were not saved");
    assert!(
        said.contains("bent.dualskin") && said.contains("forearm"),
        "{said}"
    );
}

#[test]
fn a_project_that_others_change_while_it_is_opened_is_not_written_over_unasked() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, None, "builtin:arm");
    editor.turn(30.0);
    editor.save_to(Path::new(PROJECT));
    drop(editor);
    let others = disk.text(PROJECT).unwrap().replace("30.0", "31.0");
    disk.change_after_read(PROJECT, others.as_str());
    let mut editor = open_on(&disk, None, PROJECT);
    assert!(editor.is_turned_by(30.0), "as it was read");
    editor.turn(60.0);
    editor.save();
    let trouble = match editor.asked() {
        Some(ProjectDialog::Conflict { trouble, .. }) => Some(trouble),
        _ => None,
    };
    assert_eq!(trouble, Some(&Trouble::Changed));
    assert_eq!(disk.text(PROJECT).as_ref(), Some(&others));
    editor.answer(ProjectAnswer::Overwrite);
    editor.wait_until_saved();
    assert!(disk.text(PROJECT).unwrap().contains("60.0"));
    assert_eq!(disk.text(backup_of(PROJECT.as_ref())), Some(others));
}

#[test]
fn an_export_replaces_no_file_of_another_disk() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("arm.glb");
    super::write(&place, "somebody's");
    let disk = MemoryDisk::default();
    disk.put(folder.path().join("notes.txt"), "");
    let files = disk.files();
    let arm = load("builtin:arm").unwrap();
    let own = OwnFiles::default();
    let export_to = |path: &Path, replaces| export(&arm, path, &own, replaces, &files);

    let written = export_to(&place, false).unwrap();
    let found = files.read_regular(&place, u64::MAX).unwrap();
    assert_eq!(found, character::to_glb(&arm).unwrap().0);
    assert_eq!(written.bytes, Some(found.len() as u64));
    assert_eq!(
        export_to(&place, false),
        Err(NotWritten::Exists(place.clone()))
    );
    disk.put(&place, "older");
    export_to(&place, true).unwrap();
    assert_eq!(disk.text(backup_of(&place)).as_deref(), Some("older"));

    let before = disk.paths_in(folder.path());
    for name in ["arm.gltf", "arm.vrm"] {
        let Err(NotWritten::Failed(why)) = export_to(&folder.path().join(name), true) else {
            panic!("{name} was written");
        };
        assert!(why.contains("as one file only; give a name"), "{why}");
    }
    assert_eq!(disk.paths_in(folder.path()), before);
    assert_eq!(super::text_of(&place), "somebody's");
    let beside = std::fs::read_dir(folder.path()).unwrap();
    assert_eq!(beside.count(), 1, "nothing came to the system's disk");
}

#[test]
fn poses_of_others_are_found_though_the_system_has_such_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let poses = folder.path().join("poses");
    std::fs::create_dir(&poses).unwrap();
    let disk = MemoryDisk::default();
    disk.put(poses.join("notes.txt"), "");
    let mut editor = open_on(&disk, folder.path().to_str(), "builtin:arm");
    editor.wait_until("the folder is read", |editor| {
        editor.session().library.standing == FolderState::Read
    });
    let pose = "(version: 1, name: \"Wave\", joints: { \"arm\": (rotation: (0, 0, 9)) })";
    disk.put(poses.join("wave.ron"), pose);
    editor.wait_until("the pose is found", |editor| {
        let entries = &editor.session().library.entries;
        entries.iter().any(|entry| entry.name == "Wave")
    });
}

#[test]
fn own_keys_and_poses_are_on_the_same_disk() {
    let disk = disk_for_work();
    let mut editor = open_on(&disk, Some(SETTINGS), "builtin:arm");
    editor.run(Action::Window(WindowAction::EditKeyMap));
    let keys = Path::new(SETTINGS).join("keys.ron");
    assert!(disk.text(&keys).is_some(), "{:?}", editor.notices());
    disk.put(&keys, "(version: 1, all: {\"no-such-action\": [\"A\"]})");
    editor.run(Action::Window(WindowAction::ReloadKeyMap));
    assert!(
        editor.said().contains("unknown action"),
        "{}",
        editor.said()
    );

    editor.turn(30.0);
    editor.send(Intent::Library(LibraryIntent::Save {
        name: "Bend".to_owned(),
        group: String::new(),
        saved: Saved::Moved,
        replace: false,
    }));
    editor.wait_until("the pose is in the library", |editor| {
        let entries = &editor.session().library.entries;
        entries.iter().any(|entry| entry.name == "Bend")
    });
    let poses = disk.paths_in(Path::new(SETTINGS).join("poses"));
    assert_eq!(poses.len(), 1, "{poses:?}");
}
