//! A mesh on a device: what stays while it is posed.

use rig::{MapKind, Vertices, Weighting};

use crate::error::{SkinGpuError, expect_length};
use crate::limits::check_buffer;
use crate::mesh_data::{
    MeshData, MeshSizes, append_tangents, append_vertices, check_weighting, expect_length_or_none,
    weighting_words,
};
use crate::packing::{
    InfluenceFormat, PackedWords, Packing, packed_vertices, weighting_words as packed_weighting,
};
use crate::patches::weighting_patches;

/// A mesh in storage buffers: rest shape, morph targets and influences. Clones share the buffers.
#[derive(Clone, Debug)]
pub struct SkinMesh {
    pub(crate) shape: MeshSizes,
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
            influences: influence_buffer((device, queue), &data.influences)?,
        })
    }

    /// Uploads a mesh in fewer bytes. All else stays what it is: any method, maps, gradients, what is written later.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), [`SkinGpuError::NotPackable`] for weights beyond 0 and 1, and [`SkinGpuError::TooLarge`] for joints of
    /// eight bits where there are more than 256.
    pub fn with_packing(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        data: &MeshData,
        packing: Packing,
    ) -> Result<Self, SkinGpuError> {
        let words = PackedWords::new(data, packing)?;
        Ok(Self {
            shape: words.shape,
            rest: storage_buffer((device, queue), "rest shape and morph targets", &words.rest)?,
            influences: influence_buffer((device, queue), &words.influences)?,
        })
    }

    /// The formats in which it lies on the device.
    #[must_use]
    pub const fn packing(&self) -> Packing {
        self.shape.packing
    }

    /// Replaces the rest shape; morph targets and influences stay. For shapes that are made elsewhere. Without tangents those of
    /// the mesh stay.
    ///
    /// Takes effect at the next submission, for all instances.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for another number of vertices, and for tangents of a mesh that was made without; nothing is written
    /// then.
    pub fn write_vertices(
        &self,
        queue: &wgpu::Queue,
        vertices: Vertices<'_>,
    ) -> Result<(), SkinGpuError> {
        let expected = ("vertices of the mesh", self.vertex_count());
        expect_length(("vertex positions", vertices.positions.len()), expected)?;
        expect_length_or_none(("normals", vertices.normals.len()), expected)?;
        let tangents = vertices.tangents;
        let expected = if self.shape.has_tangents() {
            expected
        } else {
            ("tangents of the mesh", 0)
        };
        expect_length_or_none(("tangents", tangents.len()), expected)?;
        let mut words = Vec::with_capacity(6 * self.vertex_count());
        append_vertices(
            &mut words,
            self.vertex_count(),
            vertices.positions,
            vertices.normals,
        );
        // Positions stay in full in either packing; only normals differ.
        if self.packing().rest_normals.is_octahedral() {
            let packed = packed_vertices(&words);
            queue.write_buffer(&self.rest, 0, bytemuck::cast_slice(&packed));
        } else {
            queue.write_buffer(&self.rest, 0, bytemuck::cast_slice(&words));
        }
        if !tangents.is_empty() {
            words.clear();
            append_tangents(&mut words, tangents);
            let offset = u64::from(self.shape.tangents) * size_of::<f32>() as u64;
            queue.write_buffer(&self.rest, offset, bytemuck::cast_slice(&words));
        }
        Ok(())
    }

    /// Replaces influences and maps, of which `before` are on the device; the rest shape stays. Says whether there was space: with
    /// more influences than the buffer holds, and where a map comes or goes, nothing is written, and a mesh has to be made anew.
    ///
    /// Rows that keep their lengths, and numbers of the map, are written alone; else, and where influences are packed, all are. Takes effect at the next submission, for all instances.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for another number of vertices or for more joints, [`SkinGpuError::NotPackable`] for weights that the
    /// mesh's format does not have; nothing is written then.
    pub fn write_influences<'b, 'a>(
        &self,
        queue: &wgpu::Queue,
        before: impl Into<Weighting<'b>>,
        after: impl Into<Weighting<'a>>,
    ) -> Result<bool, SkinGpuError> {
        let (before, after) = (before.into(), after.into());
        check_weighting(after, ("vertices of the mesh", self.vertex_count()))?;
        let joints = ("joints of the mesh", self.shape.joints);
        let found = ("joints of the influences", after.influences.joint_count());
        expect_length(found, joints)?;
        let mut maps = MapKind::ALL.into_iter();
        if maps.any(|kind| after.maps()[kind].is_some() != self.shape.has_map(kind)) {
            return Ok(false);
        }
        let is_packed = self.packing().influences != InfluenceFormat::Full;
        // Packed pairs share words with those beside them, so no row can be written alone.
        let patches = weighting_patches(before, after).filter(|_| !is_packed);
        if let Some(patches) = patches {
            for (word, words) in patches {
                let offset = (word * size_of::<u32>()) as u64;
                queue.write_buffer(&self.influences, offset, bytemuck::cast_slice(&words));
            }
            return Ok(true);
        }
        let (mut words, _) = weighting_words(after);
        if is_packed {
            words = packed_weighting(self.shape, self.packing(), &words)?;
        }
        let has_room = words.len() <= self.most_weighting_words();
        if has_room {
            queue.write_buffer(&self.influences, 0, bytemuck::cast_slice(&words));
        }
        Ok(has_room)
    }

    /// Words of the influences that come before the gradients, if there are any.
    fn most_weighting_words(&self) -> usize {
        let all = self.influences.size() / size_of::<u32>() as u64;
        match self.shape.gradients {
            0 => usize::try_from(all).unwrap_or(usize::MAX),
            gradients => gradients as usize,
        }
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.shape.vertices as usize
    }
}

/// With space for a quarter more, if the device has it, so that not every stroke of a brush needs a buffer of its own.
fn influence_buffer(
    machine: (&wgpu::Device, &wgpu::Queue),
    words: &[u32],
) -> Result<wgpu::Buffer, SkinGpuError> {
    let size = size_of_val(words) as u64;
    // Down to a multiple of four bytes, which writes to a buffer ask for.
    let roomy = (size + size / 4 + 1024) / 4 * 4;
    let label = "influences";
    let has_room = check_buffer(&machine.0.limits(), label, roomy).is_ok();
    buffer_of(machine, (label, if has_room { roomy } else { size }), words)
}

fn storage_buffer<T: bytemuck::Pod>(
    machine: (&wgpu::Device, &wgpu::Queue),
    label: &'static str,
    list: &[T],
) -> Result<wgpu::Buffer, SkinGpuError> {
    buffer_of(machine, (label, size_of_val(list) as u64), list)
}

/// Written through the queue: a buffer mapped at creation panics on a device that is lost.
fn buffer_of<T: bytemuck::Pod>(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    (label, size): (&'static str, u64),
    list: &[T],
) -> Result<wgpu::Buffer, SkinGpuError> {
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
