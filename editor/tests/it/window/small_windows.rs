//! Windows as small as laptops have them: nothing is cut off, and nothing is written over the figure.

use eframe::egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;

use super::support::{
    Window, click, joint, open_sized, painted, pane, place_of, press, seen_at, type_into,
};

const SMALL: Vec2 = Vec2::new(1024.0, 640.0);
const LAPTOP: Vec2 = Vec2::new(1280.0, 720.0);

/// Where these words are painted in pane A.
fn in_pane(window: &Window, words: &str) -> Vec<Rect> {
    let pane = pane(window, "Pane A");
    let all = painted(window, words).into_iter();
    all.filter(|text| pane.contains_rect(*text)).collect()
}

#[test]
fn the_time_of_a_clip_takes_no_second_row() {
    let mut window = open_sized("builtin:biped", SMALL);
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::NONE, Key::Space);
    press(&mut window, Modifiers::NONE, Key::Space);
    let bar = window.get_by_label("Auto-key").rect();
    let moment = window.state().session().playback.moment.unwrap();
    let time = painted(&window, &format!("{:.2} s", moment.time))[0];
    assert!(
        (time.center().y - bar.center().y).abs() < 6.0,
        "{time} {bar}"
    );
    assert!(time.right() < SMALL.x - 4.0 && bar.right() < time.left());
}

#[test]
fn the_scale_of_weights_leaves_the_head_free() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    for _ in 0..2 {
        click(&mut window, "Add pane");
    }
    press(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "clavicle.L");
    let head = place_of(&window, joint(&window, "head"));
    let scale: Vec<Rect> = ["clavicle.L", "0", "1"]
        .into_iter()
        .flat_map(|words| in_pane(&window, words))
        .collect();
    assert_eq!(scale.len(), 3, "{scale:?}");
    let head = seen_at(&window, "Pane A", head);
    let is_beside = |text: &Rect| text.right() < head.x - 10.0 || text.left() > head.x + 10.0;
    assert!(scale.iter().all(is_beside), "{head} {scale:?}");
}

#[test]
fn columns_of_three_panes_fit_into_the_statistics() {
    let mut window = open_sized("builtin:biped", LAPTOP);
    for _ in 0..2 {
        click(&mut window, "Add pane");
    }
    let right = window.get_by_label("Inspector tab").rect().left() + 300.0;
    let none = window.get_all_by_label("none");
    let ends: Vec<f32> = none.map(|none| none.rect().right()).collect();
    assert!(ends.len() >= 12, "three columns of four: {ends:?}");
    assert!(ends.iter().all(|end| *end < right), "{ends:?}");
}

#[test]
fn a_quaternion_keeps_its_decimals_as_the_joint_turns() {
    let mut window = open_sized("builtin:arm", LAPTOP);
    click(&mut window, "forearm");
    let decimals = |window: &Window| {
        let text = window.get_by_label("Rotation quaternion").value().unwrap();
        let of = |number: &str| number.split_once('.').map(|(_, after)| after.len());
        let all: Vec<Option<usize>> = text.split(", ").map(of).collect();
        all
    };
    let before = decimals(&window);
    type_into(&mut window, "Rotation Y", "-123.4");
    type_into(&mut window, "Rotation Z", "-45.6");
    assert_eq!(decimals(&window), before);
    assert!(before[0].is_some_and(|decimals| decimals >= 2));
}
