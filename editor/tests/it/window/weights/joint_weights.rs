//! Weights of a joint that are copied onto another.

use eframe::egui::{Key, Modifiers};

use crate::window::support::paint::{CTRL, begin, total_of, weights};
use crate::window::support::{click, notices, press, wait_for_weights};

const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

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
