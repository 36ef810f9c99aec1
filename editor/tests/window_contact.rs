//! Soft contact: what lies hidden from the light is shaded, once it is known.

mod window_support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use editor::app::{App, Start};
use editor::contact::openness;
use editor::load::load;
use editor::shown::at_rest;
use eframe::egui::{Key, Modifiers, Vec2};
use scene::combined_surface::CombinedSurface;
use window_support::screen::{panes, unlike};
use window_support::{Window, click, open, open_as, press, run, wait_until};

fn wait_until_shaded(window: &mut Window) {
    wait_until(window, "it is known how open the surface lies", |window| {
        window.state().contact().found().is_some()
    });
    window.run_steps(3);
}

#[test]
fn hollows_are_darker_than_what_lies_free_and_the_same_every_time() {
    let character = load("builtin:hand").unwrap();
    let at_rest = at_rest(&character);
    let surface = CombinedSurface::of(&character);
    let found = openness(&surface, &at_rest, &|| true).unwrap();
    let counts: Vec<usize> = at_rest.iter().map(|part| part.positions.len()).collect();
    let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
    assert_eq!(lengths, counts);
    let mut all: Vec<f32> = found.iter().flatten().copied().collect();
    assert!(all.iter().all(|value| (0.0..=1.0).contains(value)));
    all.sort_by(f32::total_cmp);
    let share = |percent: usize| all[all.len() * percent / 100];
    assert!(share(2) < 0.75, "between fingers: {}", share(2));
    assert!(share(80) > 0.85, "the back of the hand: {}", share(80));
    assert_eq!(openness(&surface, &at_rest, &|| true), Some(found));
}

#[test]
fn nobody_finishes_what_is_no_longer_wanted() {
    let character = load("builtin:hand").unwrap();
    let at_rest = at_rest(&character);
    let asked = AtomicUsize::new(0);
    let wanted = || asked.fetch_add(1, Ordering::Relaxed) < 2;
    let surface = CombinedSurface::of(&character);
    assert_eq!(openness(&surface, &at_rest, &wanted), None);
    assert!(asked.load(Ordering::Relaxed) > 2);
}

#[test]
fn it_is_shaded_when_it_is_known_and_switched_in_the_list_of_shadings() {
    let Some(mut window) = open("builtin:hand") else {
        return;
    };
    wait_until_shaded(&mut window);
    let shaded = panes(&mut window).swap_remove(0);
    click(&mut window, "Shading");
    click(&mut window, "Soft contact");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!window.state().session().settings.contact);
    let flat = panes(&mut window).swap_remove(0);
    assert!(unlike(&shaded, &flat) > 500);
    run(&mut window, "Soft contact");
    assert_eq!(unlike(&shaded, &panes(&mut window).swap_remove(0)), 0);

    // Colours that mean a number are left alone.
    run(&mut window, "Shading: Weights");
    let weights = panes(&mut window).swap_remove(0);
    run(&mut window, "Soft contact");
    assert_eq!(unlike(&weights, &panes(&mut window).swap_remove(0)), 0);
}

#[test]
fn edits_of_the_skeleton_keep_it_and_another_character_gets_its_own() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    wait_until_shaded(&mut window);
    let found = Arc::clone(window.state().contact().found().unwrap());
    press(&mut window, Modifiers::COMMAND, Key::Num1);
    click(&mut window, "hand");
    press(&mut window, Modifiers::NONE, Key::E);
    assert_eq!(window.state().document().journal.len(), 1);
    let kept = window.state().contact().found().unwrap();
    assert!(Arc::ptr_eq(&found, kept));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    window_support::open_path(&mut window, "builtin:cylinder");
    wait_until(&mut window, "the other is shaded", |window| {
        let found_now = window.state().contact().found();
        found_now.is_some_and(|now| now.len() != found.len() || **now != *found)
    });
}

#[test]
fn who_does_not_want_it_is_not_kept_busy() {
    let folder = tempfile::tempdir().unwrap();
    let begin = || {
        let start = Start {
            file: Some("builtin:arm".to_owned()),
            settings: Some(folder.path().to_owned()),
            ..Start::default()
        };
        open_as(Vec2::new(900.0, 700.0), |cc| App::with_start(cc, start))
    };
    let Some(mut window) = begin() else { return };
    run(&mut window, "Soft contact");
    let file = folder.path().join("settings.ron");
    wait_until(&mut window, "it is kept", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("contact: false"))
    });
    drop(window);
    let window = begin().unwrap();
    assert!(!window.state().contact().is_working());
    assert!(window.state().contact().found().is_none());
}
