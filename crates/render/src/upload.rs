//! Buffers that are created with their contents.

/// A buffer with these bytes, padded with zeros.
///
/// As `wgpu::util::DeviceExt::create_buffer_init`, which ends the program where a device is lost or out of memory. Here
/// the buffer then draws nothing, and the device reports the error as for every other buffer.
pub(super) fn buffer_of(
    device: &wgpu::Device,
    label: &str,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let size = (contents.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: size > 0,
    });
    // A buffer of no bytes cannot be mapped.
    if contents.is_empty() {
        return buffer;
    }
    if let Ok(mut range) = buffer.get_mapped_range_mut(..) {
        range.slice(..contents.len()).copy_from_slice(contents);
        drop(range);
        buffer.unmap();
    }
    buffer
}
