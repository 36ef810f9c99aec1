//! How weights are shown: ramps, lines, dots, colours of all joints; by menu, by key, in the preferences.

mod window_support;

use editor::mode::Mode;
use editor::settings::{HeatRamp, Isolines, from_text, to_text};
use eframe::egui::{Key, Modifiers};
use image::RgbaImage;
use scene::view::shading::Shading;
use window_support::screen::{panes, unlike};
use window_support::{Window, click, open, press, run};

fn pane(window: &mut Window) -> RgbaImage {
    panes(window).swap_remove(0)
}

/// Weights mode with a joint selected, without bones.
fn at_weights(file: &str, joint: &str) -> Option<Window> {
    let mut window = open(file)?;
    press(&mut window, Modifiers::SHIFT, Key::B);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    assert_eq!(window.state().session().mode, Mode::Weights);
    click(&mut window, joint);
    Some(window)
}

#[test]
fn every_ramp_is_another_picture_and_is_kept_in_the_settings() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    let mut seen: Vec<RgbaImage> = Vec::new();
    for ramp in HeatRamp::ALL {
        run(&mut window, &format!("Heat ramp: {}", ramp.name()));
        assert_eq!(window.state().session().settings.weights.ramp, ramp);
        let now = pane(&mut window);
        for before in &seen {
            assert!(unlike(before, &now) > 2000, "{ramp:?}");
        }
        seen.push(now);
    }
    let settings = &window.state().session().settings;
    let read = from_text(&to_text(settings).unwrap()).unwrap();
    assert_eq!(read.settings.weights, settings.weights);
    // Alt+C goes round.
    press(&mut window, Modifiers::ALT, Key::C);
    let look = window.state().session().settings.weights;
    assert_eq!(look.ramp, HeatRamp::Classic);
    assert!(unlike(&seen[0], &pane(&mut window)) < 60);
}

#[test]
fn lines_are_thin_and_keep_their_width() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    let bare = pane(&mut window);
    let mut few = 0;
    for lines in [Isolines::Half, Isolines::Quarters, Isolines::Tenths] {
        run(&mut window, &format!("Isolines: {}", lines.name()));
        let drawn = unlike(&bare, &pane(&mut window));
        assert!(drawn > few + 20, "{lines:?}: {drawn} after {few}");
        few = drawn;
    }
    // Lines are a pixel or two wide: a small part of a pane of 400,000 pixels.
    assert!(few < 12_000, "{few}");
    run(&mut window, "Isolines: None");
    assert_eq!(unlike(&bare, &pane(&mut window)), 0);
}

#[test]
fn dots_show_where_weights_are_shown() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    let bare = pane(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert!(window.state().session().settings.weights.dots);
    let dotted = unlike(&bare, &pane(&mut window));
    assert!(dotted > 1500, "{dotted}");
    // Colours of all joints have dots too, materials have not.
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::W);
    assert_eq!(window.state().session().shading, Shading::JointColors);
    let with = pane(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert!(unlike(&with, &pane(&mut window)) > 300);
    run(&mut window, "Shading: Material");
    let material = pane(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert_eq!(unlike(&material, &pane(&mut window)), 0);
}

#[test]
fn menu_and_preferences_choose_them() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    click(&mut window, "Weights");
    click(&mut window, "        Heat ramp");
    click(&mut window, "Heat ramp: Grey");
    let look = |window: &Window| window.state().session().settings.weights;
    assert_eq!(look(&window).ramp, HeatRamp::Grey);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Heat ramp");
    click(&mut window, "Colour-vision-safe");
    assert_eq!(look(&window).ramp, HeatRamp::Safe);
    click(&mut window, "Isolines");
    click(&mut window, "Every 0.1");
    assert_eq!(look(&window).isolines, Isolines::Tenths);
    click(&mut window, "Vertex dots");
    assert!(look(&window).dots);
}

#[test]
fn weights_mode_moves_nothing_in_the_window() {
    let Some(mut window) = open("builtin:biped") else {
        return;
    };
    let before = panes(&mut window);
    let material = window.state().session().shading;
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    let weights = panes(&mut window);
    assert_eq!(before[0].dimensions(), weights[0].dimensions());
    assert!(unlike(&before[0], &weights[0]) > 5000);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    assert_eq!(window.state().session().shading, material);
    assert_eq!(unlike(&before[0], &panes(&mut window)[0]), 0);
}

#[test]
fn isolating_works_in_the_colours_of_joints_and_their_key_leads_back() {
    let Some(mut window) = at_weights("builtin:biped", "forearm.L") else {
        return;
    };
    let both = Modifiers::ALT | Modifiers::SHIFT;
    let heat = pane(&mut window);
    press(&mut window, both, Key::W);
    let all = pane(&mut window);
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert!(window.state().session().character.weights.isolated);
    let alone = pane(&mut window);
    assert!(
        unlike(&all, &alone) > 5000,
        "most of the figure is left out"
    );
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert!(unlike(&all, &pane(&mut window)) < 60);
    press(&mut window, both, Key::W);
    assert_eq!(window.state().session().shading, Shading::Weights);
    assert!(unlike(&heat, &pane(&mut window)) < 60);
}
