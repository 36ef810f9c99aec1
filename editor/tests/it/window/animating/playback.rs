//! Clips, methods, palette and windows over the panes.

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rig::Method;

use crate::window::support::{
    WindowState as _, click, drag, hidden_by, joint, open, open_sized, press, turned, type_into,
};

#[test]
fn space_plays_and_stops() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(window.session().playback.playing);
    let first = window.session().playback.moment.map(|moment| moment.time);
    window.run_steps(3);
    let second = window.session().playback.moment.map(|moment| moment.time);
    assert!(first.is_some() && first != second, "{first:?} {second:?}");
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(!window.session().playback.playing);
}

#[test]
fn skipped_frames_are_told_beside_the_speed_while_playing() {
    let mut window = open("builtin:cylinder");
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::NONE, Key::Space);
    // The window of the tests draws a few pictures in a second.
    window.run_steps(12);
    let text = "of 30 fps";
    let told = window.get_by_label_contains(text).rect();
    let speed = window.get_by_label("Speed").rect();
    assert!(told.left() > speed.right() && (told.center().y - speed.center().y).abs() < 8.0);
    // Where keys are at work, both stand beside the tab.
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    window.run_steps(12);
    let told = window.get_by_label_contains(text).rect();
    let [tab, unit, speed] =
        ["Timeline tab", "Frames per second", "Speed"].map(|name| window.get_by_label(name).rect());
    assert!(told.left() > tab.right() && told.right() < unit.left().min(speed.left()));
    assert!((told.center().y - speed.center().y).abs() < 8.0);
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(2);
    assert!(window.query_by_label_contains(text).is_none());
}

#[test]
fn the_slider_scrubs() {
    let mut window = open("builtin:arm");
    drag(&mut window, "Time", Vec2::new(60.0, 0.0));
    let moment = window.session().playback.moment;
    assert!(moment.is_some_and(|moment| moment.time > 0.0), "{moment:?}");
    assert!(!window.session().playback.playing);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert!(
        window
            .session()
            .playback
            .moment
            .is_some_and(|moment| moment.time == 0.0)
    );
}

#[test]
fn editing_over_a_clip_waits_there_and_is_kept_by_a_click() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(4);
    press(&mut window, Modifiers::NONE, Key::Space);
    let shown = window.shown().pose.clone();
    let left = window.session().playback.moment;
    click(&mut window, "hand");
    type_into(&mut window, "Scale X", "1.5");
    let hand = joint(&window, "hand").index();
    let moment = window.session().playback.moment;
    assert_eq!(moment, left, "the clip stays where it is");
    let pose = window.shown().pose.clone();
    assert_eq!(pose.rigid, shown.rigid);
    assert!((pose.stretch[hand].scale.x - 1.5).abs() < 1e-6);
    let own = &window.document().pose;
    assert!((own.stretch[hand].scale.x - 1.0).abs() < 1e-6);
    assert_eq!(window.history().len(), 1);
    click(&mut window, "Keep");
    let pose = &window.document().pose;
    assert_eq!(pose.rigid, shown.rigid, "it is the user's now");
    assert_eq!(window.session().playback.moment, None);
    let time = window.get_by_label("Time").accesskit_node().numeric_value();
    assert_eq!(
        time,
        left.map(|moment| f64::from(moment.time)),
        "the slider stands where the way back leads"
    );

    let chip = window.get_by_label("Back to clip").rect();
    for name in ["Pane A", "Pane B"] {
        let [hidden, all] = hidden_by(&window, name, chip);
        assert!(
            hidden * 25 <= all,
            "a chip stands over no figure: {hidden} of {all} in {name}"
        );
    }
    click(&mut window, "Back to clip");
    assert_eq!(window.session().playback.moment, left);
    press(&mut window, Modifiers::SHIFT, Key::C);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(
        window.session().playback.moment,
        left,
        "undo shows what was seen before"
    );
}

#[test]
fn the_rest_pose_is_shown_and_nothing_is_lost() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "90");
    press(&mut window, Modifiers::SHIFT, Key::R);
    assert!(
        window
            .shown()
            .pose
            .rigid
            .iter()
            .all(|rigid| rigid.rotation.w.abs() > 0.999)
    );
    assert!(
        (turned(&window, "forearm") - 90.0).abs() < 0.01,
        "the document keeps the pose"
    );
    click(&mut window, "Show the pose");
    assert!(
        window
            .shown()
            .pose
            .rigid
            .iter()
            .any(|rigid| rigid.rotation.w.abs() < 0.999)
    );
}

#[test]
fn a_method_is_chosen_from_its_list() {
    let mut window = open("builtin:arm");
    click(&mut window, "Pane A method");
    click(&mut window, "Dual quaternion");
    assert_eq!(
        window.session().comparing.panes[0].look.method,
        Method::DualQuaternion
    );
    click(&mut window, "Pane B options");
    click(&mut window, "Hierarchical");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(
        window.session().comparing.panes[1].look.signs,
        dq_math::SignRule::Hierarchical
    );
    press(&mut window, Modifiers::SHIFT, Key::X);
    assert_eq!(
        window.session().comparing.panes[1].look.method,
        Method::DualQuaternion
    );
}

#[test]
fn the_selectors_are_over_their_pane_in_a_window_of_any_width() {
    for width in [2000.0, 1580.0, 1400.0, 1000.0, 720.0] {
        let mut window = open_sized("builtin:arm", Vec2::new(width, 700.0));
        press(&mut window, Modifiers::SHIFT, Key::Num4);
        for (selector, pane) in [
            ("Pane A method", "Pane A"),
            ("Pane B method", "Pane B"),
            ("Pane B options", "Pane B"),
        ] {
            let selector = window.get_by_label(selector).rect();
            let pane = window.get_by_label(pane).rect();
            assert!(
                pane.x_range().contains(selector.left())
                    && pane.x_range().contains(selector.right())
                    && selector.bottom() <= pane.top(),
                "{width}: {selector} is not over {pane}"
            );
        }
        click(&mut window, "Pane B options");
        click(&mut window, "Hierarchical");
        assert_eq!(
            window.session().comparing.panes[1].look.signs,
            dq_math::SignRule::Hierarchical
        );
    }
}

#[test]
fn the_palette_finds_and_runs() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text("difference in".to_owned()));
    window.run_steps(3);
    assert!(window.query_by_label("Run Difference in colors").is_some());
    assert!(window.query_by_label("Run Quit").is_none());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.session().switches.heatmap);
    assert!(window.session().windows.palette.is_none());
    press(&mut window, Modifiers::COMMAND, Key::P);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.session().windows.palette.is_none());
}

#[test]
fn views_turn_the_camera_and_menus_hold_every_action() {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::NONE, Key::Num7);
    assert!(window.session().camera.pitch > 1.5);
    press(&mut window, Modifiers::NONE, Key::Num1);
    assert!(window.session().camera.pitch.abs() < 1e-6);
    for menu in session::features::actions::Menu::ALL {
        click(&mut window, menu.title());
        for row in session::features::actions::actions()
            .iter()
            .filter(|row| row.menu == menu && row.submenu.is_none())
        {
            let text = row.text.as_ref();
            // Answers to a question that is not asked have no row.
            let answers = ["Cancel opening", "unsaved work", "Recover later"];
            if answers.iter().any(|answer| text.contains(answer)) {
                assert!(window.query_by_label(text).is_none(), "{text}");
                continue;
            }
            assert!(
                window.query_all_by_label_contains(text).next().is_some(),
                "{} is not in {}",
                text,
                menu.title()
            );
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn every_window_opens_in_both_themes() {
    let mut window = open("builtin:arm");
    for _theme in 0..2 {
        press(&mut window, Modifiers::NONE, Key::Questionmark);
        assert!(window.query_by_label("Keyboard and mouse").is_some());
        press(&mut window, Modifiers::NONE, Key::Questionmark);
        click(&mut window, "Messages");
        assert!(window.query_by_label("Nothing to report.").is_some());
        window
            .get_all_by_label("Messages")
            .next()
            .into_iter()
            .for_each(|button| button.click());
        window.run_steps(3);
        click(&mut window, "Light theme");
        window.check_accessibility();
    }
}
