//! What surfaces can show besides their materials, and what is drawn over them.

use glam::{Mat3, Quat, Vec3, Vec4};
use image::RgbaImage;
use render::{AlphaMode, Backdrop, BoneBuffers, BoneLook, Ground, Material, Scene, Theme};
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::ellipsoid::Ellipsoid;
use scene::view::joint_mark::{BoneStyle, JointMark};
use scene::view::surface_mode::{Matcap, NormalSpace, SurfaceMode};
use scene::view::weight_ramps::UNBOUND;

use super::pictures::{CENTER, Studio, brightness, rgb};
use super::subjects::ball;

/// Pixels that differ by more than rounding.
fn changed(one: &RgbaImage, other: &RgbaImage) -> Vec<(u32, u32)> {
    let pixels = one.enumerate_pixels().zip(other.pixels());
    let differs =
        pixels.filter(|((_, _, a), b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 4));
    differs.map(|((x, y, _), _)| (x, y)).collect()
}

#[test]
fn normals_of_a_ball_point_where_their_colors_say() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &Material::CLAY);
    let places = [CENTER, [104, 60], [56, 60], [80, 36], [80, 84]];
    let view = SurfaceMode::Normals(NormalSpace::View);
    let picture = studio.picture("normals", &studio.scene(view, &[&ball]));
    let [center, right, left, top, bottom] = places.map(|place| rgb(&picture, place));
    assert!(center[2] > 250 && center[0].abs_diff(128) < 6 && center[1].abs_diff(128) < 6);
    assert!(right[0] > 180 && left[0] < 75, "{right:?} {left:?}");
    assert!(top[1] > 180 && bottom[1] < 75, "{top:?} {bottom:?}");
    // From the side +X is where the eye is.
    studio.camera = Camera {
        yaw: std::f32::consts::FRAC_PI_2,
        ..studio.camera
    };
    let world = SurfaceMode::Normals(NormalSpace::World);
    let picture = studio.picture("normals of the world", &studio.scene(world, &[&ball]));
    let [r, _, b] = rgb(&picture, CENTER);
    assert!(r > 250 && b.abs_diff(128) < 6, "{r} {b}");
}

#[test]
fn matcaps_differ_and_zebra_has_stripes() {
    let Some(studio) = Studio::new() else { return };
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &Material::CLAY);
    let picture = |name: &str, matcap| {
        studio.picture(name, &studio.scene(SurfaceMode::Matcap(matcap), &[&ball]))
    };
    let [wax, chrome, zebra] = [
        picture("wax", Matcap::Wax),
        picture("chrome", Matcap::Chrome),
        picture("zebra", Matcap::Zebra),
    ];
    let [r, g, b] = rgb(&wax, CENTER);
    assert!(r > g && g > b, "wax is red: {r} {g} {b}");
    assert!(changed(&wax, &chrome).len() > 2000);
    let column: Vec<bool> = (20..100)
        .map(|y| brightness(&zebra, [80, y]) > 110)
        .collect();
    let n_edges = column.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((6..40).contains(&n_edges), "{n_edges} edges of stripes");
}

#[test]
fn vertex_colors_show_and_unbound_vertices_stand_out() {
    let Some(studio) = Studio::new() else { return };
    let subject = ball(Vec3::ZERO, 1.0);
    let mesh = studio.mesh(&subject, &Material::CLAY);
    let n = subject.positions.len();
    mesh.write_colors(&studio.gpu.queue, &vec![[30, 200, 40, 255]; n])
        .unwrap();
    assert!(mesh.write_colors(&studio.gpu.queue, &[]).is_err());
    let picture = studio.picture("green", &studio.scene(SurfaceMode::VertexColors, &[&mesh]));
    let [r, g, b] = rgb(&picture, CENTER);
    assert!(g > r + 60 && g > b + 60, "green: {r} {g} {b}");
    mesh.write_channel(&studio.gpu.queue, &vec![UNBOUND; n])
        .unwrap();
    let picture = studio.picture("unbound", &studio.scene(SurfaceMode::Weights, &[&mesh]));
    let [r, g, b] = rgb(&picture, CENTER);
    assert!(g > r + 60 && b > r + 60, "unbound is cyan: {r} {g} {b}");
}

#[test]
fn a_wireframe_darkens_edges_only_and_none_of_the_far_side() {
    let Some(studio) = Studio::new() else { return };
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &Material::CLAY);
    let meshes = [&ball];
    let plain = studio.scene(SurfaceMode::Clay, &meshes);
    let wired = Scene {
        wireframe: true,
        ..plain
    };
    // So near that a triangle spans many pixels.
    let near = Camera {
        distance: 0.32 * studio.camera.distance,
        ..studio.camera
    };
    let [plain, wired] = [plain, wired].map(|scene| Scene {
        camera: &near,
        ..scene
    });
    let plain = studio.picture("without wires", &plain);
    let wired = studio.picture("wires", &wired);
    let lines = changed(&plain, &wired);
    let n_pixels = plain.pixels().len();
    assert!(
        lines.len() > n_pixels / 50,
        "{} pixels of lines",
        lines.len()
    );
    assert!(
        lines.len() < n_pixels / 2,
        "{} pixels of lines",
        lines.len()
    );
    for (x, y) in lines {
        let [before, after] = [&plain, &wired].map(|picture| brightness(picture, [x, y]));
        assert!(after < before, "{x} {y}: {before} → {after}");
    }
}

#[test]
fn facets_are_flat_whatever_the_normals() {
    let Some(studio) = Studio::new() else { return };
    let mut subject = ball(Vec3::ZERO, 1.0);
    let smooth = studio.mesh(&subject, &Material::CLAY);
    subject.normals.clear();
    let flat = studio.mesh(&subject, &Material::CLAY);
    let facets = |mesh, facets| {
        let meshes = [mesh];
        let scene = studio.scene(SurfaceMode::Clay, &meshes);
        studio.picture("facets asked for", &Scene { facets, ..scene })
    };
    let asked = facets(&smooth, true);
    assert_eq!(changed(&asked, &facets(&flat, false)), []);
    let n_changed = changed(&asked, &facets(&smooth, false)).len();
    assert!(n_changed > 100, "{n_changed} pixels");
}

#[test]
fn a_transparent_backdrop_leaves_nothing_outside() {
    let Some(studio) = Studio::new() else { return };
    let solid = studio.mesh(&ball(Vec3::ZERO, 0.8), &Material::CLAY);
    let glass = Material {
        base_color: Some(Vec4::new(1.0, 1.0, 1.0, 0.4)),
        alpha: AlphaMode::Blend,
        ..Material::CLAY
    };
    let glass = studio.mesh(&ball(Vec3::ZERO, 0.8), &glass);
    let bounds = Bounds {
        min: Vec3::NEG_ONE,
        max: Vec3::ONE,
    };
    let alphas = |name: &str, mesh| {
        let meshes = [mesh];
        let scene = Scene {
            backdrop: Backdrop::Transparent,
            ground: Some(Ground::under(&bounds)),
            wireframe: true,
            ..studio.scene(SurfaceMode::Material, &meshes)
        };
        let picture = studio.picture(name, &scene);
        assert_eq!(picture.get_pixel(3, 3).0, [0; 4], "{name}");
        assert_eq!(picture.get_pixel(80, 118).0, [0; 4], "no floor: {name}");
        picture.get_pixel(80, 60).0[3]
    };
    assert_eq!(alphas("ghost", &solid), 255);
    let through = alphas("ghost of glass", &glass);
    assert!((90..250).contains(&through), "{through}");
}

#[test]
fn the_floor_does_not_cover_what_has_sunk_into_it() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    studio.camera = Camera {
        pitch: 0.5,
        ..studio.camera
    };
    let sunk = studio.mesh(&ball(Vec3::new(0.0, -0.5, 0.0), 0.8), &Material::CLAY);
    let bounds = Bounds {
        min: Vec3::NEG_ONE,
        max: Vec3::ONE,
    };
    let meshes = [&sunk];
    let without = studio.scene(SurfaceMode::Clay, &meshes);
    let with = Scene {
        ground: Some(Ground::under(&bounds)),
        ..without
    };
    let (without, with) = (
        studio.picture("sunk", &without),
        studio.picture("sunk into the floor", &with),
    );
    let place = [80, 82];
    assert!(brightness(&without, place) > 60, "on the ball");
    assert_eq!(rgb(&with, place), rgb(&without, place));
    assert!(changed(&with, &without).len() > 500, "lines around it");
}

#[test]
fn blended_surfaces_are_drawn_from_the_back() {
    let Some(studio) = Studio::new() else { return };
    let glass = |z: f32, color: Vec3| {
        let material = Material {
            base_color: Some(color.extend(0.5)),
            alpha: AlphaMode::Blend,
            ..Material::CLAY
        };
        studio.mesh(&ball(Vec3::new(0.0, 0.0, z), 0.4), &material)
    };
    let (near, far) = (glass(0.5, Vec3::X), glass(-0.5, Vec3::Z));
    let picture = |name: &str, meshes: [&_; 2]| {
        studio.picture(name, &studio.scene(SurfaceMode::Material, &meshes))
    };
    let given = [
        picture("far first", [&far, &near]),
        picture("near first", [&near, &far]),
    ];
    assert_eq!(changed(&given[0], &given[1]), []);
    let [r, _, b] = rgb(&given[0], CENTER);
    assert!(r > 60 && b > 60, "both are seen: {r} {b}");
}

#[test]
fn surfaces_hide_bones_if_they_may() {
    let Some(studio) = Studio::new() else { return };
    let ball = studio.mesh(&ball(Vec3::ZERO, 0.9), &Material::CLAY);
    let meshes = [&ball];
    let bare = studio.scene(SurfaceMode::Clay, &meshes);
    let mut bones = BoneBuffers::new(&studio.gpu.device);
    let joint = |y: f32, parent| JointMark::at(Vec3::new(0.0, y, 0.0), Mat3::IDENTITY, parent);
    let joints = [joint(-0.5, None), joint(0.3, Some(0))];
    let look = BoneLook {
        style: BoneStyle::Stick,
        axes: true,
        theme: &Theme::DARK,
    };
    bones.write(&studio.gpu.device, &studio.gpu.queue, &joints, look);
    let shown = |bones_hidden| {
        let scene = Scene {
            bones: Some(&bones),
            bones_hidden,
            ..bare
        };
        studio.picture("sticks", &scene)
    };
    let bare = studio.picture("no sticks", &bare);
    assert_eq!(changed(&shown(true), &bare), []);
    let in_front = shown(false);
    assert!(changed(&in_front, &bare).len() > 30);
    let reds = in_front
        .pixels()
        .filter(|p| p.0[0] > p.0[1].saturating_add(40) && p.0[0] > p.0[2].saturating_add(40));
    assert!(reds.count() > 2, "the x axis is red");
}

#[test]
fn only_a_stretch_shows_an_ellipsoid() {
    let Some(studio) = Studio::new() else { return };
    let bare = studio.scene(SurfaceMode::Clay, &[]);
    let shown = |name: &str, stretch| {
        let ellipsoid = Some(Ellipsoid {
            center: Vec3::ZERO,
            radius: 0.4,
            rotation: Quat::IDENTITY,
            stretch,
        });
        studio.picture(name, &Scene { ellipsoid, ..bare })
    };
    let nothing = studio.picture("no ellipsoid", &bare);
    assert_eq!(changed(&shown("rigid", Mat3::IDENTITY), &nothing), []);
    let wide = Mat3::from_diagonal(Vec3::new(2.0, 1.0, 1.0));
    let marks = changed(&shown("ellipsoid", wide), &nothing);
    assert!(marks.len() > 100, "{}", marks.len());
    let span = |along: fn(&(u32, u32)) -> u32| {
        let (least, most) = (marks.iter().map(along).min(), marks.iter().map(along).max());
        most.unwrap() - least.unwrap()
    };
    let (width, height) = (span(|place| place.0), span(|place| place.1));
    assert!(width.abs_diff(2 * height) < 8, "{width} by {height}");
}
