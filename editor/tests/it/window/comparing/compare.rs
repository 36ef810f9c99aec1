//! Comparing in the window: one to four panes, each with what it shows, side by side, wiped, ghosted; colors and their
//! scale, worst spots, volumes.

use eframe::egui::accesskit::Toggled;
use eframe::egui::{Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::Method;
use scene::view::pane_shows::PaneShows;
use session::state::comparing::PaneLayout;

use crate::window::support::{
    Window, WindowState as _, choose_method, click, drag, drag_from, open, open_sized, painted,
    press, right_click, type_into,
};

const NAMES: [&str; 4] = ["Pane A", "Pane B", "Pane C", "Pane D"];

pub(in crate::window) fn shown_panes(window: &Window) -> Vec<(&'static str, Rect)> {
    let rect = |name| Some((name, window.query_by_label(name)?.rect()));
    NAMES.into_iter().filter_map(rect).collect()
}

pub(in crate::window) fn comparing(window: &Window) -> &session::state::comparing::Comparing {
    &window.session().comparing
}

/// The arm with a bent and stretched elbow: linear blending and two-phase are far apart.
pub(in crate::window) fn bend(window: &mut Window) {
    click(window, "forearm");
    type_into(window, "Rotation X", "100");
}

fn bent() -> Window {
    let mut window = open("builtin:arm");
    bend(&mut window);
    window
}

#[test]
fn panes_come_and_go() {
    let mut window = bent();
    assert_eq!(shown_panes(&window).len(), 2);
    click(&mut window, "Add pane");
    click(&mut window, "Add pane");
    let four = shown_panes(&window);
    assert_eq!(four.len(), 4);
    assert!(!is_offered(&window, "Add pane"), "there are four");
    // Two by two, none over another.
    let [a, b, c, d] = [0, 1, 2, 3].map(|pane: usize| four[pane].1);
    assert!(a.right() <= b.left() && a.bottom() < c.top() && c.right() <= d.left());
    assert!((a.width() - d.width()).abs() < 2.0 && (a.height() - d.height()).abs() < 2.0);
    // Each has a method of its own, and numbers of its own.
    let methods: Vec<Method> = comparing(&window)
        .panes
        .iter()
        .map(|p| p.look.method)
        .collect();
    assert_eq!(methods.len(), 4);
    assert!(
        methods
            .iter()
            .enumerate()
            .all(|(i, m)| !methods[..i].contains(m))
    );
    choose_method(&mut window, "D", "Linear blend");
    let compared = &window.shown().comparison().panes;
    assert_eq!(
        compared[3].difference.distance.max, 0.0,
        "D shows what A shows"
    );
    assert!(compared[1].difference.distance.max > 1e-3);
    // What is taken away is the active one, and its neighbors keep what they show.
    let shows: Vec<PaneShows> = comparing(&window).panes.clone();
    click(&mut window, "Pane C");
    click(&mut window, "Pane B options");
    click(&mut window, "Remove pane B");
    assert_eq!(
        comparing(&window).active,
        1,
        "what was C is still the active one"
    );
    click(&mut window, "Add pane");
    assert_eq!(
        comparing(&window).panes[3].look.method,
        shows[1].look.method
    );
    click(&mut window, "Remove pane");
    assert_eq!(comparing(&window).panes, [shows[0], shows[2], shows[3]]);
    assert_eq!(shown_panes(&window).len(), 3);
    for _ in 0..2 {
        click(&mut window, "Remove pane");
    }
    assert!(!is_offered(&window, "Remove pane"), "one is left");
    let alone = shown_panes(&window);
    assert_eq!(alone.len(), 1);
    assert!(alone[0].1.width() > 1.9 * a.width());
    // A pane alone is shown alone, whatever the layout that waits for another.
    assert_eq!(comparing(&window).layout, PaneLayout::Side);
    // It has nothing to be compared with, and none of the controls for that.
    for name in [
        "One pane",
        "Side by side",
        "Difference in colors",
        "Next worst spot",
    ] {
        assert!(!is_offered(&window, name), "{name}");
    }
    click(&mut window, "Add pane");
    let toggled = |name| window.get_by_label(name).accesskit_node().toggled();
    assert_eq!(toggled("One pane"), Some(Toggled::False));
    assert_eq!(toggled("Side by side"), Some(Toggled::True));
}

fn is_offered(window: &Window, name: &str) -> bool {
    window.query_by_label(name).is_some()
}

#[test]
fn a_pane_with_a_camera_of_its_own_moves_apart() {
    let mut window = bent();
    let cameras = |window: &Window| [0, 1].map(|pane| window.session().camera_of(pane));
    let orbit = |window: &mut Window, name: &str| {
        let at = window.get_by_label(name).rect().center() + Vec2::new(0.0, -120.0);
        drag_from(window, at, Vec2::new(60.0, 0.0), PointerButton::Middle);
    };
    orbit(&mut window, "Pane B");
    let [a, b] = cameras(&window);
    assert_eq!(a, b, "panes share a camera");
    click(&mut window, "Pane B options");
    click(&mut window, "Own camera");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(cameras(&window), [a, b], "as it stood");
    orbit(&mut window, "Pane B");
    let [still, turned] = cameras(&window);
    assert!(still == a && turned != b);
    orbit(&mut window, "Pane A");
    assert!(cameras(&window)[0] != a && cameras(&window)[1] == turned);
    // Keys are about the active pane: A, which was dragged last.
    press(&mut window, Modifiers::NONE, Key::Num1);
    let [front, _] = cameras(&window);
    assert!(front.yaw.abs() < 1e-6 && cameras(&window)[1] == turned);
    // In one picture both are seen from one place.
    press(&mut window, Modifiers::SHIFT, Key::Num3);
    assert_eq!(cameras(&window), [front, front]);
    press(&mut window, Modifiers::SHIFT, Key::Num2);
    assert_eq!(cameras(&window), [front, turned]);
    // By its key the pane joins the others again.
    click(&mut window, "Pane B");
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::C);
    assert_eq!(cameras(&window), [front, front]);
}

#[test]
fn a_wipe_shows_both_in_one_picture() {
    let mut window = bent();
    press(&mut window, Modifiers::SHIFT, Key::Num3);
    assert_eq!(comparing(&window).layout, PaneLayout::Wipe);
    let [(_, a), (_, b)] = shown_panes(&window)[..] else {
        unreachable!("both are seen");
    };
    assert!((a.right() - b.left()).abs() < 2.0, "they meet at the line");
    assert!((a.width() - b.width()).abs() < 3.0, "in the middle");
    drag(&mut window, "Wipe line", Vec2::new(-150.0, -20.0));
    let narrower = window.get_by_label("Pane A").rect();
    assert!((a.width() - narrower.width() - 150.0).abs() < 4.0);
    // The camera turns as one, whichever side is dragged.
    let yaw = window.session().camera.yaw;
    let right = window.get_by_label("Pane B").rect().center();
    drag_from(
        &mut window,
        right,
        Vec2::new(60.0, 0.0),
        PointerButton::Primary,
    );
    assert_ne!(window.session().camera.yaw, yaw);
    // All the way to one side: only the other is left, and the line can be caught again.
    drag(&mut window, "Wipe line", Vec2::new(-2000.0, 0.0));
    assert_eq!(comparing(&window).wipe, 0.0);
    assert_eq!(shown_panes(&window).len(), 1);
    drag(&mut window, "Wipe line", Vec2::new(200.0, 0.0));
    assert_eq!(shown_panes(&window).len(), 2);
}

#[test]
fn a_button_and_keys_visit_worst_spots() {
    let mut window = bent();
    click(&mut window, "Next worst spot");
    let rank = |window: &Window| comparing(window).visited.as_ref().map(|it| it.rank);
    assert_eq!(rank(&window), Some(0));
    press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
    assert_eq!(rank(&window), Some(1));
    press(&mut window, Modifiers::SHIFT, Key::OpenBracket);
    assert_eq!(rank(&window), Some(0));
}

#[test]
fn volumes_stand_in_the_statistics() {
    let mut window = open("builtin:cylinder");
    let has =
        |window: &Window, part: &str| window.query_all_by_label_contains(part).next().is_some();
    assert!(has(&window, "100.0 %"), "at rest nothing is lost");
    let skeleton = &window.document().character.rig.skeleton;
    let last = skeleton
        .joints()
        .filter(|joint| window.session().character.facts.is_drawn(*joint))
        .last();
    let joint = skeleton.name(last.unwrap()).to_owned();
    click(&mut window, &joint);
    type_into(&mut window, "Rotation Y", "170");
    let rest = window.shown().rest_volume.unwrap();
    let volume = |pane: usize| window.shown().comparison_of(pane).unwrap().volume.unwrap() / rest;
    assert!(volume(0) < 0.9, "the candy wrapper: {}", volume(0));
    assert!((volume(1) - 1.0).abs() < 0.03, "{}", volume(1));
    let percent = format!("{:.1} %", 100.0 * volume(0));
    assert!(has(&window, &percent), "{percent}");
}

#[test]
fn a_pane_that_is_added_is_seen() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::SHIFT, Key::Num1);
    assert_eq!(shown_panes(&window).len(), 1);
    click(&mut window, "Add pane");
    assert_eq!(shown_panes(&window).len(), 3);
}

// ---- the legend of differences --------------------------------------------------------------------------------------

fn legend(window: &Window) -> session::settings::Legend {
    window.session().settings.legend
}

fn legend_rect(window: &Window) -> Rect {
    window.get_by_label("Difference legend B").rect()
}

#[test]
fn the_legend_of_differences_is_moved_folded_and_put_back() {
    let mut window = bent();
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    window.run_steps(3);
    let first = legend_rect(&window);
    let pane = window.get_by_label("Pane B").rect();
    assert!(pane.contains_rect(first));
    let camera = window.session().camera;
    let towards = pane.center() - first.center();
    drag(&mut window, "Difference legend B", 0.5 * towards);
    assert!(legend(&window).place.is_some(), "the settings keep it");
    let moved = legend_rect(&window);
    assert!(moved.center().distance(first.center()) > 20.0);
    assert_eq!(window.session().camera, camera, "it is no drag of the pane");

    click(&mut window, "Difference legend B");
    assert!(legend(&window).folded);
    assert!(legend_rect(&window).height() < 0.5 * moved.height());
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::H);
    assert!(!legend(&window).folded, "so does the key");
    assert!(legend_rect(&window).center().distance(moved.center()) < 2.0);

    let at = legend_rect(&window).center();
    right_click(&mut window, at);
    assert_eq!(legend(&window), session::settings::Legend::default());
    assert!(legend_rect(&window).center().distance(first.center()) < 2.0);
}

#[test]
fn colors_of_differences_have_a_legend_in_small_panes_too() {
    let mut window = open_sized("builtin:arm", Vec2::new(1024.0, 640.0));
    bend(&mut window);
    for _ in 0..2 {
        press(&mut window, Modifiers::SHIFT, Key::A);
    }
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    window.run_steps(3);
    for name in ["B", "C", "D"] {
        let pane = window.get_by_label(&format!("Pane {name}")).rect();
        let legend = format!("Difference legend {name}");
        assert!(pane.contains_rect(window.get_by_label(&legend).rect()));
    }
}

#[test]
fn the_legend_leaves_the_words_of_the_auto_key_frame_free() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::SHIFT, Key::I);
    bend(&mut window);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    window.run_steps(3);
    let words = painted(&window, "Auto-key");
    let legend = legend_rect(&window);
    assert!(words.iter().any(|words| words.is_positive()));
    assert!(!words.iter().any(|words| words.intersects(legend)));
}
