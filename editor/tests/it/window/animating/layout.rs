//! The layout for animating: one pane, the timeline under it, and folded bars.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::{Window, click, open_sized, pane, press};

const COMMAND: Modifiers = Modifiers::COMMAND;

fn has(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_some()
}

#[test]
fn a_laptop_has_room_to_animate() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    for name in ["Pane A", "Pane B", "Wipe"] {
        assert!(has(&window, name), "{name}");
    }
    press(&mut window, COMMAND, Key::Num4);
    press(&mut window, COMMAND, Key::PageDown);
    window.run_steps(3);
    // One pane, as high as a figure needs, and no bar of comparing.
    assert!(!has(&window, "Pane A") && !has(&window, "Wipe"));
    let picture = pane(&window, "Pane B");
    assert!(picture.height() >= 480.0, "{picture}");
    // The timeline is under it alone, in one row of buttons.
    let timeline = window.get_by_label("Timeline tab").rect();
    assert!(timeline.left() >= picture.left() && timeline.top() >= picture.bottom());
    let panel = window.get_by_label("Statistics tab").rect();
    assert!(panel.top() > timeline.bottom(), "{panel} {timeline}");
    let row = window.get_by_label("Auto-key").rect().center().y;
    for button in [
        "Clip",
        "Play or pause",
        "Set key",
        "Current time",
        "End of the clip",
    ] {
        let place = window.get_by_label(button).rect();
        assert!((place.center().y - row).abs() < 6.0, "{button}: {place}");
        assert!(place.right() <= picture.right(), "{button}: {place}");
    }
    for button in ["Frames per second", "Speed", "Curves", "Onion skins"] {
        let place = window.get_by_label(button).rect();
        let is_beside = (place.center().y - timeline.center().y).abs() < 6.0;
        assert!(
            is_beside && place.left() > timeline.right(),
            "{button}: {place}"
        );
    }
    // What is folded is a click away, and either side keeps its own.
    click(&mut window, "Comparison bar");
    click(&mut window, "Side by side");
    assert!(has(&window, "Pane A") && has(&window, "Wipe"));
    press(&mut window, COMMAND, Key::Num3);
    click(&mut window, "One pane");
    press(&mut window, COMMAND, Key::Num4);
    assert!(
        has(&window, "Pane A") && has(&window, "Wipe"),
        "as it was left"
    );
    press(&mut window, COMMAND, Key::Num3);
    assert!(!has(&window, "Pane A"), "one pane, as it was left there");
}
