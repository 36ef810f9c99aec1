//! Onion skins: flat, see-through, behind the figure, each over a pixel once.

use glam::Vec3;
use image::RgbaImage;
use render::{Material, OnionBuffers, OnionSkin, Scene};
use scene::view::surface_mode::SurfaceMode;

use super::pictures::{CENTER, Studio, rgb};
use super::subjects::ball;

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];

fn near(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= 3)
}

/// What is seen through one skin of this color.
fn through(before: [u8; 3], color: [u8; 3], opacity: f32) -> [u8; 3] {
    let linear = |byte: u8| {
        let encoded = f32::from(byte) / 255.0;
        if encoded <= 0.04045 {
            encoded / 12.92
        } else {
            ((encoded + 0.055) / 1.055).powf(2.4)
        }
    };
    let encoded = |linear: f32| {
        let encoded = if linear <= 0.003_130_8 {
            12.92 * linear
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a byte of a picture"
        )]
        let byte = (255.0 * encoded).round() as u8;
        byte
    };
    let mixed = |(a, b): (u8, u8)| encoded((1.0 - opacity) * linear(a) + opacity * linear(b));
    let [r, g, b] = before;
    [(r, color[0]), (g, color[1]), (b, color[2])].map(mixed)
}

#[test]
fn skins_are_flat_see_through_and_behind_the_figure() {
    let Some(studio) = Studio::new() else { return };
    let subject = ball(Vec3::ZERO, 0.5);
    let mesh = studio.mesh(&subject, &Material::CLAY);
    let meshes = [&mesh];
    let bare = studio.scene(SurfaceMode::Clay, &meshes);
    let moved = |by: Vec3| {
        vec![
            subject
                .positions
                .iter()
                .map(|&at| at + by)
                .collect::<Vec<_>>(),
        ]
    };
    // Nearer to the eye than the figure, and overlapping it and each other.
    let (left, right) = (
        moved(Vec3::new(-0.6, 0.0, 0.9)),
        moved(Vec3::new(-0.1, 0.45, 0.9)),
    );
    let skin = |positions, color| OnionSkin {
        positions,
        color,
        opacity: 0.5,
    };
    let mut onion = OnionBuffers::new(&studio.gpu.device);
    assert!(onion.is_empty());
    let mut shown = |name: &str, skins: &[OnionSkin<'_>]| {
        onion.write(&studio.gpu.device, &studio.gpu.queue, skins);
        let onion = Some(&onion);
        studio.picture(name, &Scene { onion, ..bare })
    };
    let figure = studio.picture("no skins", &bare);
    assert_eq!(shown("no onion", &[]), figure);
    let one = shown("one skin", &[skin(&left, RED)]);
    let both = shown("two skins", &[skin(&left, RED), skin(&right, BLUE)]);
    assert_eq!(
        rgb(&both, CENTER),
        rgb(&figure, CENTER),
        "behind the figure"
    );
    let (of_left, of_both) = colored(&figure, &one, &both);
    assert!(
        of_left.len() > 300 && of_both.len() > 100,
        "{} {}",
        of_left.len(),
        of_both.len()
    );
    let share = share(&of_left, (&figure, &one), RED);
    assert!(
        share > 0.9,
        "once over each pixel but those of the edge: {share}"
    );
    let share = self::share(&of_both, (&one, &both), BLUE);
    assert!(
        share > 0.8,
        "the later skin lies over the earlier one: {share}"
    );

    // Of another mesh nothing is drawn.
    let alien = vec![vec![Vec3::ZERO; 3]];
    assert_eq!(shown("of another mesh", &[skin(&alien, RED)]), figure);
}

/// The pixels that the first skin colors, and those that the second one does over it.
fn colored(
    figure: &RgbaImage,
    one: &RgbaImage,
    both: &RgbaImage,
) -> (Vec<[u32; 2]>, Vec<[u32; 2]>) {
    let places = figure.enumerate_pixels().map(|(x, y, _)| [x, y]);
    let of_one: Vec<[u32; 2]> = places
        .filter(|&at| !near(rgb(figure, at), rgb(one, at)))
        .collect();
    let of_both = of_one.iter().copied();
    let of_both = of_both.filter(|&at| !near(rgb(one, at), rgb(both, at)));
    (of_one.clone(), of_both.collect())
}

/// The share of pixels that are seen through one skin of this color.
fn share(places: &[[u32; 2]], (before, after): (&RgbaImage, &RgbaImage), color: [u8; 3]) -> f32 {
    let is_once = |&&at: &&[u32; 2]| near(rgb(after, at), through(rgb(before, at), color, 0.5));
    places.iter().filter(is_once).count() as f32 / places.len() as f32
}
