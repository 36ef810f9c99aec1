//! Keys set by hand: the keys of both key maps, the chip of unkeyed poses, auto-key.

use eframe::egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{JointChannel, Target};
use session::state::gizmo::CameraView;

use crate::window::support::{
    Window, WindowState as _, click, drag, hidden_by, joint, open, open_sized, painted, pane,
    place_of, press, run, seen_at, type_into,
};

fn times(window: &Window, name: &str, channel: JointChannel) -> Vec<f32> {
    let moment = window.session().playback.moment;
    let character = &window.document().character;
    let clip = moment.and_then(|moment| character.clip(moment.clip));
    let target = Target::Joint(joint(window, name), channel);
    let keys = clip.and_then(|clip| clip.keys(target));
    keys.map_or_else(Vec::new, |keys| keys.times().to_vec())
}

#[test]
fn joints_are_keyed_in_a_new_clip_by_the_keys_of_both_maps() {
    for (map, key) in [(None, Key::I), (Some("maya"), Key::S)] {
        let mut window = open("builtin:arm");
        if let Some(words) = map {
            run(&mut window, words);
        }
        click(&mut window, "forearm");
        press(&mut window, Modifiers::NONE, key);
        assert_eq!(times(&window, "forearm", JointChannel::Rotation), [0.0]);
        drag(&mut window, "Time", Vec2::new(80.0, 0.0));
        type_into(&mut window, "Rotation Z", "40");
        assert!(
            window.query_by_label("Key").is_some(),
            "the chip of an unkeyed pose"
        );
        press(&mut window, Modifiers::NONE, key);
        let keys = times(&window, "forearm", JointChannel::Rotation);
        assert_eq!(keys.len(), 2);
        assert!(window.query_by_label("Keep").is_none(), "all is keyed");
        press(&mut window, Modifiers::ALT, Key::I);
        assert_eq!(times(&window, "forearm", JointChannel::Rotation), [0.0]);
    }
}

/// What is posed next stays in sight and within reach.
#[test]
fn the_chip_of_an_unkeyed_pose_hides_no_figure() {
    for size in [Vec2::new(1280.0, 800.0), Vec2::new(1024.0, 640.0)] {
        let mut window = open_sized("builtin:biped", size);
        press(&mut window, Modifiers::COMMAND, Key::Num4);
        press(&mut window, Modifiers::SHIFT, Key::Num2);
        run(&mut window, "New clip");
        click(&mut window, "hips");
        type_into(&mut window, "Rotation X", "10");
        let buttons = ["Key", "Keep", "Discard"].map(|name| window.get_by_label(name).rect());
        let text = painted(&window, "Unkeyed at 0")[0];
        let chip = buttons.into_iter().fold(text, Rect::union);
        let panes = ["Pane A", "Pane B"].map(|name| pane(&window, name));
        assert!(
            panes[0].union(panes[1]).contains_rect(chip),
            "{size}: {chip}"
        );
        for name in ["Pane A", "Pane B"] {
            let [hidden, all] = hidden_by(&window, name, chip);
            assert!(
                hidden * 25 <= all,
                "{size}, {name}: {hidden} of {all} by {chip}"
            );
        }
        // It does not jump about as the pose goes on.
        type_into(&mut window, "Rotation X", "20");
        let text_after = painted(&window, "Unkeyed at 0")[0];
        assert!(text_after.center().distance(text.center()) < 1.0, "{size}");
        // Nor does it stand on the rings of a joint that is higher up.
        click(&mut window, "chest");
        window.run_steps(4);
        let buttons = ["Key", "Keep", "Discard"].map(|name| window.get_by_label(name).rect());
        let text = painted(&window, "Unkeyed at 0")[0];
        let chip = buttons.into_iter().fold(text, Rect::union);
        let chest = place_of(&window, joint(&window, "chest"));
        for (number, name) in ["Pane A", "Pane B"].into_iter().enumerate() {
            let viewport = pane(&window, name).size();
            let sight = CameraView {
                camera: window.session().camera_of(number),
                viewport: glam::Vec2::new(viewport.x, viewport.y),
            };
            let ring = 1.1 * sight.gizmo_size();
            let away = chip.distance_to_pos(seen_at(&window, name, chest));
            assert!(away > ring, "{size}, {name}: {away} of {ring}");
        }
    }
}

/// K lists it at the pointer: Enter takes the first line, a letter its own.
fn list_what_can_be_keyed(window: &mut Window) {
    let before = window.session().playback.moment;
    press(window, Modifiers::NONE, Key::ArrowRight);
    let beside = window.session().playback.moment;
    assert_ne!(before, beside, "it is a frame without a key");
    press(window, Modifiers::NONE, Key::K);
    let lines = [
        "Key selected joints",
        "Key unkeyed pose",
        "Key channels with keys",
        "Key all channels",
        "Key whole pose",
        "Key rotation",
        "Key translation",
        "Key scale",
        "Key shear",
    ];
    let tops = lines.map(|line| window.get_by_label(line).rect().top());
    assert!(tops.is_sorted(), "{tops:?}");
    press(window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Key whole pose").is_none());
    let count = |window: &Window, channel| times(window, "hand", channel).len();
    let turns = count(window, JointChannel::Rotation);
    let shears = count(window, JointChannel::Shear);
    for (key, more_shears, more_turns) in [(Key::Enter, 1, 0), (Key::R, 0, 1)] {
        press(window, Modifiers::NONE, Key::K);
        press(window, Modifiers::NONE, key);
        assert!(window.query_by_label("Key whole pose").is_none());
        assert_eq!(count(window, JointChannel::Shear), shears + more_shears);
        assert!(count(window, JointChannel::Rotation) >= turns + more_turns);
        press(window, Modifiers::COMMAND, Key::Z);
    }
    press(window, Modifiers::NONE, Key::ArrowLeft);
}

#[test]
fn unkeyed_poses_wait_and_are_found_keyed_and_discarded() {
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    // Beyond the middle, and frames before the end.
    let slider = window.get_by_label("Time").rect().width();
    drag(&mut window, "Time", Vec2::new(0.1 * slider, 0.0));
    type_into(&mut window, "Shear XY", "0.3");
    // Undo and redo go to where it was posed.
    let made = window.session().playback.moment;
    for undone_by in [Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT] {
        press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
        press(&mut window, undone_by, Key::Z);
        assert_eq!(window.session().playback.moment, made);
    }
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    click(&mut window, "Show");
    assert!(
        window.shown().pose.stretch[joint(&window, "hand").index()]
            .shear
            .x
            > 0.29
    );
    click(&mut window, "Key");
    assert!(!times(&window, "hand", JointChannel::Shear).is_empty());
    list_what_can_be_keyed(&mut window);
    // The inspector is low here; its first numbers are in sight.
    type_into(&mut window, "Rotation X", "25");
    click(&mut window, "Discard");
    assert!(window.document().pending.is_empty());

    press(&mut window, Modifiers::COMMAND, Key::Num3);
    press(&mut window, Modifiers::SHIFT, Key::I);
    drag(&mut window, "Time", Vec2::new(40.0, 0.0));
    let before = times(&window, "hand", JointChannel::Shear).len();
    type_into(&mut window, "Shear XY", "0.9");
    assert_eq!(
        times(&window, "hand", JointChannel::Shear).len(),
        before + 1
    );
    assert!(window.document().pending.is_empty());
}
