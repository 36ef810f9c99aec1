//! The render target of a pane.

use image::RgbaImage;
use thiserror::Error;

use super::layouts::{FrameUniform, GridUniform, RingsUniform};
use super::read_back::read_back;
use super::{ReadBackError, Renderer};

/// Samples per pixel: four is the one count above one that every device of WebGPU has.
pub(super) const SAMPLES: u32 = 4;
/// Stores linear colors as sRGB bytes: blending and resolving stay linear.
pub(super) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Float depth, for reversed infinite depth.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// The same bytes as `COLOR_FORMAT`, without decoding when read.
const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The picture of one pane and everything needed to draw it: 4 samples per pixel, depth, and the uniforms of its
/// camera.
///
/// The finished picture is [`view`](Self::view): `Rgba8Unorm`, encoded sRGB bytes, opaque unless its backdrop is not; then
/// light was multiplied by alpha before it was encoded.
#[derive(Debug)]
pub struct PaneTarget {
    pub(super) frame: wgpu::Buffer,
    pub(super) grid: wgpu::Buffer,
    pub(super) rings: wgpu::Buffer,
    pub(super) bind_group: wgpu::BindGroup,
    size: [u32; 2],
    pub(super) images: Option<Images>,
}

#[derive(Debug)]
pub(super) struct Images {
    pub samples: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    pub resolved: wgpu::Texture,
    pub resolved_view: wgpu::TextureView,
    pub picture: wgpu::Texture,
    picture_view: wgpu::TextureView,
}

/// Why a target of the requested size cannot be made.
#[derive(Debug, Error)]
pub enum TargetError {
    /// The device cannot draw into a picture of this size.
    #[error("{} x {} pixels are too many for this graphics device, whose limit is {limit} a side", size[0], size[1])]
    TooLarge {
        /// The requested width and height.
        size: [u32; 2],
        /// The longest side that the device allows.
        limit: u32,
    },
    /// The device has too little memory.
    #[error("the graphics device has too little memory for a picture of this size")]
    OutOfMemory,
    /// The device refused for another reason.
    #[error("the graphics device refused the picture: {0}")]
    Refused(wgpu::Error),
}

/// Whether the device allows a picture of `[width, height]` pixels, regardless of memory.
///
/// # Errors
///
/// A side beyond the device's limit.
pub fn check_size(device: &wgpu::Device, size: [u32; 2]) -> Result<(), TargetError> {
    let limit = device.limits().max_texture_dimension_2d;
    if size.iter().any(|&side| side > limit) {
        return Err(TargetError::TooLarge { size, limit });
    }
    Ok(())
}

/// Calls `make` and returns any error of the device, which would otherwise end the program.
///
/// # Errors
///
/// Too little memory, or any other error of the device.
pub fn attempt<T>(device: &wgpu::Device, make: impl FnOnce() -> T) -> Result<T, TargetError> {
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let made = make();
    let memory = pollster::block_on(memory.pop());
    let validation = pollster::block_on(validation.pop());
    // Memory first: a resource without memory is invalid too, and that message says less.
    match (memory, validation) {
        (Some(_), _) => Err(TargetError::OutOfMemory),
        (None, Some(reason)) => Err(TargetError::Refused(reason)),
        (None, None) => Ok(made),
    }
}

impl PaneTarget {
    /// A target of `[width, height]` pixels; see [`resize`](Self::resize).
    pub fn new(renderer: &Renderer, device: &wgpu::Device, size: [u32; 2]) -> Self {
        let uniform = |label: &str, size: usize| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let frame = uniform("frame", size_of::<FrameUniform>());
        let grid = uniform("grid", size_of::<GridUniform>());
        let rings = uniform("rings", size_of::<RingsUniform>());
        let bind_group = renderer.frame_bind_group(device, [&frame, &grid, &rings]);
        let mut target = Self {
            frame,
            grid,
            rings,
            bind_group,
            size: [0, 0],
            images: None,
        };
        // The size is zero until here, so this makes the images.
        target.resize(device, size);
        target
    }

    /// A target of exactly `[width, height]` pixels.
    ///
    /// # Errors
    ///
    /// A side beyond the device's limit, or too little memory.
    pub fn exact(
        renderer: &Renderer,
        device: &wgpu::Device,
        size: [u32; 2],
    ) -> Result<Self, TargetError> {
        check_size(device, size)?;
        attempt(device, || Self::new(renderer, device, size))
    }

    /// Changes the size to `[width, height]` pixels and loses the picture; does nothing if the size is the same.
    ///
    /// A size of zero is allowed: drawing is then skipped. A size beyond the device's limit is reduced to it.
    pub fn resize(&mut self, device: &wgpu::Device, size: [u32; 2]) {
        let largest = device.limits().max_texture_dimension_2d;
        let size = size.map(|length| length.min(largest));
        if size != self.size {
            self.size = size;
            self.images = (size[0] > 0 && size[1] > 0).then(|| Images::new(device, size));
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Width / height; 1 for an empty target.
    pub fn aspect(&self) -> f32 {
        let [width, height] = self.size;
        if width == 0 || height == 0 {
            1.0
        } else {
            width as f32 / height as f32
        }
    }

    /// The finished picture, `Rgba8Unorm` with encoded sRGB; `None` if the size is zero.
    ///
    /// Changes with [`resize`](Self::resize).
    pub fn view(&self) -> Option<&wgpu::TextureView> {
        self.images.as_ref().map(|images| &images.picture_view)
    }

    /// The texture of the picture, in the format of [`view`](Self::view); `None` if the size is zero.
    pub fn texture(&self) -> Option<&wgpu::Texture> {
        self.images.as_ref().map(|images| &images.picture)
    }

    /// A copy of the picture in a texture of its own, made when `encoder` is submitted; `None` if the size is zero.
    pub fn copy_picture(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<wgpu::Texture> {
        let images = self.images.as_ref()?;
        // The next draw goes into the same texture: who keeps the picture needs one of their own.
        let size = images.picture.size();
        let copy = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: PICTURE_FORMAT,
            usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let (from, to) = (images.picture.as_image_copy(), copy.as_image_copy());
        encoder.copy_texture_to_texture(from, to, size);
        Some(copy)
    }

    /// The picture of the last **submitted** draw, as sRGB bytes. Waits for the device.
    ///
    /// An empty target gives an empty image.
    ///
    /// # Errors
    ///
    /// The device is lost.
    pub fn read_back(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<RgbaImage, ReadBackError> {
        let Some(images) = &self.images else {
            return Ok(RgbaImage::new(0, 0));
        };
        read_back(device, queue, &images.picture)
    }
}

impl Images {
    fn new(device: &wgpu::Device, size: [u32; 2]) -> Self {
        use wgpu::TextureUsages as Usage;
        let texture =
            |label: &str, format: wgpu::TextureFormat, sample_count: u32, usage: Usage| {
                device.create_texture(&wgpu::TextureDescriptor {
                    label: Some(label),
                    size: wgpu::Extent3d {
                        width: size[0],
                        height: size[1],
                        depth_or_array_layers: 1,
                    },
                    mip_level_count: 1,
                    sample_count,
                    dimension: wgpu::TextureDimension::D2,
                    format,
                    usage,
                    view_formats: &[],
                })
            };
        let view =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let samples = texture(
            "pane samples",
            COLOR_FORMAT,
            SAMPLES,
            Usage::RENDER_ATTACHMENT,
        );
        let depth = texture(
            "pane depth",
            DEPTH_FORMAT,
            SAMPLES,
            Usage::RENDER_ATTACHMENT,
        );
        let resolved = texture(
            "pane resolved",
            COLOR_FORMAT,
            1,
            Usage::RENDER_ATTACHMENT | Usage::COPY_SRC,
        );
        let picture_usage = Usage::COPY_DST | Usage::COPY_SRC | Usage::TEXTURE_BINDING;
        let picture = texture("pane picture", PICTURE_FORMAT, 1, picture_usage);
        Self {
            samples: view(&samples),
            depth: view(&depth),
            resolved_view: view(&resolved),
            resolved,
            picture_view: view(&picture),
            picture,
        }
    }
}
