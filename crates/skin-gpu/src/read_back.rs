//! Skinned vertices from the device to the processor.

use std::ops::Range;

use glam::Vec3;

use crate::error::SkinGpuError;
use crate::layouts::SkinVertex;

/// Skinned vertices in the processor's memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedVertices {
    /// In the model space of the pose, in the order of the mesh.
    pub positions: Vec<Vec3>,
    /// One per position: unit, or zero where the pose leaves no direction.
    pub normals: Vec<Vec3>,
}

/// Copies a part of a buffer of [`SkinVertex`] and waits for it.
pub(crate) fn read_back(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    source: &wgpu::Buffer,
    bytes: Range<u64>,
) -> Result<SkinnedVertices, SkinGpuError> {
    let size = bytes.end - bytes.start;
    if size == 0 {
        return Ok(SkinnedVertices::default());
    }
    let copy = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("skinned vertices, read back"),
        size,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
        label: Some("read back"),
    });
    encoder.copy_buffer_to_buffer(source, bytes.start, &copy, 0, size);
    queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    copy.map_async(wgpu::MapMode::Read, .., move |outcome| {
        // Nobody is waiting any more if this fails.
        let _unheard = sender.send(outcome);
    });
    let failed = |reason: String| SkinGpuError::ReadBack { reason };
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|error| failed(error.to_string()))?;
    let mapped = receiver
        .recv()
        .map_err(|_no_answer| failed("the driver gave no answer".to_owned()))?;
    mapped.map_err(|error| failed(error.to_string()))?;
    let view = copy
        .get_mapped_range(..)
        .map_err(|error| failed(error.to_string()))?;
    Ok(split(bytemuck::cast_slice(&view)))
}

fn split(vertices: &[SkinVertex]) -> SkinnedVertices {
    SkinnedVertices {
        positions: vertices
            .iter()
            .map(|vertex| vertex.position.into())
            .collect(),
        normals: vertices.iter().map(|vertex| vertex.normal.into()).collect(),
    }
}
