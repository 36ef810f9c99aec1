//! The strip of test poses under the panes.

mod window_support;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use window_support::{Window, click, drag_from, open, press, turned};

fn run_from_palette(window: &mut Window, words: &str) {
    press(window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text(words.to_owned()));
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_click_takes_a_pose_and_another_takes_it_off() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    let before = window.state().history().len();
    click(&mut window, "Test pose Elbow");
    assert!((turned(&window, "forearm") - 115.0).abs() < 0.1);
    assert_eq!(window.state().history().len(), before + 1);
    assert_eq!(
        window.state().history().undo_name(),
        Some("Test pose Elbow")
    );

    click(&mut window, "Test pose Fist");
    assert!(turned(&window, "forearm") < 0.01, "they do not pile up");
    assert!(turned(&window, "index_1") > 30.0);

    click(&mut window, "Test pose Fist");
    assert!(
        turned(&window, "index_1") < 0.01,
        "a second click takes it off"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(turned(&window, "index_1") > 30.0);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&window, "forearm") - 115.0).abs() < 0.1);
}

#[test]
fn a_pose_is_put_on_what_was_there() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    click(&mut window, "hand");
    window_support::type_into(&mut window, "Rotation Z", "20");
    click(&mut window, "Test pose Elbow");
    assert!(
        (turned(&window, "hand") - 20.0).abs() < 0.1,
        "the preset does not list the hand"
    );
    click(&mut window, "Test pose Elbow");
    assert!((turned(&window, "hand") - 20.0).abs() < 0.1);
}

#[test]
fn the_slider_says_how_much_in_one_step() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    click(&mut window, "Test pose Elbow");
    let before = window.state().history().len();
    // The number has the slider's name, and stands beside it.
    let number = window.get_by_label("Amount of the test pose").rect();
    let handle = Pos2::new(number.left() - 46.0, number.center().y);
    drag_from(
        &mut window,
        handle,
        Vec2::new(-30.0, 0.0),
        PointerButton::Primary,
    );
    let amount = window.state().session().strip.amount;
    assert!(amount < 0.95, "{amount}");
    assert!((turned(&window, "forearm") - 115.0 * amount.abs()).abs() < 0.5);
    assert_eq!(
        window.state().history().len(),
        before + 1,
        "a drag is one step"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&window, "forearm") - 115.0).abs() < 0.1);
}

#[test]
fn the_strip_is_hidden_by_the_view_menu_and_where_there_are_no_poses() {
    let Some(mut window) = open("builtin:arm") else {
        return;
    };
    let is_shown = |window: &Window| window.query_by_label("Test pose Elbow").is_some();
    assert!(is_shown(&window));
    run_from_palette(&mut window, "Test poses");
    assert!(!is_shown(&window));
    run_from_palette(&mut window, "Test poses");
    assert!(is_shown(&window));
}

#[test]
fn the_palette_goes_through_all_poses() {
    let Some(mut window) = open("builtin:cylinder") else {
        return;
    };
    run_from_palette(&mut window, "Next test pose");
    assert_eq!(window.state().history().undo_name(), Some("Test pose Bend"));
    run_from_palette(&mut window, "Previous test pose");
    assert_eq!(
        window.state().history().undo_name(),
        Some("Test pose Sheared")
    );
}
