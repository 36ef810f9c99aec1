//! Base color textures on the GPU, with mip levels.

use thiserror::Error;

use super::Renderer;

/// A base color texture. Clones share it.
#[derive(Clone, Debug)]
pub struct Texture {
    view: wgpu::TextureView,
}

/// Why an image cannot become a texture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextureError {
    /// The width or the height is zero.
    #[error("the image is {width} × {height} pixels; both must be at least 1")]
    Empty {
        /// The given width in pixels.
        width: u32,
        /// The given height in pixels.
        height: u32,
    },
    /// The number of bytes does not match the size.
    #[error("an image of {width} × {height} pixels needs {expected} bytes (RGBA), found {found}")]
    Length {
        /// The given width in pixels.
        width: u32,
        /// The given height in pixels.
        height: u32,
        /// The expected number of bytes, 4 · width · height.
        expected: u64,
        /// The given number of bytes.
        found: u64,
    },
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
        check(size, rgba8)?;
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

fn check([width, height]: [u32; 2], rgba8: &[u8]) -> Result<(), TextureError> {
    if width == 0 || height == 0 {
        return Err(TextureError::Empty { width, height });
    }
    let expected = u64::from(width) * u64::from(height) * 4;
    let found = rgba8.len() as u64;
    if expected != found {
        return Err(TextureError::Length {
            width,
            height,
            expected,
            found,
        });
    }
    Ok(())
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

/// Half the size, each pixel the mean of up to four encoded bytes: inexact, but used only for images larger than any
/// screen.
fn halve_image([width, height]: [u32; 2], rgba8: &[u8]) -> ([u32; 2], Vec<u8>) {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let byte = |x: u32, y: u32, channel: usize| {
        // Clamped: a side of one pixel has no second one, and counts the first twice.
        let pixel = y.min(height - 1) as usize * width as usize + x.min(width - 1) as usize;
        rgba8.get(4 * pixel + channel).copied().map_or(0, u16::from)
    };
    let mut half = Vec::with_capacity(rgba8.len() / 4);
    for y in 0..half_height {
        for x in 0..half_width {
            for channel in 0..4 {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let sum: u16 = corners
                    .map(|(dx, dy)| byte(2 * x + dx, 2 * y + dy, channel))
                    .iter()
                    .sum();
                // Half a step up before the division, so that it rounds and does not darken.
                half.push(u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX));
            }
        }
    }
    ([half_width, half_height], half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_must_have_its_bytes() {
        assert_eq!(
            check([0, 3], &[]),
            Err(TextureError::Empty {
                width: 0,
                height: 3
            })
        );
        let short = check([2, 2], &[0; 15]).unwrap_err();
        assert_eq!(
            short,
            TextureError::Length {
                width: 2,
                height: 2,
                expected: 16,
                found: 15
            }
        );
        assert_eq!(check([2, 2], &[0; 16]), Ok(()));
    }

    #[test]
    fn halving_averages_and_keeps_at_least_a_pixel() {
        let (size, half) = halve_image(
            [2, 2],
            &[0, 0, 0, 255, 40, 0, 0, 255, 80, 0, 0, 255, 120, 0, 0, 255],
        );
        assert_eq!((size, half), ([1, 1], vec![60, 0, 0, 255]));
        let (size, half) = halve_image([1, 3], &[9; 12]);
        assert_eq!((size, half), ([1, 1], vec![9; 4]));
    }
}
