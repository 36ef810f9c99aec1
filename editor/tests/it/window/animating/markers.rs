//! Markers of a clip: added and named by typing, clicked, dragged, renamed by a double click, deleted.

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{
    Window, WindowState as _, click, drag, drag_and_escape, open, press, right_click, run,
};

/// The arm at the beginning of its first clip, in Animate mode.
fn animating() -> Window {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "Next clip");
    window
}

fn markers(window: &Window) -> Vec<(f32, String)> {
    let state = window.state();
    let moment = state.view().session.playback.moment.unwrap();
    let clip = state.view().document.character.clip(moment.clip).unwrap();
    let markers = clip.markers().iter();
    markers
        .map(|marker| (marker.time, marker.name.clone()))
        .collect()
}

fn now(window: &Window) -> f32 {
    window.session().playback.moment.unwrap().time
}

/// Types a name in place of the one in the field.
fn name(window: &mut Window, text: &str, end: Key) {
    window.run_steps(3);
    assert!(window.query_by_label("Marker name").is_some());
    window.event(Event::Text(text.to_owned()));
    window.run_steps(2);
    press(window, Modifiers::NONE, end);
    assert!(window.query_by_label("Marker name").is_none());
}

#[test]
fn a_marker_is_named_moved_renamed_and_deleted() {
    let mut window = animating();
    press(&mut window, Modifiers::NONE, Key::M);
    name(&mut window, "nothing", Key::Escape);
    assert_eq!(markers(&window), []);
    press(&mut window, Modifiers::NONE, Key::M);
    name(&mut window, "contact", Key::Enter);
    assert_eq!(markers(&window), [(0.0, "contact".to_owned())]);

    let flag = window.get_by_label("Marker: contact").rect().center();
    drag_and_escape(&mut window, flag, Vec2::new(120.0, 0.0), Modifiers::NONE);
    assert_eq!(markers(&window), [(0.0, "contact".to_owned())]);
    drag(&mut window, "Marker: contact", Vec2::new(120.0, 0.0));
    let [(time, _)] = markers(&window)[..] else {
        panic!("one marker");
    };
    assert!(time > 0.1, "{time}");
    // The keys of the clip lie on frames of 30 a second.
    let frame = time * 30.0;
    assert!((frame - frame.round()).abs() < 1e-3, "it snaps: {frame}");
    assert_eq!(now(&window), 0.0);
    press(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(now(&window), time);
    run(&mut window, "To the beginning");
    click(&mut window, "Marker: contact");
    assert_eq!(now(&window), time);

    press(&mut window, Modifiers::SHIFT, Key::M);
    name(&mut window, "down", Key::Enter);
    assert_eq!(markers(&window), [(time, "down".to_owned())]);
    let place = window.get_by_label("Marker: down").rect().center();
    right_click(&mut window, place);
    click(&mut window, "Delete marker");
    assert_eq!(markers(&window), []);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(markers(&window), [(time, "down".to_owned())]);
}
