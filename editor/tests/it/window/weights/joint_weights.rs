//! Weights from joint to joint: moved to the active one, and copied from one onto another.

use eframe::egui::{Key, Modifiers};

use crate::window::support::paint::{CTRL, begin, total_of, weights};
use crate::window::support::{WindowState as _, click, notices, press, run, wait_for_weights};

const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

#[test]
fn weights_of_selected_joints_move_to_the_active_one() {
    let mut window = begin("builtin:biped", "forearm.L");
    let before = weights(&window);
    // One joint has nothing to be moved from.
    press(&mut window, ALT_SHIFT, Key::M);
    wait_for_weights(&mut window);
    assert!(weights(&window) == before);
    let (forearm, hand) = (total_of(&window, "forearm.L"), total_of(&window, "hand.L"));
    assert!(hand > 1.0);
    run(&mut window, "select children");
    press(&mut window, ALT_SHIFT, Key::M);
    wait_for_weights(&mut window);
    assert_eq!(total_of(&window, "hand.L"), 0.0);
    let merged = total_of(&window, "forearm.L");
    assert!(
        merged > forearm + hand - 1e-2,
        "{merged} of {forearm} and {hand}"
    );
    let name = window.history().undo_name().map(str::to_owned);
    assert_eq!(name.as_deref(), Some("Move weights to forearm.L"));
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}

#[test]
fn weights_of_a_joint_are_copied_onto_another() {
    let mut window = begin("builtin:biped", "hand.L");
    let before = weights(&window);
    // Nothing is copied yet.
    press(&mut window, ALT_SHIFT, Key::Y);
    wait_for_weights(&mut window);
    assert!(weights(&window) == before);
    let hand = total_of(&window, "hand.L");
    press(&mut window, ALT_SHIFT, Key::C);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("Copied the weights of hand.L"), "{said}");
    click(&mut window, "head");
    press(&mut window, ALT_SHIFT, Key::Y);
    wait_for_weights(&mut window);
    let head = total_of(&window, "head");
    assert!((head - hand).abs() < 1e-2 * hand, "{head} of {hand}");
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}
