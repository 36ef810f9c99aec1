//! Posing in the window: tree, fields, undo, reset, reach.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::ScaleInheritance;
use session::document::channel::{Channel, JointField};
use session::document::gesture::Gesture;

use crate::window::support::{
    WindowState as _, click, drag, drag_from, joint, open, press, synthetic, turned, type_into,
};

#[test]
fn a_typed_rotation_is_in_the_document_and_undone() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "forearm"))
    );
    type_into(&mut window, "Rotation Z", "90");
    assert!(
        (turned(&window, "forearm") - 90.0).abs() < 0.01,
        "{}",
        turned(&window, "forearm")
    );
    assert_eq!(window.history().undo_name(), Some("Rotate forearm"));
    assert!(
        window
            .shown()
            .comparison_of(1)
            .unwrap()
            .difference
            .distance
            .max
            > 1e-3,
        "methods differ at a bent elbow"
    );

    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(turned(&window, "forearm") < 0.01);
    assert_eq!(window.history().redo_name(), Some("Rotate forearm"));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!((turned(&window, "forearm") - 90.0).abs() < 0.01);
}

#[test]
fn units_and_arithmetic_may_be_typed() {
    let mut window = open("builtin:arm");
    click(&mut window, "hand");
    type_into(&mut window, "Translation X", "25 mm");
    type_into(&mut window, "Scale Y", "150%");
    type_into(&mut window, "Shear XY", "0.1+0.2");
    let place = joint(&window, "hand").index();
    let pose = &window.document().pose;
    assert!((pose.rigid[place].translation.x - 0.025).abs() < 1e-6);
    assert!((pose.stretch[place].scale.y - 1.5).abs() < 1e-6);
    assert!((pose.stretch[place].shear.x - 0.3).abs() < 1e-6);

    type_into(&mut window, "Scale Y", "nonsense");
    assert!(
        (window.document().pose.stretch[place].scale.y - 1.5).abs() < 1e-6,
        "nonsense changes nothing"
    );
}

#[test]
fn a_drag_is_one_step() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    let before = window.history().len();
    drag(&mut window, "Rotation X", Vec2::new(60.0, 0.0));
    assert_eq!(window.history().len(), before + 1);
    let once = turned(&window, "forearm");
    assert!(once > 10.0, "turned by {once}°");
    drag(&mut window, "Rotation X", Vec2::new(40.0, 0.0));
    assert_eq!(
        window.history().len(),
        before + 2,
        "the next drag is the next step"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!((turned(&window, "forearm") - once).abs() < 0.01);
}

#[test]
fn angles_stay_as_typed_beyond_a_quarter_turn() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Y", "135");
    let value = window.get_by_label("Rotation Y").value().unwrap();
    assert!(value.contains("135"), "{value}");
    type_into(&mut window, "Rotation X", "20");
    let value = window.get_by_label("Rotation Y").value().unwrap();
    assert!(value.contains("135"), "{value}");
}

#[test]
fn channels_and_joints_are_reset_by_button_and_key() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "40");
    type_into(&mut window, "Scale X", "2");
    click(&mut window, "Reset rotation");
    let place = joint(&window, "forearm").index();
    assert!(turned(&window, "forearm") < 0.01);
    assert!(
        (window.document().pose.stretch[place].scale.x - 2.0).abs() < 1e-6,
        "the scale stays"
    );
    press(&mut window, Modifiers::ALT, Key::S);
    assert!((window.document().pose.stretch[place].scale.x - 1.0).abs() < 1e-6);
    assert_eq!(window.history().undo_name(), Some("Reset scale of forearm"));

    type_into(&mut window, "Shear YZ", "0.2");
    press(&mut window, Modifiers::ALT, Key::Backspace);
    assert!(window.document().pose.stretch[place].shear.length() < 1e-6);
}

#[test]
fn scale_inheritance_is_set_per_joint_and_for_all() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    click(&mut window, "this joint");
    let place = joint(&window, "forearm").index();
    assert_eq!(
        window.document().scale_inheritance[place],
        ScaleInheritance::Joint
    );
    assert_eq!(
        window.document().scale_inheritance[0],
        ScaleInheritance::Children
    );
    click(&mut window, "Whole skeleton: this joint");
    assert!(
        window
            .document()
            .scale_inheritance
            .iter()
            .all(|&scale_inheritance| scale_inheritance == ScaleInheritance::Joint)
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(
        window
            .document()
            .scale_inheritance
            .iter()
            .all(|&scale_inheritance| scale_inheritance == ScaleInheritance::Children)
    );
}

#[test]
fn the_search_narrows_the_tree_and_takes_no_shortcuts() {
    let mut window = open("builtin:arm");
    assert!(window.query_by_label("upper_arm").is_some());
    let heatmap = window.session().switches.heatmap;
    click(&mut window, "Search joints");
    // h is a shortcut; here it is a letter.
    for letter in ["h", "a", "n", "d"] {
        window.event(Event::Text(letter.to_owned()));
    }
    window.key_press(Key::H);
    window.run_steps(3);
    assert_eq!(window.session().character.tree.search, "hand");
    assert_eq!(window.session().switches.heatmap, heatmap);
    assert!(window.query_by_label("hand").is_some());
    assert!(window.query_by_label("upper_arm").is_none());
    window.key_press(Key::ArrowDown);
    window.run_steps(3);
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "hand"))
    );
}

#[test]
fn a_drag_in_a_pane_takes_the_keyboard_from_the_search() {
    let mut window = open("builtin:arm");
    click(&mut window, "Search joints");
    window.event(Event::Text("hand".to_owned()));
    window.run_steps(2);
    let pane = window.get_by_label("Pane A").rect();
    drag_from(
        &mut window,
        pane.left_bottom() + Vec2::new(40.0, -60.0),
        Vec2::new(60.0, 10.0),
        PointerButton::Middle,
    );
    window.key_press(Key::H);
    window.event(Event::Text("h".to_owned()));
    window.run_steps(3);
    assert_eq!(window.session().character.tree.search, "hand");
}

#[test]
fn every_level_of_the_tree_is_indented() {
    let window = open(&synthetic("12a_chain200.glb"));
    let folds = window.get_all_by_label_contains("Fold ");
    let mut places: Vec<_> = folds.map(|fold| fold.rect().min).collect();
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    assert!(places.len() > 10, "{places:?}");
    assert!(
        places.is_sorted_by(|above, below| above.x < below.x),
        "{places:?}"
    );
}

#[test]
fn arrows_walk_through_the_tree_under_the_pointer() {
    let mut window = open("builtin:arm");
    click(&mut window, "upper_arm");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "forearm"))
    );
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert!(window.query_by_label("hand").is_none(), "folded");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(window.query_by_label("hand").is_some(), "unfolded");
}

#[test]
fn the_camera_of_both_panes_follows_a_drag_and_a_click_selects_a_bone() {
    let mut window = open("builtin:cylinder");
    let before = window.session().camera;
    let pane = window.get_by_label("Pane A").rect();
    drag_from(
        &mut window,
        pane.center(),
        Vec2::new(80.0, 30.0),
        PointerButton::Middle,
    );
    let after = window.session().camera;
    assert!((after.yaw - before.yaw).abs() > 0.1 && (after.pitch - before.pitch).abs() > 0.05);

    let place = joint(&window, "upper").index();
    let size = glam::Vec2::new(pane.width(), pane.height());
    let head = window.shown().frames(0)[place].translation;
    let pixel = window.session().camera.pixel(head.into(), size).unwrap();
    let at = window.get_by_label("Pane B").rect().min + Vec2::new(pixel.x, pixel.y);
    window.hover_at(at);
    window.run_steps(2);
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_steps(3);
    assert_eq!(
        window.session().character.selection.active(),
        Some(joint(&window, "upper"))
    );
}

#[test]
fn a_field_that_is_left_without_typing_keeps_the_clip() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    let moment = window.session().playback.moment;
    assert!(moment.is_some());
    let place = joint(&window, "forearm").index();
    let rotation = window.shown().pose.rigid[place].rotation;
    assert!(
        rotation.angle_between(glam::Quat::IDENTITY) > 0.1,
        "numbers that rounding changes"
    );
    for axis in ["X", "Y", "Z"] {
        for channel in ["Rotation", "Translation"] {
            click(&mut window, &format!("{channel} {axis}"));
            press(&mut window, Modifiers::NONE, Key::Enter);
        }
    }
    assert_eq!(window.session().playback.moment, moment);
    assert!(window.history().is_empty());
    type_into(&mut window, "Rotation Z", "12");
    assert_eq!(window.history().len(), 1);
}

#[test]
fn a_drag_whose_field_goes_away_ends_with_it() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    let field = window.get_by_label("Rotation X").rect().center();
    let button = |pressed| Event::PointerButton {
        pos: field,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(field);
    window.step();
    window.event(button(true));
    window.step();
    for step in 1..=4_u8 {
        window.hover_at(field + Vec2::new(10.0 * f32::from(step), 0.0));
        window.step();
    }
    press(&mut window, Modifiers::ALT, Key::A);
    assert_eq!(window.session().character.selection.active(), None);
    window.event(button(false));
    window.run_steps(3);
    let place = joint(&window, "forearm");
    let gesture = Gesture::Field(JointField {
        joint: place,
        channel: Channel::Rotation,
        axis: 0,
    });
    assert!(!window.history().in_gesture(gesture));
    assert_eq!(window.history().len(), 1);
}

#[test]
fn panes_at_rest_are_the_same() {
    let mut window = open("builtin:arm");
    assert!(window.query_all_by_label("no difference").count() >= 4);
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "90");
    assert_eq!(window.query_all_by_label("no difference").count(), 0);
}
