//! Skinned vertices from the device to the processor.

use std::ops::Range;

use glam::{Vec3, Vec4};

use crate::error::SkinGpuError;
use crate::layouts::SkinVertex;
use crate::packed_normal::{NormalFormat, normal_from_octahedral};

/// Skinned vertices in the processor's memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedVertices {
    /// In the model space of the pose, in the order of the mesh.
    pub positions: Vec<Vec3>,
    /// One per position: unit, or zero where the pose leaves no direction.
    pub normals: Vec<Vec3>,
    /// One per position: a unit vector or zero, and the handedness of the bitangent; or none where the mesh has none.
    pub tangents: Vec<Vec4>,
}

/// Copies a part of a buffer of skinned vertices and the part of their tangents, and waits for them.
pub(crate) fn read_back(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    source: &wgpu::Buffer,
    ([vertices, tangents], normals): ([Range<u64>; 2], NormalFormat),
) -> Result<SkinnedVertices, SkinGpuError> {
    let [n_vertex_bytes, n_tangent_bytes] =
        [&vertices, &tangents].map(|part| part.end - part.start);
    let size = n_vertex_bytes + n_tangent_bytes;
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
    encoder.copy_buffer_to_buffer(source, vertices.start, &copy, 0, n_vertex_bytes);
    if n_tangent_bytes > 0 {
        let behind = n_vertex_bytes;
        encoder.copy_buffer_to_buffer(source, tangents.start, &copy, behind, n_tangent_bytes);
    }
    // Only buffers made for it can be mapped, and those of vertices are not: so the copy.
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
    let all = bytemuck::cast_slice::<u8, f32>(&view);
    let n_floats = usize::try_from(n_vertex_bytes).unwrap_or(usize::MAX) / size_of::<f32>();
    let (vertices, tangents) = all.split_at(n_floats.min(all.len()));
    let mut skinned = match normals {
        NormalFormat::Full => split_vertices(bytemuck::cast_slice(vertices)),
        NormalFormat::Octahedral => unpack(vertices),
    };
    let tangents: &[[f32; 4]] = bytemuck::cast_slice(tangents);
    skinned.tangents = tangents.iter().copied().map(Vec4::from_array).collect();
    Ok(skinned)
}

fn split_vertices(vertices: &[SkinVertex]) -> SkinnedVertices {
    SkinnedVertices {
        positions: vertices
            .iter()
            .map(|vertex| vertex.position.into())
            .collect(),
        normals: vertices.iter().map(|vertex| vertex.normal.into()).collect(),
        ..SkinnedVertices::default()
    }
}

fn unpack(vertices: &[f32]) -> SkinnedVertices {
    let vertices = vertices.chunks_exact(NormalFormat::Octahedral.vertex_words());
    let of_vertex = |vertex: &[f32]| {
        (
            Vec3::from_slice(vertex),
            normal_from_octahedral(vertex[3].to_bits()),
        )
    };
    let (positions, normals) = vertices.map(of_vertex).unzip();
    SkinnedVertices {
        positions,
        normals,
        ..SkinnedVertices::default()
    }
}
