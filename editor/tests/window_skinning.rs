//! By what the panes are skinned, graphics device or processor: it must not be seen.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod window_support;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use eframe::egui::{Event, Key, Modifiers, Vec2};
use eframe::egui_wgpu::WgpuSetup;
use egui_kittest::kittest::Queryable as _;
use egui_kittest::wgpu::default_wgpu_setup;
use image::RgbaImage;
use window_support::screen::{Screen, colors, count, panes, unlike};
use window_support::tube::tube;
use window_support::{
    Window, click, drag, has_device, notices, open, open_drawn_by, open_path, press, synthetic,
    type_into, wait_until_loaded,
};

// ---- what is seen ---------------------------------------------------------------------------------------------------

/// What the status bar says.
fn status(window: &Window) -> &'static str {
    let said = ["GPU", "CPU"].into_iter();
    let mut said = said.filter(|word| window.query_by_label(word).is_some());
    let word = said.next().unwrap_or("nothing");
    assert_eq!(said.next(), None, "GPU and CPU at once");
    word
}

/// Ctrl+Shift+G.
fn switch(window: &mut Window) {
    press(window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
}

fn switch_to(window: &mut Window, word: &str) {
    if status(window) != word {
        switch(window);
    }
    assert_eq!(status(window), word, "{:?}", notices(window));
}

/// Of two pictures of 200,000 pixels and more; the edges of triangles fall to one pixel or the next.
const FEW: usize = 60;

/// Both panes by the graphics device, after a look at both by the processor: they have to be the same.
fn agreed(window: &mut Window, what: &str) -> Vec<RgbaImage> {
    switch_to(window, "CPU");
    let by_processor = panes(window);
    switch_to(window, "GPU");
    let by_device = panes(window);
    for (pane, (a, b)) in by_processor.iter().zip(&by_device).enumerate() {
        let unlike = unlike(a, b);
        writeln!(std::io::stdout(), "{what}, pane {pane}: {unlike} pixels").unwrap();
        assert!(unlike <= FEW, "{what}, pane {pane}: {unlike} pixels differ");
        assert!(colors(b) > 60, "{what}, pane {pane}: nothing is seen");
    }
    by_device
}

fn choose_method(window: &mut Window, pane: &str, method: &str) {
    click(window, &format!("{pane} method"));
    let rows = window.get_all_by_label(method);
    let rects: Vec<_> = rows.map(|row| row.rect()).collect();
    // The lowest is the row of the list, should the box show the same method.
    let lowest = rects
        .iter()
        .max_by(|a, b| a.center().y.total_cmp(&b.center().y));
    let place = lowest.unwrap().center();
    for pressed in [true, false] {
        window.hover_at(place);
        window.event(Event::PointerButton {
            pos: place,
            button: eframe::egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_steps(3);
}

const PAIRS: [[&str; 2]; 3] = [
    ["Linear blend", "Two-phase"],
    ["Dual quaternion", "Affine"],
    ["Two-phase, head", "Two-phase, origin"],
];

/// All methods, with the heatmap and without it; how many pixels are elsewhere than in `before`, in the left pane.
fn all_methods_agree(window: &mut Window, what: &str) -> Vec<RgbaImage> {
    let mut seen = Vec::new();
    for [left, right] in PAIRS {
        choose_method(window, "Left", left);
        choose_method(window, "Right", right);
        let found = agreed(window, &format!("{what}, {left} and {right}"));
        press(window, Modifiers::NONE, Key::H);
        let heat = agreed(window, &format!("{what}, {left} and {right}, heatmap"));
        press(window, Modifiers::NONE, Key::H);
        assert!(heat[0] == found[0], "the heatmap is the right pane's");
        seen.extend(found);
    }
    seen
}

/// Without what lies over the surface.
fn open_bare(file: &str) -> Option<Window> {
    let mut window = open(file)?;
    press(&mut window, Modifiers::NONE, Key::B);
    Some(window)
}

// ---- the same picture -----------------------------------------------------------------------------------------------

#[test]
fn the_arm_in_a_clip_is_the_same() {
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    assert_eq!(status(&window), "GPU", "{:?}", notices(&window));
    let at_rest = panes(&mut window);
    drag(&mut window, "Time", Vec2::new(80.0, 0.0));
    let posed = all_methods_agree(&mut window, "arm");
    assert!(
        unlike(&at_rest[0], &posed[0]) > 1000,
        "the clip moves the arm"
    );
    assert_eq!(notices(&window), Vec::<String>::new());
}

#[test]
fn the_twisted_cylinder_is_the_same() {
    let Some(mut window) = open_bare("builtin:cylinder") else {
        return;
    };
    click(&mut window, "upper");
    type_into(&mut window, "Rotation Y", "170");
    let seen = all_methods_agree(&mut window, "cylinder");
    assert!(
        unlike(&seen[0], &seen[2]) > 1000,
        "linear blending collapses where dual quaternions do not"
    );
}

#[test]
fn a_mirroring_scale_is_the_same() {
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    click(&mut window, "upper_arm");
    let at_rest = panes(&mut window);
    type_into(&mut window, "Scale X", "-1");
    let mirrored = all_methods_agree(&mut window, "mirrored arm");
    assert!(unlike(&at_rest[0], &mirrored[0]) > 1000);
    // Twice mirrored is turned.
    type_into(&mut window, "Scale Z", "-1");
    all_methods_agree(&mut window, "arm mirrored twice");
    // Only what is beyond the elbow is turned inside out.
    press(&mut window, Modifiers::ALT, Key::S);
    click(&mut window, "hand");
    type_into(&mut window, "Scale Y", "-1");
    all_methods_agree(&mut window, "arm with a mirrored hand");
}

#[test]
fn synthetic_files_are_the_same() {
    let files = [
        "02_eight_influences.glb",
        "04_shear.glb",
        "05b_bind_nonuniform.glb",
        "06_mirrored.glb",
        "08_two_skins.glb",
        "09_morph_skin.glb",
        "10a_sparse_missing.glb",
        "12b_joints300.glb",
        "13_zero_scale_spin.glb",
        "14a_quantized.glb",
        "17_preserve.glb",
    ];
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    for file in files {
        open_path(&mut window, &synthetic(file));
        wait_until_loaded(&mut window);
        assert!(window.state().session().file.ends_with(file));
        let at_rest = panes(&mut window);
        drag(&mut window, "Time", Vec2::new(90.0, 0.0));
        let posed = all_methods_agree(&mut window, file);
        assert!(
            unlike(&at_rest[0], &posed[0]) > 300,
            "{file}: the clip moves nothing"
        );
    }
    assert_eq!(count(&window, "Skinned on the"), 0, "{:?}", notices(&window));
}

#[test]
fn zz_dump() {
    let mut window = open_bare("builtin:arm").unwrap();
    open_path(&mut window, &synthetic("06_mirrored.glb"));
    wait_until_loaded(&mut window);
    drag(&mut window, "Time", Vec2::new(90.0, 0.0));
    choose_method(&mut window, "Left", "Linear blend");
    choose_method(&mut window, "Right", "Two-phase, origin");
    for word in ["CPU", "GPU"] {
        switch_to(&mut window, word);
        for (i, p) in panes(&mut window).iter().enumerate() {
            p.save(format!("/tmp/dump_{word}_{i}.png")).unwrap();
        }
    }
}
