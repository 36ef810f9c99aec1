//! Devices, poses and losses that skinning on the graphics device has to survive.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::default_wgpu_setup;

use super::support::screen::{colors, open_drawn, open_drawn_wide, open_on, panes, seen, unlike};
use super::support::skinning::{FEW, PAIRS, agreed, status};
use super::support::{
    Window, choose_method, click, count, notices, open_path, press, type_into, wait_until_loaded,
};
use crate::support::tube::tube;
use crate::window::support::WindowState as _;

// ---- devices that cannot --------------------------------------------------------------------------------------------

fn only_notice(window: &Window, words: &str) -> String {
    let all = notices(window);
    let mut found = all.iter().filter(|text| text.contains(words));
    let notice = found
        .next()
        .unwrap_or_else(|| panic!("no {words}: {all:?}"));
    assert_eq!(found.next(), None, "told twice");
    notice.clone()
}

#[test]
fn a_device_without_storage_buffers_leaves_it_to_the_processor() {
    let limits = |_: &wgpu::Adapter| wgpu::Limits::downlevel_webgl2_defaults();
    let Some((mut window, screen)) = open_on(editor::app::graphics::setup(limits), "builtin:arm")
    else {
        return;
    };
    let notice = only_notice(&window, "Skinned on the processor");
    assert!(
        notice.contains("needs 4") && notice.contains("max_storage_buffers_per_shader_stage = 0"),
        "{notice}"
    );
    assert_eq!(status(&window), "CPU");
    let at_rest = panes(&mut window);
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "70");
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    let posed = panes(&mut window);
    assert!((0..2).all(|pane| unlike(&at_rest[pane], &posed[pane]) > 1000));
    // A device that can shows just that.
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(6);
    press(&mut window, Modifiers::NONE, Key::Space);
    let played = panes(&mut window);
    assert!(unlike(&posed[0], &played[0]) > 1000);
    screen.lose();
    screen.renew(&mut window);
    assert_eq!(status(&window), "GPU", "{:?}", notices(&window));
    let renewed = panes(&mut window);
    assert!((0..2).all(|pane| unlike(&renewed[pane], &played[pane]) <= FEW));
    only_notice(&window, "Skinned on the processor");
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
}

#[test]
fn a_character_too_large_for_the_kernels_is_left_to_the_processor() {
    // Enough for the cylinder, not for the arm.
    const ALLOWED: u64 = 100_000;
    let limits = |adapter: &wgpu::Adapter| wgpu::Limits {
        max_storage_buffer_binding_size: ALLOWED,
        ..adapter.limits()
    };
    let Some((mut window, _screen)) = open_on(editor::app::graphics::setup(limits), "builtin:arm")
    else {
        return;
    };
    let notice = only_notice(&window, "Skinned on the processor");
    assert!(
        notice.contains("mesh 0, primitive 0")
            && notice.contains("max_storage_buffer_binding_size = 100000"),
        "{notice}"
    );
    assert_eq!(status(&window), "CPU");
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "70");
    let posed = panes(&mut window);
    assert!(posed.iter().all(|pane| colors(pane) > 100));

    super::support::open_path_dropping_changes(&mut window, "builtin:cylinder");
    wait_until_loaded(&mut window);
    assert_eq!(status(&window), "GPU", "{:?}", notices(&window));
    only_notice(&window, "Skinned on the graphics device again.");
    click(&mut window, "upper");
    type_into(&mut window, "Rotation Y", "120");
    agreed(&mut window, "cylinder");
    super::support::open_path_dropping_changes(&mut window, "builtin:arm");
    wait_until_loaded(&mut window);
    assert_eq!(status(&window), "CPU");
    assert_eq!(count(&window, "Skinned on the processor"), 2);
}

/// Vertices need 24 bytes and triangles too, eight influences 68, a picture of the window 0.97 MB.
fn small_buffers(adapter: &wgpu::Adapter) -> wgpu::Limits {
    const ALLOWED: u64 = 1_000_000;
    wgpu::Limits {
        max_buffer_size: ALLOWED,
        max_storage_buffer_binding_size: ALLOWED,
        ..adapter.limits()
    }
}

#[test]
fn a_buffer_too_large_for_the_device_is_left_to_the_processor() {
    let folder = tempfile::tempdir().unwrap();
    let large = tube(folder.path(), 300, 8);
    let Some((mut window, _screen)) = open_on(
        editor::app::graphics::setup(small_buffers),
        &large.to_string_lossy(),
    ) else {
        return;
    };
    let notice = only_notice(&window, "Skinned on the processor");
    assert!(
        notice.contains("influences needs 1020004") && notice.contains("max_buffer_size = 1000000"),
        "{notice}"
    );
    let at_rest = panes(&mut window);
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(6);
    press(&mut window, Modifiers::NONE, Key::Space);
    assert!(unlike(&at_rest[0], &panes(&mut window)[0]) > 300);
    let small = tube(folder.path(), 100, 8);
    open_path(&mut window, &small.to_string_lossy());
    wait_until_loaded(&mut window);
    assert_eq!(status(&window), "GPU", "{:?}", notices(&window));
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(6);
    press(&mut window, Modifiers::NONE, Key::Space);
    agreed(&mut window, "small tube");
}

#[test]
fn a_character_that_cannot_even_be_drawn_is_reported_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let large = tube(folder.path(), 840, 4);
    let setup = editor::app::graphics::setup(small_buffers);
    let Some((mut window, _screen)) = open_on(setup, "builtin:arm") else {
        return;
    };
    open_path(&mut window, &large.to_string_lossy());
    wait_until_loaded(&mut window);
    assert!(
        ["GPU", "CPU"]
            .iter()
            .all(|word| window.query_by_label(word).is_none())
    );
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(4);
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
    open_path(&mut window, "builtin:arm");
    wait_until_loaded(&mut window);
    assert_eq!(status(&window), "GPU");
    assert!(panes(&mut window).iter().all(|pane| colors(pane) > 100));
}

// ---- poses out of this world ----------------------------------------------------------------------------------------

#[test]
fn a_pose_beyond_all_numbers_is_reported_once_and_undone() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let before = panes(&mut window);
    click(&mut window, "forearm");
    type_into(&mut window, "Translation X", "1e30");
    assert_eq!(status(&window), "GPU", "far away is a place");
    // One number is limited to 1e12: four of them in a row are beyond all.
    let scaled = ["upper_arm", "forearm", "hand"];
    for joint in scaled {
        click(&mut window, joint);
        for axis in ["X", "Y", "Z"] {
            type_into(&mut window, &format!("Scale {axis}"), "1e30");
        }
    }
    click(&mut window, "thumb_1");
    for round in 0..3 {
        type_into(&mut window, "Translation X", "1e30");
        assert_eq!(status(&window), "CPU", "round {round}");
        let notice = only_notice(&window, "Skinned on the processor");
        assert!(
            notice.contains("thumb_1 beyond the largest number"),
            "{notice}"
        );
        assert!(colors(&seen(&mut window)) > 60, "round {round}");
        press(&mut window, Modifiers::SHIFT, Key::Num4);
        press(&mut window, Modifiers::SHIFT, Key::Num4);
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(status(&window), "GPU", "round {round}");
    }
    for _ in 0..1 + 3 * scaled.len() {
        press(&mut window, Modifiers::COMMAND, Key::Z);
    }
    press(&mut window, Modifiers::ALT, Key::A);
    let after = panes(&mut window);
    assert_eq!(
        unlike(&before[0], &after[0]) + unlike(&before[1], &after[1]),
        0
    );
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
}

#[test]
fn any_number_in_any_field_is_survived() {
    let Some(mut window) = open_drawn_wide("builtin:arm") else {
        return;
    };
    click(&mut window, "hand");
    let before = panes(&mut window);
    let fields = ["Rotation Y", "Translation Y", "Scale Y", "Shear YZ"];
    let numbers = ["1e30", "-3.4e38", "1e-40", "0"];
    // Each pair of methods meets each field and each number.
    for (turn, [left, right]) in PAIRS.into_iter().enumerate() {
        choose_method(&mut window, "A", left);
        choose_method(&mut window, "B", right);
        for cell in 0..fields.len() * numbers.len() {
            let (row, column) = (cell / numbers.len(), cell % numbers.len());
            if (row + column) % PAIRS.len() == turn {
                let (field, number) = (fields[row], numbers[column]);
                type_into(&mut window, field, number);
                assert!(colors(&seen(&mut window)) > 60, "{field} {number}");
            }
        }
    }
    press(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::Backspace,
    );
    choose_method(&mut window, "A", "Linear blend");
    choose_method(&mut window, "B", "Two-phase");
    let after = agreed(&mut window, "after all");
    assert_eq!(
        unlike(&before[0], &after[0]) + unlike(&before[1], &after[1]),
        0
    );
    assert_eq!(count(&window, "refused"), 0, "{:?}", notices(&window));
}

// ---- a lost device --------------------------------------------------------------------------------------------------

#[test]
fn a_device_lost_in_a_playing_clip_is_replaced() {
    let Some((mut window, screen)) = open_on(default_wgpu_setup(), "builtin:arm") else {
        return;
    };
    window.state_mut().hold_pictures(false);
    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(5);
    assert_eq!(status(&window), "GPU");
    screen.lose();
    window.run_steps(3);
    // As the window does between two frames.
    window.state().graphics().check();
    assert!(window.state().graphics().is_lost());
    screen.renew(&mut window);
    assert!(window.session().playback.moves(), "the clip goes on");
    assert_eq!(status(&window), "GPU");
    press(&mut window, Modifiers::NONE, Key::Space);
    agreed(&mut window, "after the loss");
    assert_eq!(count(&window, "Skinned on"), 0, "{:?}", notices(&window));
    only_notice(&window, "set up anew");
}
