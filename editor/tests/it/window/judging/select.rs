//! Selecting in the window: by clicks, boxes, the tree, keys and menus.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::state::selection::{Boxing, HoveredIn};

use crate::window::support::paint::{hold, place};
use crate::window::support::{
    Window, WindowState as _, click, joint, notices, open, press, turned, type_into, wait_until,
};

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

fn button(window: &mut Window, at: Pos2, pressed: bool, modifiers: Modifiers) {
    window.event(Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
    window.step();
}

fn click_at(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    window.event(Event::PointerMoved(at));
    hold(window, modifiers);
    window.run_steps(2);
    button(window, at, true, modifiers);
    button(window, at, false, modifiers);
    hold(window, NONE);
    window.run_steps(3);
}

fn click_row(window: &mut Window, name: &str, modifiers: Modifiers) {
    let at = window.get_by_label(name).rect().center();
    click_at(window, at, modifiers);
}

fn selected(window: &Window) -> Vec<String> {
    let skeleton = &window.document().character.rig.skeleton;
    let joints = window.session().character.selection.joints().iter();
    joints
        .map(|&joint| skeleton.name(joint).to_owned())
        .collect()
}

#[test]
fn clicks_on_bones_select_and_shift_adds_and_removes() {
    let mut window = open("builtin:arm");
    let at = place(&window, 0, "forearm");
    click_at(&mut window, at, NONE);
    assert_eq!(selected(&window), ["forearm"]);
    let hand = place(&window, 0, "hand");
    click_at(&mut window, hand, SHIFT);
    assert_eq!(selected(&window), ["forearm", "hand"]);
    click_at(&mut window, at, SHIFT);
    assert_eq!(selected(&window), ["hand"]);
    click_at(&mut window, at, NONE);
    assert_eq!(selected(&window), ["forearm"]);
    // Where nothing is, nothing is selected; with Shift it was a slip.
    let pane = window.get_by_label("Pane A").rect();
    let nothing = pane.left_top() + Vec2::new(30.0, 60.0);
    click_at(&mut window, nothing, SHIFT);
    window.run_steps(10);
    assert_eq!(selected(&window), ["forearm"]);
    click_at(&mut window, nothing, NONE);
    wait_until(&mut window, "nothing is selected", |window| {
        selected(window).is_empty()
    });
}

#[test]
fn a_box_with_ctrl_or_by_its_action_selects_what_is_in_it() {
    let mut window = open("builtin:arm");
    let camera = window.session().camera;
    let drag = |window: &mut Window, from: Pos2, to: Pos2, held: Modifiers| {
        window.event(Event::PointerMoved(from));
        hold(window, held);
        window.step();
        button(window, from, true, held);
        for step in 1..=5_u8 {
            window.event(Event::PointerMoved(
                from + (to - from) * (f32::from(step) / 5.0),
            ));
            window.step();
        }
        button(window, to, false, held);
        hold(window, NONE);
        window.run_steps(3);
    };
    let around = |window: &Window, name: &str| {
        let at = place(window, 0, name);
        (at - Vec2::splat(16.0), at + Vec2::splat(16.0))
    };
    let (from, to) = around(&window, "hand");
    drag(&mut window, from, to, CTRL);
    assert_eq!(selected(&window), ["hand"]);
    let (from, to) = around(&window, "forearm");
    drag(&mut window, to, from, CTRL | SHIFT);
    assert_eq!(selected(&window), ["hand", "forearm"]);

    press(&mut window, CTRL, Key::B);
    assert_eq!(window.session().character.boxing, Some(Boxing::Armed));
    drag(&mut window, from, to, NONE);
    assert_eq!(selected(&window), ["forearm"]);
    assert_eq!(window.session().character.boxing, None);
    assert_eq!(window.session().camera, camera, "the camera stands");

    // Given up: before the drag, and within it.
    press(&mut window, CTRL, Key::B);
    press(&mut window, NONE, Key::Escape);
    assert_eq!(window.session().character.boxing, None);
    press(&mut window, CTRL, Key::B);
    window.event(Event::PointerMoved(from));
    window.step();
    button(&mut window, from, true, NONE);
    window.event(Event::PointerMoved(to + Vec2::splat(20.0)));
    window.run_steps(2);
    assert!(matches!(
        window.session().character.boxing,
        Some(Boxing::Drawn { .. })
    ));
    press(&mut window, NONE, Key::Escape);
    window.event(Event::PointerMoved(to + Vec2::splat(80.0)));
    window.run_steps(2);
    button(&mut window, to + Vec2::splat(80.0), false, NONE);
    window.run_steps(3);
    assert_eq!(selected(&window), ["forearm"]);
    assert_eq!(window.session().character.boxing, None);
    assert_eq!(window.session().camera, camera, "the camera stands");
}

#[test]
fn the_tree_selects_ranges_and_single_joints_and_both_mark_what_is_hovered() {
    let mut window = open("builtin:biped");
    click_row(&mut window, "clavicle.L", NONE);
    click_row(&mut window, "forearm.L", SHIFT);
    assert_eq!(
        selected(&window),
        ["clavicle.L", "upper_arm.L", "forearm.L"]
    );
    click_row(&mut window, "upper_arm.L", CTRL);
    assert_eq!(selected(&window), ["clavicle.L", "forearm.L"]);
    click_row(&mut window, "head", CTRL);
    assert_eq!(selected(&window), ["clavicle.L", "forearm.L", "head"]);

    let row = window.get_by_label("hand.L").rect().center();
    window.event(Event::PointerMoved(row));
    window.run_steps(3);
    let session = window.session();
    assert_eq!(session.character.hovered, Some(joint(&window, "hand.L")));
    assert_eq!(session.hovered_in, Some(HoveredIn::Tree));
    // Away from the gizmo, which has the pointer before bones.
    let bone = place(&window, 0, "foot.R");
    window.event(Event::PointerMoved(bone));
    window.run_steps(3);
    let session = window.session();
    assert_eq!(session.hovered_in, Some(HoveredIn::Pane(0)));
    let menu = window.get_by_label("Edit").rect().center();
    window.event(Event::PointerMoved(menu));
    window.run_steps(3);
    assert_eq!(window.session().character.hovered, None);
}

#[test]
fn numbers_that_are_none_are_refused_in_words() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation X", "0.5rad");
    assert!((turned(&window, "forearm") - 28.6479).abs() < 0.01);
    type_into(&mut window, "Rotation X", "1/0");
    assert!((turned(&window, "forearm") - 28.6479).abs() < 0.01);
    let messages = notices(&window);
    assert!(
        messages
            .iter()
            .any(|text| text.contains("Rotation X unchanged: nothing can be divided by zero")),
        "{messages:?}"
    );
    let all = window.session().notices.all();
    let told: usize = all.iter().map(|notice| notice.times).sum();
    assert_eq!(told, 1, "once: {all:?}");
    type_into(&mut window, "Rotation quaternion", "0 0 1-1 2/2");
    assert!(turned(&window, "forearm") < 0.01);
    type_into(&mut window, "Rotation quaternion", "0 0 1");
    let messages = notices(&window);
    assert!(
        messages.iter().any(|text| text.contains("there are 3")),
        "{messages:?}"
    );
}
