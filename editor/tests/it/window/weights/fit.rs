//! Weights fitted to another method's result, and vertices pulled, by menu, keys and dialogs.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::MapKind;
use scene::posed_character::Look;
use session::state::weight_fit::PullBy;
use session::state::weight_operations::weight_request::RigDialog;

use crate::window::support::paint::{begin, button, hold, place, weights};
use crate::window::support::{
    Window, WindowState as _, click, notices, press, run, selected_vertices, type_into,
    wait_for_weights,
};

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn dialog(window: &Window) -> Option<RigDialog> {
    window.session().rigging.dialog
}

fn last(window: &Window) -> String {
    notices(window).last().cloned().unwrap_or_default()
}

#[test]
fn weights_are_fitted_to_another_method_and_seen_beside_those_before() {
    let mut window = begin("builtin:cylinder", "upper");
    let before = weights(&window);
    press(&mut window, CTRL_ALT, Key::W);
    assert_eq!(dialog(&window), Some(RigDialog::Fit));
    click(&mut window, "Cancel");
    assert_eq!(dialog(&window), None);
    run(&mut window, "fit weights to");
    click(&mut window, "Fit weights");
    wait_for_weights(&mut window);
    let said = last(&window);
    assert!(
        said.starts_with("Fit weights: ") && said.contains("root mean square"),
        "{said}"
    );
    assert_ne!(weights(&window), before);
    click(&mut window, "Compare with weights before");
    let panes = &window.session().comparing.panes;
    let looks: Vec<Look> = panes.iter().map(|pane| pane.look).collect();
    assert!(panes.len() > 1 && looks[0] == looks[1]);
    assert_ne!(panes[0].weights, panes[1].weights);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(weights(&window), before);
}

#[test]
fn selected_vertices_are_pulled_by_numbers_and_by_a_drag() {
    let mut window = begin("builtin:arm", "forearm");
    click(&mut window, "Test pose Elbow");
    press(&mut window, CTRL_ALT, Key::P);
    assert_eq!(dialog(&window), None, "no vertex is selected");
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::V);
    assert!(!selected_vertices(&window).is_empty());
    let before = weights(&window);
    press(&mut window, CTRL_ALT, Key::P);
    assert_eq!(dialog(&window), Some(RigDialog::Pull));
    click(&mut window, "Pull");
    assert_eq!(dialog(&window), Some(RigDialog::Pull), "by nothing");
    // Enter in a field begins, as in every dialog.
    type_into(&mut window, "Pull X", "0.02");
    assert_eq!(dialog(&window), None);
    wait_for_weights(&mut window);
    let said = last(&window);
    assert!(
        said.starts_with("Pull vertices: nothing was changed: "),
        "{said}"
    );
    assert_eq!(weights(&window), before);
    press(&mut window, CTRL_ALT, Key::P);
    click(&mut window, "At any cost");
    assert!(window.session().rigging.pull.at_any_cost);
    click(&mut window, "Pull");
    wait_for_weights(&mut window);
    let said = last(&window);
    assert!(said.contains("left to go"), "{said}");
    assert_ne!(weights(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(weights(&window), before, "one step");
    // With the vertex tool, by a drag with Ctrl held.
    press(&mut window, Modifiers::SHIFT, Key::V);
    assert!(window.session().selects_vertices());
    let steps = window.history().len();
    let at = place(&window, 0, "hand");
    window.get_by_label("pull");
    hold(&window, Modifiers::COMMAND);
    window.hover_at(at);
    window.run_steps(2);
    let hint = window.query_by_label("pull");
    assert!(hint.is_some(), "the last row says what Ctrl does here");
    button(&window, at, true, Modifiers::COMMAND);
    window.step();
    for step in 1..=4_u8 {
        window.hover_at(at + Vec2::new(6.0, 3.0) * f32::from(step));
        window.step();
    }
    assert!(window.session().rigging.drag.is_some());
    button(
        &window,
        at + Vec2::new(24.0, 12.0),
        false,
        Modifiers::COMMAND,
    );
    window.run_steps(2);
    hold(&window, Modifiers::NONE);
    wait_for_weights(&mut window);
    let said = last(&window);
    assert!(
        said.contains("Pull vertices: ") && said.contains("left to go"),
        "{said}"
    );
    assert!(window.session().rigging.drag.is_none());
    assert!(window.history().len() > steps, "{said}");
    assert_ne!(window.session().rigging.pull.by, [0.02, 0.0, 0.0]);
    // The blend map instead of weights, by a method that looks at it.
    run(&mut window, "Method: Dual quaternion");
    press(&mut window, CTRL_ALT, Key::P);
    click(&mut window, "What a pull changes");
    click(&mut window, "Blend map");
    let change = |window: &Window| window.session().rigging.pull.change;
    assert_eq!(change(&window), PullBy::Map(MapKind::Blend));
    click(&mut window, "Cancel");
}
