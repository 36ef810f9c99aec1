//! The joints while one works at weights: locks, what is shown alone, the vertex under the pointer, picking from the surface.

use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use scene::vertex_facts::VertexFacts;
use session::features::projects::capture::capture_project;

use crate::window::support::{
    Window, WindowState as _, click, click_at, joint, open, open_sized, painted, place_of, press,
    seen_at, wait_until,
};

/// Weights mode with a joint selected.
fn at_weights(file: &str, joint: &str) -> Window {
    let mut window = open(file);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, joint);
    window
}

fn locked(window: &Window) -> Vec<String> {
    let locked = &window.session().character.weights.locked;
    locked.iter().cloned().collect()
}

/// Where pane A shows the middle between two joints, so many pixels beside the bone.
fn between(window: &Window, from: &str, to: &str, beside: f32) -> Pos2 {
    let place = |name: &str| place_of(window, joint(window, name));
    let [from, to] = [from, to].map(|name| seen_at(window, "Pane A", place(name)));
    from.lerp(to, 0.5) - beside * (to - from).normalized().rot90()
}

/// Clicks there while a key is down.
fn click_holding(window: &mut Window, place: Pos2, held: Key) {
    let key = |pressed: bool| Event::Key {
        key: held,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    window.event(key(true));
    click_at(window, place, Modifiers::NONE);
    window.event(key(false));
    window.run_steps(4);
}

#[test]
fn joints_are_locked_by_key_and_by_their_lock() {
    let mut window = at_weights("builtin:arm", "forearm");
    press(&mut window, Modifiers::NONE, Key::L);
    assert_eq!(locked(&window), ["forearm"]);
    click(&mut window, "Lock hand");
    assert_eq!(locked(&window), ["forearm", "hand"]);
    click(&mut window, "Unlock forearm");
    assert_eq!(locked(&window), ["hand"]);
    // All but the selected one, and back.
    press(&mut window, Modifiers::SHIFT, Key::L);
    let others = locked(&window);
    assert!(!others.contains(&"forearm".to_owned()) && others.len() > 1);
    // A project keeps them.
    let app = window.state();
    let project = capture_project(app.view().document, app.view().session);
    assert_eq!(project.sight.locked, others);
    press(&mut window, Modifiers::SHIFT, Key::L);
    assert!(locked(&window).is_empty());
    press(&mut window, Modifiers::NONE, Key::L);
    press(&mut window, Modifiers::ALT, Key::L);
    assert!(locked(&window).is_empty());
}

#[test]
fn s_and_a_click_pick_the_joint_of_the_surface_and_the_tree_goes_there() {
    let mut window = at_weights("builtin:biped", "upper_arm.L");
    // Right on the bone, where a click without S would take the bone.
    let place = between(&window, "shin.R", "foot.R", 0.0);
    assert!(window.query_by_label("Lock shin.R").is_none(), "far below");
    click_holding(&mut window, place, Key::S);
    wait_until(&mut window, "a joint is picked", |window| {
        window.session().character.selection.active() == Some(joint(window, "shin.R"))
    });
    window.run_steps(4);
    assert!(window.query_by_label("Lock shin.R").is_some());
}

#[test]
fn the_pointer_is_shown_what_moves_the_vertex_under_it() {
    let mut window = at_weights("builtin:biped", "upper_arm.L");
    press(&mut window, Modifiers::SHIFT, Key::B);
    let place = between(&window, "upper_arm.L", "forearm.L", 4.0);
    window.hover_at(place);
    wait_until(&mut window, "a vertex is found", |window| {
        window.session().character.pointing.found.is_some()
    });
    window.run_steps(2);
    let app = window.state();
    let found = app.view().session.character.pointing.found.unwrap();
    let facts = VertexFacts::of(&app.view().document.character, found.place).unwrap();
    let vertex = format!("Vertex {}", scene::names::count(found.place.vertex));
    let card = window.get_by_label(&vertex).rect();
    assert!(!card.contains(place));
    let dominant = facts.dominant().unwrap();
    let name = app
        .view()
        .document
        .character
        .rig
        .skeleton
        .name(dominant)
        .to_owned();
    let bars = window.query_all_by(move |node| {
        let label = node.label().unwrap_or_default();
        node.role() == eframe::egui::accesskit::Role::Meter && label.starts_with(&name)
    });
    assert!(bars.count() >= 1);
}

#[test]
fn the_hint_to_select_a_joint_does_not_cover_the_summary_of_a_narrow_pane() {
    let mut window = open_sized("builtin:arm", Vec2::new(1024.0, 640.0));
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    let hints = painted(&window, "select a joint to see its weights");
    let summaries = painted(&window, "reference");
    assert_eq!((hints.len(), summaries.len()), (2, 1));
    assert!(!hints.iter().any(|hint| hint.intersects(summaries[0])));
}
