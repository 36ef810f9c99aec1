//! Panes that are compared: the ghost over the reference, colors of differences and their scale, what each pane shows.

use editor::app::App;
use eframe::CreationContext;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::ScaleInheritance;
use scene::deform::deform;
use scene::view::pane_shows::{Normals, PaneInheritance};

use super::support::screen::{
    cut, open_drawn, open_drawn_as, open_drawn_wide, panes, seen, unlike,
};
use super::support::{
    Window, choose_method, click, drag_from, joint, press, start_with, synthetic, type_into,
};
use crate::window::comparing::compare::{bend, comparing, shown_panes};
use crate::window::support::WindowState as _;

fn bent() -> Option<Window> {
    let mut window = open_drawn("builtin:arm")?;
    bend(&mut window);
    Some(window)
}

/// The ghost's slider has no field: it is dragged to its share.
fn type_into_slider(window: &mut Window, opacity: &str) {
    let share: f32 = opacity.parse().unwrap();
    let rect = window.get_by_label("Ghost B").rect();
    let sliders: Vec<Rect> = window
        .query_all_by(|node| node.role() == Role::Slider)
        .map(|node| node.rect())
        .collect();
    let near = |slider: &&Rect| (slider.center().y - rect.center().y).abs() < 12.0;
    let slider = sliders
        .iter()
        .filter(near)
        .max_by(|a, b| a.left().total_cmp(&b.left()))
        .unwrap();
    let at = slider.center();
    let way = (share - 0.5) * slider.width() * 1.2;
    drag_from(
        window,
        at,
        Vec2::new(way.max(0.1), 0.0).min(Vec2::splat(way)),
        PointerButton::Primary,
    );
}

#[test]
fn a_ghost_lies_over_the_reference() {
    let Some(mut window) = bent() else {
        return;
    };
    click(&mut window, "Overlay");
    let picture = |window: &mut Window, opacity: &str| {
        type_into_slider(window, opacity);
        let rect = window.get_by_label("Pane A").rect();
        window.remove_cursor();
        window.run_steps(2);
        let free = rect.shrink2(Vec2::new(0.0, 70.0));
        cut(&seen(window), free)
    };
    let none = picture(&mut window, "0");
    let half = picture(&mut window, "0.5");
    let whole = picture(&mut window, "1");
    assert!(unlike(&none, &half) > 100 && unlike(&half, &whole) > 100);
    assert_eq!(shown_panes(&window).len(), 1, "the pointer finds A");
    click(&mut window, "One pane");
    assert_eq!(shown_panes(&window)[0].0, "Pane B", "the active one");
}

#[test]
fn the_scale_of_colors_is_pinned() {
    let Some(mut window) = open_drawn_wide("builtin:arm") else {
        return;
    };
    bend(&mut window);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    assert!(window.session().switches.heatmap);
    let before = window.shown().heat_range(None);
    click(&mut window, "Pin range of colors");
    let pinned = comparing(&window).pinned_range.unwrap();
    assert_eq!(pinned, before);
    let colored = panes(&mut window);
    type_into(&mut window, "Rotation X", "30");
    assert_eq!(comparing(&window).pinned_range, Some(pinned));
    assert!(window.shown().heat_range(None) < 0.9 * pinned);
    type_into(&mut window, "Rotation X", "100");
    assert_eq!(unlike(&colored[1], &panes(&mut window)[1]), 0);
    type_into(&mut window, "Range of colors", "2");
    assert!((comparing(&window).pinned_range.unwrap() - 2e-3).abs() < 1e-7);
    assert!(unlike(&colored[1], &panes(&mut window)[1]) > 300);
    click(&mut window, "Pin range of colors");
    assert_eq!(comparing(&window).pinned_range, None);
}

#[test]
fn the_colors_of_differences_are_chosen() {
    let Some(mut window) = bent() else {
        return;
    };
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    let blue_and_red = panes(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Colors of differences");
    click(&mut window, "Green and purple");
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    let green_and_purple = panes(&mut window);
    assert_eq!(unlike(&blue_and_red[0], &green_and_purple[0]), 0);
    assert!(unlike(&blue_and_red[1], &green_and_purple[1]) > 300);
}

#[test]
fn each_pane_has_its_own_scale_inheritance_and_normals() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    choose_method(&mut window, "A", "Two-phase");
    click(&mut window, "forearm");
    type_into(&mut window, "Scale Y", "1.6");
    assert!(window.shown().is_same(1), "both show the same");
    click(&mut window, "Pane B options");
    click(&mut window, "This joint");
    assert_eq!(
        comparing(&window).panes[1].scale_inheritance,
        PaneInheritance::Joint
    );
    let shown = window.shown();
    assert!(!shown.is_same(1), "in B the hand is not stretched along");
    let hand = joint(&window, "hand").index();
    let hands = [0, 1].map(|pane: usize| shown.frames(pane)[hand]);
    assert!(!hands[0].abs_diff_eq(hands[1], 1e-3));
    let document = window.document();
    assert!(
        document
            .scale_inheritance
            .iter()
            .all(|scale_inheritance| *scale_inheritance == ScaleInheritance::Children),
        "nothing was set"
    );
    press(&mut window, Modifiers::NONE, Key::Escape);

    let skinned = panes(&mut window);
    click(&mut window, "Pane A options");
    click(&mut window, "Recomputed");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(comparing(&window).panes[0].normals, Normals::Surface);
    let found = window.shown().deformed_panes()[0].clone();
    let blended_normals = skinned_normals(&window);
    let normals = || found.iter().flat_map(|primitive| &primitive.normals);
    assert!(normals().all(|n| (n.length() - 1.0).abs() < 1e-3));
    let turned = normals()
        .zip(&blended_normals)
        .filter(|(a, b)| a.distance(**b) > 0.02);
    assert!(
        turned.count() > 20,
        "the stretched arm has normals of its own"
    );
    let of_surface = panes(&mut window);
    assert_eq!(unlike(&skinned[1], &of_surface[1]), 0, "B is as it was");
    click(&mut window, "Pane A options");
    click(&mut window, "Exact");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(comparing(&window).panes[0].normals, Normals::Exact);
    assert!(unlike(&skinned[0], &of_surface[0]) < skinned[0].pixels().len() / 3);
}

fn skinned_normals(window: &Window) -> Vec<glam::Vec3> {
    let document = window.document();
    let pose = window.shown().pose.clone();
    let look = comparing(window).panes[0].look;
    let deformed = deform(
        &document.character,
        &pose,
        &document.scale_inheritance,
        look,
    )
    .unwrap();
    deformed
        .into_iter()
        .flat_map(|found| found.normals)
        .collect()
}

#[test]
fn panes_without_room_and_without_triangles_are_drawn() {
    for size in [[4.0, 4.0], [90.0, 700.0], [1400.0, 4.0]] {
        let start = start_with("builtin:arm");
        let app = |cc: &CreationContext<'_>| App::new(cc, start);
        let Some(mut window) = open_drawn_as(Vec2::from(size), app) else {
            return;
        };
        window.state_mut().hold_pictures(false);
        for key in [Key::Num3, Key::Num5, Key::Num4, Key::Num1, Key::Num2] {
            press(&mut window, Modifiers::SHIFT, key);
        }
        for _ in 0..3 {
            press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
        }
    }
    let mut window = open_drawn(&synthetic("07_animated_ancestors.glb")).unwrap();
    window.state_mut().hold_pictures(false);
    press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
}
