//! Selected vertices as a mask: what they keep brushes and operations from, how they are changed, and how a mask is seen.

use std::collections::HashSet;

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;

use crate::window::support::paint::{CTRL, NONE, Weights, begin, place, stroke, weights};
use crate::window::support::{
    Window, WindowState as _, click, notices, press, run, selected_vertices, wait_for_weights,
};

const ALT: Modifiers = Modifiers::ALT;

/// The biped, and all vertices that its left forearm moves selected.
fn masked() -> Window {
    let mut window = begin("builtin:biped", "forearm.L");
    press(&mut window, ALT | Modifiers::SHIFT, Key::V);
    assert!(!selected_vertices(&window).is_empty());
    window
}

/// The vertices whose weights differ, as the selection names them.
fn changed(window: &Window, before: &Weights) -> HashSet<VertexPlace> {
    let character = &window.document().character;
    let mut places = Vec::new();
    for (primitive, placed) in placed_primitives(character).enumerate() {
        if placed.instance.skin.is_some() && placed.primitive.influences.is_some() {
            let vertices = 0..placed.primitive.positions.len();
            places.extend(vertices.map(|vertex| VertexPlace { primitive, vertex }));
        }
    }
    let after = weights(window);
    let rows = before.iter().zip(&after);
    let both = places.into_iter().zip(rows);
    both.filter(|(_, (before, after))| before != after)
        .map(|(place, _)| place)
        .collect()
}

fn is_seen(window: &Window) -> bool {
    window.query_by_label_contains("Mask: ").is_some()
}

#[test]
fn operations_on_all_weights_change_the_mask_alone() {
    let mut window = masked();
    let mask: HashSet<VertexPlace> = selected_vertices(&window).into_iter().collect();
    for (operation, must_change) in [
        ("smooth all weights", true),
        ("prune weights", false),
        ("limit influences", false),
        ("mirror weights right to left", false),
        ("flood", true),
    ] {
        let before = weights(&window);
        run(&mut window, operation);
        wait_for_weights(&mut window);
        let changed = changed(&window, &before);
        assert!(changed.is_subset(&mask), "{operation} goes beyond the mask");
        assert!(!changed.is_empty() || !must_change, "{operation}");
        let said = notices(&window).last().unwrap().clone();
        assert!(said.contains("selected vertices"), "{operation}: {said}");
    }
    // Without the mask a flood reaches all.
    let before = weights(&window);
    click(&mut window, "Clear mask");
    assert!(!is_seen(&window) && selected_vertices(&window).is_empty());
    // By its key: in the palette it would be found below “Undo Flood”.
    press(&mut window, CTRL | Modifiers::SHIFT, Key::F);
    wait_for_weights(&mut window);
    let reached = changed(&window, &before).len();
    assert!(
        reached > mask.len(),
        "{reached} of {}: {:?}",
        mask.len(),
        notices(&window)
    );
}

#[test]
fn a_brush_changes_the_mask_alone_and_says_where_nothing_is_in_it() {
    let mut window = masked();
    assert!(is_seen(&window), "a mask is seen");
    let mask: HashSet<VertexPlace> = selected_vertices(&window).into_iter().collect();
    let before = weights(&window);
    let chest = place(&window, 0, "chest");
    stroke(&mut window, chest, Vec2::new(0.0, 4.0), NONE);
    assert!(weights(&window) == before, "nothing there is selected");
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("no selected vertex"), "{said}");
    let (from, to) = (
        place(&window, 0, "upper_arm.L"),
        place(&window, 0, "hand.L"),
    );
    stroke(&mut window, from, to - from, NONE);
    let changed = changed(&window, &before);
    assert!(!changed.is_empty() && changed.is_subset(&mask));
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}

#[test]
fn a_mask_is_grown_shrunk_inverted_and_cleared() {
    let mut window = masked();
    let count = |window: &Window| selected_vertices(window).len();
    let first = count(&window);
    press(&mut window, ALT, Key::Period);
    window.run_steps(2);
    let grown = count(&window);
    assert!(grown > first, "{grown} of {first}");
    press(&mut window, ALT, Key::Comma);
    window.run_steps(2);
    let shrunk = count(&window);
    assert!((first..grown).contains(&shrunk), "{shrunk}");
    let before: HashSet<VertexPlace> = selected_vertices(&window).into_iter().collect();
    press(&mut window, ALT, Key::I);
    window.run_steps(2);
    let others = selected_vertices(&window);
    assert!(others.iter().all(|place| !before.contains(place)));
    press(&mut window, ALT, Key::U);
    window.run_steps(2);
    assert!(count(&window) > others.len(), "all that is connected");
    press(&mut window, ALT | Modifiers::SHIFT, Key::A);
    window.run_steps(2);
    assert_eq!(count(&window), 0);
    assert!(!is_seen(&window));
    // Without a selection there is nothing to grow.
    press(&mut window, ALT, Key::Period);
    window.run_steps(2);
    assert_eq!(count(&window), 0);
}

#[test]
fn an_edge_loop_needs_an_edge() {
    let mut window = masked();
    press(&mut window, ALT, Key::E);
    window.run_steps(2);
    let count = selected_vertices(&window).len();
    press(&mut window, ALT, Key::E);
    window.run_steps(2);
    let again = selected_vertices(&window).len();
    assert!(again >= count, "loops of loops: {again} of {count}");
}
