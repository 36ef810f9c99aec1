//! The graph editor by pointer and keys: its list, typed numbers, keys set into a curve, and shapes.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{Axis as JointAxis, Clip, JointChannel, Target};
use session::state::timeline::axis::Axis;
use session::state::timeline::curves::{Curve, curves};

use crate::window::support::{
    Window, WindowState as _, click, click_at, drag_from, joint, open_sized, press, run, type_into,
};

/// The twist of the cylinder, its curves and one chosen: one joint turns about Y, with 61 keys, 15 in a second.
fn twist() -> Window {
    // So wide that there is room beside a key, between it and the next one.
    let mut window = open_sized("builtin:cylinder", Vec2::new(2000.0, 900.0));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    click(&mut window, "Keys of upper");
    press(&mut window, Modifiers::SHIFT, Key::T);
    window
}

fn clip(window: &Window) -> &Clip {
    let shown = window.session().playback.moment.unwrap().clip;
    window.document().character.clip(shown).unwrap()
}

/// The curve of the turn about Y, with all its keys.
fn turn(window: &Window) -> Curve {
    let target = Target::Joint(joint(window, "upper"), JointChannel::Rotation);
    let skeleton = &window.document().character.rig.skeleton;
    let clip = clip(window);
    curves(skeleton, clip, target, (0.0, clip.duration()), 100).swap_remove(1)
}

/// Where a number is at a time, while only the turn about Y is drawn: its numbers span the height, with margins.
fn place(window: &Window, time: f32, value: f32) -> Pos2 {
    let rect = window.get_by_label_contains("Curves: ").rect();
    let (top, bottom) = (rect.top() + 26.0, rect.bottom() - 10.0);
    let values = turn(window).points.into_iter().map(|[_, value]| value);
    let low = values.clone().fold(f32::INFINITY, f32::min);
    let high = values.fold(f32::NEG_INFINITY, f32::max);
    let middle = 0.5 * (low + high);
    let y = 0.5 * (top + bottom) - (value - middle) / (1.1 * (high - low)) * (bottom - top);
    let range = window.session().character.sheet.range_of(clip(window));
    let x = Axis::new(rect.left(), rect.right(), range).x_of(f64::from(time));
    Pos2::new(x, y)
}

fn has(window: &Window, text: &str) -> bool {
    window.query_by_label_contains(text).is_some()
}

#[test]
fn the_list_shows_locks_and_chooses_curves() {
    let mut window = twist();
    assert!(has(&window, "Curves: 3 numbers"));
    click(&mut window, "Show upper, Rotation X");
    click(&mut window, "Show upper, Rotation Z");
    assert!(has(&window, "Curves: 1 numbers"));
    let switches = |window: &Window| window.session().character.sheet.switches.clone();
    click(&mut window, "Curve upper, Rotation Y");
    assert_eq!(switches(&window).chosen.len(), 1);
    // What is locked is not taken by its curve.
    click(&mut window, "Lock upper, Rotation Y");
    let key = turn(&window).keys[6];
    let at = place(&window, key.at.time, key.value);
    click_at(&mut window, at, Modifiers::NONE);
    assert!(has(&window, "0 selected keys"));
    click(&mut window, "Lock upper, Rotation Y");
    click_at(&mut window, at, Modifiers::NONE);
    assert!(has(&window, "1 selected keys"));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::H);
    assert!(has(&window, "Curves: 0 numbers"));
    press(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT | Modifiers::ALT,
        Key::H,
    );
    assert!(has(&window, "Curves: 3 numbers"));
    type_into(&mut window, "Search rows", "rotation z");
    assert!(!has(&window, "Curve upper, Rotation Y") && has(&window, "Curve upper, Rotation Z"));
}

#[test]
fn keys_are_typed_dragged_set_and_shaped_on_their_curve() {
    let mut window = twist();
    click(&mut window, "Show upper, Rotation X");
    click(&mut window, "Show upper, Rotation Z");
    let key = turn(&window).keys[6];
    let at = place(&window, key.at.time, key.value);
    click_at(&mut window, at, Modifiers::NONE);
    // Up, with a hand that is not quite straight: the frame stays.
    drag_from(
        &mut window,
        at,
        Vec2::new(3.0, -14.0),
        PointerButton::Primary,
    );
    let up = turn(&window).keys[6];
    assert_eq!(up.at.time, key.at.time);
    assert!(up.value > key.value + 0.5, "{} {}", key.value, up.value);
    type_into(&mut window, "Value of keys", "30");
    assert!((turn(&window).keys[6].value - 30.0).abs() < 1e-3);
    type_into(&mut window, "Value of keys", "+5");
    assert!((turn(&window).keys[6].value - 35.0).abs() < 1e-3);
    type_into(&mut window, "Frame of keys", "13");
    assert!((turn(&window).keys[6].at.time - 13.0 / 30.0).abs() < 1e-5);
    assert_eq!(window.history().undo_name(), Some("Set time of keys"));
    type_into(&mut window, "Value of keys", "nonsense");
    assert!((turn(&window).keys[6].value - 35.0).abs() < 1e-3);

    // A key between two others, which leaves the curve.
    let (time, n_keys) = (2.0 + 1.0 / 30.0, turn(&window).keys.len());
    let before = turn(&window).at(time).unwrap();
    let on_curve = place(&window, time, before);
    click_at(&mut window, on_curve, Modifiers::COMMAND);
    let keys = turn(&window).keys;
    assert_eq!(keys.len(), n_keys + 1);
    assert_eq!(window.history().undo_name(), Some("Insert keys"));
    let set = keys.iter().find(|key| (key.at.time - time).abs() < 1e-4);
    assert!((set.unwrap().value - before).abs() < 0.1);

    // Shapes follow the pointer sideways until Enter.
    press(&mut window, Modifiers::NONE, Key::A);
    press(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT | Modifiers::ALT,
        Key::S,
    );
    window.event(Event::Text("100".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.history().undo_name(), Some("Smooth keys"));
    let keys = turn(&window).keys;
    let (smoothed, beside) = (keys[6].value, 0.5 * (keys[5].value + keys[7].value));
    assert!(
        (smoothed - beside).abs() < (35.0 - beside).abs() - 1.0,
        "{smoothed} {beside}"
    );
}

/// By the switch tangents are as long as they are drawn, typed and pulled.
#[test]
fn tangents_get_lengths_by_field_and_pointer() {
    let mut window = twist();
    click(&mut window, "Show upper, Rotation X");
    click(&mut window, "Show upper, Rotation Z");
    let key = turn(&window).keys[6];
    let at = place(&window, key.at.time, key.value);
    click_at(&mut window, at, Modifiers::NONE);
    run(&mut window, "Automatic tangents");
    let share = |window: &Window| turn(window).keys[6].mode.handles[1].share();
    assert!((share(&window) - 1.0 / 3.0).abs() < 1e-6);
    assert!(window.query_by_label("Length out").is_none());
    window.hover_at(at);
    press(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::Num0);
    type_into(&mut window, "Length out", "60");
    assert!((share(&window) - 0.6).abs() < 1e-6);
    assert_eq!(window.history().undo_name(), Some("Set length of tangents"));
    let key = turn(&window).keys[6];
    let (seconds, slope) = (key.lengths[1], key.slopes[1].unwrap());
    let end = place(&window, key.at.time + seconds, key.value + slope * seconds);
    drag_from(
        &mut window,
        end,
        Vec2::new(8.0, 0.0),
        PointerButton::Primary,
    );
    assert_eq!(window.history().undo_name(), Some("Set tangent"));
    assert!(share(&window) > 0.7, "{}", share(&window));
}

#[test]
fn one_angle_is_keyed_apart_from_the_others() {
    let mut window = twist();
    let all = Modifiers::COMMAND | Modifiers::SHIFT | Modifiers::ALT;
    press(&mut window, all, Key::Num6);
    assert_eq!(window.history().undo_name(), Some("Euler curves XYZ"));
    assert!(has(&window, "Curves: 3 numbers"));
    click(&mut window, "Show upper, Rotation X");
    click(&mut window, "Show upper, Rotation Z");
    let keys = |window: &Window, axis: JointAxis| {
        let target = Target::Joint(joint(window, "upper"), JointChannel::Angle(axis));
        let skeleton = &window.document().character.rig.skeleton;
        let found = curves(skeleton, clip(window), target, (0.0, 9.0), 100);
        found[0].keys.clone()
    };
    let key = keys(&window, JointAxis::Y)[6];
    let at = place(&window, key.at.time, key.value);
    click_at(&mut window, at, Modifiers::NONE);
    assert!(has(&window, "1 selected keys"));
    drag_from(
        &mut window,
        at,
        Vec2::new(3.0, -14.0),
        PointerButton::Primary,
    );
    let up = keys(&window, JointAxis::Y)[6];
    assert_eq!(up.at.time, key.at.time);
    assert!(up.value > key.value + 0.5, "{} {}", key.value, up.value);
    type_into(&mut window, "Value of keys", "30");
    assert_eq!(keys(&window, JointAxis::Y)[6].value, 30.0);
    // Deleted, it is gone from its own curve alone.
    let at = place(&window, key.at.time, 30.0);
    window.hover_at(at);
    press(&mut window, Modifiers::NONE, Key::Delete);
    let counts = JointAxis::ALL.map(|axis| keys(&window, axis).len());
    assert_eq!(counts, [61, 60, 61]);
    press(&mut window, all, Key::Num7);
    assert!(clip(&window).euler(joint(&window, "upper")).is_none());
    assert!(has(&window, "Curves: 3 numbers"));
}
