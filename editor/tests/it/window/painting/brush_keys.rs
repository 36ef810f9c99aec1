//! The brush with keys held: drags that set its numbers, and drags that must be nothing but strokes.

use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use session::commands::actions::{Action, BrushAction};
use session::settings::BrushSettings;
use session::state::painting::brush_work::{Adjusted, By};

use crate::window::support::paint::{CTRL, NONE, button, place};
use crate::window::support::{Window, WindowState as _, click, joint, open, press};

const SHIFT: Modifiers = Modifiers::SHIFT;

fn begin() -> Window {
    let mut window = open("builtin:biped");
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "forearm.L");
    window
}

fn use_maya_keys(window: &mut Window) {
    press(window, CTRL, Key::P);
    window.event(Event::Text("Key map: Maya".to_owned()));
    window.run_steps(3);
    press(window, NONE, Key::Enter);
    window.run_steps(3);
    let keymap = &window.session().keymap;
    assert_eq!(keymap.name(), "Maya-like");
}

fn brush(window: &Window) -> BrushSettings {
    window.session().settings.brush.clone()
}

fn key(window: &mut Window, key: Key, pressed: bool, repeat: bool) {
    window.event(Event::Key {
        key,
        physical_key: Some(key),
        pressed,
        repeat,
        modifiers: NONE,
    });
    window.run_steps(2);
}

/// Presses, goes there, and lets go.
fn drag(window: &mut Window, from: Pos2, by: Vec2, modifiers: Modifiers) {
    window.hover_at(from);
    window.run_steps(2);
    button(window, from, true, modifiers);
    window.step();
    for step in 1..=4_u8 {
        window.hover_at(from + by * (f32::from(step) / 4.0));
        window.step();
        let session = window.session();
        assert!(session.character.boxing.is_none(), "no box");
    }
    button(window, from + by, false, modifiers);
    window.run_steps(3);
}

fn drags_set_numbers(mut window: Window) {
    let at = place(&window, 0, "chest");
    let first = brush(&window);
    window.hover_at(at);
    window.run_steps(2);
    key(&mut window, Key::B, true, false);
    let adjusting = window.session().painting.adjusting.clone();
    assert_eq!(
        adjusting.map(|one| (one.what, one.by)),
        Some((Adjusted::Radius, By::Drags))
    );
    // Without the button nothing follows, and the keyboard's repeats do nothing.
    window.hover_at(at + Vec2::new(25.0, 0.0));
    key(&mut window, Key::B, true, true);
    assert_eq!(brush(&window), first);
    drag(&mut window, at, Vec2::new(30.0, 0.0), NONE);
    let second = brush(&window);
    assert!(second.radius > first.radius, "to the right it grows");
    drag(&mut window, at, Vec2::new(-20.0, 0.0), NONE);
    let third = brush(&window);
    assert!(
        third.radius < second.radius,
        "a second drag, the key still held"
    );
    key(&mut window, Key::B, false, false);
    assert!(window.session().painting.adjusting.is_none());
    key(&mut window, Key::N, true, false);
    drag(&mut window, at, Vec2::new(60.0, 0.0), NONE);
    key(&mut window, Key::N, false, false);
    assert!(brush(&window).strength > first.strength);
    assert!(window.session().painting.adjusting.is_none());
    assert!(window.history().is_empty(), "nothing was painted");
}

#[test]
fn drags_with_b_and_n_set_radius_and_strength() {
    drags_set_numbers(begin());
}

#[test]
fn so_they_do_with_the_other_keys() {
    let mut window = begin();
    use_maya_keys(&mut window);
    drags_set_numbers(window);
}

#[test]
fn ctrl_and_shift_paint_and_never_draw_a_box_or_turn_the_camera() {
    let mut window = begin();
    let camera = window.session().camera;
    let at = place(&window, 0, "forearm.L");
    for maya in [false, true] {
        if maya {
            use_maya_keys(&mut window);
        }
        let cases = [
            (CTRL, "Subtract weight from forearm.L"),
            (SHIFT, "Smooth weights"),
            (CTRL | SHIFT, "Sharpen weights"),
        ];
        for (held, name) in cases {
            window.event(Event::ModifiersChanged(held));
            drag(&mut window, at, Vec2::new(14.0, 8.0), held);
            window.event(Event::ModifiersChanged(NONE));
            window.run_steps(2);
            let session = window.session();
            assert_eq!(window.history().undo_name(), Some(name));
            assert_eq!(session.camera, camera, "{name}");
            assert_eq!(session.character.selection.joints().len(), 1, "{name}");
        }
    }
}

#[test]
fn what_the_brush_touches_can_be_hidden() {
    let mut window = begin();
    assert!(brush(&window).preview);
    window
        .get_by_label("Show what the brush touches")
        .scroll_to_me();
    window.run_steps(3);
    click(&mut window, "Show what the brush touches");
    assert!(!brush(&window).preview);
    assert_eq!(
        Action::Brush(BrushAction::ToggleBrushPreview).id(),
        "toggle-brush-preview"
    );
}

#[test]
fn a_stroke_shows_its_donors() {
    let mut window = begin();
    let at = place(&window, 0, "upper_arm.L");
    let ghost = |window: &Window, pane| {
        let state = window.state();
        state
            .view()
            .paint_engine
            .ghost(pane, &state.view().document.character)
    };
    assert_eq!(ghost(&window, 0), None);
    window.hover_at(at);
    window.run_steps(2);
    button(&window, at, true, NONE);
    window.run_steps(3);
    let found = ghost(&window, 0).unwrap();
    assert_eq!(found.joint, joint(&window, "upper_arm.L"));
    assert!(
        found.lost.len() > 3
            && found
                .lost
                .iter()
                .all(|&(at, lost)| at.is_finite() && lost > 0.0)
    );
    assert_eq!(ghost(&window, 1), None, "in the pane of the pointer");
    button(&window, at, false, NONE);
    window.run_steps(3);
    assert_eq!(ghost(&window, 0), None);
    press(&mut window, CTRL, Key::P);
    window.event(Event::Text("joints that lose".to_owned()));
    window.run_steps(3);
    press(&mut window, NONE, Key::Enter);
    window.run_steps(2);
    assert!(!brush(&window).ghost);
}

#[test]
fn a_window_that_loses_the_keyboard_keeps_the_stroke() {
    let mut window = begin();
    let at = place(&window, 0, "upper_arm.L");
    window.hover_at(at);
    window.run_steps(2);
    button(&window, at, true, NONE);
    window.run_steps(2);
    assert!(window.session().painting.stroke.is_some());
    window.event(Event::WindowFocused(false));
    window.run_steps(4);
    assert!(window.session().painting.stroke.is_none());
    assert_eq!(window.history().len(), 1);
}
