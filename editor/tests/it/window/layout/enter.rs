//! Enter presses the main button of every dialog.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::window::support::{Window, open, press, run, wait_until};

/// A dialog: the file, the words that open it by the list of commands, and its main button.
type Dialog = (&'static str, &'static str, &'static str);

/// Dialogs that can do what they ask as they come up.
const READY: &[Dialog] = &[
    ("builtin:arm", "Close loop", "Close loop"),
    ("builtin:arm", "Root motion…", "Apply"),
    ("builtin:cylinder", "Reduce keys", "Reduce"),
    ("builtin:cylinder", "Bake to linear", "Bake"),
    ("builtin:arm", "Automatic weights", "Compute weights"),
    ("builtin:arm", "Orient joints", "Orient"),
    ("builtin:arm", "Fit weights to", "Fit weights"),
];

/// Dialogs that Enter must not finish: the reason is shown.
const NOT_READY: &[Dialog] = &[
    ("builtin:arm", "Warp time…", "Warp"),
    ("builtin:arm", "Import weights", "Import"),
];

fn open_dialog(&(file, words, _): &Dialog) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    run(&mut window, words);
    window.run_steps(2);
    window
}

/// Whether the button is there and can be pressed.
fn is_enabled(window: &Window, button: &str) -> bool {
    let found = window.query_all_by_label(button);
    let mut buttons = found.filter(|node| node.accesskit_node().role() == Role::Button);
    buttons.any(|node| !node.accesskit_node().is_disabled())
}

#[test]
fn enter_presses_the_main_button_of_dialogs() {
    for dialog in READY {
        let (file, words, button) = *dialog;
        let mut window = open_dialog(dialog);
        wait_until(&mut window, &format!("{words}: {button}"), |window| {
            is_enabled(window, button)
        });
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(!is_enabled(&window, button), "{file}: {words}");
    }
    for dialog in NOT_READY {
        let (_, words, button) = *dialog;
        let mut window = open_dialog(dialog);
        let is_there = |window: &Window| window.query_by_label("Cancel").is_some();
        assert!(is_there(&window), "{words}");
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(is_there(&window), "{words}: {button} cannot be pressed");
    }
}
