//! The joints while one works at weights: locks, what is shown alone, the vertex under the pointer, picking from the surface.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod window_support;

use editor::project_capture::captured;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use scene::vertex_facts::VertexFacts;
use window_support::screen::{panes, unlike};
use window_support::{Window, click, joint, open, press, wait_until};

/// Weights mode with a joint selected.
fn at_weights(file: &str, joint: &str) -> Option<Window> {
    let mut window = open(file)?;
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, joint);
    Some(window)
}

fn locked(window: &Window) -> Vec<String> {
    let locked = &window.state().session().character.weights.locked;
    locked.iter().cloned().collect()
}

/// Where pane A shows the middle between two joints, a little aside of the bone.
fn between(window: &Window, from: &str, to: &str, aside: f32) -> Pos2 {
    let app = window.state();
    let picture = window.get_by_label("Pane A").rect();
    let size = glam::Vec2::new(picture.width(), picture.height());
    let pixel = |name: &str| {
        let frame = app.shown().frames(0)[joint(window, name).index()];
        let camera = &app.session().camera;
        camera.pixel(frame.translation.into(), size).unwrap()
    };
    let (from, to) = (pixel(from), pixel(to));
    let place = 0.5 * (from + to) + aside * (to - from).perp().normalize();
    picture.min + Vec2::new(place.x, place.y)
}

fn click_at(window: &mut Window, place: Pos2, held: Option<Key>) {
    let key = |key: Key, pressed: bool| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(place);
    window.step();
    held.into_iter()
        .for_each(|held| window.event(key(held, true)));
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: place,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    held.into_iter()
        .for_each(|held| window.event(key(held, false)));
    window.run_steps(4);
}

#[test]
fn joints_are_locked_by_key_and_by_their_lock() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
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
    let project = captured(app.document(), app.session());
    assert_eq!(project.sight.locked, others);
    press(&mut window, Modifiers::SHIFT, Key::L);
    assert!(locked(&window).is_empty());
    press(&mut window, Modifiers::NONE, Key::L);
    press(&mut window, Modifiers::ALT, Key::L);
    assert!(locked(&window).is_empty());
}

#[test]
fn a_lock_stays_with_a_joint_that_is_renamed() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    press(&mut window, Modifiers::NONE, Key::L);
    press(&mut window, Modifiers::NONE, Key::F2);
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("lower arm".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(locked(&window), ["lower arm"]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(locked(&window), ["forearm"]);
}

#[test]
fn a_joint_is_shown_alone() {
    let Some(mut window) = at_weights("builtin:biped", "upper_arm.L") else {
        return;
    };
    let whole = panes(&mut window);
    click(&mut window, "Isolate joint");
    assert!(window.state().session().character.weights.isolated);
    let alone = panes(&mut window);
    assert!(unlike(&whole[0], &alone[0]) > 10_000);
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert_eq!(unlike(&whole[0], &panes(&mut window)[0]), 0);
}

#[test]
fn s_and_a_click_pick_the_joint_of_the_surface_and_the_tree_goes_there() {
    let Some(mut window) = at_weights("builtin:biped", "upper_arm.L") else {
        return;
    };
    // Right on the bone, where a click without S would take the bone.
    let place = between(&window, "shin.R", "foot.R", 0.0);
    assert!(window.query_by_label("Lock shin.R").is_none(), "far below");
    click_at(&mut window, place, Some(Key::S));
    wait_until(&mut window, "a joint is picked", |window| {
        window.state().session().character.selection.active() == Some(joint(window, "shin.R"))
    });
    window.run_steps(4);
    assert!(window.query_by_label("Lock shin.R").is_some());
}

#[test]
fn the_pointer_is_told_what_moves_the_vertex_under_it() {
    let Some(mut window) = at_weights("builtin:biped", "upper_arm.L") else {
        return;
    };
    press(&mut window, Modifiers::SHIFT, Key::B);
    let place = between(&window, "upper_arm.L", "forearm.L", 4.0);
    window.hover_at(place);
    wait_until(&mut window, "a vertex is found", |window| {
        window.state().session().character.pointing.found.is_some()
    });
    window.run_steps(2);
    let app = window.state();
    let found = app.session().character.pointing.found.unwrap();
    let facts = VertexFacts::of(&app.document().character, found.place).unwrap();
    let vertex = format!("Vertex {}", scene::names::count(found.place.vertex));
    let card = window.get_by_label(&vertex).rect();
    assert!(!card.contains(place));
    let dominant = facts.dominant().unwrap();
    let name = app
        .document()
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
