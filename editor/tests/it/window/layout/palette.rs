//! The command palette as an artist uses it: words of other programs, switches, a command done twice.

use eframe::egui::accesskit::Toggled;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::commands::command::Panel;
use session::mode::Mode;
use session::settings::window_layout::Tile;

use crate::window::support::{Window, WindowState as _, open, press, run, said, wait_for_weights};

const NONE: Modifiers = Modifiers::NONE;

/// Opens the palette and types.
fn search(window: &mut Window, words: &str) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text(words.to_owned()));
    window.run_steps(3);
}

/// The lines of the open palette from above, by their accessible names.
fn lines(window: &Window) -> Vec<String> {
    let begins = ["Run ", "Comes later: ", "Good to know: "];
    let found = begins
        .iter()
        .flat_map(|begin| window.query_all_by_label_contains(begin));
    let mut found: Vec<(f32, String)> = found
        .map(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            (node.rect().top(), name)
        })
        .collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let names = found.into_iter().map(|(_, name)| name);
    names
        .filter(|name| begins.iter().any(|begin| name.starts_with(begin)))
        .collect()
}

#[test]
fn what_is_to_come_is_said_with_what_to_do_instead() {
    let mut window = open("builtin:arm");
    search(&mut window, "fbx export");
    assert_eq!(
        lines(&window).first().unwrap(),
        "Comes later: Writing FBX files"
    );
    let line = window.get_by_label("Comes later: Writing FBX files");
    assert!(line.accesskit_node().is_disabled());
    window.get_by_label_contains("Blender writes FBX");
    press(&mut window, NONE, Key::Enter);
    assert!(
        window.session().windows.palette.is_some(),
        "nothing is done, and it stays"
    );
}

#[test]
fn a_word_of_another_program_runs_what_it_means() {
    let mut window = open("builtin:arm");
    assert!(window.session().bones.in_front);
    run(&mut window, "x-ray");
    assert!(!window.session().bones.in_front);
    run(&mut window, "dqs");
    let shown = &window.session().comparing;
    let active = shown.panes[shown.active].look.method;
    assert_eq!(active.name(), "dual-quaternion");
}

#[test]
fn panels_are_found_by_verbs_of_showing() {
    let mut window = open("builtin:arm");
    let is_open = |window: &Window| window.session().is_open(Panel::History);
    run(&mut window, "show history");
    assert!(is_open(&window));
    run(&mut window, "close the history panel");
    assert!(!is_open(&window));
    let is_in_sight = |window: &Window| {
        let layout = &window.session().settings.layout;
        layout.is_in_sight(Tile::Statistics)
    };
    assert!(is_in_sight(&window));
    run(&mut window, "hide statistics");
    assert!(!is_in_sight(&window));
    run(&mut window, "open statistics");
    assert!(is_in_sight(&window));
}

#[test]
fn switches_show_whether_they_are_on() {
    let mut window = open("builtin:arm");
    for on in [true, false] {
        search(&mut window, "grid");
        let line = window.get_by_label("Run Grid");
        let toggled = line.accesskit_node().toggled();
        let expected = match on {
            true => Toggled::True,
            false => Toggled::False,
        };
        assert_eq!(toggled, Some(expected));
        press(&mut window, NONE, Key::Enter);
    }
    search(&mut window, "frame all");
    let line = window.get_by_label("Run Frame all");
    assert_eq!(line.accesskit_node().toggled(), None, "it is no switch");
}

/// A long reason leaves the name whole, on one line.
#[test]
fn a_reason_does_not_squeeze_the_name() {
    let mut window = open("builtin:arm");
    search(&mut window, "grid");
    let plain = window.get_by_label("Run Grid").rect().height();
    press(&mut window, NONE, Key::Escape);
    for words in ["bind mesh", "dissolve", "merge layer", "pull selected"] {
        search(&mut window, words);
        let first = lines(&window).first().unwrap().clone();
        let line = window.get_by_label(&first);
        assert!(line.accesskit_node().is_disabled(), "{first}");
        assert_eq!(line.rect().height(), plain, "{first}");
        press(&mut window, NONE, Key::Escape);
    }
}

/// Whole-mesh commands go to Weights mode by themselves, and done twice the second is no undo.
#[test]
fn weights_are_mirrored_from_any_mode_and_again() {
    let mut window = open("builtin:biped");
    assert_eq!(window.session().mode, Mode::Pose);
    for _ in 0..2 {
        search(&mut window, "mirror weights left");
        assert_eq!(
            lines(&window).first().unwrap(),
            "Run Mirror weights left to right"
        );
        press(&mut window, NONE, Key::Enter);
        wait_for_weights(&mut window);
        let told = said(&window);
        assert!(told.starts_with("Mirror weights left to right:"), "{told}");
        assert_eq!(window.session().mode, Mode::Weights);
    }
    search(&mut window, "undo");
    assert!(lines(&window).first().unwrap().starts_with("Run Undo"));
    press(&mut window, NONE, Key::Escape);
}
