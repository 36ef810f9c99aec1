//! The blend map in the window, by pointer and keys.

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::Method;
use session::settings::BrushTool;
use session::state::painting::brush_work::Sample;
use session::state::weight_table::weights_work::PaintLayer;

use crate::window::support::paint::{CTRL, NONE, button, place, press_and_drag, stroke};
use crate::window::support::{
    Window, WindowState as _, choose_method, click, hidden_by, notices, open, open_sized, painted,
    pane, press, wait_until,
};

const SHIFT: Modifiers = Modifiers::SHIFT;
const ALONG: Vec2 = Vec2::new(12.0, 6.0);

/// A character whose blend map is painted; no joint is selected.
fn begin(file: &str) -> Window {
    let mut window = open(file);
    press(&mut window, CTRL, Key::Num2);
    press(&mut window, Modifiers::ALT, Key::B);
    let session = window.session();
    assert_eq!(session.character.weights.layer, PaintLayer::Blend);
    assert!(session.character.selection.is_empty());
    window
}

/// The numbers of all vertices with their places, or none where there is no map.
fn placed_numbers(window: &Window) -> Option<Vec<(glam::Vec3, f32)>> {
    let character = &window.document().character;
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut all = Vec::new();
    for primitive in primitives.clone() {
        let number = |vertex| {
            primitive
                .maps
                .blend
                .as_ref()
                .map_or(1.0, |map| map.value(vertex))
        };
        let places = primitive.positions.iter().enumerate();
        all.extend(places.map(|(vertex, at)| (*at, number(vertex))));
    }
    primitives
        .into_iter()
        .any(|primitive| primitive.maps.blend.is_some())
        .then_some(all)
}

fn numbers(window: &Window) -> Option<Vec<f32>> {
    let all = placed_numbers(window)?;
    Some(all.into_iter().map(|(_, number)| number).collect())
}

fn below_one(window: &Window) -> usize {
    let numbers = numbers(window).unwrap_or_default();
    numbers.iter().filter(|&&number| number < 1.0).count()
}

#[test]
fn a_stroke_paints_the_map_without_a_joint_and_is_one_step() {
    let mut window = begin("builtin:biped");
    assert!(numbers(&window).is_none(), "a mesh without a map");
    let at = place(&window, 0, "forearm.L");
    press_and_drag(&mut window, at, ALONG, CTRL);
    let during = below_one(&window);
    assert!(during > 5, "{during} seen while the button is down");
    let blending = window.session().character.weights.blending;
    assert!(blending.is_some_and(|(before, now)| before == 1.0 && now < 0.9));
    button(&window, at + ALONG, false, CTRL);
    window.event(Event::ModifiersChanged(NONE));
    window.run_steps(4);
    assert_eq!(
        window.history().undo_name(),
        Some("Subtract from blend map")
    );
    assert_eq!(window.history().len(), 1);
    let after = numbers(&window);
    press(&mut window, CTRL, Key::Z);
    assert!(numbers(&window).is_none(), "undone to the bit");
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(numbers(&window) == after);
    // Weights are not touched.
    stroke(&mut window, at, ALONG, SHIFT);
    assert_eq!(window.history().undo_name(), Some("Smooth blend map"));
    press(&mut window, CTRL, Key::Z);
    press_and_drag(&mut window, at, ALONG, CTRL);
    press(&mut window, CTRL, Key::Escape);
    assert!(numbers(&window) == after, "Escape puts it back");
    click(&mut window, "Clear blend map");
    assert!(numbers(&window).is_none());
}

/// What is painted stays in sight, also in panes whose edges have legends and axes.
#[test]
fn the_chip_of_an_unseen_map_hides_no_figure() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    press(&mut window, CTRL, Key::Num2);
    press(&mut window, Modifiers::ALT, Key::B);
    choose_method(&mut window, "B", "Linear blend");
    let words = painted(&window, "Linear blending does not follow maps")[0];
    let button = window.get_by_label("Show it in pane B").rect();
    let chip = words.union(button);
    let panes = ["Pane A", "Pane B"].map(|name| pane(&window, name));
    assert!(panes[0].union(panes[1]).contains_rect(chip), "{chip}");
    for name in ["Pane A", "Pane B"] {
        let [hidden, all] = hidden_by(&window, name, chip);
        assert!(hidden * 25 <= all, "{name}: {hidden} of {all} by {chip}");
    }
}

#[test]
fn what_makes_no_sense_is_gray_and_affine_is_one_click_away() {
    let mut window = begin("builtin:biped");
    assert!(
        window.query_by_label("Show it in pane B").is_none(),
        "pane B follows maps by its method"
    );
    choose_method(&mut window, "B", "Linear blend");
    let disabled = |window: &Window, name: &str| {
        let mut found = window.query_all_by_label(name);
        found.any(|node| node.accesskit_node().is_disabled())
    };
    assert!(disabled(&window, "Take from") && disabled(&window, "Limit of joints"));
    assert!(disabled(&window, "Limit influences"));
    // By the pointer itself: the brush must not have the click.
    let before = notices(&window).len();
    let chip = window.get_by_label("Show it in pane B").rect().center();
    window.hover_at(chip);
    window.run_steps(2);
    for pressed in [true, false] {
        button(&window, chip, pressed, NONE);
        window.run_steps(2);
    }
    assert_eq!(notices(&window).len(), before, "{:?}", notices(&window));
    let shows = window.session().comparing.panes[1];
    assert_eq!(shows.look.method, Method::Affine);
    assert!(window.query_by_label("Show it in pane B").is_none());
    // The card says the number where the pointer rests.
    let at = place(&window, 0, "forearm.L");
    window.hover_at(at);
    wait_until(&mut window, "the card", |window| {
        window
            .query_by_label_contains("Blend 1: dual quaternion")
            .is_some()
            || window
                .query_by_label_contains("Blend 1.000: dual quaternion")
                .is_some()
    });
    let choice = window.query_all_by_label("Paint joint weights").next();
    choice.unwrap().click();
    window.run_steps(3);
    assert_eq!(window.session().character.weights.layer, PaintLayer::Joints);
    assert!(!disabled(&window, "Take from"));
    assert_eq!(window.session().settings.brush.tool, BrushTool::Add);
    let pointer: Option<Sample> = window.session().painting.pointer;
    assert!(pointer.is_none_or(|sample| sample.pane < 2));
}
