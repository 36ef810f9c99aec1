//! The report on the character: opened by key and menu, its places shown in their poses.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::commands::command::Panel;

use crate::support::clothes::{BODY, Tube, glb, write};
use crate::window::support::{Window, WindowState as _, click, open, press, run, wait_until};

const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn is_open(window: &Window) -> bool {
    window.session().is_open(Panel::Report)
}

#[test]
fn the_report_lists_worst_places_and_shows_them_in_their_poses() {
    let mut window = open("builtin:cylinder");
    press(&mut window, CTRL_ALT, Key::A);
    assert!(is_open(&window));
    wait_until(&mut window, "a report", |window| {
        window.session().character.judging.found.is_some()
    });
    let found = window.session().character.judging.found.clone();
    let verdict = &found.as_ref().unwrap().verdict;
    assert!(verdict.poses[0] > 24);
    let check = verdict
        .checks
        .iter()
        .position(|of| of.check.id() == "stretch");
    let checked = &verdict.checks[check.unwrap()];
    let limit = checked.limit_words().unwrap();
    let title = format!(
        "{}: {} (limit {limit})",
        checked.title(),
        checked.value_words()
    );
    let unit = window.session().character.sheet.unit();
    let place = checked.rows(unit)[0].words();
    let steps = window.history().len();
    click(&mut window, &title);
    window.run_steps(10);
    let pictures = window.query_all_by_label_contains("Picture of");
    assert_eq!(pictures.count(), 0, "there is nothing to draw them with");
    click(&mut window, &place);
    window.run_steps(3);
    let state = window.state();
    assert_eq!(
        state.view().session.character.judging.visited,
        Some([check.unwrap(), 0])
    );
    let (_, pose) = checked.places[0].pose.as_ref().unwrap();
    assert_eq!(state.view().document.pose.rigid, pose.rigid);
    assert_eq!(state.view().history.len(), steps + 1, "one step");
    let selected = state.view().session.character.weights.vertices.all();
    assert!(selected.contains(&checked.places[0].vertex));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_ne!(window.document().pose.rigid, pose.rigid);
    // The palette closes it, and it is not measured again when it comes back.
    run(&mut window, "report on character");
    assert!(!is_open(&window));
    press(&mut window, CTRL_ALT, Key::A);
    window.run_steps(2);
    assert!(window.query_by_label("Measure again").is_some());
    assert_eq!(window.session().character.judging.asked, 1);
}

/// Vertices on one line have no area and no volume: the report says so where it would have a number.
#[test]
fn what_has_no_extent_is_told_as_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    let line = Tube {
        radius: 0.0,
        ..BODY
    };
    let path = write(
        folder.path(),
        "line.glb",
        &glb(&["low", "high"], &[line], 1.0),
    );
    let mut window = open(path.to_str().unwrap());
    press(&mut window, CTRL_ALT, Key::A);
    wait_until(&mut window, "a report", |window| {
        window.session().character.judging.found.is_some()
    });
    window.run_steps(2);
    let found = window.session().character.judging.found.clone();
    let verdict = &found.as_ref().unwrap().verdict;
    let blind: Vec<&str> = verdict.not_judged().map(|of| of.check.id()).collect();
    assert_eq!(blind, ["volume_loss", "normal_error"]);
    let told = window.query_all_by_label_contains("not judged (limit");
    assert_eq!(told.count(), 2);
}
