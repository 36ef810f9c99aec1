//! Vertices and their weights as a table: selecting them, typing, quick values, copying and pasting.

use eframe::egui::{Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::JointIndex;
use scene::placed::placed_primitives;
use scene::vertex_facts::{MovedBy, VertexFacts, VertexPlace};

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag_from, joint, notices, open, open_sized,
    place_of, press, seen_at, selected_vertices, type_into, wait_until,
};

/// Weights mode with a joint and the tool that selects vertices.
fn selecting(file: &str, joint: &str) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, joint);
    press(&mut window, Modifiers::SHIFT, Key::V);
    assert!(window.session().selects_vertices());
    window
}

fn weights(window: &Window, place: VertexPlace) -> Vec<(JointIndex, f32)> {
    let facts = VertexFacts::of(&window.document().character, place).unwrap();
    match facts.moved_by {
        MovedBy::Joints(joints) => joints,
        other => panic!("{other:?}"),
    }
}

fn weight(window: &Window, place: VertexPlace, name: &str) -> f32 {
    let joint = joint(window, name);
    let weights = weights(window, place);
    let found = weights.iter().find(|(other, _)| *other == joint);
    found.map_or(0.0, |&(_, weight)| weight)
}

/// Where pane A shows what lies so far between two joints.
fn between(window: &Window, from: &str, to: &str, share: f32) -> Pos2 {
    let place = |name: &str| place_of(window, joint(window, name));
    let pixel = |name: &str| seen_at(window, "Pane A", place(name));
    pixel(from).lerp(pixel(to), share)
}

#[test]
fn clicks_and_boxes_select_vertices() {
    let mut window = selecting("builtin:biped", "upper_arm.L");
    assert!(window.query_by_label("back to the brush").is_some());
    let place = between(&window, "upper_arm.L", "forearm.L", 0.5);
    click_at(&mut window, place, Modifiers::NONE);
    wait_until(&mut window, "a vertex is selected", |window| {
        selected_vertices(window).len() == 1
    });
    let first = selected_vertices(&window)[0];
    let other = between(&window, "upper_arm.L", "forearm.L", 0.8);
    click_at(&mut window, other, Modifiers::SHIFT);
    wait_until(&mut window, "another one", |window| {
        selected_vertices(window).len() == 2
    });
    assert!(selected_vertices(&window).contains(&first));
    drag_from(
        &mut window,
        place - Vec2::splat(25.0),
        Vec2::splat(50.0),
        PointerButton::Primary,
    );
    let boxed = selected_vertices(&window);
    assert!(boxed.len() > 5 && boxed.contains(&first), "{}", boxed.len());
    // All vertices of the joint, as many as the tree says.
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::V);
    let joint = joint(&window, "upper_arm.L");
    let count = window.session().character.facts.joint(joint).vertices;
    assert_eq!(selected_vertices(&window).len(), count);
    click(&mut window, "Clear mask (select no vertices)");
    assert!(selected_vertices(&window).is_empty());
}

#[test]
fn quick_values_and_amounts_change_all_and_are_undone() {
    let mut window = selecting("builtin:arm", "forearm");
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::V);
    let places = selected_vertices(&window);
    let before: Vec<_> = places
        .iter()
        .map(|&place| weights(&window, place))
        .collect();
    click(&mut window, "Weight 0.25");
    for &place in &places {
        assert!((weight(&window, place, "forearm") - 0.25).abs() < 1e-6);
        let sum: f32 = weights(&window, place)
            .iter()
            .map(|(_, weight)| weight)
            .sum();
        assert!((sum - 1.0).abs() < 1e-5);
    }
    click(&mut window, "Add to weights");
    assert!((weight(&window, places[0], "forearm") - 0.35).abs() < 1e-6);
    click(&mut window, "Take from weights");
    type_into(&mut window, "Factor", "2");
    click(&mut window, "Multiply weights");
    assert!((weight(&window, places[0], "forearm") - 0.5).abs() < 1e-5);
    for _ in 0..4 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    let after: Vec<_> = places
        .iter()
        .map(|&place| weights(&window, place))
        .collect();
    assert_eq!(after, before, "bit for bit");
}

#[test]
fn a_weight_is_typed_and_locks_are_said() {
    let mut window = selecting("builtin:arm", "forearm");
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::V);
    let place = selected_vertices(&window)[0];
    let cell = format!("Vertex {} forearm", scene::names::count(place.vertex));
    type_into(&mut window, &cell, "1/4+0.5");
    assert!((weight(&window, place, "forearm") - 0.75).abs() < 1e-6);
    // Vertices at the same place go along.
    let character = &window.document().character;
    let placed: Vec<_> = placed_primitives(character).collect();
    let at = placed[place.primitive].primitive.positions[place.vertex];
    for (vertex, &other) in placed[place.primitive]
        .primitive
        .positions
        .iter()
        .enumerate()
    {
        if other == at {
            let other = VertexPlace { vertex, ..place };
            assert!((weight(&window, other, "forearm") - 0.75).abs() < 1e-6);
        }
    }
    // Nobody else may give or take.
    press(&mut window, Modifiers::SHIFT, Key::L);
    let before = weights(&window, place);
    click(&mut window, "Weight 0.1");
    assert_eq!(weights(&window, place), before);
    let said = notices(&window).join("\n");
    assert!(said.contains("skipped: all other joints locked"), "{said}");
}

#[test]
fn weights_are_copied_to_other_vertices() {
    let mut window = selecting("builtin:biped", "upper_arm.L");
    let place = between(&window, "upper_arm.L", "forearm.L", 0.5);
    click_at(&mut window, place, Modifiers::NONE);
    wait_until(&mut window, "a vertex is selected", |window| {
        selected_vertices(window).len() == 1
    });
    let source = selected_vertices(&window)[0];
    let copied = weights(&window, source);
    press(&mut window, Modifiers::ALT, Key::K);
    let number = scene::names::count(source.vertex);
    let said = notices(&window).join("\n");
    let words = format!(
        "Copied the weights of vertex {number} ({} joint",
        copied.len()
    );
    assert!(said.contains(&words), "{said}");
    drag_from(
        &mut window,
        place - Vec2::splat(25.0),
        Vec2::splat(50.0),
        PointerButton::Primary,
    );
    let places = selected_vertices(&window);
    assert!(places.len() > 3);
    // Of a box the first is the one that would be copied, and it is marked.
    let first = scene::names::count(places[0].vertex);
    let marked = format!("Frame vertex {first}, which is copied");
    assert!(window.query_by_label(&marked).is_some());
    let other = scene::names::count(places[1].vertex);
    click(&mut window, &format!("Frame vertex {other}"));
    assert_eq!(
        window.session().character.weights.vertices.active(),
        Some(places[1])
    );
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::K);
    let said = notices(&window).join("\n");
    let words = format!("Pasted onto {} vertices: ", places.len());
    assert!(said.contains(&words), "{said}");
    for place in places {
        for &(joint, weight) in &copied {
            let now = weights(&window, place);
            let now = now.iter().find(|(other, _)| *other == joint).unwrap().1;
            assert!((now - weight).abs() < 1e-5);
        }
    }
    // The vertices are marked in the panes and listed in the inspector.
    assert!(window.query_by_label("Copy weights of vertex").is_some());
}

#[test]
fn one_tool_is_lit_and_the_table_comes_into_view() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "forearm.L");
    let is_lit = |window: &Window, name: &str| {
        let toggled = window.get_by_label(name).accesskit_node().toggled();
        toggled == Some(eframe::egui::accesskit::Toggled::True)
    };
    assert!(is_lit(&window, "Add brush"));
    // The brush stays, and the table below it comes into sight.
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::V);
    window.run_steps(3);
    let table = window.get_by_label("Weight 0.25").rect();
    assert!(table.bottom() < 420.0, "{table}");
    press(&mut window, Modifiers::SHIFT, Key::V);
    assert!(is_lit(&window, "Tool: select vertices"));
    assert!(!is_lit(&window, "Add brush"));
    // A product has a factor of its own.
    let place = selected_vertices(&window)[0];
    let before = weight(&window, place, "forearm.L");
    window.get_by_label("Multiply weights").scroll_to_me();
    window.run_steps(8);
    click(&mut window, "Multiply weights");
    let after = weight(&window, place, "forearm.L");
    assert!(
        (after - (1.1 * before).min(1.0)).abs() < 1e-5,
        "{before} {after}"
    );
    // The button of undo names its step.
    assert!(
        window
            .query_by_label_contains("Undo Multiply weight of forearm.L")
            .is_some()
    );
}
