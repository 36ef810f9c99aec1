//! Motion brought in by the window: by the palette, with a file that is typed.

use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{Window, WindowState as _, click, open, press, run, wait_until};

const NONE: Modifiers = Modifiers::NONE;

fn is_asked(window: &Window) -> bool {
    window.session().motion_in.dialog.is_some()
}

pub(super) fn ask(window: &mut Window, file: &str) {
    run(window, "bring in motion");
    assert!(is_asked(window));
    click(window, "File with motion");
    window.event(Event::Text(file.to_owned()));
    window.run_steps(2);
    press(window, NONE, Key::Enter);
}

pub(super) fn wait_for_motion(window: &mut Window) {
    wait_until(window, "the motion is known", |window| {
        let state = window.state();
        let view = state.view();
        let dialog = view.session.motion_in.dialog.as_ref();
        dialog.is_some_and(|dialog| dialog.result(&view.document.character).is_some())
    });
    window.run_steps(3);
}

#[test]
fn clips_of_another_character_come_over_by_the_dialog() {
    let mut window = open("builtin:biped");
    let before = window.state().view().document.character.clips.len();
    ask(&mut window, "builtin:woman");
    wait_for_motion(&mut window);
    // All clips are taken until one is left out.
    let unit = window.session().character.sheet.unit();
    assert!(unit.rate().is_some(), "time is counted in frames");
    click(&mut window, &format!("idle ({})", unit.length(4.0)));
    wait_for_motion(&mut window);
    assert!(window.query_by_label_contains("Show head at").is_some());
    assert!(window.query_by_label_contains("in both)").is_some());
    assert!(
        window
            .query_by_label("left upper arm of the file")
            .is_some()
    );
    assert!(
        window
            .query_by_label("left upper arm of the character")
            .is_some()
    );
    click(&mut window, "Bring in");
    assert!(!is_asked(&window));
    window.run_steps(3);
    let after = window.state().view().document.character.clips.len();
    assert_eq!(after, before + 3);
}

#[test]
fn what_cannot_be_read_is_said_and_the_dialog_closes_by_escape() {
    let mut window = open("builtin:biped");
    ask(&mut window, "/no/such/file.bvh");
    wait_until(&mut window, "the fault is shown", |window| {
        window
            .query_by_label_contains("/no/such/file.bvh: ")
            .is_some()
    });
    press(&mut window, NONE, Key::Escape);
    window.run_steps(2);
    assert!(!is_asked(&window));
}
