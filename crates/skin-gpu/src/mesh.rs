//! A mesh on a device: what stays while it is posed.

use rig::Vertices;

use crate::error::{SkinGpuError, expect_length};
use crate::limits::check_buffer;
use crate::mesh_data::{MeshData, Shape, append_vertices, expect_length_or_none};

/// A mesh in storage buffers: rest shape, morph targets and influences. Clones share the buffers.
#[derive(Clone, Debug)]
pub struct SkinMesh {
    pub(crate) shape: Shape,
    pub(crate) rest: wgpu::Buffer,
    pub(crate) influences: wgpu::Buffer,
}

impl SkinMesh {
    /// Uploads a mesh. Takes effect at the next submission.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Limit`] when the device has no buffer of the size.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        data: &MeshData,
    ) -> Result<Self, SkinGpuError> {
        Ok(Self {
            shape: data.shape,
            rest: storage_buffer((device, queue), "rest shape and morph targets", &data.rest)?,
            influences: storage_buffer((device, queue), "influences", &data.influences)?,
        })
    }

    /// Replaces the rest shape; morph targets and influences stay. For shapes that are made elsewhere.
    ///
    /// Takes effect at the next submission, for all instances.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for another number of vertices; nothing is written then.
    pub fn write_vertices(
        &self,
        queue: &wgpu::Queue,
        vertices: Vertices<'_>,
    ) -> Result<(), SkinGpuError> {
        let expected = ("vertices of the mesh", self.vertex_count());
        expect_length(("vertex positions", vertices.positions.len()), expected)?;
        expect_length_or_none(("normals", vertices.normals.len()), expected)?;
        let mut words = Vec::with_capacity(6 * self.vertex_count());
        append_vertices(
            &mut words,
            self.vertex_count(),
            vertices.positions,
            vertices.normals,
        );
        queue.write_buffer(&self.rest, 0, bytemuck::cast_slice(&words));
        Ok(())
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.shape.vertices as usize
    }
}

/// Written through the queue: a buffer mapped at creation panics on a device that is lost.
fn storage_buffer<T: bytemuck::Pod>(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    label: &'static str,
    list: &[T],
) -> Result<wgpu::Buffer, SkinGpuError> {
    let size = size_of_val(list) as u64;
    check_buffer(&device.limits(), label, size)?;
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        // A binding must not be empty.
        size: size.max(4),
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    queue.write_buffer(&buffer, 0, bytemuck::cast_slice(list));
    Ok(buffer)
}
