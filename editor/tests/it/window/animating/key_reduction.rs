//! The dialog for fewer keys.

use editor::app::App;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::window::support::{
    Window, WindowState as _, click, drag, open, press, run, type_into, wait_until,
};

fn measure(window: &mut Window) {
    wait_until(window, "the keys are looked through", |window| {
        window.state().view().key_reduction.reduced_clip().is_some()
    });
    window.run_steps(2);
}

fn keys(app: &App) -> usize {
    let clips = app.view().document.character.clips.iter();
    clips.map(rig::Clip::key_count).sum()
}

#[test]
fn keys_go_as_one_step_within_the_tolerance_that_is_typed() {
    let mut window = open("builtin:cylinder");
    drag(&mut window, "Time", Vec2::new(30.0, 0.0));
    let before = keys(window.state());
    run(&mut window, "Reduce keys");
    measure(&mut window);
    let few = window
        .state()
        .view()
        .key_reduction
        .reduced_clip()
        .unwrap()
        .after;
    let is_doubted = |window: &Window| {
        let doubts = window.query_all_by_label_contains("% of the character's size");
        doubts.count() > 0
    };
    assert!(!is_doubted(&window));
    type_into(&mut window, "Tolerance in millimeters", "5000");
    assert!(is_doubted(&window), "a unit may be wrong");
    type_into(&mut window, "Tolerance in millimeters", "50");
    measure(&mut window);
    assert!(!is_doubted(&window));
    let found = window
        .state()
        .view()
        .key_reduction
        .reduced_clip()
        .unwrap()
        .clone();
    assert!(found.after < found.before && found.after <= few);
    let error = found.largest.unwrap();
    assert!(error.distance <= 0.05, "{error:?}");
    assert!(found.largest_joint.is_some_and(|it| it.distance <= 0.05));
    let said = window.query_all_by_label_contains("Largest error").next();
    let said = said.unwrap().accesskit_node().value().unwrap_or_default();
    assert!(said.contains("mm at ") && said.contains("joints"), "{said}");
    click(&mut window, "Reduce");
    assert_eq!(window.history().len(), 1);
    assert_eq!(keys(window.state()), before - found.before + found.after);
    assert!(
        window.query_by_label("Tolerance in millimeters").is_none(),
        "the dialog is closed"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(keys(window.state()), before);
    run(&mut window, "Reduce keys");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Tolerance in millimeters").is_none());
    assert!(window.state().view().key_reduction.progress().is_none());
    // Turns are measured over the bones, or over a length that is typed.
    run(&mut window, "Reduce keys");
    // The dialog grows when the keys are looked through, and what is clicked must not move.
    measure(&mut window);
    click(&mut window, "Length");
    type_into(&mut window, "Length for turns in millimeters", "9000");
    let over = |window: &Window| window.session().character.reducing.unwrap().turn_over;
    assert_eq!(over(&window), Some(9.0));
    click(&mut window, "Bones");
    assert_eq!(over(&window), None);
}
