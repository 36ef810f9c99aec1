//! Keys over the dope sheet, its ruler and the panes: what they mean where, and what the window says of it.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{JointChannel, Target};
use session::state::comparing::PaneLayout;

use crate::window::support::paint::button;
use crate::window::support::{
    Window, WindowState as _, click, click_at, joint, open, press, run, said, type_into,
};

const NONE: Modifiers = Modifiers::NONE;

/// The arm in Animate mode over a new clip, with a key of the forearm at 0 and the pointer over nothing.
fn keyed() -> Window {
    let mut window = open("builtin:arm");
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    run(&mut window, "New clip");
    click(&mut window, "forearm");
    click(&mut window, "Set key");
    assert_eq!(key_count(&window), 1, "the button sets keys");
    window
}

/// The keys of the clip that is shown.
fn key_count(window: &Window) -> usize {
    let moment = window.session().playback.moment;
    let character = &window.document().character;
    let clip = moment.and_then(|moment| character.clip(moment.clip));
    clip.map_or(0, rig::Clip::key_count)
}

fn hover(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.run_steps(3);
}

fn over_keys(window: &Window) -> Pos2 {
    window.get_by_label_contains("Dope sheet: ").rect().center()
}

fn has(window: &Window, text: &str) -> bool {
    window.query_by_label(text).is_some()
}

/// A key of the keyboard as the window system reports it: its place and what the layout makes of it.
fn key_event(place: Key, key: Key, pressed: bool, modifiers: Modifiers) -> Event {
    Event::Key {
        key,
        physical_key: Some(place),
        pressed,
        repeat: false,
        modifiers,
    }
}

#[test]
fn the_ruler_is_the_joints_and_the_rows_are_the_keys() {
    let mut window = keyed();
    let ruler = window.get_by_label("Time").rect().center();
    hover(&mut window, ruler);
    assert!(window.session().character.sheet.pointed.is_none());
    press(&mut window, NONE, Key::S);
    assert!(window.session().operation.is_some(), "S scales the joint");
    press(&mut window, NONE, Key::Escape);
    let rows = over_keys(&window);
    hover(&mut window, rows);
    assert!(window.session().character.sheet.pointed.is_some());
    press(&mut window, NONE, Key::A);
    press(&mut window, NONE, Key::S);
    assert!(window.session().character.sheet.drag.is_some());
    press(&mut window, NONE, Key::Escape);
}

#[test]
fn the_row_of_hints_says_what_keys_do_there() {
    let mut window = keyed();
    let pane = window.get_by_label("Pane B").rect().left_center();
    hover(&mut window, pane + Vec2::new(20.0, 0.0));
    assert!(has(&window, "key selected joints") && has(&window, "orbit"));
    let rows = over_keys(&window);
    hover(&mut window, rows);
    assert!(has(&window, "select key") && has(&window, "key selected joints"));
    assert!(!has(&window, "orbit") && !has(&window, "rotate"));
    press(&mut window, NONE, Key::A);
    assert!(has(&window, "move keys") && has(&window, "scale keys about the current time"));
}

/// Silence is no answer, neither over the keys without one that is selected, nor over the panes.
#[test]
fn a_key_that_can_do_nothing_says_why() {
    let mut window = keyed();
    let rows = over_keys(&window);
    hover(&mut window, rows);
    press(&mut window, Modifiers::ALT, Key::A);
    for (key, name) in [(Key::G, "G"), (Key::S, "S"), (Key::T, "T"), (Key::X, "X")] {
        press(&mut window, NONE, key);
        let text = said(&window);
        assert!(
            text.contains("Select a key") && text.contains(name),
            "{name}: {text}"
        );
    }
    let pane = window.get_by_label("Pane B").rect().center();
    press(&mut window, Modifiers::ALT, Key::A);
    hover(&mut window, pane);
    press(&mut window, Modifiers::ALT, Key::A);
    for (key, words) in [(Key::T, "point at the keys"), (Key::R, "Select a joint")] {
        press(&mut window, NONE, key);
        assert!(said(&window).contains(words), "{}", said(&window));
    }
}

/// The key of 1 types `!` with Shift, and is let go as 1 where Shift is let go first: each press counts all the same.
#[test]
fn keys_with_a_shifted_sign_work_every_time() {
    let mut window = open("builtin:arm");
    let layout = |window: &Window| window.session().comparing.layout;
    let shift = Modifiers::SHIFT;
    for round in 0..3 {
        for (place, sign, wanted) in [
            (Key::Num2, Key::Num2, PaneLayout::Side),
            (Key::Num1, Key::Exclamationmark, PaneLayout::One),
        ] {
            window.event(key_event(place, sign, true, shift));
            window.step();
            window.event(key_event(place, place, false, NONE));
            window.run_steps(2);
            assert_eq!(layout(&window), wanted, "round {round}");
        }
    }
}

#[test]
fn ways_to_pass_on_have_their_keys_over_curves_too() {
    let mut window = keyed();
    for shows_curves in [false, true] {
        if shows_curves {
            click(&mut window, "Curves");
        }
        let label = if shows_curves {
            "Curves: "
        } else {
            "Dope sheet: "
        };
        let area = window.get_by_label_contains(label).rect();
        hover(&mut window, area.center());
        press(&mut window, NONE, Key::A);
        let held = Modifiers::COMMAND | Modifiers::SHIFT;
        for (place, sign, step) in [
            (Key::Num1, Key::Exclamationmark, "Interpolation: Hold"),
            (Key::Num2, Key::Num2, "Interpolation: Linear"),
            (Key::Num1, Key::Exclamationmark, "Interpolation: Hold"),
            (Key::Num3, Key::Num3, "Interpolation: Cubic"),
        ] {
            window.event(key_event(place, sign, true, held));
            window.run_steps(2);
            window.event(key_event(place, place, false, NONE));
            window.run_steps(2);
            let name = window.history().undo_name();
            assert_eq!(name, Some(step), "curves: {shows_curves}");
        }
    }
}

/// The times of the keys that turn the forearm.
fn turns(window: &Window) -> Vec<f32> {
    let moment = window.session().playback.moment;
    let character = &window.document().character;
    let clip = moment.and_then(|moment| character.clip(moment.clip));
    let target = Target::Joint(joint(window, "forearm"), JointChannel::Rotation);
    let keys = clip.and_then(|clip| clip.keys(target));
    keys.map_or_else(Vec::new, |keys| keys.times().to_vec())
}

/// With slow frames the Enter of a tool, a click on the ruler and the key of the next tool come in one: each acts in its turn.
#[test]
fn a_click_in_the_frame_of_enter_counts() {
    let mut window = keyed();
    press(&mut window, Modifiers::SHIFT, Key::I);
    let ruler = window.get_by_label("Time").rect();
    let at = |share: f32| ruler.left_center() + Vec2::new(share * ruler.width(), 0.0);
    let time = |window: &Window| window.session().playback.moment.unwrap().time;
    click_at(&mut window, at(0.3), NONE);
    let first = time(&window);
    press(&mut window, NONE, Key::R);
    press(&mut window, NONE, Key::X);
    window.event(Event::Text("40".to_owned()));
    window.run_steps(2);

    let button = |pressed: bool| Event::PointerButton {
        pos: at(0.6),
        button: PointerButton::Primary,
        pressed,
        modifiers: NONE,
    };
    let events = [
        key_event(Key::Enter, Key::Enter, true, NONE),
        key_event(Key::Enter, Key::Enter, false, NONE),
        Event::PointerMoved(at(0.6)),
        button(true),
        button(false),
        key_event(Key::R, Key::R, true, NONE),
        key_event(Key::R, Key::R, false, NONE),
    ];
    window.input_mut().events.extend(events);
    window.run_steps(5);
    let second = time(&window);
    assert!(first > 0.0 && second > first, "{first} {second}");
    assert!(window.session().operation.is_some(), "R has begun");
    press(&mut window, NONE, Key::X);
    window.event(Event::Text("20".to_owned()));
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    assert_eq!(turns(&window), [0.0, first, second]);
}

/// The time and the end of the clip can be typed, in frames.
#[test]
fn frames_are_typed() {
    let mut window = keyed();
    type_into(&mut window, "Current time", "12");
    let moment = window.session().playback.moment.unwrap();
    assert_eq!(moment.time, 0.5);
    type_into(&mut window, "End of the clip", "36");
    let clip = window.document().character.clip(moment.clip);
    assert_eq!(clip.unwrap().duration(), 1.5);
    type_into(&mut window, "Current time", "0.25s");
    assert_eq!(window.session().playback.moment.unwrap().time, 0.25);
}

/// A drag of the end of the clip is one step, however many frames it passes, and the clip is as it was until the end is let go.
#[test]
fn a_drag_of_the_end_of_the_clip_is_one_step() {
    let mut window = keyed();
    type_into(&mut window, "End of the clip", "48");
    let end = |window: &Window| {
        let moment = window.session().playback.moment.unwrap();
        let clip = window.document().character.clip(moment.clip);
        clip.unwrap().duration()
    };
    for by in [80.0, -160.0, 33.0] {
        let (before, steps) = (end(&window), window.history().len());
        let from = window.get_by_label("End of the clip").rect().center();
        hover(&mut window, from);
        button(&window, from, true, NONE);
        window.step();
        for share in [0.25, 0.5, 0.75, 1.0] {
            window.hover_at(from + Vec2::new(share * by, 0.0));
            window.step();
            assert_eq!(end(&window), before, "it is not let go yet");
        }
        button(&window, from + Vec2::new(by, 0.0), false, NONE);
        window.run_steps(3);
        let frames = (end(&window) - before) * 24.0;
        assert!(
            frames * by > 0.0 && frames.abs() >= 2.0,
            "{by} points are {frames} frames"
        );
        assert_eq!(window.history().len(), steps + 1, "{by} points");
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(end(&window), before);
        press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    }
}

/// Playback that is stopped shows a frame, and the slider goes from frame to frame.
#[test]
fn time_stops_on_frames() {
    let mut window = keyed();
    press(&mut window, NONE, Key::Space);
    for _ in 0..7 {
        window.step();
    }
    press(&mut window, NONE, Key::Space);
    let unit = window.session().character.sheet.unit();
    let time = window.session().playback.moment.unwrap().time;
    assert!(unit.rate().unwrap().is_on_frame(time), "{time}");
    run(&mut window, "Pose mode");
    let slider = window.get_by_label("Time").rect();
    let at = slider.left_center() + Vec2::new(0.37 * slider.width(), 0.0);
    click_at(&mut window, at, NONE);
    let time = window.session().playback.moment.unwrap().time;
    assert!(
        time > 0.0 && unit.rate().unwrap().is_on_frame(time),
        "{time}"
    );
}
