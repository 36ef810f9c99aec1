//! What surfaces show and how bones are drawn: by menu, by key, by the selector over the panes.

use std::collections::HashMap;

use eframe::egui::{Color32, Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use rig::Method;
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::Normals;
use scene::view::shading::Shading;
use session::features::viewport::pose_heat::PoseHeat;
use session::settings::{Accent, Background, Selected};

use super::support::screen::{color_at, open_drawn, open_drawn_wide, pane_a, seen};
use super::support::{Window, click, press, run, wait_until};
use crate::window::support::WindowState as _;

const CTRL_ALT_SHIFT: Modifiers = Modifiers::COMMAND
    .plus(Modifiers::ALT)
    .plus(Modifiers::SHIFT);

#[test]
fn every_shading_is_another_picture() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    click(&mut window, "forearm");
    let mut seen: HashMap<Vec<u8>, Shading> = HashMap::new();
    for shading in Shading::ALL {
        run(&mut window, &format!("Shading: {}", shading.title()));
        assert_eq!(window.session().shading, shading);
        let other = seen.insert(pane_a(&mut window).into_raw(), shading);
        assert_eq!(other, None, "{shading:?}");
    }
    run(&mut window, "Next shading");
    assert_eq!(window.session().shading, Shading::Material);
}

#[test]
fn normals_and_methods_of_the_active_pane_are_chosen_by_name_and_by_key() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    click(&mut window, "forearm");
    for key in [Key::R, Key::X] {
        press(&mut window, Modifiers::NONE, key);
    }
    window.event(Event::Text("90".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    run(&mut window, "Next pane");
    run(&mut window, "Method: Two-phase");
    run(&mut window, "Shading: Normals");
    let usual = pane_a(&mut window);
    run(&mut window, "Normals: Exact");
    assert_ne!(
        pane_a(&mut window),
        usual,
        "exact normals turn with the weights"
    );
    press(&mut window, CTRL_ALT_SHIFT, Key::L);
    let shown = |window: &Window| window.session().comparing.panes[0];
    assert_eq!(shown(&window).normals, Normals::Forward);
    run(&mut window, "Normals: Usual");
    assert_eq!(pane_a(&mut window), usual);
    press(
        &mut window,
        Modifiers::ALT.plus(Modifiers::SHIFT),
        Key::PageUp,
    );
    assert_eq!(shown(&window).look.method, Method::DualQuaternion);
    run(&mut window, "Method: Log-matrix");
    run(&mut window, "Shading: Normal error");
    wait_until(&mut window, "angles of normals", |window| {
        let found = window.state().view().heats.of_pane(0);
        matches!(found, Some(PoseHeat::NormalError(found)) if found.most > 0.1)
    });
}

#[test]
fn the_selector_and_the_button_over_the_panes_do_it() {
    let Some(mut window) = open_drawn_wide("builtin:arm") else {
        return;
    };
    let before = pane_a(&mut window);
    click(&mut window, "Shading");
    click(&mut window, "Zebra");
    assert_eq!(window.session().shading, Shading::Zebra);
    let zebra = pane_a(&mut window);
    assert_ne!(zebra, before);
    click(&mut window, "Wireframe");
    assert!(window.session().switches.wireframe);
    assert_ne!(pane_a(&mut window), zebra);
}

#[test]
fn bones_change_their_look() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let mut before = pane_a(&mut window);
    for action in [
        "Stick bones",
        "Bone axes",
        "Bone names",
        "Bone colors",
        "Bones through surfaces",
        "Octahedral bones",
    ] {
        run(&mut window, action);
        let now = pane_a(&mut window);
        // Octahedra that surfaces hide may not be seen at all.
        assert!(now != before || action == "Octahedral bones", "{action}");
        before = now;
    }
    assert_eq!(window.session().bones.style, BoneStyle::Octahedral);
}

#[test]
fn weights_follow_the_selected_joint() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::SHIFT, Key::B);
    run(&mut window, "Shading: Weights");
    let of_all = pane_a(&mut window);
    click(&mut window, "upper_arm");
    let of_first = pane_a(&mut window);
    click(&mut window, "forearm");
    let of_second = pane_a(&mut window);
    assert_ne!(of_all, of_first);
    assert_ne!(of_first, of_second);
    // The difference has the other panes' vertices for itself, and gives them back.
    press(&mut window, Modifiers::NONE, Key::H);
    press(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(pane_a(&mut window), of_second);
}

#[test]
fn the_panes_show_pictures() {
    let Some(mut window) = open_drawn("builtin:cylinder") else {
        return;
    };
    let image = seen(&mut window);
    let panes = ["Pane A", "Pane B"].map(|name| window.get_by_label(name).rect());
    for pane in panes {
        // The character stands in the middle in its own colors, which are none of the backdrop's grays.
        let beside = |step: i8| pane.center() + Vec2::new(f32::from(step), -60.0);
        let colors: std::collections::BTreeSet<[u8; 4]> = (-40..40)
            .map(|step| color_at(&image, beside(step)))
            .collect();
        assert!(colors.len() > 4, "a flat picture: {colors:?}");
    }
    // Pictures that are held stay as they are, and are drawn at the next look.
    let row = |picture: &RgbaImage| -> Vec<[u8; 4]> {
        let place = |step: i8| panes[0].center() + Vec2::new(f32::from(step), -60.0);
        (-40..40)
            .map(|step| color_at(picture, place(step)))
            .collect()
    };
    run(&mut window, "Shading: Zebra");
    assert_eq!(row(&window.render().unwrap()), row(&image));
    assert_ne!(row(&seen(&mut window)), row(&image));
}

#[test]
fn colors_are_chosen_by_name_and_seen_at_once() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Accent: Teal");
    click(&mut window, "Background: Custom");
    click(&mut window, "Selected joints: Lime");
    let colors = window.session().settings.colors;
    let chosen = (colors.accent, colors.background, colors.selected);
    assert_eq!(chosen, (Accent::Teal, Background::Own, Selected::Lime));
    window.run_steps(2);
    let [r, g, b] = Accent::Teal.foreground(false);
    let foreground = window.ctx.global_style().visuals.hyperlink_color;
    assert_eq!(foreground, Color32::from_rgb(r, g, b));
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    let picture = seen(&mut window);
    let pane = window.get_by_label("Pane A").rect();
    let seen = color_at(&picture, pane.left_top() + Vec2::splat(8.0));
    let near = |a: u8, b: u8| a.abs_diff(b) < 30;
    let own = colors.own_background;
    assert!(
        seen.iter().zip(own).all(|(&a, b)| near(a, b)),
        "{seen:?}, {own:?}"
    );
}
