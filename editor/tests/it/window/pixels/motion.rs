//! Onion skins and motion trails in the panes.

use std::collections::HashSet;
use std::path::Path;

use eframe::egui::{Key, Modifiers};

use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;

use super::support::screen::{DENSITY, open_drawn, pane_a, panes, unlike};
use super::support::{Window, click, fill, press, run, said, type_into, wait_until};
use crate::window::support::WindowState as _;

fn settle(window: &mut Window) {
    wait_until(window, "all is there", |window| {
        let motion = window.state().view().motion;
        let is_shaded = !window.state().view().contact.is_working();
        !motion.onion.is_working() && !motion.trails.is_working() && is_shaded
    });
}

#[test]
fn both_panes_show_skins_and_trails_and_nothing_of_them_stays() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::SHIFT, Key::Num2);
    run(&mut window, "Next clip");
    click(&mut window, "hand");
    settle(&mut window);
    let bare = panes(&mut window);
    press(&mut window, Modifiers::ALT, Key::O);
    settle(&mut window);
    let skins = panes(&mut window);
    press(&mut window, Modifiers::ALT, Key::T);
    settle(&mut window);
    let trails = panes(&mut window);
    for pane in 0..2 {
        let (bare, skins, trails) = (&bare[pane], &skins[pane], &trails[pane]);
        assert!(unlike(bare, skins) > 500, "{}", unlike(bare, skins));
        assert!(unlike(skins, trails) > 50, "{}", unlike(skins, trails));
    }
    press(&mut window, Modifiers::ALT, Key::O);
    press(&mut window, Modifiers::ALT, Key::T);
    for (before, after) in bare.iter().zip(panes(&mut window)) {
        assert_eq!(unlike(before, &after), 0);
    }
}

/// Pane A as a picture that is saved.
fn saved(window: &mut Window, folder: &Path, name: &str) -> RgbaImage {
    let file = folder.join(name);
    let size = window.get_by_label("Pane A").rect().size() * DENSITY;
    run(window, "save picture");
    type_into(window, "Width of the picture", &size.x.to_string());
    type_into(window, "Height of the picture", &size.y.to_string());
    fill(window, "Path of the picture", file.to_str().unwrap());
    click(window, "Save");
    wait_until(window, "the picture is saved", |window| {
        let session = window.session();
        session.file_dialogs.picture.busy.is_none() && session.requests.is_empty()
    });
    let picture = image::open(&file);
    picture
        .unwrap_or_else(|_| panic!("{}", said(window)))
        .into_rgba8()
}

/// Pane A in the window and as it is saved, in equal pixels.
fn both(window: &mut Window, folder: &Path, name: &str) -> [RgbaImage; 2] {
    settle(window);
    [pane_a(window), saved(window, folder, name)]
}

/// The places at which two pictures differ.
fn changed(before: &RgbaImage, after: &RgbaImage) -> HashSet<usize> {
    let differs = |(one, other): (&[u8], &[u8])| {
        one.iter()
            .zip(other)
            .any(|(one, other)| one.abs_diff(*other) > 6)
    };
    let pixels = before.chunks(4).zip(after.chunks(4)).enumerate();
    let differing = pixels.filter(|(_, pair)| differs(*pair));
    differing.map(|(place, _)| place).collect()
}

/// How much of what changed in either picture changed in both.
fn common([before, before_saved]: &[RgbaImage; 2], [after, after_saved]: &[RgbaImage; 2]) -> f32 {
    let [shown, saved] = [changed(before, after), changed(before_saved, after_saved)];
    assert!(
        shown.len() > 50 && saved.len() > 50,
        "{} {}",
        shown.len(),
        saved.len()
    );
    shown.intersection(&saved).count() as f32 / shown.union(&saved).count() as f32
}

/// Pixels in the color of the ring around a visited spot.
fn yellow(picture: &RgbaImage) -> usize {
    let is_yellow = |[r, g, b, _]: [u8; 4]| r > 245 && g.abs_diff(196) < 10 && b < 20;
    let pixels = picture.pixels();
    pixels.filter(|pixel| is_yellow(pixel.0)).count()
}

#[test]
fn saved_pictures_have_what_lies_over_the_panes() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::SHIFT, Key::Num2);
    run(&mut window, "Next clip");
    for _ in 0..20 {
        window.key_press(Key::ArrowRight);
        window.step();
    }
    click(&mut window, "hand");
    // Without the gizmo, which no picture has.
    run(&mut window, "select tool");
    run(&mut window, "save picture");
    for choice in ["Still", "Active pane", "Labels and legends"] {
        click(&mut window, choice);
    }
    press(&mut window, Modifiers::NONE, Key::Escape);

    let bare = both(&mut window, folder.path(), "bare.png");
    press(&mut window, Modifiers::ALT, Key::O);
    let skins = both(&mut window, folder.path(), "skins.png");
    assert!(common(&bare, &skins) > 0.9, "{}", common(&bare, &skins));
    press(&mut window, Modifiers::ALT, Key::O);
    press(&mut window, Modifiers::ALT, Key::T);
    let trails = both(&mut window, folder.path(), "trails.png");
    assert!(common(&bare, &trails) > 0.6, "{}", common(&bare, &trails));
    press(&mut window, Modifiers::ALT, Key::T);
    run(&mut window, "bone names");
    // Letters are smaller in a small picture, so that there are others.
    let names = saved(&mut window, folder.path(), "names.png");
    assert!(changed(&bare[1], &names).len() > 500);
    run(&mut window, "bone names");
    assert_eq!(yellow(&bare[1]), 0);
    run(&mut window, "next worst spot");
    let spot = saved(&mut window, folder.path(), "spot.png");
    assert!(yellow(&spot) > 30, "{}", yellow(&spot));
}
