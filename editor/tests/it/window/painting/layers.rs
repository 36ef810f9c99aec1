//! Layers of weights in the inspector: a stroke goes to the active one, eye and opacity show what it does.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::tube::tube;
use crate::window::support::paint::{
    CTRL, NONE, begin, button, place, press_and_drag, stroke, total_of, weights,
};
use crate::window::support::{
    Window, WindowState as _, click, fill, press, said, type_into, wait_for_weights, wait_until,
};

const CTRL_ALT: Modifiers = Modifiers {
    alt: true,
    ..Modifiers::COMMAND
};

#[test]
fn a_stroke_goes_to_the_active_layer() {
    let mut window = begin("builtin:arm", "hand");
    let before = weights(&window);
    click(&mut window, "Add weight layer");
    assert!(weights(&window) == before);
    let from = place(&window, 0, "forearm");
    stroke(&mut window, from, Vec2::new(30.0, 0.0), NONE);
    let painted = weights(&window);
    assert!(painted != before, "the stroke changed nothing");
    let all = total_of(&window, "hand");
    click(&mut window, "Hide layer Layer 1");
    assert!(weights(&window) == before);
    assert!(said(&window).contains("changed, by"), "{}", said(&window));
    let none = total_of(&window, "hand");
    click(&mut window, "Show layer Layer 1");
    assert!(weights(&window) == painted);
    type_into(&mut window, "Opacity of the layer", "50");
    let told = said(&window);
    assert!(told.contains("100 % before, 50 % after"), "{told}");
    let half = total_of(&window, "hand");
    assert!(
        (half - 0.5 * (all + none)).abs() < 1e-3,
        "{none} {half} {all}"
    );
    // Renamed by key, merged by button; undo brings both back.
    press(&mut window, CTRL_ALT, Key::L);
    type_into(&mut window, "Layer name", "Wrist");
    assert!(window.query_by_label("Layer Wrist").is_some());
    click(&mut window, "Merge weight layer down");
    assert_eq!(window.document().layers.len(), 1);
    let told = said(&window);
    for wanted in ["2 layers before, 1 after", "the weights stay the same"] {
        assert!(told.contains(wanted), "{told}");
    }
    assert!(window.query_all_by_label(&told).next().is_some(), "seen");
    assert!((total_of(&window, "hand") - half).abs() < 1e-4);
    let names: Vec<String> = window.history().names().map(str::to_owned).collect();
    assert_eq!(
        names.last().map(String::as_str),
        Some("Merge down layer Wrist")
    );
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(weights(&window) == painted);
    assert!(window.query_by_label("Layer Layer 1").is_some());
}

/// What a layer's mask has at the vertices of the first primitive.
fn mask(window: &Window) -> Vec<f32> {
    let layers = &window.document().layers;
    let mask = layers.active_layer().and_then(|layer| layer.mask((0, 0)));
    mask.map_or_else(Vec::new, |mask| mask.values().collect())
}

#[test]
fn a_gradient_is_drawn_on_the_mask() {
    let mut window = begin("builtin:arm", "hand");
    press(&mut window, CTRL_ALT | Modifiers::SHIFT, Key::N);
    let from = place(&window, 0, "forearm");
    let along = place(&window, 0, "hand") - from;
    stroke(&mut window, from + along * 0.5, Vec2::new(30.0, 0.0), NONE);
    let (painted, steps) = (weights(&window), window.history().len());
    press(&mut window, CTRL_ALT, Key::M);
    press(&mut window, Modifiers::ALT, Key::Num8);
    press_and_drag(&mut window, from, along, NONE);
    let during = mask(&window);
    assert!(
        during.iter().any(|value| (0.2..0.8).contains(value)),
        "seen while the button is down: {during:?}"
    );
    assert!(weights(&window) != painted, "the layer counts less there");
    // A shorter one leaves nothing of the longer one behind.
    window.hover_at(from + along * 0.4);
    window.run_steps(2);
    let changed = |mask: &[f32]| mask.iter().filter(|value| **value < 1.0).count();
    assert!(changed(&mask(&window)) < changed(&during));
    button(&window, from + along * 0.4, false, NONE);
    window.run_steps(4);
    let history = window.history();
    assert_eq!(history.len(), steps + 1);
    assert_eq!(history.undo_name(), Some("Gradient of layer mask"));
    let blend = &window.document().character.meshes[0].primitives[0]
        .maps
        .blend;
    assert!(blend.is_none(), "the blend map stays as it is");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(weights(&window) == painted && mask(&window).is_empty());
}

#[test]
fn a_mask_is_painted_with_the_brush() {
    let mut window = begin("builtin:arm", "hand");
    let before = weights(&window);
    press(&mut window, CTRL_ALT | Modifiers::SHIFT, Key::N);
    let from = place(&window, 0, "forearm");
    stroke(&mut window, from, Vec2::new(30.0, 0.0), NONE);
    let painted = total_of(&window, "hand");
    press(&mut window, CTRL_ALT, Key::M);
    assert!(window.session().paints_mask());
    // Ctrl takes: the mask goes to 0 under the brush, and what lies below shows.
    for _ in 0..2 {
        stroke(&mut window, from, Vec2::new(30.0, 0.0), CTRL);
    }
    let masked = total_of(&window, "hand");
    assert!(masked < painted, "{masked} {painted}");
    assert!(window.query_by_label("mask").is_some());
    click(&mut window, "Clear layer mask");
    assert!((total_of(&window, "hand") - painted).abs() < 1e-4);
    for _ in 0..4 {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(weights(&window) == before);
}

/// What the layers of a large mesh come to is found by a thread, and frames do not wait for it.
#[test]
fn layers_of_a_large_mesh_are_folded_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 4);
    let mut window = begin(&file.to_string_lossy(), "joint 10");
    click(&mut window, "Add weight layer");
    let below = total_of(&window, "joint 10");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    wait_for_weights(&mut window);
    let (flooded, above) = (weights(&window), total_of(&window, "joint 10"));
    assert!(above > 1.2 * below, "{above} {below}");
    let steps = window.history().len();
    let is_folding = |window: &Window| window.session().character.weights.folding.is_some();
    let begin_folding = |window: &mut Window, percent: &str| {
        fill(window, "Opacity of the layer", percent);
        window.key_press(Key::Enter);
        wait_until(window, "it is at work", is_folding);
        assert_eq!(window.history().len(), steps, "no step yet");
        let shown = window.get_by_label("Opacity of the layer");
        let shown = shown.accesskit_node().numeric_value().unwrap();
        assert_eq!(format!("{shown:.0}"), percent, "as it will be");
    };
    let finish = |window: &mut Window| {
        wait_until(window, "it is done", |window| !is_folding(window));
        wait_for_weights(window);
    };
    begin_folding(&mut window, "50");
    finish(&mut window);
    let half = total_of(&window, "joint 10");
    assert!(below < half && half < above, "{below} {half} {above}");
    let undo_name = |window: &Window| window.history().undo_name().map(str::to_owned);
    assert_eq!(
        undo_name(&window).as_deref(),
        Some("Opacity of layer Layer 1")
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(weights(&window) == flooded, "to the bit");
    // Undone while it is at work, or just after.
    begin_folding(&mut window, "20");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    finish(&mut window);
    assert!(weights(&window) == flooded, "to the bit");
    assert_eq!(undo_name(&window).as_deref(), Some("Flood: add joint 10"));
    // Another step builds on what is at work.
    begin_folding(&mut window, "50");
    click(&mut window, "Merge weight layer down");
    finish(&mut window);
    assert!((total_of(&window, "joint 10") - half).abs() < 1e-3 * above);
    let names: Vec<String> = window.history().names().map(str::to_owned).collect();
    assert_eq!(
        names[names.len() - 2..],
        ["Opacity of layer Layer 1", "Merge down layer Layer 1"]
    );
}
