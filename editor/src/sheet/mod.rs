//! Lays out pictures made without a window: egui puts panes, titles and legends together off screen.

use eframe::egui::{
    Color32, Painter, Rect, Stroke, TextureHandle, TextureId, TextureOptions, pos2, vec2,
};
use eframe::egui_wgpu::{RendererOptions, ScreenDescriptor};
use eframe::{egui, egui_wgpu};
use headless::sheet::{
    Canvas, Legend, OverPane, PaneRect, PictureError, Sheet, SheetPane, SheetPicture,
};
use image::RgbaImage;
use render::{Gpu, attempt, check_size, read_back};

use crate::panels::skeleton::joint_names::names_over;
use crate::viewport::ghost_tint;
use crate::viewport::over::mark_spot;
use crate::viewport::reference::{background, draw_placed, image_of};
use crate::viewport::trails::draw_trails;

mod legend;

/// Color of the gap between panes, and where the last row has none.
const SEAM: Color32 = Color32::from_rgb(20, 21, 24);

/// Color of the line of a wipe.
const WIPE: Color32 = Color32::from_gray(235);

/// A rectangle in points.
fn points(canvas: Canvas, rect: PaneRect) -> Rect {
    let points = |pixels: [u32; 2]| pixels.map(|pixels| pixels as f32 / canvas.scale);
    let ([left, top], [width, height]) = (points(rect.min), points(rect.size));
    Rect::from_min_size(pos2(left, top), vec2(width, height))
}

/// Puts the panes of a sheet where they lie, writes titles and legends over them, and reads the picture back.
///
/// # Errors
///
/// A lost device, a picture beyond its limit, too little memory.
pub fn layout_sheet(gpu: &Gpu, sheet: &Sheet<'_>) -> Result<RgbaImage, PictureError> {
    check_size(&gpu.device, sheet.canvas.size)?;
    attempt(&gpu.device, || layout_unguarded(gpu, sheet))?
}

fn layout_unguarded(gpu: &Gpu, sheet: &Sheet<'_>) -> Result<RgbaImage, PictureError> {
    let canvas = sheet.canvas;
    // Without dithering, the pixels of the panes stay as they are, byte for byte.
    let options = RendererOptions {
        dithering: false,
        ..RendererOptions::default()
    };
    let mut renderer =
        egui_wgpu::Renderer::new(&gpu.device, wgpu::TextureFormat::Rgba8Unorm, options);
    let mut register = |view: &wgpu::TextureView| {
        renderer.register_native_texture(&gpu.device, view, wgpu::FilterMode::Nearest)
    };
    let drawn = sheet
        .panes
        .iter()
        .filter_map(|pane| Some((register(pane.view?), pane)));
    let drawn: Vec<(TextureId, &SheetPane<'_>)> = drawn.collect();

    let context = egui::Context::default();
    // Textures live as long as their handles: until all is drawn.
    let mut kept: Vec<TextureHandle> = Vec::new();
    let output = context.run_pass(input(canvas), |context| {
        let painter = context.layer_painter(egui::LayerId::background());
        for (texture, pane) in &drawn {
            let painter = painter.with_clip_rect(points(canvas, pane.seen));
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let tint = pane.ghost.map_or(Color32::WHITE, ghost_tint);
            let place = points(canvas, pane.rect);
            if let Some(picture) = pane.picture.filter(|own| !own.placed.in_front) {
                background(&painter, place, picture.background);
                kept.extend(lay_picture(&painter, place, picture));
            }
            painter.image(*texture, place, whole, tint);
            if let Some(picture) = pane.picture.filter(|own| own.placed.in_front) {
                kept.extend(lay_picture(&painter, place, picture));
            }
            if let Some(over) = pane.over {
                lay_over(&painter, points(canvas, pane.rect), over);
            }
        }
        write_over(&painter, sheet);
    });
    draw(gpu, canvas, &context, renderer, output)
}

/// A reference picture as the window has it; its texture.
fn lay_picture(painter: &Painter, place: Rect, shown: SheetPicture<'_>) -> Option<TextureHandle> {
    let image = image_of(shown.picture);
    let has_pixels = image.size.iter().all(|side| *side > 0);
    let options = TextureOptions::LINEAR;
    let texture = has_pixels.then(|| painter.ctx().load_texture("reference", image, options))?;
    draw_placed(painter, place, texture.id(), shown.picture, shown.placed);
    Some(texture)
}

/// The ways and the names of joints, as the window has them over its panes.
fn lay_over(painter: &Painter, picture: Rect, over: &OverPane<'_>) {
    let OverPane {
        camera,
        skeleton,
        trails,
        names,
        ..
    } = over;
    if let Some(trails) = trails {
        draw_trails(painter, picture, camera, trails);
    }
    names_over(painter, picture, camera, skeleton, names);
}

fn write_over(painter: &Painter, sheet: &Sheet<'_>) {
    let (canvas, ramp) = (sheet.canvas, sheet.ramp);
    for pane in &sheet.panes {
        let rect = points(canvas, pane.seen);
        let painter = painter.with_clip_rect(rect);
        if !pane.title.is_empty() {
            legend::label(&painter, rect, pane.title, &sheet.subtitle);
        }
        match pane.legend {
            Some(Legend::Difference(scale)) => {
                legend::difference(&painter, rect, scale, sheet.diverging);
            }
            Some(Legend::Weights(joint)) => legend::weights(&painter, rect, joint, ramp),
            Some(Legend::Map(name)) => legend::map(&painter, rect, name, ramp),
            Some(Legend::Asymmetry { of, most, mean }) => {
                legend::asymmetry(&painter, rect, of, [*most, *mean], ramp);
            }
            Some(&Legend::NormalError { most, mean }) => {
                legend::normal_error(&painter, rect, ([most, mean], ramp));
            }
            Some(Legend::NearFlip(found)) => legend::near_flip(&painter, rect, found, ramp),
            None => {}
        }
        if let Some((over, spot)) = pane.over.and_then(|over| Some((over, over.spot.as_ref()?))) {
            mark_spot(&painter, points(canvas, pane.rect), &over.camera, spot);
        }
        let seam = Stroke::new(2.0, SEAM);
        if pane.seen.min[0] > pane.rect.min[0] {
            painter.vline(rect.left(), rect.y_range(), Stroke::new(3.0, WIPE));
        } else if pane.rect.min[0] > 0 {
            painter.vline(rect.left(), rect.y_range(), seam);
        }
        if pane.rect.min[1] > 0 {
            painter.hline(rect.x_range(), rect.top(), seam);
        }
    }
}

fn input(canvas: Canvas) -> egui::RawInput {
    let whole = PaneRect {
        min: [0, 0],
        size: canvas.size,
    };
    let longest = canvas.size[0].max(canvas.size[1]);
    let mut input = egui::RawInput {
        screen_rect: Some(points(canvas, whole)),
        ..egui::RawInput::default()
    };
    input.max_texture_side = Some(2048.max(usize::try_from(longest).unwrap_or(2048)));
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
            load: wgpu::LoadOp::Clear(as_bytes(SEAM)),
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
    // Text over a pane is blended, which changes alpha; the picture itself is opaque.
    picture.pixels_mut().for_each(|pixel| pixel[3] = u8::MAX);
    Ok(picture)
}

/// A color as its bytes are: the picture's are encoded already.
fn as_bytes(color: Color32) -> wgpu::Color {
    let [r, g, b, a] = color.to_array().map(|byte| f64::from(byte) / 255.0);
    wgpu::Color { r, g, b, a }
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
