//! Copies a texture to the processor's memory: the only function here that waits for the device.

use image::RgbaImage;
use thiserror::Error;

/// Why a picture could not be read back.
#[derive(Debug, Error)]
pub enum ReadBackError {
    /// The device is lost or out of memory.
    #[error("the graphics device did not finish the picture: {0}")]
    Poll(#[from] wgpu::PollError),
    /// The bytes could not be mapped.
    #[error("the picture's memory could not be read: {0}")]
    Map(#[from] wgpu::MapRangeError),
}

/// The bytes of a texture with four bytes per pixel, after the last **submitted** draw. Waits for the device.
///
/// # Errors
///
/// The device is lost.
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

    // `get_mapped_range` reports the outcome of the mapping.
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
