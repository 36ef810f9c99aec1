//! Pins in the window: set by key, held while hips are moved by the keyboard, shown and changed in the timeline.

use eframe::egui::accesskit::Role::TreeItem;
use eframe::egui::{Event, Key, Modifiers, Rect, Shape, Vec2};
use egui_kittest::kittest::Queryable as _;
use glam::Vec3;
use session::document::pins::JointFrames;
use session::shown::visible_pose;

use crate::window::support::{
    Window, WindowState as _, click, drag, joint, open_sized, pane, press, run, wait_until,
};

const NONE: Modifiers = Modifiers::NONE;

fn place(window: &Window, name: &str) -> Vec3 {
    let (document, session) = (window.document(), window.session());
    let pose = visible_pose(document, session);
    let skeleton = &document.character.rig.skeleton;
    let frames = JointFrames::of(skeleton, &pose, &document.scale_inheritance).unwrap();
    frames.point(joint(window, name), Vec3::ZERO).unwrap()
}

/// Clicks the joint in the list, whatever rows the timeline has of it.
fn choose(window: &mut Window, joint: &str) {
    window.get_by_role_and_label(TreeItem, joint).click();
    window.run_steps(3);
}

/// Where the only pane of the mode is.
fn shown_pane(window: &Window) -> Rect {
    let active = window.session().comparing.active;
    pane(window, ["Pane A", "Pane B"][active])
}

/// Moves what is selected along Y by a typed number.
fn lower(window: &mut Window, number: &str) {
    let middle = shown_pane(window).center();
    window.event(Event::PointerMoved(middle));
    window.run_steps(2);
    press(window, NONE, Key::G);
    press(window, NONE, Key::Y);
    window.event(Event::Text(number.to_owned()));
    window.run_steps(3);
    press(window, NONE, Key::Enter);
}

/// Whether a text that holds these words is drawn.
fn is_drawn(window: &Window, words: &str) -> bool {
    let mut shapes = window.output().shapes.iter();
    shapes.any(|shape| match &shape.shape {
        Shape::Text(text) => text.galley.text().contains(words),
        _ => false,
    })
}

#[test]
fn a_foot_is_pinned_by_key_stays_under_lowered_hips_and_slides_no_more() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 900.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "New clip");
    // Now the rows of the legs are within the list.
    click(&mut window, "Fold spine");
    choose(&mut window, "foot.L");
    press(&mut window, NONE, Key::P);
    assert_eq!(window.document().pins.len(), 1);
    let foot = place(&window, "foot.L");
    press(&mut window, Modifiers::SHIFT, Key::I);
    choose(&mut window, "hips");
    lower(&mut window, "-0.1");
    assert!(place(&window, "foot.L").distance(foot) < 1e-4);
    run(&mut window, "To the end");
    lower(&mut window, "-0.1");
    assert!(
        place(&window, "foot.L").distance(foot) < 1e-4,
        "a second time"
    );
    // Higher than the leg reaches: the tool says so before it is let go.
    let middle = shown_pane(&window).center();
    window.event(Event::PointerMoved(middle));
    window.run_steps(2);
    press(&mut window, NONE, Key::G);
    press(&mut window, NONE, Key::Y);
    window.event(Event::Text("0.6".to_owned()));
    window.run_steps(3);
    assert!(is_drawn(&window, "off its pin"), "while it works");
    press(&mut window, NONE, Key::Escape);
    // The range in the timeline, by its end.
    let before = window.document().pins[0].range.unwrap();
    assert!(
        window
            .query_by_label_contains("Pin of foot.L from")
            .is_some()
    );
    drag(
        &mut window,
        "End of the pin of foot.L",
        Vec2::new(-120.0, 0.0),
    );
    let after = window.document().pins[0].range.unwrap();
    assert!(after.to < before.to && after.to > after.from, "{after:?}");
    let lane = "Sliding of foot.L";
    wait_until(&mut window, "sliding is found", |window| {
        window.query_by_label_contains(lane).is_some()
    });
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    let name = window.history().undo_name().unwrap_or_default();
    assert!(name.starts_with("Hold pins in"), "{name}");
    choose(&mut window, "foot.L");
    press(&mut window, Modifiers::COMMAND | Modifiers::ALT, Key::P);
    assert!(window.document().pins.is_empty());
    wait_until(&mut window, "the lane is gone", |window| {
        window.query_by_label_contains(lane).is_none()
    });
}

/// Bands of more pins than there is room for are scrolled, and none is left out.
#[test]
fn every_pinned_joint_has_a_band() {
    let mut window = open_sized("builtin:biped", Vec2::new(1280.0, 900.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "New clip");
    let middle = shown_pane(&window).center();
    window.event(Event::PointerMoved(middle));
    window.run_steps(2);
    press(&mut window, NONE, Key::A);
    press(&mut window, NONE, Key::P);
    let pinned = window.document().pins.len();
    assert!(pinned > 4, "{pinned} joints are pinned");
    let skeleton = &window.document().character.rig.skeleton;
    for pin in window.document().pins.iter() {
        let band = format!("Pin of {} from", skeleton.name(pin.joint));
        assert!(window.query_by_label_contains(&band).is_some(), "{band}");
    }
}
