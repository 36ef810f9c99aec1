//! Hands and feet that are dragged in the window.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use session::state::gizmo::tool::Tool;

use crate::window::support::{Window, WindowState as _, joint, open, press, seen_at};

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;

fn in_model(window: &Window, name: &str) -> Vec3 {
    window.shown().frames(0)[joint(window, name).index()]
        .translation
        .into()
}

fn button(window: &mut Window, at: Pos2, pressed: bool, modifiers: Modifiers) {
    window.event(Event::ModifiersChanged(modifiers));
    window.event(Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
    window.step();
}

fn go(window: &mut Window, from: Pos2, by: Vec2) {
    for step in 1..=6_u8 {
        window.event(Event::PointerMoved(from + by * (f32::from(step) / 6.0)));
        window.step();
    }
    window.run_steps(2);
}

#[test]
fn a_hand_is_dragged_and_the_elbow_bends_in_one_step() {
    let mut window = open("builtin:biped");
    press(&mut window, Modifiers::ALT, Key::Num6);
    assert_eq!(window.session().tool, Tool::Limb);
    let camera = window.session().camera;
    let [shoulder, elbow, hand] =
        ["upper_arm.L", "forearm.L", "hand.L"].map(|name| in_model(&window, name));
    let turned = |window: &Window| {
        let frames = window.shown().frames(0);
        let [hand, forearm] = ["hand.L", "forearm.L"]
            .map(|name| glam::Mat3::from(frames[joint(window, name).index()].matrix3));
        forearm.inverse() * hand
    };
    let before = turned(&window);
    let from = seen_at(&window, "Pane A", in_model(&window, "hand.L"));
    let by = (seen_at(&window, "Pane A", in_model(&window, "upper_arm.L")) - from) * 0.4;
    window.event(Event::PointerMoved(from));
    window.run_steps(2);
    button(&mut window, from, true, NONE);
    go(&mut window, from, by);
    let seen = seen_at(&window, "Pane A", in_model(&window, "hand.L"));
    assert!(seen.distance(from + by) < 3.0, "{seen:?} under the pointer");
    let now = ["upper_arm.L", "forearm.L", "hand.L"].map(|name| in_model(&window, name));
    assert!(now[0].distance(shoulder) < 1e-5);
    assert!((now[1].distance(now[0]) - elbow.distance(shoulder)).abs() < 1e-4);
    assert!((now[2].distance(now[1]) - hand.distance(elbow)).abs() < 1e-4);
    assert!(
        turned(&window).abs_diff_eq(before, 1e-4),
        "follows the forearm"
    );

    // With Shift the elbow turns about the line from shoulder to hand.
    window.event(Event::ModifiersChanged(SHIFT));
    go(&mut window, from + by, Vec2::new(0.0, -90.0));
    let pole = ["forearm.L", "hand.L"].map(|name| in_model(&window, name));
    assert!(pole[1].distance(now[2]) < 1e-3, "the hand stays");
    assert!(pole[0].distance(now[1]) > 0.01, "the elbow goes");
    button(&mut window, from + by, false, SHIFT);
    window.event(Event::ModifiersChanged(NONE));
    window.run_steps(3);
    let history = window.history();
    assert_eq!(
        (history.len(), history.undo_name()),
        (1, Some("Reach with hand.L"))
    );
    assert!(window.session().limb.is_none());
    assert_eq!(window.session().camera, camera, "the camera stands");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(in_model(&window, "hand.L").distance(hand) < 1e-5);
}

#[test]
fn escape_puts_the_limb_back_and_the_history_never_hears_of_it() {
    let mut window = open("builtin:biped");
    window.get_by_label("Limb tool").click();
    window.run_steps(2);
    assert_eq!(window.session().tool, Tool::Limb);
    // Something that can be redone, and still can afterwards.
    let foot = seen_at(&window, "Pane A", in_model(&window, "foot.L"));
    window.event(Event::PointerMoved(foot));
    window.run_steps(2);
    button(&mut window, foot, true, NONE);
    go(&mut window, foot, Vec2::new(20.0, -40.0));
    button(&mut window, foot, false, NONE);
    window.run_steps(2);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.history().redo_name(), Some("Reach with foot.L"));

    let camera = window.session().camera;
    let before = window.document().clone();
    let from = seen_at(&window, "Pane A", in_model(&window, "foot.L"));
    window.event(Event::PointerMoved(from));
    window.run_steps(2);
    button(&mut window, from, true, NONE);
    go(&mut window, from, Vec2::new(10.0, -80.0));
    assert_ne!(window.document().pose, before.pose);
    assert!(window.history().is_empty());
    press(&mut window, NONE, Key::Escape);
    assert!(window.document().same_as(&before));
    go(&mut window, from, Vec2::new(50.0, -20.0));
    button(&mut window, from, false, NONE);
    window.run_steps(3);
    let state = window.state();
    assert!(
        state.view().document.same_as(&before),
        "the rest of the drag does nothing"
    );
    assert_eq!(state.view().session.camera, camera);
    assert!(state.view().session.limb.is_none());
    assert!(state.view().history.is_empty());
    assert_eq!(state.view().history.redo_name(), Some("Reach with foot.L"));
}

#[test]
fn a_foot_keeps_its_orientation_and_a_key_lets_it_follow() {
    let mut window = open("builtin:biped");
    window.get_by_label("Limb tool").click();
    window.run_steps(2);
    let turned = |window: &Window| {
        let frames = window.shown().frames(0);
        glam::Mat3::from(frames[joint(window, "foot.L").index()].matrix3)
    };
    let before = turned(&window);
    let from = seen_at(&window, "Pane A", in_model(&window, "foot.L"));
    window.event(Event::PointerMoved(from));
    window.run_steps(2);
    button(&mut window, from, true, NONE);
    go(&mut window, from, Vec2::new(25.0, -50.0));
    button(&mut window, from, false, NONE);
    window.run_steps(2);
    assert!(turned(&window).abs_diff_eq(before, 1e-4), "feet keep it");
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::Num6);
    let ends = &window.session().character.limb_ends;
    assert_eq!(ends.keeps.get("foot.L"), Some(&false));
    window.get_by_label("End of the limb");
}
