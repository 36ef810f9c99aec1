//! The library of files with motion, by pointer, keys and names.

#![expect(
    clippy::disallowed_methods,
    reason = "another program writes the files"
)]

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use editor::app::Start;
use session::commands::actions::{Action, ClipLibraryAction};

use crate::window::support::{
    Window, WindowState as _, click, double_click, open_started, press, run, wait_until,
};

const WALK: &str = "Clip walk of the library";

/// The window with the library in front, and a file with the clips of the built-in figure in its folder.
fn begin() -> (tempfile::TempDir, Window) {
    let settings = tempfile::tempdir().unwrap();
    let clips = settings.path().join("clips");
    std::fs::create_dir(&clips).unwrap();
    let biped = session::files::builtin::find("biped");
    let biped = biped.unwrap().open().unwrap();
    let (bytes, _) = character::to_glb(&biped).unwrap();
    std::fs::write(clips.join("figure.glb"), bytes).unwrap();
    std::fs::write(clips.join("broken.bvh"), "HIERARCHY").unwrap();
    let mut window = open_started(Start {
        file: Some("builtin:woman".to_owned()),
        settings: Some(settings.path().to_owned()),
        ..Start::default()
    });
    click(&mut window, "Clips tab");
    wait_until(&mut window, "the file is read", |window| {
        window.query_by_label(WALK).is_some()
    });
    (settings, window)
}

#[test]
fn a_clip_of_a_file_is_added_by_a_double_click_and_by_keys() {
    let (_settings, mut window) = begin();
    let before = window.document().character.clips.len();
    let steps = window.history().len();
    double_click(&mut window, WALK);
    assert_eq!(window.document().character.clips.len(), before + 1);
    assert_eq!(window.history().undo_name(), Some("Add clip walk"));
    press(&mut window, Modifiers::ALT, Key::ArrowDown);
    press(&mut window, Modifiers::ALT, Key::Enter);
    assert_eq!(window.document().character.clips.len(), before + 2);
    assert_eq!(window.history().len(), steps + 2);
    run(&mut window, "Bring in with options");
    window.get_by_label("Bring in motion");
    let dialog = window.session().motion_in.dialog.as_ref();
    assert!(dialog.unwrap().file.ends_with("figure.glb"));
}

#[test]
fn a_file_that_cannot_be_read_says_why_and_another_folder_is_typed() {
    let (settings, mut window) = begin();
    click(&mut window, "Clip broken of the library");
    let why = "its card says why";
    let add = "Add clip of the library";
    assert!(window.get_by_label(add).accesskit_node().is_disabled());
    let action = Action::from(ClipLibraryAction::AddLibraryClip);
    let said = action.why_not(&window.state().view());
    assert!(said.unwrap_or_default().contains(why), "{said:?}");
    std::fs::create_dir(settings.path().join("empty")).unwrap();
    run(&mut window, "Path of clips");
    let path = settings.path().join("empty");
    let field = window.get_by_label("Path of the folder");
    field.focus();
    window.run_steps(1);
    press(&mut window, Modifiers::COMMAND, Key::A);
    let field = window.get_by_label("Path of the folder");
    field.type_text(&path.to_string_lossy());
    window.run_steps(2);
    click(&mut window, "Use folder");
    wait_until(&mut window, "the folder is listed", |window| {
        let text = "No file with motion yet";
        window.query_by_label_contains(text).is_some()
    });
}
