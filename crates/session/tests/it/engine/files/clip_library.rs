//! The library of files with motion, and such files dropped on the window.

use std::fs;
use std::path::{Path, PathBuf};

use session::commands::actions::{ClipLibraryAction, WindowAction};
use session::commands::command::{Input, Intent};
use session::settings::window_layout::Tile;
use session::state::clip_library::{ClipLibraryIntent, ClipPlace};
use session::state::motion_in::dialog::MotionIntent;

use super::motions::capture_of_walk;
use crate::engine::driven::Driven;

struct LibraryOfClips {
    folder: tempfile::TempDir,
    editor: Driven,
}

/// A built-in character as a file.
fn copy_of(name: &str, path: &Path) {
    let character = session::files::builtin::find(name).unwrap().open().unwrap();
    let (bytes, _) = character::to_glb(&character).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The window with the library in sight, and captures, a character and a broken file in its folder.
fn begin() -> LibraryOfClips {
    let folder = tempfile::tempdir().unwrap();
    let clips = folder.path().join("clips");
    fs::create_dir_all(clips.join("captures")).unwrap();
    let walk = capture_of_walk(&clips.join("captures"));
    fs::rename(walk, clips.join("captures/stroll.bvh")).unwrap();
    copy_of("biped", &clips.join("figure.glb"));
    fs::write(clips.join("broken.bvh"), "HIERARCHY\nROOT").unwrap();
    fs::write(clips.join("notes.txt"), "no motion").unwrap();
    let mut editor = Driven::with_settings(folder.path(), "builtin:woman");
    editor.run(WindowAction::ToggleTile(Tile::Clips));
    editor.wait_until("the folder is listed", |editor| {
        editor.session().clip_library.files.len() == 3
    });
    LibraryOfClips { folder, editor }
}

impl LibraryOfClips {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("clips").join(name)
    }

    fn see(&mut self, names: &[&str]) {
        let seen = names.iter().map(|name| self.path(name)).collect();
        self.editor.send(Input::SeeClips(seen));
        let paths: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        self.editor.wait_until("files are read", move |editor| {
            let read = &editor.session().clip_library.read;
            paths.iter().all(|path| read.contains_key(path))
        });
    }

    fn cards(&self) -> Vec<(String, bool)> {
        let library = &self.editor.session().clip_library;
        let cards = library.cards().into_iter();
        cards.map(|card| (card.name, card.clip.is_some())).collect()
    }

    fn send(&mut self, intent: ClipLibraryIntent) {
        self.editor.send(Intent::ClipLibrary(intent));
    }
}

#[test]
fn clips_of_a_folder_are_shown_as_they_are_on_the_character_and_added_as_one_step() {
    let mut library = begin();
    let named = |cards: &[(&str, bool)]| -> Vec<(String, bool)> {
        let cards = cards
            .iter()
            .map(|&(name, is_read)| (name.to_owned(), is_read));
        cards.collect()
    };
    let unread = [("broken", false), ("figure", false), ("stroll", false)];
    assert_eq!(library.cards(), named(&unread), "nothing is read unseen");
    library.see(&["captures/stroll.bvh"]);
    // A file of one clip, whose name says nothing that the file's does not, goes by the file's.
    let [.., stroll] = &library.cards()[..] else {
        unreachable!("three cards");
    };
    assert!(stroll.1, "{stroll:?}");
    let name = stroll.0.clone();
    library.see(&["figure.glb", "broken.bvh"]);
    let biped = session::files::builtin::find("biped")
        .unwrap()
        .open()
        .unwrap();
    let cards = library.cards();
    assert_eq!(cards.len(), 2 + biped.clips.len(), "{cards:?}");
    for clip in biped.clips.iter() {
        let name = clip.name().unwrap().to_owned();
        assert!(
            cards.contains(&(name, true)),
            "names as in the file: {cards:?}"
        );
    }
    let fault = library.editor.session().clip_library.cards();
    let fault = fault
        .first()
        .and_then(|card| card.fault)
        .unwrap()
        .to_owned();
    assert!(fault.contains("broken.bvh"), "{fault}");

    let before = library.editor.character().clips.len();
    let steps = library.editor.history().len();
    let place = ClipPlace {
        path: library.path("captures/stroll.bvh"),
        clip: 0,
    };
    library.send(ClipLibraryIntent::Add(place));
    let clips = &library.editor.character().clips;
    assert_eq!(clips.len(), before + 1);
    assert_eq!(clips.last().unwrap().name(), Some(name.as_str()));
    assert_eq!(library.editor.history().len(), steps + 1);
    let shown = library.editor.session().playback.moment.unwrap();
    assert_eq!(shown.clip, clips.last().unwrap().id());
    library.editor.undo();
    assert_eq!(library.editor.character().clips.len(), before);
    // The joints are the same: what was read is not read again.
    assert_eq!(library.editor.session().clip_library.read.len(), 3);
}

#[test]
fn the_library_is_searched_and_gone_through_by_keys() {
    let mut library = begin();
    library.see(&["figure.glb"]);
    library.send(ClipLibraryIntent::Search("walk".to_owned()));
    let found = library.cards();
    assert_eq!(
        found.first().map(|card| card.0.as_str()),
        Some("walk"),
        "{found:?}"
    );
    assert!(found.len() < 4, "{found:?}");
    library.send(ClipLibraryIntent::Search(String::new()));
    library.editor.run(ClipLibraryAction::NextLibraryClip);
    let chosen = library
        .editor
        .session()
        .clip_library
        .chosen
        .clone()
        .unwrap();
    assert_eq!(chosen.path, library.path("broken.bvh"));
    library.editor.run(ClipLibraryAction::NextLibraryClip);
    library.editor.run(ClipLibraryAction::OpenLibraryClip);
    let dialog = library.editor.session().motion_in.dialog.clone().unwrap();
    assert!(dialog.file.ends_with("figure.glb"), "{}", dialog.file);
    library.editor.send(Intent::Motion(MotionIntent::Close));
    fs::remove_file(library.path("figure.glb")).unwrap();
    library.editor.idle(3.0);
    library
        .editor
        .wait_until("the folder is listed again", |editor| {
            editor.session().clip_library.files.len() == 2
        });
    assert_eq!(library.editor.session().clip_library.chosen, None);
}

#[test]
fn clips_are_brought_over_anew_where_the_character_has_other_joints() {
    let mut library = begin();
    library.see(&["captures/stroll.bvh"]);
    let joints = |library: &LibraryOfClips| {
        let read = &library.editor.session().clip_library.read;
        let clips = read.values().next().unwrap().clips.clone().unwrap();
        let joints = clips[0].clip.tracks().iter().map(|track| track.joint);
        joints.max().unwrap()
    };
    let of_woman = joints(&library);
    library.editor.open_path("builtin:biped");
    library.see(&["captures/stroll.bvh"]);
    assert_ne!(joints(&library), of_woman);
    let skeleton = library.editor.skeleton();
    assert!(joints(&library).index() < skeleton.len());
}

/// Cards of clips that are not kept any longer stay where they are, under their names.
#[test]
fn cards_stay_when_what_was_read_is_forgotten() {
    let mut library = begin();
    library.see(&["figure.glb", "captures/stroll.bvh"]);
    let names = |library: &LibraryOfClips| -> Vec<String> {
        library.cards().into_iter().map(|card| card.0).collect()
    };
    let before = names(&library);
    library.editor.send(Input::SeeClips(Vec::new()));
    library.editor.open_path("builtin:biped");
    library.editor.frames(3);
    assert!(library.editor.session().clip_library.read.is_empty());
    assert_eq!(names(&library), before);
    assert!(
        library.cards().iter().all(|card| !card.1),
        "nothing is read unseen"
    );
    library.see(&["figure.glb"]);
    assert_eq!(names(&library), before);
}

fn drop_file(editor: &mut Driven, path: &Path) {
    editor.send(Intent::Dropped(path.to_string_lossy().into_owned()));
}

#[test]
fn a_dropped_file_without_a_mesh_is_motion_for_the_character_and_others_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let walk = capture_of_walk(folder.path());
    let figure = folder.path().join("figure.glb");
    copy_of("cylinder", &figure);
    let mut editor = Driven::open("builtin:woman");
    drop_file(&mut editor, &walk);
    editor.wait_until("the dialog", |editor| {
        editor.session().motion_in.dialog.is_some()
    });
    editor.wait_until("it is read", |editor| {
        let dialog = editor.session().motion_in.dialog.as_ref();
        dialog.is_some_and(|dialog| dialog.source().is_some_and(Result::is_ok))
    });
    assert!(editor.session().motion_in.dialog.clone().unwrap().dropped);
    assert_eq!(editor.character().name, "woman", "what is open stays");
    editor.send(Intent::Motion(MotionIntent::OpenInstead));
    editor.wait_until("it is opened", |editor| {
        editor.session().character.file.ends_with(".bvh")
    });
    assert!(editor.session().motion_in.dialog.is_none());
    // A capture alone takes no motion: what is dropped on it is opened.
    drop_file(&mut editor, &figure);
    editor.wait_until("it is opened", |editor| {
        editor.session().character.file.ends_with("figure.glb")
    });
    drop_file(&mut editor, &folder.path().join("none.glb"));
    editor.wait_until("it is told", |editor| editor.said().contains("none.glb"));
}

#[test]
fn a_dropped_character_asks_before_work_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let figure = folder.path().join("figure.glb");
    copy_of("cylinder", &figure);
    let mut editor = Driven::open("builtin:woman");
    editor.rotate("spine", 0, 30.0);
    drop_file(&mut editor, &figure);
    editor.wait_until("the question", |editor| editor.asked().is_some());
    assert_eq!(editor.character().name, "woman");
}

#[test]
fn a_clip_that_was_brought_to_other_joints_is_not_added() {
    let mut library = begin();
    library.see(&["captures/stroll.bvh"]);
    let place = ClipPlace {
        path: library.path("captures/stroll.bvh"),
        clip: 0,
    };
    library.send(ClipLibraryIntent::Choose(Some(place)));
    let add = ClipLibraryAction::AddLibraryClip;
    assert_eq!(library.editor.why_not(add), None);
    // Out of sight nothing is read, and keys still reach it.
    library.editor.run(WindowAction::ToggleTile(Tile::Clips));
    library.editor.open_path("builtin:cylinder");
    assert!(library.editor.why_not(add).is_some());
    let before = library.editor.character().clips.len();
    library.editor.try_run(add);
    assert_eq!(library.editor.character().clips.len(), before);
}
