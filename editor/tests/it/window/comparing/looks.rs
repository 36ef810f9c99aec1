//! How surfaces, bones and weights look: chosen by keys, by the menu, in the preferences.

use character::MeshSkinning;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use figures::cards::method_card;
use rig::Method;
use scene::corrective_smooth::CorrectiveSmooth;
use scene::names::{mesh_name, method_title};
use scene::view::shading::Shading;
use session::features::opening::loading::Loader;
use session::settings::{HeatRamp, Isolines};
use session::state::opening::load::load_with;

use crate::window::support::paint::begin;
use crate::window::support::{
    Window, WindowState as _, choose_method, click, open, open_with, press, run, wait_until,
};

#[test]
fn keys_do_it() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::SHIFT, Key::Z);
    assert!(window.session().switches.wireframe);
    press(&mut window, Modifiers::ALT, Key::Z);
    assert!(!window.session().bones.in_front);
    press(&mut window, Modifiers::SHIFT, Key::W);
    assert_eq!(window.session().shading, Shading::Weights);
    press(&mut window, Modifiers::SHIFT | Modifiers::ALT, Key::Z);
    assert_eq!(window.session().shading, Shading::JointColors);
}

#[test]
fn menu_and_preferences_choose_them() {
    let mut window = begin("builtin:arm", "forearm");
    click(&mut window, "Weights");
    click(&mut window, "        Heat ramp");
    click(&mut window, "Heat ramp: Gray");
    let look = |window: &Window| window.session().settings.weights;
    assert_eq!(look(&window).ramp, HeatRamp::Gray);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Heat ramp");
    click(&mut window, "Color-vision-safe");
    assert_eq!(look(&window).ramp, HeatRamp::Safe);
    click(&mut window, "Isoline spacing");
    click(&mut window, "Every 0.1");
    assert_eq!(look(&window).isolines, Isolines::Tenths);
    click(&mut window, "Vertex dots");
    assert!(look(&window).dots);
}

/// Which meshes have a method of their own is told where a pane's method is.
#[test]
fn the_tip_of_a_method_tells_the_methods_of_meshes() {
    let loader = Loader::new(|file, report| {
        let mut character = load_with(file, report)?;
        character.meshes[0].skinning = Some(MeshSkinning {
            method: Method::Affine,
            signs: None,
        });
        Ok(character)
    });
    let mut window = open_with(loader, "builtin:arm");
    let method = window.get_by_label("Pane A method").rect().center();
    window.hover_at(method);
    wait_until(&mut window, "the tip", |window| {
        window
            .query_by_label_contains("Meshes with their own method: ")
            .is_some()
    });
}

/// A mesh gets a method of its own in the inspector, and the active pane shows it.
#[test]
fn a_mesh_gets_a_method_in_the_inspector() {
    let mut window = open("builtin:arm");
    let own = |window: &Window| window.document().character.meshes[0].skinning;
    let name = mesh_name(&window.document().character, 0);
    click(&mut window, "Methods of meshes");
    window.run_steps(20);
    click(&mut window, &format!("Method of {name}"));
    click(&mut window, "Affine");
    assert_eq!(own(&window).unwrap().method, Method::Affine);
    let looks = |window: &Window| window.session().comparing.panes[1].look;
    assert!(looks(&window).per_mesh);
    // The pane names both, and goes back to one method for all.
    choose_method(&mut window, "B", "Per mesh");
    assert!(looks(&window).per_mesh);
    choose_method(&mut window, "B", "Two-phase");
    assert!(!looks(&window).per_mesh);
    press(
        &mut window,
        Modifiers::CTRL | Modifiers::ALT | Modifiers::SHIFT,
        Key::P,
    );
    assert!(looks(&window).per_mesh);
    press(&mut window, Modifiers::CTRL, Key::Z);
    assert_eq!(own(&window), None);
}

/// In the options of a pane that has two phases, and of no other.
#[test]
fn a_pane_shows_its_first_phase_alone() {
    let mut window = open("builtin:arm");
    click(&mut window, "Pane A options");
    assert!(
        window.query_by_label("First phase alone").is_none(),
        "linear blending has no phases"
    );
    press(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "Pane B options");
    click(&mut window, "First phase alone");
    let shown = |window: &Window| {
        let panes = &window.session().comparing.panes;
        panes
            .iter()
            .map(|pane| pane.look.shows_first_phase())
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&window), [false, true]);
    click(&mut window, "Pane B options");
    click(&mut window, "First phase alone");
    assert_eq!(shown(&window), [false, false]);
}

/// Over any method; its settings are behind a button of their own, which stays open while they are changed.
#[test]
fn a_pane_smooths_what_its_method_makes() {
    let mut window = open("builtin:arm");
    click(&mut window, "Pane A options");
    click(&mut window, "Corrective smooth");
    let smooth = |window: &Window| {
        let panes = &window.session().comparing.panes;
        panes
            .iter()
            .map(|pane| pane.look.smooth)
            .collect::<Vec<_>>()
    };
    let usual = CorrectiveSmooth::default();
    assert_eq!(smooth(&window), [Some(usual), None]);
    click(&mut window, "Pane A smooth");
    for pins_border in [false, true] {
        click(&mut window, "Borders too");
        let expected = CorrectiveSmooth {
            pins_border,
            ..usual
        };
        assert_eq!(smooth(&window)[0], Some(expected));
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "Pane A options");
    click(&mut window, "Corrective smooth");
    assert_eq!(smooth(&window), [None, None]);
    assert!(window.query_by_label("Pane A smooth").is_none());
}

#[test]
fn cards_of_methods_are_turned_over() {
    let mut window = open("builtin:arm");
    click(&mut window, "Pane B");
    run(&mut window, "Method cards");
    assert!(
        window.query_by_label_contains("b (Σ w N v)").is_some(),
        "of the active pane"
    );
    for method in Method::blends() {
        click(&mut window, method_title(method));
        let card = method_card(method);
        let time = card.time_text();
        for words in [card.formula, card.memory, &time, card.fails] {
            assert!(window.query_by_label(words).is_some(), "{method}: {words}");
        }
    }
    click(&mut window, "Log-matrix");
    assert!(
        window
            .query_by_label_contains("takes the long way")
            .is_some(),
        "the figure that shows it"
    );
    click(&mut window, "Show me");
    wait_until(&mut window, "the figure is shown", |window| {
        window.session().figure() == Some("k08-16")
    });
    run(&mut window, "Method cards");
    assert!(window.query_by_label_contains("exp(Σ w log G)").is_none());
}
