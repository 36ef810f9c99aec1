//! Painting as a hand does it, and the weights that come of it, bit for bit.

use std::collections::HashMap;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use rig::{InfluenceRow, JointIndex};
use scene::placed::placed_primitives;

use super::{Window, click, joint, open, press, seen_at};
use crate::window::support::WindowState as _;

pub(crate) const NONE: Modifiers = Modifiers::NONE;
pub(crate) const CTRL: Modifiers = Modifiers::COMMAND;

/// A vertex's weights, by joint and bits; vertices of all primitives one after another.
pub(crate) type Weights = Vec<HashMap<JointIndex, u32>>;

/// A character in weights mode, with a joint selected.
pub(crate) fn begin(file: &str, name: &str) -> Window {
    let mut window = open(file);
    press(&mut window, CTRL, Key::Num2);
    if !name.is_empty() {
        click(&mut window, name);
        assert_eq!(
            window.session().character.selection.active(),
            Some(joint(&window, name))
        );
    }
    window
}

pub(crate) fn weights(window: &Window) -> Weights {
    let character = &window.document().character;
    let mut all = Weights::new();
    for placed in placed_primitives(character) {
        let Some((skin, influences)) = placed
            .instance
            .skin
            .zip(placed.primitive.influences.as_ref())
        else {
            continue;
        };
        let joints = character.rig.binds[skin].joints();
        for InfluenceRow {
            joints: places,
            weights: shares,
        } in influences.rows()
        {
            let pairs = places.iter().zip(shares);
            all.push(
                pairs
                    .map(|(place, share)| (joints[usize::from(*place)], share.to_bits()))
                    .collect(),
            );
            let sum: f32 = shares.iter().sum();
            assert!(
                places.is_empty() || (sum - 1.0).abs() < 1e-5,
                "a row sums to {sum}"
            );
        }
    }
    all
}

/// What a joint has at all vertices together.
pub(crate) fn total(weights: &Weights, joint: JointIndex) -> f64 {
    let of = |row: &HashMap<JointIndex, u32>| {
        row.get(&joint)
            .map_or(0.0, |bits| f64::from(f32::from_bits(*bits)))
    };
    weights.iter().map(of).sum()
}

pub(crate) fn total_of(window: &Window, name: &str) -> f64 {
    total(&weights(window), joint(window, name))
}

/// Where a joint is seen in a pane.
pub(crate) fn place(window: &Window, pane: usize, name: &str) -> Pos2 {
    let frame = window.shown().frames(pane)[joint(window, name).index()];
    seen_at(window, ["Pane A", "Pane B"][pane], frame.translation.into())
}

pub(crate) fn button(window: &Window, pos: Pos2, pressed: bool, modifiers: Modifiers) {
    window.event(Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
}

pub(crate) fn hold(window: &Window, modifiers: Modifiers) {
    window.event(Event::ModifiersChanged(modifiers));
}

/// Presses there, and drags that far without letting go.
pub(crate) fn press_and_drag(window: &mut Window, from: Pos2, by: Vec2, modifiers: Modifiers) {
    hold(window, modifiers);
    window.hover_at(from);
    window.run_steps(2);
    button(window, from, true, modifiers);
    window.step();
    for step in 1..=4_u8 {
        window.hover_at(from + by * (f32::from(step) / 4.0));
        window.step();
    }
}

pub(crate) fn stroke(window: &mut Window, from: Pos2, by: Vec2, modifiers: Modifiers) {
    press_and_drag(window, from, by, modifiers);
    button(window, from + by, false, modifiers);
    window.step();
    hold(window, NONE);
    window.run_steps(4);
}
