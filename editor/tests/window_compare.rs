//! Comparing in the window: one to four panes, each with what it shows, side by side, wiped, ghosted; colours and their
//! scale, worst spots, volumes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod window_support;

use editor::comparing::PaneLayout;
use editor::deform::deform;
use editor::pane_shows::{Normals, PaneReach, PaneShows};
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::{Method, ScaleInheritance};
use window_support::screen::{cut, panes, unlike};
use window_support::skinning::choose_method;
use window_support::{
    Window, click, drag, drag_from, joint, open, open_sized, press, synthetic, type_into,
};

const NAMES: [&str; 4] = ["Pane A", "Pane B", "Pane C", "Pane D"];

fn shown_panes(window: &Window) -> Vec<(&'static str, Rect)> {
    let rect = |name| Some((name, window.query_by_label(name)?.rect()));
    NAMES.into_iter().filter_map(rect).collect()
}

fn comparing(window: &Window) -> &editor::comparing::Comparing {
    &window.state().session().comparing
}

/// The arm with a bent and stretched elbow: linear blending and two-phase are far apart.
fn bent() -> Option<Window> {
    let mut window = open("builtin:arm")?;
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation X", "100");
    Some(window)
}

#[test]
fn panes_come_and_go() {
    let Some(mut window) = bent() else { return };
    assert_eq!(shown_panes(&window).len(), 2);
    click(&mut window, "Add pane");
    click(&mut window, "Add pane");
    let four = shown_panes(&window);
    assert_eq!(four.len(), 4);
    assert!(!is_enabled(&window, "Add pane"), "there are four");
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
    let compared = &window.state().shown().comparison().panes;
    assert_eq!(
        compared[3].difference.distance.max, 0.0,
        "D shows what A shows"
    );
    assert!(compared[1].difference.distance.max > 1e-3);
    // What is taken away is the active one, and its neighbours keep what they show.
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
    assert!(!is_enabled(&window, "Remove pane"), "one is left");
    let alone = shown_panes(&window);
    assert_eq!(alone.len(), 1);
    assert!(alone[0].1.width() > 1.9 * a.width());
    // A pane alone is shown alone, whatever the layout that waits for another.
    assert_eq!(comparing(&window).layout, PaneLayout::Side);
    let toggled = |name| window.get_by_label(name).accesskit_node().toggled();
    assert_eq!(toggled("One pane"), Some(Toggled::True));
    assert_eq!(toggled("Side by side"), Some(Toggled::False));
}

fn is_enabled(window: &Window, name: &str) -> bool {
    let mut all = window.query_all_by_label(name);
    !all.any(|node| node.accesskit_node().is_disabled())
}

#[test]
fn a_wipe_shows_both_in_one_picture() {
    let Some(mut window) = bent() else { return };
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
    let yaw = window.state().session().camera.yaw;
    let right = window.get_by_label("Pane B").rect().center();
    drag_from(
        &mut window,
        right,
        Vec2::new(60.0, 0.0),
        PointerButton::Primary,
    );
    assert_ne!(window.state().session().camera.yaw, yaw);
    // All the way to one side: only the other is left, and the line can be caught again.
    drag(&mut window, "Wipe line", Vec2::new(-2000.0, 0.0));
    assert_eq!(comparing(&window).wipe, 0.0);
    assert_eq!(shown_panes(&window).len(), 1);
    drag(&mut window, "Wipe line", Vec2::new(200.0, 0.0));
    assert_eq!(shown_panes(&window).len(), 2);
}

#[test]
fn a_ghost_lies_over_the_reference() {
    let Some(mut window) = bent() else { return };
    click(&mut window, "Overlay");
    let picture = |window: &mut Window, opacity: &str| {
        type_into_slider(window, opacity);
        let rect = window.get_by_label("Pane A").rect();
        window.remove_cursor();
        window.run_steps(3);
        let free = rect.shrink2(Vec2::new(0.0, 70.0));
        cut(&window.render().unwrap(), free)
    };
    let none = picture(&mut window, "0");
    let half = picture(&mut window, "0.5");
    let whole = picture(&mut window, "1");
    assert!(unlike(&none, &half) > 100 && unlike(&half, &whole) > 100);
    assert_eq!(shown_panes(&window).len(), 1, "the pointer finds A");
    click(&mut window, "One pane");
    assert_eq!(shown_panes(&window)[0].0, "Pane B", "the active one");
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
fn the_scale_of_colours_is_pinned() {
    let Some(mut window) = bent() else { return };
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    assert!(window.state().session().switches.heatmap);
    let before = window.state().shown().heat_range(None);
    click(&mut window, "Pin range of colours");
    let pinned = comparing(&window).pinned_range.unwrap();
    assert_eq!(pinned, before);
    let colored = panes(&mut window);
    type_into(&mut window, "Rotation X", "30");
    assert_eq!(comparing(&window).pinned_range, Some(pinned));
    assert!(window.state().shown().heat_range(None) < 0.9 * pinned);
    type_into(&mut window, "Rotation X", "100");
    assert_eq!(unlike(&colored[1], &panes(&mut window)[1]), 0);
    type_into(&mut window, "Range of colours", "2");
    assert!((comparing(&window).pinned_range.unwrap() - 2e-3).abs() < 1e-7);
    assert!(unlike(&colored[1], &panes(&mut window)[1]) > 300);
    click(&mut window, "Pin range of colours");
    assert_eq!(comparing(&window).pinned_range, None);
}

#[test]
fn the_colours_of_differences_are_chosen() {
    let Some(mut window) = bent() else { return };
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    let blue_and_red = panes(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Colours of differences");
    click(&mut window, "Green and purple");
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    let green_and_purple = panes(&mut window);
    assert_eq!(unlike(&blue_and_red[0], &green_and_purple[0]), 0);
    assert!(unlike(&blue_and_red[1], &green_and_purple[1]) > 300);
}

#[test]
fn worst_spots_are_visited_one_after_another() {
    let Some(mut window) = bent() else { return };
    let mut distances = Vec::new();
    for visit in 0..3 {
        click(&mut window, "Next worst spot");
        let visited = comparing(&window).visited.clone().unwrap();
        assert_eq!((visited.rank, visited.pane), (visit, 1));
        distances.push(visited.spot.distance);
        let camera = &window.state().session().camera;
        assert!(camera.target.distance(visited.spot.position) < 1e-3 * camera.distance);
    }
    assert!(distances.is_sorted_by(|a, b| a >= b), "{distances:?}");
    let worst = window
        .state()
        .shown()
        .compared(1)
        .unwrap()
        .difference
        .distance
        .max;
    assert_eq!(distances[0], worst);
    press(&mut window, Modifiers::SHIFT, Key::OpenBracket);
    assert_eq!(comparing(&window).visited.as_ref().unwrap().rank, 1);
    // Another pose has spots of its own, and begins with the worst.
    type_into(&mut window, "Rotation X", "60");
    press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
    assert_eq!(comparing(&window).visited.as_ref().unwrap().rank, 0);
    // Where nothing differs there is nothing to visit.
    choose_method(&mut window, "B", "Linear blend");
    click(&mut window, "Next worst spot");
    assert_eq!(comparing(&window).visited, None);
}

#[test]
fn volumes_stand_in_the_statistics() {
    let Some(mut window) = open("builtin:cylinder") else {
        return;
    };
    let has =
        |window: &Window, part: &str| window.query_all_by_label_contains(part).next().is_some();
    assert!(has(&window, "100.0 %"), "at rest nothing is lost");
    let skeleton = &window.state().document().character.rig.skeleton;
    let last = skeleton
        .joints()
        .filter(|joint| window.state().session().facts.is_drawn(*joint))
        .last();
    let joint = skeleton.name(last.unwrap()).to_owned();
    click(&mut window, &joint);
    type_into(&mut window, "Rotation Y", "170");
    let rest = window.state().shown().rest_volume.unwrap();
    let volume = |pane: usize| {
        window
            .state()
            .shown()
            .compared(pane)
            .unwrap()
            .volume
            .unwrap()
            / rest
    };
    assert!(volume(0) < 0.9, "the candy wrapper: {}", volume(0));
    assert!((volume(1) - 1.0).abs() < 0.03, "{}", volume(1));
    let percent = format!("{:.1} %", 100.0 * volume(0));
    assert!(has(&window, &percent), "{percent}");
}

#[test]
fn each_pane_has_its_own_reach_and_normals() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    choose_method(&mut window, "A", "Two-phase");
    click(&mut window, "forearm");
    type_into(&mut window, "Scale Y", "1.6");
    assert!(window.state().shown().is_same(1), "both show the same");
    click(&mut window, "Pane B options");
    click(&mut window, "Joint only");
    assert_eq!(comparing(&window).panes[1].reach, PaneReach::Joint);
    let shown = window.state().shown();
    assert!(!shown.is_same(1), "in B the hand is not stretched along");
    let hand = joint(&window, "hand").index();
    let hands = [0, 1].map(|pane: usize| shown.frames(pane)[hand]);
    assert!(!hands[0].abs_diff_eq(hands[1], 1e-3));
    let document = window.state().document();
    assert!(
        document
            .reach
            .iter()
            .all(|reach| *reach == ScaleInheritance::Children),
        "nothing was set"
    );
    press(&mut window, Modifiers::NONE, Key::Escape);

    let skinned = panes(&mut window);
    click(&mut window, "Pane A options");
    click(&mut window, "Of the surface");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(comparing(&window).panes[0].normals, Normals::Surface);
    let found = window.state().shown().deformed()[0].clone();
    let carried = skinned_normals(&window);
    let normals = || found.iter().flat_map(|primitive| &primitive.normals);
    assert!(normals().all(|n| (n.length() - 1.0).abs() < 1e-3));
    let turned = normals()
        .zip(&carried)
        .filter(|(a, b)| a.distance(**b) > 0.02);
    assert!(
        turned.count() > 20,
        "the stretched arm has normals of its own"
    );
    let of_surface = panes(&mut window);
    assert_eq!(unlike(&skinned[1], &of_surface[1]), 0, "B is as it was");
    assert!(unlike(&skinned[0], &of_surface[0]) < skinned[0].pixels().len() / 3);
}

fn skinned_normals(window: &Window) -> Vec<glam::Vec3> {
    let document = window.state().document();
    let pose = window.state().shown().pose.clone();
    let look = comparing(window).panes[0].look;
    let deformed = deform(&document.character, &pose, &document.reach, look).unwrap();
    deformed
        .into_iter()
        .flat_map(|found| found.normals)
        .collect()
}

#[test]
fn panes_without_room_and_without_triangles_are_drawn() {
    for size in [[4.0, 4.0], [300.0, 200.0], [90.0, 700.0], [700.0, 90.0]] {
        let Some(mut window) = open_sized("builtin:arm", Vec2::from(size)) else {
            return;
        };
        for key in [Key::Num3, Key::Num5, Key::Num4, Key::Num1, Key::Num2] {
            press(&mut window, Modifiers::SHIFT, key);
        }
        for _ in 0..3 {
            press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
        }
    }
    let mut window = open(&synthetic("07_animated_ancestors.glb")).unwrap();
    press(&mut window, Modifiers::SHIFT, Key::CloseBracket);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
}

#[test]
fn a_pane_that_is_added_is_seen() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::SHIFT, Key::Num1);
    assert_eq!(shown_panes(&window).len(), 1);
    click(&mut window, "Add pane");
    assert_eq!(shown_panes(&window).len(), 3);
}
