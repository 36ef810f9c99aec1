//! Numbers in fields: their decimals depend on the unit alone, while dragged too, and nothing that is typed is lost.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::window::support::paint::{button, hold};
use crate::window::support::{
    Window, WindowState as _, click, fill, joint, open, press, type_into,
};

/// What a field shows, without its axis.
fn shown(window: &Window, field: &str) -> String {
    let value = window.get_by_label(field).value().unwrap();
    let (_, number) = value.split_once(' ').unwrap();
    number.to_owned()
}

fn all(window: &Window, channel: &str) -> Vec<String> {
    let axes = ["X", "Y", "Z"].into_iter();
    axes.map(|axis| shown(window, &format!("{channel} {axis}")))
        .collect()
}

fn decimals(number: &str) -> usize {
    let after = number.split_once('.').map_or("", |(_, after)| after);
    after.chars().take_while(char::is_ascii_digit).count()
}

#[test]
fn angles_have_one_decimal_whatever_they_are() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation X", "12.5");
    type_into(&mut window, "Rotation Z", "-3.25");
    assert_eq!(all(&window, "Rotation"), ["12.5°", "0.0°", "−3.2°"]);
    let steps = window.history().len();
    // All that was typed is there to be typed over, and stays where it is not.
    click(&mut window, "Rotation Z");
    let to_type_over = window.get_by_label("Rotation Z").value();
    assert_eq!(to_type_over.as_deref(), Some("−3.25"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.history().len(), steps);
    type_into(&mut window, "Rotation Z", "7.123456");
    let place = joint(&window, "forearm").index();
    let before = window.document().pose.rigid[place].rotation;
    assert_eq!(shown(&window, "Rotation Z"), "7.1°");
    fill(&mut window, "Rotation Z", "7.1234");
    press(&mut window, Modifiers::NONE, Key::Enter);
    let after = window.document().pose.rigid[place].rotation;
    let apart = before.angle_between(after).to_degrees();
    assert!(apart < 1e-3 && before != after, "{apart}");
}

#[test]
fn a_field_that_is_left_keeps_digits_that_it_does_not_show() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "7.123456");
    let place = joint(&window, "forearm").index();
    let rotation = |window: &Window| window.document().pose.rigid[place].rotation;
    let (before, steps) = (rotation(&window), window.history().len());
    for leave in [Key::Enter, Key::Tab, Key::Escape] {
        click(&mut window, "Rotation Z");
        press(&mut window, Modifiers::NONE, leave);
    }
    assert_eq!(rotation(&window), before);
    assert_eq!(window.history().len(), steps);
}

#[test]
fn decimals_stay_while_a_number_is_dragged() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    let from = window.get_by_label("Rotation Z").rect().center();
    for held in [Modifiers::NONE, Modifiers::SHIFT] {
        hold(&window, held);
        window.hover_at(from);
        window.step();
        button(&window, from, true, held);
        window.step();
        for step in 1..=23_u8 {
            window.hover_at(from + Vec2::new(f32::from(step), 0.0));
            window.step();
            for number in all(&window, "Rotation") {
                assert_eq!(decimals(&number), 1, "{number}, {held:?}");
            }
        }
        button(&window, from + Vec2::new(23.0, 0.0), false, held);
        hold(&window, Modifiers::NONE);
        window.run_steps(3);
    }
}

#[test]
fn lengths_have_the_decimals_of_their_unit() {
    let mut window = open("builtin:arm");
    click(&mut window, "forearm");
    for (unit, expected) in [
        ("Millimeters", ["20.00 mm", "0.06 mm", "0.00 mm"]),
        ("Centimeters", ["2.00 cm", "0.01 cm", "0.00 cm"]),
        ("Meters", ["0.020 m", "0.000 m", "0.000 m"]),
        ("Automatic (m, mm)", ["0.020 m", "0.000 m", "0.000 m"]),
    ] {
        press(&mut window, Modifiers::COMMAND, Key::Comma);
        click(&mut window, "Unit of lengths");
        click(&mut window, unit);
        press(&mut window, Modifiers::COMMAND, Key::Comma);
        type_into(&mut window, "Translation X", "20 mm");
        type_into(&mut window, "Translation Y", "62.1 µm");
        assert_eq!(all(&window, "Translation"), expected, "{unit}");
    }
}
