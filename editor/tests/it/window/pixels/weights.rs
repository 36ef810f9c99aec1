//! How weights are shown: ramps, lines, dots, colors of all joints; by menu, by key, in the preferences.

use eframe::egui::{Key, Modifiers};
use image::RgbaImage;
use scene::view::shading::Shading;
use session::mode::Mode;
use session::settings::{HeatRamp, Isolines, from_text, to_text};

use super::support::screen::{open_drawn, pane_a, panes, unlike};
use super::support::{Window, click, press, run};
use crate::window::support::WindowState as _;

/// Weights mode with a joint selected, without bones.
fn at_weights(file: &str, joint: &str) -> Option<Window> {
    let mut window = open_drawn(file)?;
    press(&mut window, Modifiers::SHIFT, Key::B);
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    assert_eq!(window.session().mode, Mode::Weights);
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
        assert_eq!(window.session().settings.weights.ramp, ramp);
        let now = pane_a(&mut window);
        for before in &seen {
            assert!(unlike(before, &now) > 2000, "{ramp:?}");
        }
        seen.push(now);
    }
    let settings = &window.session().settings;
    let read = from_text(&to_text(settings).unwrap()).unwrap();
    assert_eq!(read.settings.weights, settings.weights);
    // Alt+C goes round.
    press(&mut window, Modifiers::ALT, Key::C);
    let look = window.session().settings.weights;
    assert_eq!(look.ramp, HeatRamp::Classic);
    assert!(unlike(&seen[0], &pane_a(&mut window)) < 30);
}

#[test]
fn lines_are_thin_and_keep_their_width() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    let bare = pane_a(&mut window);
    let mut few = 0;
    for lines in [Isolines::Half, Isolines::Quarters, Isolines::Tenths] {
        run(&mut window, &format!("Isolines: {}", lines.name()));
        let drawn = unlike(&bare, &pane_a(&mut window));
        assert!(drawn > few + 20, "{lines:?}: {drawn} after {few}");
        few = drawn;
    }
    // Lines are a pixel or two wide: a small part of a pane of 100,000 pixels.
    assert!(few < 6_000, "{few}");
    run(&mut window, "Isolines: None");
    assert_eq!(unlike(&bare, &pane_a(&mut window)), 0);
}

#[test]
fn dots_show_where_weights_are_shown() {
    let Some(mut window) = at_weights("builtin:arm", "forearm") else {
        return;
    };
    let bare = pane_a(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert!(window.session().settings.weights.dots);
    let dotted = unlike(&bare, &pane_a(&mut window));
    assert!(dotted > 1500, "{dotted}");
    // Colors of all joints have dots too, materials have not.
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::W);
    assert_eq!(window.session().shading, Shading::JointColors);
    let with = pane_a(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert!(unlike(&with, &pane_a(&mut window)) > 300);
    run(&mut window, "Shading: Material");
    let material = pane_a(&mut window);
    press(&mut window, Modifiers::ALT, Key::X);
    assert_eq!(unlike(&material, &pane_a(&mut window)), 0);
}

#[test]
fn weights_mode_moves_nothing_in_the_window() {
    let Some(mut window) = open_drawn("builtin:biped") else {
        return;
    };
    let before = panes(&mut window);
    let material = window.session().shading;
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    let weights = panes(&mut window);
    assert_eq!(before[0].dimensions(), weights[0].dimensions());
    assert!(unlike(&before[0], &weights[0]) > 5000);
    press(&mut window, Modifiers::COMMAND, Key::Num3);
    assert_eq!(window.session().shading, material);
    assert_eq!(unlike(&before[0], &panes(&mut window)[0]), 0);
}

#[test]
fn isolating_works_in_the_colors_of_joints_and_their_key_leads_back() {
    let Some(mut window) = at_weights("builtin:biped", "forearm.L") else {
        return;
    };
    let both = Modifiers::ALT | Modifiers::SHIFT;
    let heat = pane_a(&mut window);
    press(&mut window, both, Key::W);
    let all = pane_a(&mut window);
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert!(window.session().character.weights.isolated);
    let alone = pane_a(&mut window);
    assert!(
        unlike(&all, &alone) > 5000,
        "most of the figure is left out"
    );
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert!(unlike(&all, &pane_a(&mut window)) < 30);
    press(&mut window, both, Key::W);
    assert_eq!(window.session().shading, Shading::Weights);
    assert!(unlike(&heat, &pane_a(&mut window)) < 30);
}

#[test]
fn a_joint_is_shown_alone() {
    let Some(mut window) = open_drawn("builtin:biped") else {
        return;
    };
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "upper_arm.L");
    let whole = panes(&mut window);
    click(&mut window, "Isolate joint");
    assert!(window.session().character.weights.isolated);
    let alone = panes(&mut window);
    assert!(unlike(&whole[0], &alone[0]) > 2_500);
    press(&mut window, Modifiers::NONE, Key::Slash);
    assert_eq!(unlike(&whole[0], &panes(&mut window)[0]), 0);
}
