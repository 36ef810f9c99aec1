//! Joints that are dragged, extruded and placed in the panes of Skeleton mode.

use eframe::egui::{Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use session::state::skeleton::skeleton_work::RestChoice;

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag_from, joint, open, pane, press, seen_at,
};

fn skeleton_of(file: &str) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    window
}

fn rest(window: &Window, name: &str) -> Vec3 {
    let skeleton = &window.document().character.rig.skeleton;
    skeleton
        .rest_model_from_joint(joint(window, name))
        .translation
}

#[test]
fn the_gizmo_of_skeleton_mode_drags_the_rest() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "forearm");
    let from = seen_at(&window, "Pane A", rest(&window, "forearm"));
    let by = Vec2::new(36.0, -28.0);
    drag_from(&mut window, from, by, PointerButton::Primary);
    let history = window.history();
    assert_eq!(history.undo_name(), Some("Move rest of forearm"));
    let now = seen_at(&window, "Pane A", rest(&window, "forearm"));
    assert!(now.distance(from + by) < 3.0, "{now} {from}");

    // By the key, with a typed number.
    let before = rest(&window, "forearm");
    press(&mut window, Modifiers::NONE, Key::G);
    press(&mut window, Modifiers::NONE, Key::Z);
    press(&mut window, Modifiers::NONE, Key::Z);
    window.event(eframe::egui::Event::Text("0.1".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let moved = rest(&window, "forearm") - before;
    assert!(moved.abs_diff_eq(0.1 * Vec3::Z, 1e-5), "{moved}");

    // Tools that do not move a rest are not offered, and the switches stand beside those that do.
    assert!(window.query_by_label("Scale tool").is_none());
    click(&mut window, "Mirror X");
    assert!(window.session().rest_tools.mirrors);
    press(&mut window, Modifiers::ALT, Key::J);
    assert!(window.session().rest_tools.centers);
    press(&mut window, Modifiers::ALT, Key::C);
    let choice = window.session().character.skeleton.choice;
    assert_eq!(choice, RestChoice::OneJoint);
    click(&mut window, "Rotate tool");
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    assert!(window.query_by_label("Scale tool").is_some());
}

#[test]
fn extrude_follows_the_pointer_and_keeps_to_the_middle_of_the_volume() {
    let mut window = skeleton_of("builtin:arm");
    click(&mut window, "hand");
    let [elbow, hand] = ["forearm", "hand"].map(|name| rest(&window, name));
    let at = pane(&window, "Pane A").center() + Vec2::new(80.0, 90.0);
    window.hover_at(at);
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::E);
    window.hover_at(at + Vec2::new(10.0, 0.0));
    window.run_steps(3);
    click_at(&mut window, at + Vec2::new(10.0, 0.0), Modifiers::NONE);
    let seen = seen_at(&window, "Pane A", rest(&window, "hand_1"));
    assert!(
        seen.distance(at + Vec2::new(10.0, 0.0)) < 3.0,
        "{seen} {at}"
    );
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(window.document().journal.len(), 1);

    // Over the forearm, from the hand: without the switch it would be as near to the viewer as the hand.
    click(&mut window, "hand");
    press(&mut window, Modifiers::ALT, Key::J);
    let over = seen_at(&window, "Pane A", elbow.lerp(hand, 0.4));
    press(&mut window, Modifiers::NONE, Key::E);
    window.hover_at(over);
    window.run_steps(4);
    click_at(&mut window, over, Modifiers::NONE);
    let axis = (hand - elbow).normalize();
    let off = rest(&window, "hand_2") - elbow;
    let beside = (off - axis * off.dot(axis)).length();
    assert!(beside < 0.15 * elbow.distance(hand), "{beside}");
}
