//! Base color textures on the GPU, with mip levels.

use super::Renderer;
use super::texture_image::{TextureError, check_image, halve_image};

/// A base color texture. Clones share it.
#[derive(Clone, Debug)]
pub struct Texture {
    view: wgpu::TextureView,
}

/// The encoding of base color images; sampling decodes it.
pub(super) const TEXTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

impl Texture {
    /// Uploads an image of sRGB bytes, rows from the top, four bytes per pixel with straight alpha, and generates its
    /// mip levels.
    ///
    /// An image larger than the device allows is halved until it fits.
    ///
    /// # Errors
    ///
    /// The image is empty, or its number of bytes is not 4 · width · height.
    pub fn upload(
        renderer: &Renderer,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        size: [u32; 2],
        rgba8: &[u8],
    ) -> Result<Self, TextureError> {
        check_image(size, rgba8)?;
        let largest = device.limits().max_texture_dimension_2d;
        let mut shrunk = None;
        let mut size = size;
        while size[0].max(size[1]) > largest {
            let (smaller_size, smaller) = halve_image(size, shrunk.as_deref().unwrap_or(rgba8));
            shrunk = Some(smaller);
            size = smaller_size;
        }
        let texture = create(device, size);
        write_first_level(queue, &texture, size, shrunk.as_deref().unwrap_or(rgba8));
        make_mip_levels(renderer, device, queue, &texture);
        Ok(Self {
            view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
        })
    }

    /// One white pixel, for materials without texture.
    pub(super) fn white(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let texture = create(device, [1, 1]);
        write_first_level(queue, &texture, [1, 1], &[255; 4]);
        Self {
            view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
        }
    }

    pub(super) fn view(&self) -> &wgpu::TextureView {
        &self.view
    }
}

fn create(device: &wgpu::Device, [width, height]: [u32; 2]) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("base color"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        // Down to one pixel: the larger side is halved as often as its logarithm says.
        mip_level_count: width.max(height).ilog2() + 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: TEXTURE_FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

fn write_first_level(
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
    [width, height]: [u32; 2],
    rgba8: &[u8],
) {
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(4 * width),
        rows_per_image: None,
    };
    let size = wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    queue.write_texture(texture.as_image_copy(), rgba8, layout, size);
}

/// Each level is drawn from the larger one; the sRGB format averages linear light.
fn make_mip_levels(
    renderer: &Renderer,
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
) {
    let level_view = |level: u32| {
        texture.create_view(&wgpu::TextureViewDescriptor {
            base_mip_level: level,
            mip_level_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        })
    };
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("mip levels"),
    });
    for level in 1..texture.mip_level_count() {
        renderer.copier().draw(
            device,
            &mut encoder,
            &level_view(level - 1),
            &level_view(level),
        );
    }
    queue.submit([encoder.finish()]);
}
