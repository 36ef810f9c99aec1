//! How surfaces, bones and weights look: chosen by keys, by the menu, in the preferences.

use std::sync::Arc;

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use rig::Method;
use scene::view::shading::Shading;
use session::files::load::load_with;
use session::files::settings::{HeatRamp, Isolines};
use session::jobs::loading::Loader;

use super::support::paint::begin;
use super::support::{Window, click, open, open_with, press, wait_until};

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

/// A pane shows the whole character by one method; what a file asks for on single meshes is told.
#[test]
fn the_tip_of_a_method_tells_what_the_file_asks_for() {
    let loader = Loader::new(|file, report| {
        let mut character = load_with(file, report)?;
        Arc::make_mut(&mut character.source).mesh_methods = [(0, Method::Affine)].into();
        Ok(character)
    });
    let mut window = open_with(loader, "builtin:arm");
    let method = window.get_by_label("Pane A method").rect().center();
    window.hover_at(method);
    wait_until(&mut window, "the tip", |window| {
        window
            .query_by_label_contains("The file asks for Affine")
            .is_some()
    });
}
