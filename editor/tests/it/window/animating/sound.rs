//! The lane of a sound: dropped on the window, dragged, typed, hidden by a key.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{
    Window, WindowState as _, drag, drag_and_escape, drop_file, open, press, run, type_into,
    wait_until,
};

/// A second of 8 bits: silent, but for a click in the middle.
fn sound() -> Vec<u8> {
    let mut bytes = b"RIFF\x2c\x04\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    bytes.extend(b"\xe8\x03\0\0\xe8\x03\0\0\x01\0\x08\0data\xe8\x03\0\0");
    bytes.extend((0..1000).map(|moment| if moment == 500 { 255 } else { 128 }));
    bytes
}

fn start(window: &Window) -> f32 {
    let document = window.document();
    document.reference.sound.as_ref().unwrap().start
}

#[test]
fn a_sound_is_dropped_dragged_typed_and_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("click.wav");
    whole_file::write_whole(&path, &sound()).unwrap();
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next clip");
    drop_file(&mut window, &path);
    let read = "Sound click.wav: 1.00 s";
    wait_until(&mut window, "the lane is there", |window| {
        window.query_by_label_contains(read).is_some()
    });

    let lane = window.get_by_label_contains(read).rect();
    drag_and_escape(
        &mut window,
        lane.center(),
        Vec2::new(90.0, 0.0),
        Modifiers::NONE,
    );
    assert_eq!(start(&window), 0.0);
    drag(
        &mut window,
        "Sound click.wav: 1.00 s, begins at 0",
        Vec2::new(90.0, 0.0),
    );
    let moved = start(&window);
    // The keys of the clip lie on frames of 30 a second.
    let frame = moved * 30.0;
    assert!(
        moved > 0.1 && (frame - frame.round()).abs() < 1e-3,
        "{moved}"
    );
    assert_eq!(window.history().undo_name(), Some("Move sound"));

    // Before the clip, in frames as the sheet counts.
    type_into(&mut window, "Beginning of the sound", "-6");
    assert!((start(&window) + 0.2).abs() < 1e-6, "{}", start(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(start(&window), moved);

    let held = Modifiers::COMMAND | Modifiers::ALT | Modifiers::SHIFT;
    press(&mut window, held, Key::Num3);
    assert!(window.query_by_label_contains(read).is_none());
    press(&mut window, held, Key::Num3);
    window.run_steps(2);
    assert!(window.query_by_label_contains("Sound click.wav").is_some());
}
