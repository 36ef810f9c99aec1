//! The character follows the file of a pose that was applied or saved, by pointer, keys and names.

#![expect(clippy::disallowed_methods, reason = "text editors write as they like")]

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::pose_library::{begin, bend, until_turned};
use crate::window::support::{
    Window, WindowState as _, click, drag, joint, paint, press, turned, type_into, wait_until,
};

#[test]
fn a_pose_that_was_saved_follows_its_file_at_once() {
    let mut library = begin("builtin:arm", &[]);
    let window = &mut library.window;
    click(window, "Joints tab");
    click(window, "forearm");
    let pane = window.get_by_label("Pane A").rect();
    window.hover_at(pane.center());
    window.run_steps(2);
    // Turned by 20 degrees about X, sheared by 0.3, by the operators and typed numbers.
    for (operator, number) in [(Key::R, "20"), (Key::D, "0.3")] {
        press(window, Modifiers::NONE, operator);
        press(window, Modifiers::NONE, Key::X);
        window.event(Event::Text(number.to_owned()));
        window.run_steps(2);
        press(window, Modifiers::NONE, Key::Enter);
    }
    let place = joint(window, "forearm").index();
    let shear = |window: &Window| window.document().pose.stretch[place].shear.x;
    assert!((shear(window) - 0.3).abs() < 1e-6);
    let before = window.document().pose.clone();
    press(window, Modifiers::COMMAND | Modifiers::ALT, Key::S);
    window.get_by_label("Name of the pose").type_text("Lean");
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
    library.wait_for_names(&["Lean"]);
    let window = &mut library.window;
    // Saving is no step, and the angles that the text rounds change nothing.
    assert_eq!(window.history().len(), 2);
    assert!(std::sync::Arc::ptr_eq(&window.document().pose, &before));

    let path = library.folder.path().join("poses/Lean.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text.replace("0.3, 0, 0)", "0.55, 0, 0)");
    assert_ne!(text, edited, "{text}");
    std::fs::write(&path, edited).unwrap();
    wait_until(&mut library.window, "the shear follows", |window| {
        (shear(window) - 0.55).abs() < 1e-6
    });
    let history = library.window.history();
    assert_eq!(history.len(), 3);
    assert_eq!(history.undo_name(), Some("Pose Lean (changed on disk)"));

    // A joint that is taken out of the file goes to rest.
    std::fs::write(&path, "(version: 1, name: \"Lean\", joints: {})").unwrap();
    wait_until(&mut library.window, "the joint is at rest", |window| {
        shear(window) == 0.0
    });
    for _ in 0..2 {
        press(&mut library.window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(*library.window.document().pose, *before);
}

#[test]
fn what_was_renamed_or_replaced_is_followed_too() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.double_click("Pose Bend");
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Rename pose…");
    type_into(&mut library.window, "Name of the pose", "Bow");
    library.wait_for_names(&["Bow"]);
    let steps = library.window.history().len();
    std::fs::write(library.path("Bow.ron"), bend(50.0)).unwrap();
    until_turned(&mut library.window, 50.0);
    assert_eq!(library.window.history().len(), steps + 1);

    click(&mut library.window, "Joints tab");
    click(&mut library.window, "forearm");
    type_into(&mut library.window, "Rotation Z", "70");
    click(&mut library.window, "Poses tab");
    click(&mut library.window, "More about poses");
    click(&mut library.window, "Replace by current pose");
    library.wait_for_notice("in the place of the old one");
    library.window.run_steps(6);
    assert_eq!(library.window.history().len(), steps + 2);
    std::fs::write(library.path("Bow.ron"), bend(15.0)).unwrap();
    until_turned(&mut library.window, 15.0);
}

#[test]
fn a_change_waits_while_a_clip_or_rest_is_shown() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.double_click("Pose Bend");
    press(&mut library.window, Modifiers::NONE, Key::Space);
    assert!(library.window.session().playback.moment.is_some());
    std::fs::write(library.path("bend.ron"), bend(60.0)).unwrap();
    library.wait_for_notice("Bend has changed on disk. The character follows once its own pose");
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
    click(&mut library.window, "Clip");
    click(&mut library.window, "No clip (your pose)");
    until_turned(&mut library.window, 60.0);
    assert_eq!(
        library.window.history().undo_name(),
        Some("Pose Bend (changed on disk)")
    );

    click(&mut library.window, "Pose");
    click(&mut library.window, "Show rest pose");
    assert!(library.window.session().switches.rest);
    std::fs::write(library.path("bend.ron"), bend(40.0)).unwrap();
    library.wait_for_notice("once the rest pose is no longer shown");
    click(&mut library.window, "Show the pose");
    until_turned(&mut library.window, 40.0);
}

#[test]
fn a_file_that_is_deleted_leaves_the_pose() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.double_click("Pose Bend");
    std::fs::remove_file(library.path("bend.ron")).unwrap();
    library.wait_for_names(&[]);
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
    assert_eq!(library.window.history().len(), 1);
    let slider = library.window.query_by_label("Amount").is_some();
    if slider {
        drag(&mut library.window, "Amount", Vec2::new(24.0, 0.0));
    }
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
    // Back again, it is followed again.
    std::fs::write(library.path("bend.ron"), bend(45.0)).unwrap();
    until_turned(&mut library.window, 45.0);
}

/// What the brush keeps of before must not come back without the step in between.
#[test]
fn a_change_waits_while_a_stroke_lasts() {
    let mut library = begin("builtin:arm", &[("bend.ron", &bend(30.0))]);
    library.double_click("Pose Bend");
    press(&mut library.window, Modifiers::COMMAND, Key::Num2);
    click(&mut library.window, "Joints tab");
    click(&mut library.window, "forearm");
    let at = paint::place(&library.window, 0, "forearm");
    let by = Vec2::new(12.0, 6.0);
    paint::press_and_drag(&mut library.window, at, by, Modifiers::COMMAND);
    let steps = library.window.history().len();
    std::fs::write(library.path("bend.ron"), bend(60.0)).unwrap();
    wait_until(&mut library.window, "the change waits", |window| {
        window.session().library.waits
    });
    assert!(library.window.session().painting.stroke.is_some());
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
    press(&mut library.window, Modifiers::NONE, Key::Escape);
    paint::button(&library.window, at + by, false, Modifiers::NONE);
    until_turned(&mut library.window, 60.0);
    assert_eq!(library.window.history().len(), steps + 1);
    press(&mut library.window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&library.window, "forearm") - 30.0).abs() < 0.01);
}
