//! What becomes of a window whose graphics device is lost, errs, or is small.

use editor::app::graphics;
use editor::app::graphics::Loss;
use eframe::egui::{Key, Modifiers};
use eframe::egui_wgpu::{RendererOptions, WgpuSetup};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::{create_render_state, default_wgpu_setup};
use image::RgbaImage;

use super::support::screen::{Screen, colors, open_on, panes, unlike};
use super::support::{Window, click, count, notices, press, turned, type_into};
use crate::support::has_device;
use crate::window::support::WindowState as _;

/// A window with a bent arm, and what draws it.
fn posed(setup: WgpuSetup) -> Option<(Window, Screen)> {
    let (mut window, screen) = open_on(setup, "builtin:arm")?;
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "70");
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    Some((window, screen))
}

/// Another device may round a few colors by one step.
fn are_alike(a: &[RgbaImage], b: &[RgbaImage]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| unlike(a, b) == 0)
}

// ---- lost -----------------------------------------------------------------------------------------------------------

#[test]
fn a_lost_device_costs_nothing() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    let before = panes(&mut window);
    assert!(before.iter().all(|pane| colors(pane) > 100));
    let state = window.state();
    let document = state.view().document.clone();
    let (history, session) = (state.view().history.len(), state.view().session.clone());

    screen.lose();
    window.run_steps(3);
    let loss = window.state().graphics().loss();
    assert_eq!(loss, Some(Loss::Driver(String::new())));
    assert!(window.state().graphics().state().is_none());
    assert!(
        window.state().graphics().facts().adapter.is_some(),
        "it is still known what it was"
    );

    screen.renew(&mut window);
    assert!(!window.state().graphics().is_lost());
    assert_eq!(
        count(&window, "set up anew. Nothing is lost."),
        1,
        "{:?}",
        notices(&window)
    );
    let after = panes(&mut window);
    assert!(are_alike(&after, &before), "the panes show the same");
    let state = window.state();
    assert!(state.view().document.same_as(&document));
    assert_eq!(state.view().history.len(), history);
    assert_eq!(state.view().session.camera, session.camera);
    assert_eq!(
        state.view().session.character.selection.active(),
        session.character.selection.active()
    );
    assert_eq!(state.view().session.comparing, session.comparing);
    assert_eq!(state.view().session.switches, session.switches);

    type_into(&mut window, "Rotation Z", "20");
    assert!((turned(&window, "forearm") - 20.0).abs() < 0.1);
    assert!(
        panes(&mut window) != after,
        "and go on showing what is done"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(turned(&window, "forearm") < 0.01);
}

#[test]
fn a_device_may_be_lost_in_the_middle_of_a_frame() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
    // Nobody has told the window: it poses, opens and draws on a device that does not answer.
    window.state_mut().hold_pictures(false);
    screen.device().destroy();
    type_into(&mut window, "Rotation Z", "10");
    super::support::open_path_dropping_changes(&mut window, "builtin:cylinder");
    super::support::wait_until_loaded(&mut window);
    window.run_steps(4);
    assert_eq!(window.session().character.file, "builtin:cylinder");
    window.state().graphics().check();
    assert!(window.state().graphics().is_lost());

    screen.renew(&mut window);
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
}

#[test]
fn a_restart_is_a_loss_that_was_asked_for() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    let before = panes(&mut window);
    click(&mut window, "Help");
    click(&mut window, "Restart graphics");
    assert_eq!(window.state().graphics().loss(), Some(Loss::Asked));
    assert!(
        screen
            .state()
            .queue
            .write_buffer_with(
                &screen.device().create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size: 4,
                    usage: wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                }),
                0,
                wgpu::BufferSize::new(4).unwrap()
            )
            .is_none(),
        "the device is really gone"
    );
    screen.renew(&mut window);
    assert_eq!(count(&window, "was restarted"), 1, "{:?}", notices(&window));
    assert!(are_alike(&panes(&mut window), &before));
}

#[test]
fn a_file_that_is_being_read_comes_all_the_same() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    window.state_mut().hold_pictures(false);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.get_by_label("Path").type_text("builtin:cylinder");
    window.run_steps(3);
    window.key_press(Key::Enter);
    window.run_steps(3);
    click(&mut window, "Don't save");
    screen.lose();
    window.step();
    screen.renew(&mut window);
    super::support::wait_until_loaded(&mut window);
    assert_eq!(window.session().character.file, "builtin:cylinder");
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
}

// ---- errors ---------------------------------------------------------------------------------------------------------

#[test]
fn an_error_of_the_device_is_a_message_and_comes_once() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    let before = panes(&mut window);
    for _ in 0..3 {
        let _invalid = screen.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("wrong on purpose"),
            size: 4,
            usage: wgpu::BufferUsages::empty(),
            mapped_at_creation: false,
        });
        window.run_steps(2);
    }
    assert_eq!(
        count(&window, "wrong on purpose"),
        1,
        "{:?}",
        notices(&window)
    );
    assert_eq!(count(&window, "Restart graphics"), 1);
    assert!(!window.state().graphics().is_lost());
    assert!(are_alike(&panes(&mut window), &before));
}

#[test]
fn many_different_errors_do_not_bury_all_else() {
    let Some((mut window, screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    for size in 1..100 {
        let _invalid = screen.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some(&format!("wrong {size}")),
            size,
            usage: wgpu::BufferUsages::empty(),
            mapped_at_creation: false,
        });
    }
    window.run_steps(2);
    assert_eq!(count(&window, "wrong"), 20);
}

// ---- none, and small ones -------------------------------------------------------------------------------------------

#[test]
fn a_small_device_draws_too() {
    let limits = |_: &wgpu::Adapter| wgpu::Limits::downlevel_webgl2_defaults();
    let Some((mut window, screen)) = posed(graphics::setup(limits)) else {
        return;
    };
    assert_eq!(
        screen
            .device()
            .limits()
            .max_storage_buffers_per_shader_stage,
        0
    );
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
}

#[test]
fn the_difference_is_shown_on_the_right() {
    let Some((mut window, _screen)) = posed(default_wgpu_setup()) else {
        return;
    };
    let with = panes(&mut window);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    let without = panes(&mut window);
    assert_eq!(unlike(&with[0], &without[0]), 0);
    assert!(unlike(&with[1], &without[1]) > 1000);
    // The elbow, below the scale, is red: the right pane's lies outside.
    let is_red = |&(_, y, pixel): &(u32, u32, &image::Rgba<u8>)| {
        let [r, g, ..] = pixel.0.map(u16::from);
        y > with[1].height() / 2 && r > 100 && r > 2 * g
    };
    let red = |picture: &RgbaImage| picture.enumerate_pixels().filter(is_red).count();
    assert!(red(&with[1]) > red(&without[1]) + 75);
}

#[test]
fn the_window_asks_for_all_that_the_adapter_has() {
    if !has_device() {
        return;
    }
    let state = create_render_state(graphics::options().wgpu_setup, RendererOptions::PREDICTABLE);
    assert_eq!(state.device.limits(), state.adapter.limits());
}
