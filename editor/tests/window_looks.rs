//! What surfaces show and how bones are drawn: by menu, by key, by the selector over the panes.

mod window_support;

use std::collections::HashMap;

use eframe::egui::{Key, Modifiers};
use image::RgbaImage;
use scene::view::joint_mark::BoneStyle;
use scene::view::shading::Shading;
use window_support::screen::panes;
use window_support::{Window, click, open, press, run};

fn pane(window: &mut Window) -> RgbaImage {
    panes(window).swap_remove(0)
}

#[test]
fn every_shading_is_another_picture() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    click(&mut window, "forearm");
    let mut seen: HashMap<Vec<u8>, Shading> = HashMap::new();
    for shading in Shading::ALL {
        run(&mut window, &format!("Shading: {}", shading.title()));
        assert_eq!(window.state().session().shading, shading);
        let twin = seen.insert(pane(&mut window).into_raw(), shading);
        assert_eq!(twin, None, "{shading:?}");
    }
    run(&mut window, "Next shading");
    assert_eq!(window.state().session().shading, Shading::Material);
}

#[test]
fn the_selector_and_the_button_over_the_panes_do_it() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    let before = pane(&mut window);
    click(&mut window, "Shading");
    click(&mut window, "Zebra");
    assert_eq!(window.state().session().shading, Shading::Zebra);
    let zebra = pane(&mut window);
    assert_ne!(zebra, before);
    click(&mut window, "Wireframe");
    assert!(window.state().session().switches.wireframe);
    assert_ne!(pane(&mut window), zebra);
}

#[test]
fn keys_do_it() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
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
fn bones_change_their_look() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    let mut before = pane(&mut window);
    for action in [
        "Stick bones",
        "Bone axes",
        "Bone names",
        "Bone colours",
        "Bones through surfaces",
        "Octahedral bones",
    ] {
        run(&mut window, action);
        let now = pane(&mut window);
        // Octahedra that surfaces hide may not be seen at all.
        assert!(now != before || action == "Octahedral bones", "{action}");
        before = now;
    }
    assert_eq!(window.state().session().bones.style, BoneStyle::Octahedral);
}

#[test]
fn weights_follow_the_selected_joint() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::SHIFT, Key::B);
    run(&mut window, "Shading: Weights");
    let of_all = pane(&mut window);
    click(&mut window, "upper_arm");
    let of_first = pane(&mut window);
    click(&mut window, "forearm");
    let of_second = pane(&mut window);
    assert_ne!(of_all, of_first);
    assert_ne!(of_first, of_second);
    // The difference has the other panes' vertices for itself, and gives them back.
    press(&mut window, Modifiers::NONE, Key::H);
    press(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(pane(&mut window), of_second);
}
