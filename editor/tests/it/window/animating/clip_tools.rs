//! Operations on the whole clip in the window: by menu, keys and dialog.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{Window, WindowState as _, open, press, run, type_into};

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn duration(window: &Window) -> f32 {
    let moment = window.session().playback.moment;
    let character = &window.document().character;
    let clip = moment.and_then(|moment| character.clip(moment.clip));
    clip.map_or(0.0, rig::Clip::duration)
}

fn step(window: &Window) -> String {
    let name = window.history().undo_name();
    name.unwrap_or_default().to_owned()
}

#[test]
fn a_clip_is_warped_closed_and_mirrored_by_keys_and_by_name() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next key");
    let before = duration(&window);
    press(&mut window, CTRL_ALT, Key::W);
    type_into(&mut window, "Speed of the range", "2");
    // Enter in the field is the answer.
    assert!(window.session().clip_tools.dialog.is_none());
    assert!((duration(&window) - 0.5 * before).abs() < 1e-4);
    assert!(
        step(&window).starts_with("Warp time of "),
        "{}",
        step(&window)
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(duration(&window), before);

    // Canceled, nothing happens.
    press(&mut window, CTRL_ALT, Key::L);
    assert!(window.session().clip_tools.dialog.is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.session().clip_tools.dialog.is_none());
    assert!(window.history().is_empty());
    run(&mut window, "Root motion");
    assert_ne!(window.query_all_by_label("Root joint").count(), 0);
    window.get_by_label("Cancel").click();
    window.run_steps(3);
    assert!(window.session().clip_tools.dialog.is_none());
}
