//! Baking to linear blending: asked for by menu and key, stopped, told of, and written.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::sync::Arc;

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use session::state::bake::baking::{Baked, LivingKind};

use crate::window::support::paint::{CTRL, NONE};
use crate::window::support::{
    Window, WindowState as _, click, fill, open, press, run, said, type_into, wait_until,
};

const FIELD: &str = "Path to bake to";

fn wait(window: &mut Window) {
    wait_until(window, "the bake is done", |window| {
        let session = window.session();
        session.file_dialogs.bake.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

/// What was baked of what the dialog asks now.
fn result(window: &Window) -> Option<Arc<Baked>> {
    let session = window.session();
    let found = session.baked.as_ref()?;
    found.of(&session.file_dialogs.bake.options).cloned()
}

#[test]
fn a_method_is_baked_told_of_and_written() {
    let mut window = open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baked.glb");
    click(&mut window, "File");
    click(&mut window, "Bake to linear blending…");
    // One clip of two, and few helpers: quick.
    let clip = window.document().character.clips[1]
        .name()
        .unwrap()
        .to_owned();
    click(&mut window, &clip);
    click(&mut window, "Helper joints");
    type_into(&mut window, "Number of helper joints", "3");
    assert!(window.query_by_label("Write").is_some());
    click(&mut window, "Bake");
    wait(&mut window);
    let baked = result(&window).unwrap();
    assert!(baked.report.helpers.len() <= 3 && baked.character.clips.len() == 1);
    assert!(baked.report.baked.maximum < baked.report.linear.maximum);
    assert!(
        window
            .query_all_by_label_contains("3 helper joints")
            .next()
            .is_some()
    );
    // Another number is another bake: what was found no longer counts.
    type_into(&mut window, "Number of helper joints", "2");
    assert!(result(&window).is_none());
    type_into(&mut window, "Number of helper joints", "3");
    let gone = folder.path().join("gone/baked.glb");
    fill(&mut window, FIELD, &gone.display().to_string());
    click(&mut window, "Write");
    wait(&mut window);
    let dialog = window.session().file_dialogs.bake.dialog.as_ref();
    let fault = dialog.unwrap().fault.clone().unwrap();
    assert!(fault.contains("gone"), "{fault}");
    assert!(window.query_by_label(&fault).is_some(), "it is seen");
    fs::write(&path, b"mine").unwrap();
    fill(&mut window, FIELD, &path.display().to_string());
    click(&mut window, "Write");
    wait(&mut window);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    click(&mut window, "Replace");
    wait(&mut window);
    assert!(window.session().file_dialogs.bake.dialog.is_none());
    assert!(
        said(&window).contains("was written to"),
        "{}",
        said(&window)
    );
    assert!(fs::read(&path).unwrap() == baked.glb);
}

#[test]
fn it_stops_and_its_numbers_are_typed() {
    let mut window = open("builtin:cylinder");
    press(&mut window, CTRL | eframe::egui::Modifiers::SHIFT, Key::B);
    assert!(window.query_by_label(FIELD).is_some());
    click(&mut window, "Bake");
    click(&mut window, "Stop");
    wait(&mut window);
    assert!(window.session().baked.is_none());
    type_into(&mut window, "Tolerance in percent", "0.01");
    type_into(&mut window, "Joints per skin", "16");
    let asked = &window.session().file_dialogs.bake.options;
    assert_eq!((asked.tolerance, asked.most_joints), (0.01, 16));
    press(&mut window, NONE, Key::Escape);
    assert!(window.session().file_dialogs.bake.dialog.is_none());
}

/// Bakes with one helper joint, by the dialog that is open, and shows what was baked in a pane.
fn show_with_one_helper(window: &mut Window) {
    click(window, "Helper joints");
    type_into(window, "Number of helper joints", "1");
    click(window, "Bake");
    wait(window);
    click(window, "Show in a pane");
    assert!(window.query_by_label(FIELD).is_none(), "out of the way");
}

#[test]
fn what_was_baked_is_seen_in_a_pane_before_it_is_written() {
    const KEYS: eframe::egui::Modifiers = CTRL
        .plus(eframe::egui::Modifiers::ALT)
        .plus(eframe::egui::Modifiers::SHIFT);
    let mut window = open("builtin:cylinder");
    click(&mut window, "File");
    click(&mut window, "Bake to linear blending…");
    let clip = window.document().character.clips[1]
        .name()
        .unwrap()
        .to_owned();
    click(&mut window, &clip);
    show_with_one_helper(&mut window);
    assert!(window.query_by_label("Baked").is_some(), "the head says so");
    assert!(window.query_by_label("B: Baked").is_some());
    let report = result(&window).unwrap().report.clone();
    let (worst, size) = (report.worst[0].error, report.size);
    let shown = window.shown();
    let most = shown.comparison().panes[1].difference.distance.max;
    let percent = 100.0 * most / size;
    assert!((percent - worst).abs() < 1e-3 * worst, "{percent} {worst}");

    // A clip that was left out, and a pose of one's own.
    run(&mut window, "next clip");
    assert!(window.query_by_label("Baked · clip not baked").is_some());
    run(&mut window, "previous clip");
    assert!(window.query_by_label("Baked").is_some());

    // The pane goes and comes back, by key and by the menu.
    press(&mut window, KEYS, Key::E);
    assert!(window.query_by_label("Baked").is_none());
    click(&mut window, "Compare");
    click(&mut window, "Compare with baked character");
    // An edit makes it old, and the dialog says so.
    let old = "Baked · clip not baked · out of date";
    run(&mut window, "duplicate clip");
    assert!(window.query_by_label(old).is_some());
    click(&mut window, old);
    assert!(window.query_by_label(FIELD).is_some(), "the dialog is back");
    assert!(
        window
            .query_all_by_label_contains("Bake again")
            .next()
            .is_some()
    );
    click(&mut window, "Close");
    assert!(window.query_by_label(old).is_none());
    assert!(window.session().baked.is_none());
}

/// What was baked is still there to be written without clips, and then only helpers that need none can be made.
#[test]
fn the_dialog_comes_back_without_clips() {
    let mut window = open("builtin:cylinder");
    run(&mut window, "bake to linear blending");
    show_with_one_helper(&mut window);
    while !window.document().character.clips.is_empty() {
        if window.session().playback.moment.is_none() {
            run(&mut window, "next clip");
        }
        run(&mut window, "delete clip");
    }
    run(&mut window, "bake to linear blending");
    assert!(window.query_by_label(FIELD).is_some(), "the dialog is back");
    click(&mut window, "Close");
    // Without clips a new one offers helpers that need none.
    run(&mut window, "bake to linear blending");
    assert!(window.query_by_label(FIELD).is_some());
    assert!(window.session().file_dialogs.bake.options.follows_poses());
}

/// The clip that was left out is shown as well as any pose, and the dialog tells what other viewers make of it.
#[test]
fn helpers_follow_every_pose_where_that_is_chosen() {
    let mut window = open("builtin:cylinder");
    run(&mut window, "bake to linear blending");
    click(&mut window, "Follow every pose");
    let clip = window.document().character.clips[1].name().unwrap();
    let clip = clip.to_owned();
    click(&mut window, &clip);
    show_with_one_helper(&mut window);
    let baked = result(&window).unwrap();
    let living = baked.living.as_ref().unwrap();
    assert!(living.unseen.living.maximum < living.unseen.linear.maximum);
    assert!(window.query_by_label("Baked").is_some());
    run(&mut window, "next clip");
    assert!(
        window.query_by_label("Baked").is_some(),
        "nothing is lacking"
    );
    click(&mut window, "Baked");
    assert!(window.query_by_label("Viewers without rows").is_some());
    // Chains are another bake, and tell what they do not follow.
    click(&mut window, "Chains");
    click(&mut window, "Bake");
    wait(&mut window);
    let living = result(&window).unwrap().living.clone().unwrap();
    assert_eq!(living.kind, LivingKind::Chains);
    assert!(living.nodes > 0 && living.half_turned == ["upper"]);
    assert!(
        window
            .query_by_label("Viewers without constraints")
            .is_some()
    );
}
