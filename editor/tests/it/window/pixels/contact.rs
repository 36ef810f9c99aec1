//! Ambient occlusion: what lies hidden from the light is shaded, once it is known.

use eframe::egui::{Key, Modifiers};

use super::support::screen::{open_shaded, pane_a, unlike};
use super::support::{click, press, run};
use crate::window::support::{Window, WindowState as _, wait_until};

fn wait_until_shaded(window: &mut Window) {
    wait_until(window, "it is known how open the surface lies", |window| {
        window.state().view().contact.newest().is_some()
    });
    window.run_steps(3);
}

#[test]
fn it_is_shaded_when_it_is_known_and_switched_in_the_list_of_shadings() {
    let Some(mut window) = open_shaded("builtin:hand") else {
        return;
    };
    wait_until_shaded(&mut window);
    let shaded = pane_a(&mut window);
    click(&mut window, "Shading");
    click(&mut window, "Ambient occlusion");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!window.session().settings.contact);
    let flat = pane_a(&mut window);
    assert!(unlike(&shaded, &flat) > 500);
    run(&mut window, "Ambient occlusion");
    assert_eq!(unlike(&shaded, &pane_a(&mut window)), 0);

    // Colors that mean a number are left alone.
    run(&mut window, "Shading: Weights");
    let weights = pane_a(&mut window);
    run(&mut window, "Ambient occlusion");
    assert_eq!(unlike(&weights, &pane_a(&mut window)), 0);
}
