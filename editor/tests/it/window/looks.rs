//! How surfaces, bones and weights look: chosen by keys, by the menu, in the preferences.

use eframe::egui::{Key, Modifiers};
use scene::view::shading::Shading;
use session::files::settings::{HeatRamp, Isolines};

use super::support::paint::begin;
use super::support::{Window, click, open, press};

#[test]
fn keys_do_it() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::SHIFT, Key::Z);
    assert!(window.state().session().switches.wireframe);
    press(&mut window, Modifiers::ALT, Key::Z);
    assert!(!window.state().session().bones.in_front);
    press(&mut window, Modifiers::SHIFT, Key::W);
    assert_eq!(window.state().session().shading, Shading::Weights);
    press(&mut window, Modifiers::SHIFT | Modifiers::ALT, Key::Z);
    assert_eq!(window.state().session().shading, Shading::JointColors);
}

#[test]
fn menu_and_preferences_choose_them() {
    let mut window = begin("builtin:arm", "forearm");
    click(&mut window, "Weights");
    click(&mut window, "        Heat ramp");
    click(&mut window, "Heat ramp: Grey");
    let look = |window: &Window| window.state().session().settings.weights;
    assert_eq!(look(&window).ramp, HeatRamp::Grey);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Heat ramp");
    click(&mut window, "Colour-vision-safe");
    assert_eq!(look(&window).ramp, HeatRamp::Safe);
    click(&mut window, "Isoline spacing");
    click(&mut window, "Every 0.1");
    assert_eq!(look(&window).isolines, Isolines::Tenths);
    click(&mut window, "Vertex dots");
    assert!(look(&window).dots);
}
