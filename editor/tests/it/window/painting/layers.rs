//! Layers of weights in the inspector: a stroke goes to the active one, eye and opacity show what it does.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::paint::{CTRL, NONE, begin, place, stroke, total_of, weights};
use crate::window::support::{WindowState as _, click, press, said, type_into};

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
