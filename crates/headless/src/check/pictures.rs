//! Pictures of places: the skin around them, in the pose where they are worst.

use glam::{Vec2, Vec3};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{Rgba, RgbaImage};
use render::drawable::{Drawable, Machine};
use render::{Gpu, MeshBuffers, PaneTarget, Renderer, Scene, Theme, request_device};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::surface_mode::SurfaceMode;
use session::document::driven::drive;
use session::state::judging::CheckedPlace;

use crate::Failure;
use crate::source::opened::OpenedCharacter;

/// Width and height of a picture.
const SIZE: [u32; 2] = [320, 240];
/// What a picture shows around its place, as a share of the character.
const AROUND: f32 = 0.16;
/// The ring around the place: its radius and its width in pixels.
const RING: [f32; 2] = [11.0, 2.0];

/// A graphics device with what it needs to draw characters.
pub(super) struct Painter {
    gpu: Gpu,
    renderer: Renderer,
    target: PaneTarget,
    /// The present character: its buffers, and its size.
    drawable: Option<(Drawable, f32)>,
}

impl Painter {
    pub(super) fn new() -> Result<Self, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::Data(format!(
                "{error}; or leave --sheet out, which draws pictures."
            ))
        };
        let gpu = request_device().map_err(|error| failed(&error))?;
        let renderer = Renderer::new(&gpu.device, &gpu.queue).map_err(|error| failed(&error))?;
        let target = PaneTarget::exact(&renderer, &gpu.device, SIZE);
        Ok(Self {
            target: target.map_err(|error| failed(&error))?,
            gpu,
            renderer,
            drawable: None,
        })
    }

    /// Pictures are of this character from now on.
    pub(super) fn take_character(&mut self, opened: &OpenedCharacter) -> Result<(), Failure> {
        let character = &*opened.character;
        let inheritance = &character.rig.scale_inheritance;
        let at_rest = deform(
            character,
            &base_pose(character),
            inheritance,
            Look::default(),
        )?;
        let machine = Machine {
            renderer: &self.renderer,
            device: &self.gpu.device,
            queue: &self.gpu.queue,
        };
        let drawable = Drawable::new(machine, character, &at_rest)
            .map_err(|error| Failure::Data(format!("{}: {error}.", character.name)))?;
        let points = at_rest.iter().flat_map(|of| of.positions.iter().copied());
        let size = Bounds::from_points(points).size().length();
        self.drawable = Some((drawable, size));
        Ok(())
    }

    /// A place as PNG.
    pub(super) fn picture(
        &mut self,
        opened: &OpenedCharacter,
        look: Option<Look>,
        place: &CheckedPlace,
    ) -> Result<Vec<u8>, Failure> {
        let character = &*opened.character;
        let own = opened.own.as_ref().map(|own| &own.scale_inheritance[..]);
        let inheritance = own.unwrap_or(&character.rig.scale_inheritance);
        let base = base_pose(character);
        let pose = place.pose.as_ref().map_or(&base, |(_, pose)| pose);
        let mut pose = pose.clone();
        drive(&opened.driven, &mut pose);
        let deformed = deform(character, &pose, inheritance, look.unwrap_or_default())?;
        let failed = |why: String| Failure::Data(format!("{}: {why}.", character.name));
        let Some((drawable, size)) = &mut self.drawable else {
            return Err(failed("there is nothing to draw".to_owned()));
        };
        let Gpu { device, queue, .. } = &self.gpu;
        let written = drawable.write(queue, character, &deformed);
        written.map_err(|error| failed(error.to_string()))?;
        let camera = camera(&deformed, place, *size, self.target.aspect());
        let meshes: Vec<&MeshBuffers> = drawable.meshes.iter().collect();
        let scene = Scene {
            surface: SurfaceMode::Clay,
            wireframe: true,
            ..Scene::of(&camera, &Theme::DARK, &meshes)
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("worst spot"),
        });
        self.renderer
            .draw(queue, &mut encoder, &self.target, &scene);
        queue.submit([encoder.finish()]);
        let picture = self.target.read_back(device, queue);
        let mut picture = picture.map_err(|error| failed(error.to_string()))?;
        let [width, height] = SIZE.map(|side| side as f32);
        if let Some(at) = camera.pixel(place.at, Vec2::new(width, height)) {
            ring(&mut picture, at);
        }
        let mut png = Vec::new();
        let encoder =
            // Pictures are part of the sheet: small ones are worth the time.
            PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::Adaptive);
        let encoded = picture.write_with_encoder(encoder);
        encoded.map_err(|error| failed(error.to_string()))?;
        Ok(png)
    }
}

/// Looks at the place against the surface there.
fn camera(deformed: &[DeformedPrimitive], place: &CheckedPlace, size: f32, aspect: f32) -> Camera {
    let primitive = deformed.get(place.vertex.primitive);
    let normal = primitive.and_then(|of| of.normals.get(place.vertex.vertex));
    let normal = normal.filter(|normal| normal.is_finite());
    let half = Vec3::splat(0.5 * AROUND * size);
    let around = Bounds::from_points([place.at - half, place.at + half]);
    let camera = Camera::default().facing_normal(normal.copied().unwrap_or(Vec3::Z));
    camera.framed(&around, aspect)
}

/// A ring in a color that no surface has.
fn ring(picture: &mut RgbaImage, at: Vec2) {
    let [radius, width] = RING;
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        // The middle of a pixel lies half a pixel behind its edge.
        let distance = Vec2::new(x as f32 + 0.5, y as f32 + 0.5).distance(at);
        if (distance - radius).abs() <= width {
            *pixel = Rgba([255, 96, 64, 255]);
        }
    }
}
