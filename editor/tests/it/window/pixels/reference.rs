//! Reference pictures in the panes: behind the figure, in one of them, over it, and hidden by a key.

use std::path::Path;

use eframe::egui::{Key, Modifiers};
use image::{ImageFormat, RgbaImage};

use super::support::screen::{open_drawn, panes, unlike};
use super::support::{
    Window, WindowState as _, click, drop_file, fill, press, run, type_into, wait_until,
};

/// A red picture with a green edge, much wider than a pane.
fn picture() -> Vec<u8> {
    let color = |x: u32, _y: u32| match x {
        0..10 => image::Rgba([0, 200, 0, 255]),
        _ => image::Rgba([200, 0, 0, 255]),
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = RgbaImage::from_fn(400, 100, color);
    drawn.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Which share of a pane has this color, within rounding.
fn share(pane: &RgbaImage, is_it: impl Fn([u8; 4]) -> bool) -> f64 {
    let all = pane.pixels().len();
    let found = pane.pixels().filter(|pixel| is_it(pixel.0)).count();
    found as f64 / all as f64
}

fn red(pane: &RgbaImage) -> f64 {
    share(pane, |[red, green, blue, _]| {
        red > 180 && green < 30 && blue < 30
    })
}

fn is_read(window: &Window) -> bool {
    window.state().view().reference.shown().is_some()
}

/// The panes saved as a picture, after this was clicked in the dialog.
fn saved(window: &mut Window, file: &Path, clicked: Option<&str>) -> RgbaImage {
    run(window, "Save picture");
    type_into(window, "Width of the picture", "320");
    type_into(window, "Height of the picture", "160");
    if let Some(name) = clicked {
        click(window, name);
    }
    fill(window, "Path of the picture", &file.display().to_string());
    click(window, "Save");
    wait_until(window, "the picture is saved", |window| {
        let session = window.session();
        session.file_dialogs.picture.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
    image::open(file).unwrap().into_rgba8()
}

#[test]
fn a_picture_lies_behind_the_figures_or_over_them() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let bare = panes(&mut window);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("red.png");
    whole_file::write_whole(&path, &picture()).unwrap();
    drop_file(&mut window, &path);
    wait_until(&mut window, "the picture is read", is_read);
    let behind = panes(&mut window);
    for (bare, pane) in bare.iter().zip(&behind) {
        assert!(red(bare) < 1e-3 && red(pane) > 0.02, "{}", red(pane));
        let green = share(pane, |[red, green, blue, _]| {
            red < 30 && green > 180 && blue < 30
        });
        assert!(green > 1e-4, "its edge fits the pane: {green}");
    }

    // Saved pictures have it too, unless it is not wanted.
    let with = saved(&mut window, &folder.path().join("with.png"), None);
    assert!(red(&with) > 0.02, "{}", red(&with));
    let clicked = Some("Reference picture");
    let without = saved(&mut window, &folder.path().join("without.png"), clicked);
    assert!(red(&without) < 1e-3, "{}", red(&without));

    run(&mut window, "Reference options");
    type_into(&mut window, "Size of the reference", "400 %");
    let large = panes(&mut window);
    assert!(red(&large[0]) > 4.0 * red(&behind[0]));
    click(&mut window, "In front of the figures");
    let over = panes(&mut window);
    assert!(red(&over[0]) > red(&large[0]), "it hides the figure");
    type_into(&mut window, "Opacity of the reference", "50 %");
    assert!(red(&panes(&mut window)[0]) < 1e-3, "it is seen through");
    assert_eq!(
        window.history().undo_name(),
        Some("Change reference pictures")
    );
    click(&mut window, "Pane of the reference");
    click(&mut window, "Only pane B");
    let one = panes(&mut window);
    assert!(unlike(&one[0], &bare[0]) < unlike(&one[1], &bare[1]) / 10);

    let held = Modifiers::COMMAND | Modifiers::ALT | Modifiers::SHIFT;
    press(&mut window, held, Key::Num2);
    assert!(!is_read(&window));
    let without = panes(&mut window);
    assert!(unlike(&without[1], &one[1]) > 1000);
    press(&mut window, held, Key::Num2);
    wait_until(&mut window, "the picture is there again", is_read);
}
