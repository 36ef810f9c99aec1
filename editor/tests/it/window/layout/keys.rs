//! Keys, modes and hints in the window, under both key maps.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

use std::fs;
use std::path::Path;

use editor::app::Start;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Rect, Vec2, ViewportCommand};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use scene::view::shading::Shading;
use session::commands::keymap::{FILE, Preset};
use session::mode::Mode;
use session::state::weight_operations::weight_request::RigDialog;

use crate::window::support::{
    Window, WindowState as _, click, drag_from, joint, notices, open, open_sized, open_started,
    press, run, start_with,
};

const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const NONE: Modifiers = Modifiers::NONE;

fn mode(window: &Window) -> Mode {
    window.session().mode
}

/// A window with this configuration folder.
fn open_with_folder(folder: &Path) -> Window {
    open_started(Start {
        settings: Some(folder.to_owned()),
        ..start_with("builtin:arm")
    })
}

#[test]
fn both_maps_do_what_they_say_and_switch_at_once() {
    let mut window = open("builtin:arm");
    let grid = |window: &Window| window.session().switches.grid;
    let distance = |window: &Window| window.session().camera.distance;
    let framed = distance(&window);
    press(&mut window, NONE, Key::G);
    assert!(grid(&window), "G is kept for moving");
    press(&mut window, SHIFT, Key::G);
    assert!(!grid(&window));
    click(&mut window, "hand");
    press(&mut window, NONE, Key::Period);
    assert!(distance(&window) < framed, "the joint is framed");
    press(&mut window, NONE, Key::Home);
    let all = distance(&window);

    run(&mut window, "maya");
    assert_eq!(window.session().keymap.preset(), Preset::Maya, "at once");
    assert_eq!(window.session().settings.keymap, "maya-like");
    press(&mut window, NONE, Key::F);
    assert!(distance(&window) < all);
    press(&mut window, NONE, Key::A);
    assert!((distance(&window) - all).abs() < 1e-3);
    press(&mut window, Modifiers::ALT, Key::V);
    assert!(window.session().playback.playing);
    press(&mut window, Modifiers::ALT, Key::V);
    assert!(!window.session().playback.playing);

    run(&mut window, "blender-like");
    assert_eq!(window.session().keymap.preset(), Preset::Blender);
    press(&mut window, NONE, Key::A);
    press(&mut window, NONE, Key::F);
    assert!(
        (distance(&window) - all).abs() < 1e-3,
        "they mean nothing here"
    );
}

#[test]
fn drags_move_the_camera_as_the_map_says() {
    let mut window = open("builtin:arm");
    let pane = pane(&window);
    let camera = |window: &Window| window.session().camera;
    let by = Vec2::new(60.0, 20.0);
    let before = camera(&window);
    drag_from(&mut window, pane.center(), by, PointerButton::Primary);
    assert_ne!(camera(&window).yaw, before.yaw, "as always");
    run(&mut window, "maya");
    let before = camera(&window);
    for button in [
        PointerButton::Primary,
        PointerButton::Middle,
        PointerButton::Secondary,
    ] {
        drag_from(&mut window, pane.center(), by, button);
        assert_eq!(camera(&window), before, "{button:?} waits for Alt");
    }
    window.event(Event::ModifiersChanged(Modifiers::ALT));
    drag_from(&mut window, pane.center(), by, PointerButton::Middle);
    let panned = camera(&window);
    assert!(panned.target != before.target && panned.yaw == before.yaw);
    drag_from(&mut window, pane.center(), by, PointerButton::Secondary);
    assert!(camera(&window).distance < panned.distance);
    drag_from(&mut window, pane.center(), by, PointerButton::Primary);
    assert_ne!(camera(&window).yaw, before.yaw);
}

fn pane(window: &Window) -> Rect {
    window.get_by_label("Pane A").rect()
}

/// A key with what it types, as the window system sends both: in one frame.
fn type_with(window: &mut Window, held: Modifiers, key: Key, text: &str) {
    let event = |pressed: bool| Event::Key {
        key,
        physical_key: Some(key),
        pressed,
        repeat: false,
        modifiers: held,
    };
    let typed = [event(true), Event::Text(text.to_owned()), event(false)];
    window.input_mut().events.extend(typed);
    window.step();
    window.run_steps(2);
}

#[test]
fn shortcuts_with_alt_type_nothing_into_fields() {
    let searched = |window: &Window| window.session().character.tree.search.clone();
    let mut window = open("builtin:arm");
    click(&mut window, "Search joints");
    type_with(&mut window, NONE, Key::F, "f");
    assert_eq!(searched(&window), "f");
    for (held, key, text) in [
        (Modifiers::ALT, Key::A, "a"),
        (Modifiers::ALT, Key::A, "\u{444}"),
        (Modifiers::ALT | SHIFT, Key::J, "J"),
    ] {
        type_with(&mut window, held, key, text);
        assert_eq!(searched(&window), "f", "{text}");
    }
    // AltGr is no Alt: A with it is a letter of many layouts, Q with it the @ of a German one.
    type_with(&mut window, NONE, Key::A, "\u{e6}");
    type_with(&mut window, NONE, Key::Q, "@");
    assert_eq!(searched(&window), "f\u{e6}@");
    // What was typed in the same frame before it stays, and so does what no shortcut is.
    window.input_mut().events.push(Event::Text("o".to_owned()));
    type_with(&mut window, Modifiers::ALT, Key::F20, "x");
    assert_eq!(searched(&window), "f\u{e6}@ox");

    // In another field too.
    press(&mut window, CTRL, Key::P);
    type_with(&mut window, Modifiers::ALT, Key::A, "a");
    assert_eq!(window.session().windows.palette.as_deref(), Some(""));
}

/// Keys are pressed and let go one after another, in one frame or each event in the next.
fn type_keys(window: &mut Window, keys: &[(Modifiers, Key)], is_one_frame: bool) {
    let event = |&(modifiers, key): &(Modifiers, Key), pressed: bool| Event::Key {
        key,
        physical_key: Some(key),
        pressed,
        repeat: false,
        modifiers,
    };
    let presses = keys.iter().map(|key| event(key, true));
    let releases = keys.iter().map(|key| event(key, false));
    let events: Vec<Event> = presses.chain(releases).collect();
    if is_one_frame {
        window.input_mut().events.extend(events);
    } else {
        for event in events {
            window.event(event);
        }
    }
    window.run_steps(8);
}

/// With slow frames Escape, which closes a dialog, and a shortcut after it come in one frame; with others in two in a row.
#[test]
fn a_shortcut_right_after_escape_of_a_dialog_counts() {
    const ESCAPE: (Modifiers, Key) = (NONE, Key::Escape);
    const FIT: (Modifiers, Key) = (CTRL.plus(Modifiers::ALT), Key::W);
    const GRID: (Modifiers, Key) = (SHIFT, Key::G);
    const PALETTE: (Modifiers, Key) = (CTRL, Key::P);
    let mut window = open("builtin:arm");
    press(&mut window, CTRL, Key::Num2);
    let asks = |window: &Window| window.session().rigging.dialog;
    let grid = |window: &Window| window.session().switches.grid;
    let has_palette = |window: &Window| window.session().windows.palette.is_some();
    for is_one_frame in [true, false] {
        for (modifiers, opener) in [FIT, PALETTE] {
            let shows_grid = grid(&window);
            press(&mut window, modifiers, opener);
            assert!(asks(&window).is_some() || has_palette(&window));
            type_keys(&mut window, &[ESCAPE, GRID], is_one_frame);
            assert_eq!(asks(&window), None);
            assert!(!has_palette(&window));
            assert_ne!(grid(&window), shows_grid, "{opener:?} {is_one_frame}");

            press(&mut window, modifiers, opener);
            type_keys(&mut window, &[ESCAPE, FIT], is_one_frame);
            assert_eq!(asks(&window), Some(RigDialog::Fit), "{opener:?}");
            type_keys(&mut window, &[ESCAPE, PALETTE], is_one_frame);
            assert_eq!(asks(&window), None);
            assert!(has_palette(&window), "{is_one_frame}");
            press(&mut window, NONE, Key::Escape);
            assert!(!has_palette(&window));
        }
    }
}

/// With slow frames Tab comes twice in one, and moves on by two fields all the same.
#[test]
fn a_key_pressed_twice_in_one_frame_acts_twice() {
    let mut window = open("builtin:arm");
    let focused = |window: &Window| window.ctx.memory(eframe::egui::Memory::focused);
    let mut reached = Vec::new();
    for is_one_frame in [false, true] {
        click(&mut window, "Search joints");
        reached.push(focused(&window));
        if is_one_frame {
            let tab = |pressed: bool| Event::Key {
                key: Key::Tab,
                physical_key: Some(Key::Tab),
                pressed,
                repeat: false,
                modifiers: NONE,
            };
            let twice = [true, false, true, false].map(tab);
            window.input_mut().events.extend(twice);
            window.run_steps(6);
        } else {
            press(&mut window, NONE, Key::Tab);
            reached.push(focused(&window));
            press(&mut window, NONE, Key::Tab);
        }
        reached.push(focused(&window));
    }
    let [field, next, last, again, twice] = reached[..] else {
        panic!("{reached:?}");
    };
    assert_eq!((field, last), (again, twice));
    assert!(field.is_some() && field != next && next != last && last.is_some());
}

/// What is typed in the frame of the key that opens the list of commands is searched for, and Enter runs what was found by it.
#[test]
fn what_is_typed_right_after_a_shortcut_goes_where_it_leads() {
    let mut window = open("builtin:arm");
    let switches = |window: &Window| window.session().switches.grid;
    let before = switches(&window);
    let key = |key: Key, modifiers: Modifiers| Event::Key {
        key,
        physical_key: Some(key),
        pressed: true,
        repeat: false,
        modifiers,
    };
    let mut events = vec![key(Key::P, CTRL)];
    for (letter, text) in [(Key::G, "g"), (Key::R, "r"), (Key::I, "i"), (Key::D, "d")] {
        events.extend([key(letter, NONE), Event::Text(text.to_owned())]);
    }
    events.push(key(Key::Enter, NONE));
    window.input_mut().events.extend(events);
    window.run_steps(8);
    assert_ne!(switches(&window), before);
    assert!(window.session().windows.palette.is_none());
    assert_eq!(window.history().len(), 0, "no letter did anything");
}

// ---- modes and hints ------------------------------------------------------------------------------------------------

#[test]
fn modes_change_hints_and_never_the_layout() {
    let mut window = open("builtin:arm");
    assert_eq!(mode(&window), Mode::Pose);
    let landmarks = ["Pane A", "Pane B", "Search joints", "hand", "Messages"];
    let rects = |window: &Window| landmarks.map(|name| window.get_by_label(name).rect());
    let before = rects(&window);
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
    for (key, expected) in keys.into_iter().zip(Mode::ALL) {
        press(&mut window, CTRL, key);
        assert_eq!(mode(&window), expected);
        window.remove_cursor();
        window.run_steps(2);
        // The keys of clips need a higher timeline, and a single pane.
        if expected != Mode::Animate {
            assert_eq!(rects(&window), before, "{}", expected.name());
        }
        let has = |text: &str| window.query_by_label(text).is_some();
        assert_eq!(has("next key"), expected == Mode::Animate);
        assert_eq!(has("show rest pose"), expected == Mode::Pose);
    }
    for (button, expected) in [("Weights mode", Mode::Weights), ("Pose mode", Mode::Pose)] {
        click(&mut window, button);
        assert_eq!(mode(&window), expected);
    }
    let shading = |window: &Window| window.session().shading;
    press(&mut window, CTRL, Key::Num2);
    assert_eq!(shading(&window), Shading::Weights);
    run(&mut window, "skeleton mode");
    assert_eq!(shading(&window), Shading::Material, "as before");
    assert_eq!(mode(&window), Mode::Skeleton);
    press(&mut window, SHIFT, Key::B);
    assert!(!window.session().switches.bones);
    assert!(
        window.session().shows_bones(),
        "bones are what one works at here"
    );
}

#[test]
fn hints_follow_what_is_held_and_what_is_under_the_pointer() {
    let mut window = open("builtin:arm");
    let has = |window: &Window, text: &str| window.query_by_label(text).is_some();
    assert!(has(&window, "MMB") && has(&window, "orbit") && has(&window, "select bone"));
    window.event(Event::ModifiersChanged(SHIFT));
    window.run_steps(2);
    assert!(has(&window, "Shift+MMB") && !has(&window, "orbit"));
    window.event(Event::ModifiersChanged(NONE));
    window.run_steps(2);
    run(&mut window, "maya");
    assert!(has(&window, "Alt+LMB") && !has(&window, "MMB"));
    let row = window.get_by_label("hand").rect().center();
    window.hover_at(row);
    window.run_steps(3);
    let hand = joint(&window, "hand");
    if window.session().character.hovered == Some(hand) {
        assert!(has(&window, "select hand"));
    }
}

// ---- the list of keys -----------------------------------------------------------------------------------------------

#[test]
fn the_list_of_keys_shows_the_active_map_and_is_searched() {
    for size in [Vec2::new(1400.0, 900.0), Vec2::new(700.0, 500.0)] {
        let mut window = open_sized("builtin:arm", size);
        let has = |window: &Window, text: &str| window.query_all_by_label(text).next().is_some();
        press(&mut window, NONE, Key::Questionmark);
        window.run_steps(3);
        assert!(has(&window, "Keyboard and mouse") && has(&window, "Frame all"));
        assert!(has(&window, "Blender-like, Pose mode"));
        assert!(
            has(&window, "Ctrl+Shift+Z, Ctrl+Y"),
            "all keys of an action"
        );
        let list = window
            .get_by_role_and_label(eframe::egui::accesskit::Role::Window, "Keyboard and mouse");
        let inside = Rect::from_min_size(eframe::egui::Pos2::ZERO, size);
        assert!(inside.contains_rect(list.rect()), "{:?}", list.rect());
        // The bar of the title, at whose end this button is, is as wide as the window.
        let close = window.get_by_label("Close window").rect();
        let beside = list.rect().right() - close.right();
        assert!((0.0..24.0).contains(&beside), "{close} {}", list.rect());
        window.event(Event::Text("frame".to_owned()));
        window.run_steps(3);
        assert!(has(&window, "Frame all") && !has(&window, "Ctrl+Shift+Z, Ctrl+Y"));
        // `?` closes, and is not typed.
        let key = Event::Key {
            key: Key::Questionmark,
            physical_key: Some(Key::Slash),
            pressed: true,
            repeat: false,
            modifiers: SHIFT,
        };
        let both = [key, Event::Text("?".to_owned())];
        window.input_mut().events.extend(both);
        window.run_steps(3);
        assert!(!has(&window, "Keyboard and mouse"));
        assert_eq!(window.session().windows.keys_search, "frame");
        press(&mut window, NONE, Key::F1);
        press(&mut window, NONE, Key::Escape);
        assert!(!has(&window, "Keyboard and mouse"));
    }
}

#[test]
fn a_key_is_chosen_in_the_list_of_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_with_folder(folder.path());
    press(&mut window, NONE, Key::F1);
    window.run_steps(3);
    window.event(Event::Text("own camera".to_owned()));
    window.run_steps(3);
    let own = |window: &Window| {
        let session = window.session();
        session
            .comparing
            .own_camera(session.comparing.active)
            .is_some()
    };
    click(&mut window, "Ctrl+Alt+C");
    // A key that another action has is refused by its name; Escape gives up and closes nothing.
    press(&mut window, CTRL, Key::Z);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("“Undo”"), "{said}");
    click(&mut window, "Ctrl+Alt+C");
    press(&mut window, NONE, Key::Escape);
    click(&mut window, "Ctrl+Alt+C");
    press(&mut window, CTRL | Modifiers::ALT, Key::F7);
    assert!(!own(&window), "it is chosen, and does nothing yet");
    let text = fs::read_to_string(folder.path().join(FILE)).unwrap();
    assert!(
        text.contains("        \"toggle-own-camera\": [\"Ctrl+Alt+F7\"]"),
        "{text}"
    );
    window.get_by_label("Ctrl+Alt+F7");
    click(&mut window, "Reset keys of Own camera");
    window.get_by_label("Ctrl+Alt+C");
    click(&mut window, "Ctrl+Alt+C");
    press(&mut window, CTRL | Modifiers::ALT, Key::F7);
    press(&mut window, NONE, Key::Escape);
    press(&mut window, CTRL | Modifiers::ALT, Key::F7);
    assert!(own(&window));
}

#[test]
fn a_key_of_the_users_own_file_acts() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"(version: 1, all: {"toggle-grid": ["Ctrl+Alt+F7"]})"#;
    fs::write(folder.path().join(FILE), text).unwrap();
    let mut window = open_with_folder(folder.path());
    let grid = |window: &Window| window.session().switches.grid;
    let before = grid(&window);
    press(&mut window, SHIFT, Key::G);
    assert_eq!(grid(&window), before, "the file has another key");
    press(&mut window, CTRL | Modifiers::ALT, Key::F7);
    assert_ne!(grid(&window), before);
}

// ---- the palette ----------------------------------------------------------------------------------------------------

#[test]
fn the_palette_remembers_and_says_why_not() {
    let mut window = open("builtin:arm");
    run(&mut window, "grid");
    run(&mut window, "shobo");
    let session = window.session();
    assert!(!session.switches.bones && !session.switches.grid);
    assert_eq!(session.settings.commands, ["toggle-bones", "toggle-grid"]);
    press(&mut window, CTRL, Key::P);
    let top = |window: &Window, name: &str| window.get_by_label(name).rect().top();
    let [bones, grid, open] = ["Run Show bones", "Run Grid", "Run Open…"];
    assert!(top(&window, bones) < top(&window, grid) && top(&window, grid) < top(&window, open));
    window.event(Event::Text("reset rot".to_owned()));
    window.run_steps(3);
    let row = window.get_by_label("Run Reset rotation");
    assert!(row.accesskit_node().is_disabled());
    press(&mut window, NONE, Key::Enter);
    assert!(
        window.session().windows.palette.is_some(),
        "nothing is done, and it stays"
    );
}

// ---- one's own keys -------------------------------------------------------------------------------------------------

// ---- views ----------------------------------------------------------------------------------------------------------

/// Where the camera stands, from the target.
fn direction(window: &Window) -> glam::Vec3 {
    let camera = window.session().camera;
    (camera.eye() - camera.target).normalize()
}

#[test]
fn views_are_chosen_by_keys_and_by_a_click_on_the_axes() {
    use glam::Vec3;
    let mut window = open("builtin:arm");
    let ctrl_alt = CTRL | Modifiers::ALT;
    for (held, key, from) in [
        (NONE, Key::Num1, Vec3::Z),
        (ctrl_alt, Key::Num1, Vec3::NEG_Z),
        (NONE, Key::Num3, Vec3::X),
        (ctrl_alt, Key::Num3, Vec3::NEG_X),
        (NONE, Key::Num7, Vec3::Y),
        (ctrl_alt, Key::Num7, Vec3::NEG_Y),
        (NONE, Key::Num9, Vec3::Y),
    ] {
        press(&mut window, held, key);
        assert!(direction(&window).distance(from) < 1e-3, "{key:?}");
    }
    press(&mut window, NONE, Key::Num0);
    for (end, from) in [("+X", Vec3::X), ("+Z", Vec3::Z)] {
        click(&mut window, &format!("View from {end}, pane B"));
        assert!(direction(&window).distance(from) < 1e-3, "{end}");
        press(&mut window, NONE, Key::Num0);
    }
    press(&mut window, NONE, Key::Num1);
    click(&mut window, "View from +Z, pane A");
    let from = direction(&window);
    assert!(from.distance(Vec3::NEG_Z) < 1e-3, "the other side: {from}");

    let camera = |window: &Window| window.session().camera;
    assert!(!camera(&window).is_orthographic());
    press(&mut window, NONE, Key::Num5);
    assert!(camera(&window).is_orthographic());
    press(&mut window, NONE, Key::Home);
    assert!(camera(&window).is_orthographic(), "framing keeps it");
    press(&mut window, NONE, Key::Num5);
    assert!(!camera(&window).is_orthographic());
}

/// Presses a key; whether the window asks to be closed in one of the next frames.
fn closes(window: &mut Window, modifiers: Modifiers, key: Key) -> bool {
    window.event(Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    (0..4).any(|_| {
        window.step();
        let mut outputs = window.output().viewport_output.values();
        outputs.any(|viewport| viewport.commands.contains(&ViewportCommand::Close))
    })
}

#[test]
fn ctrl_q_alone_closes_the_window() {
    let mut window = open("builtin:biped_mesh");
    assert!(!closes(&mut window, CTRL | Modifiers::ALT, Key::Q));
    assert!(window.session().fitting().is_some());
    assert!(!window.session().project.given_up);
    let mut window = open("builtin:arm");
    press(&mut window, CTRL, Key::Q);
    assert!(window.session().project.given_up);
}
