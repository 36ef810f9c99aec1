//! Strokes on a character that others made: names that are none, one mesh of 3273 vertices, a clip.
//!
//! The model is not ours: without `DUALSKIN_MODELS` this is skipped. Pictures go to a folder of the system's for what is
//! temporary, to be looked at.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::disallowed_methods, reason = "pictures that nobody misses")]

mod window_support;

use std::io::Write as _;
use std::path::PathBuf;

use editor::mode::Mode;
use editor::settings::BrushTool;
use eframe::egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::JointIndex;
use window_support::paint::{CTRL, NONE, Weights, stroke, total, weights};
use window_support::{Window, open, press};

const ALONG: Vec2 = Vec2::new(10.0, 16.0);

fn say(text: &str) {
    let mut out = std::io::stdout();
    writeln!(out, "{text}").unwrap();
}

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
    let mut window = open(file.to_str().unwrap())?;
    press(&mut window, CTRL, Key::Num2);
    assert_eq!(window.state().session().mode, Mode::Weights);
    Some(window)
}

/// Of the joints that move something, the one that lies farthest to the side; nothing pairs it with another, for it has no name.
fn an_arm(window: &Window) -> JointIndex {
    let skeleton = &window.state().document().character.rig.skeleton;
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

/// By the tree, where it is called by its number.
fn select(window: &mut Window, joint: JointIndex) {
    let label = format!("joint {}", joint.index());
    window.get_all_by_label(&label).next().unwrap().click();
    window.run_steps(3);
    assert_eq!(
        window.state().session().character.selection.active(),
        Some(joint)
    );
}

/// Where a joint is seen in pane A.
fn seen(window: &Window, joint: JointIndex) -> Pos2 {
    let rect = window.get_by_label("Pane A").rect();
    let frame = window.state().shown().frames(0)[joint.index()];
    let size = glam::Vec2::new(rect.width(), rect.height());
    let camera = window.state().session().camera;
    let pixel = camera.pixel(frame.translation.into(), size).unwrap();
    rect.min + Vec2::new(pixel.x, pixel.y)
}

fn picture(window: &mut Window, name: &str) {
    let folder = std::env::temp_dir().join("dualskin-strokes");
    std::fs::create_dir_all(&folder).unwrap();
    let image = window.render().unwrap();
    image.save(folder.join(format!("{name}.png"))).unwrap();
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
    let skeleton = &window.state().document().character.rig.skeleton;
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
    let at = seen(&window, joint);
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
        assert_eq!(window.state().session().settings.brush.tool, tool);
        let steps = window.state().history().len();
        // Summing to one is asserted wherever weights are read.
        let before = weights(&window);
        stroke(&mut window, at, ALONG, NONE);
        let after = weights(&window);
        assert!(after != before, "{tool:?}");
        assert!(
            of(&after, locked) == of(&before, locked),
            "{tool:?}: to the bit"
        );
        assert_eq!(window.state().history().len(), steps + 1, "{tool:?}");
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
    let at = seen(&window, joint);
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
    assert!(window.state().session().playback.playing);
    window.run_steps(6);
    let before = weights(&window);
    let at = seen(&window, joint);
    stroke(&mut window, at, ALONG, NONE);
    assert!(
        window.state().session().playback.playing,
        "the clip goes on"
    );
    let playing = weights(&window);
    assert!(playing != before);
    picture(&mut window, "9 playing");
    press(&mut window, NONE, Key::Space);
    assert!(!window.state().session().playback.playing);
    let at = seen(&window, joint);
    stroke(&mut window, at, ALONG, CTRL);
    let standing = weights(&window);
    assert!(standing != playing);
    picture(&mut window, "10 posed");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == playing, "to the bit");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}
