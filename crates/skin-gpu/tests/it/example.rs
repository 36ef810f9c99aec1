//! The example runs, and its picture shows what it says.

use std::path::Path;

use image::{Rgba, RgbaImage};

use crate::device::gpu;

#[path = "../../examples/draw.rs"]
#[rustfmt::skip] // it has widths of its own
#[expect(dead_code, reason = "a test has no use for its main")]
mod draw;

const INSTANCES: u32 = 3;

#[test]
fn the_example_draws_a_lit_character_at_three_moments() {
    if gpu().is_none() {
        return;
    }
    for file in ["arm", "cylinder"] {
        let picture = picture(&format!("lit {file}"), file, "two-phase");
        for instance in 0..INSTANCES {
            let square = square(&picture, instance);
            let seen: Vec<&Rgba<u8>> = square.pixels().filter(|&pixel| is_drawn(pixel)).collect();
            let part = seen.len() as f32 / (square.width() * square.height()) as f32;
            assert!(
                (0.03..0.5).contains(&part),
                "{file}, instance {instance} covers {part} of its square"
            );
            let [dark, bright] = [
                seen.iter().map(|p| p[0]).min(),
                seen.iter().map(|p| p[0]).max(),
            ];
            assert!(
                bright > dark.map(|dark| dark + 50),
                "{file}, instance {instance} is flat: {dark:?} to {bright:?}"
            );
            let mut border = square.enumerate_pixels().filter(|&(x, y, _)| {
                x == 0 || y == 0 || x == square.width() - 1 || y == square.height() - 1
            });
            assert!(
                border.all(|(_, _, pixel)| !is_drawn(pixel)),
                "{file}, instance {instance} is cut off"
            );
        }
        // A cylinder that is twisted looks as before.
        let moved = difference(&square(&picture, 0), &square(&picture, 2));
        assert!(file == "cylinder" || moved > 0.03, "{file} moves {moved}");
    }
}

#[test]
fn the_example_shows_what_a_method_does() {
    if gpu().is_none() {
        return;
    }
    let [linear, two_phase] =
        ["linear", "two-phase"].map(|method| picture(method, "cylinder", method));
    let unlike = |instance| difference(&square(&linear, instance), &square(&two_phase, instance));
    assert!(
        unlike(0) < 0.001,
        "at rest the methods agree: {}",
        unlike(0)
    );
    assert!(
        unlike(2) > 0.02,
        "half a turn is a candy wrapper: {}",
        unlike(2)
    );
}

/// `name` is of the file it is written to: tests run side by side.
fn picture(name: &str, file: &str, method: &str) -> RgbaImage {
    let assets = testkit::folders::workspace().join("assets");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    let character = assets.join(file).with_extension("glb");
    let [out, character] = [out, character].map(|path| path.to_str().unwrap().to_owned());
    let args = [out.clone(), character, method.to_owned()];
    draw::run(&args).unwrap_or_else(|error| panic!("{error}"));
    image::open(out).unwrap().into_rgba8()
}

fn square(picture: &RgbaImage, instance: u32) -> RgbaImage {
    let side = picture.height();
    assert_eq!(picture.width(), INSTANCES * side);
    image::imageops::crop_imm(picture, instance * side, 0, side, side).to_image()
}

fn is_drawn(pixel: &Rgba<u8>) -> bool {
    pixel[3] > 0
}

/// The part of the pixels that are drawn in one and not in the other.
fn difference(left: &RgbaImage, right: &RgbaImage) -> f32 {
    let pairs = left.pixels().zip(right.pixels());
    let unlike = pairs.filter(|(left, right)| is_drawn(left) != is_drawn(right));
    unlike.count() as f32 / (left.width() * left.height()) as f32
}
