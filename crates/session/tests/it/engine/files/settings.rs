//! What the user prefers, recent files, the welcome card, and keys of one's own: kept in a folder, and read again.

use std::path::Path;

use session::commands::actions::{Action, FileAction, PoseAction, ViewAction, WindowAction};
use session::commands::command::{Intent, Panel};
use session::commands::keymap::{self, Key, Modifiers};
use session::engine::World;
use session::settings::{FILE, Settings, ThemeChoice, from_text, to_text};
use testkit::folders::own_synthetic;

use crate::engine::driven::Driven;
use crate::engine::{text_of, write};
use crate::projects::keymaps::{does, key, press};

/// As the program begins, with its settings in this folder.
fn begin(folder: &Path, file: Option<&str>) -> Driven {
    let world = World {
        settings: Some(folder.to_owned()),
        ..World::default()
    };
    let mut editor = Driven::starting(world, file);
    editor.wait_until_opened();
    editor
}

fn put(folder: &Path, settings: &Settings) {
    let text = to_text(settings).unwrap();
    write(&folder.join(FILE), &text);
}

fn settings(editor: &Driven) -> &Settings {
    &editor.session().settings
}

/// Waits until the file says what the editor has.
fn wait_until_kept(editor: &mut Driven, folder: &Path) {
    let path = folder.join(FILE);
    editor.wait_until("the settings are kept", |editor| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        from_text(&text).is_ok_and(|read| read.settings == *settings(editor)) && !text.is_empty()
    });
}

fn is_welcome(editor: &Driven) -> bool {
    editor.session().is_open(Panel::Welcome)
}

fn synthetic(name: &str) -> String {
    let file = own_synthetic().join("valid").join(name);
    file.display().to_string()
}

#[test]
fn a_theme_that_is_switched_leaves_the_system_s() {
    let folder = tempfile::tempdir().unwrap();
    put(
        folder.path(),
        &Settings {
            theme: ThemeChoice::System,
            ..Settings::default()
        },
    );
    let mut editor = begin(folder.path(), Some("builtin:arm"));
    let was_light = editor.session().switches.light;
    editor.run(ViewAction::ToggleTheme);
    assert_eq!(editor.session().switches.light, !was_light);
    assert_ne!(settings(&editor).theme, ThemeChoice::System);
}

#[test]
fn a_broken_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join(FILE), "(version: 1,\n theme: purple)");
    let editor = begin(folder.path(), Some("builtin:arm"));
    let messages = editor.notices();
    assert!(
        messages
            .iter()
            .any(|text| text.contains("settings.ron") && text.contains("line 2")),
        "{messages:?}"
    );
    assert_eq!(*settings(&editor), Settings::default());
}

#[test]
fn whether_test_poses_are_shown_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let is_shown = |editor: &Driven| settings(editor).test_poses;
    let mut editor = begin(folder.path(), Some("builtin:arm"));
    assert!(is_shown(&editor));
    editor.run(PoseAction::ToggleTestPoses);
    assert!(!is_shown(&editor));
    let file = folder.path().join(FILE);
    editor.wait_until("it is kept", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("test_poses: false"))
    });
    drop(editor);
    assert!(!is_shown(&begin(folder.path(), Some("builtin:arm"))));
}

// ---- recent files -----------------------------------------------------------------------------------------------------

#[test]
fn what_was_open_can_be_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = begin(folder.path(), Some("builtin:arm"));
    assert!(
        settings(&editor).recent.is_empty(),
        "what is built in is no file"
    );
    for name in ["02_eight_influences.glb", "01_step_cubic.glb"] {
        editor.open_path(&synthetic(name));
    }
    wait_until_kept(&mut editor, folder.path());
    editor.run(FileAction::OpenRecent(1));
    editor.wait_until_opened();
    assert_eq!(editor.character().name, "02_eight_influences");
    // It is the newest now, and the other one has moved behind it.
    editor.run(FileAction::OpenRecent(1));
    editor.wait_until_opened();
    assert_eq!(editor.character().name, "01_step_cubic");
    let newest = settings(&editor).recent.get(0).unwrap();
    assert!(newest.ends_with("01_step_cubic.glb") && Path::new(newest).is_absolute());
}

// ---- the welcome card -------------------------------------------------------------------------------------------------

#[test]
fn the_card_greets_when_no_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = begin(folder.path(), None);
    assert!(is_welcome(&editor));
    assert!(
        !editor.character().name.is_empty(),
        "a character is behind it"
    );
    editor.send(Intent::Toggle(Panel::Welcome));
    assert!(!is_welcome(&editor));
    assert!(!is_welcome(&begin(folder.path(), Some("builtin:arm"))));
}

// ---- one's own keys -------------------------------------------------------------------------------------------------

/// The action of a key that is pressed now.
fn action_of(editor: &Driven, modifiers: Modifiers, pressed: Key) -> Option<Action> {
    does(&editor.session().keymap, &press(modifiers, pressed))
}

#[test]
fn own_keys_are_written_read_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("dualskin");
    let file = settings.join(keymap::FILE);
    let mut editor = begin(&settings, Some("builtin:arm"));
    editor.run(WindowAction::EditKeyMap);
    editor.wait_for_notice(keymap::FILE);
    let copy = text_of(&file);
    assert!(copy.contains("// \"frame-all\": [\"Home\"]"), "{copy}");

    let own = "(version: 1, all: {\"toggle-grid\": [\"Home\"]})";
    write(&file, own);
    editor.run(WindowAction::EditKeyMap);
    assert_eq!(text_of(&file), own, "it is not replaced");
    editor.run(WindowAction::ReloadKeyMap);
    let conflict = "Home is given to `toggle-grid` and to `frame-all`";
    assert!(editor.count_told(conflict) > 0, "{:?}", editor.notices());
    let grid = Some(Action::View(ViewAction::ToggleGrid));
    let home = |editor: &Driven| action_of(editor, Modifiers::NONE, key("Home"));
    assert_eq!(home(&editor), grid);
    // Own keys hold over the other map too.
    editor.run(WindowAction::MayaKeys);
    assert_eq!(home(&editor), grid);

    let broken = "(version: 1, all: {\n\"fraem-all\": [\"F\"]})";
    write(&file, broken);
    editor.run(WindowAction::ReloadKeyMap);
    let messages = editor.notices();
    assert!(
        messages
            .iter()
            .any(|text| text.contains("line 2") && text.contains("did you mean `frame-all`?")),
        "{messages:?}"
    );
    let shift = Modifiers {
        shift: true,
        ..Modifiers::NONE
    };
    let shipped = action_of(&editor, shift, key("G"));
    assert_eq!(shipped, grid, "shipped keys hold");
}

#[test]
fn an_editor_without_a_folder_has_no_place_for_keys() {
    let mut editor = Driven::open("builtin:arm");
    editor.run(WindowAction::EditKeyMap);
    editor.wait_for_notice("no folder for settings");
}
