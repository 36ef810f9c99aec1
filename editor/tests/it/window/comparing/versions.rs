//! Versions of the weights in the window: painted beside as opened, by key, by the pane's menus, and from the history.

use std::sync::{Arc, Mutex};

use editor::app::Start;
use eframe::egui::epaint::{ClippedShape, Shape};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{JointSlot, Method};
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::features::opening::loading::Loader;
use session::state::opening::load::load_with;
use session::tasks::{Body, Threads};

use super::compare::comparing;
use crate::window::support::paint::{CTRL, NONE, place, stroke, weights};
use crate::window::support::{
    Window, WindowState as _, click, notices, open, open_started_sized, pane, press, right_click,
    run, start_with, type_into,
};

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);
const ALONG: Vec2 = Vec2::new(12.0, 6.0);

/// The biped in Weights mode, an arm bent, and a stroke painted at its elbow.
fn painted() -> Window {
    let mut window = open("builtin:biped");
    click(&mut window, "forearm.L");
    type_into(&mut window, "Rotation X", "80");
    press(&mut window, CTRL, Key::Num2);
    paint(&mut window);
    window
}

fn paint(window: &mut Window) {
    let before = weights(window);
    let at = place(window, 0, "upper_arm.L");
    stroke(window, at, ALONG, NONE);
    assert!(weights(window) != before, "the stroke paints");
}

/// The largest difference of pane B.
fn difference(window: &Window) -> f32 {
    let compared = &window.shown().comparison().panes;
    compared[1].difference.distance.max
}

#[test]
fn painted_weights_are_seen_beside_those_as_opened() {
    let mut window = painted();
    press(&mut window, CTRL_ALT, Key::O);
    let panes = &comparing(&window).panes;
    assert_eq!(panes[1].weights, PaneWeights::Opened);
    assert_eq!(panes[1].look, panes[0].look, "by one method");
    let first = difference(&window);
    assert!(first > 1e-3, "{first}");
    assert!(
        window.query_by_label("weights as opened").is_some(),
        "the head says so"
    );
    assert!(window.query_by_label("B: weights as opened").is_some());

    // What is painted is the current weights, whatever the pane shows.
    paint(&mut window);
    assert!(difference(&window) != first);
    press(&mut window, CTRL, Key::Z);
    press(&mut window, CTRL, Key::Z);
    assert_eq!(difference(&window), 0.0, "nothing is painted any more");
    press(&mut window, CTRL | Modifiers::SHIFT, Key::Z);
    assert_eq!(difference(&window), first);

    // The pane's menu has the list of versions.
    click(&mut window, "Pane B options");
    click(&mut window, "Current");
    assert_eq!(comparing(&window).panes[1].weights, PaneWeights::Current);
    assert_eq!(difference(&window), 0.0, "one method, one version");
    assert!(window.query_by_label("weights as opened").is_none());
}

#[test]
fn weights_are_kept_and_steps_of_the_history_compared_with() {
    let mut window = painted();
    press(&mut window, CTRL_ALT, Key::K);
    let said = notices(&window);
    assert!(said.iter().any(|text| text.contains("kept 1")), "{said:?}");
    paint(&mut window);
    press(&mut window, CTRL_ALT, Key::J);
    let kept = difference(&window);
    assert!(kept > 0.0);

    press(&mut window, CTRL_ALT, Key::Z);
    let names: Vec<String> = window.history().names().map(str::to_owned).collect();
    let step = window.get_by_label(&format!("Step 1: {}", names[0])).rect();
    right_click(&mut window, step.center());
    click(&mut window, "Compare with this");
    let shown = comparing(&window).panes[1].weights;
    let versions = &window.session().character.versions;
    assert!(versions.name(shown).contains("after step 1"));
    assert!(difference(&window) > kept, "two strokes, not one");
    press(&mut window, CTRL_ALT, Key::Z);

    let at = pane(&window, "Pane B").center();
    right_click(&mut window, at);
    click(&mut window, "Version of weights");
    let name = versions_named(&window, "kept 1");
    click(&mut window, &format!("Forget {name}"));
    let versions = &window.session().character.versions;
    assert!(versions.last_kept().is_none());
}

/// The whole name of the version that begins like this.
fn versions_named(window: &Window, begin: &str) -> String {
    let versions = window.session().character.versions.all_kept();
    let found = versions.iter().find(|it| it.name.starts_with(begin));
    found.unwrap().name.clone()
}

/// The arm as many times over, with six joints at every vertex and its elbow bent, in a small window.
fn six_joints(copies: usize, threads: Threads) -> Window {
    let loader = Loader::new(move |file, report| {
        let mut character = load_with(file, report)?;
        for primitive in &mut character.meshes[0].primitives {
            let influences = primitive.influences.as_ref().unwrap();
            let joints = (0..6).map(JointSlot);
            let row: Vec<_> = joints.zip([0.3, 0.05, 0.25, 0.2, 0.08, 0.12]).collect();
            let count = u32::try_from(influences.vertex_count()).unwrap();
            let rows = (0..count).map(|vertex| (vertex, &*row));
            primitive.influences = Some(influences.with_rows(rows).unwrap());
        }
        let own = character.meshes[0].primitives.clone();
        for _ in 1..copies {
            character.meshes[0].primitives.extend(own.clone());
        }
        Ok(character)
    });
    let start = Start {
        loader,
        threads,
        ..start_with("builtin:arm")
    };
    let mut window = open_started_sized(start, Vec2::new(1280.0, 800.0));
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation X", "80");
    window
}

#[test]
fn what_an_engine_shows_is_seen_without_a_bake() {
    let mut window = six_joints(1, Threads::default());
    // In the pane's menu any method goes with four influences.
    click(&mut window, "Pane B options");
    click(&mut window, "With four influences");
    press(&mut window, NONE, Key::Escape);
    let shown = comparing(&window).panes[1];
    assert_eq!(shown.weights, PaneWeights::FourInfluences);
    assert_eq!(shown.look.method, Method::TWO_PHASE);
    let label = "B: 4 influences";
    assert!(window.query_by_label(label).is_some());
    let is_whole_mark = |shape: &ClippedShape| match &shape.shape {
        Shape::Text(text) => text.galley.text() == "4 influences" && !text.galley.elided,
        _ => false,
    };
    let mut shapes = window.output().shapes.iter();
    assert!(shapes.any(is_whole_mark), "the head is not cut");

    let engine = PaneShows::of_engine();
    press(&mut window, CTRL_ALT | Modifiers::SHIFT, Key::I);
    assert_eq!(comparing(&window).panes[1], engine);
    let linear = comparing(&window).panes[0].look.method;
    assert_eq!(linear, Method::Linear, "the weights alone differ");
    let first = difference(&window);
    assert!(first > 1e-3, "{first}");
    assert!(window.query_by_label(label).is_some());
    // In colors too, which change no number.
    let in_colors = |window: &Window| window.session().switches.heatmap;
    let before = in_colors(&window);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    assert_ne!(in_colors(&window), before);
    assert_eq!(difference(&window), first);

    press(&mut window, CTRL_ALT | Modifiers::SHIFT, Key::I);
    assert_eq!(comparing(&window).panes[1], shown, "as before");
    run(&mut window, "compare with an engine");
    assert_eq!(comparing(&window).panes[1], engine);
}

#[test]
fn a_pane_says_that_four_influences_of_a_large_mesh_are_being_found() {
    let waiting = Arc::<Mutex<Vec<Body>>>::default();
    let bodies = Arc::clone(&waiting);
    let threads = Threads::new(move |name, body| {
        if name != "four influences" {
            return std::thread::Builder::new().spawn(body).map(drop);
        }
        bodies.lock().unwrap().push(body);
        Ok(())
    });
    let mut window = six_joints(2, threads);
    press(&mut window, CTRL_ALT | Modifiers::SHIFT, Key::I);
    let soon = "B: 4 influences · computing";
    assert!(window.query_by_label(soon).is_some());
    assert_eq!(difference(&window), 0.0, "the current weights are shown");
    let body = waiting.lock().unwrap().pop().unwrap();
    body();
    window.run_steps(3);
    assert!(window.query_by_label(soon).is_none());
    assert!(window.query_by_label("B: 4 influences").is_some());
    assert!(difference(&window) > 1e-3);
    assert!(waiting.lock().unwrap().is_empty());
}
