//! Pictures without a window: panes and text, put together by egui off screen.

use eframe::egui::{self, Color32, Painter, Rect, TextureId, pos2, vec2};
use eframe::egui_wgpu::{self, RendererOptions, ScreenDescriptor};
use image::RgbaImage;
use thiserror::Error;

use render::{Gpu, ReadBackError, TargetError, attempt, check_size, read_back};

/// The picture that panes and text are put on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels of a point, the unit of text and margins.
    pub scale: f32,
}

/// A drawn pane and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPane<'a> {
    /// `Rgba8Unorm`, encoded.
    pub view: &'a wgpu::TextureView,
    /// Left edge and width in pixels; a pane is as high as the canvas.
    pub span: [u32; 2],
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A lost device, or no memory to read it from.
    #[error(transparent)]
    ReadBack(#[from] ReadBackError),
    /// Too large, or too little memory.
    #[error(transparent)]
    Target(#[from] TargetError),
}

impl Canvas {
    /// The rectangle of a pane in points.
    #[must_use]
    pub fn rect(&self, [left, width]: [u32; 2]) -> Rect {
        let points = |pixels: u32| pixels as f32 / self.scale;
        Rect::from_min_size(
            pos2(points(left), 0.0),
            vec2(points(width), points(self.size[1])),
        )
    }
}

/// Puts panes side by side, lets `paint` write over them, and reads the picture back.
///
/// # Errors
///
/// A lost device, a picture beyond its limit, too little memory.
pub fn compose(
    gpu: &Gpu,
    canvas: Canvas,
    panes: &[PlacedPane<'_>],
    paint: impl Fn(&Painter),
) -> Result<RgbaImage, PictureError> {
    check_size(&gpu.device, canvas.size)?;
    attempt(&gpu.device, || compose_unguarded(gpu, canvas, panes, paint))?
}

fn compose_unguarded(
    gpu: &Gpu,
    canvas: Canvas,
    panes: &[PlacedPane<'_>],
    paint: impl Fn(&Painter),
) -> Result<RgbaImage, PictureError> {
    // Without dithering the panes arrive byte for byte.
    let options = RendererOptions {
        dithering: false,
        ..RendererOptions::default()
    };
    let mut renderer =
        egui_wgpu::Renderer::new(&gpu.device, wgpu::TextureFormat::Rgba8Unorm, options);
    let register = |pane: &PlacedPane<'_>| {
        renderer.register_native_texture(&gpu.device, pane.view, wgpu::FilterMode::Nearest)
    };
    let textures: Vec<TextureId> = panes.iter().map(register).collect();

    let context = egui::Context::default();
    let output = context.run_pass(input(canvas), |context| {
        let painter = context.layer_painter(egui::LayerId::background());
        for (pane, &texture) in panes.iter().zip(&textures) {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture, canvas.rect(pane.span), whole, Color32::WHITE);
        }
        paint(&painter);
    });
    draw(gpu, canvas, &context, renderer, output)
}

fn input(canvas: Canvas) -> egui::RawInput {
    let [width, height] = canvas.size;
    let mut input = egui::RawInput {
        screen_rect: Some(canvas.rect([0, width])),
        ..egui::RawInput::default()
    };
    input.max_texture_side = Some(2048.max(usize::try_from(width.max(height)).unwrap_or(2048)));
    if let Some(root) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
        root.native_pixels_per_point = Some(canvas.scale);
    }
    input
}

fn draw(
    gpu: &Gpu,
    canvas: Canvas,
    context: &egui::Context,
    mut renderer: egui_wgpu::Renderer,
    mut output: egui::FullOutput,
) -> Result<RgbaImage, PictureError> {
    let Gpu { device, queue, .. } = gpu;
    #[expect(
        clippy::iter_over_hash_type,
        reason = "each texture is set by itself; the order has no effect"
    )]
    for (id, deltas) in &output.textures_delta.set {
        for delta in deltas {
            renderer.update_texture(device, queue, *id, delta);
        }
    }
    output.textures_delta.clear();
    let jobs = context.tessellate(output.shapes, output.pixels_per_point);
    let screen = ScreenDescriptor {
        size_in_pixels: canvas.size,
        pixels_per_point: output.pixels_per_point,
    };

    let texture = target(device, canvas.size);
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("picture"),
    });
    let prepared = renderer.update_buffers(device, queue, &mut encoder, &jobs, &screen);
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let attachment = wgpu::RenderPassColorAttachment {
        view: &view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations {
            load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
            store: wgpu::StoreOp::Store,
        },
    };
    let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(attachment)],
        ..wgpu::RenderPassDescriptor::default()
    });
    renderer.render(&mut pass.forget_lifetime(), &jobs, &screen);
    queue.submit(prepared.into_iter().chain([encoder.finish()]));
    let mut picture = read_back(device, queue, &texture)?;
    // What is written over a pane is blended, the picture itself has no holes.
    picture.pixels_mut().for_each(|pixel| pixel[3] = u8::MAX);
    Ok(picture)
}

fn target(device: &wgpu::Device, [width, height]: [u32; 2]) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}
