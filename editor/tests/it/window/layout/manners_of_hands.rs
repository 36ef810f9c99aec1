//! What a hand gets is what it asked for: views that frame, modes to go back to, bones picked with a brush, poses that outlive names.

use eframe::egui::{Key, Modifiers, Vec2};
use scene::deform::deform;
use scene::posed_character::Look;
use session::mode::Mode;

use crate::window::support::paint::{begin, place, press_and_drag, weights};
use crate::window::support::{
    Window, WindowState as _, all_seen_at, click, click_at, fill, joint, open, open_sized, pane,
    press, run, wait_for_weights,
};

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// How many vertices of the figure lie beyond the edges of pane A.
fn cut_off(window: &Window) -> usize {
    let document = window.document();
    let character = &document.character;
    let posed = deform(
        character,
        &document.pose,
        &document.scale_inheritance,
        Look::default(),
    )
    .unwrap();
    let seen_at = all_seen_at(window, "Pane A");
    let pane = pane(window, "Pane A").expand(1.0);
    let points = posed.iter().flat_map(|it| it.positions.iter());
    points
        .filter(|point| !pane.contains(seen_at(**point)))
        .count()
}

#[test]
fn views_by_key_frame_what_was_framed() {
    for file in ["builtin:biped", "builtin:creature", "builtin:hand"] {
        let mut window = open_sized(file, Vec2::new(1280.0, 800.0));
        press(&mut window, NONE, Key::Home);
        for key in [Key::Num1, Key::Num3, Key::Num7, Key::Num9, Key::Num0] {
            press(&mut window, NONE, key);
            assert_eq!(cut_off(&window), 0, "{file}, {key:?}");
        }
    }
    // A camera that was moved keeps its distance.
    let mut window = open("builtin:biped");
    click(&mut window, "hand.L");
    press(&mut window, NONE, Key::Period);
    let distance = |window: &Window| {
        let camera = window.session().camera;
        (camera.eye() - camera.target).length()
    };
    let near = distance(&window);
    press(&mut window, NONE, Key::Num1);
    assert!((distance(&window) - near).abs() < 1e-3 * near);
}

#[test]
fn giving_up_a_ready_skeleton_goes_back_to_its_mode() {
    for (key, mode) in [
        (Key::Num2, Mode::Weights),
        (Key::Num3, Mode::Pose),
        (Key::Num1, Mode::Skeleton),
    ] {
        let mut window = open("builtin:biped");
        press(&mut window, CTRL, key);
        assert_eq!(window.session().mode, mode);
        run(&mut window, "New skeleton: biped");
        assert_eq!(window.session().mode, Mode::Skeleton);
        press(&mut window, NONE, Key::Escape);
        assert_eq!(window.session().mode, mode);
    }
}

#[test]
fn a_click_with_ctrl_picks_a_bone_and_a_drag_paints() {
    let mut window = begin("builtin:biped", "forearm.L");
    click(&mut window, "Add brush");
    let before = weights(&window);
    let bone = place(&window, 0, "hand.L");
    click_at(&mut window, bone, CTRL);
    window.run_steps(3);
    let active = window.session().character.selection.active();
    assert_eq!(active, Some(joint(&window, "hand.L")));
    assert!(weights(&window) == before, "a click paints nothing");
    press_and_drag(&mut window, bone, Vec2::new(30.0, 6.0), CTRL);
    wait_for_weights(&mut window);
    window.run_steps(6);
    assert!(weights(&window) != before, "a drag takes weight away");
}

#[test]
fn renamed_joints_keep_their_test_poses() {
    let mut window = open("builtin:biped");
    let names = |window: &Window| {
        let poses = &window.session().character.test_poses.poses;
        let mut names: Vec<String> = poses.iter().map(|pose| pose.name.clone()).collect();
        names.sort();
        names
    };
    let before = names(&window);
    assert!(before.iter().any(|name| name == "T pose"), "{before:?}");
    press(&mut window, CTRL, Key::Num1);
    for (name, other) in [
        ("upper_arm.L", "branch"),
        ("head", "top"),
        ("thigh.R", "stem"),
    ] {
        if name == "thigh.R" {
            // Now its row is within the list.
            click(&mut window, "Fold spine");
        }
        click(&mut window, name);
        press(&mut window, NONE, Key::F2);
        window.run_steps(2);
        fill(&mut window, "Joint name", other);
        press(&mut window, NONE, Key::Enter);
        window.run_steps(2);
        joint(&window, other);
    }
    window.run_steps(3);
    assert_eq!(names(&window), before);
    // They still turn what they turned.
    click(&mut window, "Test pose T pose");
    let turned = joint(&window, "branch").index();
    let pose = &window.document().pose;
    assert!(pose.rigid[turned].rotation.w.abs() < 0.9999);
}

#[test]
fn the_readout_of_vertices_stays_out_of_skeleton_mode() {
    let mut window = open("builtin:biped");
    for (key, shown) in [(Key::Num1, false), (Key::Num2, true), (Key::Num3, false)] {
        press(&mut window, CTRL, key);
        assert_eq!(window.session().shows_probe(), shown, "{key:?}");
    }
    press(&mut window, CTRL, Key::Num1);
    run(&mut window, "Vertex probe");
    assert!(window.session().shows_probe(), "asked for");
}
