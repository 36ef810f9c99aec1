//! Pictures on whatever device there is, down to one in software. Numbers, not snapshots: what a person would notice.
//!
//! With `DUALSKIN_PICTURES=folder` each picture is also kept there, to be looked at.

use std::io::Write as _;

use glam::{Mat3, Vec2, Vec3, Vec4};
use image::RgbaImage;
use render::{
    AlphaMode, BoneBuffers, BoneLook, Gpu, Ground, Material, MeshBuffers, MeshData, PaneTarget,
    Renderer, Scene, TargetError, Texture, Theme, attempt, request_device,
};
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::joint_mark::{Emphasis, JointMark};
use scene::view::ramps::diverging_ramp;
use scene::view::surface_mode::SurfaceMode;
use scene::view::weight_ramps::WeightRamp;

use super::subjects::{Subject, ball, bent_tube};

const SIZE: [u32; 2] = [160, 120];
pub(crate) const CENTER: [u32; 2] = [80, 60];
/// Half a byte of dither, and drivers round differently.
const BYTE_SLACK: u8 = 2;

/// A device with everything that is the same for all pictures of a test.
pub(crate) struct Studio {
    pub(crate) gpu: Gpu,
    pub(crate) renderer: Renderer,
    pub(crate) camera: Camera,
}

impl Studio {
    /// `None` (and says so) without a device, unless that is required.
    pub(crate) fn new() -> Option<Self> {
        let gpu = match request_device() {
            Ok(gpu) => gpu,
            Err(error) => {
                assert!(
                    std::env::var_os("DUALSKIN_REQUIRE_GPU").is_none_or(|v| v != "1"),
                    "{error}"
                );
                let mut stdout = std::io::stdout();
                writeln!(stdout, "skipped: {error}").unwrap();
                return None;
            }
        };
        let renderer = Renderer::new(&gpu.device, &gpu.queue).unwrap();
        let unit = Bounds {
            min: Vec3::NEG_ONE,
            max: Vec3::ONE,
        };
        let camera = Camera::default()
            .with_viewpoint(Viewpoint::Front)
            .framed(&unit, 4.0 / 3.0);
        Some(Self {
            gpu,
            renderer,
            camera,
        })
    }

    pub(crate) fn mesh(&self, subject: &Subject, material: &Material<'_>) -> MeshBuffers {
        let mesh = MeshData {
            positions: &subject.positions,
            normals: &subject.normals,
            tex_coords: &subject.tex_coords,
            triangles: &subject.triangles,
        };
        MeshBuffers::new(
            &self.renderer,
            &self.gpu.device,
            &self.gpu.queue,
            &mesh,
            material,
        )
        .unwrap()
    }

    pub(crate) fn scene<'a>(
        &'a self,
        surface: SurfaceMode,
        meshes: &'a [&'a MeshBuffers],
    ) -> Scene<'a> {
        Scene {
            surface,
            ..Scene::of(&self.camera, &Theme::DARK, meshes)
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "pictures to be looked at may be cut off"
    )]
    pub(crate) fn picture(&self, name: &str, scene: &Scene<'_>) -> RgbaImage {
        let Gpu { device, queue, .. } = &self.gpu;
        let target = PaneTarget::new(&self.renderer, device, SIZE);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.renderer.draw(queue, &mut encoder, &target, scene);
        queue.submit([encoder.finish()]);
        let picture = target.read_back(device, queue).unwrap();
        assert_eq!(picture.dimensions(), (SIZE[0], SIZE[1]));
        if let Some(folder) = std::env::var_os("DUALSKIN_PICTURES") {
            picture
                .save(std::path::Path::new(&folder).join(format!("{name}.png")))
                .unwrap();
        }
        picture
    }
}

#[test]
fn an_empty_scene_is_the_background() {
    let Some(studio) = Studio::new() else { return };
    let empty = Subject {
        positions: vec![],
        normals: vec![],
        tex_coords: vec![],
        triangles: vec![],
    };
    let nothing = studio.mesh(&empty, &Material::CLAY);
    let picture = studio.picture("empty", &studio.scene(SurfaceMode::Material, &[&nothing]));
    assert_near(rgb(&picture, [0, 0]), Theme::DARK.background_top);
    assert_near(rgb(&picture, [159, 0]), Theme::DARK.background_top);
    assert_near(rgb(&picture, [0, 119]), Theme::DARK.background_bottom);
    assert!(
        picture.pixels().all(|pixel| pixel.0[3] == 255),
        "a picture is opaque"
    );
}

#[test]
fn a_ball_is_lit_from_the_upper_left_and_never_blown_out() {
    let Some(studio) = Studio::new() else { return };
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &Material::CLAY);
    let picture = studio.picture("ball", &studio.scene(SurfaceMode::Material, &[&ball]));
    assert_near(rgb(&picture, [0, 0]), Theme::DARK.background_top);
    let (upper_left, lower_right) = (
        brightness(&picture, [58, 38]),
        brightness(&picture, [104, 86]),
    );
    assert!(
        upper_left > lower_right + 60,
        "form shows: {upper_left} against {lower_right}"
    );
    assert!(lower_right > 30, "no black shadows: {lower_right}");
    assert!(
        picture
            .pixels()
            .all(|pixel| pixel.0[..3].iter().all(|&byte| byte < 250)),
        "no blown highlights"
    );
}

#[test]
fn a_texture_keeps_its_hue() {
    let Some(studio) = Studio::new() else { return };
    let Gpu { device, queue, .. } = &studio.gpu;
    let blue = [40, 80, 200, 255].repeat(8 * 8);
    let texture = Texture::upload(&studio.renderer, device, queue, [8, 8], &blue).unwrap();
    let material = Material {
        base_color: Some(Vec4::ONE),
        texture: Some(&texture),
        ..Material::CLAY
    };
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &material);
    let picture = studio.picture("texture", &studio.scene(SurfaceMode::Material, &[&ball]));
    let [r, g, b] = rgb(&picture, CENTER);
    assert!(r < g && g < b && b.abs_diff(200) < 40, "{r} {g} {b}");
    let clay = studio.picture("clay", &studio.scene(SurfaceMode::Clay, &[&ball]));
    let [r, _, b] = rgb(&clay, CENTER);
    assert!(r >= b, "clay is warm: {r} {b}");
}

#[test]
fn masked_surfaces_have_holes_and_blended_ones_show_what_is_behind() {
    let Some(studio) = Studio::new() else { return };
    let glass = Some(Vec4::new(1.0, 1.0, 1.0, 0.3));
    let center = |name: &str, alpha: AlphaMode| {
        let mesh = studio.mesh(
            &ball(Vec3::ZERO, 1.0),
            &Material {
                base_color: glass,
                alpha,
                ..Material::CLAY
            },
        );
        let picture = studio.picture(name, &studio.scene(SurfaceMode::Material, &[&mesh]));
        brightness(&picture, CENTER)
    };
    let background = brightness(
        &studio.picture("bare", &studio.scene(SurfaceMode::Material, &[])),
        CENTER,
    );
    let (opaque, blend) = (
        center("opaque", AlphaMode::Opaque),
        center("blend", AlphaMode::Blend),
    );
    assert!(center("hole", AlphaMode::Mask(0.5)).abs_diff(background) <= 3);
    assert_eq!(center("masked", AlphaMode::Mask(0.2)), opaque);
    assert!(
        background + 20 < blend && blend + 20 < opaque,
        "{background} < {blend} < {opaque}"
    );
}

#[test]
fn heat_maps_show_the_ramp() {
    let Some(studio) = Studio::new() else { return };
    let subject = ball(Vec3::ZERO, 1.0);
    let mesh = studio.mesh(&subject, &Material::CLAY);
    let center = |name: &str, value: f32, surface: SurfaceMode| {
        mesh.write_channel(&studio.gpu.queue, &vec![value; subject.positions.len()])
            .unwrap();
        rgb(
            &studio.picture(name, &studio.scene(surface, &[&mesh])),
            CENTER,
        )
    };
    let difference = SurfaceMode::Difference { range: 0.01 };
    for (name, value) in [("minus", -0.01), ("half", 0.005), ("plus", 0.02)] {
        assert_hue(
            center(name, value, difference),
            diverging_ramp(value / 0.01),
        );
    }
    assert_hue(center("nan", f32::NAN, difference), diverging_ramp(0.0));
    assert_hue(
        center("zero weight", 0.0, SurfaceMode::Weights),
        WeightRamp::default().marks().zero,
    );
    let full = center("full weight", 1.0, SurfaceMode::Weights);
    assert!(
        full.iter().all(|&byte| byte > 200),
        "full weight is nearly white: {full:?}"
    );
    let high = center("high weight", 0.999, SurfaceMode::Weights);
    assert!(high[2] < 150, "nearly full weight is not marked: {high:?}");
}

#[test]
fn bones_are_in_front_and_selected_ones_stand_out() {
    let Some(studio) = Studio::new() else { return };
    let Gpu { device, queue, .. } = &studio.gpu;
    let tube = studio.mesh(&bent_tube(1.2), &Material::CLAY);
    let joint = |y: f32, parent, emphasis| JointMark {
        emphasis,
        ..JointMark::at(Vec3::new(0.0, y, 0.0), Mat3::IDENTITY, parent)
    };
    let mut bones = BoneBuffers::new(device);
    let mut picture = |name: &str, emphasis| {
        bones.write(
            device,
            queue,
            &[
                joint(-0.9, None, emphasis),
                joint(0.9, Some(0), Emphasis::Normal),
            ],
            BoneLook::of(&Theme::DARK),
        );
        studio.picture(
            name,
            &Scene {
                bones: Some(&bones),
                ..studio.scene(SurfaceMode::Material, &[&tube])
            },
        )
    };
    let [r, _, b] = rgb(&picture("bones", Emphasis::Normal), [80, 80]);
    assert!(b > r, "bones are bluish: {r} {b}");
    let [r, _, b] = rgb(&picture("selected", Emphasis::Selected), [80, 80]);
    assert!(r > b + 80, "selected bones are orange: {r} {b}");
}

#[test]
fn the_ground_is_hidden_by_what_stands_on_it() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let subject = ball(Vec3::ZERO, 1.0);
    let bounds = Bounds::from_points(subject.positions.iter().copied());
    studio.camera = Camera {
        pitch: 0.5,
        ..studio.camera
    };
    let mesh = studio.mesh(&subject, &Material::CLAY);
    let ground = Some(Ground::under(&bounds));
    let with = studio.picture(
        "ground",
        &Scene {
            ground,
            ..studio.scene(SurfaceMode::Material, &[&mesh])
        },
    );
    let without = studio.picture("no ground", &studio.scene(SurfaceMode::Material, &[&mesh]));
    let n_changed = with
        .pixels()
        .zip(without.pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(n_changed > 1000, "lines show: {n_changed} pixels");
    assert_eq!(
        rgb(&with, [80, 40]),
        rgb(&without, [80, 40]),
        "not through the upper half of the ball"
    );
}

#[test]
fn broken_vertices_break_nothing_else() {
    let Some(studio) = Studio::new() else { return };
    let whole = ball(Vec3::ZERO, 1.0);
    let mut broken = ball(Vec3::ZERO, 1.0);
    for (index, position) in broken.positions.iter_mut().enumerate().take(40) {
        *position = [Vec3::NAN, Vec3::INFINITY, Vec3::splat(f32::MAX)][index % 3];
    }
    broken.normals[1000] = Vec3::NAN;
    let whole = studio.mesh(&whole, &Material::CLAY);
    let broken = studio.mesh(&broken, &Material::CLAY);
    let right = studio.picture("whole", &studio.scene(SurfaceMode::Material, &[&whole]));
    let picture = studio.picture("broken", &studio.scene(SurfaceMode::Material, &[&broken]));
    assert_eq!(rgb(&picture, CENTER), rgb(&right, CENTER));
}

#[test]
fn missing_normals_show_facets_and_lists_must_fit() {
    let Some(studio) = Studio::new() else { return };
    let mut subject = ball(Vec3::ZERO, 1.0);
    subject.normals.clear();
    let mut mesh = studio.mesh(&subject, &Material::CLAY);
    let picture = studio.picture("facets", &studio.scene(SurfaceMode::Material, &[&mesh]));
    assert!(brightness(&picture, CENTER) > 100, "lit all the same");
    let short = mesh
        .write_vertices(&studio.gpu.queue, &subject.positions[1..], &[])
        .unwrap_err();
    assert!(short.to_string().contains("positions"), "{short}");
    assert!(mesh.write_channel(&studio.gpu.queue, &[0.0]).is_err());
}

#[test]
fn panes_share_what_stays_and_move_apart() {
    let Some(studio) = Studio::new() else { return };
    let subject = ball(Vec3::ZERO, 1.0);
    let here = studio.mesh(&subject, &Material::CLAY);
    let mut there = here.sharing(&studio.gpu.device).unwrap();
    let moved: Vec<Vec3> = subject
        .positions
        .iter()
        .map(|p| *p + 9.0 * Vec3::X)
        .collect();
    there
        .write_vertices(&studio.gpu.queue, &moved, &subject.normals)
        .unwrap();
    let here = studio.picture("here", &studio.scene(SurfaceMode::Material, &[&here]));
    let there = studio.picture("there", &studio.scene(SurfaceMode::Material, &[&there]));
    assert!(brightness(&here, CENTER) > brightness(&there, CENTER) + 60);
}

#[test]
fn an_empty_target_is_skipped_and_can_grow() {
    let Some(studio) = Studio::new() else { return };
    let Gpu { device, queue, .. } = &studio.gpu;
    let ball = studio.mesh(&ball(Vec3::ZERO, 1.0), &Material::CLAY);
    let meshes = [&ball];
    let scene = studio.scene(SurfaceMode::Material, &meshes);
    let mut pane = PaneTarget::new(&studio.renderer, device, [0, 7]);
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    studio.renderer.draw(queue, &mut encoder, &pane, &scene);
    assert!(pane.view().is_none());
    assert_eq!(pane.read_back(device, queue).unwrap().dimensions(), (0, 0));

    pane.resize(device, SIZE);
    studio.renderer.draw(queue, &mut encoder, &pane, &scene);
    queue.submit([encoder.finish()]);
    let drawn = pane.read_back(device, queue).unwrap();
    assert_eq!(drawn.dimensions(), (SIZE[0], SIZE[1]));
    assert!(brightness(&drawn, CENTER) > 60, "the ball is drawn");
}

#[test]
fn a_target_beyond_the_device_is_refused() {
    let Some(studio) = Studio::new() else { return };
    let Gpu { device, queue, .. } = &studio.gpu;
    let exact = |size| PaneTarget::exact(&studio.renderer, device, size);
    let limit = device.limits().max_texture_dimension_2d;
    for size in [[limit + 1, 8], [8, u32::MAX]] {
        let error = exact(size).unwrap_err();
        assert!(matches!(error, TargetError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains(&limit.to_string()), "{error}");
    }
    // Ten gigabytes and more: some machines have them.
    match exact([limit; 2]) {
        Ok(target) => assert_eq!(target.size(), [limit; 2]),
        Err(error) => assert!(matches!(error, TargetError::OutOfMemory), "{error}"),
    }
    let refused = attempt(device, || {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 4,
            usage: wgpu::BufferUsages::empty(),
            mapped_at_creation: false,
        })
    });
    assert!(matches!(refused, Err(TargetError::Refused(_))));
    // The device goes on working.
    let target = exact(SIZE).unwrap();
    assert_eq!(
        target.read_back(device, queue).unwrap().dimensions(),
        (SIZE[0], SIZE[1])
    );
}

pub(crate) fn rgb(picture: &RgbaImage, [x, y]: [u32; 2]) -> [u8; 3] {
    let [r, g, b, _] = picture.get_pixel(x, y).0;
    [r, g, b]
}

pub(crate) fn brightness(picture: &RgbaImage, place: [u32; 2]) -> u16 {
    rgb(picture, place)
        .iter()
        .map(|&byte| u16::from(byte))
        .sum::<u16>()
        / 3
}

fn assert_near(found: [u8; 3], expected: [u8; 3]) {
    let near = found
        .iter()
        .zip(expected)
        .all(|(f, e)| f.abs_diff(e) <= BYTE_SLACK);
    assert!(near, "expected {expected:?}, found {found:?}");
}

/// The same color up to brightness: light shapes a heat map.
fn assert_hue(found: [u8; 3], ramp: Vec3) {
    let found = Vec3::from(found.map(|byte| f32::from(byte) / 255.0));
    let chroma =
        |color: Vec3| Vec2::new(color.x - color.y, color.z - color.y) / color.max_element();
    let distance = chroma(found).distance(chroma(ramp));
    assert!(
        distance < 0.15,
        "expected the hue of {ramp}, found {found} ({distance} apart)"
    );
}
