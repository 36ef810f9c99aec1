//! Keys that mean something else while the pointer is over the timeline.

use std::collections::BTreeSet;

use session::commands::actions::{Action, SheetAction, ToolAction};
use session::commands::keymap::{
    KeyMap, Modifiers, Preset, Section, parse_shortcut, shortcut_text,
};
use session::features::actions::text_of;
use session::mode::Mode;
use session::state::gizmo::tool::Tool;

use super::keymaps::{CTRL, copy_of, does, key, press, shipped, user};

/// Under the pointer keys of the sheet go before those of the mode: these are meant to, and no others.
#[test]
fn over_the_timeline_keys_mean_keys() {
    let shadowed = |preset: Preset| {
        let map = shipped(preset);
        let found = map.shadowed_keys(Mode::Animate).into_iter();
        let found = found.map(|(shortcut, below, over)| {
            format!("{} {} {}", shortcut_text(&shortcut), below.id(), over.id())
        });
        found.collect::<BTreeSet<String>>()
    };
    let of = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let both = [
        "Alt+A select-none select-no-keys",
        "Ctrl+C copy-pose copy-keys",
        "Ctrl+V paste-pose paste-keys",
        "Ctrl+Shift+V paste-pose-mirrored paste-keys-mirrored",
        "Home frame-all frame-all-keys",
    ];
    let blender = [
        "G operate-move move-keys",
        "S operate-scale scale-keys",
        "A select-all select-all-keys",
        ". frame-selection frame-keys",
    ];
    let maya = [
        "W use-tool-move move-keys",
        "R use-tool-scale scale-keys",
        "T use-tool-shear key-modes",
        "Ctrl+A select-all select-all-keys",
        "F frame-selection frame-keys",
        "A frame-all frame-all-keys",
    ];
    let wanted: BTreeSet<String> = of(&[&both[..], &blender].concat());
    assert_eq!(shadowed(Preset::Blender), wanted);
    let wanted: BTreeSet<String> = of(&[&both[..], &maya].concat());
    assert_eq!(shadowed(Preset::Maya), wanted);
    let map = shipped(Preset::Blender);
    let grab = press(Modifiers::NONE, key("G"));
    let over = map.action_over_timeline(&grab).map(|(action, _)| action);
    assert_eq!(over, Some(Action::Sheet(SheetAction::MoveKeys)));
    assert_eq!(
        does(&map, &grab),
        Some(Action::Tool(ToolAction::Operate(Tool::Move)))
    );
    let undo = press(CTRL, key("Z"));
    assert_eq!(map.action_over_timeline(&undo), None, "goes on to the mode");
}

#[test]
fn own_keys_over_the_timeline_stand_in_their_section() {
    let map = Preset::Blender.keymap();
    let action = Action::Sheet(SheetAction::SnapKeys);
    let section = map.section_of(action, Mode::Animate);
    assert_eq!(section, Section::Timeline);
    let key = parse_shortcut("Ctrl+Alt+F7").unwrap();
    let text = map
        .with_own_key(&copy_of(&map), (section, action), Some(key), text_of)
        .unwrap();
    let changed = KeyMap::clone(&map).with(user(&text));
    let pressed = press(key.modifiers, key.key);
    let over = changed.action_over_timeline(&pressed);
    assert_eq!(over.map(|(action, _)| action), Some(action));
    assert_eq!(does(&changed, &pressed), None);
    let grab = parse_shortcut("G").unwrap();
    let said = map
        .with_own_key(&copy_of(&map), (section, action), Some(grab), text_of)
        .unwrap_err();
    assert!(said.contains("over the timeline"), "{said}");
}
