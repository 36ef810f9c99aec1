//! Painting weights in the window, by pointer and keys.

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::settings::BrushTool;
use session::state::painting::brush_work::Adjusted;

use crate::window::support::paint::{
    CTRL, NONE, begin, button, place, press_and_drag, stroke, total, total_of, weights,
};
use crate::window::support::{Window, WindowState as _, click, joint, notices, press};

const SHIFT: Modifiers = Modifiers::SHIFT;

const ALONG: Vec2 = Vec2::new(12.0, 6.0);

#[test]
fn a_stroke_gives_weight_and_undo_restores_every_bit() {
    let mut window = begin("builtin:biped", "forearm.L");
    let (before, steps) = (weights(&window), window.history().len());
    let at = place(&window, 0, "upper_arm.L");
    press_and_drag(&mut window, at, ALONG, NONE);
    let during = weights(&window);
    assert!(during != before, "seen while the button is down");
    assert!(
        window
            .session()
            .character
            .weights
            .donors
            .as_ref()
            .is_some_and(|donors| !donors.is_empty())
    );
    button(&window, at + ALONG, false, NONE);
    window.run_steps(4);
    let after = weights(&window);
    let own = joint(&window, "forearm.L");
    assert!(total(&after, own) > total(&before, own) + 1.0);
    assert_eq!(window.history().len(), steps + 1, "one step");
    assert_eq!(
        window.history().undo_name(),
        Some("Add weight to forearm.L")
    );
    assert!(window.session().character.weights.donors.is_none());
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(weights(&window) == after, "to the bit");
}

#[test]
fn ctrl_takes_and_shift_smooths() {
    let mut window = begin("builtin:biped", "forearm.L");
    let before = total_of(&window, "forearm.L");
    let at = place(&window, 1, "forearm.L");
    stroke(&mut window, at, ALONG, CTRL);
    let less = total_of(&window, "forearm.L");
    assert!(less < before - 1.0, "{less} of {before}, in the other pane");
    assert_eq!(
        window.history().undo_name(),
        Some("Subtract weight from forearm.L")
    );
    let camera = window.session().camera;
    stroke(&mut window, at, ALONG, SHIFT);
    assert_eq!(window.history().undo_name(), Some("Smooth weights"));
    assert_eq!(
        window.session().camera,
        camera,
        "what paints does not move the camera"
    );
}

#[test]
fn escape_puts_back_what_was_before_the_stroke() {
    let mut window = begin("builtin:biped", "forearm.L");
    let (before, steps) = (weights(&window), window.history().len());
    let at = place(&window, 0, "upper_arm.L");
    press_and_drag(&mut window, at, ALONG, NONE);
    assert!(weights(&window) != before);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before, "to the bit");
    button(&window, at + ALONG, false, NONE);
    window.run_steps(3);
    for held in [CTRL, SHIFT, CTRL | SHIFT] {
        press_and_drag(&mut window, at, ALONG, held);
        press(&mut window, held, Key::Escape);
        assert!(window.session().painting.stroke.is_none(), "{held:?}");
        assert!(weights(&window) == before, "{held:?}");
        button(&window, at + ALONG, false, NONE);
        window.run_steps(3);
    }
    press_and_drag(&mut window, at, ALONG, NONE);
    press(&mut window, NONE, Key::Escape);
    window.hover_at(at);
    window.run_steps(2);
    button(&window, at, false, NONE);
    window.run_steps(3);
    assert!(
        weights(&window) == before,
        "what is left of the drag does nothing"
    );
    assert_eq!(window.history().len(), steps);
}

#[test]
fn what_cannot_be_painted_is_said() {
    let mut window = begin("builtin:biped", "");
    let before = weights(&window);
    let at = place(&window, 0, "forearm.L");
    assert!(window.query_by_label("click a joint first").is_some());
    stroke(&mut window, at, ALONG, NONE);
    stroke(&mut window, at, ALONG, NONE);
    assert_eq!(notices(&window).len(), 1, "said once, and counted");
    assert!(window.query_by_label("2 times").is_some());
    assert!(
        notices(&window)
            .last()
            .unwrap()
            .contains("No joint is selected")
    );
    assert!(weights(&window) == before);
}

#[test]
fn keys_choose_the_brush_and_set_its_numbers() {
    let mut window = begin("builtin:biped", "forearm.L");
    let brush = |window: &Window| window.session().settings.brush.clone();
    click(&mut window, "Smooth brush");
    assert_eq!(brush(&window).tool, BrushTool::Smooth);
    press(&mut window, Modifiers::ALT, Key::Num2);
    assert_eq!(brush(&window).tool, BrushTool::Add);
    let (before, at) = (brush(&window), place(&window, 0, "chest"));
    window.hover_at(at);
    window.run_steps(2);
    press(&mut window, NONE, Key::F);
    let asked = window
        .session()
        .painting
        .adjusting
        .as_ref()
        .map(|adjusting| adjusting.what);
    assert_eq!(asked, Some(Adjusted::Radius));
    window.hover_at(at + Vec2::new(30.0, 0.0));
    window.run_steps(2);
    assert!(
        brush(&window).radius > before.radius,
        "to the right it grows"
    );
    press(&mut window, NONE, Key::Escape);
    assert_eq!(brush(&window), before, "Escape puts it back");
    press(&mut window, SHIFT, Key::F);
    window.hover_at(at + Vec2::new(80.0, 0.0));
    window.run_steps(2);
    button(&window, at + Vec2::new(80.0, 0.0), true, NONE);
    window.step();
    button(&window, at + Vec2::new(80.0, 0.0), false, NONE);
    window.run_steps(3);
    assert!(brush(&window).strength > before.strength);
    assert!(
        window.session().painting.adjusting.is_none(),
        "a click keeps it"
    );
    assert!(window.history().is_empty(), "and paints nothing");
}

/// What does as the brush does is gray with a tool that is none, and says why.
#[test]
fn flood_needs_a_brush() {
    let mut window = begin("builtin:biped", "head");
    let before = weights(&window);
    click(&mut window, "Gradient tool");
    for (keys, key) in [(CTRL | SHIFT, Key::F), (SHIFT, Key::K)] {
        press(&mut window, keys, key);
        window.run_steps(3);
        assert!(window.state().view().working.is_none());
        let said = notices(&window).last().cloned().unwrap_or_default();
        assert!(said.contains("choose a brush first"), "{said}");
    }
    press(&mut window, CTRL, Key::P);
    window.event(Event::Text("flood".to_owned()));
    window.run_steps(3);
    let mut found = window.query_all_by_label_contains("choose a brush first");
    assert!(found.next().is_some());
    drop(found);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before && window.history().is_empty());
}
