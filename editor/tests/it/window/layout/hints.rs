//! What the line of hints says of keys and buttons.

use editor::panels::window::hints::{Hint, hints_of};
use session::commands::keymap::{KeyMap, Modifiers, Preset};
use session::mode::Mode;

fn shipped(preset: Preset) -> KeyMap {
    KeyMap::clone(&preset.keymap())
}

fn said(hints: &[Hint]) -> Vec<String> {
    let text = |hint: &Hint| format!("{} {}", hint.keys, hint.what);
    hints.iter().map(text).collect()
}

#[test]
fn hints_follow_map_mode_and_modifier() {
    let (blender, maya) = (shipped(Preset::Blender), shipped(Preset::Maya));
    let none = Modifiers::NONE;
    let pose = said(&hints_of(&blender, Mode::Pose, none, |_| true));
    for hint in [
        "MMB orbit",
        "RMB pan",
        "wheel zoom",
        "click select bone",
        "Alt+click pin vertex",
        "Alt+Backspace reset joint",
    ] {
        assert!(pose.iter().any(|text| text == hint), "{hint}: {pose:?}");
    }
    let animate = said(&hints_of(&blender, Mode::Animate, none, |_| true));
    assert!(
        animate.iter().any(|text| text == "Up next key"),
        "{animate:?}"
    );
    assert_ne!(pose, animate);
    let shift = said(&hints_of(&blender, Mode::Pose, Modifiers::SHIFT, |_| true));
    assert!(
        shift.iter().any(|text| text == "Shift+MMB pan"),
        "{shift:?}"
    );
    assert!(
        shift.iter().all(|text| text.starts_with("Shift+")),
        "{shift:?}"
    );
    let in_maya = said(&hints_of(&maya, Mode::Animate, none, |_| true));
    for hint in [
        "Alt+LMB orbit",
        "Alt+MMB pan",
        ". next key",
        "Alt+V play or pause",
    ] {
        assert!(
            in_maya.iter().any(|text| text == hint),
            "{hint}: {in_maya:?}"
        );
    }
    let alt = said(&hints_of(&maya, Mode::Pose, Modifiers::ALT, |_| true));
    assert!(alt.iter().any(|text| text == "Alt+RMB zoom"), "{alt:?}");
}
