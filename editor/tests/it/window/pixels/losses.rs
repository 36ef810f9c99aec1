//! A device that is lost while something is being done: a stroke, a comparison, a drag, an export. No edit is lost, and
//! nothing stays held down.

use editor::app::graphics;
use eframe::egui::{Key, Modifiers, PointerState, Vec2};
use egui_kittest::wgpu::default_wgpu_setup;

use super::support::paint::{CTRL, NONE, place, press_and_drag, stroke, total_of, weights};
use super::support::screen::{Screen, colors, open_on, panes, unlike};
use super::support::{
    Window, click, count, fill, notices, open, press, run, turned, type_into, wait_until,
};
use crate::window::support::WindowState as _;

const SHIFT: Modifiers = Modifiers::SHIFT;
const ALONG: Vec2 = Vec2::new(12.0, 6.0);

/// The forearm of the built-in arm in weights mode.
fn painted(setup: eframe::egui_wgpu::WgpuSetup) -> Option<(Window, Screen)> {
    let (mut window, screen) = open_on(setup, "builtin:arm")?;
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "forearm");
    Some((window, screen))
}

/// The next window has another pointer: that the button was let go it never hears.
fn let_go(window: &Window) {
    window
        .ctx
        .input_mut(|input| input.pointer = PointerState::default());
}

#[test]
fn a_stroke_outlives_the_device() {
    let Some((mut window, screen)) = painted(default_wgpu_setup()) else {
        return;
    };
    let before = weights(&window);
    let at = place(&window, 0, "upper_arm");
    window.state_mut().hold_pictures(false);
    press_and_drag(&mut window, at, ALONG, NONE);
    screen.lose();
    window.hover_at(at + 2.0 * ALONG);
    window.run_steps(3);
    window.state().graphics().check();
    assert!(window.state().graphics().is_lost());
    window.run_steps(2);
    screen.renew(&mut window);
    let_go(&window);
    window.run_steps(6);
    let state = window.state();
    assert!(
        state.view().session.painting.stroke.is_none(),
        "it has ended"
    );
    assert_eq!(state.view().history.len(), 1, "{:?}", notices(&window));
    assert!(weights(&window) != before, "and is kept");
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
    // The brush goes on, and every step can be taken back.
    let total = total_of(&window, "forearm");
    stroke(&mut window, at, -ALONG, NONE);
    assert!(total_of(&window, "forearm") > total);
    press(&mut window, CTRL, Key::Z);
    press(&mut window, CTRL, Key::Z);
    assert!(weights(&window) == before, "to the bit");
}

#[test]
fn a_drag_of_a_joint_and_a_comparison_outlive_the_device() {
    let Some((mut window, screen)) = open_on(default_wgpu_setup(), "builtin:arm") else {
        return;
    };
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "70");
    press(&mut window, SHIFT, Key::Num4);
    let compared = panes(&mut window);
    let at = place(&window, 0, "hand");
    window.hover_at(at);
    press(&mut window, NONE, Key::R);
    window.hover_at(at + Vec2::new(40.0, 60.0));
    window.run_steps(3);
    assert!(window.session().operation.is_some());
    window.state_mut().hold_pictures(false);
    screen.lose();
    window.run_steps(2);
    screen.renew(&mut window);
    assert!(window.session().operation.is_some(), "it goes on");
    press(&mut window, NONE, Key::Enter);
    assert!(window.session().operation.is_none());
    assert!((turned(&window, "forearm") - 70.0).abs() > 1.0, "it counts");
    assert_eq!(window.history().undo_name(), Some("Rotate forearm"));
    assert_eq!(window.shown().panes.len(), 2);
    press(&mut window, CTRL, Key::Z);
    assert!((turned(&window, "forearm") - 70.0).abs() < 0.1);
    for (before, after) in compared.iter().zip(panes(&mut window)) {
        assert_eq!(unlike(before, &after), 0, "difference and all");
    }
}

#[test]
fn an_export_is_written_whole() {
    let Some((mut window, screen)) = painted(default_wgpu_setup()) else {
        return;
    };
    let at = place(&window, 0, "upper_arm");
    stroke(&mut window, at, ALONG, NONE);
    let total = total_of(&window, "forearm");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arm.glb");
    window.state_mut().hold_pictures(false);
    press(&mut window, CTRL | SHIFT, Key::E);
    fill(
        &mut window,
        "Path to export to",
        &file.display().to_string(),
    );
    screen.lose();
    click(&mut window, "Export");
    wait_until(&mut window, "the file is done", |window| {
        let session = window.session();
        session.file_dialogs.export.busy.is_none() && session.requests.is_empty()
    });
    screen.renew(&mut window);
    assert_eq!(window.history().len(), 1);
    let written = open(&file.display().to_string());
    assert!((total_of(&written, "forearm") - total).abs() < 1e-3);
}

#[test]
fn the_least_of_devices_shows_weights_and_lets_paint() {
    let limits = |_: &wgpu::Adapter| wgpu::Limits::downlevel_webgl2_defaults();
    let Some((mut window, _screen)) = painted(graphics::setup(limits)) else {
        return;
    };
    let before = panes(&mut window);
    let at = place(&window, 0, "upper_arm");
    for _ in 0..3 {
        stroke(&mut window, at, ALONG, NONE);
    }
    assert_eq!(window.history().len(), 3);
    let painted = panes(&mut window);
    assert!(unlike(&before[0], &painted[0]) > 50, "strokes are seen");
    press(&mut window, Modifiers::ALT, Key::X);
    run(&mut window, "Isolines: Tenths");
    assert!(unlike(&painted[0], &panes(&mut window)[0]) > 500);
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
}
