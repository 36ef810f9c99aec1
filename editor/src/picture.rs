//! Pictures without a window: panes and text, put together by egui off screen.

use eframe::egui::{self, Color32, Painter, Rect, TextureId, pos2, vec2};
use eframe::egui_wgpu::{self, RendererOptions, ScreenDescriptor};
use image::RgbaImage;
use thiserror::Error;

use crate::render::{Gpu, TargetError, attempt, check_size};

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
    /// A lost device.
    #[error("the graphics device did not finish the picture: {0}")]
    Poll(#[from] wgpu::PollError),
    /// No memory to read it from.
    #[error("the picture's memory could not be read: {0}")]
    Map(#[from] wgpu::MapRangeError),
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
    read_back(gpu, &texture)
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

fn read_back(gpu: &Gpu, texture: &wgpu::Texture) -> Result<RgbaImage, PictureError> {
    let Gpu { device, queue, .. } = gpu;
    let (width, height) = (texture.width(), texture.height());
    let padded_row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("picture"),
        size: u64::from(padded_row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("picture"),
    });
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(padded_row),
        rows_per_image: None,
    };
    let destination = wgpu::TexelCopyBufferInfo {
        buffer: &buffer,
        layout,
    };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), destination, texture.size());
    queue.submit([encoder.finish()]);
    // The outcome of the mapping shows again in `get_mapped_range`.
    buffer.map_async(wgpu::MapMode::Read, .., |_| {});
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let bytes = buffer.get_mapped_range(..)?;
    let rows = bytes.chunks_exact(padded_row as usize);
    // What is written over a pane is blended, the picture itself has no holes.
    let mut pixels: Vec<u8> = rows
        .flat_map(|row| &row[..4 * width as usize])
        .copied()
        .collect();
    pixels
        .iter_mut()
        .skip(3)
        .step_by(4)
        .for_each(|alpha| *alpha = u8::MAX);
    Ok(RgbaImage::from_raw(width, height, pixels).unwrap_or_default())
}
