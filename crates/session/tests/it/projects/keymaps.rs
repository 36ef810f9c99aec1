//! Key maps on paper: what is shipped, what users write, and what a key means.

use std::collections::BTreeSet;
use std::path::Path;

use session::commands::actions::{
    Action, AnimateAction, CompareAction, EditAction, FileAction, ProblemAction, ToolAction,
    ViewAction, WindowAction,
};
use session::commands::keymap::{
    Drag, Key, KeyMap, KeyMapFile, KeyPress, Modifiers, MouseButton, Navigation, Preset, Section,
    Shortcut, parse_shortcut, shortcut_text,
};
use session::features::actions::{actions, text_of};
use session::mode::Mode;
use session::state::gizmo::tool::Tool;
use session::text::fuzzy::{WordMatch, fit};
use whole_file::Files;

pub(crate) const CTRL: Modifiers = Modifiers::COMMAND;

pub(crate) fn shipped(preset: Preset) -> KeyMap {
    let (file, text) = preset.source();
    let written = KeyMapFile::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(written, KeyMapFile::default());
    KeyMap::clone(&preset.keymap())
}

pub(crate) fn user(text: &str) -> KeyMapFile {
    KeyMapFile::parse("keys.ron", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The file of own keys as it is written first.
pub(crate) fn copy_of(map: &KeyMap) -> String {
    map.commented_text(actions().iter().map(|row| row.action), text_of)
}

fn fault(text: &str) -> String {
    KeyMapFile::parse("keys.ron", text).unwrap_err().to_string()
}

pub(crate) fn key(name: &str) -> Key {
    Key::from_name(name).unwrap()
}

fn drag(button: MouseButton, modifiers: Modifiers) -> Drag {
    Drag { button, modifiers }
}

pub(crate) fn press(modifiers: Modifiers, key: Key) -> KeyPress {
    KeyPress {
        logical: key,
        physical: None,
        modifiers,
        repeat: false,
    }
}

pub(crate) fn does(map: &KeyMap, press: &KeyPress) -> Option<Action> {
    map.action_of(press, Mode::Pose).map(|(action, _)| action)
}

// ---- actions --------------------------------------------------------------------------------------------------------

#[test]
fn every_action_has_exactly_one_row() {
    for action in Action::all() {
        let rows = actions().iter().filter(|row| row.action == action);
        assert_eq!(rows.count(), 1, "{action:?}");
        assert_eq!(Action::of_id(action.id()), Some(action));
    }
    assert_eq!(Action::all().count(), actions().len());
}

#[test]
fn every_action_has_an_id_of_its_own() {
    let mut seen = BTreeSet::new();
    for row in actions() {
        let id = row.action.id();
        let fine =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(!id.is_empty() && id.chars().all(fine), "{id}");
        assert!(seen.insert(id), "two actions are called {id}");
    }
    assert_eq!(Action::View(ViewAction::FrameAll).id(), "frame-all");
    assert_eq!(
        Action::File(FileAction::OpenBuiltin("arm")).id(),
        "open-builtin-arm"
    );
    assert_eq!(
        Action::File(FileAction::OpenRecent(0)).id(),
        "open-recent-0"
    );
}

/// Users' key maps name actions by their ids, and hands know where they stand in the menus: no change of the code may change them
/// unasked. Who means to change one changes its line in the list, too.
#[test]
fn ids_texts_and_places_of_actions_are_as_they_were() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/actions.txt");
    let wanted = std::fs::read_to_string(&file).unwrap();
    let table = actions().iter().map(|row| {
        let (menu, group) = (row.menu.title(), row.group);
        format!("{menu}\t{group}\t{}\t{}\t{}", row.id, row.text, row.tooltip)
    });
    let table: Vec<String> = table.collect();
    let wanted: Vec<&str> = wanted.lines().collect();
    for (is, was) in table.iter().zip(&wanted) {
        assert_eq!(is, was);
    }
    assert_eq!(table.len(), wanted.len(), "{}", table.join("\n"));
}

// ---- what is shipped ------------------------------------------------------------------------------------------------

#[test]
fn the_shipped_maps_give_no_key_twice() {
    for preset in Preset::ALL {
        let map = shipped(preset);
        assert_eq!(map.conflicts(), [], "{}", preset.name());
        assert_eq!(map.name(), preset.name());
        assert_eq!(Preset::of_id(preset.id()), Some(preset));
    }
    assert_eq!(Preset::default().id(), session::settings::DEFAULT_KEYMAP);
}

#[test]
fn the_shipped_maps_cover_the_same_actions() {
    let [blender, maya] = Preset::ALL.map(|preset| {
        let map = shipped(preset);
        let bound = map.bindings().iter();
        bound
            .map(|binding| (binding.section.id(), binding.action.id()))
            .collect::<BTreeSet<(&str, &str)>>()
    });
    assert_eq!(blender, maya);
    assert!(blender.len() > 50, "{}", blender.len());
    for preset in Preset::ALL {
        for way in Navigation::ALL {
            assert!(shipped(preset).drags_of(way).count() > 0, "{way:?}");
        }
    }
}

/// What the tools of later will need is not given to switches now.
#[test]
fn keys_of_tools_to_come_are_free() {
    let tools = [(Preset::Blender, "X Y Z"), (Preset::Maya, "X Y Z")];
    for (preset, keys) in tools {
        let map = shipped(preset);
        for key in keys.split(' ') {
            let Shortcut { modifiers, key } = parse_shortcut(key).unwrap();
            // Edits of the skeleton are chosen, and no tool.
            for mode in [Mode::Weights, Mode::Pose, Mode::Animate] {
                let taken = map.action_of(&press(modifiers, key), mode);
                assert_eq!(taken, None, "{key:?} in {} {}", map.name(), mode.name());
            }
        }
    }
}

/// Keys without Ctrl that pose do so only where joints are posed, or moved and turned at rest.
#[test]
fn tools_have_the_keys_that_hands_know() {
    type Ask = fn(Tool) -> Action;
    let cases: [(Preset, &str, Ask); 2] = [
        (Preset::Blender, "GRSD", |tool| {
            ToolAction::Operate(tool).into()
        }),
        (Preset::Maya, "WERT", |tool| {
            ToolAction::UseTool(tool).into()
        }),
    ];
    let tools = [Tool::Move, Tool::Rotate, Tool::Scale, Tool::Shear];
    for (preset, keys, action) in cases {
        let map = shipped(preset);
        for (key, tool) in keys.chars().zip(tools) {
            let key = Key::from_name(&key.to_string()).unwrap();
            for mode in Mode::ALL {
                let found = map.action_of(&press(Modifiers::NONE, key), mode);
                let found = found.map(|(action, _)| action);
                // Elsewhere the key may do another thing.
                let does_it = found == Some(action(tool));
                let is_meant = mode.poses() || (mode == Mode::Skeleton && tool.moves_rest());
                assert_eq!(does_it, is_meant, "{key:?} {mode:?}: {found:?}");
            }
        }
    }
}

// ---- what users write -----------------------------------------------------------------------------------------------

#[test]
fn faults_name_their_line_and_the_remedy() {
    let cases = [
        (
            "(version: 1, all: {\n  \"fraem-all\": [\"F\"],\n})",
            "line 2, column 4: unknown action `fraem-all`; did you mean `frame-all`?",
        ),
        (
            "(version: 1, all: {\n  \"frame-all\": [\"Ctrl+Hoem\"],\n})",
            "line 2, column 18: unknown key `Hoem`; did you mean `Home`?",
        ),
        (
            "(version: 1, all: {\"frame-all\": [\"Strg+F\"]})",
            "line 1, column 35: `Strg` in `Strg+F` is nothing to hold; there are Ctrl, Shift and Alt",
        ),
        (
            "(version: 1, all: {\"frame-all\": [\"Ctrl+\"]})",
            "`Ctrl+` names no key",
        ),
        (
            "(version: 1, all: {\"frame-all\": [\"Wheelbarrow\"]})",
            "unknown key `Wheelbarrow`; there are letters, digits",
        ),
        (
            "(version: 1,\n all: {\"quit\": [\"F2\"],\n  \"quit\": [\"F4\"]})",
            "line 3, column",
        ),
        (
            "(\n  version: 2,\n)",
            "line 2, column 12: this file is of version 2, and this program reads version 1; open it with a newer Dualskin",
        ),
        ("(all: {})", "version"),
        (
            "(version: 1,\n posing: {})",
            "line 2, column 2: unknown name `posing`",
        ),
        (
            "(version: 1, all: {\n \"quit\": \"F2\"})",
            "line 2, column 9: expected a list in square brackets: `[`",
        ),
        (
            "(version: 1, navigation: {\"orbot\": [\"LMB\"]})",
            "unknown movement of the camera `orbot`; did you mean `orbit`?",
        ),
        (
            "(version: 1, navigation: {\"orbit\": [\"Alt+XMB\"]})",
            "unknown mouse button `XMB`; did you mean `LMB`?",
        ),
        ("", "line 1, column 1"),
        ("(version: 1, all: {", "line 1, column"),
    ];
    for (text, expected) in cases {
        let found = fault(text);
        assert!(found.contains(expected), "{text}\n{found}\n{expected}");
        assert!(found.starts_with("keys.ron, line "), "{found}");
        assert!(found.contains("Reload key map"), "a remedy: {found}");
    }
}

#[test]
fn a_file_that_is_not_there_leaves_the_shipped_map_and_a_folder_is_refused() {
    let files = Files::default();
    let folder = tempfile::tempdir().unwrap();
    let (map, conflicts) =
        KeyMap::load(Preset::Maya, &folder.path().join("keys.ron"), &files).unwrap();
    assert_eq!((&map, conflicts.len()), (&*Preset::Maya.keymap(), 0));
    let error = KeyMap::load(Preset::Maya, folder.path(), &files).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
    assert!(KeyMap::load(Preset::Maya, Path::new("/nowhere/keys.ron"), &files).is_ok());
}

#[test]
fn own_lines_replace_shipped_ones_and_the_rest_stays() {
    let own = "(version: 1, name: \"Mine\", navigation: {\"orbit\": [\"Ctrl+Alt+LMB\"]},
        all: {\"frame-all\": [\"F6\", \"Ctrl+F6\"], \"quit\": []}, animate: {\"frame-all\": [\"F7\"]})";
    let map = shipped(Preset::Blender).with(user(own));
    assert_eq!(map.name(), "Mine");
    let texts = |action, mode| {
        let keys = map.keys_of(action, mode);
        keys.map(|key| shortcut_text(&key)).collect::<Vec<String>>()
    };
    assert_eq!(
        texts(Action::View(ViewAction::FrameAll), Mode::Pose),
        ["F6", "Ctrl+F6"]
    );
    assert_eq!(
        texts(Action::View(ViewAction::FrameAll), Mode::Animate),
        ["F7", "F6", "Ctrl+F6"]
    );
    assert_eq!(texts(Action::File(FileAction::Quit), Mode::Pose), [""; 0]);
    assert_eq!(
        texts(Action::Edit(EditAction::Undo), Mode::Pose),
        ["Ctrl+Z"]
    );
    assert_eq!(does(&map, &press(Modifiers::NONE, key("Home"))), None);
    let ctrl_alt = CTRL | Modifiers::ALT;
    assert_eq!(
        map.navigation(drag(MouseButton::Left, ctrl_alt)),
        Some(Navigation::Orbit)
    );
    assert_eq!(
        map.navigation(drag(MouseButton::Left, Modifiers::NONE)),
        None
    );
    assert_eq!(
        map.navigation(drag(MouseButton::Right, Modifiers::NONE)),
        Some(Navigation::Pan)
    );
    assert_eq!(map.conflicts(), []);
}

#[test]
fn a_key_map_of_an_earlier_version_keeps_its_keys() {
    let own = "(version: 1, all: {\"select-lonely-vertices\": [\"F6\"]})";
    let map = shipped(Preset::Blender).with(user(own));
    assert_eq!(
        does(&map, &press(Modifiers::NONE, key("F6"))),
        Some(Action::Problems(ProblemAction::SelectUnpairedVertices))
    );
}

#[test]
fn a_key_claimed_twice_is_reported_and_the_first_has_it() {
    let own = "(version: 1, all: {\"frame-all\": [\"Space\"], \"quit\": [\"F6\"]},
        pose: {\"reload\": [\"F6\"]}, navigation: {\"zoom\": [\"RMB\"]})";
    let map = shipped(Preset::Blender).with(user(own));
    let conflicts: Vec<String> = map.conflicts().iter().map(ToString::to_string).collect();
    assert_eq!(conflicts.len(), 3, "{conflicts:?}");
    for words in [
        "Space is given to `frame-all` and to `play-pause`; `frame-all` has it",
        "F6 is given to `quit` and to `reload` in Pose mode; `quit` has it",
        "RMB is given to `zoom` and to `pan`; `zoom` has it",
    ] {
        assert!(
            conflicts.iter().any(|text| text.starts_with(words)),
            "{words}: {conflicts:?}"
        );
    }
    assert_eq!(
        does(&map, &press(Modifiers::NONE, key("Space"))),
        Some(Action::View(ViewAction::FrameAll))
    );
    assert_eq!(
        map.text_of(Action::Animate(AnimateAction::PlayPause), Mode::Pose),
        None,
        "menus show no key that does something else"
    );
    assert_eq!(
        does(&map, &press(Modifiers::NONE, key("F6"))),
        Some(Action::File(FileAction::Quit))
    );
}

#[test]
fn the_copy_to_begin_from_changes_nothing_and_holds_everything() {
    for preset in Preset::ALL {
        let map = shipped(preset);
        let copy = copy_of(&map);
        assert_eq!(map.clone().with(user(&copy)), map, "all lines are comments");
        let (head, body) = copy.split_once("\n(").unwrap();
        assert!(head.lines().all(|line| line.starts_with("//")), "{head}");
        let bare = format!("({}", body.replace("        // ", "        "));
        let again = map.clone().with(user(&bare));
        assert_eq!(again.conflicts(), []);
        for row in actions() {
            assert!(bare.contains(&format!("\"{}\"", row.id)), "{}", row.id);
            for mode in Mode::ALL {
                assert_eq!(
                    again.text_of(row.action, mode),
                    map.text_of(row.action, mode)
                );
            }
        }
    }
}

// ---- keys -----------------------------------------------------------------------------------------------------------

#[test]
fn shortcuts_read_as_they_are_written() {
    for key in Key::all() {
        for modifiers in [
            Modifiers::NONE,
            CTRL,
            Modifiers::SHIFT | Modifiers::ALT,
            CTRL | Modifiers::SHIFT | Modifiers::ALT,
        ] {
            let shortcut = Shortcut { modifiers, key };
            let text = shortcut_text(&shortcut);
            assert_eq!(parse_shortcut(&text), Ok(shortcut), "{text}");
        }
    }
    let written = [
        ("ctrl + shift + z", CTRL | Modifiers::SHIFT, key("Z")),
        ("Page Up", Modifiers::NONE, key("PageUp")),
        ("pagedown", Modifiers::NONE, key("PageDown")),
        ("Ctrl++", CTRL, key("Plus")),
        ("+", Modifiers::NONE, key("Plus")),
        ("Option+a", Modifiers::ALT, key("A")),
        ("Cmd+.", CTRL, key("Period")),
    ];
    for (text, modifiers, key) in written {
        assert_eq!(
            parse_shortcut(text),
            Ok(Shortcut { modifiers, key }),
            "{text}"
        );
    }
    for way in ["LMB", "Shift+MMB", "Ctrl+Alt+RMB"] {
        assert_eq!(Drag::parse(way).unwrap().to_string(), way);
    }
}

#[test]
fn a_key_is_meant_on_every_keyboard() {
    let map = shipped(Preset::Blender);
    let shift = Modifiers::SHIFT;
    // An American keyboard gives `!` for Shift+1, a French one `1` for what lies there.
    let american = KeyPress {
        physical: Some(key("1")),
        ..press(shift, key("Exclamationmark"))
    };
    assert_eq!(
        does(&map, &american),
        Some(Action::Compare(CompareAction::CompareOne))
    );
    assert_eq!(
        does(&map, &press(shift, key("1"))),
        Some(Action::Compare(CompareAction::CompareOne))
    );
    let bracket = KeyPress {
        physical: Some(key("CloseBracket")),
        ..press(shift, key("CloseCurlyBracket"))
    };
    assert_eq!(
        does(&map, &bracket),
        Some(Action::Compare(CompareAction::NextSpot))
    );
    // `?` needs Shift on most keyboards and is one key on some.
    for modifiers in [shift, Modifiers::NONE] {
        assert_eq!(
            does(&map, &press(modifiers, key("Questionmark"))),
            Some(Action::Window(WindowAction::Shortcuts))
        );
    }
    // Letters are meant by what they say, not by where they lie.
    let dvorak = KeyPress {
        physical: Some(key("H")),
        ..press(Modifiers::NONE, key("D"))
    };
    assert_eq!(
        does(&map, &dvorak),
        Some(Action::Tool(ToolAction::Operate(Tool::Shear)))
    );
    // What is held must be what is asked for, neither less nor more.
    assert_eq!(does(&map, &press(CTRL | shift, key("Home"))), None);
    assert_eq!(
        does(&map, &press(CTRL | shift, key("Z"))),
        Some(Action::Edit(EditAction::Redo))
    );
    assert_eq!(
        does(&map, &press(CTRL, key("Z"))),
        Some(Action::Edit(EditAction::Undo))
    );
}

// ---- words of the palette ------------------------------------------------------------------------------------------

#[test]
fn words_fit_names() {
    let cases = [
        ("frame all", "Frame all", Some(WordMatch::Exact)),
        ("frame all", "Frame them all", Some(WordMatch::InOrder)),
        ("frame", "Frame all", Some(WordMatch::InOrder)),
        ("all", "Frame all", Some(WordMatch::InOrder)),
        ("all frame", "Frame all", Some(WordMatch::Whole)),
        ("ram", "Frame all", Some(WordMatch::Inside)),
        ("fa", "Frame all", Some(WordMatch::Initials)),
        ("brings", "Frame all", Some(WordMatch::Around)),
        ("frm all", "Frame all", Some(WordMatch::Letters)),
        ("frml", "Frame all", Some(WordMatch::Letters)),
        ("xyz", "Frame all", None),
        ("frame xyz", "Frame all", None),
        ("", "Frame all", Some(WordMatch::Start)),
        ("FRAME", "Frame all", Some(WordMatch::InOrder)),
        ("é", "Frame all", None),
    ];
    for (typed, name, expected) in cases {
        assert_eq!(fit(typed, name, "Brings all to view"), expected, "{typed}");
    }
}

#[test]
fn words_in_the_order_of_a_name_go_before_the_same_words_in_another() {
    let names = [
        "Mirror weights left to right",
        "Mirror weights right to left",
    ];
    for (typed, other) in [(0, 1), (1, 0)] {
        let fits = [typed, other].map(|name| fit(names[typed], names[name], "").unwrap());
        assert_eq!(
            fits,
            [WordMatch::Exact, WordMatch::Whole],
            "{}",
            names[typed]
        );
    }
}

// ---- own keys by the list -------------------------------------------------------------------------------------------

#[test]
fn a_key_is_changed_in_the_users_file_and_nothing_else() {
    let map = Preset::Blender.keymap();
    let frame = (Section::All, Action::View(ViewAction::FrameAll));
    let key = parse_shortcut("Ctrl+Alt+F7").unwrap();
    let other = parse_shortcut("Ctrl+Alt+F8").unwrap();
    // Into the file as it is written first.
    let copy = copy_of(&map);
    let text = map.with_own_key(&copy, frame, Some(key), text_of).unwrap();
    let changed = KeyMap::clone(&map).with(user(&text));
    assert_eq!(
        does(&changed, &press(key.modifiers, key.key)),
        Some(frame.1)
    );
    assert!(changed.is_changed(frame.1, Mode::Pose) && !map.is_changed(frame.1, Mode::Pose));
    let kept = copy
        .lines()
        .filter(|line| line.trim_start().starts_with("//"));
    assert!(
        kept.clone().all(|line| text.contains(line)),
        "comments stay"
    );
    // Once more, and back.
    let again = map
        .with_own_key(&text, frame, Some(other), text_of)
        .unwrap();
    assert_eq!(again.lines().count(), text.lines().count());
    let back = map.with_own_key(&again, frame, None, text_of).unwrap();
    assert_eq!(user(&back), user(&copy));
    // A file of somebody, with a section that is missing.
    let own =
        "(\n    version: 1,\n    // mine\n    pose: {\n        \"undo\": [\"F9\"],\n    },\n)\n";
    let text = map.with_own_key(own, frame, Some(key), text_of).unwrap();
    assert!(
        text.contains("// mine") && text.contains("\"F9\""),
        "{text}"
    );
    let section = map.section_of(Action::View(ViewAction::FrameAll), Mode::Pose);
    assert_eq!(section, Section::All);
}

#[test]
fn a_key_that_another_action_has_is_refused_by_its_name() {
    let map = Preset::Blender.keymap();
    let frame = (Section::All, Action::View(ViewAction::FrameAll));
    let undo = parse_shortcut("Ctrl+Z").unwrap();
    let copy = copy_of(&map);
    let said = map
        .with_own_key(&copy, frame, Some(undo), text_of)
        .unwrap_err();
    assert!(said.contains("Ctrl+Z") && said.contains("“Undo”"), "{said}");
    // What is not written line by line is left alone.
    let dense = "(version: 1, all: {\"undo\": [\"F9\"]})";
    let key = parse_shortcut("Ctrl+Alt+F7").unwrap();
    let said = map
        .with_own_key(dense, frame, Some(key), text_of)
        .unwrap_err();
    assert!(said.contains("text editor"), "{said}");
    let said = map
        .with_own_key("(version: 1,", frame, Some(key), text_of)
        .unwrap_err();
    assert!(said.contains("keys.ron"), "{said}");
}

// ---- over the dope sheet --------------------------------------------------------------------------------------------
