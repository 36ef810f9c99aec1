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

#[test]
fn clips_are_joined_and_laid_over_each_other_by_keys_and_pointer() {
    let mut window = open("builtin:biped");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next key");
    let before = duration(&window);
    let clips = window.document().character.clips.len();
    press(&mut window, CTRL_ALT.plus(Modifiers::SHIFT), Key::J);
    type_into(&mut window, "Length of the fade", "0");
    assert!(step(&window).starts_with("Join "), "{}", step(&window));
    assert_eq!(window.document().character.clips.len(), clips + 1);
    assert!(duration(&window) > before, "the new one is shown");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.document().character.clips.len(), clips);

    run(&mut window, "Next clip");
    run(&mut window, "nla strip over");
    assert_ne!(
        window
            .query_all_by_label("Weight of the upper clip")
            .count(),
        0
    );
    window.get_by_label("Only the selected ones").click();
    window.run_steps(2);
    // Nothing is selected: the button says why it does nothing.
    assert!(window.session().clip_tools.dialog.is_some());
    window.get_by_label("Only the selected ones").click();
    window.run_steps(2);
    window.get_by_label("Lay over").click();
    window.run_steps(3);
    assert!(window.session().clip_tools.dialog.is_none());
    assert!(step(&window).starts_with("Lay "), "{}", step(&window));
    assert_eq!(window.document().character.clips.len(), clips + 1);
}

#[test]
fn layers_are_made_and_weighed_in_their_window() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next key");
    let clips = window.document().character.clips.len();
    press(&mut window, CTRL_ALT.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(window.document().character.clips.len(), clips + 1);
    let layer = |window: &Window| {
        let moment = window.session().playback.moment.unwrap();
        let clip = window.document().character.clip(moment.clip).unwrap();
        (scene::names::clip_name(clip), clip.layer().cloned())
    };
    let (name, made) = layer(&window);
    assert!(made.is_some(), "the layer is shown");
    press(&mut window, CTRL_ALT.plus(Modifiers::SHIFT), Key::V);
    type_into(&mut window, &format!("Weight of {name}"), "50");
    assert_eq!(layer(&window).1.unwrap().weight.at(0.0), 0.5);
    window
        .get_by_label(&format!("Key weight of {name}"))
        .click();
    window.run_steps(2);
    window.get_by_label(&format!("Show layer {name}")).click();
    window.run_steps(2);
    assert!(layer(&window).1.unwrap().muted);
    window.get_by_label(&format!("{name} apart")).click();
    window.run_steps(2);
    assert_eq!(layer(&window).1, None);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(layer(&window).1.is_some());
}
