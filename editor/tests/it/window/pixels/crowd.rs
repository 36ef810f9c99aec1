//! The crowd: by menu, by key, by name; few members, since a software device draws them.

use eframe::egui::{Key, Modifiers, pos2};
use egui_kittest::kittest::Queryable as _;
use session::commands::command::Panel;

use super::support::screen::{open_drawn, seen};
use super::support::{Window, fill, press, run};
use crate::window::support::WindowState as _;

const KEY: (Modifiers, Key) = (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::W);

fn is_open(window: &Window) -> bool {
    window.session().is_open(Panel::Crowd)
}

#[test]
fn a_crowd_walks_in_a_window_of_its_own() {
    let Some(mut window) = open_drawn("builtin:cylinder") else {
        return;
    };
    press(&mut window, KEY.0, KEY.1);
    assert!(is_open(&window), "by key");
    fill(&mut window, "Members", "6");
    window.run_steps(2);
    assert_eq!(window.session().crowd, Some(6));
    let words = window
        .get_by_label_contains("6 × ")
        .value()
        .unwrap_or_default();
    let label = window.get_by_label_contains("palettes").rect();
    assert!(label.width() > 100.0, "{words}");
    let picture = window.get_by_label("Crowd picture").rect();
    assert!(
        picture.width() > 300.0 && picture.height() > 200.0,
        "{picture:?}"
    );
    // Time passes, and they move.
    let before = seen(&mut window);
    window.run_steps(3);
    let after = seen(&mut window);
    let scale = window.ctx.pixels_per_point();
    let at = |pixel: u32| f32::from(u16::try_from(pixel).unwrap()) / scale;
    let pixels = before.enumerate_pixels().zip(after.pixels());
    let moved = pixels.filter(|((x, y, before), after)| {
        picture.contains(pos2(at(*x), at(*y))) && before != after
    });
    assert!(moved.count() > 50, "the members move");
    press(&mut window, KEY.0, KEY.1);
    assert!(!is_open(&window), "by key again");
    run(&mut window, "Crowd");
    assert!(is_open(&window), "by name");
}
