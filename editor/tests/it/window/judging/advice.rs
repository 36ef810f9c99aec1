//! What should I use: opened by key, asked for a target, and applied by its button.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::commands::command::Panel;
use session::state::advice::Target;

use crate::window::support::{WindowState as _, click, open, press, run, wait_until};

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

#[test]
fn a_set_up_is_found_for_a_target_and_applied() {
    let mut window = open("builtin:cylinder");
    press(&mut window, CTRL_ALT, Key::Slash);
    assert!(window.session().is_open(Panel::Advice));
    window.run_steps(2);
    // Another target begins anew.
    click(&mut window, Target::Any.title());
    wait_until(&mut window, "advice", |window| {
        let found = window.session().character.advice.found.clone();
        found.is_some_and(|found| found.target == Target::Any)
    });
    window.run_steps(3);
    let found = window.session().character.advice.found.clone().unwrap();
    let mesh = &found.meshes[0];
    // What it should be, how far off it is before and after, and why.
    assert!(window.query_all_by_label(&mesh.set_up.title()).count() > 0);
    let before = format!("{} %", scene::names::decimal(mesh.before.maximum, 2));
    assert!(window.query_all_by_label(&before).count() > 0);
    let reason = mesh.reasons.last().unwrap();
    assert!(window.query_by_label(reason).is_some(), "{reason}");
    click(&mut window, "Apply advice");
    assert_eq!(window.history().undo_name(), Some("Apply advice"));
    assert!(window.document().character.meshes[0].skinning.is_some());
    // The palette closes it.
    run(&mut window, "what should i use");
    assert!(!window.session().is_open(Panel::Advice));
}
