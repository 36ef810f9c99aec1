//! `dualskin render`: pictures, on whatever Vulkan device there is.

use std::fs;

use image::RgbaImage;

use crate::headless::support::{dualskin, files_of, folder_with, words};
use crate::support::has_device;

pub(in crate::headless) fn render(arguments: &str) -> RgbaImage {
    let (folder, out) = folder_with("out.png");
    let line = format!("render {arguments} --out {}", out.display());
    // Graphics drivers may say what they like on stderr.
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!((status, stdout.as_str()), (0, ""), "{line}\n{stderr}");
    assert_eq!(files_of(&folder), ["out.png"]);
    image::open(out).unwrap().into_rgba8()
}

/// Part of a picture.
fn crop(picture: &RgbaImage, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> RgbaImage {
    image::imageops::crop_imm(picture, left, top, width, height).to_image()
}

/// Pixels that differ by more than rounding in any channel.
pub(in crate::headless) fn differing(one: &RgbaImage, other: &RgbaImage) -> usize {
    assert_eq!(one.dimensions(), other.dimensions());
    let differs = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 4);
    let row = 4 * one.width().max(1) as usize;
    let rows = one.as_raw().chunks(row).zip(other.as_raw().chunks(row));
    // Whole rows that are equal are most of them.
    let unequal = rows.filter(|(a, b)| a != b);
    let pixels = unequal.flat_map(|(a, b)| a.chunks_exact(4).zip(b.chunks_exact(4)));
    pixels.filter(differs).count()
}

const CYLINDER: &[u8] = include_bytes!("../../../../../assets/cylinder.glb");
const TWIST: &str = "builtin:cylinder --clip twist --time 1";
/// Labels are in the upper left corner of a pane, at this size of picture.
const LABEL: [u32; 2] = [220, 70];
/// Left of the middle line between panes, which is drawn over both.
const LINE: u32 = 4;

#[test]
fn panes_of_one_method_are_equal_and_of_two_differ() {
    if !has_device() {
        return;
    }
    let size = [400 - LINE, 500 - LABEL[1]];
    let panes = |methods: &str| {
        let picture = render(&format!("{TWIST} --compare {methods} --size 800x500"));
        assert_eq!(picture.dimensions(), (800, 500));
        assert!(picture.pixels().all(|pixel| pixel.0[3] == 255));
        [LINE, 400 + LINE].map(|left| crop(&picture, [left, LABEL[1]], [size[0] - LINE, size[1]]))
    };
    let [left, right] = panes("linear,linear");
    assert_eq!(differing(&left, &right), 0);
    let [left, right] = panes("linear,two-phase");
    let n = differing(&left, &right);
    // The candy wrapper against the whole candy: a good part of the picture.
    assert!(n > 5_000, "{n} pixels differ");
}

#[test]
fn the_weights_of_another_file_are_one_pane_more() {
    if !has_device() {
        return;
    }
    let size = [400 - LINE, 500 - LABEL[1]];
    let panes = |file: &str| {
        let picture = render(&format!(
            "{TWIST} --compare linear --weights-of {file} --size 800x500"
        ));
        [LINE, 400 + LINE].map(|left| crop(&picture, [left, LABEL[1]], [size[0] - LINE, size[1]]))
    };
    let [own, same] = panes("builtin:cylinder");
    assert_eq!(differing(&own, &same), 0);
    let (_folder, smoothed) = folder_with("smoothed.glb");
    let line = format!("weights smooth builtin:cylinder -o {}", smoothed.display());
    assert_eq!(words(&dualskin(&line)).0, 0);
    let [own_again, other] = panes(&smoothed.display().to_string());
    assert_eq!(differing(&own, &own_again), 0);
    assert!(differing(&own, &other) > 500);
}

#[test]
fn every_pane_is_labeled_with_its_method() {
    if !has_device() {
        return;
    }
    let label = |methods: &str| {
        crop(
            &render(&format!("{TWIST} --compare {methods} --size 500x500")),
            [0, 0],
            LABEL,
        )
    };
    let (linear, affine) = (label("linear"), label("affine"));
    let bright = |picture: &RgbaImage| {
        picture
            .pixels()
            .filter(|pixel| pixel.0[..3].iter().all(|&x| x > 190))
            .count()
    };
    assert!(
        bright(&linear) > 100,
        "there is no text: {} bright pixels",
        bright(&linear)
    );
    assert!(differing(&linear, &affine) > 50);
}

#[test]
fn the_difference_has_a_pane_with_its_colors_and_a_legend() {
    if !has_device() {
        return;
    }
    let picture = render(&format!(
        "{TWIST} --compare linear,two-phase --difference --size 1200x500"
    ));
    let pane = crop(&picture, [800, 0], [400, 500]);
    let red = |pixel: &&image::Rgba<u8>| {
        u16::from(pixel.0[0]) > 2 * u16::from(pixel.0[1]) && pixel.0[0] > 100
    };
    let blue = |pixel: &&image::Rgba<u8>| {
        u16::from(pixel.0[2]) > 2 * u16::from(pixel.0[0]) && pixel.0[2] > 100
    };
    // Two-phase lies outside of the collapsed wrapper; blue is only on the scale and on the ground's axis.
    assert!(pane.pixels().filter(red).count() > 2_000);
    assert!(
        crop(&pane, [0, 380], [320, 120])
            .pixels()
            .filter(blue)
            .count()
            > 100
    );
}

#[test]
fn sizes_views_bones_and_weights() {
    if !has_device() {
        return;
    }
    let plain = render(&format!(
        "{TWIST} --compare linear --view front --size 300x200"
    ));
    for options in [
        "--view side",
        "--view top",
        "--view three-quarter",
        "--view front --bones",
        "--view front --weights 1",
    ] {
        let picture = render(&format!(
            "{TWIST} --compare linear {options} --size 300x200"
        ));
        assert!(differing(&plain, &picture) > 300, "{options}");
    }
    for (size, expected) in [
        ("64x64", (64, 64)),
        ("641x479", (641, 479)),
        ("64x2000", (64, 2000)),
    ] {
        assert_eq!(
            render(&format!("builtin:cylinder --compare linear --size {size}")).dimensions(),
            expected
        );
    }
    assert_eq!(
        render("builtin:arm --compare linear,affine").dimensions(),
        (1280, 720)
    );
}

#[test]
fn a_picture_is_the_same_every_time() {
    if !has_device() {
        return;
    }
    let picture = || {
        render(&format!(
            "{TWIST} --compare linear,two-phase --difference --bones --size 900x400"
        ))
    };
    assert_eq!(picture(), picture());
}

/// A cylinder that a hand holds.
const ARMED: &str = "(
    version: 1,
    source: (file: \"builtin:arm\"),
    props: [(file: \"sword.glb\", joint: \"hand\", scale: 0.3)],
)
";

#[test]
fn a_picture_of_a_project_has_its_props_unless_they_are_left_out() {
    if !has_device() {
        return;
    }
    let (folder, project) = folder_with("armed.dualskin");
    fs::write(&project, ARMED).unwrap();
    fs::write(folder.path().join("sword.glb"), CYLINDER).unwrap();
    let size = "--compare linear --size 240x180";
    let bare = render(&format!("builtin:arm {size}"));
    let of = |more: &str| render(&format!("{} {size} {more}", project.display()));
    let n = differing(&of(""), &bare);
    assert!(n > 300, "{n} pixels differ");
    assert_eq!(differing(&of("--leave-props"), &bare), 0);
}

#[test]
fn shading_and_wireframe_change_the_surface_only() {
    if !has_device() {
        return;
    }
    let line = format!("{TWIST} --compare two-phase --size 340x340");
    let material = render(&line);
    let (mut before, mut clay) = (material.clone(), material.clone());
    for shading in ["clay", "wax", "chrome", "zebra", "normals", "joint-colors"] {
        let picture = render(&format!("{line} --shading {shading}"));
        assert!(differing(&picture, &before) > 3_000, "{shading}");
        let beside = |picture: &RgbaImage| crop(picture, [0, 286], [75, 54]);
        let n = differing(&beside(&picture), &beside(&material));
        assert_eq!(n, 0, "{shading}");
        if shading == "clay" {
            clay = picture.clone();
        }
        before = picture;
    }
    assert_eq!(
        differing(&render(&format!("{line} --shading material")), &material),
        0
    );
    let wired = render(&format!("{line} --wireframe"));
    assert!(differing(&wired, &material) > 1_000);
    // What a pose does to vertices has colors of its own, on the surface and in a legend.
    for shading in ["normal-error", "near-flip"] {
        let picture = render(&format!("{line} --shading {shading}"));
        let upper = |picture: &RgbaImage| crop(picture, [82, 68], [177, 170]);
        assert!(
            differing(&upper(&picture), &upper(&clay)) > 3_000,
            "{shading}"
        );
        // Left of the figure.
        let legend = |picture: &RgbaImage| crop(picture, [0, 240], [75, 100]);
        assert!(
            differing(&legend(&picture), &legend(&clay)) > 3_000,
            "{shading}"
        );
    }
}
