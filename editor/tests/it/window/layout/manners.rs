//! What the window says and offers where something is missing, wrong or narrow.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

use std::path::Path;

use editor::app::Start;
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2,
};
use egui_kittest::kittest::Queryable as _;
use session::settings::FILE;

use crate::window::support::{
    Window, WindowState as _, choose_method, click, click_at, drag_from, notices, open, open_sized,
    open_started_sized, press, right_click, run, type_into, wait_until, wait_until_loaded,
};

fn begin(folder: &Path, file: Option<&str>, size: Vec2) -> Window {
    let start = Start {
        file: file.map(str::to_owned),
        settings: Some(folder.to_owned()),
        welcome: true,
        ..Start::default()
    };
    open_started_sized(start, size)
}

const USUAL: Vec2 = Vec2::new(1400.0, 900.0);

fn written(folder: &Path, name: &str, bytes: &[u8]) {
    whole_file::write_whole(&folder.join(name), bytes).unwrap();
}

#[test]
fn a_start_file_that_is_missing_leaves_a_card_that_offers_another() {
    let mut window = open("/nowhere/gone.glb");
    assert!(window.query_by_label("Nothing is open").is_some());
    for panel in ["inspector", "statistics", "timeline"] {
        let link = format!("Open a file from {panel}");
        assert!(
            window.query_by_label(&link).is_some(),
            "{panel} says nothing"
        );
    }
    // What needs doing does not go by itself.
    for _ in 0..40 {
        window.step();
    }
    window.run_steps(2);
    assert!(window.query_by_label("Close message").is_some());
    click(&mut window, "Close message");
    assert!(window.query_by_label("Close message").is_none());
    click(&mut window, "Begin with cylinder");
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "cylinder");
    assert!(window.query_by_label("Nothing is open").is_none());
}

#[test]
fn faults_of_files_are_reported_in_words_with_what_was_meant() {
    let cases: [(&str, &[u8], &[&str]); 6] = [
        (
            FILE,
            b"(version: 1, theme: drak)",
            &["unknown value `drak`", "did you mean `dark`?"],
        ),
        (
            FILE,
            b"(version: 1,\n unit: inches)",
            &["unknown name `unit`", "did you mean `units`?", "line 2"],
        ),
        (FILE, b"(version: 1, ui_scale: big)", &["expected a number"]),
        (
            FILE,
            b"(version: 1, keymap: \"maya\")",
            &["no key map `maya`", "Preferences"],
        ),
        (
            "keys.ron",
            b"(version: 1,\n all: {\"undo\": [\"Ctrl+\xff\"]})",
            &["no UTF-8 text", "line 2", "encoding"],
        ),
        (
            "keys.ron",
            b"(version: 1, al: {})",
            &["unknown name `al`", "did you mean `all`?"],
        ),
    ];
    for (name, bytes, words) in cases {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path(), name, bytes);
        let window = begin(folder.path(), Some("builtin:cylinder"), USUAL);
        let messages = notices(&window);
        let has = |text: &String| words.iter().all(|word| text.contains(word));
        assert!(messages.iter().any(has), "{words:?}: {messages:?}");
        assert!(
            !messages.iter().any(|text| text.contains("?.")),
            "{messages:?}"
        );
    }
}

#[test]
fn a_panel_hidden_twice_is_hidden_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = session::settings::to_text(&session::settings::Settings::default()).unwrap();
    let text = text.replace("hidden: []", "hidden: [joints, joints]");
    written(folder.path(), FILE, text.as_bytes());
    let mut window = begin(folder.path(), Some("builtin:cylinder"), USUAL);
    assert!(notices(&window).is_empty(), "{:?}", notices(&window));
    assert!(window.query_by_label("Search joints").is_none());
    click(&mut window, "View");
    click(&mut window, "Show Joints");
    assert!(window.query_by_label("Search joints").is_some());
}

#[test]
fn without_a_clip_the_timeline_shows_no_time() {
    let mut window = open("builtin:biped");
    assert!(window.query_by_label("no clip").is_some());
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(window.query_by_label("no clip").is_none());
    for field in ["Current time", "End of the clip"] {
        assert!(window.query_by_label(field).is_some(), "{field}");
    }
}

#[test]
fn a_submenu_does_not_repeat_its_title() {
    let mut window = open("builtin:cylinder");
    click(&mut window, "View");
    window.get_by_label_contains("        Shading").click();
    window.run_steps(6);
    let row = window.get_by_label("Shading: Clay");
    assert!(row.rect().width() > 20.0);
}

#[test]
fn a_rigid_method_says_what_it_leaves_out() {
    let mut window = open("builtin:arm");
    choose_method(&mut window, "B", "Dual quaternion");
    let said = |window: &Window| {
        window
            .query_by_label_contains("B: without scale and shear")
            .is_some()
    };
    assert!(!said(&window), "nothing is scaled");
    click(&mut window, "forearm");
    type_into(&mut window, "Scale Y", "1.5");
    assert!(said(&window));
    choose_method(&mut window, "B", "Two-phase");
    assert!(!said(&window));
}

#[test]
fn another_number_of_panes_frames_again_unless_the_camera_was_moved() {
    let mut window = open("builtin:biped");
    let camera = |window: &Window| window.session().camera;
    let two = camera(&window);
    run(&mut window, "One pane");
    window.run_steps(3);
    let one = camera(&window);
    assert_ne!(one, two, "there is more space now");
    run(&mut window, "Side by side");
    window.run_steps(3);
    assert!((camera(&window).distance / two.distance - 1.0).abs() < 1e-3);
    let at = window.get_by_label("Pane A").rect().center();
    window.hover_at(at);
    window.step();
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 40.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(40);
    let moved = camera(&window);
    assert_ne!(moved, two);
    run(&mut window, "One pane");
    window.run_steps(3);
    assert_eq!(camera(&window), moved);
}

#[test]
fn another_size_of_the_window_leaves_the_camera_alone() {
    let mut window = open("builtin:biped");
    let camera = |window: &Window| window.session().camera;
    let before = camera(&window);
    window.set_size(Vec2::new(1000.0, 900.0));
    window.run_steps(4);
    assert_eq!(camera(&window), before);
    window.set_size(Vec2::new(1400.0, 600.0));
    window.run_steps(4);
    assert_eq!(camera(&window), before);
}

#[test]
fn escape_closes_every_window_the_last_first() {
    let mut window = open("builtin:arm");
    let windows = |window: &Window| window.session().windows.open.clone();
    for words in ["About", "Preferences", "Messages", "Paste with factor"] {
        run(&mut window, words);
    }
    let all = windows(&window).len();
    assert!(all > 2, "{:?}", windows(&window));
    for left in (0..all).rev() {
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert_eq!(windows(&window).len(), left);
    }
}

#[test]
fn a_click_beside_a_dialog_keeps_what_was_typed() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Path").type_text("/models/fox.glb");
    window.run_steps(3);
    click_at(&mut window, Pos2::new(40.0, 850.0), Modifiers::NONE);
    let typed = window.session().windows.path.clone();
    assert_eq!(typed.as_deref(), Some("/models/fox.glb"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.session().windows.path, None);
}

#[test]
fn a_pane_has_a_menu_that_fits_the_mode() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    let at = window.get_by_label("Pane A").rect().left_top() + Vec2::new(30.0, 120.0);
    let menus = [
        (Key::Num1, "Dissolve joints"),
        (Key::Num2, "Lock all but selected"),
        (Key::Num3, "Copy pose"),
    ];
    for (key, own) in menus {
        press(&mut window, Modifiers::COMMAND, key);
        right_click(&mut window, at);
        for (_, item) in menus {
            let is_there = window.query_by_label(item).is_some();
            assert_eq!(is_there, item == own, "{item}");
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(window.query_by_label(own).is_none());
    }
    right_click(&mut window, at);
    click(&mut window, "Copy pose");
    assert!(window.query_by_label("Copy pose").is_none(), "it closes");
    // A drag with that button moves the camera as ever, and the click that cancels a tool opens nothing.
    let by = Vec2::new(30.0, 0.0);
    drag_from(&mut window, at, by, PointerButton::Secondary);
    assert!(window.query_by_label("Copy pose").is_none());
    press(&mut window, Modifiers::NONE, Key::G);
    right_click(&mut window, at);
    assert!(window.session().operation.is_none());
    assert!(window.query_by_label("Copy pose").is_none());
}

#[test]
fn whole_words_come_first_in_the_palette_and_what_was_run_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin(folder.path(), Some("builtin:cylinder"), USUAL);
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.get_by_label("Command").type_text("rest");
    window.run_steps(3);
    let top = |window: &Window, words: &str| {
        let rows = window.get_all_by_label_contains(words);
        rows.map(|row| row.rect().top())
            .fold(f32::INFINITY, f32::min)
    };
    assert!(top(&window, "Run Show rest pose") < top(&window, "Run Restart graphics"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    run(&mut window, "Next background");
    let kept = || std::fs::read_to_string(folder.path().join(FILE)).unwrap_or_default();
    wait_until(&mut window, "it is kept", |_| {
        kept().contains("next-background")
    });
    let mut window = begin(folder.path(), Some("builtin:cylinder"), USUAL);
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.run_steps(3);
    let first = window.get_all_by_label_contains("Run ").next().unwrap();
    assert!(first.rect().top() >= top(&window, "Run Next background") - 0.5);
}

#[test]
fn a_narrow_window_has_its_tools_in_a_list() {
    let size = Vec2::new(760.0, 700.0);
    let mut window = open_sized("builtin:arm", size);
    assert!(window.query_by_label("Move tool").is_none());
    click(&mut window, "Tool");
    window.get_by_label("Shear").click();
    window.run_steps(3);
    assert_eq!(
        window.session().tool,
        session::state::gizmo::tool::Tool::Shear
    );
    let right = window.get_by_label("Redo").rect().right();
    assert!(right <= size.x, "{right}");
}

/// Neither the line of a switch that is on nor that of one that is held down takes room from the panes.
#[test]
fn nothing_moves_when_mirror_is_switched() {
    let mut window = open("builtin:cylinder");
    for (mode, switch) in [(Key::Num2, "Mirror strokes"), (Key::Num3, "Mirror posing")] {
        press(&mut window, Modifiers::COMMAND, mode);
        window.run_steps(4);
        let places = |window: &Window| {
            let names = ["Pane A", "Pane B", switch];
            names.map(|name| window.get_by_label(name).rect())
        };
        let before = places(&window);
        let at = before[2].center();
        window.hover_at(at);
        window.step();
        for pressed in [true, false, true, false] {
            window.event(Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            window.run_steps(3);
            assert_eq!(places(&window), before, "{switch}, pressed: {pressed}");
        }
    }
}
