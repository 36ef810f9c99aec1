//! Ambient occlusion is found in the background, once for each surface, and only where it is wanted.
#![expect(
    clippy::disallowed_methods,
    reason = "it reads what it has had written"
)]

use std::sync::Arc;

use editor::app::{App, Start};
use eframe::egui::{Key, Modifiers, Vec2};

use crate::window::support::screen::{open_shaded, open_shaded_as};
use crate::window::support::{Window, WindowState as _, click, press, run, synthetic, wait_until};

pub(in crate::window) fn wait_until_shaded(window: &mut Window) {
    wait_until(window, "it is known how open the surface lies", |window| {
        window.state().view().contact.newest().is_some()
    });
    window.run_steps(3);
}

#[test]
fn edits_of_the_skeleton_keep_it_and_another_character_gets_its_own() {
    let Some(mut window) = open_shaded("builtin:cylinder") else {
        return;
    };
    wait_until_shaded(&mut window);
    let found = Arc::clone(window.state().view().contact.newest().unwrap());
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    click(&mut window, "upper");
    press(&mut window, Modifiers::NONE, Key::E);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.document().journal.len(), 1);
    let kept = window.state().view().contact.newest().unwrap();
    assert!(Arc::ptr_eq(&found, kept));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    crate::window::support::open_path(&mut window, &synthetic("02_eight_influences.glb"));
    wait_until(&mut window, "the other is shaded", |window| {
        let found_now = window.state().view().contact.newest();
        found_now.is_some_and(|now| now.len() != found.len() || **now != *found)
    });
}

#[test]
fn soft_contact_that_is_off_costs_no_work() {
    let folder = tempfile::tempdir().unwrap();
    let begin = || {
        let start = Start {
            file: Some("builtin:cylinder".to_owned()),
            settings: Some(folder.path().to_owned()),
            ..Start::default()
        };
        open_shaded_as(Vec2::new(900.0, 700.0), |cc| App::new(cc, start))
    };
    let Some(mut window) = begin() else {
        return;
    };
    run(&mut window, "Ambient occlusion");
    let file = folder.path().join("settings.ron");
    wait_until(&mut window, "it is kept", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("contact: false"))
    });
    drop(window);
    let window = begin().unwrap();
    assert!(!window.state().view().contact.is_working());
    assert!(window.state().view().contact.newest().is_none());
}
