//! What operations on weights say is seen in the window.

use std::collections::BTreeMap;

use character::Character;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use rig::JointSlot;
use scene::placed::placed_primitives;

use crate::window::support::{
    Window, WindowState as _, click, open, press, run, said, wait_for_weights,
};

const CTRL: Modifiers = Modifiers::COMMAND;
const FLOOD: &str = "flood";
/// The place of a vertex, with the first skin that its mesh is shown with.
type Place = (usize, [u32; 3]);
type Rows = BTreeMap<Place, Vec<(JointSlot, f32)>>;

/// The rows of all skinned meshes, by place.
fn rows(character: &Character) -> Rows {
    let mut rows = Rows::new();
    for placed in placed_primitives(character) {
        let both = placed
            .instance
            .skin
            .zip(placed.primitive.influences.as_ref());
        let Some((skin, influences)) = both else {
            continue;
        };
        let positions = placed.primitive.positions.iter();
        for (position, row) in positions.zip(influences.rows()) {
            let place = (skin, (*position + 0.0).to_array().map(f32::to_bits));
            rows.entry(place).or_insert_with(|| row.pairs().collect());
        }
    }
    rows
}

fn now(window: &Window) -> Rows {
    rows(&window.document().character)
}

/// How many places have a weight that differs by more than what is seen, and the number of influences that are gone.
fn differences(before: &Rows, after: &Rows) -> (usize, usize) {
    let weight = |row: &[(JointSlot, f32)], joint: JointSlot| {
        let found = row.iter().find(|pair| pair.0 == joint);
        found.map_or(0.0, |pair| pair.1)
    };
    let (mut changed, mut gone) = (0, 0);
    for (place, before) in before {
        let after = &after[place];
        let mut joints = before.iter().chain(after).map(|pair| pair.0);
        let differs =
            |joint: JointSlot| (weight(after, joint) - weight(before, joint)).abs() > 1e-4;
        changed += usize::from(joints.any(differs));
        let is_gone = |pair: &&(JointSlot, f32)| after.iter().all(|other| other.0 != pair.0);
        gone += before.iter().filter(is_gone).count();
    }
    (changed, gone)
}

/// Runs an operation by its name in the list of commands; what it says is seen.
fn told(window: &mut Window, operation: &str) -> String {
    match operation {
        FLOOD => press(window, CTRL | Modifiers::SHIFT, Key::F),
        _ => run(window, operation),
    }
    wait_for_weights(window);
    let said = said(window);
    assert!(
        window.query_all_by_label(&said).next().is_some(),
        "not seen: {said}"
    );
    said
}

#[test]
fn automatic_weights_and_unbind_tell_of_bound_vertices_before_and_after() {
    let mut window = open("builtin:arm");
    press(&mut window, CTRL, Key::Num2);
    let before = now(&window);
    run(&mut window, "automatic weights");
    click(&mut window, "Compute weights");
    wait_for_weights(&mut window);
    let after = now(&window);
    let (changed, _) = differences(&before, &after);
    let all = before.len();
    let told_of_automatic = said(&window);
    for wanted in [
        format!("Automatic weights: {changed} of {all} vertices changed, by up to "),
        format!("bound vertices: {all} before, {all} after; joints that move any: "),
    ] {
        assert!(
            told_of_automatic.contains(&wanted),
            "{told_of_automatic}\n{wanted}"
        );
    }
    let said = told(&mut window, "unbind mesh");
    let wanted = format!("bound vertices: {all} before, 0 after; joints that move any: ");
    assert!(said.contains(&wanted), "{said}");
    assert!(said.contains(" before, 0 after."), "{said}");
    press(&mut window, CTRL, Key::Z);
    assert!(now(&window) == after);
}
