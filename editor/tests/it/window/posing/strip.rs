//! The strip of test poses under the panes.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::window::support::{
    Window, WindowState as _, click, drag_from, notices, open, open_sized, press, turned,
    wait_for_weights, wait_until,
};

fn run_from_palette(window: &mut Window, words: &str) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text(words.to_owned()));
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
}

fn last_pose(window: &Window) -> String {
    let poses = &window.session().character.test_poses.poses;
    poses.last().unwrap().name.clone()
}

#[test]
fn a_pose_starts_from_rest_and_gives_back_what_was_there() {
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    crate::window::support::type_into(&mut window, "Rotation Z", "20");
    click(&mut window, "Test pose Elbow");
    assert!(turned(&window, "hand") < 0.01, "nothing else stays posed");
    click(&mut window, "Test pose Elbow");
    assert!((turned(&window, "hand") - 20.0).abs() < 0.1);
}

#[test]
fn the_slider_says_how_much_in_one_step() {
    let mut window = open("builtin:arm");
    click(&mut window, "Test pose Elbow");
    let before = window.history().len();
    // The number has the slider's name, and stands beside it.
    let number = window.get_by_label("Amount of the test pose").rect();
    let handle = Pos2::new(number.left() - 46.0, number.center().y);
    drag_from(
        &mut window,
        handle,
        Vec2::new(-30.0, 0.0),
        PointerButton::Primary,
    );
    let amount = window.session().strip.amount;
    assert!(amount < 0.95, "{amount}");
    assert!((turned(&window, "forearm") - 115.0 * amount.abs()).abs() < 0.5);
    assert_eq!(window.history().len(), before + 1, "a drag is one step");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&window, "forearm") - 115.0).abs() < 0.1);
}

#[test]
fn the_strip_is_hidden_by_the_view_menu_and_where_there_are_no_poses() {
    let mut window = open("builtin:arm");
    let is_shown = |window: &Window| window.query_by_label("Test pose Elbow").is_some();
    assert!(is_shown(&window));
    run_from_palette(&mut window, "Test poses");
    assert!(!is_shown(&window));
    run_from_palette(&mut window, "Test poses");
    assert!(is_shown(&window));
}

#[test]
fn poses_without_room_are_reported_and_reached_by_arrow_wheel_and_key() {
    let size = Vec2::new(1100.0, 700.0);
    let mut window = open_sized("builtin:biped", size);
    let last = last_pose(&window);
    let last = last.as_str();
    let seen = |window: &Window, name: &str| {
        let rect = window.get_by_label(&format!("Test pose {name}")).rect();
        let slider = window.get_by_label("Amount of the test pose").rect();
        rect.right() < slider.left() - 120.0
    };
    assert!(seen(&window, "T pose") && !seen(&window, last));
    assert!(window.query_by_label("Test poses before").is_none());
    let still = |window: &mut Window| window.run_steps(12);
    click(&mut window, "More test poses");
    still(&mut window);
    assert!(window.query_by_label("Test poses before").is_some());
    for _ in 0..20 {
        if window.query_by_label("More test poses").is_some() {
            click(&mut window, "More test poses");
            still(&mut window);
        }
    }
    assert!(window.query_by_label("More test poses").is_none());
    assert!(seen(&window, last));

    // The wheel goes back.
    let end = window.get_by_label(&format!("Test pose {last}")).rect();
    let at = end.center();
    window.hover_at(at);
    for _ in 0..40 {
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: Vec2::new(0.0, 4.0),
            source: MouseWheelSource::Wheel,
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(2);
    }
    still(&mut window);
    assert!(window.query_by_label("Test poses before").is_none());
    assert!(!seen(&window, last));

    // A pose that is taken by its command comes into sight.
    run_from_palette(&mut window, "Previous test pose");
    still(&mut window);
    assert!(seen(&window, last));
}

/// The strip shows a few of some forty; the list has all, in groups, and finds them by words.
#[test]
fn every_pose_is_found_in_the_list() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 800.0));
    click(&mut window, "All test poses");
    for group in ["Whole poses", "Bend", "Twist"] {
        assert!(window.query_by_label(group).is_some(), "{group}");
    }
    let last = last_pose(&window);
    window.get_by_label("Search test poses").type_text(&last);
    window.run_steps(3);
    // Buttons: the inspector has a text that ends with these words.
    let listed = |window: &Window| {
        let all = window.query_all_by_label_contains(" in the list");
        all.filter(|one| one.accesskit_node().label().is_some())
            .count()
    };
    let few = listed(&window);
    assert!((1..6).contains(&few), "{few} for {last}");
    click(&mut window, &format!("{last} in the list"));
    let step = format!("Test pose {last}");
    assert_eq!(window.history().undo_name(), Some(step.as_str()));
    assert_eq!(listed(&window), few, "it stays open, to try others");
    window
        .get_by_label("Search test poses")
        .type_text(" nothing");
    window.run_steps(3);
    assert!(window.query_by_label("No matching test pose").is_some());
    // Closed and opened again, it has all of them.
    click(&mut window, "All test poses");
    assert_eq!(listed(&window), 0, "it is closed");
    click(&mut window, "All test poses");
    assert!(listed(&window) > few, "{}", listed(&window));
}

#[test]
fn places_that_lose_volume_are_listed_and_visited() {
    let mut window = open("builtin:cylinder");
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::T);
    wait_until(&mut window, "the volumes are measured", |window| {
        let volume = &window.session().character.volume;
        volume.list.is_some()
    });
    window.run_steps(2);
    let list = window.session().character.volume.list.clone();
    let list = list.unwrap();
    let (joint, pose, _) = list.words(&list.places[0]);
    click(&mut window, &format!("Volume of {joint} in {pose}"));
    let name = format!("Test pose {pose}");
    assert_eq!(window.history().undo_name(), Some(name.as_str()));
    let smooth = format!("Smooth {joint} in {pose}");
    click(&mut window, &smooth);
    wait_for_weights(&mut window);
    let said = notices(&window).pop().unwrap();
    assert!(
        said.starts_with(&format!("Smooth at {joint}: ")) && said.contains(&format!("in “{pose}”")),
        "{said}"
    );
    click(&mut window, "End check of volume");
    assert!(!window.session().character.volume.wanted);
}
