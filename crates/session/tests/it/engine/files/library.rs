//! The library of poses, over a folder that others write to.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use session::commands::actions::{LibraryAction, PoseAction, ToolAction};
use session::commands::command::Intent;
use session::document::channel::Channel;
use session::state::gizmo::tool::Tool;
use session::state::pose_library::{FolderState, LibraryIntent, PoseDialog, Saved};
use testkit::disk::Disk;

use crate::engine::driven::Driven;

/// An editor with settings of its own, and so a folder for poses.
pub(super) struct LibraryEditor {
    folder: tempfile::TempDir,
    pub(super) editor: Driven,
}

/// An editor whose folder of poses holds these files.
pub(super) fn begin(file: &str, poses: &[(&str, &str)]) -> LibraryEditor {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("poses")).unwrap();
    for (name, text) in poses {
        std::fs::write(folder.path().join("poses").join(name), text).unwrap();
    }
    let mut editor = Driven::with_settings(folder.path(), file);
    editor.wait_until("the folder is read", |editor| {
        editor.session().library.standing == FolderState::Read
    });
    LibraryEditor { folder, editor }
}

impl LibraryEditor {
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("poses").join(file)
    }

    fn names(&self) -> Vec<String> {
        let library = &self.editor.session().library;
        let names = library.entries.iter().map(|entry| entry.name.clone());
        names.collect()
    }

    pub(super) fn wait_for_names(&mut self, names: &[&str]) {
        self.editor.wait_until(&format!("{names:?}"), |editor| {
            let entries = &editor.session().library.entries;
            let found = entries.iter().map(|entry| entry.name.as_str());
            found.eq(names.iter().copied())
        });
    }

    pub(super) fn ask(&mut self, intent: LibraryIntent) {
        self.editor.send(Intent::Library(intent));
    }

    fn path_named(&self, name: &str) -> PathBuf {
        let library = &self.editor.session().library;
        let entry = library.entries.iter().find(|entry| entry.name == name);
        entry.unwrap().path.clone()
    }

    /// Chooses a pose and applies it.
    pub(super) fn apply(&mut self, name: &str) {
        let path = self.path_named(name);
        self.ask(LibraryIntent::Apply(path));
    }

    pub(super) fn choose(&mut self, name: &str) {
        let path = self.path_named(name);
        self.ask(LibraryIntent::Choose(Some(path)));
    }

    /// Saves the visible pose under a name, by the dialog.
    pub(super) fn save(&mut self, name: &str, saved: Saved) {
        self.editor.run(LibraryAction::SavePose);
        self.ask(LibraryIntent::Save {
            name: name.to_owned(),
            group: String::new(),
            saved,
            replace: false,
        });
    }

    /// Gives the chosen pose another name and folder, by the dialog.
    pub(super) fn rename(&mut self, name: &str, group: &str) {
        self.editor.run(LibraryAction::RenamePose);
        let path = self.editor.session().library.chosen.clone().unwrap();
        self.ask(LibraryIntent::Rename {
            path,
            name: name.to_owned(),
            group: group.to_owned(),
        });
    }

    fn is_asked(&self) -> bool {
        self.editor.session().library.dialog.is_some()
    }

    /// Names of the joints that the chosen pose has.
    fn joints(&self) -> Vec<String> {
        joints_of(&self.editor)
    }
}

fn joints_of(editor: &Driven) -> Vec<String> {
    let chosen = editor.session().library.chosen_entry();
    let preset = chosen.and_then(|entry| entry.preset.clone());
    let preset = preset.unwrap();
    let names = preset.preset.joints.iter().map(|joint| joint.joint.clone());
    names.collect()
}

pub(super) fn bend(degrees: f32) -> String {
    format!(
        "(version: 1, name: \"Bend\", joints: {{ \"forearm\": (rotation: (0, 0, {degrees})) }})\n"
    )
}

/// Time until the forearm is turned by so much.
pub(super) fn until_turned(editor: &mut Driven, degrees: f32) -> Duration {
    let start = Instant::now();
    editor.wait_until("the character follows its file", |editor| {
        editor.is_turned_by(degrees)
    });
    start.elapsed()
}

#[test]
fn an_edit_in_a_text_editor_is_followed() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    assert!(library.editor.is_turned_by(30.0));
    let path = library.path("bend.ron");

    // In place, and by another file that takes the name.
    std::fs::write(&path, bend(60.0)).unwrap();
    let in_place = until_turned(&mut library.editor, 60.0);
    let other = library.path(".bend.ron.swp");
    std::fs::write(&other, bend(75.0)).unwrap();
    std::fs::rename(&other, &path).unwrap();
    let renamed = until_turned(&mut library.editor, 75.0);
    let moved = library.path("bend.ron~");
    std::fs::rename(&path, &moved).unwrap();
    library.editor.frames(3);
    std::fs::write(&path, bend(20.0)).unwrap();
    let moved_away = until_turned(&mut library.editor, 20.0);
    testkit::say(&format!(
        "from the file to the character: {in_place:?}, {renamed:?}, {moved_away:?}"
    ));
    for time in [in_place, renamed, moved_away] {
        assert!(time < Duration::from_secs(5), "{time:?}");
    }
    assert_eq!(library.editor.step(), "Pose Bend (changed on disk)");
    library.editor.undo();
    assert!(library.editor.is_turned_by(75.0));
}

#[test]
fn a_file_that_breaks_keeps_its_pose_and_says_where() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(20.0))]);
    library.apply("Bend");
    let path = library.path("bend.ron");
    let broken =
        "(version: 1,\n  name: \"Bend\",\n  joints: { \"forearm\": (rotation: (0, oops, 0)) })\n";
    std::fs::write(&path, broken).unwrap();
    let notice = library.editor.wait_for_notice("bend.ron, line 3, column");
    assert!(notice.contains("kept as it was"), "{notice}");
    assert!(library.editor.is_turned_by(20.0));
    let chosen = library.editor.session().library.chosen_entry().unwrap();
    let fault = chosen.fault.clone().unwrap();
    assert!(fault.contains("line 3, column"), "{fault}");
    library.apply("Bend");
    assert!(library.editor.is_turned_by(20.0));
    // Broken otherwise, it is told once all the same.
    std::fs::write(&path, broken.replacen(",\n  joints", ",\n\n  joints", 1)).unwrap();
    library.editor.wait_for_notice("bend.ron, line 4, column");
    assert_eq!(library.editor.count_told("bend.ron, line"), 1);
    std::fs::write(&path, bend(45.0)).unwrap();
    until_turned(&mut library.editor, 45.0);
    library.editor.wait_for_notice("bend.ron is valid again");
}

#[test]
fn a_pose_that_was_edited_since_is_left_alone() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    library.editor.rotate("hand", 0, 5.0);
    let revision = |editor: &Driven| editor.session().library.entries[0].revision;
    let before = revision(&library.editor);
    std::fs::write(library.path("bend.ron"), bend(60.0)).unwrap();
    library
        .editor
        .wait_until("the entry is another", |editor| revision(editor) != before);
    library.editor.frames(3);
    assert!(library.editor.is_turned_by(30.0));
}

#[test]
fn poses_are_mirrored_and_applied_to_selected_joints_only() {
    const LEFT: &str = "upper_arm.L";
    const RIGHT: &str = "upper_arm.R";
    let text = "(version: 1, name: \"Both\", joints: { \"upper_arm.L\": (rotation: (0, 0, 40)), \"spine\": (rotation: (10, 0, 0)) })";
    let mut library = begin("builtin:biped", &[("both.ron", text)]);
    let is_at = |library: &LibraryEditor, name: &str, degrees: f32| {
        (library.editor.angle_of(name) - degrees).abs() < 0.01
    };
    library.editor.run(LibraryAction::TogglePoseMirrored);
    library.apply("Both");
    assert!(is_at(&library, RIGHT, 40.0) && is_at(&library, LEFT, 0.0));
    assert!(is_at(&library, "spine", 10.0));

    library.editor.run(LibraryAction::TogglePoseMirrored);
    assert!(is_at(&library, LEFT, 40.0), "follows");
    assert!(is_at(&library, RIGHT, 0.0));

    library.editor.run(PoseAction::ResetPose);
    library.editor.run(LibraryAction::TogglePoseSelectedOnly);
    library.editor.run(LibraryAction::ApplyPose);
    library.editor.wait_for_notice("No joint is selected");
    assert!(is_at(&library, "spine", 0.0));
    library.editor.select("spine");
    library.editor.run(LibraryAction::ApplyPose);
    assert!(is_at(&library, "spine", 10.0) && is_at(&library, LEFT, 0.0));
}

#[test]
fn joints_that_the_skeleton_lacks_are_named() {
    let text = "(version: 1, name: \"Odd\", joints: { \"forearm\": (rotation: (0, 0, 30)), \"tail\": (rotation: (0, 9, 0)), \"wing\": (scale: (2, 1, 1)) })";
    let mut library = begin("builtin:arm", &[("odd.ron", text)]);
    library.apply("Odd");
    let notice = library.editor.wait_for_notice("2 joints of Odd");
    assert!(notice.contains("tail, wing"), "{notice}");
    assert!(library.editor.is_turned_by(30.0));
}

#[test]
fn poses_are_renamed_and_no_other_file_is_taken() {
    let other = bend(10.0).replace("Bend", "Another");
    let mut library = begin(
        "builtin:arm",
        &[
            ("bend.ron", &bend(30.0)),
            ("another.ron", &other),
            ("notes.txt", "no pose"),
        ],
    );
    assert_eq!(library.names(), ["Another", "Bend"]);
    library.ask(LibraryIntent::Search("ben".to_owned()));
    let found = library.editor.session().library.matching_entries();
    let found: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(found, ["Bend"]);
    library.choose("Bend");
    library.rename("Bow", "");
    library.wait_for_names(&["Another", "Bow"]);
    assert!(library.path("Bow.ron").exists() && !library.path("bend.ron").exists());
    assert!(library.path("bend.ron.bak").exists());

    // What another file has is not taken.
    library.ask(LibraryIntent::Search(String::new()));
    library.choose("Bow");
    library.rename("another", "");
    let editor = &mut library.editor;
    editor.wait_until("it is told", |editor| {
        let dialog = editor.session().library.dialog.as_ref();
        let told = matches!(dialog, Some(PoseDialog::Rename { fault: Some(fault), .. }) if fault.contains("there is a file of this name already"));
        told || editor.count_told("there is a file of this name already") > 0
    });
    library.ask(LibraryIntent::Ask(None));
    assert_eq!(library.names(), ["Another", "Bow"]);
}

#[test]
fn joints_of_a_pose_are_added_and_taken_out_and_it_is_deleted() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.choose("Bend");
    library.editor.rotate("hand", 0, 20.0);
    library.editor.run(LibraryAction::AddToLibraryPose);
    library.editor.wait_for_notice("Saved Bend in the place of");
    let has = |count: usize| move |editor: &Driven| joints_of(editor).len() == count;
    library.editor.wait_until("two joints", has(2));
    assert_eq!(library.joints(), ["forearm", "hand"]);
    assert!(library.path("bend.ron.bak").exists());
    library.editor.run(LibraryAction::RemoveFromLibraryPose);
    library.editor.wait_until("one joint", has(1));
    assert_eq!(library.joints(), ["forearm"]);
    library.editor.run(LibraryAction::ReplaceInLibrary);
    library
        .editor
        .wait_until("the present pose", |editor| joints_of(editor)[0] == "hand");

    library.editor.run(LibraryAction::DeletePose);
    assert!(library.path("bend.ron").exists(), "asked first");
    let Some(PoseDialog::Delete { path }) = library.editor.session().library.dialog.clone() else {
        panic!("{:?}", library.editor.session().library.dialog);
    };
    library.ask(LibraryIntent::Delete(path));
    library.wait_for_names(&[]);
    assert!(!library.path("bend.ron").exists());
    let kept = |name: &str| library.path(name).exists();
    assert!(kept("bend.ron.bak2") || kept("bend.ron.bak"));
}

#[test]
fn a_folder_is_chosen_by_its_path_and_faults_of_writing_are_reported() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.editor.turn(90.0);
    let file = library.folder.path().join("a file");
    std::fs::write(&file, "no folder").unwrap();
    let choose = |library: &mut LibraryEditor, path: &Path| {
        let path = path.display().to_string();
        library.editor.send(Intent::SetPosesFolder(path));
    };
    choose(&mut library, &file);
    library
        .editor
        .wait_for_notice("the folder of poses cannot be read");
    assert!(library.names().is_empty());
    library.save("Wave", Saved::Moved);
    library.editor.wait_for_notice("the folder cannot be made");
    assert!(library.is_asked(), "the question stays");
    library.ask(LibraryIntent::Ask(None));

    let fresh = library.folder.path().join("new/poses");
    choose(&mut library, &fresh);
    library.wait_for_names(&[]);
    library.save("Wave", Saved::Moved);
    library.wait_for_names(&["Wave"]);
    assert!(fresh.join("Wave.ron").exists());
}

#[test]
fn what_comes_from_the_folder_does_not_end_a_tool_at_work() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.editor.select("forearm");
    library.editor.run(ToolAction::Operate(Tool::Move));
    assert!(library.editor.session().operation.is_some());
    let other = bend(20.0).replace("Bend", "Other");
    std::fs::write(library.path("other.ron"), other).unwrap();
    library.wait_for_names(&["Bend", "Other"]);
    assert!(library.editor.session().operation.is_some());
    library.editor.cancel_tool();
    assert!(library.editor.history().is_empty());
}

#[test]
fn another_character_takes_nothing_over_from_a_pose_that_was_applied() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.apply("Bend");
    assert!(library.editor.is_turned_by(30.0));
    assert!(library.editor.session().library.applied.is_some());
    library.editor.undo();
    library.editor.open_path("builtin:arm");
    assert!(library.editor.turned().abs() < 0.01);
    assert!(library.editor.session().library.applied.is_none());
}

// ---- a disk that takes nothing ----------------------------------------------------------------------------------------

#[test]
fn a_full_disk_is_reported_and_the_name_can_be_tried_again() {
    let mut library = begin("builtin:arm", &[]);
    let Some(_disk) = Disk::mount(&library.path(""), "size=64k") else {
        return;
    };
    library.editor.turn(90.0);
    let filler = library.path("filler");
    let _full = std::fs::write(&filler, vec![7_u8; 1 << 17]);
    library.save("Wave", Saved::Moved);
    let message = library.editor.wait_for_notice("the disk is full");
    assert!(message.contains("Wave.ron"), "{message}");
    assert!(library.is_asked());
    assert!(library.editor.is_turned_by(90.0));
    assert!(!library.path("Wave.ron").exists());
    std::fs::remove_file(&filler).unwrap();
    library.save("Wave", Saved::Moved);
    library.editor.wait_for_notice("Saved Wave as");
    assert!(library.path("Wave.ron").exists());
}

#[test]
fn a_folder_that_may_only_be_read_keeps_its_poses_and_says_so() {
    let mut library = begin("builtin:arm", &[]);
    let Some(_disk) = Disk::mount(&library.path(""), "ro") else {
        return;
    };
    library.editor.select("forearm");
    library.editor.set(Channel::Rotation, 2, 90.0);
    library.save("Wave", Saved::Moved);
    let message = library.editor.wait_for_notice("Wave.ron");
    assert!(
        message.contains("ead-only") || message.contains("ermission"),
        "{message}"
    );
    assert!(library.is_asked());
    library.ask(LibraryIntent::Ask(None));
    assert!(library.editor.is_turned_by(90.0));
    assert_eq!(library.editor.history().len(), 1);
}
