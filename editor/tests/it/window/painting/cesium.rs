//! Strokes on a character that others made: names that are none, one mesh of 3273 vertices, a clip.
//!
//! The model is not ours: without `DUALSKIN_MODELS` this is skipped. Pictures to be looked at go to the folder that
//! `DUALSKIN_PICTURES` names, if there is one.

#![expect(clippy::disallowed_methods, reason = "pictures that nobody misses")]

use std::path::PathBuf;

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::JointIndex;
use scene::names::joint_name;
use session::mode::Mode;
use session::settings::BrushTool;
use testkit::say;

use crate::window::support::paint::{CTRL, NONE, Weights, stroke, total, weights};
use crate::window::support::screen::{open_drawn, seen};
use crate::window::support::{Window, WindowState as _, open, place_of, press, seen_at};

/// Names a folder for pictures of what was painted.
const PICTURES: &str = "DUALSKIN_PICTURES";
const ALONG: Vec2 = Vec2::new(10.0, 16.0);

/// The character in weights mode; none, said out loud, where it is not there.
fn open_man() -> Option<Window> {
    let Some(folder) = std::env::var_os("DUALSKIN_MODELS") else {
        say("skipped: DUALSKIN_MODELS names no folder of models");
        return None;
    };
    let file = PathBuf::from(folder).join("cesium_man.gltf");
    if !file.is_file() {
        say(&format!("skipped: there is no {}", file.display()));
        return None;
    }
    let file = file.to_str().unwrap();
    let mut window = match std::env::var_os(PICTURES) {
        Some(_) => open_drawn(file)?,
        None => open(file),
    };
    press(&mut window, CTRL, Key::Num2);
    assert_eq!(window.session().mode, Mode::Weights);
    Some(window)
}

/// Of the joints that move something, the one that lies farthest to the side; nothing pairs it with another, for it has no name.
fn an_arm(window: &Window) -> JointIndex {
    let skeleton = &window.document().character.rig.skeleton;
    let all = weights(window);
    let moving = skeleton
        .joints()
        .filter(|&joint| skeleton.parent(joint).is_some() && total(&all, joint) > 10.0);
    let side = |joint: JointIndex| {
        let at = skeleton.rest_model_from_joint(joint).translation;
        at.x.abs().max(at.z.abs())
    };
    moving
        .max_by(|&one, &other| side(one).total_cmp(&side(other)))
        .unwrap()
}

/// By the tree, where it is called by the number of its node.
fn select(window: &mut Window, joint: JointIndex) {
    let label = joint_name(&window.document().character.rig.skeleton, joint);
    window.get_all_by_label(&label).next().unwrap().click();
    window.run_steps(3);
    assert_eq!(window.session().character.selection.active(), Some(joint));
}

/// Keeps a picture of the window, if somebody wants to look at it.
fn picture(window: &mut Window, name: &str) {
    if let Some(folder) = std::env::var_os(PICTURES) {
        let image = seen(window);
        let path = PathBuf::from(folder).join(format!("{name}.png"));
        image.save(path).unwrap();
    }
}

fn of(all: &Weights, joint: JointIndex) -> Vec<Option<u32>> {
    all.iter().map(|row| row.get(&joint).copied()).collect()
}

#[test]
fn every_brush_paints_locks_hold_and_undo_restores_bits() {
    let Some(mut window) = open_man() else {
        return;
    };
    let joint = an_arm(&window);
    let skeleton = &window.document().character.rig.skeleton;
    let parent = skeleton.parent(joint).unwrap();
    // Its root, or whoever else has weights, is locked.
    let all = weights(&window);
    let locked = skeleton
        .joints()
        .filter(|&other| other != joint && other != parent);
    let locked = locked.max_by(|&a, &b| total(&all, a).total_cmp(&total(&all, b)));
    let locked = locked.unwrap();
    select(&mut window, locked);
    press(&mut window, NONE, Key::L);
    select(&mut window, joint);
    picture(&mut window, "0 before");
    let at = seen_at(&window, "Pane A", place_of(&window, joint));
    let keys = [
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
    ];
    for (tool, key) in BrushTool::ALL.into_iter().skip(1).zip(keys) {
        press(&mut window, Modifiers::ALT, key);
        assert_eq!(window.session().settings.brush.tool, tool);
        let steps = window.history().len();
        // Summing to one is asserted wherever weights are read.
        let before = weights(&window);
        stroke(&mut window, at, ALONG, NONE);
        let after = weights(&window);
        assert!(after != before, "{tool:?}");
        assert!(
            of(&after, locked) == of(&before, locked),
            "{tool:?}: to the bit"
        );
        assert_eq!(window.history().len(), steps + 1, "{tool:?}");
        let (less, more) = (total(&before, joint), total(&after, joint));
        match tool {
            BrushTool::Add | BrushTool::Replace | BrushTool::Scale => assert!(more > less),
            BrushTool::Subtract => assert!(more < less),
            _ => {}
        }
        picture(&mut window, &format!("{} {}", key.name(), tool.name()));
        press(&mut window, CTRL, Key::Z);
        assert!(weights(&window) == before, "{tool:?}: to the bit");
    }
}

#[test]
fn live_mirror_paints_where_names_say_nothing() {
    let Some(mut window) = open_man() else {
        return;
    };
    let joint = an_arm(&window);
    select(&mut window, joint);
    press(&mut window, Modifiers::ALT, Key::M);
    let before = weights(&window);
    let at = seen_at(&window, "Pane A", place_of(&window, joint));
    stroke(&mut window, at, ALONG, NONE);
    let after = weights(&window);
    assert!(total(&after, joint) > total(&before, joint));
    picture(&mut window, "8 mirrored");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}

#[test]
fn a_pose_and_a_playing_clip_are_painted_on() {
    let Some(mut window) = open_man() else {
        return;
    };
    let joint = an_arm(&window);
    select(&mut window, joint);
    press(&mut window, NONE, Key::Space);
    assert!(window.session().playback.playing);
    window.run_steps(6);
    let before = weights(&window);
    let at = seen_at(&window, "Pane A", place_of(&window, joint));
    stroke(&mut window, at, ALONG, NONE);
    assert!(window.session().playback.playing, "the clip goes on");
    let playing = weights(&window);
    assert!(playing != before);
    picture(&mut window, "9 playing");
    press(&mut window, NONE, Key::Space);
    assert!(!window.session().playback.playing);
    let at = seen_at(&window, "Pane A", place_of(&window, joint));
    stroke(&mut window, at, ALONG, CTRL);
    let standing = weights(&window);
    assert!(standing != playing);
    picture(&mut window, "10 posed");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == playing, "to the bit");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}
