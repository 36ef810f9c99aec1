//! From a texture to bytes: the one thing here that waits for what was submitted.

use image::RgbaImage;
use thiserror::Error;

/// Why a picture did not come back.
#[derive(Debug, Error)]
pub enum ReadBackError {
    /// The device is lost or out of memory.
    #[error("the graphics device did not finish the picture: {0}")]
    Poll(#[from] wgpu::PollError),
    /// The bytes could not be mapped.
    #[error("the picture's memory could not be read: {0}")]
    Map(#[from] wgpu::MapRangeError),
}

/// The bytes of a texture of four bytes a pixel, as it was last drawn **and submitted**. Waits for the device.
///
/// # Errors
///
/// A lost device.
pub fn read_back(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
) -> Result<RgbaImage, ReadBackError> {
    let (width, height) = (texture.width(), texture.height());
    let padded_row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: u64::from(padded_row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("read back"),
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
    let pixels: Vec<u8> = rows
        .flat_map(|row| row.iter().take(4 * width as usize))
        .copied()
        .collect();
    Ok(RgbaImage::from_raw(width, height, pixels).unwrap_or_default())
}
