//! Gradients of weights in the window, by pointer and keys.

use eframe::egui::{Key, Modifiers, Pos2, Vec2};
use session::settings::{BrushTool, GradientKind};

use crate::window::support::paint::{
    CTRL, NONE, Weights, begin, button, hold, place, press_and_drag, stroke, total_of, weights,
};
use crate::window::support::{Window, WindowState as _, click, notices, press, run};

const SHIFT: Modifiers = Modifiers::SHIFT;

/// The biped with its forearm, and the tool in hand.
fn begin_gradient() -> Window {
    let mut window = begin("builtin:biped", "forearm.L");
    press(&mut window, Modifiers::ALT, Key::Num8);
    assert_eq!(window.session().settings.brush.tool, BrushTool::Gradient);
    window
}

/// From the shoulder to the elbow, and a little beyond.
fn along_the_arm(window: &Window, pane: usize) -> (Pos2, Vec2) {
    let from = place(window, pane, "upper_arm.L");
    (from, place(window, pane, "forearm.L") - from)
}

fn changed(before: &Weights, after: &Weights) -> usize {
    before.iter().zip(after).filter(|(a, b)| a != b).count()
}

#[test]
fn a_drag_is_seen_while_it_lasts_and_is_one_step() {
    let mut window = begin_gradient();
    let (before, steps) = (weights(&window), window.history().len());
    let (from, by) = along_the_arm(&window, 0);
    press_and_drag(&mut window, from, by, NONE);
    let during = weights(&window);
    assert!(during != before, "seen while the button is down");
    let stroke = window.session().painting.stroke.as_ref();
    let drawn = stroke.and_then(|work| work.drawn.clone()).unwrap();
    assert_eq!(drawn.kind, GradientKind::Line);
    assert_eq!(drawn.values, [1.0, 0.0]);
    // A shorter one leaves nothing of the longer one behind.
    window.hover_at(from + by * 0.4);
    window.run_steps(2);
    let shorter = weights(&window);
    let counts = [&shorter, &during].map(|after| changed(&before, after));
    assert!(counts[0] < counts[1], "{counts:?}");
    button(&window, from + by * 0.4, false, NONE);
    window.run_steps(4);
    let after = weights(&window);
    assert!(after == shorter, "what was seen is kept");
    assert_eq!(window.history().len(), steps + 1, "one step");
    assert_eq!(window.history().undo_name(), Some("Gradient of forearm.L"));
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.starts_with("Gradient of forearm.L: ") && said.contains("weights changed by up to "),
        "{said}"
    );
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
    press(&mut window, CTRL | SHIFT, Key::Z);
    assert!(weights(&window) == after, "to the bit");
}

#[test]
fn escape_puts_everything_back_and_a_click_does_nothing() {
    let mut window = begin_gradient();
    let (before, steps) = (weights(&window), window.history().len());
    let (from, by) = along_the_arm(&window, 1);
    press_and_drag(&mut window, from, by, NONE);
    assert!(weights(&window) != before);
    press(&mut window, NONE, Key::Escape);
    assert!(weights(&window) == before, "to the bit");
    button(&window, from + by, false, NONE);
    window.run_steps(3);
    press_and_drag(&mut window, from, by, CTRL);
    press(&mut window, CTRL, Key::Escape);
    button(&window, from + by, false, NONE);
    window.run_steps(3);
    assert!(weights(&window) == before);
    stroke(&mut window, from, Vec2::ZERO, NONE);
    assert!(weights(&window) == before);
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("drag from one place"), "{said}");
    assert_eq!(window.history().len(), steps);
}

#[test]
fn shift_is_radial_and_ctrl_the_other_way_round() {
    let mut window = begin_gradient();
    let (from, by) = along_the_arm(&window, 0);
    for (held, kind, values) in [
        (SHIFT, GradientKind::Radial, [1.0, 0.0]),
        (CTRL, GradientKind::Line, [0.0, 1.0]),
        (CTRL | SHIFT, GradientKind::Radial, [0.0, 1.0]),
    ] {
        let before = weights(&window);
        press_and_drag(&mut window, from, by * 0.5, held);
        let stroke = window.session().painting.stroke.as_ref();
        let drawn = stroke.and_then(|work| work.drawn.clone()).unwrap();
        assert_eq!((drawn.kind, drawn.values), (kind, values));
        button(&window, from + by * 0.5, false, held);
        window.step();
        hold(&window, NONE);
        window.run_steps(4);
        assert!(weights(&window) != before, "{held:?}");
        press(&mut window, CTRL, Key::Z);
        assert!(weights(&window) == before);
    }
}

#[test]
fn options_are_set_by_the_inspector_and_the_palette() {
    let mut window = begin_gradient();
    let gradient = |window: &Window| window.session().settings.brush.gradient;
    click(&mut window, "Gradient: Radial");
    assert_eq!(gradient(&window).kind, GradientKind::Radial);
    run(&mut window, "gradient line");
    assert_eq!(gradient(&window).kind, GradientKind::Line);
    click(&mut window, "Swap gradient ends");
    assert_eq!((gradient(&window).start, gradient(&window).end), (0.0, 1.0));
    run(&mut window, "gradient extend before start");
    assert!(gradient(&window).before && !gradient(&window).beyond);
    run(&mut window, "gradient extend beyond end");
    assert!(gradient(&window).beyond);
    run(&mut window, "gradient include loose");
    assert!(gradient(&window).whole);
    let limb = gradient(&window).limb;
    click(&mut window, "Limit to limb");
    assert_ne!(gradient(&window).limb, limb);
    click(&mut window, "Limit to limb");
    for is_on in [false, true] {
        click(&mut window, "Extend before start");
        assert_eq!(gradient(&window).before, is_on);
    }
    // Beyond the end, from 0 to 1: everything beyond the elbow is the forearm's.
    let (from, by) = along_the_arm(&window, 0);
    let before = total_of(&window, "hand.L");
    stroke(&mut window, from, by, NONE);
    assert!(total_of(&window, "hand.L") < before);
    click(&mut window, "Add brush");
    assert_eq!(window.session().settings.brush.tool, BrushTool::Add);
    click(&mut window, "Gradient tool");
    assert_eq!(window.session().settings.brush.tool, BrushTool::Gradient);
}
