//! Selected vertices as a mask: what they keep brushes from, and how a mask is seen.

use std::collections::HashSet;

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;

use crate::window::support::paint::{CTRL, NONE, Weights, begin, place, stroke, weights};
use crate::window::support::{Window, WindowState as _, click, notices, press, selected_vertices};

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
    click(&mut window, "Clear mask");
    assert!(!is_seen(&window) && selected_vertices(&window).is_empty());
}
